"""Accuracy by probing round: who takes all for private does well in the first rounds, who takes all for shared last."""

from typing import Final

from interplay.core.reports import Statistic
from interplay.judging.results.means import Case, share
from interplay.tables.table import Column, Table
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.privateshared.groups import NO_SUBMISSION, PAPER, TRACK, episodes, notes
from interplay_lab.papers.records import Content, Figure, Missing, Series

ROUNDS: Final = 6
"""Probing rounds of the document's games, which have five slots."""

Length = tuple[str, int]
"""Split, and number of probing rounds."""
_EACH: Final = "Means over the episodes that were played to their end; round 0 is before any request."


def accuracies(one: Scored) -> dict[Length, list[Statistic]]:
    """Return the mean accuracy of each round, with intervals over items, for episodes of each split and length."""
    cases: dict[Length, list[list[Case]]] = {}
    for item_id, where, scored in episodes(one):
        rounds = cases.setdefault((where["split"], len(scored.rounds)), [[] for _ in scored.rounds])
        for held, found in zip(rounds, scored.rounds, strict=True):
            if found.accuracy is not None:
                held.append(Case(item_id, found.accuracy))
    return {
        length: [share({}, "accuracy", "accuracy of a round", held) for held in rounds]
        for length, rounds in sorted(cases.items())
    }


def figure(given: Given) -> Content:
    """Return the accuracy by round in the document's games of five slots, a line a system."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    found = [(one.label, accuracies(one).get((PAPER, ROUNDS))) for one in given.on(TRACK)]
    lines = [_line(label, rounds) for label, rounds in found if rounds is not None]
    if not lines:
        return Missing(
            reason=f"no episode of {ROUNDS} probing rounds, which games of five slots have, was played to its end; "
            f"needed: one, as in what `interplay run --track scorekeeping --split {PAPER}` makes"
        )
    left = [f"{label} is left out: it played no such episode to its end." for label, rounds in found if rounds is None]
    return Figure(
        drawn="lines",
        x="probing round",
        y="accuracy",
        places=tuple(float(number) for number in range(ROUNDS)),
        series=tuple(lines),
        kind="percent",
        digits=1,
        notes=(_EACH, f"Games of five slots in {PAPER}. Intervals for 95%, over items.", *left, *notes(given)),
    )


def _line(label: str, rounds: list[Statistic]) -> Series:
    return Series(
        name=label,
        values=tuple(s.value for s in rounds),
        low=tuple(_within(s.low) for s in rounds),
        high=tuple(_within(s.high) for s in rounds),
    )


def _within(bound: float | None) -> float | None:
    return None if bound is None else min(max(bound, 0.0), 1.0)


def table(given: Given) -> Content:
    """Return the accuracy by round for episodes of each split and length."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    found = [(one.label, split, rounds) for one in given.on(TRACK) for (split, _), rounds in accuracies(one).items()]
    if not found:
        return Missing(reason="no episode was played to its end; needed: one that was")
    most = max(len(rounds) for *_, rounds in found)
    return Table(
        columns=(
            *(Column(heading=heading, kind="text") for heading in ("system", "split")),
            Column(heading="episodes", kind="count"),
            *(Column(heading=f"round {number}", kind="percent", digits=0) for number in range(most)),
        ),
        rows=tuple(
            (label, split, round(rounds[0].n), *(s.value for s in rounds), *(None,) * (most - len(rounds)))
            for label, split, rounds in found
        ),
        notes=(_EACH, "A row for each length of episodes; there is nothing after their last round.", *notes(given)),
    )
