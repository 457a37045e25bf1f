"""The scorekeeping track as the rest of the package sees it."""

from collections.abc import Callable, Iterator

from interplay.core.driver import Steps
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.core.replies import read
from interplay.tracks.base import Defaults, Grade, MetricSpec, PredictionError, Track
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import episode
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import Episode, EpisodeError, grade

CONFIGS = ("scorekeeping", "scorekeeping_corrections")


class Scorekeeping(Defaults):
    """The scorekeeping track: an item is a dialogue of filling slots with side questions."""

    name = "scorekeeping"
    scoring_version = 2
    metrics: tuple[MetricSpec, ...] = (
        MetricSpec("score", "score", 0.0, "score", 1),
        MetricSpec("played", "played", 0.0),
        MetricSpec("main_score", "main score", heading="main", digits=1),
        MetricSpec("kappa", "kappa", heading="kappa"),
        MetricSpec("truncated_kappa", "truncated kappa"),
        MetricSpec("slot_filling", "slot filling", heading="slots"),
        MetricSpec("accuracy", "accuracy", heading="acc."),
        MetricSpec("middle_accuracy", "middle accuracy", heading="middle"),
        MetricSpec("stale_accuracy", "stale accuracy"),
        MetricSpec("unparsable", "ended by a reply without its form", heading="unpars."),
        MetricSpec("cut", "ended by a reply cut off at the limit of tokens", heading="cut"),
        MetricSpec("reasoning_blocks", "blocks of reasoning taken away, a reply"),
    )
    legend = """\
score = played x mean main score: aborted, failed and missing episodes count 0. main = mean main score
of the episodes played to their end; slots = slot filling; acc., middle = accuracy over all probes, and
over those of the middle round; unpars., cut = share of episodes that ended at a reply without its form, or at one
that was cut off at the limit of tokens. – is undefined, which is never 0."""
    shown_by: tuple[str, ...] = ("split",)
    summary_by: tuple[str, ...] = ("split",)
    cluster_unit = "items"
    reply_tokens = 1_024
    item = Item
    prediction = Prediction
    bots = BOTS

    def items(self, release: Release) -> Iterator[Item]:
        """Yield the items of every split that the release holds."""
        for config in CONFIGS:
            yield from release.rows(config, Item)

    def item_id(self, item: Item) -> str:
        """Return the item's id."""
        return item.item_id

    def where(self, item: Item) -> dict[str, str]:
        """Return split and domain."""
        return {"split": item.split, "domain": item.domain}

    def cluster(self, item: Item) -> str:
        """Return the item's id: items are independent."""
        return item.item_id

    def calls(self, item: Item) -> tuple[int, int]:
        """Return the calls of an episode without failed probes, and with every probe answered at its last attempt."""
        answers = sum(r.request is not None for r in item.rounds)
        probes = sum(len(r.probes) for r in item.rounds)
        return answers + probes, answers + probes * item.rules.attempts

    def episode(self, item: Item, trial: int) -> Steps[Prediction]:
        """Return the driver of one dialogue."""
        return episode(item, trial)

    def failed(self, item: Item, trial: int, error: str) -> Prediction:
        """Return the prediction of a dialogue that broke off."""
        return Prediction(item_id=item.item_id, trial=trial, error=error[:2_000] or "unknown error")

    def identity(self, prediction: Prediction) -> tuple[str, int]:
        """Return item id and trial."""
        return prediction.item_id, prediction.trial

    def is_error(self, prediction: Prediction) -> bool:
        """Return whether the dialogue broke off."""
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
        """Return the grading function of an item."""
        plan = plan_of(item)

        def graded(prediction: Prediction) -> Grade:
            try:
                scores = grade(plan, prediction)
            except EpisodeError as error:
                raise PredictionError(error.path, str(error)) from None
            values = (*_values(scores), *_ends(item, scores, prediction))
            return Grade(prediction.item_id, prediction.trial, scores.status, values, _reason(scores), scores)

        return graded

    def accepted(self) -> tuple[type[Record], ...]:
        """Return the record types of a submission."""
        return (Header, Prediction)


def _values(scores: Episode) -> tuple[float | None, ...]:
    main = scores.main_score
    return (
        main or 0.0,
        float(scores.status == "played"),
        main,
        scores.kappa,
        scores.truncated_kappa,
        scores.slot_filling,
        scores.accuracy,
        scores.middle_accuracy,
        scores.stale_accuracy,
    )


def _ends(item: Item, scores: Episode, prediction: Prediction) -> tuple[float | None, ...]:
    """Return whether a reply ended the episode by its form or by being cut off, and the reasoning blocks a reply."""
    texts = [a.text for a in prediction.answers] + [text for p in prediction.probes for text in p.attempts]
    if scores.status == "error" or not texts:
        return None, None, None
    last = [*(a.cut for a in prediction.answers[-1:]), *(p.cut for p in prediction.probes[-1:])]
    is_cut = scores.status == "aborted" and any(last)
    blocks = sum(read(text).blocks for text in texts) if item.rules.tag == "plain" else 0
    return float(scores.status == "aborted" and not is_cut), float(is_cut), blocks / len(texts)


def _reason(scores: Episode) -> str | None:
    if scores.reason is None and scores.kappa is None:
        return "kappa is undefined: gold labels and replies are all the same one label"
    return scores.reason


TRACK: Track[Item, Prediction] = Scorekeeping()
