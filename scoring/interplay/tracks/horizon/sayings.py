"""What lines below a table say of a report: the horizon with its budget, and what came of the turns."""

from collections.abc import Iterator

from interplay.core.reports import Report
from interplay.tracks.horizon.records import BUDGET, TURNS

OWN = "interplay"
"""The provider of bots, which take no tokens."""


def told(report: Report) -> Iterator[str]:
    """Yield the lines about a report, such as ``m: H50 = 212 [160, 280] at 4,096 tokens``."""
    found = report.headline
    if found.shown is not None:
        relation = "" if found.value is None else "= "
        said = f"{report.system.name}: H50 {relation}{found.shown} at {BUDGET:,} tokens"
        yield "; ".join((said, *_further(found.above), *_uncounted(report), *_short(report)))
        yield f"{report.system.name}, right reports by level: {', '.join(_by_level(report))}"
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


def _further(above: float | None) -> Iterator[str]:
    if above is not None:
        yield f"interplay-build draw horizon --levels {2 * above:.0f}-{8 * above:.0f} -o DIR draws higher levels"


def _uncounted(report: Report) -> Iterator[str]:
    shares = [item.values["uncounted"] for item in report.per_item]
    replies, uncounted = sum(share is not None for share in shares), sum(bool(share) for share in shares)
    if uncounted and report.system.provider != OWN:
        yield f"not all tokens of {uncounted:,} of {replies:,} items were counted, so the budget may not hold"


def _short(report: Report) -> Iterator[str]:
    limits = (item.values["limit"] for item in report.per_item)
    short = sum(limit is not None and limit < BUDGET for limit in limits)
    if short:
        yield f"replies to {short:,} items were cut before {BUDGET:,} tokens, so it may be higher"


def _turned(report: Report) -> Iterator[str]:
    """Yield what came of sessions that were asked turn by turn, as far as the report says."""
    found = {one.name: one for one in report.statistics if "turn" not in one.where}
    if "first_failing_turn" in found:
        one = found["first_failing_turn"]
        yield f"first wrong report at turn {one.value:.1f} of {TURNS}, on average over {one.n:.0f} sessions"
    if "recovery" in found:
        yield f"{found['recovery'].value:.0%} right reports after a wrong one"
    if "self_conditioning" in found:
        one = found["self_conditioning"]
        ends = "" if one.low is None or one.high is None else f" [{one.low:+.2f}, {one.high:+.2f}]"
        yield f"self-conditioning {one.value:+.2f}{ends}, {one.n:.0f} sessions"
