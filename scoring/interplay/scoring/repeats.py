"""What repeated trials of the same items show: how much of the spread is the items', how much the trials'."""

import math
from statistics import fmean

from interplay.core.reports import Trials, rounded
from interplay.scoring.tally import Tally
from interplay.tracks.base import MetricSpec


def repeats(tally: Tally, chosen: tuple[str, ...], spec: MetricSpec, error: float) -> Trials | None:
    """Return the components of variance of a metric over the items *chosen*; ``None`` without repeated trials.

    One-way random effects by item: within is the mean over items of the variance between trials; between is the
    variance of the items' means, around the mean of their stratum, less what the trials add to it. *error* is the
    standard error of the metric's mean, which twice the trials would make smaller by the part that is theirs.
    """
    if tally.trials < 2:
        return None
    items = [i for i in chosen if spec.name not in tally.undefined[i] and tally.trial_variance(i, spec) is not None]
    strata: dict[str, list[float]] = {}
    for item_id in items:
        mean = tally.means_of(item_id)[spec.name]
        strata.setdefault(tally.stratum(item_id), []).append(0.0 if mean is None else mean)
    freedom = len(items) - len(strata)
    if freedom < 1:
        return None
    within = fmean(tally.trial_variance(i, spec) or 0.0 for i in items)
    spread = sum(sum((value - fmean(means)) ** 2 for value in means) for means in strata.values()) / freedom
    between = max(0.0, spread - within / tally.trials)
    now, doubled = between + within / tally.trials, between + within / (2 * tally.trials)
    better = None if math.isnan(error) else rounded(error * math.sqrt(doubled / now)) if now else 0.0
    return Trials(
        sd_between_items=rounded(math.sqrt(between)),
        sd_within_items=rounded(math.sqrt(within)),
        standard_error_if_doubled=better,
    )
