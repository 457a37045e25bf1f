"""The positions of Hold'em: reached by legal play, and valued as going through every hand and runout gives."""

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.holdem.hands import category, value
from interplay.tracks.games.holdem.ranges import exact
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL, FOLD, RAISE_FULL, RAISE_HALF, State, prices
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import _holdem_spots as pool
from interplay_builders.tracks.positions._holdem_equity import free_hands, shares, strengths
from interplay_builders.tracks.positions._holdem_rules import Answer, Facing, least
from interplay_builders.tracks.positions.build import REPLACED
from interplay_builders.tracks.positions.holdem import DRAWN, positions
from tests.games.holdem.hands import best_of_21

GAME = catalogue.load("holdem")
KINDS = {"high card": 0, "pair": 1, "two pair": 2, "three of a kind": 3, "straight": 4, "flush": 5}


@cache
def all_made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def state_of(position: Position) -> State:
    state: State = GAME.start(position.setup)
    for (action,) in position.played:
        assert GAME.decode(action) in GAME.legal(state, state.seat)  # type: ignore[operator]
        state = GAME.apply(state, {state.seat: GAME.decode(action)})
    return state


def makes(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Return the kind of what a hand makes, times 16, plus the rank of a pair counted from the ranks themselves."""
    kind = KINDS.get(category(value((*hand, *board))), 6)
    ranks = Counter((card % 13 + 12) % 13 for card in (*hand, *board))
    pair = max((rank for rank, number in ranks.items() if number == 2), default=0)
    return 16 * kind + (pair if kind == 1 else 0)


def counted(spot: pool.Spot, action: int) -> float:
    """Return the chips that an action wins, by a loop over every hand and every runout with a textbook evaluator."""
    state = pool.reached(spot.path, spot.hole, spot.board)
    mine, theirs = state.put[state.seat], state.put[1 - state.seat]
    if action == FOLD:
        return -mine
    stake = mine + (prices(state)[action] or 0)
    unseen = [card for card in range(52) if card not in spot.hole and card not in spot.board]
    total = weight = 0.0
    for hand in combinations(unseen, 2):
        has, own = makes(hand, spot.board), 1
        if isinstance(spot.rule, Facing):
            for cards in range(len(spot.board) - spot.rule.streets + 1, len(spot.board) + 1):
                then = makes(hand, spot.board[:cards])
                own *= spot.rule.times if then >= spot.rule.strong else int(then < spot.rule.weak)
            calls = action == CHECK_CALL or has >= spot.rule.stays
        else:
            assert isinstance(spot.rule, Answer)
            at = {RAISE_HALF: 0, RAISE_FULL: 1, ALL_IN: 2}
            calls = action == CHECK_CALL or has >= spot.rule.calls[at[action]]
        weight += own
        total += own * (showdown(spot, hand, unseen) * stake if calls else theirs) if own else 0
    return total / weight


def showdown(spot: pool.Spot, hand: tuple[int, ...], unseen: list[int]) -> float:
    """Return what share of its own stake a hand wins on average."""
    rest = [card for card in unseen if card not in hand]
    results = []
    for runout in combinations(rest, 5 - len(spot.board)):
        board = (*spot.board, *runout)
        mine, theirs = value((*spot.hole, *board)), value((*hand, *board))
        results.append((mine > theirs) - (mine < theirs))
    return sum(results) / len(results)


@pytest.mark.slow
def test_values_on_the_river_and_the_turn_are_those_of_a_loop_over_everything() -> None:
    stream = Stream("tests", "holdem", "sample")
    for group, number in (((3, "facing"), 3), ((3, "betting"), 3), ((2, "betting"), 1)):
        spots = [spot for spot in pool.spots() if (spot.street, spot.kind) == group]
        for spot in stream.sample(spots, number):
            actions = pool.legal(pool.reached(spot.path, spot.hole, spot.board))
            for action, found in zip(actions, spot.values, strict=True):
                assert counted(spot, action) == pytest.approx(found, abs=1e-6)


@pytest.mark.slow
def test_shares_agree_with_the_equity_of_the_game_and_with_a_textbook_evaluator() -> None:
    deck = Stream("tests", "holdem", "deck").shuffled(range(52))
    for cards in (3, 4, 5):
        hole, board = tuple(deck[:2]), tuple(deck[2 : 2 + cards])
        hands = free_hands(hole, board)
        assert shares(hole, board, hands).mean() == pytest.approx(exact(hole, board).share, abs=1e-12)
    order = strengths(board, hands)
    textbook = [best_of_21((*hand, *board)) for hand in hands.tolist()]
    for one, two in combinations(range(0, len(hands), 90), 2):
        assert (order[one] > order[two]) == (textbook[one] > textbook[two])


def test_before_the_flop_shares_are_those_of_sampled_boards() -> None:
    spot = next(spot for spot in pool.spots() if not spot.street)
    state = pool.reached(spot.path, spot.hole, ())
    deck = [card for card in range(52) if card not in spot.hole]
    stream = Stream("tests", "holdem", "boards")
    runouts = np.array([stream.sample(deck, 5) for _ in range(1500)])
    assert pool.solved(state, spot.hole, spot.rule, runouts) == pytest.approx(spot.values, abs=4)


def test_every_street_and_kind_is_there_and_all_are_different() -> None:
    streets = {"before the flop": 0, "flop": 1, "turn": 2, "river": 3}
    groups = Counter(position.kind for position in all_made())
    assert {(streets[kind.split(", ")[0]], kind.split(", ")[1]): n for kind, n in groups.items()} == DRAWN
    assert len({p.messages[0].content for p in all_made()}) == len(all_made()) == 200
    seats = Counter((p.seat, *p.setup.drawn("button")) for p in all_made())
    assert len(seats) == 4
    assert {p.split for p in all_made()} == {"hard"}


def test_a_seed_gives_the_same_positions_and_another_seed_others() -> None:
    assert tuple(positions("test", "canary")) == all_made()
    others = {p.messages[0].content for p in positions("other", "canary")}
    assert len(others & {p.messages[0].content for p in all_made()}) < 15


def test_the_prompt_shows_the_game_and_the_rule_and_values_are_of_its_actions() -> None:
    for position in all_made():
        state = state_of(position)
        text = position.messages[0].content
        assert GAME.prompt(state, position.seat).observation in text
        assert "you know the rule that it followed" in text or "you know the rule that it follows" in text
        assert "number of chips that you win or lose on average" in text
        assert [GAME.decode(entry.action) for entry in position.values] == GAME.legal(state, position.seat)
        gaps = sorted(entry.value for entry in position.values)
        assert gaps[-1] - gaps[-2] >= 1.5
        assert position.penalty == pytest.approx(gaps[-1] - gaps[0])
        assert ("if you check" in text) == (position.kind.endswith("betting") and state.calm == 0)


def test_positions_are_of_the_standard_rules_and_have_other_ids_than_those_of_former_releases() -> None:
    for position in all_made():
        assert position.setup.option("rules") == 1
        assert "The dealer acts first before the flop and second on every later street." in position.messages[0].content
    ids = [position.item_id for position in all_made()]
    assert sorted(ids) == [f"holdem/{number:04d}" for number in range(200, 400)]
    assert {new for new in REPLACED.values() if new.startswith("holdem/")} == {*ids}
    assert not REPLACED.keys() & {*ids}


def test_what_hands_make_is_put_into_words() -> None:
    assert [least(makes) for makes in (16, 20, 28, 32, 48, 64)] == [
        "a pair",
        "a pair of sixes",
        "a pair of aces",
        "two pair",
        "three of a kind",
        "a straight",
    ]


def test_the_pool_holds_its_groups_and_begins_as_its_command_writes() -> None:
    found = Counter((spot.street, spot.kind) for spot in pool.spots())
    assert found == {**pool.POOL, **pool.TAKEN}
    known = pool.FILE.read_text(encoding="utf-8").splitlines()
    again = pool.drawn(3, "facing")
    assert [pool.written(next(again)) for _ in range(2)] == [line for line in known if _is_river(line)][:2]


def _is_river(line: str) -> bool:
    return len(line.split("\t")[1]) == 10 and "Facing" in line
