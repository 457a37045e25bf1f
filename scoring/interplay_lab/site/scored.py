"""Submissions scored for pages: their reports, token usage and results of matches."""

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from msgspec import structs

from interplay.core.driver import RIVAL
from interplay.core.records import Record, Usage
from interplay.core.release import Release
from interplay.core.reports import ItemScore, Report
from interplay.core.text import noop
from interplay.ratings.matches import Match
from interplay.ratings.submissions import match_of
from interplay.scoring.batch import as_done
from interplay.scoring.grade_cache import cached
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import OnProgress, counter, predictions_in
from interplay.submissions.reading import read_header, usage_of
from interplay.submissions.selection import unconventional
from interplay.tables.notes import labels
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, Track
from interplay_lab.site.remarks import Remark, remark_of
from interplay_lab.statistics.normalised import shares

AnyTrack = Track[Any, Any]
PREFIX = "bot-"  # of the names of shipped programs
SAMPLE = " (sample)"  # behind the names of systems with scores of some items
SHARES = ("passed", "optimal", "strict", "constraints", "points")
TAINTED = 0.1
"""The share of substituted decisions, or of replies cut off, above which a score says little of its system."""
MATCH = 20
"""A match takes about as long as so many other predictions."""
STAND_INS = ("main_score", *SHARES)
"""Metrics that sort items without a headline, the first one defined; ``SHARES`` are from 0 to 1."""


class Paid(Record, frozen=True):
    """The payoffs of a system in the matches of a game."""

    system: str
    game: str
    each: tuple[float, ...]


class Scored(Record, frozen=True):
    """A scored submission, as sent between processes: its report, usage, rated matches and payoffs.

    ``uncounted`` is the number of predictions without token counts.
    """

    report: Report
    usage: Usage
    uncounted: int = 0
    matches: tuple[Match, ...] = ()
    paid: tuple[Paid, ...] = ()
    remarks: tuple[Remark, ...] = ()


class Entry(Scored, frozen=True, kw_only=True, dict=True):
    """One submission on the pages: ``label`` is its system's name in tables, ``blind`` marks uninformed baselines."""

    path: Path
    label: str
    blind: bool

    @property
    def track(self) -> AnyTrack:
        """Its track."""
        return catalogue.load(self.report.track)

    @cached_property
    def items(self) -> Mapping[str, ItemScore]:
        """The scores of its items by id."""
        return {item.item_id: item for item in self.report.per_item}

    @cached_property
    def rival(self) -> str:
        """The name of the rival system, or empty."""
        rival = read_header(self.path).rival
        return "" if rival is None else rival.name

    @cached_property
    def caution(self) -> str:
        """How many replies were cut off and decisions substituted, such as ``100% substituted``; empty up to 10%."""
        shares = [(metric.value or 0.0, metric.name) for metric in self.report.groups[0].metrics]
        words = {"substituted": "substituted", "cut": f"cut at {self.limit}"}
        return ", ".join(f"{share:.0%} {words[name]}" for share, name in shares if name in words and share > TAINTED)

    @property
    def limit(self) -> str:
        """The token limit of a reply in words, as the submission says it."""
        limit = self.report.system.params.get("max_tokens")
        return f"{limit:,} tokens" if isinstance(limit, int) else "an unknown token limit"

    @property
    def is_hand_picked(self) -> bool:
        """Whether the submitter named the items, or drew them with a seed of their own."""
        return bool(unconventional(self.report.selection))

    @property
    def part(self) -> str:
        """How many of the items the scores are about, such as ``82 of 520 items``; empty for all."""
        rule = self.report.selection
        match = re.search("[0-9,]+ of [0-9,]+ items", self.report.selected.removeprefix(rule.name if rule else ""))
        return match[0] if match else ""

    def quality(self, item_id: str) -> float | None:
        """Return the headline of an item, or its replacement where single items have none."""
        return self.measured(item_id)[1]

    def measured(self, item_id: str) -> tuple[str, float | None]:
        """Return the name of the metric of ``quality``, and its value."""
        values = self.items[item_id].values
        names = (self.report.headline_name, *STAND_INS)
        return next(((name, value) for name in names if (value := values.get(name)) is not None), ("", None))


def score_all(
    paths: Sequence[Path],
    release: Release,
    options: Options | None = None,
    processes: int = 1,
    on_progress: OnProgress = noop,
    folder: Path | None = None,
    on_message: Callable[[str], None] = noop,
) -> list[Scored]:
    """Return the scored submissions in the order of *paths*; several *processes* share the files.

    Those that *folder* keeps are not scored again, as ``cached`` says. All processes share the predictions of a file
    that is more than one's part of the work. *on_progress* is called with the numbers of scored predictions and of all.
    Raises the error of the first invalid file.
    """
    chosen = options or Options()

    def work(rest: list[Path]) -> list[Scored]:
        return _scored_now(rest, release, chosen, processes, on_progress)

    return cached(paths, release, chosen, work, Scored, folder, on_message)


