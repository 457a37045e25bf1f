"""Fireworks downwards: every rank is reversed, wherever it stands, and no other number."""

import re

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games import twins
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import LABELS
from interplay.tracks.games.match.play import Situation
from tests.games import matches
from tests.games.test_twins import twin_of

ITEM = twin_of(matches.item("hanabi", seed="a"), 1)
LENS = twins.lens_of(ITEM.setup)
RANK = re.compile(r"(?:red|yellow|rank) [1-5]|(?<=, )[1-5](?!\d)|(?<= or )[1-5]")


def numbers(text: str) -> list[str]:
    """Return the numbers that are no ranks."""
    return re.findall(r"\d+", RANK.sub("", text))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_ranks_are_reversed_in_every_observation_and_nothing_else_is(seed: str) -> None:
    def checked(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        usual = at.game.prompt(at.state, at.seat).observation
        twin = at.observation.replace("each by the rank of its latest card (0 if it has none)", "")
        assert numbers(twin) == numbers(usual)
        ranks = [[int(found[-1]) for found in RANK.findall(text)] for text in (twin, usual)]
        assert ranks[0] == [6 - rank for rank in ranks[1]]
        for hand in at.state.hands[1 - at.seat]:
            assert f"{('red', 'yellow')[hand // 5]} {5 - hand % 5}" in twin
        return LENS.show(play(ask))

    play = matches.randomly(seed)
    item = twin_of(matches.item("hanabi", seed=seed), 1)
    matches.play(item, checked)


def test_the_rules_count_cards_and_tokens_as_usual() -> None:
    rules = LENS.prompt(GAME.prompt(GAME.start(ITEM.setup), 0)).system
    for passage in (
        "three cards of rank 5, two each of ranks 4, 3 and 2, and a single card of rank 1",
        "in the order 5, 4, 3, 2, 1",
        "if that completes it with the 1, the team",
        "has all 3 hint tokens",
        "starts with 3 hint tokens",
        "The deck has 20 cards",
        "the number of cards in the red firework plus that in the yellow one, 0 to 10",
        "your other card is at position 0, and you draw a card from the pile, if there is one, to position 1",
    ):
        assert passage in rules


@pytest.mark.parametrize(
    "reply",
    ["Action: hint rank 5", "hint 5s", "hint_rank:5", "Action: give a hint about rank 5", "Hint Rank 5", "hint for 5"],
)
def test_a_hint_of_five_is_read_as_one_of_the_usual_one(reply: str) -> None:
    start = GAME.start(ITEM.setup)
    state = replace(start, hands=(start.hands[0], (0, 1)))  # the partner holds the red 1 and 2 of the usual game
    assert GAME.parse(state, 0, LENS.read(reply)) == LABELS.index("hint rank 1")


@pytest.mark.parametrize("reply", ["Action: play position 1", "discard:1", "play 1", "discard my card at position 1"])
def test_positions_stay(reply: str) -> None:
    assert LENS.read(reply) == reply
