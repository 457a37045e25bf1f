"""What an exhibit of a paper is: a table, a figure as series, or the reason why there is none."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec

from interplay.core.records import Record
from interplay.core.reports import Metric, Statistic
from interplay.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from interplay_lab.papers.evidence import Given

Form = Literal["bars", "stacked", "lines", "points", "boxes", "heat"]
"""How a figure is drawn: bars side by side or on each other, a line or dots a series, boxes, or a heat map.

Of ``boxes`` the five series are whisker, quartile, median, quartile, whisker. In a heat map a series is a row.
"""


class Series(Record, frozen=True):
    """The values of one series, one for each place of its figure; ``low`` and ``high`` bound them, or are empty."""

    name: str
    values: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()


class Figure(Record, frozen=True, tag_field="form", tag="figure"):
    """A figure: ``places`` on the x axis, which are names or numbers, and what each series has there.

    ``x`` and ``y`` name the axes; ``kind`` and ``digits`` say how values are written, as for a column.
    """

    drawn: Form
    x: str
    y: str
    places: tuple[str | float, ...]
    series: tuple[Series, ...]
    kind: Kind = "number"
    digits: int = 2
    notes: tuple[str, ...] = ()


class Missing(Record, frozen=True, tag_field="form", tag="missing"):
    """Why an exhibit cannot be made from what was given, and which files or splits would be needed."""

    reason: str


Content = Table | Figure | Missing


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One table or figure of a paper: its ``number`` there, such as ``Table 2``, what it shows, and how it is made."""

    number: str
    title: str
    make: Callable[["Given"], Content]


class Result(Record, frozen=True):
    """An exhibit as it was made."""

    number: str
    title: str
    content: Content

    @property
    def slug(self) -> str:
        """Return the number as the name of a file: ``table-2``."""
        return re.sub(r"[^a-z0-9]+", "-", self.number.lower()).strip("-")


class Analysis(Record, frozen=True):
    """Exhibits of a paper made from some files of one release; ``notes`` explain how the systems differ."""

    paper: str
    release: str
    manifest_sha256: str
    files: tuple[str, ...]
    exhibits: tuple[Result, ...]
    notes: tuple[str, ...] = ()


def words_of(package: str) -> Mapping[str, Mapping[str, str]]:
    """Return ``words.toml`` of the paper in *package*: names of games, columns with their kinds, and notes."""
    return msgspec.toml.decode(files(package).joinpath("words.toml").read_bytes(), type=dict[str, dict[str, str]])


def columns_of(kinds: Mapping[str, str]) -> tuple[Column, ...]:
    """Return columns from *kinds* by heading, such as ``percent``, or ``percent.1`` with one digit after the point."""
    named = {heading: kind.partition(".") for heading, kind in kinds.items()}
    raw = [{"heading": heading, "kind": kind, "digits": int(n or 2)} for heading, (kind, _, n) in named.items()]
    return msgspec.convert(raw, tuple[Column, ...])


def columns(kind: Kind, *headings: str, digits: int = 2) -> tuple[Column, ...]:
    """Return a column of this *kind* for each of *headings*."""
    return tuple(Column(heading=heading, kind=kind, digits=digits) for heading in headings)


def clipped(bound: float | None, least: float, most: float) -> float | None:
    """Return a *bound* of an interval, moved to the nearest possible value."""
    return None if bound is None else min(max(bound, least), most)


def series_of(
    name: str, estimates: Iterable[Metric | Statistic | None], least: float = -math.inf, most: float = math.inf
) -> Series:
    """Return the values of *estimates* with their intervals, which are clipped to values from *least* to *most*."""
    known = [(None, None, None) if e is None else (e.value, e.low, e.high) for e in estimates]
    return Series(
        name=name,
        values=tuple(value for value, _, _ in known),
        low=tuple(clipped(low, least, most) for _, low, _ in known),
        high=tuple(clipped(high, least, most) for _, _, high in known),
    )


def as_table(figure: Figure) -> Table:
    """Return the numbers of *figure*: a row a place; of a heat map a row a series, as it is drawn."""
    if figure.drawn == "heat":
        numbers = columns(figure.kind, *map(str, figure.places), digits=figure.digits)
        rows = tuple((series.name, *series.values) for series in figure.series)
        return Table(columns=(*columns("text", figure.y), *numbers), rows=rows, notes=figure.notes)
    drawn = [pair for s in figure.series for pair in ((s.name, s.values), ("low", s.low), ("high", s.high)) if pair[1]]
    numbers = columns(figure.kind, *(name for name, _ in drawn), digits=figure.digits)
    is_named = any(isinstance(x, str) for x in figure.places)
    is_whole = not is_named and all(float(x).is_integer() for x in figure.places)
    first = Column(heading=figure.x, kind="text" if is_named else "count" if is_whole else "number")
    rows = tuple(zip(figure.places, *(values for _, values in drawn), strict=True))
    return Table(columns=(first, *numbers), rows=rows, notes=figure.notes)
