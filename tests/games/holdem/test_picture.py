"""Texas Hold'em drawn: who sees which cards, chips and pot, the last action, the end."""

from xml.etree.ElementTree import Element

from interplay.tracks.games.holdem.picture import PICTURE
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL, FOLD, RAISE_FULL
from tests.games.drawings import used, words
from tests.games.holdem.hands import after, dealt

SUITS = ["holdem-spades", "holdem-diamonds"]


def held(drawn: Element) -> list[tuple[str | None, str | None]]:
    """Return dashes and opacity of the rows of cards."""
    return [(part.get("stroke-dasharray"), part.get("opacity")) for part in drawn.iter("g") if part.get("opacity")]


def test_hole_cards_are_dashed_until_the_showdown() -> None:
    start = PICTURE.frame(dealt(), None)
    assert [name for name in used(start) if name in SUITS] == SUITS * 2
    assert held(start) == [("5 4", "1")] * 2
    shown = PICTURE.frame(after(dealt(), [ALL_IN, CHECK_CALL]), None)
    assert held(shown) == [("none", "1")] * 3  # the board too


def test_the_board_shows_what_lies_open_and_no_more() -> None:
    boards = {}
    for calls in (0, 2, 4, 6):
        state = after(dealt(), [CHECK_CALL] * calls)
        if state.board:
            row = next(part for part in PICTURE.frame(state, None).iter("g") if part.get("opacity"))
            boards[calls] = "".join(sorted(words(row)))
    assert boards == {2: "279", 4: "279J", 6: "2379J"}


def test_chips_pot_and_the_last_action_are_told() -> None:
    told = words(PICTURE.frame(after(dealt(), [RAISE_FULL]), None))
    assert {"before the flop · pot 6", "raises the pot: 3"} <= set(told)
    assert {"seat 0: 96 chips left", "seat 1: 98 chips left"} <= set(told)


def test_a_folded_hand_is_faded() -> None:
    assert held(PICTURE.frame(after(dealt(), [FOLD]), None)) == [("5 4", "0.5"), ("5 4", "1")]


def test_captions_say_cards_chips_and_who_has_won() -> None:
    assert PICTURE.caption(dealt()) == (
        "Seat 0 is to act. Before the flop, board: no card; seat 0 holds ace of spades and ace of diamonds and has put "
        "in 1 of 100 chips; seat 1 (dealer) holds king of spades and king of diamonds and has put in 2 of 100 chips."
    )
    assert PICTURE.caption(after(dealt(), [FOLD])).startswith("Seat 1 wins 1 chip as seat 0 folds. ")
    ended = PICTURE.caption(after(dealt(), [ALL_IN, CHECK_CALL]))
    assert ended.startswith(
        "Seat 0 wins 100 chips at the showdown. River, board: 2 of clubs, 7 of hearts, 9 of clubs, "
    )
