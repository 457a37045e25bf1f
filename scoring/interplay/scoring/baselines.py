"""The submissions that come with a dataset, and their scores."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from interplay.core.errors import DatasetError
from interplay.core.packaged import table
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.scoring.batch import as_done, score_files, scoring
from interplay.scoring.score import Options
from interplay.submissions.files import OnProgress
from interplay.tracks.catalogue import load

FOLDER = "baselines"
PREFIX = "bot-"
"""How the names of shipped bots begin; all others are recorded models."""
RANDOM = "bot-random"
"""The uninformed baseline that tables show beside the best one."""
BEST = table(__package__, "baselines.toml", dict[str, tuple[str, str]])
"""The best shipped bot of each track and the best uninformed one, in the order in which the demo shows the tracks."""


def paths(release: Release) -> list[Path]:
    """Return the shipped submissions; raise ``DatasetError`` where there is none."""
    shipped = sorted((release.root / FOLDER).glob("*/*.jsonl*"))
    if not shipped:
        raise DatasetError(f"{release.root} comes with no baselines; score a submission with interplay score FILE")
    return shipped


def score_baselines(
    release: Release, options: Options | None = None, processes: int = 1, on_progress: OnProgress = noop
) -> list[Report]:
    """Return the report of every shipped submission, by track, best headline first, as ``score_files`` makes them."""
    reports = score_files(paths(release), release, options, processes, on_progress)
    return sorted(reports, key=lambda r: (r.track, -r.headline.standing, r.system.name))


def selected(release: Release) -> list[Path]:
    """Return the shipped submissions of the bots in ``BEST`` and of recorded models, in the order of the demo."""
    files = {(path.name.split(".")[0], path.parent.name): path for path in paths(release)}
    models = sorted({name for _, name in files if not name.startswith(PREFIX)})
    order = [(track, name) for track, bots in BEST.items() for name in (*bots, *models)]
    return [files[key] for key in order if key in files]


def score_selected(
    release: Release, options: Options, processes: int = 1, on_progress: OnProgress = noop
) -> Iterator[Report]:
    """Yield the reports of the ``selected`` submissions in their order, each as soon as it and those before are there.

    Moves of opponents are taken as they are written in files whose hashes the release lists, if *options* say so.
    """
    left, results = selected(release), dict[Path, Report]()
    for path, report in as_done(left[:], release, scoring(options), Report, processes, on_progress):
        results[path] = report
        while left and left[0] in results:
            yield results[left.pop(0)]


def without_uninformed(reports: Sequence[Report]) -> tuple[list[Report], list[str]]:
    """Return *reports* without the uninformed baselines but the best and the random one, and a line on the others."""
    lines, hidden = [], set()
    for track in dict.fromkeys(report.track for report in reports):
        names = {f"{PREFIX}{name}" for name in load(track).uninformed}
        scored = {r.system.name: r.headline for r in reports if r.track == track and r.system.name in names}
        ranked = sorted(scored, key=lambda name: -scored[name].standing)
        others = [name for name in ranked[1:] if name != RANDOM]
        if others:
            hidden |= {(track, name) for name in others}
            scores = ", ".join(f"{name} {scored[name].text or f'{scored[name].value or 0:.1f}'}" for name in others)
            lines.append(f"{track}: {ranked[0]} is the best uninformed baseline; the others: {scores}")
    return [report for report in reports if (report.track, report.system.name) not in hidden], lines
