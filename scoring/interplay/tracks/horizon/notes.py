"""Lines below a table about a report: the horizon with its budget, and the results of single turns."""

from collections.abc import Iterator

from interplay.core.reports import Report
from interplay.tracks.horizon.records import BUDGET, TURNS

BOTS = "interplay"
"""The provider of shipped bots, which take no tokens."""
RELEASED = 2_048
"""The highest level of the release."""


def notes(report: Report) -> Iterator[str]:
    """Yield the lines about a report, such as ``m: H50 = 212 [160, 280] at 4,096 tokens``."""
    metric = report.headline
    if metric.text is not None:
        relation = "" if metric.value is None else "= "
        horizon = f"{report.system.name}: H50 {relation}{metric.text} at {BUDGET:,} tokens"
        yield "; ".join((horizon, *_further(report), *_uncounted(report), *_short(report), *_bounds(report)))
        yield f"{report.system.name}, correct reports by level: {', '.join(_by_level(report))}"
    turned = "; ".join(_turned(report))
    if turned:
        yield f"{report.system.name}, turn by turn: {turned}"


def _by_level(report: Report) -> Iterator[str]:
    """Yield the share of right reports at each level of the first split, which the horizon is about."""
    of_levels = {
        int(group.where["level"]): group
        for group in report.groups
        if set(group.where) == {"split", "level"} and group.where["split"] == report.splits[0]
    }
    for level, group in sorted(of_levels.items()):
        passed = next(metric.value for metric in group.metrics if metric.name == "passed")
        yield f"{level:,} {passed or 0:.0%}"


def _bounds(report: Report) -> Iterator[str]:
    """Yield what a bound means in an interval, such as ``> 512 [269, > 512]``."""
    levels, text = [int(g.where["level"]) for g in report.groups if "level" in g.where], report.headline.text
    if levels and text and "[" in text and ("<" in text or ">" in text):
        asked = f"sessions of {min(levels):,} to {max(levels):,} operations were asked"
        yield f"{asked}; > is above the longest of them that a family was asked, < below the shortest"


def _further(report: Report) -> Iterator[str]:
    above = report.headline.above
    if above is not None and report.selection is not None and above < RELEASED:
        yield f"run higher levels with --where level={2 * above:.0f} (the release has levels up to {RELEASED:,})"
    elif above is not None:
        yield f"interplay-build draw horizon --levels {2 * above:.0f}-{8 * above:.0f} -o DIR draws higher levels"


def _uncounted(report: Report) -> Iterator[str]:
    shares = [item.values["uncounted"] for item in report.per_item]
    replies, uncounted = sum(share is not None for share in shares), sum(bool(share) for share in shares)
    if uncounted and report.system.provider != BOTS:
        yield f"tokens were not fully counted for {uncounted:,} of {replies:,} items: the budget may be exceeded"


def _short(report: Report) -> Iterator[str]:
    limits = (item.values["limit"] for item in report.per_item)
    short = sum(limit is not None and limit < BUDGET for limit in limits)
    if short:
        yield f"replies to {short:,} items were cut off before {BUDGET:,} tokens: H50 may be higher"


def _turned(report: Report) -> Iterator[str]:
    """Yield what came of sessions that were asked turn by turn, as far as the report says."""
    statistics = {entry.name: entry for entry in report.statistics if "turn" not in entry.where}
    if "first_failing_turn" in statistics:
        mean = statistics["first_failing_turn"]
        yield f"first wrong report at turn {mean.value:.1f} of {TURNS} on average ({mean.n:.0f} sessions)"
    if "recovery" in statistics:
        yield f"{statistics['recovery'].value:.0%} correct reports after a wrong one"
    if "self_conditioning" in statistics:
        mean = statistics["self_conditioning"]
        ends = "" if mean.low is None or mean.high is None else f" [{mean.low:+.2f}, {mean.high:+.2f}]"
        yield f"self-conditioning {mean.value:+.2f}{ends}, {mean.n:.0f} sessions"
