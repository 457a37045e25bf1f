"""Bargain: bots, the analysis on matches with known numbers, what talk is taken to say, and the positions."""

import itertools
import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.bargain.analysis import ANALYSIS
from interplay.tracks.games.bargain.bots import infer
from interplay.tracks.games.bargain.instances import (
    Instance,
    Triple,
    both,
    instances,
    opponents,
    splits,
    trades,
    value_of,
)
from interplay.tracks.games.bargain.rules import GAME, RULES, Action, State
from interplay.tracks.games.bargain.talk import leaks, mismatch
from interplay.tracks.games.bargain.view import view
from interplay.tracks.games.records import Item
from interplay.tracks.games.verdicts import Measures
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.bargain import positions
from tests.games import matches
from tests.games.bargain.test_rules import EXAMPLE, example_item

BOTS = ("concession", "pareto", "firm", "hard")


def observed(item: Item, *texts: str) -> Measures:
    replies = iter(texts)
    seats = [seat for seat, player in enumerate(item.players) if player == "system" or not texts]
    measures = ANALYSIS.measure(matches.verified(item, matches.play(item, lambda _: next(replies)), seats))
    assert set(measures.ratios) | set(measures.samples) == set(ANALYSIS.titles)
    return measures


def between(*bots: str, seed: str) -> Item:
    versions = {name: bot.version for name, bot in catalogue.bots_of("bargain").items()}
    return matches.item("bargain", tuple(f"bot:{bot}@{versions[bot]}" for bot in bots), seed=seed)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_do_not_look_at_the_others_values(bot: str) -> None:
    player = catalogue.bots_of("bargain")[bot]
    rng = random.Random(bot)
    for number in range(60):
        instance = rng.choice(instances())
        actions = tuple(Action(rng.choice(splits(instance.pool))) for _ in range(rng.randrange(20)))
        seat = len(actions) % 2
        moves = set()
        for other in opponents(instance.pool, instance.values[seat]):
            pair = (instance.values[0], other) if seat == 0 else (other, instance.values[1])
            state = State(Instance(instance.pool, pair), actions, prior=False, compat=False)
            moves.add(player.move(GAME, state, seat, Stream("bargain", "s", str(number))))
        assert len(moves) == 1


@pytest.mark.parametrize("pair", list(itertools.combinations_with_replacement(BOTS, 2)))
def test_bots_talk_much_and_honestly(pair: tuple[str, str]) -> None:
    said = set()
    for seed in range(12):
        item = between(*pair, seed=str(seed))
        match = matches.verified(item, matches.play(item, lambda _: ""), (0, 1))
        ratios = ANALYSIS.measure(match).ratios
        assert ratios["value_leak_rate"][0] == ratios["talk_mismatch_rate"][0] == 0
        said |= {one.decision.action.message for one in match.decisions}
    assert len(said) > 20


def turn(*keeps: Triple) -> State:
    """Return the example after these proposals."""
    return State(EXAMPLE, tuple(map(Action, keeps)), prior=False, compat=False)


def answer(bot: str, state: State) -> Action:
    seat = len(state.actions) % 2
    move = catalogue.bots_of("bargain")[bot].move(GAME, state, seat, Stream("bargain", "s", str(len(state.actions))))
    return GAME.parse(state, seat, move)


def test_what_was_given_away_and_is_asked_for_again_is_taken_back() -> None:
    for kept, taken_back in (
        ((), False),
        (((1, 2, 3),) * 3, False),
        (((1, 2, 3), (1, 2, 2), (1, 0, 2)), False),
        (((1, 2, 0), (1, 0, 3)), True),
        (((1, 2, 2), (1, 1, 0), (1, 2, 0)), True),
        (((1, 2, 0), (1, 2, 3), (1, 2, 0)), False),
    ):
        state = turn(*(keep for mine in kept for keep in ((0, 0, 0), mine)))
        assert view(state, 0).taken_back is taken_back


