"""No uninformed baseline scores above 0 in the headline."""

from collections.abc import Callable, Mapping, Sequence
from statistics import mean, stdev

import pytest

from interplay.core.driver import Ask
from interplay.core.release import Release
from interplay.tracks.scorekeeping.bots import BOTS, EXACT
from interplay.tracks.scorekeeping.dialogue import Situation
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import grade
from interplay.tracks.scorekeeping.track import TRACK
from tests.scorekeeping import examples

Rule = Callable[["Seen"], bool]


class Seen:
    """What a rule of thumb may know of the events before a probe."""

    def __init__(self, item: Item, number: int, slot: str) -> None:
        rounds = list(enumerate(item.rounds[: number + 1]))
        self.round = number
        self.requests = [n for n, r in rounds if r.request and r.request.slot == slot]
        self.updates = [n for n, r in rounds for u in r.updates if u.slot == slot]

    @property
    def since_request(self) -> int:
        return self.round - max(self.requests, default=-100)

    @property
    def since_update(self) -> int:
        return self.round - max(self.updates, default=-100)


RULES: Mapping[str, Rule] = {
    "always yes": lambda _: True,
    "always no": lambda _: False,
    "yes if asked": lambda s: bool(s.requests),
    "yes if asked and never corrected": lambda s: bool(s.requests) and not s.updates,
    "no if ever corrected": lambda s: not s.updates,
    "yes if asked twice": lambda s: len(s.requests) > 1,
    "yes if asked three times": lambda s: len(s.requests) > 2,
    "no if corrected twice": lambda s: len(s.updates) < 2,
    "yes if asked more often than corrected": lambda s: len(s.requests) > len(s.updates),
    "yes if asked more often by two": lambda s: len(s.requests) > len(s.updates) + 1,
    "yes if asked for in this round": lambda s: s.since_request == 0,
    "no if corrected in this round": lambda s: s.since_update != 0,
    "yes if asked for before it was corrected": lambda s: min([*s.requests, 99]) < min([*s.updates, 99]),
    **{f"yes from round {k} on": lambda s, k=k: s.round >= k for k in range(15)},  # type: ignore[misc]
    "yes in odd rounds": lambda s: s.round % 2 == 1,
}
RECENT: Mapping[str, Rule] = {
    **{f"yes if asked {k} rounds ago": lambda s, k=k: s.since_request <= k for k in range(1, 10)},  # type: ignore[misc]
    **{f"no if corrected {k} rounds ago": lambda s, k=k: s.since_update > k for k in range(1, 10)},  # type: ignore[misc]
}


@pytest.fixture(scope="module")
def corrections(release: Release) -> Sequence[Item]:
    return tuple(release.rows("scorekeeping_corrections", Item))


def gain(rule: Rule, item: Item) -> float:
    """Return 2 accuracy - 1 of a rule over the informative probes of an item."""
    plan = plan_of(item)
    right = [rule(Seen(item, n, plan.names[slot])) is truth for (n, slot), truth in informative(plan).items()]
    return 2 * mean(right) - 1


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
@pytest.mark.slow
def test_rules_of_counts_rounds_and_last_mentions_are_right_half_the_time_in_every_item(
    rule: Rule, corrections: Sequence[Item]
) -> None:
    assert {gain(rule, item) for item in corrections} == {0.0}


@pytest.mark.parametrize("rule", RECENT.values(), ids=RECENT.keys())
@pytest.mark.slow
def test_rules_of_how_long_ago_gain_little(rule: Rule, corrections: Sequence[Item]) -> None:
    assert mean(gain(rule, item) for item in corrections) < 0.28


def test_the_order_of_events_decides(corrections: Sequence[Item]) -> None:
    """A correction comes before the request of its round."""
    assert {gain(lambda s: s.since_request <= s.since_update, item) for item in corrections} == {1.0}


def scores(reply: Callable[[Ask], str], items: Sequence[Item]) -> list[float]:
    """Return the headline of each item, 0 where an episode was not played."""
    return [grade(plan_of(item), examples.play_with(item, reply)).score or 0.0 for item in items]


@pytest.mark.parametrize("bot", sorted(set(EXACT) - {"oracle"}))
def test_these_bots_score_0_on_every_item(bot: str, corrections: Sequence[Item]) -> None:
    assert set(scores(BOTS[bot], corrections)) == {0.0}


@pytest.mark.parametrize("bot", sorted(set(BOTS) - set(EXACT) - {"schedule"}))
def test_the_other_bots_score_0_within_two_standard_errors(bot: str, corrections: Sequence[Item]) -> None:
    found = scores(BOTS[bot], corrections)
    assert mean(found) < 2 * stdev(found) / len(found) ** 0.5


@pytest.mark.slow
def test_the_order_of_lines_that_share_rare_words_is_worth_less_than_half(corrections: Sequence[Item]) -> None:
    found = scores(BOTS["schedule"], corrections)
    assert 0 < mean(found) < 50


def says(ask: Ask, value: str, label: bool) -> str:
    at = examples.situation(ask)
    return f"ANSWER: {value}" if at.kind == "answer" else f"ASIDE: {'yes' if label else 'no'}"


def everything(ask: Ask) -> str:
    return " ".join(m.content for m in ask.messages if m.role == "user").replace("\n", " ")


class Once:
    """Tells everything it knows in its first answer, and nothing but what was asked for afterwards."""

    def __call__(self, ask: Ask) -> str:
        at = examples.situation(ask)
        return says(ask, everything(ask) if at.round == 1 else at.value, at.round > 0)


class NewsAtOnce:
    """Tells each correction at once, unasked, so that nothing is ever stale for long."""

    def __call__(self, ask: Ask) -> str:
        at = examples.situation(ask)
        last = ask.messages[-1].content
        return says(ask, f"{at.value} {last}" if "MODERATOR" in last else at.value, at.asked > 0)


def mute_about_repeats(ask: Ask) -> str:
    """Answer no repeated request, so that what was corrected stays private, and say no."""
    at: Situation = examples.situation(ask)
    return says(ask, at.value if at.asked < 2 else "no idea", at.asked > 0 and not at.stale and at.asked < 2)


@pytest.mark.parametrize("policy", [Once(), NewsAtOnce(), mute_about_repeats, lambda ask: says(ask, "", True)])
def test_changing_the_truth_to_what_is_easy_does_not_pay(
    policy: Callable[[Ask], str], corrections: Sequence[Item]
) -> None:
    assert max(scores(policy, corrections)) <= 0.0


def test_who_is_always_wrong_has_minus_100(corrections: Sequence[Item]) -> None:
    def contrary(ask: Ask) -> str:
        at = examples.situation(ask)
        return says(ask, at.value, not at.shared)

    assert set(scores(contrary, corrections)) == {-100.0}


def test_an_aborted_episode_has_0_and_an_unparsable_probe_is_a_wrong_one(corrections: Sequence[Item]) -> None:
    item = corrections[0]
    number, slot = next(iter(informative(plan_of(item))))
    name = plan_of(item).names[slot]

    def slip(ask: Ask) -> str:
        at = examples.situation(ask)
        is_slip = at.kind == "probe" and (at.round, at.slot) == (number, name)
        return "I do not know." if is_slip else BOTS["oracle"](ask)

    assert scores(slip, [item]) == pytest.approx([100 * (2 * 17 / 18 - 1)])
    silent = TRACK.grader(item)(examples.play_bot(item, "silent"))
    assert (silent.status, silent.values["score"]) == ("aborted", 0.0)
