"""Table 1: wins, ties and losses of each pair of systems on the hard scripts."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from interplay.core.reports import Statistic
from interplay.judging.records import read_header
from interplay.judging.subjects import opened
from interplay.tables.table import Cell, Table
from interplay.tracks.catalogue import load
from interplay_lab.judging import pairs, reading
from interplay_lab.judging.certificate.records import split
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.tables import judge_of, named
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Missing, clipped, columns
from interplay_lab.papers.simulbench.measures import MISSING, TRACK, WORDS

COLUMNS: Final = (
    *columns("percent", "win", "tie", "lose", "difference"),
    *columns("percent", "low", "high", digits=1),
    *columns("count", "scripts"),
)
_SHARES: Final = ("win", "tie", "lose")


def by_checks(given: Given) -> Content:
    """Compare every two submissions on the hard scripts that a program decides: a system wins if only it passes."""
    entries = given.on(TRACK)
    if len(entries) < 2:
        return _too_few(entries)
    rows, apart = [], []
    for first, second in combinations(entries, 2):
        differences = _differences(first, second)
        if differences:
            rows.append((f"{first.label} v. {second.label}", *_row(differences)))
        else:
            apart.append(f"{first.label} and {second.label} have no hard script in common.")
    if not rows:
        return Missing(reason=f"{' '.join(apart).rstrip('.')}; needed: runs of all scripts")
    return Table(
        columns=(*columns("text", "pair"), *COLUMNS),
        rows=tuple(rows),
        notes=(*WORDS["pairs_by_checks"].values(), *apart, *given.selections(TRACK)),
    )


def _too_few(entries: Sequence[Scored]) -> Missing:
    if not entries:
        return MISSING["submission"]
    return Missing(reason=f"{entries[0].label} is the only submission on simulation; needed: two, to compare")


def _differences(first: Scored, second: Scored) -> list[Case]:
    """Return the sign of the difference of scores on each hard script that both systems were given."""
    track, theirs = load(TRACK), {item.item_id: item for item in second.report.per_item}
    shared = [(item, theirs[item.item_id]) for item in first.report.per_item if item.item_id in theirs]
    cases = []
    for mine, their in shared:
        scores = mine.values["score"], their.values["score"]
        if mine.where["subset"] == "hard" and scores[0] is not None and scores[1] is not None:
            cluster = track.cluster(first.items[mine.item_id])
            cases.append(Case(cluster, float(scores[0] > scores[1]) - float(scores[0] < scores[1])))
    return cases


def _row(differences: Sequence[Case]) -> tuple[Cell, ...]:
    shares = (sum(case.value == sign for case in differences) / len(differences) for sign in (1, 0, -1))
    return (*shares, *_bounded(mean_of({}, "difference", "", differences)))


def _bounded(difference: Statistic) -> tuple[Cell, ...]:
    """Return a difference, its interval clipped to possible differences, and the number of scripts."""
    ends = (clipped(end, -1.0, 1.0) for end in (difference.low, difference.high))
    return (difference.value, *ends, round(difference.n))


def by_judge(given: Given) -> Content:
    """Return the comparisons of a judge that saw the replies in both orders."""
    entries = {entry.report.submission_sha256: entry for entry in given.on(TRACK)}
    compared = [path for path in split(given.judgments)[0] if len(read_header(path).submissions) == 2]
    if len(entries) < 2 or not compared:
        return _too_few(list(entries.values())) if len(entries) < 2 else MISSING["comparison"]
    judged = {entry.submission.sha256: entry for entry in (opened(s.path, given.release) for s in entries.values())}
    rows = []
    for path in compared:
        verdicts = reading.read(path, given.release, judged)
        entry, other = (entries[named.sha256] for named in verdicts.header.submissions)
        statistics = pairs.statistics(verdicts, {}, entry.report.submission_sha256)
        hard = {s.name: s for s in statistics if s.where["part"] == "hard"}
        if hard:
            shares = [hard[f"pair_{name}"].value for name in _SHARES]
            label = f"{entry.label} v. {other.label}"
            bounds, lost = _bounded(hard["pair_difference"]), hard["pair_unscored"].value
            rows.append((label, _judge(entry, verdicts.header.model.name), *shares, *bounds, lost))
    if not rows:
        return Missing(reason="the compared pairs have no hard script; needed: judgments of all scripts")
    return Table(
        columns=(*columns("text", "pair", "judge"), *COLUMNS, *columns("percent", "unscored", digits=1)),
        rows=tuple(rows),
        notes=(*WORDS["pairs_by_judge"].values(), *_unjudged(given, rows), *given.selections(TRACK)),
    )


def _judge(entry: Scored, model: str) -> str:
    """Return the judge of pairs, with its certificate, as the report of one of the two has it."""
    statistics = [s for s in entry.report.statistics if s.name == "pair_win" and s.where["judge_model"] == model]
    return named(judge_of(statistics[0].where))


def _unjudged(given: Given, rows: Sequence[tuple[Cell, ...]]) -> list[str]:
    """Return a note on the pairs of submissions that no judge compared."""
    done = {row[0] for row in rows}
    left = [
        f"{first.label} v. {second.label}"
        for first, second in combinations(given.on(TRACK), 2)
        if not {f"{first.label} v. {second.label}", f"{second.label} v. {first.label}"} & done
    ]
    return [f"Without comparisons by a judge: {', '.join(left)}."] if left else []