@pytest.mark.parametrize("bot", ["firm", "hard"])
def test_opponents_offer_nothing_and_accept_only_what_is_worth_enough(bot: str) -> None:
    """The other values hats at 4 and apples at 2: two apples are worth 4 to it, all of them 6."""
    for kept, accepts in (((1, 2, 3), False), ((1, 2, 1), False), ((1, 2, 0), True), ((0, 0, 0), True)):
        late = answer(bot, turn(*((1, 2, 3), (1, 2, 3)) * 9, kept))
        assert late.keep == (None if accepts else EXAMPLE.pool)
        early = answer(bot, turn(kept))
        assert early.keep == (None if kept == (0, 0, 0) else EXAMPLE.pool)


@pytest.mark.parametrize("bot", ["firm", "hard"])
def test_opponents_refuse_what_takes_something_back(bot: str) -> None:
    for before, accepts in (((1, 2, 3), True), ((1, 2, 1), True), ((1, 1, 3), False), ((0, 2, 3), False)):
        state = turn(*((1, 2, 3), (1, 2, 3)) * 8, before, (1, 2, 3), (1, 2, 0))
        move = answer(bot, state)
        assert move.keep == (None if accepts else EXAMPLE.pool)
        assert ("back" in move.message or "stand by" in move.message) is not accepts


@pytest.mark.parametrize("bot", ["concession", "pareto"])
@pytest.mark.parametrize("opponent", ["firm", "hard"])
def test_bots_come_down_and_take_nothing_back(bot: str, opponent: str) -> None:
    deals = 0
    for seed in range(20):
        item = between(bot, opponent, seed=str(seed))
        match = matches.verified(item, matches.play(item, lambda _: ""), (0,))
        state = match.decisions[-1].state
        asked = [action.keep for action in state.actions[::2] if action.keep is not None]
        assert all(
            now <= before for old, new in itertools.pairwise(asked) for before, now in zip(old, new, strict=True)
        )
        deals += match.verdict.outcome.reason == "deal"
    assert deals >= 16


@pytest.mark.parametrize("bot", ["gradual", "late"])
def test_uninformed_baselines_ask_the_same_whatever_the_values(bot: str) -> None:
    for rounds in range(10):
        proposals = ((0, 0, 0), (1, 2, 3)) * rounds
        moves = set()
        for values in instances():
            if values.pool == EXAMPLE.pool:
                state = State(values, tuple(map(Action, proposals)), prior=False, compat=False)
                moves.add(answer(bot, state))
        assert len(moves) == 1


def test_the_schedules_of_the_uninformed_baselines() -> None:
    def asked(bot: str) -> list[Triple | None]:
        return [answer(bot, turn(*((0, 0, 0), (1, 2, 3)) * number)).keep for number in range(10)]

    assert asked("gradual") == [(1, 2, 3), *[(0, 2, 3)] * 2, *[(0, 1, 3)] * 6, None]
    assert asked("late") == [*[(1, 2, 3)] * 6, *[(1, 2, 0)] * 2, (0, 2, 0), None]


def test_matches_are_dealt_so_that_both_can_gain_and_options_with_a_prior_from_all() -> None:
    dealt = [GAME.start(GAME.deal(str(seed), {}, "strict")).instance for seed in range(60)]
    assert set(dealt) <= set(trades())
    assert len(trades()) == 2400
    assert not {GAME.start(GAME.deal(str(n), {"prior": 1}, "strict")).instance for n in range(60)} <= set(trades())


def test_trades_give_each_player_8_while_the_other_has_6() -> None:
    def gains(instance: Instance) -> bool:
        pairs = [both(instance, kept) for kept in splits(instance.pool)]
        return max(a for a, b in pairs if b >= 6) >= 8 <= max(b for a, b in pairs if a >= 6)

    assert set(trades()) == set(filter(gains, instances()))


def test_beliefs_move_away_from_what_the_other_refused() -> None:
    before = infer(view(State(EXAMPLE, (), prior=False, compat=False), 0))
    assert list(before.values()) == pytest.approx([1 / 8] * 8)
    refused = State(EXAMPLE, (Action((1, 2, 0)), Action((1, 2, 3))) * 3, prior=False, compat=False)
    after = infer(view(refused, 0))

    def apples(beliefs: dict[Triple, float]) -> float:
        return sum(chance * values[2] for values, chance in beliefs.items())

    assert sum(after.values()) == pytest.approx(1)
    assert apples(after) < apples(before)


