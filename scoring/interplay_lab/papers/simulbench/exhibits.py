"""All tables and figures of the SimulBench paper in its order, by checks and by a judge."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from interplay.core.reports import Statistic
from interplay.core.text import counted
from interplay.judging.records import read_header
from interplay.judging.subjects import opened
from interplay.tables.simulated import HEADINGS, PARTS
from interplay.tables.table import Cell, Table
from interplay.tracks.catalogue import load
from interplay_lab.judging import pairs as comparisons
from interplay_lab.judging import reading
from interplay_lab.judging.certificates import split, status
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.judging.tables import EXTREMES, judge_of
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Exhibit, Figure, Missing, clipped, columns, columns_of, series_of
from interplay_lab.papers.simulbench.measures import (
    CHECKS,
    JUDGE,
    MISSING,
    TRACK,
    WORDS,
    Measure,
    Measured,
    judged,
)

NAMES: Final = dict(zip(PARTS, HEADINGS, strict=True))
"""Part of the scripts -> its heading."""
HOME: Final = "standard"
"""The split whose scripts are of all kinds of the paper."""
FIRST, HARD = WORDS["kinds"]["first"], WORDS["kinds"]["hard"]
PAIRS: Final = columns_of(WORDS["pair_columns"])
_TYPES: Final = ("last_only", "first_challenging", "subsequent_challenging")


def _both(number: str, title: str, make: Callable[[Measure, Given], Content]) -> list[Exhibit]:
    """Return an exhibit by checks, and the same by the judge."""
    return [Exhibit(f"{number} ({m.name})", f"{title}, by {m.axis}", partial(make, m)) for m in (CHECKS, JUDGE)]


def by_kind(measure: Measure, given: Given) -> Content:
    """Return Table 4: a row for each system, a column for each part of the scripts."""
    rows = measure.rows(given)
    if not rows:
        return measure.absent(given)
    lost, numbers = len(measure.lost), columns("number", *HEADINGS, digits=measure.digits)
    cells = ((r.label, *(r.parts[part].value for part in PARTS), r.parts["all"].n, *[r.lost] * lost) for r in rows)
    return Table(
        columns=(*columns("text", "system"), *numbers, *columns("count", "scripts"), *measure.lost),
        rows=tuple(cells),
        notes=(*measure.notes, FIRST, f"{HARD} Figures 2 and 3 have intervals.", *_notes(given, rows)),
    )


def figure(measure: Measure, given: Given, parts: Sequence[str]) -> Content:
    """Return a figure of *parts*: bars side by side for each system, with intervals over tasks."""
    rows = measure.rows(given)
    if not rows:
        return measure.absent(given)
    if all(row.parts[part].value is None for row in rows for part in parts):
        named = " and ".join(NAMES[part] for part in parts)
        return Missing(reason=f"the submissions have no scripts that are {named}; needed: a run of the split {HOME}")
    kinds = [*[FIRST] * ("stateless" in parts), *[HARD] * ("hard" in parts)]
    series = tuple(series_of(NAMES[part], (row.parts[part] for row in rows)) for part in parts)
    about = (*measure.notes, "95% intervals over tasks.", *kinds, *_notes(given, rows))
    places = tuple(row.label for row in rows)
    return Figure("bars", "system", measure.axis, places, series, digits=measure.digits, notes=about)


def _notes(given: Given, rows: list[Measured]) -> tuple[str, ...]:
    """Return notes on selections of items and on kinds of scripts that systems lack."""
    lacking: dict[str, list[str]] = {}
    for row in rows:
        if kinds := [NAMES[part] for part in PARTS if not row.parts[part].n]:
            lacking.setdefault(", ".join(kinds[:-1]) + " and " * (len(kinds) > 1) + kinds[-1], []).append(row.label)
    lines = [f"No script of {kinds}: {', '.join(labels)}." for kinds, labels in lacking.items()]
    if lacking and any(HOME not in entry.report.splits for entry in given.on(TRACK)):
        lines.append(f"The paper's kinds of scripts are those of the split {HOME} (interplay run --split {HOME}).")
    return (*given.selections(TRACK), *lines)


def tasks(measure: Measure, given: Given) -> Content:
    """Return Table 2: the ten tasks of each kind with the highest and the lowest means over all systems.

    With fewer than twenty tasks, half of them are easy and half are hard, so that none is both.
    """
    systems = measure.rows(given)
    if not systems:
        return measure.absent(given)
    every = sorted({task for system in systems for task in system.tasks})
    shared = [task for task in every if all(task in system.tasks for system in systems)]
    means = {task: sum(system.tasks[task] for system in systems) / len(systems) for task in shared}
    left = len(every) - len(shared)
    rows, ties = [], []
    for kind in ("stateless", "stateful"):
        extremes, tied = _extremes(kind, {task: mean for (of, task), mean in means.items() if of == kind})
        rows += extremes
        ties += tied
    if not rows:
        return Missing(reason="no kind has two tasks that all systems were given; needed: runs of all scripts")
    labels = ", ".join(system.label for system in systems)
    about = f"Means over {counted(len(systems), 'systems')}, weighted equally: {labels}."
    omitted = [f"{left} tasks are omitted because not all systems have a mean on them."] if left else []
    mean = columns("number", f"mean {measure.axis}", digits=measure.digits)
    notes = (*measure.notes, about, *omitted, *ties, *given.selections(TRACK))
    return Table((*columns("text", "kind", "list", "task"), *mean), tuple(rows), notes)


def _extremes(kind: str, means: Mapping[str, float]) -> tuple[list[tuple[Cell, ...]], list[str]]:
    """Return the rows of one kind, and a note where the end of a list cuts through tied tasks."""
    count = min(EXTREMES, len(means) // 2)
    order = sorted(means, key=lambda task: (-means[task], task))
    rows: list[tuple[Cell, ...]] = []
    notes = []
    for name, chosen in (("easiest", order[:count]), ("hardest", order[::-1][:count])):
        rows += [(kind, name, task, means[task]) for task in chosen]
        alike = sum(means[task] == means[chosen[-1]] for task in order if task not in chosen) if chosen else 0
        if alike:
            are = f"{alike} more {'task has' if alike == 1 else 'tasks have'}"
            notes.append(f"{kind}: {are} the same mean as the last of the {name}; ties are in alphabetical order.")
    return rows, notes


def _reasonable(given: Given) -> Content:
    """Return how far a judge agrees with people, or with the checks; in the paper a person reviews 100 outputs."""
    if (people := _people(given)).rows:
        return people
    names = ("rated_good_though_wrong", "band_agreement", "band_kappa")
    rows = []
    for entry, judge, statistics in judged(given, names[0]):
        by_name = {statistic.name: statistic for statistic in statistics}
        good, same, kappa = (by_name[name] for name in names)
        rows.append((entry.label, judge[1], good.value, round(good.n), same.value, kappa.value, round(same.n)))
    if not rows:
        return JUDGE.absent(given)
    return Table(columns_of(WORDS["reasonable_columns"]), tuple(rows), tuple(WORDS["reasonable"].values()))


def pairs_by_checks(given: Given) -> Content:
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
    notes = (*WORDS["pairs_by_checks"].values(), *apart, *given.selections(TRACK))
    return Table((*columns("text", "pair"), *PAIRS), tuple(rows), notes)


def _too_few(entries: Sequence[Scored]) -> Missing:
    if not entries:
        return MISSING["submission"]
    return Missing(reason=f"{entries[0].label} is the only submission on simulation; needed: two, to compare")


def _differences(first: Scored, second: Scored) -> list[Case]:
    """Return the sign of the difference of scores on each hard script that both systems were given."""
    track, theirs = load(TRACK), {item.item_id: item.values["score"] for item in second.report.per_item}
    cases = []
    for item in first.report.per_item:
        a, b = item.values["score"], theirs.get(item.item_id)
        if item.where["subset"] == "hard" and a is not None and b is not None:
            cases.append(Case(track.cluster(first.items[item.item_id]), float(a > b) - float(a < b)))
    return cases


def _row(differences: Sequence[Case]) -> tuple[Cell, ...]:
    shares = (sum(case.value == sign for case in differences) / len(differences) for sign in (1, 0, -1))
    return (*shares, *_bounded(mean_of({}, "difference", "", differences)))


def _bounded(difference: Statistic) -> tuple[Cell, ...]:
    """Return a difference, its interval clipped to possible differences, and the number of scripts."""
    ends = (clipped(end, -1.0, 1.0) for end in (difference.low, difference.high))
    return (difference.value, *ends, round(difference.n))


def pairs_by_judge(given: Given) -> Content:
    """Return the comparisons of a judge that saw the replies in both orders."""
    entries = {entry.report.submission_sha256: entry for entry in given.on(TRACK)}
    paths, certificates = split(given.judgments)
    compared = [path for path in paths if len(read_header(path).submissions) == 2]
    if len(entries) < 2 or not compared:
        return _too_few(list(entries.values())) if len(entries) < 2 else MISSING["comparison"]
    judged = {entry.submission.sha256: entry for entry in (opened(s.path, given.release) for s in entries.values())}
    rows = []
    for path in compared:
        verdicts = reading.read(path, given.release, judged)
        entry, other = (entries[named.sha256] for named in verdicts.header.submissions)
        statistics = comparisons.statistics(verdicts, {}, entry.report.submission_sha256)
        hard = {s.name: s for s in statistics if s.where["part"] == "hard"}
        if hard:
            shares = [hard[f"pair_{name}"].value for name in ("win", "tie", "lose")]
            label = f"{entry.label} v. {other.label}"
            bounds, lost = _bounded(hard["pair_difference"]), hard["pair_unscored"].value
            judge = {"judge_model": verdicts.header.model.name, "judge_status": status(verdicts.header, certificates)}
            rows.append((label, judge_of(judge)[1], *shares, *bounds, lost))
    if not rows:
        return Missing(reason="the compared pairs have no hard script; needed: judgments of all scripts")
    done, names = {row[0] for row in rows}, [entry.label for entry in given.on(TRACK)]
    both_ways = [(f"{first} v. {second}", f"{second} v. {first}") for first, second in combinations(names, 2)]
    left = ", ".join(pair[0] for pair in both_ways if done.isdisjoint(pair))
    about = [f"Without comparisons by a judge: {left}."] if left else []
    notes = (*WORDS["pairs_by_judge"].values(), *about, *given.selections(TRACK))
    unscored = columns("percent", "unscored", digits=1)
    return Table((*columns("text", "pair", "judge"), *PAIRS, *unscored), tuple(rows), notes)


def _people(given: Given) -> Table:
    """Return how far each judge agrees with each person on the replies that both rated, with 95% intervals."""
    names = [f"person_{name}" for name in ("reasonable", "agreement", "higher", "kappa", "difference")]
    rows = []
    for entry, judge, statistics in judged(given, "person_reasonable"):
        for person in dict.fromkeys(s.where["person"] for s in statistics if "person" in s.where):
            by_name = {s.name: s for s in statistics if s.where.get("person") == person}
            cells = [cell for s in map(by_name.__getitem__, names) for cell in (s.value, s.low, s.high)]
            rows.append((entry.label, judge[1], person, round(by_name[names[0]].n), *cells))
    return Table(columns_of(WORDS["people_columns"]), tuple(rows), tuple(WORDS["people"].values()))


EXHIBITS: Final = (
    Exhibit("Figure 1", "Examples of simulation tasks", lambda _: MISSING["examples"]),
    *_both("Figure 2", "All scripts and hard ones", partial(figure, parts=("all", "hard"))),
    Exhibit("Table 1 (checks)", "Pairs of systems on the hard scripts, by checks", pairs_by_checks),
    Exhibit("Table 1 (judge)", "Pairs of systems on the hard scripts, compared by a judge", pairs_by_judge),
    *_both("Figure 3a", "Kinds of tasks", partial(figure, parts=("stateless", "stateful"))),
    *_both("Figure 3b", "Types of scripts", partial(figure, parts=_TYPES)),
    *_both("Table 2", "Easiest and hardest tasks", tasks),
    Exhibit("Section 4.3", "Whether the judge is reasonable", _reasonable),
    Exhibit("Table 3", "Toxicity of tasks and scripts by six attributes", lambda _: MISSING["toxicity"]),
    *_both("Table 4", "Every kind of script", by_kind),
)
"""All numbered tables and figures of the paper, and the human evaluation of its section 4.3."""
