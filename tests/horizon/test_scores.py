"""Grades of items, budgets, horizons, and the bots."""

import math
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask, Done, Reply, advance, begin, drive
from interplay.core.records import Usage
from interplay.tracks.horizon import horizons
from interplay.tracks.horizon.bots import BOTS, MEMORY, written
from interplay.tracks.horizon.conditioning import differences
from interplay.tracks.horizon.episodes import episode
from interplay.tracks.horizon.horizons import Pair
from interplay.tracks.horizon.records import Item, Prediction
from interplay.tracks.horizon.scores import grade, within
from interplay_builders.tracks.horizon import compose
from interplay_builders.tracks.horizon.dependence import fitting
from interplay_builders.tracks.horizon.sessions import draw

LEVELS = (8, 32, 128, 512)


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
    shown = horizons.horizon([(item, grade(item, thoughts))])
    assert shown.uncounted == 1
    assert "not all tokens of 1 of 1 replies were counted" in str(shown)


def test_first_failing_turn_and_recovery(turns: Item) -> None:
    replies = [right(turns, turn) for turn in range(8)]
    replies[2] = replies[3] = "no idea"
    found = grade(turns, said(turns, replies[-1], earlier=tuple(replies[:-1])))
    assert found.passed
    assert (found.accuracy, found.first_failing, found.recoveries) == (0.75, 3, (1, 2))
    pairs: list[Pair] = [(turns, found)]
    assert horizons.turns(pairs) == (1, 1, 0, 0, 1, 1, 1, 1)
    assert horizons.recovery(pairs) == 0.5
    assert grade(turns, said(turns, right(turns))).first_failing == 1


def test_turns_are_asked_with_the_replies_that_were_given(turns: Item) -> None:
    steps = episode(turns, 0, budget=1_024)
    step, seen = begin(steps), []
    while not isinstance(step, Done):
        seen.append(step)
        step = advance(steps, Reply(f"reply {len(seen)}", completion_tokens=7, finish_reason="stop"))
    assert [len(ask.messages) for ask in seen] == [1, 3, 5, 7, 9, 11, 13, 15]
    assert {ask.max_tokens for ask in seen} == {1_024}
    assert [message.content for message in seen[-1].messages[1::2]] == [f"reply {n}" for n in range(1, 8)]
    made = step.prediction
    assert (made.earlier[0], made.response, made.budget) == ("reply 1", "reply 8", 1_024)
    assert made.usage == Usage(calls=8, completion_tokens=56)


def graded(items: list[Item], bot: str | Callable[[Ask], str], trial: int = 0) -> list[Pair]:
    reply = BOTS[bot] if isinstance(bot, str) else bot
    return [(item, grade(item, drive(episode(item, trial), reply))) for item in items]


@pytest.mark.parametrize(("rate", "bot"), [(0.01, "faulty-100"), (0.001, "faulty-1000")])
def test_horizon_of_a_bot_that_slips_is_its_half_life(rate: float, bot: str) -> None:
    lasting = [replace(one, level=level, item_id=f"{level}/{n}", session=f"{n}/{level}") for one, level, n in copies()]
    found = horizons.horizon(graded(lasting, bot))
    half = math.log(0.5) / math.log(1 - rate)
    assert found.low is not None
    assert found.high is not None
    assert found.low < half < found.high


def copies() -> list[tuple[Item, int, int]]:
    """Return items that stand for a main split: the bot looks at level and report alone."""
    made = [compose.single(draw(family, 8, "copies", 0), "c") for family in ("cash_book", "chores", "registers")]
    return [(one, level, n) for one in made for level in compose.LEVELS for n in range(16)]


def test_exact_bot_is_beyond_the_levels_and_those_that_know_nothing_are_below(items: list[Item]) -> None:
    exact = horizons.horizon(graded(items, "exact"))
    assert (exact.shown, exact.value, exact.high) == ("> 512", None, None)
    assert "higher levels" in str(exact)
    for bot in ("parrot", "silent"):
        nothing = horizons.horizon(graded(items, bot))
        assert (nothing.shown, nothing.value, sum(nothing.failures.values())) == ("< 8", None, len(items))


