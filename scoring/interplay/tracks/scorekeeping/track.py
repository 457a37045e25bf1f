"""The scorekeeping track as the rest of the package sees it."""

from collections.abc import Callable, Iterator

from interplay.core.driver import Steps
from interplay.core.records import Rule
from interplay.core.release import Release
from interplay.core.replies import read
from interplay.tracks.base import Grade, Part, Track, Values, tables_of
from interplay.tracks.scorekeeping.bots import BOTS, EXACT
from interplay.tracks.scorekeeping.dialogue import episode
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import answer_body, plan_of, probe_label
from interplay.tracks.scorekeeping.scores import Episode, grade

CONFIGS = ("scorekeeping", "scorekeeping_corrections")
OF_EPISODES = (
    "main_score",
    "kappa",
    "truncated_kappa",
    "slot_filling",
    "accuracy",
    "middle_accuracy",
    "stale_accuracy",
    "informative_accuracy",
)
"""Metrics that are attributes of an episode's scores."""
_TABLES = tables_of(__package__)


class Scorekeeping(Track[Item, Prediction]):
    """The scorekeeping track: an item is a dialogue of filling slots with side questions."""

    name = "scorekeeping"
    scoring_version = 5
    metrics, legend, ceiling = _TABLES.metrics, _TABLES.legend, _TABLES.ceiling
    table_by = spread_by = ("split",)
    also_by = (("split", "domain"),)
    summary_by = ("split",)
    cluster_unit = "items"
    drawn_from = "domain"
    basic = _TABLES.basic
    reply_tokens = 1_024
    item = Item
    prediction = Prediction
    bots = BOTS
    parts = {"quick-1": Part(("corrections",), Rule(sample=3, sample_seed=1, spread=("domain",)))}
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BOTS) - {"oracle", "random", "schedule"}

    def items(self, release: Release) -> Iterator[Item]:
        for config in CONFIGS:
            yield from release.rows(config, Item)

    def where(self, item: Item) -> dict[str, str]:
        return {"split": item.split, "domain": item.domain}

    def cluster(self, item: Item) -> str:
        return item.item_id

    def calls(self, item: Item) -> tuple[int, int]:
        """Return the calls of an episode without failed probes, and with every probe answered at its last attempt."""
        answers = sum(r.request is not None for r in item.rounds)
        probes = sum(len(r.probes) for r in item.rounds)
        return answers + probes, answers + probes * item.rules.attempts

    def episode(self, item: Item, trial: int) -> Steps[Prediction]:
        return episode(item, trial)

    def failed(self, item: Item, trial: int, error: str) -> Prediction:
        return Prediction(item_id=item.item_id, trial=trial, error=error[:2_000] or "unknown error")

    def is_error(self, prediction: Prediction) -> bool:
        return prediction.error is not None

    def replies(self, item: Item, prediction: Prediction) -> Iterator[str]:
        """Yield answers and probe attempts, round by round."""
        answers = {answer.round: answer.text for answer in prediction.answers}
        for number in range(len(item.rounds)):
            if number in answers:
                yield answers[number]
            for probe in prediction.probes:
                if probe.round == number:
                    yield from probe.attempts

    def grader(self, item: Item) -> Callable[[Prediction], Grade]:
        plan = plan_of(item)
        truths = informative(plan)

        def graded(prediction: Prediction) -> Grade:
            scores = grade(plan, prediction, truths)
            values = _values(scores, is_scored=bool(truths)) | _forms(item, scores, prediction)
            return Grade(prediction.item_id, prediction.trial, scores.status, values, _reason(scores), scores)

        return graded

    def form(self, item: Item) -> str:
        """Return what a reply to a probe has to be."""
        return f"'{item.tags.aside}: yes' or '{item.tags.aside}: no' in answer to a probe"

    def undefined(self, item: Item) -> tuple[str, ...]:
        """Return the headline and its accuracy for items without informative probes."""
        return () if informative(plan_of(item)) else ("score", "informative_accuracy")


def _values(scores: Episode, *, is_scored: bool) -> Values:
    values: Values = {name: getattr(scores, name) for name in OF_EPISODES}
    score = (scores.score or 0.0) if is_scored else None
    return values | {"score": score, "played": float(scores.status == "played")}


def _forms(item: Item, scores: Episode, prediction: Prediction) -> Values:
    """Return the shares of replies without their form, those that were cut off apart, and reasoning blocks a reply."""
    answers, probes = prediction.answers, prediction.probes
    texts = [a.text for a in answers] + [text for p in probes for text in p.attempts]
    if scores.status == "error" or not texts:
        return {}
    tags, rules = item.tags, item.rules
    cut_answers = sum(a.cut and answer_body(a.text, tags, rules) is None for a in answers)
    cut_probes = sum(p.cut and probe_label(p.attempts[-1], tags, rules) is None for p in probes)
    blocks = sum(read(text).blocks for text in texts) if rules.tag == "plain" else 0
    return {
        "unparsable": (scores.failed - cut_probes) / len(probes) if probes else None,
        "formless": (scores.formless - cut_answers) / len(answers) if answers else None,
        "cut": (cut_answers + cut_probes) / (len(answers) + len(probes)),
        "reasoning_blocks": blocks / len(texts),
    }


def _reason(scores: Episode) -> str | None:
    if scores.reason is None and scores.kappa is None:
        return "kappa is undefined: gold labels and replies all have the same label"
    return scores.reason


TRACK = Scorekeeping()
