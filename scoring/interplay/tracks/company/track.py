"""The company track as the rest of the package sees it."""

from collections.abc import Callable

from interplay.core.records import Rule
from interplay.core.replies import read
from interplay.tracks.base import Ceiling, Grade, MetricSpec, Part, Values
from interplay.tracks.company.bots import BLIND, BOTS, EXACT
from interplay.tracks.company.records import Item, Prediction
from interplay.tracks.company.scores import Verdict, grade
from interplay.tracks.single_turn import SingleTurn

NOTHING = Verdict(None, 0.0, right=False, f1=None)
"""The score of a reply that was cut off before its answer."""


class Company(SingleTurn[Item, Prediction]):
    """The company track: an item is a question about who knows what at the end of a dialogue among several people."""

    name = "company"
    scoring_version = 2
    metrics = (
        MetricSpec("score", "score", 0.0, "score", 1, ends=(-100.0, 100.0)),
        MetricSpec("played", "answered", 0.0, most=1),
        MetricSpec("accuracy", "accuracy of yes and no", 0.0, "accuracy", most=1),
        MetricSpec("recall_f1", "F1 of lists of names", 0.0, "F1", most=1),
        MetricSpec("exact", "lists of names without a mistake", 0.0, "exact", most=1),
        MetricSpec("unparsable", "replies without an answer", heading="unparsable", most=1),
        MetricSpec("cut", "replies cut off at the token limit", heading="cut", most=1),
        MetricSpec("reasoning_blocks", "reasoning blocks removed"),
    )
    legend = """\
score = mean over items: 100 for a correct yes or no, -100 for a wrong one; for a list of names 100 x (share of those
who know that it names - share of the others that it names); in the split hard 100 if the numbers of all
persons are correct, else 0. 0 = uninformed baseline, 100 = perfect. Replies that are cut off, missing, or without an
answer score 0. F1 and exact refer to lists of names or numbers; accuracy refers to yes-or-no questions, half of which
have the answer yes. – = undefined (never 0)."""
    table_by = spread_by = ("kind",)
    cluster_unit = "dialogues"
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BLIND)
    ceiling = Ceiling(100.0, "horizon (families knowledge_first and knowledge_second, up to 2,048 operations)")
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