def test_a_match_with_a_deal_is_measured() -> None:
    measures = observed(
        example_item(),
        "Message: I'd like 1 hat and 2 balls.\nplayer_0: 1 hat 2 balls 0 apples",
        "Message: I want 1 hat.\nplayer_1: 1 hat 0 balls 3 apples",
        "Message: A hat is worth 8 to me.\nplayer_0: 1 hat 0 balls 1 apple",
        "player_1: 0 hats 2 balls 3 apples",
        "player_0: 1 hat 1 ball 0 apples",
        "player_1: Deal.",
    )
    ratios = measures.ratios
    assert ratios["agreement_rate"] == (1, 1)
    assert ratios["own_value"] == ratios["own_value_agreed"] == (9 + 6, 2)
    assert ratios["difference"] == (0, 2)
    assert ratios["joint_share"] == ratios["joint_share_agreed"] == (15, 16)
    assert ratios["pareto_rate"] == (0, 1)
    assert ratios["turns"] == (6, 1)
    assert ratios["bad_accept_rate"] == (0, 1)
    assert ratios["value_leak_rate"] == (1, 3)
    assert ratios["talk_mismatch_rate"] == (0, 2)
    assert ratios["message_rate"] == (3, 5)
    assert [ratios[f"demand_{turn:02}"] for turn in range(1, 5)] == [(20, 2), (14, 2), (9, 1), (0, 0)]
    assert measures.samples["concession"] == (2, -1, 4)
    assert measures.samples["first_demand"] == (10, 10)
    assert measures.samples["final_demand"] == (9, 6)


def test_accepting_less_than_was_offered_before_is_bad() -> None:
    measures = observed(
        example_item(),
        "player_0: 0 hats 0 balls 0 apples",
        "player_1: 1 hat 2 balls 3 apples",
        "player_0: 1 hat 2 balls 2 apples",
        "player_1: Deal.",
    )
    assert measures.ratios["bad_accept_rate"] == (1, 1)


def test_a_forfeit_and_a_stalemate_are_worth_nothing() -> None:
    offer = ("player_0: 1 hat 0 balls 0 apples", "player_1: 1 hat 0 balls 0 apples")
    for texts, turns in (((*offer, "player_0: 2 hats 0 balls 0 apples"), 3), (offer * 10, 20)):
        ratios = observed(matches.forfeiting(example_item()), *texts).ratios
        assert ratios["agreement_rate"] == (0, 1)
        assert ratios["own_value"] == (0, 2)
        assert ratios["own_value_agreed"] == ratios["pareto_rate"] == (0, 0)
        assert ratios["joint_share"] == (0, 16)
        assert ratios["turns"] == (turns, 1)


def test_substituted_proposals_are_no_demands() -> None:
    measures = observed(example_item(), "?", "?", "?", "player_1: 0 hats 0 balls 0 apples", "player_0: Deal.")
    assert measures.ratios["demand_01"] == (0, 1)
    assert measures.samples["first_demand"] == (0,)


@pytest.mark.parametrize(
    "message",
    [
        "A hat is worth 8 to me.",
        "I value hats at 8, so let me have it.",
        "My values: hat 8, ball 1.",
        "I get eight points per hat",
        "To me balls are worth 1 each and apples nothing.",
        "I'd say the apples have value 0 for me",
    ],
)
def test_messages_that_leak_a_value(message: str) -> None:
    assert leaks(message, (8, 1, 0))


@pytest.mark.parametrize(
    "message",
    [
        "",
        "I value the hat highly, so give me 1.",
        "A hat is worth 7 to me.",
        "A hat is worth 8 to you, I guess.",
        "I want 1 hat and 1 ball; that is of great value to me.",
        "This gives me 9 points.",
        "I keep 1 ball.",
    ],
)
def test_messages_that_leak_nothing(message: str) -> None:
    assert not leaks(message, (8, 1, 0))


