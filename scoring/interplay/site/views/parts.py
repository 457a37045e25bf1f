"""Scores by part of a track, and what failed."""

from collections.abc import Sequence
from typing import NamedTuple

from interplay.core.reports import Group, Report
from interplay.report import table
from interplay.site import charts
from interplay.site.charts import Forest, Number
from interplay.site.scored import AnyTrack, Entry
from interplay.site.texts import counted
from interplay.site.views.board import score

MOST_COLUMNS = 12
"""Systems beside each other in the table of parts."""
_STEPS = (0, 20, 40, 60, 80, 95)
_KINDS = (
    ("unparsable", "no reply in its form"),
    ("illegal", "illegal"),
    ("cut", "cut off at the limit of tokens"),
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


def name_of(track: AnyTrack, group: Group, several: Sequence[str]) -> str:
    """Return what a part is called: the values of the keys that have *several* of them, or of the last one."""
    keys = [key for key in track.shown_by if key in several] or list(track.shown_by[-1:])
    return " / ".join(group.where[key] for key in keys)


def groups(report: Report, track: AnyTrack) -> list[tuple[str, Group]]:
    """Return the parts that tables of a track show, with their names."""
    found = [group for group in report.groups if set(group.where) == set(track.shown_by)]
    several = [key for key in track.shown_by if len({group.where[key] for group in found}) > 1]
    return [(name_of(track, group, several), group) for group in found]


def matrix(track: AnyTrack, entries: Sequence[Entry]) -> list[Part]:
    """Return the scores by part of *entries*, in their order; none where a track has one part alone."""
    held = [dict(groups(entry.report, track)) for entry in entries]
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


def _square(track: AnyTrack, group: Group | None) -> Square:
    first = track.metrics[0]
    found = None if group is None else table.metric(group, first.name)
    if found is None or group is None:
        return Square("", "")
    if found.value is None and found.shown is None:
        return Square("–", "")
    text = found.shown or f"{found.value or 0:.0f}".replace("-", "−")
    value = found.value
    if first.pooled is not None:
        passed = table.metric(group, "passed")
        value = None if passed is None or passed.value is None else 100 * passed.value
    return Square(text.partition(" [")[0], shade(value))


def shade(value: float | None) -> str:
    """Return the class of a square with this score: ``heat-0`` for nothing to ``heat-6`` for all, or below nothing."""
    if value is None:
        return ""
    return "heat-below" if value < -2 else f"heat-{sum(value >= step for step in _STEPS)}"


def forest(track: AnyTrack, report: Report) -> Forest | None:
    """Return a system's scores by part, the best first; nothing where there is one part, or no number."""
    first, numbers = track.metrics[0], []
    for name, group in groups(report, track):
        found = table.metric(group, first.name if first.pooled is None else "passed")
        if found is not None and found.value is not None:
            scale = 1.0 if first.pooled is None else 100.0
            low, high = (None if end is None else scale * end for end in (found.low, found.high))
            shown = score(table.metric(group, first.name), first.digits)
            numbers.append(Number(name, "", shown, scale * found.value, low, high))
    if len(numbers) < 2:
        return None
    numbers.sort(key=lambda one: (-(one.value or 0.0), one.label))
    what = first.title if first.pooled is None else "right reports, %"
    return charts.forest(f"{track.name} by {track.shown_by[-1]}: {what}", numbers, keep=(0.0, 100.0))


def failing(entry: Entry) -> list[Failing]:
    """Return how a system's episodes and replies failed, the most frequent kind first."""
    report = entry.report
    episodes = report.counts["episodes"]
    found = [
        Failing(
            what, 100 * report.counts[name] / episodes, f"{report.counts[name]:,} of {counted(episodes, 'episode')}"
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
    return sorted(found, key=lambda one: -one.percent)
