"""Grades of items, budgets, horizons, and the bots."""

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask, Done, Reply, advance, begin, drive
from interplay.core.records import Usage
from interplay.core.reports import Metric, Statistic
from interplay.tracks.base import Cell
from interplay.tracks.horizon import horizons
from interplay.tracks.horizon.analyst import Turns, differences
from interplay.tracks.horizon.bots import BOTS, MEMORY, written
from interplay.tracks.horizon.records import BUDGET, TURNS, Item, Line, Prediction
from interplay.tracks.horizon.scores import Graded, grade, within
from interplay.tracks.horizon.track import TRACK
from interplay_builders.tracks.horizon import build, compose
from interplay_builders.tracks.horizon.dependence import fitting
from interplay_builders.tracks.horizon.sessions import draw

LEVELS = (8, 32, 128, 512)
Pair = tuple[Item, Graded]


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [
        compose.single(draw(family, level, "scores", number), "canary")
        for family in ("cash_book", "chores", "registers", "warehouse")
        for level in LEVELS
        for number in range(4)
    ]


@pytest.fixture(scope="module")
def item(items: list[Item]) -> Item:
    return items[0]


@pytest.fixture(scope="module")
def turns() -> Item:
    return compose.in_turns(fitting("registers", 32, "scores", 0), "canary")


def said(item: Item, text: str | None, tokens: int = 100, **more: object) -> Prediction:
    made = Prediction(item_id=item.item_id, response=text, usage=Usage(calls=1, completion_tokens=tokens))
    return replace(made, **more)


def cells(pairs: Iterable[Pair], budget: int = BUDGET) -> list[Cell]:
    """Return what horizons are estimated from."""
    return [(TRACK.where(item), (float(within(found, budget).passed),)) for item, found in pairs]


def horizon(pairs: Iterable[Pair], budget: int = BUDGET) -> Metric:
    return horizons.horizon(cells(pairs, budget))


def by_level(pairs: Iterable[Pair], budget: int = BUDGET) -> dict[int, float]:
    """Return how many items of each level passed."""
    found: Counter[int] = Counter()
    for item, one in pairs:
        found[item.level] += within(one, budget).passed
    return dict(found)


def statistics(*said: tuple[Item, Prediction]) -> list[Statistic]:
    analyst = TRACK.analyst()
    assert isinstance(analyst, Turns)
    for item, prediction in said:
        analyst.add(TRACK.grader(item)(prediction))
    return list(analyst.statistics())


def right(item: Item, turn: int = -1) -> str:
    return written(item.report, item.expected[turn])


def test_right_report_passes_and_wrong_one_says_which_lines(item: Item) -> None:
    assert grade(item, said(item, right(item))).passed
    values = list(item.expected[0])
    values[0] = "0.01"
    found = grade(item, said(item, written(item.report, values)))
    assert (found.passed, found.failure, found.wrong) == (False, "wrong", (item.report[0].label,))


def test_cut_reply_fails_with_that_reason(item: Item) -> None:
    found = grade(item, said(item, right(item), finish_reason="length"))
    assert (found.passed, found.failure) == (False, "cut")


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        ("400: This model's maximum context length is 8192 tokens", "context"),
        ("smollm2: Requested tokens (9000) exceed context window of 8192", "context"),
        ("503: overloaded", "error"),
        (None, "error"),
    ],
)
def test_item_that_does_not_fit_is_counted_apart(item: Item, error: str | None, failure: str) -> None:
    assert grade(item, said(item, None, error=error)).failure == failure


def test_reply_that_needed_more_tokens_fails_at_a_smaller_budget(item: Item) -> None:
    found = grade(item, said(item, right(item), tokens=2_000))
    assert within(found, 4_096).passed
    cut = within(found, 1_024)
    assert (cut.passed, cut.failure, cut.turns) == (False, "cut", (False,))


def test_tokens_that_were_not_counted_are_noticed(item: Item) -> None:
    assert grade(item, said(item, right(item), tokens=0)).counting == "none"
    assert grade(item, said(item, right(item), tokens=60)).counting == "all"
    thoughts = said(item, right(item), tokens=60, reasoning="so " * 5_000)
    assert grade(item, thoughts).counting == "reply"


def test_first_failing_turn_and_recovery(turns: Item) -> None:
    replies = [right(turns, turn) for turn in range(8)]
    replies[2] = replies[3] = "no idea"
    found = grade(turns, said(turns, replies[-1], earlier=tuple(replies[:-1])))
    assert found.passed
    assert (found.accuracy, found.first_failing) == (0.75, 3)
    told = statistics((turns, said(turns, replies[-1], earlier=tuple(replies[:-1]))))
    assert [one.value for one in told if one.name == "turn_accuracy"] == [1, 1, 0, 0, 1, 1, 1, 1]
    assert {one.name: one.value for one in told if "turn" not in one.where} == {
        "first_failing_turn": 3,
        "recovery": 0.5,
    }
    assert grade(turns, said(turns, right(turns))).first_failing == 1


