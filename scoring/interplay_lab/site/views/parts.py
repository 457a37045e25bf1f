"""Scores by group of a track, and kinds of failures."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from interplay.core.reports import Group, Report
from interplay.core.text import counted
from interplay.tables import scores
from interplay.tables.numbers import cell, minus, number
from interplay_lab.site import charts
from interplay_lab.site.charts import Forest, Number
from interplay_lab.site.scored import AnyTrack, Entry

MOST_COLUMNS = 12
"""Most systems in the table of groups."""
_SHADE_THRESHOLDS = (0, 20, 40, 60, 80, 95)
CUT_OFF_LABEL = "cut off at the token limit"
HORIZON_THRESHOLDS = (8, 32, 128, 512, 1_024, 2_048)
"""Operations from which a horizon has the next darker shade."""
_KINDS = (
    ("unparsable", "unparsable replies"),
    ("illegal", "illegal"),
    ("cut", CUT_OFF_LABEL),
    ("context", "too long for the system"),
    ("substituted", "substituted decisions"),
    ("unsound", "invalid matches (more than 10% of decisions substituted)"),
    ("forfeited", "matches forfeited"),
    ("formless", "answers not in the requested form"),
)
_FAILURES_AS_COMPLEMENT = (
    ("content", "wrong content"),
    ("format", "not in the requested form"),
    ("constraints", "breaks a constraint"),
)


class Square(NamedTuple):
    """A cell of the table of groups: its number and its shade."""

    text: str
    look: str


class Part(NamedTuple):
    """A group of a track, with a square for each system."""

    name: str
    squares: tuple[Square, ...]


class Failing(NamedTuple):
    """A kind of failure, its percentage of cases, and the text of its share."""

    what: str
    percent: float
    text: str


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
        return value if len(asides[value]) == 1 else f"{value} ({_aside(group, outer)})"

    return [{name(group): group for group in groups_} for groups_ in by_report]


def _aside(group: Group, keys: Sequence[str]) -> str:
    return " / ".join(group.where[key] for key in keys)


def matrix(track: AnyTrack, entries: Sequence[Entry]) -> list[Part]:
    """Return the scores of *entries* by group, or nothing for a track with a single group."""
    by_report = groups([entry.report for entry in entries], track)
    names = sorted({name for groups_ in by_report for name in groups_})
    if len(names) < 2:
        return []
    return [Part(name, tuple(_square(track, groups_.get(name)) for groups_ in by_report)) for name in names]


def unscored(track: AnyTrack, parts: Sequence[Part]) -> str:
    """Return why some groups of games have no score, or an empty text."""
    names = [part.name for part in parts if {square.text for square in part.squares} <= {"–", ""}]
    if track.name != "games" or not names:
        return ""
    why = "the strong bot is not clearly ahead of the uninformed baseline there, or the opponent is another system"
    return f"–, no score ({', '.join(names)}): {why}, so that there is no scale."


def legend(track: AnyTrack) -> tuple[Square, ...]:
    """Return the legend of the shades in the table of groups, from the lowest score to the highest."""
    if track.headline.pooled is not None:
        ends = (f"under {HORIZON_THRESHOLDS[0]}", *(f"{level:,} or more" for level in HORIZON_THRESHOLDS))
        return tuple(Square(text, f"heat-{n}") for n, text in enumerate(ends))
    ends = (
        "−2 to 0",
        *(f"{low} to {high}" for low, high in pairwise(_SHADE_THRESHOLDS)),
        f"{_SHADE_THRESHOLDS[-1]} or more",
    )
    shades = tuple(Square(text, f"heat-{n}") for n, text in enumerate(ends))
    return (Square("under −2", "heat-below"), *shades)


def _square(track: AnyTrack, group: Group | None) -> Square:
    first = track.headline
    metric = None if group is None else scores.metric(group, first.name)
    if metric is None:
        return Square("", "")
    if metric.value is None and metric.text is None:
        return Square("–", "")
    text = metric.text or cell(number(metric.value or 0, 0))
    if first.pooled is None:
        return Square(text.partition(" [")[0], shade(metric.value))
    return Square(text.partition(" [")[0], f"heat-{sum(metric.standing >= level for level in HORIZON_THRESHOLDS)}")


def shade(value: float | None) -> str:
    """Return the class of a square with this score: ``heat-below`` for negative ones, ``heat-0`` to ``heat-6``."""
    if value is None:
        return ""
    return "heat-below" if value < -2 else f"heat-{sum(value >= step for step in _SHADE_THRESHOLDS)}"


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
            bounds = "" if low is None or high is None else f" [{low:.{digits}f}, {high:.{digits}f}]"
            text = minus(f"{number(value or 0.0, digits, 'z')}{bounds}")
            numbers.append(Number(name, "", text, value, low, high))
    if len(numbers) < 2:
        return None
    numbers.sort(key=lambda number: (-(number.value or 0.0), number.label))
    what = first.title if first.pooled is None else "right reports, %"
    return charts.forest(f"{track.name} by {track.table_by[-1]}: {what}", numbers, keep=(0.0, 100.0))


def extremes(plot: Forest | None) -> tuple[str, str]:
    """Return the best and the worst group of a plot; empty if either is tied or there are only two."""
    rows = () if plot is None else plot.rows
    if len(rows) < 3:
        return "", ""
    values = [row.text.partition(" [")[0] for row in rows]
    is_alone = values.count(values[0]) == values.count(values[-1]) == 1
    return (rows[0].label, rows[-1].label) if is_alone else ("", "")


def failing(entry: Entry) -> list[Failing]:
    """Return the kinds of failures of a system: cut-off replies first, then by frequency."""
    report = entry.report
    episodes = report.counts["episodes"]
    kinds = [
        Failing(
            what, 100 * report.counts[name] / episodes, f"{report.counts[name]:,} of {counted(episodes, 'episodes')}"
        )
        for name, what in (("error", "broke off"), ("aborted", "aborted"), ("missing", "not submitted"))
        if report.counts[name]
    ]
    shares = {metric.name: metric.value for metric in report.groups[0].metrics}
    for name, what in _KINDS:
        value = shares.get(name)
        if value:
            kinds.append(Failing(what, 100 * value, f"{value:.1%}"))
    for name, what in _FAILURES_AS_COMPLEMENT:
        value = shares.get(name)
        if value is not None and value < 1 and report.track == "simulation":
            kinds.append(Failing(what, 100 * (1 - value), f"{1 - value:.1%}"))
    return sorted(kinds, key=lambda kind: (kind.what != CUT_OFF_LABEL, -kind.percent))
