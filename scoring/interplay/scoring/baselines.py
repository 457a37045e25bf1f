"""The submissions that come with a dataset, and their scores."""

from interplay.core.errors import DatasetError
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.score import Options, score

FOLDER = "baselines"


def score_baselines(release: Release, options: Options | None = None) -> list[Report]:
    """Return the report of every shipped submission, by track, best headline first."""
    paths = sorted((release.root / FOLDER).glob("*/*.jsonl*"))
    if not paths:
        raise DatasetError(f"{release.root} comes with no baselines; score a submission with interplay score FILE")
    reports = [score(path, release, options) for path in paths]
    return sorted(reports, key=lambda r: (r.track, -(r.headline.value or 0.0), r.system.name))
