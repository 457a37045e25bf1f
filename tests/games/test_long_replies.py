"""Replies that are long, cut off, or come with separate reasoning: what is kept, what counts, what is counted."""

from interplay.core.driver import Done, Reply, advance, begin
from interplay.tracks.games.match.play import MAX_REPLY, episode
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item, Prediction
from tests.games import matches

ITEM = matches.item("tictactoe", players=("system", "bot:minimax@1"), seed="long")


def played(item: Item, *replies: Reply) -> Prediction:
    """Return the match in which the system sends *replies*, the last one again and again."""
    steps = episode(item)
    step = begin(steps)
    for number in range(100):
        if isinstance(step, Done):
            return step.prediction
        step = advance(steps, replies[min(number, len(replies) - 1)])
    raise AssertionError


def test_a_reply_that_was_cut_off_before_its_move_is_counted_apart() -> None:
    thinking = Reply("<think>Let me see. I could take X: (1,1), or", finish_reason="length")
    match = played(ITEM, thinking)
    seat = Replay(ITEM).verify(match).seats[0]
    assert match.rounds[0][0].cut == (0, 1, 2)
    assert (seat.cut, seat.unparsable, seat.illegal) == (seat.replies, 0, 0)
    assert seat.substituted == seat.decisions


def test_a_reply_that_was_cut_off_after_its_move_is_a_move() -> None:
    free = ITEM.setup.drawn("opening")
    cell = next(i for i in range(9) if i not in free)
    move = played(ITEM, Reply(f"X: ({cell // 3 + 1},{cell % 3 + 1})\n\nThis is bec", finish_reason="length"))
    assert move.rounds[0][0].cut == (0,)
    assert move.rounds[0][0].substitute is None
    seat = Replay(ITEM).verify(move).seats[0]
    assert (seat.replies, seat.cut, seat.illegal) == (10, 9, 0)  # later ones failed, by naming the cell again


def test_the_end_of_a_long_reply_is_kept_and_read() -> None:
    free = ITEM.setup.drawn("opening")
    cell = next(i for i in range(9) if i not in free)
    text = "<think>" + "Hm. " * MAX_REPLY + f"</think>\n\nX: ({cell // 3 + 1},{cell % 3 + 1})"
    match = played(ITEM, Reply(text))
    assert match.rounds[0][0].text == text[-MAX_REPLY:]
    assert match.rounds[0][0].attempts == ()


def test_reasoning_that_a_server_tells_apart_is_kept_apart() -> None:
    match = played(ITEM, Reply("no move", reasoning="X: (1,1) wins"))
    assert match.rounds[0][0].workings == ("X: (1,1) wins",) * 3
    seat = Replay(ITEM).verify(match).seats[0]
    assert seat.unparsable == seat.replies
