"""Mean ratings of one system by every part of Table 4 and by task, and how many replies have none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from interplay.core.intervals import UNBOUNDED
from interplay.core.reports import Statistic
from interplay.tables.simulated import PARTS
from interplay_lab.judging import agreement
from interplay_lab.judging.certificates import is_person
from interplay_lab.judging.means import Case, mean_of, share
from interplay_lab.judging.reading import Verdicts, has_reply


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of one item's trials; ``None`` is a reply without a verdict.

    A reply that was not given, or failed, has the lowest rating of the scale, so that leaving items out never helps.
    ``cut`` says of each trial whether the judge ran out of tokens, ``answered`` whether the system replied in any.
    """

    where: Mapping[str, str]
    cluster: str
    ratings: tuple[float | None, ...]
    cut: tuple[bool, ...]
    answered: bool

    @property
    def known(self) -> list[float]:
        """Return the ratings that there are."""
        return [rating for rating in self.ratings if rating is not None]


def rated(verdicts: Verdicts) -> list[Rated]:
    """Return the ratings of every item of the submission that the judge is about."""
    judged, lowest = verdicts.judged[0], verdicts.judge.file.verdict.menu()[0]
    items = []
    for item_id, item in judged.submission.items.items():
        if verdicts.judge.is_about(item_id):
            trials = [(item_id, trial) for trial in range(judged.submission.header.trials)]
            answered = [has_reply(judged.predictions.get(trial)) for trial in trials]
            readings = [verdicts.of(*trial) for trial in trials]
            given = [r.verdict if has else lowest for r, has in zip(readings, answered, strict=True)]
            ratings = tuple(None if verdict is None else float(verdict) for verdict in given)
            track, cut = judged.submission.track, tuple(reading.is_cut for reading in readings)
            items.append(Rated(track.where(item), track.cluster(item), ratings, cut, any(answered)))
    return items


def statistics(verdicts: Verdicts, where: Mapping[str, str], _submission: str = "") -> list[Statistic]:
    """Return mean ratings and shares without a rating, by part; mean ratings by task; and the least possible mean.

    Where the rubric is on the scale of the checks, the agreement of judge and checks follows.
    """
    items, scale = rated(verdicts), verdicts.judge.file.verdict
    is_share = scale.highest == "points"
    of = ("points_met", "mean share of points met", (0.0, 1.0)) if is_share else ("rating", "mean rating", UNBOUNDED)
    scored = [reading.verdict is not None for reading in verdicts.readings.values()]
    weight = fmean(scored) if scored and is_person(verdicts.header) else 1  # people rate a sample of the replies
    rows: list[Statistic] = []
    for part, wanted in PARTS.items():
        chosen = [item for item in items if wanted.items() <= item.where.items()]
        if chosen:
            rows += _of_part({**where, "part": part}, chosen, weight, *of)
    lowest = float(scale.menu()[0])
    least = [Case(i.cluster, fmean([lowest if r is None else r for r in i.ratings])) for i in items]
    title = f"{of[1]} if every reply without a verdict had the lowest rating"
    rows.append(mean_of({**where, "part": "all"}, f"{of[0]}_floor", title, least, of[2]))
    rows += _by_task(where, items, *of[:2])
    return rows + (agreement.statistics(agreement.doubly(verdicts), where) if agreement.fits(scale) else [])


def _of_part(
    where: Mapping[str, str], chosen: Sequence[Rated], weight: float, name: str, title: str, ends: tuple[float, float]
) -> list[Statistic]:
    """Return the statistics of items; one without a reply, which nobody is asked about, has a *weight*."""
    known = [Case(i.cluster, fmean(i.known), 1 if i.answered else weight) for i in chosen if i.known]
    lost = [Case(item.cluster, float(rating is None)) for item in chosen for rating in item.ratings]
    cut = [Case(item.cluster, float(is_cut)) for item in chosen for is_cut in item.cut]
    return [
        mean_of(where, name, title, known, ends),
        share(where, f"{name}_unscored", "share of the replies without a verdict", lost),
        share(where, f"{name}_cut", "share of the replies on which the judge was cut off at its token limit", cut),
    ]


def _by_task(where: Mapping[str, str], items: Sequence[Rated], name: str, title: str) -> list[Statistic]:
    """Return the mean rating of each task with a reply. A task is one cluster, so it has no interval."""
    rows = []
    for kind, task in sorted({(i.where["kind"], i.where["task"]) for i in items if i.answered}):
        chosen = [i for i in items if i.known and (i.where["kind"], i.where["task"]) == (kind, task)]
        cases = [Case(item.cluster, fmean(item.known)) for item in chosen]
        rows.append(mean_of({**where, "kind": kind, "task": task}, name, title, cases))
    return rows
