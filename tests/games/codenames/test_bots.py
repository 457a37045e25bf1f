"""The bots of Codenames: they know what their seat may, say what the table has, stop in time, differ in strength."""

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.codenames.associations import table
from interplay.tracks.games.codenames.board import END, POSITIONS, State, opening
from interplay.tracks.games.codenames.rules import Codenames
from interplay.tracks.games.codenames.words import words
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.verdicts import Observed
from tests.games import matches

NAMES = ("careful", "daring")
GAME = Codenames()
KEY = (0,) * 9 + (1,) * 8 + (2,) * 3 + (3,)
BOARD = (
    *("lion", "tiger", "elephant", "cheese", "piano", "ladder", "carpet", "dentist", "moon"),
    *("wolf", "guitar", "bread", "coffin", "lottery", "novel", "plane", "ribbon"),
    *("stamp", "tax", "ghost", "camera"),
)


def fresh() -> State:
    return opening(BOARD, KEY)


def said(state: State, name: str, draw: str = "0") -> str:
    """Return what the seat to move says: the text of a clue, or the id of a guess."""
    (seat,) = GAME.to_move(state)
    text = catalogue.bots_of("codenames")[name].move(GAME, state, seat, Stream("tests", draw, "bot"))
    action = GAME.parse(state, seat, text)
    return action.text or action.id


def clued(state: State, text: str) -> State:
    (seat,) = GAME.to_move(state)
    return GAME.apply(state, {seat: GAME.parse(state, seat, f'{{"action": "submit_clue", "text": "{text}"}}')})


def guessed(state: State, *positions: int) -> State:
    for at in positions:
        (seat,) = GAME.to_move(state)
        state = GAME.apply(state, {seat: GAME.parse(state, seat, f"guess_{at}")})
    return state


def ended(state: State) -> State:
    (seat,) = GAME.to_move(state)
    return GAME.apply(state, {seat: GAME.parse(state, seat, END)})


def played(players: tuple[str, ...], seed: str) -> tuple[list[Observed], tuple[float, ...]]:
    item = matches.item("codenames", tuple(f"bot:{name}@1" for name in players), seed=seed)
    seen: list[Observed] = []
    verdict = Replay(item).verify(matches.play(item, lambda _: ""), seen.append)
    return seen, verdict.outcome.points


