"""The round in which a slot shifts from private to shared, and the round in which a system first says so."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from interplay.tables.table import Cell, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.privateshared.courses import Course, played
from interplay_lab.papers.privateshared.groups import MISSING, PAPER, TRACK, WORDS, notes, on_track
from interplay_lab.papers.records import Content, Figure, Missing, Series, columns

FAR: Final = 3
"""The figure has one bar for claims this many rounds early or more, and one for as late."""
NEVER: Final = "never"
_NEAR: Final = tuple(f"{lag:+d}" if lag else "0" for lag in range(1 - FAR, FAR))
PLACES: Final = (f"-{FAR} or less", *_NEAR, f"+{FAR} or more", NEVER)
_SHARES: Final = ("early", "on time", "late", NEVER, "seen", "taken back", "all right")


def _shifting(given: Given) -> list[tuple[str, str, list[Course]]]:
    """Return the courses of the slots that shift, by system and split."""
    systems = []
    for entry in given.on(TRACK):
        by_split: dict[str, list[Course]] = {}
        for item, slots in played(given, entry):
            by_split.setdefault(item.split, []).extend(course for course in slots if course.shift is not None)
        systems += [(entry.label, split, slots) for split, slots in sorted(by_split.items()) if slots]
    return systems


@on_track
def table(given: Given) -> Content:
    """Return how often systems claim a shift early, on time, late or never, and other shares of slots."""
    systems = _shifting(given)
    if not systems:
        return MISSING["episode"]
    return Table(
        columns=(
            *columns("text", "system", "split"),
            *columns("count", "slots"),
            *columns("percent", *_SHARES, digits=1),
            *columns("number", "mean lag"),
        ),
        rows=tuple((label, split, *_row(slots)) for label, split, slots in systems),
        notes=(*WORDS["shifts"].values(), *notes(given)),
    )


def _row(slots: Sequence[Course]) -> tuple[Cell, ...]:
    lags = [course.lag for course in slots if course.lag is not None]
    counts = [
        sum(lag < 0 for lag in lags),
        lags.count(0),
        sum(lag > 0 for lag in lags),
        len(slots) - len(lags),
        sum(course.is_seen for course in slots),
        sum(course.is_taken_back for course in slots),
        sum(course.is_right for course in slots),
    ]
    return (len(slots), *(count / len(slots) for count in counts), sum(lags) / len(lags) if lags else None)


@on_track
def figure(given: Given) -> Content:
    """Return the distribution of lags over the slots of the document's split."""
    series = [_bars(label, slots) for label, split, slots in _shifting(given) if split == PAPER]
    if not series:
        return Missing(reason=f"no episode of the split {PAPER} was completed; needed: one")
    return Figure(
        drawn="bars",
        x="rounds after the shift",
        y="slots",
        places=PLACES,
        series=tuple(series),
        kind="percent",
        digits=1,
        notes=(WORDS["shifts"]["shift"], f"Split {PAPER}.", *notes(given)),
    )


def _bars(label: str, slots: Sequence[Course]) -> Series:
    lags = (course.lag for course in slots)
    counts = Counter(len(PLACES) - 1 if lag is None else min(max(lag, -FAR), FAR) + FAR for lag in lags)
    return Series(name=label, values=tuple(counts[index] / len(slots) for index in range(len(PLACES))))