def test_turns_are_asked_with_the_replies_that_were_given(turns: Item) -> None:
    steps = TRACK.episode(turns, 0)
    step, seen = begin(steps), []
    while not isinstance(step, Done):
        seen.append(step)
        step = advance(steps, Reply(f"reply {len(seen)}", completion_tokens=7, finish_reason="stop"))
    assert [len(ask.messages) for ask in seen] == [1, 3, 5, 7, 9, 11, 13, 15]
    assert {ask.max_tokens for ask in seen} == {None}, "the run's own limit holds"
    assert [message.content for message in seen[-1].messages[1::2]] == [f"reply {n}" for n in range(1, 8)]
    made = step.prediction
    assert (made.earlier[0], made.response) == ("reply 1", "reply 8")
    assert list(TRACK.replies(turns, made)) == [f"reply {n}" for n in range(1, TURNS + 1)]
    assert made.usage == Usage(calls=8, completion_tokens=56)


def graded(items: list[Item], bot: str | Callable[[Ask], str], trial: int = 0) -> list[Pair]:
    reply = BOTS[bot] if isinstance(bot, str) else bot
    return [(item, grade(item, drive(TRACK.episode(item, trial), reply))) for item in items]


@pytest.mark.parametrize(("rate", "bot"), [(0.01, "faulty-100"), (0.001, "faulty-1000")])
def test_horizon_of_a_bot_that_slips_is_its_half_life(rate: float, bot: str) -> None:
    lasting = [replace(one, level=level, item_id=f"{level}/{n}", session=f"{n}/{level}") for one, level, n in copies()]
    found = horizon(graded(lasting, bot))
    half = math.log(0.5) / math.log(1 - rate)
    assert found.low is not None
    assert found.high is not None
    assert found.low < half < found.high


def copies() -> list[tuple[Item, int, int]]:
    """Return items that stand for a main split: the bot looks at level and report alone."""
    made = [compose.single(draw(family, 8, "copies", 0), "c") for family in ("cash_book", "chores", "registers")]
    return [(one, level, n) for one in made for level in build.LEVELS for n in range(16)]


def test_exact_bot_is_beyond_the_levels_and_those_that_know_nothing_are_below(items: list[Item]) -> None:
    exact = horizon(graded(items, "exact"))
    assert (exact.text, exact.value, exact.high, exact.above) == ("> 512", None, None, 512)
    for bot in ("parrot", "silent"):
        nothing = horizon(graded(items, bot))
        assert (nothing.text, nothing.value, nothing.above) == ("< 8", None, None)


def test_what_is_known_of_the_lower_end_is_kept_beyond_the_levels() -> None:
    """A system that fails at the last level more often than not need not be better than one below it."""
    right = {8: 6, 16: 6, 32: 6, 64: 6, 128: 5, 256: 5, 512: 3}
    counts: list[Cell] = [
        ({"split": "single", "family": f"f{n}", "level": str(level)}, (float(n < count),))
        for level, count in right.items()
        for n in range(6)
    ]
    found = horizons.horizon(counts)
    assert found.value is None and found.low is not None
    assert (found.above, found.high, 100 < found.low < 512) == (512, None, True)
    assert found.text == f"> 512 [{found.low:,.0f}, > 512]"


def test_forgetful_bot_lasts_as_long_as_its_memory(items: list[Item]) -> None:
    found = horizon(graded(items, "forgetful"))
    assert found.low is not None
    assert found.high is not None
    assert found.low < MEMORY < found.high
    assert by_level(graded(items, "forgetful")) == {8: 16, 32: 16, 128: 0, 512: 0}


def test_bots_answer_every_layout(turns: Item) -> None:
    session = fitting("registers", 32, "scores", 0)
    for one in (turns, *compose.in_true_turns(session, "canary")):
        assert grade(one, drive(TRACK.episode(one, 0), BOTS["exact"])).accuracy == 1
        assert grade(one, drive(TRACK.episode(one, 0), BOTS["parrot"])).accuracy <= 1 / 8


def test_the_last_true_report_is_not_the_next_one() -> None:
    """A report in the history, sent again, passes only where a turn changed nothing that the report shows."""
    repeated = [
        grade(one, said(one, one.messages[-2].content)).passed
        for family in ("cash_book", "chores", "registers", "warehouse")
        for one in list(compose.in_true_turns(fitting(family, 64, "scores", 0), "c"))[1:]
    ]
    assert not any(repeated)