def _scored_now(
    paths: Sequence[Path], release: Release, options: Options, processes: int, on_progress: OnProgress
) -> list[Scored]:
    results = dict[Path, Scored]()
    counts = {path: predictions_in([path]) for path in paths}
    work = {path: counts[path] * (MATCH if path.name.startswith("games") else 1) for path in counts}

    def report(done: int, _: int) -> None:
        on_progress(done + sum(counts[path] for path in results if path in large), sum(counts.values()))

    large = [path for path in work if processes > 1 and work[path] * processes > sum(work.values())]
    for path in large:
        with suppress(BrokenExecutor, OSError, ImportError, NotImplementedError):  # where no process can be started
            results[path] = _scored(
                path, ItemCache(release, counter([path], report)), replace(options, workers=processes)
            )
    rest = [path for path in counts if path not in results]
    results |= dict(as_done(rest, release, partial(_scored, options=options), Scored, processes, report))
    return [results[path] for path in paths]


def _scored(path: Path, cache: ItemCache, options: Options) -> Scored:
    header, grades = read_header(path), list[tuple[Grade, Remark]]()
    matches, paid = list[Match](), dict[tuple[str, str], list[float]]()
    track = catalogue.load(header.track)
    items = {track.item_id(item): item for item in cache.items(track)}
    order = {item_id: number for number, item_id in enumerate(items)}
    remark = partial(remark_of, drawn=header.system.name not in _uninformed(header.track))

    def note(grade: Grade) -> None:
        known = grade.source if isinstance(grade.source, Remark) else remark(grade)
        grades.append((structs.replace(grade, source=None), known))

    report = score(path, cache.release, options, note, cache, remark)
    grades.sort(key=lambda pair: (order[pair[0].item_id], pair[0].trial))
    for grade, _ in grades if header.track == "games" else ():
        item = items[grade.item_id]
        for system, value in shares(header, item, grade):
            paid.setdefault((system, item.game), []).append(value)
        is_played = header.rival is not None or RIVAL not in item.players
        match = match_of(header, item, grade) if is_played else None
        matches += [] if match is None else [match]
    usage, uncounted = usage_of(path)
    earned = tuple(Paid(system=system, game=game, each=tuple(each)) for (system, game), each in paid.items())
    known = tuple(known for _, known in grades)
    return Scored(report, usage, uncounted, tuple(matches), earned, known)


def entries(paths: Sequence[Path], scored: Sequence[Scored]) -> list[Entry]:
    """Return the entries of a site, by track, best headline first."""

    def order_of(pair: tuple[Path, Scored]) -> tuple[object, ...]:
        report = pair[1].report
        return catalogue.order(report.track), report.track, -report.headline.standing, report.system.name

    order = sorted(zip(paths, scored, strict=True), key=order_of)
    reports = [result.report for _, result in order]
    pairs = zip(order, labels(reports), strict=True)
    names = _distinct(reports, [_label(path, result.report, label) for (path, result), label in pairs])
    blind = [report.system.name in _uninformed(report.track) for report in reports]
    return [
        Entry(**structs.asdict(result), path=path, label=label, blind=is_blind)
        for (path, result), label, is_blind in zip(order, names, blind, strict=True)
    ]


def _label(path: Path, report: Report, label: str) -> str:
    """Return a system's name in charts, with its rival if any, a mark for a sample, or a number for a namesake."""
    rival = read_header(path).rival
    if rival is not None:
        return f"{report.system.name} against {rival.name}"
    return f"{report.system.name}{SAMPLE}" if report.selected else label


def _distinct(reports: Sequence[Report], names: Sequence[str]) -> list[str]:
    """Return *names*, those that occur twice on a track with their items, and with a number if these are equal, too."""
    base = [(report.track, name.removesuffix(SAMPLE)) for report, name in zip(reports, names, strict=True)]
    full = [
        names[n] if base.count(base[n]) == 1 else f"{base[n][1]} ({', '.join(filter(None, (r.selected, *r.splits)))})"
        for n, r in enumerate(reports)
    ]
    keys = [(report.track, name) for report, name in zip(reports, full, strict=True)]
    return [f"{k[1]}, run {keys[:n].count(k) + 1}" if keys.count(k) > 1 else k[1] for n, k in enumerate(keys)]


def _uninformed(track: str) -> set[str]:
    """Return the names of the shipped uninformed baselines; the random bot always is one."""
    return {f"{PREFIX}{name}" for name in (*catalogue.load(track).uninformed, "random")}
