"""The turn at which a slot goes from private to shared, and the turn at which a system says so."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from interplay.tables.table import Cell, Column, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.privateshared.courses import Course, played
from interplay_lab.papers.privateshared.groups import NO_SUBMISSION, PAPER, TRACK, notes
from interplay_lab.papers.records import Content, Figure, Missing, Series

FAR: Final = 3
"""Rounds too early or too late from which on the figure tells no more apart."""
NEVER: Final = "never"
_NEAR: Final = tuple(f"{lag:+d}" if lag else "0" for lag in range(1 - FAR, FAR))
PLACES: Final = (f"-{FAR} or less", *_NEAR, f"+{FAR} or more", NEVER)
_SHARES: Final = ("early", "on time", "late", NEVER, "seen", "taken back", "all right")
_NOTE: Final = (
    "A slot shifts in the round after whose answer the questioner first knows it. Early, on time, late, never: where "
    "the system first says shared. Episodes played to their end."
)


def _found(given: Given) -> list[tuple[str, str, list[Course]]]:
    """Return system, split and the courses of the slots that shift, where there are any."""
    found = []
    for one in given.on(TRACK):
        by_split: dict[str, list[Course]] = {}
        for item, held in played(given, one):
            by_split.setdefault(item.split, []).extend(course for course in held if course.shift is not None)
        found += [(one.label, split, held) for split, held in sorted(by_split.items()) if held]
    return found


def table(given: Given) -> Content:
    """Return how often the shift of a slot is told early, on time, late or never, and seen in its very turn."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    found = _found(given)
    if not found:
        return Missing(reason="no episode was played to its end; needed: one that was")
    return Table(
        columns=(
            *(Column(heading=heading, kind="text") for heading in ("system", "split")),
            Column(heading="slots", kind="count"),
            *(Column(heading=heading, kind="percent", digits=1) for heading in _SHARES),
            Column(heading="mean lag"),
        ),
        rows=tuple((label, split, *_row(held)) for label, split, held in found),
        notes=(
            _NOTE,
            "Seen: private was said in the round before the shift and shared in its own, which a coin does in 25%.",
            "Taken back: private was said again of a slot while it was shared. All right: every round of the slot.",
            "Labels alone: who tells all values at once and says so has 100%, too, but fills no slot.",
            "Mean lag: rounds from the shift to the first claim, of the slots that were ever claimed to be shared.",
            f"The first shift of a slot counts; in other splits than {PAPER}, values change and slots shift again.",
            *notes(given),
        ),
    )


def _row(held: Sequence[Course]) -> tuple[Cell, ...]:
    lags = [course.lag for course in held if course.lag is not None]
    counts = [
        sum(lag < 0 for lag in lags),
        lags.count(0),
        sum(lag > 0 for lag in lags),
        len(held) - len(lags),
        sum(course.is_seen for course in held),
        sum(course.is_taken_back for course in held),
        sum(course.is_right for course in held),
    ]
    return (len(held), *(count / len(held) for count in counts), sum(lags) / len(lags) if lags else None)


def figure(given: Given) -> Content:
    """Return how many rounds after the shift a slot is first said to be shared, as shares of the document's slots."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    found = [_bars(label, held) for label, split, held in _found(given) if split == PAPER]
    if not found:
        return Missing(reason=f"no episode of the split {PAPER} was played to its end; needed: one that was")
    return Figure(
        drawn="bars",
        x="rounds after the shift",
        y="slots",
        places=PLACES,
        series=tuple(found),
        kind="percent",
        digits=1,
        notes=(_NOTE, f"Split {PAPER}.", *notes(given)),
    )


def _bars(label: str, held: Sequence[Course]) -> Series:
    counts = Counter(_place(course.lag) for course in held)
    return Series(name=label, values=tuple(counts[place] / len(held) for place in range(len(PLACES))))


def _place(lag: int | None) -> int:
    """Return which of ``PLACES`` a lag belongs to."""
    return len(PLACES) - 1 if lag is None else min(max(lag, -FAR), FAR) + FAR
