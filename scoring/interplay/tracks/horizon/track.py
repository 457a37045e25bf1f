"""The horizon track as the rest of the package sees it."""

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from operator import gt

from msgspec.structs import replace

from interplay.core.errors import ContextError, is_overflow
from interplay.core.records import Message, Rule
from interplay.core.reports import Report
from interplay.tracks.base import Analyst, Grade, Part, Pooled, Status, Values, tables_of
from interplay.tracks.horizon import horizons, notes
from interplay.tracks.horizon.bots import BLIND, BOTS, EXACT
from interplay.tracks.horizon.records import BUDGET, BUDGETS, Item, Prediction
from interplay.tracks.horizon.scores import Graded, grade, within
from interplay.tracks.single_turn import SingleTurn

MODEST = ("8", "16", "32", "64", "128", "256", "512")
"""Levels of sessions that fit the context of most models."""
_LOW, _, _HIGH = BUDGETS
_ONE_REPLY = ("h50_1024", "h50_16384", "passed_1024", "passed_16384")
"""Metrics at other budgets than the headline's, which need to know the tokens of the reply alone."""
_TABLES = tables_of(__package__)
_POOLED = {
    "h50": Pooled(("passed",), horizons.horizon),
    "h50_1024": Pooled(("passed_1024", "uncounted"), partial(horizons.unless, bool, horizons.UNCOUNTED)),
    "h50_16384": Pooled(("passed_16384", "limit"), partial(horizons.unless, partial(gt, _HIGH), horizons.SHORT)),
    "tokens_per_operation": Pooled(("tokens",), horizons.tokens_per_operation),
}
"""How metrics follow from the values of several items."""


class Horizon(SingleTurn[Item, Prediction]):
    """The horizon track: an item is a session of some operations whose final report a system has to give."""

    name = "horizon"
    scoring_version = 2
    metrics = tuple(dataclasses.replace(spec, pooled=_POOLED.get(spec.name)) for spec in _TABLES.metrics)
    legend, ceiling = _TABLES.legend, _TABLES.ceiling
    table_by = ("family",)
    spread_by = ("level",)
    notes_by = (("split", "level"),)
    also_by = (("split", "family"),)
    cluster_unit = "sessions"
    at_budgets = "passed_16384"
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BLIND)
    reply_tokens = _HIGH
    item = Item
    prediction = Prediction
    longest = 100_000
    bots = BOTS
    random_bot = "parrot"
    front = ("single",)
    parts = {"quick-1": Part(rule=Rule(where={"level": MODEST}, sample=42, sample_seed=1, spread=("level",)))}

    def where(self, item: Item) -> dict[str, str]:
        return {"split": item.split, "family": item.family, "level": str(item.level)}

    def cluster(self, item: Item) -> str:
        return item.session

    def calls(self, item: Item) -> tuple[int, int]:
        return len(item.expected), len(item.expected)

    def follow(self, item: Item, raws: Sequence[str]) -> tuple[Message, ...]:
        """Return the next request; a reply that was cut stays in the history."""
        request = item.requests[len(raws) - 1 : len(raws)]
        last = Message(role="assistant", content=raws[-1])
        return (last, Message(role="user", content=request[0])) if request else ()

    def is_final(self, error: Exception) -> bool:
        """Return whether the item does not fit what the system can take in."""
        return isinstance(error, ContextError)

    def is_error(self, prediction: Prediction) -> bool:
        """Return whether a reply is missing that another attempt could get."""
        return prediction.response is None and not is_overflow(prediction.error or "")

    def undefined(self, item: Item) -> tuple[str, ...]:
        """Return what needs several replies, or one: the tokens of several are counted together."""
        return _ONE_REPLY if len(item.expected) > 1 else ("turn_accuracy",)

    def grader(self, item: Item) -> Callable[[Prediction], Grade]:
        slim = replace(item, messages=(), requests=())

        def grade_prediction(prediction: Prediction) -> Grade:
            graded = grade(item, prediction)
            is_played = prediction.response is not None
            values = _values(graded, is_played=is_played)
            reason = graded.failure if is_played else f"{graded.failure}: {prediction.error or 'no response'}"
            status: Status = "played" if is_played else "error"
            return Grade(prediction.item_id, prediction.trial, status, values, reason, graded, slim)

        return grade_prediction

    def form(self, item: Item) -> str:
        """Return the lines of the report."""
        return f"a line for each of {', '.join(line.label for line in item.report[:6])}{', …' * (len(item.report) > 6)}"

    def explain(self, item: Item, grade: Grade) -> str | None:
        graded = grade.detail
        if not isinstance(graded, Graded) or not graded.wrong:
            form = f"; the prompt asks for {self.form(item)}"
            return f"{grade.reason}{form}" if grade.reason else "correct"
        right = {line.label: value for line, value in zip(item.report, item.expected[-1], strict=True)}
        return "wrong values; correct are " + ", ".join(f"{label}: {right[label]}" for label in graded.wrong)

    def analyst(self) -> Analyst:
        from interplay.tracks.horizon.analyst import Turns  # noqa: PLC0415  only scoring needs numpy

        return Turns()

    def notes(self, report: Report) -> tuple[str, ...]:
        """Return the horizon with its budget, and what came of the turns."""
        return tuple(notes.notes(report))


def _values(graded: Graded, *, is_played: bool) -> Values:
    """Return the values of the metrics; single items have none of the pooled ones."""
    values: Values = {
        "played": float(is_played),
        "passed": float(within(graded, BUDGET).passed),
        "passed_1024": float(within(graded, _LOW).passed),
        "passed_16384": float(within(graded, _HIGH).passed),
        "turn_accuracy": graded.accuracy,
        "tokens": None if graded.counting == "none" else float(graded.tokens),
        "limit": graded.limit,
        "context": float(graded.failure == "context"),
    }
    if is_played:
        values["uncounted"] = float(graded.counting != "all")
        values["unparsable"] = float(graded.failure in {"no report", "contradiction"})
        values["cut"] = float(graded.failure == "cut")
    return values


TRACK = Horizon()
