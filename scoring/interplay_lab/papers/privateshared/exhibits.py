"""Tables and figures that the document of privateshared describes, by name, since it has no numbers for them."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from interplay.core.reports import Group, Statistic
from interplay.tables.table import Cell, Table
from interplay_lab.judging.means import Case, mean_of
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.privateshared import shifts
from interplay_lab.papers.privateshared.groups import (
    MISSING,
    PAPER,
    TRACK,
    WORDS,
    episodes,
    groups,
    metric,
    notes,
    on_track,
    played,
)
from interplay_lab.papers.records import Content, Exhibit, Figure, columns, columns_of, series_of

ROUNDS: Final = 6
"""Probing rounds of the document's games, which have five slots."""
_EACH: Final = "Means over completed episodes; round 0 is before any request."

Length = tuple[str, int]
"""Split, and number of probing rounds."""


def by_group(given: Given, name: str, *keys: str) -> Content:
    """Return the table *name* of words: its columns for each system and group of items by *keys*."""
    headings = WORDS[f"{name}_columns"]
    cells = (_cells(entry, group) for entry, group in groups(given, *keys))
    rows = tuple(tuple(known[heading] for heading in headings) for known in cells)
    return Table(columns_of(headings), rows, (*WORDS[name].values(), *notes(given)))


def _cells(entry: Scored, group: Group) -> Mapping[str, Cell]:
    """Return the values of a group by the headings of columns: names, counts, metrics, and shares of right claims."""
    right = np.zeros(4)
    for _, where, scored in episodes(entry):
        if group.where.items() <= where.items():
            right += scored.cells
    no_no, no_yes, yes_no, yes_yes = right.tolist()
    main = metric(group, "main_score")
    return {
        **{metric.name.replace("_", " "): metric.value for metric in group.metrics},
        "system": entry.label,
        "split": group.where["split"],
        "experiment": group.where.get("domain"),
        "episodes": group.counts["episodes"],
        "played": played(group),
        "low": main.low,
        "high": main.high,
        "private right": no_no / (no_no + no_yes) if no_no + no_yes else None,
        "shared right": yes_yes / (yes_yes + yes_no) if yes_yes + yes_no else None,
    }


def by_experiment(given: Given, name: str) -> Content:
    """Return a figure: the metric *name* by experiment of the document's split, a series per system."""
    known = [(entry, group) for entry, group in groups(given, "split", "domain") if group.where["split"] == PAPER]
    if not known:
        return MISSING["base"]
    places = tuple(sorted({group.where["domain"] for _, group in known}))
    series = []
    for entry in given.on(TRACK):
        metrics = {group.where["domain"]: metric(group, name) for other, group in known if other is entry}
        series.append(series_of(entry.label, map(metrics.get, places)))
    about = ("Means over completed episodes; 95% intervals over items.", *notes(given))
    return Figure("bars", "experiment", name.replace("_", " "), places, tuple(series), notes=about)


def accuracies(entry: Scored) -> dict[Length, list[Statistic]]:
    """Return the mean accuracy of each round, with intervals over items, for episodes of each split and length."""
    cases: dict[Length, list[list[Case]]] = {}
    for item_id, where, scored in episodes(entry):
        rounds = cases.setdefault((where["split"], len(scored.rounds)), [[] for _ in scored.rounds])
        for cases_of, score in zip(rounds, scored.rounds, strict=True):
            if score.accuracy is not None:
                cases_of.append(Case(item_id, score.accuracy))
    return {
        length: [mean_of({}, "accuracy", "accuracy of a round", cases_of, (0.0, 1.0)) for cases_of in rounds]
        for length, rounds in sorted(cases.items())
    }


@on_track
def by_round(given: Given) -> Content:
    """Return the accuracy by round in the document's games of five slots, a line per system.

    Constant answers are right in early rounds (private) or in late ones (shared).
    """
    by_system = [(entry.label, accuracies(entry).get((PAPER, ROUNDS))) for entry in given.on(TRACK)]
    lines = tuple(series_of(label, rounds, 0.0, 1.0) for label, rounds in by_system if rounds is not None)
    if not lines:
        return MISSING["rounds"]
    left = [f"{label} is omitted: it completed no such episode." for label, rounds in by_system if rounds is None]
    about = (_EACH, f"Games of five slots in {PAPER}; 95% intervals over items.", *left, *notes(given))
    return Figure("lines", "probing round", "accuracy", tuple(map(float, range(ROUNDS))), lines, "percent", 1, about)


@on_track
def all_rounds(given: Given) -> Content:
    """Return the accuracy by round for episodes of each split and length."""
    lengths = [(e.label, split, rounds) for e in given.on(TRACK) for (split, _), rounds in accuracies(e).items()]
    if not lengths:
        return MISSING["episode"]
    most = max(len(rounds) for *_, rounds in lengths)
    rows = (
        (label, split, round(rounds[0].n), *(s.value for s in rounds), *(None,) * (most - len(rounds)))
        for label, split, rounds in lengths
    )
    shares = columns("percent", *(f"round {number}" for number in range(most)), digits=0)
    headings = (*columns("text", "system", "split"), *columns("count", "episodes"), *shares)
    about = (_EACH, "A row for each length of episodes; rounds after the last are empty.", *notes(given))
    return Table(headings, tuple(rows), about)


_EXPERIMENTS: Final = on_track(lambda given: by_group(given, "experiments", "split", "domain"))
EXHIBITS: Final = (
    Exhibit(
        "Main score",
        "Main score of each system, and its components",
        on_track(lambda given: by_group(given, "scores", "split")),
    ),
    Exhibit("Experiments", "Kappa and slot filling by experiment", _EXPERIMENTS),
    Exhibit("Kappa", "Kappa by experiment", on_track(partial(by_experiment, name="kappa"))),
    Exhibit("Slot filling", "Slot filling by experiment", on_track(partial(by_experiment, name="slot_filling"))),
    Exhibit("Rounds", "Accuracy by probing round, five slots", by_round),
    Exhibit("Rounds of all lengths", "Accuracy by probing round, every split and length", all_rounds),
    Exhibit("Shifts", "When a slot shifts from private to shared, and when the system says so", shifts.table),
    Exhibit("Lags", "Rounds from a slot's shift to the first claim that it is shared", shifts.figure),
)
"""From whole episodes to single slots."""
