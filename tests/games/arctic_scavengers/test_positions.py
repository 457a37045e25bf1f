"""The best use of a hand in Arctic Scavengers: values against all listed actions tried one after another."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers.cards import CARDS, NUMBER, SABOTEUR, SNIPERS, THUGS, people
from interplay.tracks.games.arctic_scavengers.rules import gatherings
from interplay.tracks.games.arctic_scavengers.state import State, Tribe, unfought
from interplay.tracks.games.arctic_scavengers.transitions import cards_of, winner
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.arctic_scavengers import EACH, Labelled, kind, pool, positions, state_of

DONE = {"draw": 1, "dig": 2, "hunt": 4, "hire": 8, "trash": 16}


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


class Round:
    """A gathering gone through by the listed actions; the seat's own cards are counted before and after."""

    def __init__(self, case: Labelled) -> None:
        self.hands, self.state = case.hands, state_of(case)
        self.seat = self.state.seat
        known = self.state.contested[:1] if self.seat == self.state.initiator else unfought(self.state)
        self.stake = sum(CARDS[card].people for card in known) / len(known)

    def best(self, tribe: Tribe) -> float:
        pair = [tribe, tribe]
        pair[1 - self.seat] = self.state.tribes[1 - self.seat]
        listed = gatherings(replace(self.state, tribes=(pair[0], pair[1])))
        return max(self.worth(tribe, action) for action in listed if not action.startswith(("dig", "trash")))

    def worth(self, tribe: Tribe, action: str) -> float:
        verb, _, rest = action.partition(":")
        if verb == "stop":
            won = sum(winner((tribe.hand, hand)) == 0 for hand in self.hands)
            return tribe.size - self.state.tribes[self.seat].size + self.stake * won / len(self.hands)
        cards, hand, food = cards_of(action), list(tribe.hand), tribe.food
        for card in cards:
            hand.remove(card)
        used = tribe.used if verb == "trash" else tribe.used + cards
        if verb == "hire":
            who = NUMBER[rest.partition(":")[0]]
            price = CARDS[who].price
            food = max(0, food - 6) if who == THUGS else food - (price[0] if price else 0)
            used += (who,)
        if verb == "hunt":
            food += sum(CARDS[card].hunt or 0 for card in cards)
        after = replace(tribe, hand=tuple(hand), used=used, food=food, done=tribe.done | DONE[verb])
        if verb != "draw":
            return self.best(after)
        number = min(sum(CARDS[card].draw or 0 for card in cards), len(tribe.reserve))
        return self.drawn(after, number)

    def drawn(self, tribe: Tribe, number: int) -> float:
        """Return the mean over every choice of places in the reserve."""
        found = []
        for places in combinations(range(len(tribe.reserve)), number):
            new = tuple(tribe.reserve[place] for place in places)
            rest = tuple(card for place, card in enumerate(tribe.reserve) if place not in places)
            found.append(self.best(replace(tribe, hand=tuple(sorted(tribe.hand + new)), reserve=rest)))
        return sum(found) / len(found)


@pytest.mark.slow
def test_a_sample_has_the_values_of_all_actions_tried_one_after_another() -> None:
    for name in EACH:
        for case in Stream("tests", name, "sample").sample([c for c in pool() if kind(state_of(c)) == name], 4):
            gathering = Round(case)
            tribe = gathering.state.tribes[gathering.seat]
            found = [gathering.worth(tribe, action) for action in gatherings(gathering.state)]
            assert found == pytest.approx(case.values), case.match


def test_nobody_can_respond_and_the_hands_are_of_cards_that_the_other_has_not_played() -> None:
    for case in pool():
        state: State = state_of(case)
        own, other = state.tribes[state.seat], state.tribes[1 - state.seat]
        assert not {SABOTEUR, SNIPERS} & {*own.owned, *other.owned}
        for hand in case.hands:
            assert len(hand) == len(other.hand)
            assert not Counter(hand) - Counter(other.hand + other.reserve)
        assert len({(hand, people(hand)) for hand in case.hands}) == 4


@pytest.mark.slow
def test_the_kinds_are_as_many_as_said_and_all_messages_differ() -> None:
    assert Counter(position.kind for position in made()) == EACH
    texts = [position.messages[0].content for position in made()]
    assert len(set(texts)) == len(texts)
    assert max(len(text.encode()) for text in texts) < 12_000


@pytest.mark.slow
def test_the_seed_chooses_positions_and_the_order_of_the_hands() -> None:
    assert tuple(positions("test", "canary")) == made()
    other = {position.messages[0].content for position in positions("other", "canary")}
    assert len(other & {position.messages[0].content for position in made()}) < len(made()) / 4
