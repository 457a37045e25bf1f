"""The twin with swapped cards, played by its printed table of cards alone."""

import re

import pytest

from interplay.tracks.games.arctic_scavengers.text import TOPICS
from interplay.tracks.games.twins import Lens, twins_of
from tests.games.twinned import explained, played

TWIN = twins_of("arctic_scavengers")[0]
Table = dict[str, tuple[str, int, int | None]]


def topic(heading: str) -> str:
    return next(each.text for each in TOPICS if each.heading == heading)


def table() -> Table:
    """Return kind, people and fight value of each card as the rules list them."""
    cards: Table = {}
    for name, kind, rest in re.findall(r"^(\w+): (\w+)(.*)$", explained("arctic_scavengers", "Cards"), re.MULTILINE):
        people, fight = re.search(r"counts as (\d)", rest), re.search(r"fight \+?(\d)", rest)
        cards[name] = kind, int(people[1]) if people else 0, int(fight[1]) if fight else None
    return cards


def worth(hand: str) -> tuple[int, int]:
    """Return fight value and people of a hand such as ``refugee x2, spear``."""
    cards = table()
    names = [name for name, times in re.findall(r"(\w+)(?: x(\d))?(?:, |$)", hand) for _ in range(int(times or 1))]
    people = sum(cards[name][1] for name in names)
    able = [(cards[name][0], fight) for name in names if (fight := cards[name][2]) is not None]
    persons = [fight for kind, fight in able if kind == "person"]
    helpers = [sorted((f for k, f in able if k == kind), reverse=True)[: len(persons)] for kind in ("tool", "leader")]
    return sum(persons) + sum(map(sum, helpers)), people


@pytest.mark.parametrize("seed", "ab")
def test_hands_fight_and_count_as_the_printed_table_says(seed: str) -> None:
    texts, _ = played("arctic_scavengers", seed)
    hands = {
        found
        for text in texts
        for found in re.findall(r"with value (\d+) \(([^;]+); (\d+) (?:people|person)\)", text.observation)
    }
    assert len(hands) > 5
    for value, hand, people in hands:
        if hand != "nothing":
            assert worth(hand) == (int(value), int(people)), hand


def test_the_cards_of_each_pair_have_exchanged_their_lines() -> None:
    usual = dict(line.split(": ", 1) for line in topic("Cards").splitlines() if line)
    twin = dict(line.split(": ", 1) for line in explained("arctic_scavengers", "Cards").splitlines() if line)
    pairs = re.findall(r"(\w+) and (\w+)", TWIN.change.partition("pairs: ")[2].partition(". What")[0])
    assert len(pairs) == 10
    others = {name: name for name in usual} | dict(pairs) | {second: first for first, second in pairs}
    assert twin == {others[name]: line for name, line in usual.items()}


def test_names_with_blanks_are_the_same_cards() -> None:
    lens = Lens(TWIN)
    for twin, usual in (
        ("Action: hire:Field Crew", "Action: hire:Group leaders"),
        ("dig:hunter+group_leaders", "dig:brawler+field_crew"),
        ("trash:tribe family 5", "trash:tribe family 3"),
        ("snipe:tribe_family_3", "snipe:tribe_family_5"),
    ):
        assert lens.read(twin) == usual
