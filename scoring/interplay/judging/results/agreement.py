"""The judge against the checks: where a program decides, it measures the judge.

By the rubric a reply with wrong content is worth at most 4, one with nothing but a wrong form at most 6.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from interplay.core.intervals import jackknife
from interplay.core.reports import Statistic, statistic
from interplay.judging.judge import Scale
from interplay.judging.results.means import Case, share
from interplay.judging.results.reading import Verdicts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCALE: Final = (1, 10)
"""The scale that the bands belong to."""
GOOD: Final = 7
"""The lowest rating that grants a reply to have no mistakes."""
_BANDS: Final = 3


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
        return 0 if self.rating < 5 else 1 if self.rating < GOOD else 2


def fits(scale: Scale) -> bool:
    """Return whether the bands are those of *scale*."""
    return (scale.lowest, scale.highest) == SCALE


def doubly(verdicts: Verdicts) -> list[Doubly]:
    """Return every reply with a rating and with a check that applies."""
    judged = verdicts.judged[0]
    track = judged.submission.track
    found = []
    for (item_id, trial), prediction in judged.predictions.items():
        verdict = verdicts.of(item_id, trial).verdict
        if prediction.response is None or verdict is None:
            continue
        item = judged.submission.items[item_id]
        content, form = _checked(track, item, prediction)
        if content is None and form is None:
            continue
        checked = 0 if content == 0 else 1 if form == 0 else 2
        found.append(Doubly(track.cluster(item), float(verdict), content == 0, checked))
    return found


def _checked(track: Any, item: Any, prediction: Any) -> tuple[float | None, float | None]:
    """Return whether all checks of content and of form pass: 1, 0, or ``None`` where there are none."""
    values = track.grader(item)(prediction).values
    return values.get("content"), values.get("format")


def statistics(verdicts: Verdicts, where: Mapping[str, str]) -> list[Statistic]:
    """Return the share of good ratings for wrong content, and the agreement of the bands."""
    both = doubly(verdicts)
    wrong = [Case(d.cluster, float(d.rating >= GOOD)) for d in both if d.content_failed]
    title = f"share of the replies that fail a check of content and are rated {GOOD} or more"
    same = [Case(d.cluster, float(d.band == d.checked)) for d in both]
    return [
        share(where, "rated_good_though_wrong", title, wrong),
        share(where, "band_agreement", "share of the replies rated within the band of their checks", same),
        _kappa(where, both),
    ]


def _kappa(where: Mapping[str, str], both: Sequence[Doubly]) -> Statistic:
    """Return Cohen's kappa between the bands of ratings and checks; undefined where all replies share one band."""
    import numpy as np  # noqa: PLC0415  only reports need it

    place = {cluster: index for index, cluster in enumerate(sorted({d.cluster for d in both}))}
    counts = np.zeros((len(place), _BANDS * _BANDS))
    for d in both:
        counts[place[d.cluster], d.band * _BANDS + d.checked] += 1
    value = float(kappa(counts.sum(axis=0)[None, :])[0])
    left = kappa(counts.sum(axis=0) - counts)  # without each cluster in turn
    bounds = jackknife(value, [one for one in left.tolist() if not np.isnan(one)])
    title = "Cohen's kappa between the bands of ratings and of checks"
    shown = None if np.isnan(value) else value
    return statistic(where, "band_kappa", title, "ratio", shown, len(both), bounds)


def kappa(counts: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return Cohen's kappa of each row of *counts*, a 3 x 3 table in one line; NaN where it is undefined."""
    import numpy as np  # noqa: PLC0415  only reports need it

    tables = counts.reshape(-1, _BANDS, _BANDS)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = tables / tables.sum(axis=(1, 2))[:, None, None]
        seen = np.trace(shares, axis1=1, axis2=2)
        expected = (shares.sum(axis=1) * shares.sum(axis=2)).sum(axis=1)
        found = np.where(expected < 1 - 1e-12, (seen - expected) / (1 - expected), np.nan)
    return np.asarray(found, dtype=np.float64)
