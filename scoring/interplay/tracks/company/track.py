"""The company track as the rest of the package sees it."""

from collections.abc import Callable

from interplay.core.records import Rule
from interplay.core.replies import read
from interplay.tracks.base import Grade, Part, Values, tables_of
from interplay.tracks.company.bots import BLIND, BOTS, EXACT
from interplay.tracks.company.records import Item, Prediction
from interplay.tracks.company.scores import Verdict, grade
from interplay.tracks.single_turn import SingleTurn

NOTHING = Verdict(None, 0.0, right=False, f1=None)
"""The score of a reply that was cut off before its answer."""
_TABLES = tables_of(__package__)


class Company(SingleTurn[Item, Prediction]):
    """The company track: an item is a question about who knows what at the end of a dialogue among several people."""

    name = "company"
    scoring_version = 2
    metrics, legend, ceiling = _TABLES.metrics, _TABLES.legend, _TABLES.ceiling
    table_by = spread_by = ("kind",)
    cluster_unit = "dialogues"
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BLIND)
    reply_tokens = 16_384
    item = Item
    prediction = Prediction
    longest = 20_000
    parts = {
        "quick-1": Part(rule=Rule(sample=160, sample_seed=1, spread=("kind",))),
        "quick-2": Part(rule=Rule(sample=80, sample_seed=1, spread=("events", "kind"))),
    }
    front = ("hard", "standard")
    bots = BOTS

    def where(self, item: Item) -> dict[str, str]:
        return {"split": item.split, "kind": item.kind, "events": str(item.events)}

    def cluster(self, item: Item) -> str:
        """Return the dialogue: what a model loses track of in one, it gets wrong in several questions."""
        return item.dialogue

    def undefined(self, item: Item) -> tuple[str, ...]:
        return ("accuracy",) if item.is_list else ("recall_f1", "exact")

    def form(self, item: Item) -> str:
        """Return what the last line has to say."""
        people = ", ".join(item.people)
        names = (
            f"a number for each of {people}" if item.is_whole else f"the names of those of {people} who are asked for"
        )
        return f"{names if item.is_list else 'yes or no'} behind 'Answer:' in the last line"

    def explain(self, item: Item, grade: Grade) -> str | None:
        gold = ", ".join(item.gold)
        if not isinstance(grade.detail, Verdict) or grade.detail.answer is None:
            return f"{grade.reason}: the prompt asks for {self.form(item)}; correct is {gold}"
        verdict = "correct" if grade.detail.right else "wrong"
        return f"{verdict}: read as {', '.join(grade.detail.answer) or 'nobody'}; correct is {gold}"

    def grader(self, item: Item) -> Callable[[Prediction], Grade]:
        def graded(prediction: Prediction) -> Grade:
            if prediction.response is None:
                values, reason = _values(item, NOTHING, played=0.0), prediction.error or "no response"
                return Grade(prediction.item_id, prediction.trial, "error", values, reason)
            verdict = grade(item, prediction.response)
            cut = prediction.finish_reason == "length"
            if cut:
                verdict = NOTHING
            unparsable = verdict.answer is None and not cut
            values = _values(item, verdict, played=1.0)
            values |= {"unparsable": float(unparsable), "cut": float(cut)}
            values["reasoning_blocks"] = float(read(prediction.response).blocks)
            why = "cut off reply" if cut else "unparsable reply" if unparsable else None
            return Grade(prediction.item_id, prediction.trial, "played", values, why, verdict)

        return graded


def _values(item: Item, verdict: Verdict, played: float) -> Values:
    right = float(verdict.right)
    by_form = {"recall_f1": verdict.f1 or 0.0, "exact": right} if item.is_list else {"accuracy": right}
    return {"score": verdict.score, "played": played, **by_form}


TRACK = Company()
