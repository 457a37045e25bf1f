"""The submissions that come with a dataset, and their scores."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from interplay.core.errors import DatasetError
from interplay.core.release import SUMS_NAME, Release, read_sums
from interplay.core.reports import Report
from interplay.scoring.batch import score_files
from interplay.scoring.score import Options
from interplay.tracks.catalogue import load, names, table

FOLDER = "baselines"
RANDOM = "bot-random"
"""The uninformed baseline that tables show beside the best one."""
UNINFORMED = "uninformed"
"""Headlines of shipped uninformed baselines in a track's folder, as ``interplay-build page uninformed`` prints them."""


@dataclass(frozen=True, slots=True)
class Uninformed:
    """The headline of a shipped uninformed baseline, kept so that the demo need not compute it.

    ``sha256`` is the hash of the submission; ``standing`` orders systems, ``score`` is the headline as text.
    """

    sha256: str
    track: str
    system: str
    scoring_version: int
    standing: float
    score: str


def paths(release: Release) -> list[Path]:
    """Return the shipped submissions; raise ``DatasetError`` where there is none."""
    shipped = sorted((release.root / FOLDER).glob("*/*.jsonl*"))
    if not shipped:
        raise DatasetError(f"{release.root} comes with no baselines; score a submission with interplay score FILE")
    return shipped


def score_baselines(release: Release, options: Options | None = None, processes: int = 1) -> list[Report]:
    """Return the report of every shipped submission, by track, best headline first, as ``score_files`` makes them."""
    return _sorted(score_files(paths(release), release, options, processes))


def score_for_demo(release: Release, processes: int = 1) -> tuple[list[Report], list[str]]:
    """Return the reports that the demo shows, and a line for each track about the other uninformed baselines.

    Of the uninformed baselines only the best and the random one are scored; the others' headlines are kept with the
    package and belong to the same bytes, as their hashes say. Opponents' moves are taken as they are written.
    """
    shipped = paths(release)
    headlines = _kept_for(release, shipped)
    left_out = {line.sha256 for _, *others in _ranked(headlines.values()).values() for line in others}
    wanted = [path for path in shipped if path not in headlines or headlines[path].sha256 not in left_out]
    reports = score_files(wanted, release, Options(trusted=True, analyses=False, summary=True), processes)
    return without_uninformed(_sorted(reports), list(headlines.values()))


def without_uninformed(reports: Sequence[Report], known: Sequence[Uninformed] = ()) -> tuple[list[Report], list[str]]:
    """Return *reports* without the uninformed baselines but the best and the random one, and a line on the others.

    *known* are headlines of baselines that may be missing among *reports*.
    """
    names = {track: {f"bot-{name}" for name in load(track).uninformed} for track in {r.track for r in reports}}
    scored = [headline_of(report) for report in reports if report.system.name in names[report.track]]
    by_name = {(line.track, line.system): line for line in (*known, *scored) if line.track in names}
    ranked, lines = _ranked(by_name.values()), []
    for track in dict.fromkeys(report.track for report in reports if report.track in ranked):
        best, *others = ranked[track]
        if others:
            scores = ", ".join(f"{line.system} {line.score}" for line in others)
            lines.append(f"{track}: {best.system} is the best uninformed baseline; the others: {scores}")
    hidden = {(line.track, line.system) for _, *others in ranked.values() for line in others}
    return [report for report in reports if (report.track, report.system.name) not in hidden], lines


def headline_of(report: Report) -> Uninformed:
    """Return the headline of a report, as the table of uninformed baselines keeps it."""
    metric = report.headline
    score = metric.text or f"{metric.value or 0:.1f}"
    version = load(report.track).scoring_version
    return Uninformed(report.submission_sha256, report.track, report.system.name, version, metric.standing, score)


@cache
def kept() -> dict[str, Uninformed]:
    """Return the kept headlines by the hash of their submission."""
    rows = ({**row, "track": track} for track in names() for row in table(track, UNINFORMED))
    return {row["sha256"]: msgspec.convert(row, Uninformed, strict=False) for row in rows}


def _kept_for(release: Release, shipped: Sequence[Path]) -> dict[Path, Uninformed]:
    """Return the kept headlines of shipped submissions whose bytes and scoring version are still the same."""
    if release.modified:
        return {}
    sums = read_sums((release.root / SUMS_NAME).read_text(encoding="utf-8"))
    pairs = ((path, kept().get(sums.get(path.relative_to(release.root).as_posix(), ""))) for path in shipped)
    return {path: line for path, line in pairs if line and line.scoring_version == load(line.track).scoring_version}


def _ranked(lines: Iterable[Uninformed]) -> dict[str, list[Uninformed]]:
    """Return by track the best uninformed baseline, and behind it those that tables leave out."""
    by_track: dict[str, list[Uninformed]] = {}
    for line in sorted(lines, key=lambda line: -line.standing):
        if line.system != RANDOM or line.track not in by_track:
            by_track.setdefault(line.track, []).append(line)
    return by_track


def _sorted(reports: Sequence[Report]) -> list[Report]:
    return sorted(reports, key=lambda r: (r.track, -r.headline.standing, r.system.name))
