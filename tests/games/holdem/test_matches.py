"""Hold'em: what must hold in every hand, and the same hands in other engines."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.hands import canonical, value, words
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    CHECK_CALL,
    LABELS,
    State,
    prices,
)
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Item, Option
from interplay_builders.tracks.games.build import build
from tests.games import matches
from tests.games.holdem.hands import after, dealt
from tests.games.holdem.oracles import against_openspiel, against_rlcard
from tests.games.test_conformance import golden

RANDOM_HANDS = 300


# Invariants

HANDS = st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True)

PLAYS = st.lists(st.integers(0, 4), max_size=18)


def walk(state: State, choices: list[int]) -> list[State]:
    states = [state]
    for choice in choices:
        if state.ended:
            break
        legal = [action for action, price in enumerate(prices(state)) if price is not None]
        state = GAME.apply(state, {state.seat: legal[choice % len(legal)]})
        states.append(state)
    return states


def start(cards: list[int], dealer: int, rules: int = 0) -> State:
    return dealt("".join(map(canonical, cards)), dealer, rules=rules)


@settings(max_examples=150, deadline=None)
@given(cards=HANDS, dealer=st.integers(0, 1), rules=st.integers(0, 1), choices=PLAYS)
def test_chips_are_kept_and_fold_is_always_offered(
    cards: list[int], dealer: int, rules: int, choices: list[int]
) -> None:
    for state in walk(start(cards, dealer, rules), choices):
        assert all(0 < put <= 100 for put in state.put)
        assert len(state.board) in {0, 3, 4, 5}
        if not state.ended:
            assert prices(state)[:2] == (0, state.need)
            assert all(price is None or price <= 100 - state.put[state.seat] for price in prices(state))
            continue
        outcome = GAME.outcome(state)
        assert sum(outcome.returns) == 0
        loser = outcome.returns.index(min(outcome.returns))
        assert -outcome.returns[loser] in {0, state.put[loser]}
        assert sum(outcome.points) == 1


@settings(max_examples=150, deadline=None)
@given(cards=HANDS, dealer=st.integers(0, 1), rules=st.integers(0, 1), choices=PLAYS)
def test_exchanging_the_seats_negates_the_payoffs(
    cards: list[int], dealer: int, rules: int, choices: list[int]
) -> None:
    swapped = [cards[1], cards[0], cards[3], cards[2], *cards[4:]]
    one = walk(start(cards, dealer, rules), choices)[-1]
    other = walk(start(swapped, 1 - dealer, rules), choices)[-1]
    assert one.put == other.put[::-1]
    if one.ended:
        assert GAME.outcome(one).returns == GAME.outcome(other).returns[::-1]


@settings(max_examples=100, deadline=None)
@given(deck=st.permutations(range(52)), dealer=st.integers(0, 1), choices=PLAYS, seat=st.integers(0, 1))
def test_no_prompt_depends_on_cards_that_the_seat_cannot_see(
    deck: list[int], dealer: int, choices: list[int], seat: int
) -> None:
    cards = deck[:9]
    for state in walk(start(cards, dealer), choices):
        if state.ended:
            break
        hidden = [1 - seat, 3 - seat, *range(4 + len(state.board), 9)]
        changed = list(cards)
        for place, card in zip(hidden, deck[9:], strict=False):
            changed[place] = card
        other = replace(state, hand=replace(state.hand, cards=tuple(changed)))
        assert GAME.prompt(other, seat) == GAME.prompt(state, seat)
        for place in hidden:
            assert words(cards[place]) not in GAME.prompt(state, seat).observation


@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=40), label=st.sampled_from(LABELS))
def test_text_before_the_line_does_not_change_the_move(text: str, label: str) -> None:
    flop = after(dealt(), [CHECK_CALL, CHECK_CALL])
    assert GAME.parse(flop, 0, f"{text}\nAction: {label}") == LABELS.index(label)


# Other engines


def test_random_hands_go_as_in_rlcard() -> None:
    assert sum(against_rlcard(f"test/{number}") for number in range(RANDOM_HANDS)) > RANDOM_HANDS


def test_random_hands_go_as_in_openspiel_under_standard_rules() -> None:
    assert sum(against_openspiel(f"test/{number}") for number in range(RANDOM_HANDS)) > RANDOM_HANDS


def test_values_order_random_deals_as_eval7_does() -> None:
    eval7 = pytest.importorskip("eval7", reason="eval7 is an optional test oracle")
    known = [eval7.Card(canonical(card)) for card in range(52)]
    stream = Stream("tests", "holdem", "eval7")
    deals = [stream.sample(range(52), 7) for _ in range(3_000)]
    pairs = sorted((value(deal), eval7.evaluate([known[card] for card in deal])) for deal in deals)
    for (ours, theirs), (next_ours, next_theirs) in itertools.pairwise(pairs):
        assert (ours == next_ours) == (theirs == next_theirs)
        assert theirs <= next_theirs


def test_a_whole_match_of_either_variant_and_profile_verifies() -> None:
    for profile in ("strict", "compat"):
        for rules in (0, 1):
            item = matches.item("holdem", seed="whole", profile=profile, rules=rules)
            prediction = matches.play(item, matches.randomly(3))
            assert Replay(item).verify(prediction).rounds == len(prediction.rounds)


# The default rules


def test_a_match_of_former_releases_is_replayed_under_rlcards_rules_alone() -> None:
    """Setups name their rules, and a prediction is never graded by the other ones without an error."""
    case = golden(Path(__file__).with_name("golden_rlcard.json"))
    setup = case.item.setup
    assert setup.option("rules") == 0
    assert Replay(case.item).verify(case.prediction).rounds == len(case.prediction.rounds)
    standard = replace(setup, options=(Option(name="rules", value=1),))
    with pytest.raises(ReplayError, match="found moves of seats"):
        Replay(replace(case.item, setup=standard)).verify(case.prediction)


@pytest.mark.slow
def test_releases_deal_standard_rules_under_new_ids_and_compat_keeps_rlcards() -> None:
    track = build("any", "")
    items = [row for file in track.files for row in file.rows if isinstance(row, Item) and row.game == "holdem"]
    assert {item.setup.option("rules") for item in items} == {1}
    assert {item.split for item in items} == {"llmarena", "llmarena_strong", "llmarena_versus", "llmarena_balanced"}
    assert {*track.superseded.values()} == {item.item_id for item in items}
    assert not {item.item_id for item in items} & track.superseded.keys()
    assert track.superseded["llmarena/holdem/07/second"] == "llmarena/holdem/127/second"
    first = next(item for item in items if item.item_id == "llmarena_strong/holdem/120/first")
    assert GAME.start(first.setup).seat == first.setup.drawn("button")[0]
    assert GAME.deal("any", {}, "compat") == GAME.deal("any", {"rules": 0}, "compat")
    assert not GAME.start(GAME.deal("any", {}, "compat")).hand.standard
