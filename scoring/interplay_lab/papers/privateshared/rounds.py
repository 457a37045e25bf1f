"""Accuracy by probing round: constant answers are right in early rounds (private) or in late ones (shared)."""

from typing import Final

from interplay.core.reports import Statistic
from interplay.tables.table import Table
from interplay_lab.judging.means import Case, share
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.privateshared.groups import MISSING, PAPER, TRACK, episodes, notes, on_track
from interplay_lab.papers.records import Content, Figure, columns, series_of

ROUNDS: Final = 6
"""Probing rounds of the document's games, which have five slots."""

Length = tuple[str, int]
"""Split, and number of probing rounds."""
_EACH: Final = "Means over completed episodes; round 0 is before any request."


def accuracies(entry: Scored) -> dict[Length, list[Statistic]]:
    """Return the mean accuracy of each round, with intervals over items, for episodes of each split and length."""
    cases: dict[Length, list[list[Case]]] = {}
    for item_id, where, scored in episodes(entry):
        rounds = cases.setdefault((where["split"], len(scored.rounds)), [[] for _ in scored.rounds])
        for cases_of, score in zip(rounds, scored.rounds, strict=True):
            if score.accuracy is not None:
                cases_of.append(Case(item_id, score.accuracy))
    return {
        length: [share({}, "accuracy", "accuracy of a round", cases_of) for cases_of in rounds]
        for length, rounds in sorted(cases.items())
    }


@on_track
def figure(given: Given) -> Content:
    """Return the accuracy by round in the document's games of five slots, a line per system."""
    by_system = [(entry.label, accuracies(entry).get((PAPER, ROUNDS))) for entry in given.on(TRACK)]
    lines = [series_of(label, rounds, 0.0, 1.0) for label, rounds in by_system if rounds is not None]
    if not lines:
        return MISSING["rounds"]
    left = [f"{label} is omitted: it completed no such episode." for label, rounds in by_system if rounds is None]
    return Figure(
        drawn="lines",
        x="probing round",
        y="accuracy",
        places=tuple(float(number) for number in range(ROUNDS)),
        series=tuple(lines),
        kind="percent",
        digits=1,
        notes=(_EACH, f"Games of five slots in {PAPER}; 95% intervals over items.", *left, *notes(given)),
    )


@on_track
def table(given: Given) -> Content:
    """Return the accuracy by round for episodes of each split and length."""
    lengths = [(e.label, split, rounds) for e in given.on(TRACK) for (split, _), rounds in accuracies(e).items()]
    if not lengths:
        return MISSING["episode"]
    most = max(len(rounds) for *_, rounds in lengths)
    return Table(
        columns=(
            *columns("text", "system", "split"),
            *columns("count", "episodes"),
            *columns("percent", *(f"round {number}" for number in range(most)), digits=0),
        ),
        rows=tuple(
            (label, split, round(rounds[0].n), *(s.value for s in rounds), *(None,) * (most - len(rounds)))
            for label, split, rounds in lengths
        ),
        notes=(_EACH, "A row for each length of episodes; rounds after the last are empty.", *notes(given)),
    )
