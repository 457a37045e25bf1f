"""What an evaluation on every track comes to: one line a track, as a record, a terminal's table and Markdown."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from interplay.core.records import Count, Record, Usage
from interplay.core.release import Release
from interplay.core.reports import Metric, Report
from interplay.core.text import in_markdown, money
from interplay.core.version import __version__
from interplay.submissions.health import SHARE, is_doubtful
from interplay.submissions.reading import usage_of
from interplay.submissions.sizes import omissions
from interplay.systems.spec import Rates, cost
from interplay.tables.formats import markdown
from interplay.tables.numbers import UNDEFINED, compact, interval, number, percent
from interplay.tables.references import MARK, UNINFORMED, Reference, is_above
from interplay.tables.scores import front, with_interval
from interplay.tables.table import Table, tabulate
from interplay.tracks.catalogue import load

HEADINGS: Final = (
    "track",
    "items",
    "played",
    "score [95% interval]",
    "basic",
    "SE",
    "calls",
    "tokens in",
    "tokens out",
)
SHARES: Final = ("unparsable", "illegal", "cut", "context")
"""Kinds of failures that are given as shares of replies, decisions or episodes."""


class TrackSummary(Record, frozen=True):
    """One track: its headline with interval and standard error, what it cost, and what went wrong how often.

    ``standard_error`` is a quarter of the 95% interval, nearly. ``failures`` are counts of episodes (``error``,
    ``aborted``, ``missing``), and shares as the track's metrics define them (``unparsable``, ``illegal``, ``cut`` off
    at the limit of tokens, ``context``: too long for the system), ``null`` where a track has no such thing. ``text``
    is the headline as text where it is no plain mean. ``open`` says why there are no scores yet. ``health`` is what
    is wrong with many of the replies, and ``references`` are scores of shipped baselines. ``basic`` is the score of the
    basic split; without another one, ``value`` is undefined. In a basic track it is the headline again.
    ``bot`` is the track's own in place of one that it lacks.
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
    text: str | None = msgspec.field(default=None, name="shown")
    usage: Usage = Usage()
    dollars: float | None = None
    failures: dict[str, float | None] = {}
    comparability_key: str = ""
    submission_sha256: str = ""
    bot: str = ""
    health: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    basic: Metric | None = None


class Summary(Record, frozen=True):
    """The results of one system on every track of a release.

    ``sent`` are the requests of the last call alone, ``sent_again`` those among them after an error.
    """

    format: Literal["interplay-summary/1"]
    system: str
    size: str
    release: str
    manifest_sha256: str
    package_version: str
    sent: Count
    tracks: tuple[TrackSummary, ...]
    sent_again: Count = 0

    @property
    def finished(self) -> bool:
        """Whether every track has its scores."""
        return not any(track.open for track in self.tracks)

    def __str__(self) -> str:
        """Return the summary as Markdown."""
        return document(self)


def summary(release: Release, system: str, size: str, tracks: Iterable[TrackSummary]) -> Summary:
    """Return the summary of some tracks on *release*."""
    return Summary(
        format="interplay-summary/1", system=system, size=size, release=release.manifest.release,
        manifest_sha256=release.manifest_sha256, package_version=__version__, sent=0, tracks=tuple(tracks),
    )  # fmt: skip


def track_summary(report: Report, path: Path, price: Rates | None = None) -> TrackSummary:
    """Return the line of the submission at *path* and its *report*; *price* is dollars a million tokens."""
    spent, _ = usage_of(path)
    (main, basic), counts = front(report), report.counts
    headline = main or Metric(name=report.headline_name)
    dollars = None if price is None else cost(price, spent.prompt_tokens, spent.completion_tokens)
    names = {metric.name for metric in report.groups[0].metrics}
    shares = {name: report.metric(name).value if name in names else None for name in SHARES}
    return TrackSummary(
        track=report.track, open="", selected=report.selected, items=counts["items"], episodes=counts["episodes"],
        played=counts["played"], metric=report.headline_name, value=headline.value, low=headline.low,
        high=headline.high, standard_error=headline.standard_error, text=headline.text, usage=spent, dollars=dollars,
        failures={**{name: counts[name] for name in ("error", "aborted", "missing")}, **shares},
        comparability_key=report.comparability_key, submission_sha256=report.submission_sha256,
        basic=(basic or main) if load(report.track).basic else basic,
    )  # fmt: skip


