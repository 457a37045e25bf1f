"""Scores by part of a track, and what failed."""

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
"""Systems beside each other in the table of parts."""
_STEPS = (0, 20, 40, 60, 80, 95)
CUT = "cut off at the limit of tokens"
LEVELS = (8, 32, 128, 512, 1_024, 2_048)
"""Operations from which on horizons are shaded darker."""
_KINDS = (
    ("unparsable", "no reply in its form"),
    ("illegal", "illegal"),
    ("cut", CUT),
    ("context", "too long for the system"),
    ("substituted", "decisions taken over by the referee"),
    ("unsound", "matches with too many of these, worth nothing"),
    ("forfeited", "matches forfeited"),
    ("formless", "answers without their form"),
)
_OPPOSITES = (
    ("content", "says what is not so"),
    ("format", "not in the form asked for"),
    ("constraints", "breaks a constraint"),
)


class Square(NamedTuple):
    """A cell of the table of parts: the number, and how it is shaded."""

    text: str
    look: str


class Part(NamedTuple):
    """A part of a track, with a square for each system."""

    name: str
    squares: tuple[Square, ...]


class Failing(NamedTuple):
    """A kind of failure: what, in which share of cases (from 0 to 100), and of what."""

    what: str
    percent: float
    text: str


def groups(reports: Sequence[Report], track: AnyTrack) -> list[dict[str, Group]]:
    """Return the parts that tables of a track show by their names, for each report.

    A part is called by its last key alone, unless that would call two parts of any of the reports alike.
    """
    *outer, last = track.shown_by
    held = [[group for group in report.groups if set(group.where) == set(track.shown_by)] for report in reports]
    asides: dict[str, set[str]] = {}
    for group in (group for own in held for group in own):
        asides.setdefault(group.where[last], set()).add(_aside(group, outer))

    def name(group: Group) -> str:
        own = group.where[last]
        return own if len(asides[own]) == 1 else f"{own} ({_aside(group, outer)})"

    return [{name(group): group for group in own} for own in held]


def _aside(group: Group, keys: Sequence[str]) -> str:
    return " / ".join(group.where[key] for key in keys)


def matrix(track: AnyTrack, entries: Sequence[Entry]) -> list[Part]:
    """Return the scores by part of *entries*, in their order; none where a track has one part alone."""
    held = groups([entry.report for entry in entries], track)
    names = sorted({name for own in held for name in own})
    if len(names) < 2:
        return []
    return [Part(name, tuple(_square(track, own.get(name)) for own in held)) for name in names]


def unscored(track: AnyTrack, shown: Sequence[Part]) -> str:
    """Return why some parts of the games have no score; nothing where all have one, or on other tracks."""
    names = [part.name for part in shown if {square.text for square in part.squares} <= {"–", ""}]
    if track.name != "games" or not names:
        return ""
    why = "there the strong bot is not clearly ahead of playing without looking, or the opponent is another system"
    return f"–, no score ({', '.join(names)}): {why}, so that there is no scale."


def legend(track: AnyTrack) -> tuple[Square, ...]:
    """Return what the shades of the table of parts mean, from the least to the most."""
    if track.metrics[0].pooled is not None:
        ends = (f"under {LEVELS[0]}", *(f"{level:,} or more" for level in LEVELS))
        return tuple(Square(text, f"heat-{n}") for n, text in enumerate(ends))
    ends = ("−2 to 0", *(f"{low} to {high}" for low, high in pairwise(_STEPS)), f"{_STEPS[-1]} or more")
    shades = tuple(Square(text, f"heat-{n}") for n, text in enumerate(ends))
    return (Square("under −2", "heat-below"), *shades)


def _square(track: AnyTrack, group: Group | None) -> Square:
    first = track.metrics[0]
    found = None if group is None else scores.metric(group, first.name)
    if found is None:
        return Square("", "")
    if found.value is None and found.shown is None:
        return Square("–", "")
    text = found.shown or cell(number(found.value or 0, 0))
    if first.pooled is None:
        return Square(text.partition(" [")[0], shade(found.value))
    return Square(text.partition(" [")[0], f"heat-{sum(found.standing >= level for level in LEVELS)}")


def shade(value: float | None) -> str:
    """Return the class of a square with this score: ``heat-0`` for nothing to ``heat-6`` for all, or below nothing."""
    if value is None:
        return ""
    return "heat-below" if value < -2 else f"heat-{sum(value >= step for step in _STEPS)}"


def forest(track: AnyTrack, report: Report) -> Forest | None:
    """Return a system's scores by part, the best first; nothing where there is one part, or no number.

    Where the headline is pooled over levels, its parts are shown by their shares of right reports alone.
    """
    first, numbers = track.metrics[0], []
    scale, digits = (1.0, first.digits) if first.pooled is None else (100.0, 0)
    (parts,) = groups([report], track)
    for name, group in parts.items():
        found = scores.metric(group, first.name if first.pooled is None else "passed")
        if found is not None and found.value is not None:
            value, low, high = (None if end is None else scale * end for end in (found.value, found.low, found.high))
            bounds = "" if low is None or high is None else f" [{low:.{digits}f}, {high:.{digits}f}]"
            text = minus(f"{number(value or 0.0, digits, 'z')}{bounds}")
            numbers.append(Number(name, "", text, value, low, high))
    if len(numbers) < 2:
        return None
    numbers.sort(key=lambda one: (-(one.value or 0.0), one.label))
    what = first.title if first.pooled is None else "right reports, %"
    return charts.forest(f"{track.name} by {track.shown_by[-1]}: {what}", numbers, keep=(0.0, 100.0))


def extremes(plot: Forest | None) -> tuple[str, str]:
    """Return the best and the worst part of a plot; nothing where one is tied, or there are only two."""
    rows = () if plot is None else plot.rows
    if len(rows) < 3:
        return "", ""
    values = [row.text.partition(" [")[0] for row in rows]
    is_alone = values.count(values[0]) == values.count(values[-1]) == 1
    return (rows[0].label, rows[-1].label) if is_alone else ("", "")


def failing(entry: Entry) -> list[Failing]:
    """Return how a system's episodes and replies failed, what was cut off first, then the most frequent kind."""
    report = entry.report
    episodes = report.counts["episodes"]
    found = [
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
            found.append(Failing(what, 100 * value, f"{value:.1%}"))
    for name, what in _OPPOSITES:
        value = shares.get(name)
        if value is not None and value < 1 and report.track == "simulation":
            found.append(Failing(what, 100 * (1 - value), f"{1 - value:.1%}"))
    return sorted(found, key=lambda one: (one.what != CUT, -one.percent))