@pytest.mark.parametrize("name", NAMES)
def test_clues_come_from_the_table_and_mean_as_many_own_words_as_they_say(name: str) -> None:
    for seed in range(20):
        seen, _ = played((name,) * 4, str(seed))
        for one in seen:
            if one.state.current is not None:
                continue
            word, _, number = one.decision.action.text.rpartition(",")
            assert word in table().clues
            own = {one.state.board.words[at] for at in one.state.covered() if one.state.board.key[at] == one.seat // 2}
            assert 1 <= int(number) <= len([w for w in own if table().fits(word, w)])


@pytest.mark.slow
def test_the_careful_spymaster_is_safe_and_says_two_at_most() -> None:
    numbers = set()
    for seed in range(40):
        seen, _ = played(("careful",) * 4, str(seed))
        clues = [one for one in seen if one.state.current is None]
        word = clues[0].decision.action.text.partition(",")[0]
        others = [w for w, whose in zip(clues[0].state.board.words, clues[0].state.board.key, strict=True) if whose]
        assert not any(table().fits(word, other) for other in others)
        numbers |= {one.decision.action.text[-1] for one in clues}
    assert numbers == {"1", "2"}


@pytest.mark.slow
def test_the_daring_spymaster_says_more_and_avoids_the_assassin() -> None:
    big = 0
    for seed in range(30):
        seen, _ = played(("daring",) * 4, str(seed))
        for one in (one for one in seen if one.state.current is None):
            word, _, number = one.decision.action.text.rpartition(",")
            big += int(number) > 2
            assassin = one.state.board.words[one.state.board.key.index(3)]
            strengths = [
                table().fits(word, w) for at, w in enumerate(one.state.board.words) if at in one.state.covered()
            ]
            assert table().fits(word, assassin) < max(strengths)
    assert big >= 1


@pytest.mark.parametrize("name", NAMES)
def test_operatives_guess_what_fits_best_and_stop_at_the_number(name: str) -> None:
    state = clued(fresh(), "zookeeper,3")
    found = []
    while said(state, name) != END:
        found.append(POSITIONS[said(state, name)])
        state = guessed(state, found[-1])
    assert sorted(found) == [0, 1, 2]


@pytest.mark.parametrize("name", NAMES)
def test_operatives_stop_when_nothing_fits_any_more(name: str) -> None:
    state = guessed(clued(fresh(), "cheddar,5"), 3)
    assert said(state, name) == END


def test_only_the_daring_operative_comes_back_to_an_earlier_clue() -> None:
    state = ended(guessed(clued(fresh(), "zookeeper,3"), 0, 1))
    state = guessed(clued(ended(guessed(clued(state, "zzz,1"), 9)), "cheddar,1"), 3)
    assert said(state, "careful") == END
    assert said(state, "daring") == "guess_2"


def test_the_daring_operative_leaves_to_the_others_what_their_clue_is_about() -> None:
    assert {said(clued(fresh(), "zookeeper,1"), "daring", str(draw)) for draw in range(20)} == {"guess_0", "guess_2"}
    state = guessed(clued(guessed(clued(fresh(), "zzz,1"), 17), "mane,2"), 18)
    assert {said(clued(state, "zookeeper,1"), "daring", str(draw)) for draw in range(20)} == {"guess_2"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["zzz,3", "qx,0", "supercalifragilistic,9", "a-b,1", "ele-x,2", "moose,0", "bakery,9"])
def test_operatives_survive_any_valid_clue(name: str, text: str) -> None:
    state = clued(fresh(), text)
    for _ in range(10):
        if GAME.to_move(state) != (1,):
            break
        (seat,) = GAME.to_move(state)
        reply = said(state, name)
        assert reply in GAME.menu(state, seat)
        state = ended(state) if reply == END else guessed(state, POSITIONS[reply])
    assert GAME.to_move(state) != (1,)


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_clue_is_compared_by_its_letters_once(name: str) -> None:
    state = clued(fresh(), "elephas,3")
    assert said(state, name) == "guess_2"
    assert said(guessed(state, 2), name) == END


@pytest.mark.parametrize("name", NAMES)
def test_without_a_clue_the_turn_is_ended(name: str) -> None:
    state = GAME.apply(fresh(), {0: GAME.fallback(fresh(), 0)[0]})
    assert said(state, name) == END


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_operatives_move_the_same_whatever_the_hidden_key(name: str) -> None:
    bot = catalogue.bots_of("codenames")[name]
    for seed in range(25):
        for one in played((name,) * 4, str(seed))[0]:
            state = one.state
            if state.current is None:
                continue
            hidden = state.covered()
            mixed = dict(zip(hidden, Stream("tests", str(seed), "key").shuffled(hidden), strict=True))
            key = [state.board.key[mixed.get(at, at)] for at in range(len(state.board.key))]
            other = replace(state, board=opening(state.board.words, key).board)
            moves = [bot.move(GAME, s, one.seat, Stream("tests", str(seed), "bot")) for s in (state, other)]
            assert moves[0] == moves[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_stream_gives_the_same_move_and_draws_decide_among_equals_only(name: str) -> None:
    assert said(fresh(), name, "1") == said(fresh(), name, "1")
    for seed in range(10):
        state = GAME.start(matches.item("codenames", seed=str(seed)).setup)
        numbers = {said(state, name, str(draw)).rpartition(",")[2] for draw in range(8)}
        assert len(numbers) == 1


@pytest.mark.parametrize("name", NAMES)
def test_spymasters_find_a_clue_for_every_single_word(name: str) -> None:
    key = (0, *KEY[9:])
    for start in range(0, len(words()) - 13, 13):
        board = words()[start : start + 13]
        state = opening(board, key)
        text = said(state, name)
        assert text.endswith(",1")
        assert text.rpartition(",")[0] in table().clues


def score(first: str, second: str, seeds: range) -> tuple[float, float]:
    """Return mean score and share of wins of *first* over mirrored pairs."""
    points = []
    for seed in seeds:
        points.append(played((first, first, second, second), str(seed))[1][0])
        points.append(played((second, second, first, first), str(seed))[1][2])
    return sum(points) / len(points), sum(point > 0.5 for point in points) / len(points)


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    mean, won = score("daring", "careful", range(30))
    assert mean > 0.56
    assert won > 0.75
    for name in NAMES:
        mean, won = score(name, "random", range(30))
        assert mean > 0.8
        assert won > 0.97


def test_bots_know_both_sizes_of_the_board() -> None:
    for seed in range(5):
        item = matches.item("codenames", ("bot:careful@1",) * 2 + ("bot:daring@1",) * 2, seed=str(seed), neutral=7)
        verdict = Replay(item).verify(matches.play(item, lambda _: ""))
        assert verdict.outcome.reason in ("all_words", "assassin")
        assert all(seat.substituted == 0 for seat in verdict.seats)
