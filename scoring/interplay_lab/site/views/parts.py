"""Scores by group of a track, and kinds of failures."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from interplay.core.reports import Group, Report
from interplay.core.text import counted
from interplay.tables import scores
from interplay.tables.numbers import cell, minus, number
from interplay.tracks.games import catalogue as games
from interplay_lab.site import charts
from interplay_lab.site.charts import Forest, Number
from interplay_lab.site.scored import AnyTrack, Entry

MOST_COLUMNS = 12
"""Most systems in the table of groups."""
FEW = 5
"""Scores of fewer items have no shade."""
SHADE_THRESHOLDS = (0, 20, 40, 60, 80, 95)
"""Scores from which a square has the next darker shade."""
FLAGS = "unparsable illegal cut substituted forfeited unsound context aborted error missing"
"""Metrics and counts that are problems of an item where they are not 0."""
CUT_OFF_LABEL = "cut off at the token limit"
HORIZON_THRESHOLDS = (8, 32, 128, 512, 1_024, 2_048)
"""Operations from which a horizon has the next darker shade."""
_WORDS = msgspec.toml.decode(Path(__file__).with_name("failures.toml").read_bytes(), type=dict[str, dict[str, str]])
"""Metrics that are shares of failures, and those that are shares of what did not fail, with words for the failure."""


class Square(NamedTuple):
    """A cell of the table of groups: its number, its shade, the interval, and on how many items it is."""

    text: str
    look: str
    bounds: str = ""
    n: int = 0
    exact: charts.Exact = charts.NO_NUMBER


class Failing(NamedTuple):
    """A kind of failure, its percentage of cases, the text of its share, and the problem of an item, if it is one."""

    what: str
    percent: float
    text: str
    flag: str = ""


def groups(reports: Sequence[Report], track: AnyTrack) -> list[dict[str, Group]]:
    """Return the groups in the tables of a track by name, for each report.

    A group is named by its last key, with the others in parentheses if two groups of any report would have one name.
    """
    *outer, last = track.table_by
    by_report = [[group for group in report.groups if set(group.where) == set(track.table_by)] for report in reports]
    asides: dict[str, set[str]] = {}
    for group in (group for groups_ in by_report for group in groups_):
        asides.setdefault(group.where[last], set()).add(_aside(group, outer))

    def name(group: Group) -> str:
        value = group.where[last]
        title = games.load(value).title if track.name == "games" and last == "game" else value
        return title if len(asides[value]) == 1 else f"{title} ({_aside(group, outer)})"

    return [{name(group): group for group in groups_} for groups_ in by_report]


def _aside(group: Group, keys: Sequence[str]) -> str:
    return " / ".join(group.where[key] for key in keys)


def matrix(track: AnyTrack, entries: Sequence[Entry]) -> dict[str, list[Square]]:
    """Return the scores of *entries* by the name of a group, or nothing for a track with a single group."""
    by_report = groups([entry.report for entry in entries], track)
    names = sorted({name for groups_ in by_report for name in groups_})
    if len(names) < 2:
        return {}
    return {name: [_square(track, groups_.get(name)) for groups_ in by_report] for name in names}


def _square(track: AnyTrack, group: Group | None) -> Square:
    first = track.headline
    metric = None if group is None else scores.metric(group, first.name)
    if metric is None:
        return Square("", "")
    if metric.value is None and metric.text is None:
        return Square("–", "")
    text, _, bounds = cell(scores.with_interval(metric, digits=0)).partition(" [")
    level = sum(metric.standing >= level for level in HORIZON_THRESHOLDS)
    look = shade(metric.value) if first.pooled is None else f"heat-{level}"
    bounds = f"[{bounds}" if bounds.count(",") else ""
    return Square(text, look if metric.n >= FEW else "few", bounds, metric.n, (metric.value, metric.low, metric.high))


def shade(value: float | None) -> str:
    """Return the class of a square with this score: ``heat-below`` for negative ones, ``heat-0`` to ``heat-6``."""
    if value is None:
        return ""
    value = round(value)  # as it is printed
    return "heat-below" if value < -2 else f"heat-{sum(value >= step for step in SHADE_THRESHOLDS)}"


def forest(track: AnyTrack, report: Report) -> Forest | None:
    """Return a system's scores by group, the best first, or ``None`` for fewer than two numbers.

    If the headline is pooled over levels, groups have their shares of right reports instead.
    """
    first, numbers = track.headline, []
    scale, digits = (1.0, first.digits) if first.pooled is None else (100.0, 0)
    (parts,) = groups([report], track)
    for name, group in parts.items():
        metric = scores.metric(group, first.name if first.pooled is None else "passed")
        if metric is not None and metric.value is not None:
            value, low, high = (None if end is None else scale * end for end in (metric.value, metric.low, metric.high))
            bounds = f", n {metric.n}" if low is None or high is None else f" [{low:.{digits}f}, {high:.{digits}f}]"
            text = minus(f"{number(value or 0.0, digits, 'z')}{bounds}")
            numbers.append(Number(name, "", text, value, low, high))
    if len(numbers) < 2:
        return None
    numbers.sort(key=lambda number: (-(number.value or 0.0), number.label))
    what = first.title if first.pooled is None else "right reports, %"
    return charts.forest(f"{track.name} by {track.table_by[-1]}: {what}", numbers, keep=(0.0, 100.0))


def failing(entry: Entry) -> list[Failing]:
    """Return the kinds of failures of a system: cut-off replies first, then by frequency."""
    report = entry.report
    episodes = report.counts["episodes"]
    kinds = [
        Failing(what, 100 * n / episodes, f"{n:,} of {counted(episodes, 'episodes')}", name)
        for name, what in (("error", "broke off"), ("aborted", "aborted"), ("missing", "not submitted"))
        if (n := report.counts[name])
    ]
    shares = {metric.name: metric.value for metric in report.groups[0].metrics}
    for name, what in _WORDS["failing"].items():
        value = shares.get(name)
        if value:
            kinds.append(Failing(what, 100 * value, f"{value:.1%}", name if name in FLAGS.split() else ""))
    for name, what in _WORDS["others_fail"].items():
        value = shares.get(name)
        if value is not None and value < 1 and report.track == "simulation":
            kinds.append(Failing(what, 100 * (1 - value), f"{1 - value:.1%}"))
    return sorted(kinds, key=lambda kind: (kind.what != CUT_OFF_LABEL, -kind.percent))