def horizon_of_run(budget: int, cells: list[Cell]) -> Metric:
    return horizons.unless(partial(operator.gt, budget), horizons.SHORT, cells)


def test_reply_that_was_cut_says_nothing_of_larger_budgets(items: list[Item]) -> None:
    pairs: list[Pair] = [(one, grade(one, said(one, right(one), tokens=10 * one.level))) for one in items]
    assert by_level(pairs, 1_024) == {8: 16, 32: 16, 128: 0, 512: 0}
    assert horizons.tokens_per_operation([(TRACK.where(one), (10.0 * one.level,)) for one in items]).value == 10
    assert horizons.tokens_per_operation([(TRACK.where(items[0]), (None,))]).value is None
    two: list[Cell] = [(where, (passed, None)) for where, (passed,) in cells(pairs, 16_384)]
    assert horizon_of_run(16_384, two).text == "> 512"
    cut = [(two[0][0], (0.0, 4_096.0)), *two[1:]]
    assert horizon_of_run(4_096, cut).text == "> 512"
    assert horizon_of_run(16_384, cut) == Metric(name="h50", reason=horizons.SHORT)


def test_items_of_two_levels_or_of_single_turns_have_no_horizon(items: list[Item]) -> None:
    assert horizon((item, grade(item, said(item, right(item)))) for item in items if item.level < 100).value is None
    assert horizons.horizon([]).reason == horizons.MIXED
    apart = [({**where, "split": "turns_true"}, values) for where, values in cells(graded(items, "forgetful"))]
    assert horizons.horizon(apart) == Metric(name="h50", reason=horizons.MIXED)


def test_trials_of_an_item_count_as_one_item(items: list[Item]) -> None:
    """Twice the trials of a bot that is the same in all of them tell no more than one."""
    once = cells(graded(items, "forgetful"))
    half: list[Cell] = [(where, (0.5,)) if where["level"] == "32" else (where, values) for where, values in once]
    assert horizons.horizon(half).value != horizons.horizon(once).value
    wider = horizons.horizon([(where, (0.5,)) for where, _ in once])
    assert (horizons.horizon(once).standard_error or 0) < (wider.standard_error or math.inf)


def test_slips_are_wrong_in_reports_without_numbers(item: Item) -> None:
    line = Line(label="Last", kind="words", allowed=("ink", "tea"))
    worded = replace(item, report=(line,), expected=(("ink, tea",),), level=2_048)
    reply = BOTS["faulty-100"](Ask(worded.messages, worded))
    assert reply == "Last: ink"
    assert grade(worded, said(worded, reply)).failure == "wrong"


def test_self_conditioning_is_what_true_reports_in_the_history_would_mend() -> None:
    """A system that makes one mistake at turn 4 and goes on from there suffers from turn 5 on, and only in turns."""
    made: list[tuple[Item, Prediction]] = []
    for number in range(8):
        session = fitting("registers", 16, "conditioning", number)
        whole, apart = compose.in_turns(session, "c"), list(compose.in_true_turns(session, "c"))
        replies = [right(whole, turn) if turn < 3 or number % 2 else "lost" for turn in range(TURNS)]
        made.append((whole, said(whole, replies[-1], earlier=tuple(replies[:-1]))))
        made += [(one, said(one, "lost" if one.turn == 4 and not number % 2 else right(one))) for one in apart]
    found = [one for one in statistics(*made) if one.name == "self_conditioning"]
    assert [one.value for one in found[1:]] == [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5]
    assert found[0].value == pytest.approx(2 / 7)
    assert {one.n for one in found} == {8}
    assert found[1].low is None, "nothing varied"
    assert found[5].low is not None
    assert 0 < found[5].low < 0.5


def test_sessions_asked_in_one_layout_alone_say_nothing_of_self_conditioning() -> None:
    assert differences({"a": (True, False)}, {"b": (True, False)}) == ()
    assert differences({"a": (True, False)}, {"a": (True,)}) == ()


def test_turns_of_processes_that_share_the_grading_add_up(turns: Item) -> None:
    session = fitting("registers", 32, "scores", 0)
    both = [(one, said(one, right(one))) for one in (turns, *compose.in_true_turns(session, "c"))]
    first, second = TRACK.analyst(), TRACK.analyst()
    assert isinstance(first, Turns)
    assert isinstance(second, Turns)
    for number, (one, prediction) in enumerate(both):
        (first if number % 2 else second).add(TRACK.grader(one)(prediction))
    first.merge(second)
    assert list(first.statistics()) == statistics(*both)
