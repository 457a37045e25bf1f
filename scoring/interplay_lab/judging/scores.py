"""Put the results of judgments into reports. Reports without judgments stay as they are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.reports import Report, Statistic, statistic
from interplay.judging.subjects import opened
from interplay.judging.verdicts import VERSION
from interplay_lab.judging import descriptions, pairs, panels, people, ratings, reading
from interplay_lab.judging.certificates import UNCERTIFIED, Certificate, split, status
from interplay_lab.judging.reading import Verdicts

_NO_JUDGE = "judge:none"
_STATISTICS: Mapping[str, Callable[[Verdicts, Mapping[str, str], str], list[Statistic]]] = {
    "clue": descriptions.statistics,
    "pair": pairs.statistics,
    "points": ratings.statistics,
    "reply": ratings.statistics,
}
"""What adds up judgments about each kind of subject."""


def add(reports: Sequence[Report], files: Iterable[Path], judgments: Iterable[Path], release: Release) -> list[Report]:
    """Return *reports*, made of *files*, with the results of *judgments*; these may hold certificates of the judges.

    A comparison of two submissions is added to both reports, mirrored in the second one's. Raises ``RecordError`` for
    judgments that are not about *files*, and for certificates of other judges.
    """
    submissions = {judged.submission.sha256: judged for judged in (opened(path, release) for path in files)}
    paths, certificates = split(judgments)
    read = [reading.read(path, release, submissions) for path in paths]
    for certificate in certificates:
        if all(status(verdicts.header, [certificate]) in {"", UNCERTIFIED} for verdicts in read):
            raise RecordError(f"expected the certificate of a judge of the judgments, found {certificate.title!r}")
    return [_with(report, read, certificates) for report in reports]


def _with(report: Report, read: Iterable[Verdicts], certificates: Sequence[Certificate]) -> Report:
    about = [v for v in read if report.submission_sha256 in {named.sha256 for named in v.header.submissions}]
    if not about:
        return report
    statistics: list[Statistic] = []
    judges = [(verdicts.header.model.name, status(verdicts.header, certificates), verdicts) for verdicts in about]
    for name, certified, verdicts in judges + [(name, UNCERTIFIED, panel) for name, panel in panels.panels(about)]:
        where = {"judge": verdicts.judge.name, "judge_model": name} | ({"judge_status": certified} if certified else {})
        statistics += _STATISTICS[verdicts.judge.file.subject](verdicts, where, report.submission_sha256)
        n = len(verdicts.readings)
        statistics.append(statistic(where, "judge_tokens", "tokens per verdict", "mean", verdicts.tokens, n))
    statistics += [
        *panels.agreement(about),
        *panels.corrected(about),
        *people.statistics(about, report.submission_sha256),
    ]
    named = {f"judge:{v.judge.digest[:16]}/{v.header.model.name}/{v.header.mode}/v{VERSION}" for v in about}
    return msgspec.structs.replace(
        report,
        judge_digest="+".join(sorted({verdicts.judge.digest for verdicts in about})),
        comparability_key=report.comparability_key.replace(_NO_JUDGE, " ".join(sorted(named))),
        statistics=(*report.statistics, *statistics),
        warnings=(*report.warnings, *(finding for verdicts in about for finding in verdicts.findings)),
    )
