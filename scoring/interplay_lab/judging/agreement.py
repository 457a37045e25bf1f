"""The judge against the checks: where a program decides, it measures the judge.

By the rubric a reply with wrong content gets at most 4, one with only a wrong form at most 6.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from interplay.core import intervals
from interplay.core.extras import how_to_install
from interplay.core.reports import Statistic, statistic
from interplay.judging.judge import Scale
from interplay_lab.judging.means import Case, share
from interplay_lab.judging.reading import Verdicts

SCALE: Final = (1, 10)
"""The scale that the bands belong to."""
GOOD: Final = 7
"""The lowest rating that grants a reply to have no mistakes."""


@dataclass(frozen=True, slots=True)
class Doubly:
    """A reply that was rated and checked: the bands of both, 0 for wrong content, 1 for wrong form, 2 for neither."""

    cluster: str
    rating: float
    content_failed: bool
    checked: int

    @property
    def band(self) -> int:
        """Return the band of the rating."""
        return band(self.rating)


def band(rating: float) -> int:
    """Return the band of a rating: 0 up to 4, 1 for 5 and 6, 2 from 7."""
    return 0 if rating < 5 else 1 if rating < GOOD else 2


def fits(scale: Scale) -> bool:
    """Return whether the bands are those of *scale*."""
    return (scale.lowest, scale.highest) == SCALE


def doubly(verdicts: Verdicts) -> list[Doubly]:
    """Return every reply with a rating and with a check that applies."""
    judged = verdicts.judged[0]
    track = judged.submission.track
    both = []
    for (item_id, trial), prediction in judged.predictions.items():
        verdict = verdicts.of(item_id, trial).verdict
        if prediction.response is None or verdict is None:
            continue
        item = judged.submission.items[item_id]
        values = track.grader(item)(prediction).values
        content, form = values.get("content"), values.get("format")
        if content is None and form is None:
            continue
        checked = 0 if content == 0 else 1 if form == 0 else 2
        both.append(Doubly(track.cluster(item), float(verdict), content == 0, checked))
    return both


def statistics(verdicts: Verdicts, where: Mapping[str, str]) -> list[Statistic]:
    """Return the share of good ratings for wrong content, and the agreement of the bands."""
    both = doubly(verdicts)
    wrong = [Case(d.cluster, float(d.rating >= GOOD)) for d in both if d.content_failed]
    labels = [(d.cluster, d.band, d.checked) for d in both]
    title = f"share of the replies that fail a check of content and are rated {GOOD} or more"
    same = [Case(d.cluster, float(d.band == d.checked)) for d in both]
    return [
        share(where, "rated_good_though_wrong", title, wrong),
        share(where, "band_agreement", "share of the replies rated within the band of their checks", same),
        kappa_of(where, "band_kappa", "Cohen's kappa between the bands of ratings and of checks", labels),
    ]


def kappa_of(where: Mapping[str, str], name: str, title: str, cases: Sequence[tuple[str, int, int]]) -> Statistic:
    """Return Cohen's kappa of *cases*, each a cluster and two labels; undefined where all have one label."""
    if find_spec("sklearn") is None:
        return statistic(where, name, f"{title}; needs {how_to_install('stats')}", "ratio", None, len(cases))
    value = kappa(cases)
    left = (kappa([case for case in cases if case[0] != cluster]) for cluster in sorted({case[0] for case in cases}))
    bounds = jackknife(value, [other for other in left if not math.isnan(other)])
    return statistic(where, name, title, "ratio", None if math.isnan(value) else value, len(cases), bounds)


def jackknife(value: float, left: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the t interval of an estimate from those that leave out one cluster each, NaN without them."""
    n, mean = len(left), math.fsum(left) / max(len(left), 1)
    error = math.nan
    if n >= intervals.FEWEST:
        error = math.sqrt((n - 1) / n * math.fsum((value_left - mean) ** 2 for value_left in left))
    ends = intervals.bounds(value, error, n - 1, n, "clusters")
    return math.nan if ends.low is None else ends.low, math.nan if ends.high is None else ends.high


def kappa(cases: Sequence[tuple[str, int, int]]) -> float:
    """Return Cohen's kappa between two labels of each case; NaN where it is undefined."""
    from sklearn.metrics import cohen_kappa_score  # noqa: PLC0415  an extra, slow to import

    first, second = [case[1] for case in cases], [case[2] for case in cases]
    return float(cohen_kappa_score(first, second)) if len({*first, *second}) > 1 else math.nan
