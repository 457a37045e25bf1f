"""What an evaluation on every track comes to: one line a track, as a record, a terminal's table and Markdown."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

from interplay.core.pricing import Rates, cost
from interplay.core.records import Count, Record, Usage
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import in_markdown, money
from interplay.core.version import __version__
from interplay.submissions import reading
from interplay.tables.formats import markdown
from interplay.tables.numbers import UNDEFINED, compact, interval, number, percent
from interplay.tables.table import Table, tabulate

SUMMARY: Final = "interplay-summary/1"
HEADINGS: Final = ("track", "items", "played", "score [95% interval]", "SE", "calls", "tokens in", "tokens out")
SHARES: Final = ("unparsable", "illegal", "cut", "context")
"""Kinds of failures that are given as shares of replies, decisions or episodes."""


class TrackSummary(Record, frozen=True):
    """One track: its headline with interval and standard error, what it cost, and what went wrong how often.

    ``standard_error`` is a quarter of the 95% interval, nearly. ``failures`` are counts of episodes (``error``,
    ``aborted``, ``missing``), and shares as the track's metrics define them (``unparsable``, ``illegal``, ``cut`` off
    at the limit of tokens, ``context``: too long for the system), ``null`` where a track has no such thing. ``shown``
    is the headline as text where it is no plain mean. ``open`` says why there are no scores yet.
    """

    track: str
    open: str
    selected: str = ""
    items: Count = 0
    episodes: Count = 0
    played: Count = 0
    metric: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    shown: str | None = None
    usage: Usage = Usage()
    dollars: float | None = None
    failures: dict[str, float | None] = {}
    comparability_key: str = ""
    submission_sha256: str = ""


class Summary(Record, frozen=True):
    """The results of one system on every track of a release. ``sent`` are the requests of the last call alone."""

    format: Literal["interplay-summary/1"]
    system: str
    size: str
    release: str
    manifest_sha256: str
    package_version: str
    sent: Count
    tracks: tuple[TrackSummary, ...]

    @property
    def finished(self) -> bool:
        """Whether every track has its scores."""
        return not any(one.open for one in self.tracks)

    def __str__(self) -> str:
        """Return the summary as Markdown."""
        return document(self)


def summary(release: Release, system: str, size: str, tracks: Iterable[TrackSummary], sent: int = 0) -> Summary:
    """Return the summary of some tracks on *release*."""
    return Summary(
        format=SUMMARY,
        system=system,
        size=size,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        package_version=__version__,
        sent=sent,
        tracks=tuple(tracks),
    )


def track_summary(report: Report, path: Path, price: Rates | None = None) -> TrackSummary:
    """Return the line of the submission at *path*, of which *report* is; *price* is dollars a million tokens."""
    spent, _ = counted(path)
    headline, counts = report.headline, report.counts
    dollars = None
    if price is not None:
        dollars = cost(price, spent.prompt_tokens, spent.completion_tokens)
    names = {metric.name for metric in report.groups[0].metrics}
    shares = {name: report.metric(name).value if name in names else None for name in SHARES}
    return TrackSummary(
        track=report.track,
        open="",
        selected=report.selected,
        items=counts["items"],
        episodes=counts["episodes"],
        played=counts["played"],
        metric=report.headline_name,
        value=headline.value,
        low=headline.low,
        high=headline.high,
        standard_error=headline.standard_error,
        shown=headline.shown,
        usage=spent,
        dollars=dollars,
        failures={**{name: counts[name] for name in ("error", "aborted", "missing")}, **shares},
        comparability_key=report.comparability_key,
        submission_sha256=report.submission_sha256,
    )


def counted(path: Path) -> tuple[Usage, int]:
    """Return what the predictions of a submission cost, and how many of them do not say how many tokens they took.

    One that broke off and says nothing is not among these: what its requests took is not known to anybody.
    """
    spent, uncounted = Usage(), 0
    for one in reading.read(path)[1]:
        usage = getattr(one, "usage", None)
        if isinstance(usage, Usage):
            spent += usage
            uncounted += usage.calls > 0 and not usage.prompt_tokens
        else:
            uncounted += not getattr(one, "error", None)
    return spent, uncounted


def table(summary: Summary) -> Table:
    """Return a row a track, with what failed."""
    return tabulate((*HEADINGS, "failures"), map(_row, summary.tracks), kinds={"failures": "text"})


def _row(track: TrackSummary) -> tuple[str, ...]:
    if track.open:
        return (track.track, *(UNDEFINED,) * 7, f"not finished: {track.open}")
    score, error = interval(track.value, track.low, track.high), number(track.standard_error, 1)
    if track.shown is not None:  # its standard error has a unit of its own
        score, error = f"{track.metric.upper()} {track.shown}", UNDEFINED
    return (
        track.track,
        f"{track.items:,}",
        f"{track.played}/{track.episodes}",
        score,
        error,
        f"{track.usage.calls:,}",
        *(f"{count:,}" if count else UNDEFINED for count in (track.usage.prompt_tokens, track.usage.completion_tokens)),
        ", ".join(_failure(*failure) for failure in track.failures.items() if failure[1]) or "none",
    )


def brief(summary: Summary) -> Table:
    """Return a table that fits a terminal of 80 columns; ``failures`` are lines below it."""
    rows = []
    for track in summary.tracks:
        name, _, *cells = _row(track)[:6]
        tokens = f"{compact(track.usage.prompt_tokens)} + {compact(track.usage.completion_tokens)}"
        rows.append((name, *cells, None if track.open else tokens))
    return tabulate((HEADINGS[0], *HEADINGS[2:6], "tokens in+out"), rows)


def failures(summary: Summary) -> list[str]:
    """Return a line a track on what failed, or on why it has no scores yet."""
    rows = map(_row, summary.tracks)
    return [
        f"{row[0]}{'' if track.open else ', failures'}: {row[-1]}"
        for track, row in zip(summary.tracks, rows, strict=True)
    ]


def _failure(name: str, value: float | None) -> str:
    return f"{percent(value, 0) if name in SHARES else number(value, 0)} {name}"


def notes(found: Summary) -> list[str]:
    """Return what the table does not say: what was run, which items, what it cost."""
    about = (
        f"{found.system}, size {found.size}, release {found.release}, manifest sha256 {found.manifest_sha256[:12]}…, "
        f"package {found.package_version}"
    )
    lines = [
        about,
        "SE: standard error, with games, families and domains held fixed. Calls and tokens: behind scored replies.",
    ]
    lines += [f"{one.track}: {one.metric.upper()} has an interval of 90%" for one in found.tracks if one.shown]
    parts = [one for one in found.tracks if one.selected]
    lines += [f"{one.track}: {one.selected}; comparable with scores of the same items only" for one in parts]
    if any(one.dollars is not None for one in found.tracks):
        lacking = [one.track for one in found.tracks if one.dollars is None]
        without = f"; what was spent on {', '.join(lacking)} is not in it" if lacking else ""
        spent = sum(one.dollars or 0.0 for one in found.tracks)
        lines.append(f"Cost: {money(spent)} for the replies that were scored{without}")
    return lines


def document(summary: Summary) -> str:
    """Return the summary as Markdown."""
    lines = ["# Interplay: summary", "", *markdown(table(summary), headings=str), ""]
    lines += [*(f"- {in_markdown(note)}" for note in notes(summary)), "", "| track | comparable with |", "|---|---|"]
    lines += [f"| {one.track} | {in_markdown(one.comparability_key)} |" for one in summary.tracks if not one.open]
    return "\n".join([*lines, ""])
