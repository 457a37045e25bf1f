"""Put the results of judgments into reports. Reports without judgments stay as they are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from interplay.core.release import Release
from interplay.core.reports import Report, Statistic
from interplay.judging.subjects import opened
from interplay.judging.verdicts import VERSION
from interplay_lab.judging import descriptions, pairs, people, ratings, reading
from interplay_lab.judging.reading import Verdicts

_NO_JUDGE = "judge:none"
_STATISTICS: Mapping[str, Callable[[Verdicts, Mapping[str, str], str], list[Statistic]]] = {
    "clue": descriptions.statistics,
    "pair": pairs.statistics,
    "reply": ratings.statistics,
}
"""What adds up judgments about each kind of subject."""


def add(
    reports: Sequence[Report],
    files: Iterable[Path],
    judgments: Iterable[Path],
    release: Release,
) -> list[Report]:
    """Return *reports*, made of *files*, with the results of *judgments*.

    A comparison of two submissions is added to both reports, mirrored in the second one's. Raises ``RecordError`` for
    judgments that are not about *files*.
    """
    submissions = {judged.submission.sha256: judged for judged in (opened(path, release) for path in files)}
    read = [reading.read(path, release, submissions) for path in judgments]
    return [_with(report, read) for report in reports]


def _with(report: Report, read: Iterable[Verdicts]) -> Report:
    about = [v for v in read if report.submission_sha256 in {named.sha256 for named in v.header.submissions}]
    if not about:
        return report
    statistics: list[Statistic] = []
    for verdicts in about:
        where = {"judge": verdicts.judge.name, "judge_model": verdicts.header.model.name}
        statistics += _STATISTICS[verdicts.judge.file.subject](verdicts, where, report.submission_sha256)
    statistics += people.statistics(about, report.submission_sha256)
    named = " ".join(sorted({_named(verdicts) for verdicts in about}))
    return msgspec.structs.replace(
        report,
        judge_digest="+".join(sorted({verdicts.judge.digest for verdicts in about})),
        comparability_key=report.comparability_key.replace(_NO_JUDGE, named),
        statistics=(*report.statistics, *statistics),
        warnings=(*report.warnings, *(finding for verdicts in about for finding in verdicts.findings)),
    )


def _named(verdicts: Verdicts) -> str:
    """Return the judge as comparability keys name it: its file's digest, the model, the mode, how verdicts are read."""
    judge, header = verdicts.judge, verdicts.header
    return f"judge:{judge.digest[:16]}/{header.model.name}/{header.mode}/v{VERSION}"
