"""A card index of early space probes, asked with filters, an order and columns that stay."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content


class Card(Struct, frozen=True):
    """One probe; dates are in UTC, and it arrives when it flies by or comes down, not when it enters an orbit."""

    probe: str
    target: str
    by: str
    launch: date
    arrival: date

    @property
    def days(self) -> int:
        """How many days lie between launch and arrival."""
        return (self.arrival - self.launch).days


def card(line: str) -> Card:
    """Return the card of a line with commas."""
    probe, target, by, launch, arrival = line.split(",")
    return Card(probe, target, by, date.fromisoformat(launch), date.fromisoformat(arrival))


CARDS = tuple(
    map(
        card,
        (
            "Mariner 2,Venus,USA,1962-08-27,1962-12-14",
            "Ranger 7,Moon,USA,1964-07-28,1964-07-31",
            "Luna 9,Moon,USSR,1966-01-31,1966-02-03",
            "Surveyor 1,Moon,USA,1966-05-30,1966-06-02",
            "Venera 4,Venus,USSR,1967-06-12,1967-10-18",
            "Mariner 5,Venus,USA,1967-06-14,1967-10-19",
            "Venera 7,Venus,USSR,1970-08-17,1970-12-15",
            "Luna 16,Moon,USSR,1970-09-12,1970-09-20",
            "Luna 17,Moon,USSR,1970-11-10,1970-11-17",
            "Mars 3,Mars,USSR,1971-05-28,1971-12-02",
            "Mariner 10,Mercury,USA,1973-11-03,1974-03-29",
            "Viking 1,Mars,USA,1975-08-20,1976-07-20",
        ),
    )
)
_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Index:
    """The cards, and the narrowing, order and columns of the questions so far."""

    def __init__(self) -> None:
        self._cards = list(CARDS)
        self._filters: list[tuple[str, str, str]] = []
        self._sort = "launch"
        self._columns: tuple[str, ...] = ("launch",)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands; show the cards that are left, ``first n`` of them where that is said."""
        most = len(self._cards) + len(commands)
        for command in commands:
            verb, _, rest = command.partition(" ")
            if verb == "first":
                most = int(rest)
            else:
                self._obey(verb, rest)
        rows = list(self._rows())[:most]
        lines = (*(f"row {n}: {' | '.join(row)}" for n, row in enumerate(rows, 1)), f"rows: {len(rows)}")
        return Answer("\n".join(lines), (content("labelled", LabelledParams(expected=lines)),))

    def _obey(self, verb: str, rest: str) -> None:
        match verb:
            case "only":
                column, sign, value = rest.split(" ", 2)
                self._filters.append((column, sign, value))
            case "all":
                self._filters.clear()
                self._sort = "launch"
            case "sort":
                self._sort = rest
            case "show":
                self._columns = tuple(rest.split())
            case "add":
                self._cards.append(card(rest))
            case "remove":
                self._cards = [kept for kept in self._cards if kept.probe != rest]
            case _:
                raise ValueError(f"found the command {verb!r}, expected one of the index")

    def _rows(self) -> Iterator[tuple[str, ...]]:
        column = self._sort.removeprefix("-")
        cards = sorted((kept for kept in self._cards if self._fits(kept)), key=lambda kept: kept.launch)
        for kept in sorted(cards, key=lambda kept: getattr(kept, column), reverse=self._sort.startswith("-")):
            yield kept.probe, *(str(getattr(kept, name)) for name in self._columns)

    def _fits(self, kept: Card) -> bool:
        return all(_SIGNS[sign](*_compared(getattr(kept, column), value)) for column, sign, value in self._filters)


def _compared(actual: object, value: str) -> tuple[object, object]:
    """Return a cell and the value it is compared with as one type."""
    if isinstance(actual, date):
        return actual, date.fromisoformat(value)
    return actual, int(value) if isinstance(actual, int) else value
