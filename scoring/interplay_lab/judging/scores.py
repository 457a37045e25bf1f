"""Put the results of judgments into reports. Reports without judgments stay as they are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.reports import Report, Statistic, statistic
from interplay.judging.subjects import opened
from interplay.judging.verdicts import VERSION
from interplay_lab.judging import correction, descriptions, pairs, panels, ratings, reading
from interplay_lab.judging.certificate import records as certified
from interplay_lab.judging.certificate.records import Certificate
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
    """Return *reports*, made of *files*, with the results of *judgments*; these may hold certificates of the judges.

    A comparison of two submissions is added to both reports, mirrored in the second one's. Raises ``RecordError`` for
    judgments that are not about *files*, and for certificates of other judges.
    """
    submissions = {judged.submission.sha256: judged for judged in (opened(path, release) for path in files)}
    paths, certificates = certified.split(judgments)
    read = [reading.read(path, release, submissions) for path in paths]
    known = [certified.read(path) for path in certificates]
    for path, certificate in zip(certificates, known, strict=True):
        if not any(certified.status(v.header, [certificate]) not in {"", certified.UNCERTIFIED} for v in read):
            who = f"{certificate.judge}, played by {certificate.model.name} in the mode {certificate.mode}"
            raise RecordError(f"{path} is the certificate of {who}; expected one of a judge of the judgments")
    return [_with(report, read, known) for report in reports]


def _with(report: Report, read: Iterable[Verdicts], known: Sequence[Certificate]) -> Report:
    about = [v for v in read if report.submission_sha256 in {named.sha256 for named in v.header.submissions}]
    if not about:
        return report
    entries = [(v.header.model.name, certified.status(v.header, known), v) for v in about]
    statistics: list[Statistic] = []
    for name, status, verdicts in [*entries, *((n, certified.UNCERTIFIED, v) for n, v in panels.panels(about))]:
        where = {"judge": verdicts.judge.name, "judge_model": name, **({"judge_status": status} if status else {})}
        statistics += _STATISTICS[verdicts.judge.file.subject](verdicts, where, report.submission_sha256)
        if verdicts.tokens is not None:
            n = len(verdicts.readings)
            statistics.append(statistic(where, "judge_tokens", "tokens per verdict", "mean", verdicts.tokens / n, n))
    corrected, refused = correction.statistics(about)
    statistics += [*panels.agreement(about), *corrected]
    named = " ".join(sorted({_named(verdicts) for verdicts in about}))
    return msgspec.structs.replace(
        report,
        judge_digest="+".join(sorted({verdicts.judge.digest for verdicts in about})),
        comparability_key=report.comparability_key.replace(_NO_JUDGE, named),
        statistics=(*report.statistics, *statistics),
        warnings=(*report.warnings, *(f for verdicts in about for f in verdicts.findings), *refused),
    )


def _named(verdicts: Verdicts) -> str:
    """Return the judge as comparability keys name it: its file's digest, the model, the mode, how verdicts are read."""
    judge, header = verdicts.judge, verdicts.header
    return f"judge:{judge.digest[:16]}/{header.model.name}/{header.mode}/v{VERSION}"
