"""The simulation track as the rest of the package sees it."""

from collections.abc import Callable, Iterator

from interplay.exchange import Ask, Reply, Steps
from interplay.release import Release
from interplay.simulation.bots import BOTS
from interplay.simulation.records import Prediction, Script
from interplay.simulation.scores import Graded, grade
from interplay.tracks import Defaults, Grade, MetricSpec, Track
from interplay.types import Header, Record

MAX_REPLY = 100_000
"""Characters kept of a reply; checks fail one that is much shorter already."""


class Simulation(Defaults):
    """See ``interplay.tracks.Track``."""

    name = "simulation"
    scoring_version = 1
    metrics: tuple[MetricSpec, ...] = (
        MetricSpec("score", "score", 0.0, "score", 1),
        MetricSpec("played", "answered", 0.0),
        MetricSpec("strict", "strict", heading="strict"),
        MetricSpec("content", "content", heading="content"),
        MetricSpec("format", "format", heading="format"),
    )
    legend = """\
score = 100 x share of checkable scripts whose reply passes all checks, missing replies count 0; content, format =
share whose checks of that role all pass. Scripts that only a judge can grade are left out. – is undefined, never 0."""
    shown_by: tuple[str, ...] = ("script_type",)
    summary_by: tuple[str, ...] = ()
    cluster_unit = "tasks"
    prediction = Prediction
    bots = BOTS

    def items(self, release: Release) -> Iterator[Script]:
        """Yield the scripts of the release."""
        yield from release.rows("simulation", Script)

    def item_id(self, item: Script) -> str:
        """Return the item's id."""
        return item.item_id

    def where(self, item: Script) -> dict[str, str]:
        """Return split, subset, script type, kind, family and task."""
        return {
            "split": item.split,
            "subset": "hard" if item.hard else "easy",
            "script_type": item.script_type,
            "kind": item.kind,
            "family": item.family,
            "task": item.task,
        }

    def cluster(self, item: Script) -> str:
        """Return the task: its scripts share a brief and often a dialogue."""
        return item.task_id

    def calls(self, item: Script) -> tuple[int, int]:
        """Return one call: a script is answered once."""
        return 1, 1

    def episode(self, item: Script, trial: int) -> Steps[Prediction]:
        """Yield the one ask of a script."""
        reply: Reply = yield Ask(item.messages, item, trial)
        return Prediction(
            item_id=item.item_id,
            trial=trial,
            response=reply.text[:MAX_REPLY],
            finish_reason=reply.finish_reason,
            usage=reply.usage,
        )

    def failed(self, item: Script, trial: int, error: str) -> Prediction:
        """Return the prediction of a script that got no reply."""
        return Prediction(item_id=item.item_id, trial=trial, error=error[:2_000] or "unknown error")

    def identity(self, prediction: Prediction) -> tuple[str, int]:
        """Return item id and trial."""
        return prediction.item_id, prediction.trial

    def is_error(self, prediction: Prediction) -> bool:
        """Return whether there is no reply."""
        return prediction.response is None

    def replies(self, item: Script, prediction: Prediction) -> Iterator[str]:
        """Yield the reply."""
        if prediction.response is not None:
            yield prediction.response

    def undefined(self, item: Script) -> tuple[str, ...]:
        """Return the metrics that checks decide, for a script that has none."""
        return () if item.checks else ("score", "strict", "content", "format")

    def grader(self, item: Script) -> Callable[[Prediction], Grade]:
        """Return the grading function of a script."""
        is_checkable = bool(item.checks)

        def graded(prediction: Prediction) -> Grade:
            values: tuple[float | None, ...] = (0.0 if is_checkable else None, 0.0, None, None, None)
            if prediction.response is None:
                reason = prediction.error or "no response"
                return Grade(prediction.item_id, prediction.trial, "error", values, reason, None)
            found = grade(item, prediction.response)
            values = (_percent(found.strict), 1.0, _number(found.strict), _number(found.content), _number(found.format))
            return Grade(prediction.item_id, prediction.trial, "played", values, _reason(found), found)

        return graded

    def accepted(self) -> tuple[type[Record], ...]:
        """Return the record types of a submission."""
        return (Header, Prediction)


def _reason(found: Graded) -> str | None:
    """Return what the first failed check found."""
    failed = next((r for r in found.results if r.result.verdict == "fail"), None)
    return None if failed is None else f"{failed.kind}: {failed.result.reason}"


def _number(verdict: bool | None) -> float | None:  # noqa: FBT001  a verdict, not a switch
    return None if verdict is None else float(verdict)


def _percent(verdict: bool | None) -> float | None:  # noqa: FBT001
    return None if verdict is None else 100.0 * verdict


TRACK: Track[Script, Prediction] = Simulation()
