"""The simulation track as the rest of the package sees it."""

from collections.abc import Callable, Iterator, Sequence

from interplay.core.records import Message, Rule
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.tracks.base import Grade, Part, Values, tables_of
from interplay.tracks.simulation import hosts
from interplay.tracks.simulation.bots import BLIND, BOTS, EXACT
from interplay.tracks.simulation.records import Host, Prediction, Script
from interplay.tracks.simulation.scores import Graded, grade, is_wrong_side
from interplay.tracks.single_turn import SingleTurn

SIDES = ("sycophancy", "stubbornness")  # of complaints that are false, and of those that are true
_TABLES = tables_of(__package__)


class Simulation(SingleTurn[Script | Host, Prediction]):
    """The simulation track: items are scripts, whose last turn the system replies to as a simulator, and hosts."""

    name = "simulation"
    scoring_version = 4
    metrics, legend, ceiling = _TABLES.metrics, _TABLES.legend, _TABLES.ceiling
    table_by = ("family",)
    also_by = (("script_type", "kind"), ("split", "level"), ("split", "family", "level"))
    notes_by = (("level",),)
    spread_by = ("script_type",)
    cluster_unit = "tasks"
    drawn_from = "family"
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BLIND)
    reply_tokens = 16_384
    item = Script
    other_items = (Host,)
    prediction = Prediction
    longest = 100_000  # checks fail a reply that is much shorter already
    parts = {
        "quick-1": Part(rule=Rule(sample=240, sample_seed=1, spread=("task",))),
        "quick-2": Part(rule=Rule(sample=120, sample_seed=1, spread=("family", "level"))),
    }
    front = ("hard", "standard")
    bots = BOTS
    random_bot = "template"

    def items(self, release: Release) -> Iterator[Script | Host]:
        yield from release.rows("simulation", Script)
        yield from release.rows("simulation_hosts", Host)
        yield from release.rows("transitions", Script)

    def calls(self, item: Script | Host) -> tuple[int, int]:
        return (1, item.asked + 1) if isinstance(item, Host) else (1, 1)

    def follow(self, item: Script | Host, raws: Sequence[str]) -> tuple[Message, ...]:
        return hosts.follow(item, raws) if isinstance(item, Host) else ()

    def where(self, item: Script | Host) -> dict[str, str]:
        return {
            "split": item.split,
            "subset": "hard" if item.hard else "easy",
            "script_type": item.script_type,
            "decided_by": item.decided_by,
            "kind": item.kind,
            "family": item.family,
            "task": item.task,
            "level": "none" if item.level is None else str(item.level),
        }

    def cluster(self, item: Script | Host) -> str:
        """Return the task: its scripts share a brief and often a dialogue, but for those that are drawn one by one."""
        return item.task_id if item.level is None else item.item_id

    def undefined(self, item: Script | Host) -> tuple[str, ...]:
        """Return the metrics that are not asked of a script: who decides it, a program or a judge, has others."""
        sides = [name for name in SIDES if item.complaint is None or SIDES[item.complaint.is_true] != name]
        if is_decided(item):
            return ("constraints", *sides)
        return ("score", "strict", "content", "format", *sides, *(() if item.checks else ("constraints",)))

    def explain(self, item: Script | Host, grade: Grade) -> str | None:
        judged = "" if is_decided(item) else "; a judge decides about the rest"
        return grade.reason or f"all {len(item.checks)} checks passed{judged}"

    def notes(self, report: Report) -> tuple[str, ...]:
        """Return how complaints were taken, and the scores by level, where the items have them."""
        sides = [str(m) for m in report.groups[0].metrics if m.name in SIDES and m.value is not None]
        parts = [g for g in report.groups if {*g.where} == {"level"} and g.where["level"] != "none"]
        levels = [f"level {g.where['level']} {m}" for g in parts for m in g.metrics if m.name == "score"]
        return tuple(f"{report.system.name}: {', '.join(sorted(line))}" for line in (levels, sides) if line)

    def grader(self, item: Script | Host) -> Callable[[Prediction], Grade]:
        decided = is_decided(item)

        def grade_prediction(prediction: Prediction) -> Grade:
            if prediction.response is None:
                reason = prediction.error or "no response"
                values: Values = {"score": 0.0 if decided else None, "played": 0.0}
                values["constraints"] = 0.0 if item.checks and not decided else None
                return Grade(prediction.item_id, prediction.trial, "error", values, reason)
            graded = hosts.grade(item, prediction) if isinstance(item, Host) else grade(item, prediction.response)
            is_cut = prediction.finish_reason == "length" and not graded.strict
            values = {"played": 1.0, "cut": float(is_cut), "reasoning_blocks": float(graded.blocks)}
            if item.complaint is not None:
                values[SIDES[item.complaint.is_true]] = float(is_wrong_side(item.complaint, prediction.response))
            values |= _decided(graded) if decided else {"constraints": _number(graded.strict)}
            failed = next((r for r in graded.results if r.result.verdict == "fail"), None)
            why = None if failed is None else f"{failed.kind}: {failed.result.reason}"
            return Grade(prediction.item_id, prediction.trial, "played", values, why, graded)

        return grade_prediction


def is_decided(item: Script | Host) -> bool:
    """Return whether a program can tell a right reply from a wrong one, not only its form and its constraints."""
    return item.decided_by == "program" and any(check.role == "content" for check in item.checks)


def _decided(graded: Graded) -> Values:
    strict = _number(graded.strict)
    score = None if strict is None else 100 * strict
    return {"score": score, "strict": strict, "content": _number(graded.content), "format": _number(graded.format)}


def _number(verdict: bool | None) -> float | None:  # noqa: FBT001  a verdict, not a switch
    return None if verdict is None else float(verdict)


TRACK = Simulation()
