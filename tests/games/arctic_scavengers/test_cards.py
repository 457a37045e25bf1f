"""Arctic Scavengers: which cards can be played together, against the definition."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.tracks.games.arctic_scavengers.cards import (
    CARDS,
    HUNT,
    LEADER,
    PERSON,
    TITLES,
    TOOL,
    VALUES,
    Cards,
    fits,
    plays,
    strength,
    value_of,
)

_MANY = st.lists(st.integers(0, len(TITLES) - 1), max_size=7).map(lambda found: tuple(sorted(found)))


def legal(chosen: Cards, act: int) -> bool:
    values = [VALUES[act][card] for card in chosen]
    persons, tools, leaders = (sum(kind[card] for card in chosen) for kind in (PERSON, TOOL, LEADER))
    return -1 not in values and persons >= 1 and tools <= persons and leaders <= persons and sum(values) >= 1


@settings(max_examples=150, deadline=None)
@given(hand=_MANY, act=st.integers(0, HUNT))
def test_exactly_the_choices_without_a_superfluous_card_are_listed(hand: Cards, act: int) -> None:
    every = {chosen for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)}
    good = {chosen for chosen in every if legal(chosen, act)}
    minimal = [
        chosen
        for chosen in good
        if not any(
            part in good and value_of(part, act) == value_of(chosen, act)
            for size in range(1, len(chosen))
            for part in combinations(chosen, size)
        )
    ]
    assert list(plays(hand, act)) == sorted(minimal, key=lambda chosen: (len(chosen), chosen))
    assert {chosen for chosen in every if fits(chosen, act)} == set(minimal)


@settings(max_examples=100, deadline=None)
@given(hand=_MANY)
def test_the_fight_value_is_the_best_of_all_ways_to_equip_the_persons(hand: Cards) -> None:
    fighting = [card for card in hand if PERSON[card] and CARDS[card].fight is not None]
    values = {card: CARDS[card].fight or 0 for card in hand}
    aids = [[card for card in hand if kind[card]] for kind in (TOOL, LEADER)]
    best = [
        max(sum(values[c] for c in chosen) for n in range(len(fighting) + 1) for chosen in combinations(kind, n))
        if kind
        else 0
        for kind in aids
    ]
    assert strength(hand) == sum(values[card] for card in fighting) + sum(best)