def _row(track: TrackSummary) -> tuple[str, ...]:
    if track.open:
        return (track.track, *(UNDEFINED,) * 8, f"not finished: {track.open}")
    score, error = interval(track.value, track.low, track.high), number(track.standard_error, 1)
    if track.text is not None:  # its standard error has a unit of its own
        score, error = f"{track.metric.upper()} {track.text}", UNDEFINED
    basic = with_interval(track.basic).removesuffix(f" [{UNDEFINED}]")
    score = UNDEFINED if track.basic and load(track.track).basic else score
    failures = [failure for failure in track.failures.items() if failure[1]]
    return (
        track.track,
        f"{track.items:,}",
        f"{track.played}/{track.episodes}",
        score,
        basic,
        error,
        f"{track.usage.calls:,}",
        *(f"{count:,}" if count else UNDEFINED for count in (track.usage.prompt_tokens, track.usage.completion_tokens)),
        ", ".join(f"{percent(n, 0) if name in SHARES else number(n, 0)} {name}" for name, n in failures) or "none",
    )


def brief(summary: Summary) -> Table:
    """Return the scores beside those of shipped baselines, in a table for a terminal of 80 columns."""
    columns = _roles(summary)
    rows, scores = [], slice(3, 5 if any(track.basic for track in summary.tracks) else 4)
    for track in summary.tracks:
        by_role = {reference.role: reference.text for reference in track.references}
        rows.append((track.track, *_row(track)[scores], *(by_role.get(role) for role in columns)))
    return tabulate((HEADINGS[0], *HEADINGS[scores], *columns), rows)


def _roles(summary: Summary) -> list[str]:
    return [*dict.fromkeys(reference.role for track in summary.tracks for reference in track.references)]


def usage(summary: Summary) -> Table:
    """Return what each track took, and what failed in it, in a table for a terminal of 80 columns."""
    rows = []
    for track in summary.tracks:
        taken = track.usage
        tokens = f"{compact(taken.prompt_tokens)} + {compact(taken.completion_tokens)}" if taken.prompt_tokens else None
        name, _, played, _, _, error, calls, *_, failed = _row(track)
        rows.append((name, played, error, calls, *((None, None) if track.open else (tokens, failed))))
    return tabulate(("track", "played", "SE", "calls", "tokens in+out", "failures"), rows, kinds={"failures": "text"})


def health(summary: Summary, *, doubtful: bool = False) -> list[str]:
    """Return a line on each track without scores, and on faults of many replies; or on *doubtful* scores alone."""
    lines = [f"{track.track}: not finished: {track.open}" for track in summary.tracks if track.open and not doubtful]
    problems = ((track.track, problem) for track in summary.tracks for problem in track.health)
    return lines + [f"{name}: {problem}" for name, problem in problems if is_doubtful(problem) == doubtful]


def faults(report: Report) -> Iterator[str]:
    """Yield that episodes were not played to the end, or that matches are invalid, where there are many of them."""
    counts, shares = report.counts, {metric.name: metric.value for metric in report.groups[0].metrics}
    played, episodes, invalid = counts["played"], counts["episodes"], shares.get("unsound") or 0.0
    if played < (1 - SHARE) * episodes:
        reasons = ", ".join(f"{counts[name]:,} {name}" for name in ("error", "aborted", "missing") if counts[name])
        yield f"{played:,} of {episodes:,} episodes were played to the end ({reasons}); the others count as failed"
    if invalid >= SHARE:
        effect = "the score is that of not playing" if invalid == 1 else "each scores at most 0, whatever its result"
        yield f"{'all' if invalid == 1 else f'{invalid:.0%} of the'} {played:,} matches are invalid: {effect}"


