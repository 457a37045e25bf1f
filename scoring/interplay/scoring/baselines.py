"""The submissions that come with a dataset, and their scores."""

from pathlib import Path

from interplay.core.errors import DatasetError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.batch import score_files
from interplay.scoring.score import Options

FOLDER = "baselines"


def paths(release: Release) -> list[Path]:
    """Return the shipped submissions; raise ``DatasetError`` where there is none."""
    found = sorted((release.root / FOLDER).glob("*/*.jsonl*"))
    if not found:
        raise DatasetError(f"{release.root} comes with no baselines; score a submission with interplay score FILE")
    return found


def score_baselines(release: Release, options: Options | None = None, processes: int = 1) -> list[Report]:
    """Return the report of every shipped submission, by track, best headline first, as ``score_files`` makes them."""
    reports = score_files(paths(release), release, options, processes)
    return sorted(reports, key=lambda r: (r.track, -r.headline.standing, r.system.name))
