"""Hold'em: how replies are read, and what players are shown."""

import pytest

from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    NAMES,
    RAISE_FULL,
    RAISE_HALF,
)
from tests.games.holdem.hands import after, dealt

# Replies


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Action: Fold", FOLD),
        ("I am ahead.\naction:check and call", CHECK_CALL),
        ("ACTION:   CHECK & CALL.", CHECK_CALL),
        ("Action: raise full pot because I can", RAISE_FULL),
        ("Action: All-In", ALL_IN),
        ("Action: all in!", ALL_IN),
        ("An example is Action: Fold, but I say Action: All in", ALL_IN),
        ("Action: Fold\nThe action: was hard to find", FOLD),
    ],
)
def test_the_last_label_counts(text: str, action: int) -> None:
    assert GAME.parse(dealt(), 0, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Call 1 chip", CHECK_CALL),
        ("I call (2 chips).", CHECK_CALL),
        ("**Call the 4 chips**", CHECK_CALL),
        ("Raise (full pot)", RAISE_FULL),
        ("I will raise the full pot.", RAISE_FULL),
    ],
)
def test_actions_count_in_the_words_of_players(text: str, action: int) -> None:
    assert GAME.parse(dealt(), 0, text) == action


@pytest.mark.parametrize("text", ["Raise to 8", "Raise", "Call me later"])
def test_what_names_no_action_on_offer_is_refused(text: str) -> None:
    with pytest.raises(UnparsableMove):
        GAME.parse(dealt(), 0, text)


def test_compat_takes_the_first_label() -> None:
    assert GAME.parse(dealt(profile="compat"), 0, "Action: Fold. No, Action: All in") == FOLD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Action: Raise",
        "Action: Folding",
        "Should I fold?",
        "I would fold if I were you.",
        "Action: 0",
        "Action: Chec\u212a and Call",
        "Action: Rai\u017fe Full Pot",
    ],
)
def test_anything_else_is_unparsable(text: str) -> None:
    with pytest.raises(UnparsableMove, match="expected one such as Action: Fold"):
        GAME.parse(dealt(), 0, text)


def test_a_label_that_is_not_on_offer_is_illegal_and_says_what_is() -> None:
    with pytest.raises(IllegalMove, match=r"found Raise Half Pot.*one of Fold, Check and Call, Raise Full Pot, All in"):
        GAME.parse(dealt(), 0, "Action: Raise Half Pot")


@pytest.mark.parametrize(
    "piece", ["action:", "action: ", "action:\n\t", "Action: Fol", "Action: check and ", " ", "\u0660", "Action: Fold "]
)
def test_long_replies_are_moves_or_move_errors(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    try:
        action = GAME.parse(dealt(), 0, text)
    except MoveError as error:
        assert len(str(error)) < 200
    else:
        GAME.flags(dealt(), 0, action, text)


def test_free_folds_and_contradictions_are_flagged() -> None:
    checked = after(dealt(), [CHECK_CALL])
    assert GAME.flags(checked, 1, FOLD, "Action: Fold") == ("free_fold",)
    assert GAME.flags(dealt(), 0, FOLD, "Action: Fold") == ()
    assert GAME.flags(dealt(), 0, ALL_IN, "Action: Fold? Action: All in") == ("several_labels",)
    assert GAME.flags(dealt(), 0, ALL_IN, "Action: All-in, that is, Action: All in") == ()


def test_names_are_the_only_encodings() -> None:
    assert [GAME.decode(name) for name in NAMES] == list(range(5))
    with pytest.raises(ValueError, match="is not an action"):
        GAME.decode("Fold")


# Prompts


def test_compat_shows_cards_own_chips_and_labels_only() -> None:
    prompt = GAME.prompt(after(dealt(profile="compat"), [CHECK_CALL, CHECK_CALL]), 0)
    assert prompt.observation.splitlines() == [
        "Your private cards: Spades A, Diamonds A",
        "Public cards: Clubs 2, Hearts 7, Clubs 9",
        "Chips you have left: 98",
        "Chips you have put in: 2",
        "Actions on offer: Fold, Check and Call, Raise Half Pot, Raise Full Pot, All in",
    ]
    assert "blind" not in prompt.system


def test_strict_shows_pot_position_history_and_what_each_action_costs() -> None:
    text = GAME.prompt(after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_HALF]), 1).observation
    posted = "opponent small blind (1), you big blind (2)"
    for line in (
        "Street: flop",
        "Position: dealer; you act second on every street",
        "Pot: 6 chips",
        "Opponent: 4 put in, 96 left",
        f"- before the flop: {posted}, opponent Check and Call (1), you Check and Call (0)",
        "- flop: opponent Raise Half Pot (2)",
        "- Check and Call: put in 2 chips to call",
        "- Raise Half Pot: put in 3 chips, so that you have put in 5 and the opponent 4",
    ):
        assert line in text.splitlines()


def test_standard_rules_are_told() -> None:
    prompt = GAME.prompt(dealt(rules=1, dealer=0), 0)
    assert "The dealer acts first before the flop and second on every later street." in prompt.system
    assert "you act first before the flop and second on every later street" in prompt.observation


def test_the_picture_shows_cards_chips_and_the_story() -> None:
    assert GAME.show(after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_HALF])).splitlines() == [
        "Flop, pot 6, seat 1 to move",
        "",
        "  board   [2♣ 7♥ 9♣ ?? ??]",
        "  seat 0  [A♠ A♦]    4 in, 96 left  pair",
        "> seat 1  [K♠ K♦]    2 in, 98 left  pair (dealer)",
        "",
        "  before the flop  seat 0 posts 1, seat 1 posts 2, seat 0 calls 1, seat 1 checks",
        "  flop             seat 0 raises half the pot: 2",
    ]
    assert GAME.show(after(dealt(), [ALL_IN, CHECK_CALL])).startswith("Showdown: seat 0 wins 100, pot 200")
    assert GAME.show(after(dealt("2s3c2h3dTsJsQsKsAs"), [ALL_IN, CHECK_CALL])).startswith("Showdown: split")