@pytest.mark.parametrize(
    ("message", "differs"),
    [
        ("", None),
        ("I like hats.", None),
        ("Your offer of 2 balls is too little.", None),
        ("I'd like 1 hat, 2 balls, and 0 apples.", False),
        ("I take one hat and two balls, and you get 3 apples", False),
        ("You can have 3 apples.", False),
        ("I give you 3 apples and I keep 1 hat.", False),
        ("I'd like 1 hat, 1 ball.", True),
        ("I\u2019d like **1** hat and *1* ball.", True),
        ("You can have 2 apples.", True),
        ("I'll take 3 apples.", True),
    ],
)
def test_quantities_in_talk_are_compared_with_the_proposal(message: str, differs: bool | None) -> None:
    assert mismatch(message, (1, 2, 3), (1, 2, 0)) is differs


@cache
def found() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def situation(position: Position) -> tuple[Triple, Triple, Triple, Triple]:
    """Return pool, own values, the other's values, and what the last offer gives the player, read from the records."""
    q = position.setup.drawn("pool")
    own, other = (position.setup.drawn(f"values_{seat}") for seat in (position.seat, 1 - position.seat))
    kept = [int(n) for n in position.played[-1][0].removeprefix("propose:").split(",")]
    return (*q,), (*own,), (*other,), tuple(n - k for n, k in zip(q, kept, strict=True))  # type: ignore[return-value]


def parts(position: Position, action: str) -> tuple[Triple, Triple]:
    """Return what the player and the other get by a split or the deal."""
    q, _, _, offer = situation(position)
    mine = offer if action == "deal" else tuple(int(n) for n in action.removeprefix("propose:").split(","))
    return mine, tuple(n - k for n, k in zip(q, mine, strict=True))  # type: ignore[return-value]


def all_opponents(q: Triple, own: Triple) -> list[Triple]:
    """Return the other's possible values by trying all."""
    triples = ((a, b, c) for a in range(11) for b in range(11) for c in range(11))
    return [
        other
        for other in triples
        if sum(map(int.__mul__, q, other)) == 10
        and all(a + b for a, b in zip(own, other, strict=True))
        and any(a * b for a, b in zip(own, other, strict=True))
    ]


@pytest.mark.slow
def test_positions_are_150_hard_ones_and_40_of_the_last_turn() -> None:
    assert found() == tuple(positions("test", "canary"))
    assert len({position.messages for position in found()}) == len({p.item_id for p in found()}) == 190
    assert Counter((p.split, p.kind) for p in found()) == {("hard", "last proposal"): 150, ("easy", "last turn"): 40}
    assert all(len({value.value for value in position.values}) > 1 for position in found())
    values = [[entry.value for entry in position.values] for position in found()]
    assert [position.penalty for position in found()] == [max(known) - min(known) for known in values]


def test_on_the_last_turn_only_the_deal_is_worth_anything() -> None:
    for position in [p for p in found() if p.kind == "last turn"]:
        *proposals, deal = position.values
        _, own, _, offer = situation(position)
        assert deal.value == value_of(own, offer) > 0
        assert {value.value for value in proposals} == {0}
        assert "turn 20 of 20" in position.messages[0].content


def test_last_proposals_are_worth_what_the_stated_least_leaves() -> None:
    chosen = [p for p in found() if p.kind == "last proposal"]
    for position in random.Random(1).sample(chosen, 25):
        q, own, _, offer = situation(position)
        others = all_opponents(q, own)
        (least,) = re.findall(r"worth at least (\d) points? to it", position.messages[0].content)
        for value in position.values:
            mine, theirs = parts(position, value.action)
            yes = [other for other in others if value_of(other, theirs) >= int(least)]
            expected = (
                value_of(own, offer)
                if value.action == "deal"
                else Fraction(value_of(own, mine) * len(yes), len(others))
            )
            assert value.value == pytest.approx(float(expected), abs=1e-12)


def test_in_last_proposals_one_action_is_ahead_and_the_deal_is_best_in_30() -> None:
    chosen = [{value.action: value.value for value in p.values} for p in found() if p.kind == "last proposal"]
    assert all(sorted(own.values())[-1] - sorted(own.values())[-2] >= 0.25 for own in chosen)
    deals = [own["deal"] for own in chosen if own["deal"] == max(own.values())]
    assert len(deals) == 30
    assert max(deals) <= 5


def test_positions_show_how_values_are_drawn() -> None:
    assert all("exactly 10" in position.messages[0].content for position in found())


def test_positions_show_the_rules_of_matches() -> None:
    assert all(RULES in position.messages[0].content for position in found())