def verdict(summary: Summary) -> Iterator[str]:
    """Yield which scores are above the uninformed baseline, and how to quote scores."""
    lists: dict[bool, list[str]] = {True: [], False: []}
    for track in (t for t in summary.tracks if not t.open and (t.value is not None or t.text or not t.basic)):
        uninformed = next((r.score for r in track.references if r.role == UNINFORMED), "")
        lists[is_above(track.value, track.low, track.text, uninformed)].append(track.track)
    if any(lists.values()):
        above, rest = (", ".join(names) or "no track" for names in lists.values())
        yield f"Above the uninformed baseline: {above}; not shown above it: {rest}."
        yield f"Above: the lower bound is above 0 and the column {UNINFORMED}; in horizon above the lowest level."
        yield "Report a track's score with interval, size and release. Scores of different tracks cannot be added."


def notes(summary: Summary, *, brief: bool = False) -> list[str]:
    """Return what the table does not say: what was run, which items, what it cost; in *brief* without lists."""
    release = f"release {summary.release}, manifest sha256 {summary.manifest_sha256[:12]}…"
    lines = [
        f"{summary.system}, size {summary.size}, {release}, package {summary.package_version}",
        "SE: standard error for these games, families and domains. Calls and tokens: those of the scored replies.",
        *_baselines(summary, brief=brief),
    ]
    if others := [f"{track.bot} in {track.track}" for track in summary.tracks if track.bot]:
        lines.append(f"{summary.system} is {' and '.join(others)}, where no bot has that name")
    lines += [f"{track.track}: {track.metric.upper()} has an interval of 90%" for track in summary.tracks if track.text]
    same = "comparable with scores of the same items only"
    lines += [text for track in summary.tracks if (text := load(track.track).basic)]
    lines += omissions(summary.size, (track.track for track in summary.tracks))
    selected = [track for track in summary.tracks if track.selected]
    short = [f"fixed samples of each track, which the reports name: {same}"]
    lines += short if brief and selected else [f"{track.track}: {track.selected}; {same}" for track in selected]
    if any(track.usage.prompt_tokens or track.usage.completion_tokens for track in summary.tracks):
        lacking = [track.track for track in summary.tracks if track.dollars is None]
        cost = money(sum(t.dollars or 0.0 for t in summary.tracks)) + f" without {', '.join(lacking)}" * bool(lacking)
        cost = cost if len(lacking) < len(summary.tracks) else "unknown without a price"
        used = (sum(getattr(t.usage, f"{kind}_tokens") for t in summary.tracks) for kind in ("prompt", "completion"))
        lines.append("Cost: {}; {:,} tokens in, {:,} out, for the replies that were scored".format(cost, *used))
    return lines


def _baselines(summary: Summary, *, brief: bool) -> Iterator[str]:
    """Yield which shipped baselines the columns are of, and about which items."""
    columns = _roles(summary)
    for role in () if brief else columns:
        systems = [f"{r.system} ({t.track})" for t in summary.tracks for r in t.references if r.role == role]
        yield f"{role}: {', '.join(systems)}"
    if brief and columns:
        yield f"{UNINFORMED}: best bot that ignores the items; other columns: shipped systems (names: summary.md)"
        yield f"0 is fixed for each track; {UNINFORMED} is one bot on the items of this run, so it varies around 0"
    if any(reference.is_whole for track in summary.tracks for reference in track.references):
        yield f"{MARK} on all items that this baseline was run on, not only on the items of this run"


def document(summary: Summary) -> str:
    """Return the summary as Markdown."""
    table = tabulate((*HEADINGS, "failures"), map(_row, summary.tracks), kinds={"failures": "text"})
    lines = ["# Interplay: summary", "", *(f"{in_markdown(line)}\n" for line in health(summary, doubtful=True))]
    lines += [*markdown(table, headings=str), ""]
    lines += [*markdown(brief(summary), headings=str), ""]
    lines += [f"- {in_markdown(note)}" for note in (*verdict(summary), *health(summary), *notes(summary))]
    lines += ["", "| track | comparable with |", "|---|---|"]
    lines += [f"| {t.track} | {in_markdown(t.comparability_key)} |" for t in summary.tracks if not t.open]
    return "\n".join([*lines, ""])