def test_forgetful_bot_lasts_as_long_as_its_memory(items: list[Item]) -> None:
    found = horizons.horizon(graded(items, "forgetful"))
    assert found.low is not None
    assert found.high is not None
    assert found.low < MEMORY < found.high
    assert horizons.by_level(graded(items, "forgetful")) == {8: (16, 16), 32: (16, 16), 128: (0, 16), 512: (0, 16)}


def test_bots_answer_every_layout(turns: Item) -> None:
    session = fitting("registers", 32, "scores", 0)
    for one in (turns, *compose.in_true_turns(session, "canary")):
        assert grade(one, drive(episode(one, 0), BOTS["exact"])).accuracy == 1
        assert grade(one, drive(episode(one, 0), BOTS["parrot"])).accuracy <= 1 / 8


def test_the_last_true_report_is_not_the_next_one() -> None:
    """A report in the history, sent again, passes only where a turn changed nothing that the report shows."""
    repeated = [
        grade(one, said(one, one.messages[-2].content)).passed
        for family in ("cash_book", "chores", "registers", "warehouse")
        for one in list(compose.in_true_turns(fitting(family, 64, "scores", 0), "c"))[1:]
    ]
    assert not any(repeated)


def test_missing_items_fail_and_parts_add_up(items: list[Item]) -> None:
    pairs: list[Pair] = [*graded(items[:32], "exact"), *((one, None) for one in items[32:])]
    found = horizons.horizon(pairs)
    assert (found.items, found.failures) == (64, {"missing": 32})
    assert horizons.by_level(pairs) == dict.fromkeys(LEVELS, (8, 16))
    families = horizons.by_family(pairs)
    assert {name: one.shown for name, one in families.items()} == {
        "cash_book": "> 512",
        "chores": "> 512",
        "registers": "< 8",
        "warehouse": "< 8",
    }


def test_a_run_speaks_for_budgets_up_to_its_own(items: list[Item]) -> None:
    pairs: list[Pair] = [(one, grade(one, said(one, right(one), tokens=10 * one.level))) for one in items]
    curve = horizons.by_budget(pairs, run=4_096)
    assert [one.budget for one in curve] == [1_024, 4_096]
    assert horizons.by_level(pairs, 1_024) == {8: (16, 16), 32: (16, 16), 128: (0, 16), 512: (0, 16)}
    assert horizons.tokens_per_operation(pairs) == 10
    assert horizons.tokens_per_operation([]) is None


def test_no_items_are_an_error() -> None:
    with pytest.raises(ValueError, match="found no items"):
        horizons.horizon([])


def test_self_conditioning_is_what_true_reports_in_the_history_would_mend() -> None:
    """A system that adds one mistake at turn 4 and goes on from there suffers from turn 5 on, and only in turns."""
    pairs: list[Pair] = []
    for number in range(8):
        session = fitting("registers", 16, "conditioning", number)
        whole, apart = compose.in_turns(session, "c"), list(compose.in_true_turns(session, "c"))
        replies = [right(whole, turn) if turn < 3 or number % 2 else "lost" for turn in range(8)]
        pairs.append((whole, grade(whole, said(whole, replies[-1], earlier=tuple(replies[:-1])))))
        pairs += [
            (one, grade(one, said(one, "lost" if one.turn == 4 and not number % 2 else right(one)))) for one in apart
        ]
    found = differences(pairs)
    assert [one.value for one in found] == [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5]
    assert {one.sessions for one in found} == {8}
    assert found[0].bounds.reason == "nothing varied over 8 sessions"
    assert found[4].bounds.low is not None
    assert 0 < found[4].bounds.low < 0.5


def test_sessions_asked_in_one_layout_alone_say_nothing_of_self_conditioning(turns: Item) -> None:
    assert differences([(turns, None)]) == ()
