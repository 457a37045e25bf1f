"""Hanabi drawn: what is built, held, known and thrown away, and the last action."""

import pytest

from interplay.tracks.games.hanabi.picture import PICTURE
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import LABELS, State, opening
from tests.games.drawings import looks, used, words
from tests.games.hanabi.tables import DECK_A, named


def after(*labels: str, deck: str = "") -> State:
    state = opening(named(deck) if deck else DECK_A)
    for label in labels:
        state = GAME.apply(state, {state.seat: LABELS.index(label)})
    return state


def cards(state: State) -> list[str]:
    return [name.removeprefix("hanabi-") for name in used(PICTURE.frame(state, None))]


def test_hands_are_dashed_and_what_is_built_is_not() -> None:
    drawn = PICTURE.frame(after("play position 0"), None)
    dashed = {use.get("href"): use.get("stroke-dasharray") is not None for use in drawn.iter("use")}
    assert dashed == {
        "#hanabi-R1": False,
        "#hanabi-R2": True,
        "#hanabi-R3": True,
        "#hanabi-R4": True,
        "#hanabi-R5": True,
        "#hanabi-last": False,
    }


def test_what_hints_tell_stands_beside_the_cards() -> None:
    told = words(PICTURE.frame(after("hint rank 3"), None))
    assert told[:5] == ["seat 0", *["R Y", "1 2 3 4 5"] * 2]
    assert told[5:10] == ["seat 1", "R Y", "3", "R Y", "1 2 4 5"]


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("hint red",), ["last", "last"]),
        (("hint rank 3",), ["last"]),
        (("play position 0",), ["last"]),
        (("hint red", "discard position 0"), ["R3-small"]),
        (("play position 1",), ["R2-small"]),
    ],
)
def test_the_last_action_is_marked(labels: tuple[str, ...], shown: list[str]) -> None:
    state = after(*labels)
    assert [name for name in cards(state) if name == "last" or name.endswith("small")] == shown
    assert labels[-1] in words(PICTURE.frame(state, None))


def test_a_card_that_did_not_fit_ends_the_game_and_is_framed_in_red() -> None:
    drawn = PICTURE.frame(after("play position 1"), None)
    assert len(looks(drawn, "bad-line")) == 1
    assert "score 0" in words(drawn)


def test_captions_say_the_fireworks_and_how_it_ended() -> None:
    assert PICTURE.caption(after()) == (
        "Seat 0 is to act. Fireworks: red 0 and yellow 0; 3 of 3 hint tokens and 16 cards in the pile are left. "
        "Last action: none, the game begins."
    )
    assert PICTURE.caption(after("play position 0", "hint red")) == (
        "Seat 0 is to act. Fireworks: red 1 and yellow 0; 2 of 3 hint tokens and 15 cards in the pile are left. "
        "Last action: seat 1, hint red."
    )
    lost = PICTURE.caption(after("play position 1"))
    assert lost.startswith("The game is over (life lost) with a score of 0. ")
    assert lost.endswith("Last action: seat 0, play position 1 (R2, which does not fit).")
