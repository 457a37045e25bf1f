"""What an exhibit of a paper is: a table, a figure as series, or the reason why there is none."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interplay.core.records import Record
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


def as_table(figure: Figure) -> Table:
    """Return the numbers of *figure*: a row a place; of a heat map a row a series, as it is drawn."""
    if figure.drawn == "heat":
        columns = [Column(heading=str(x), kind=figure.kind, digits=figure.digits) for x in figure.places]
        rows = tuple((series.name, *series.values) for series in figure.series)
        return Table(columns=(Column(heading=figure.y, kind="text"), *columns), rows=rows, notes=figure.notes)
    headings, values_of = [], []
    for series in figure.series:
        for name, values in ((series.name, series.values), ("low", series.low), ("high", series.high)):
            if values:
                headings.append(Column(heading=name, kind=figure.kind, digits=figure.digits))
                values_of.append(values)
    is_named = any(isinstance(x, str) for x in figure.places)
    is_whole = not is_named and all(float(x).is_integer() for x in figure.places)
    first = Column(heading=figure.x, kind="text" if is_named else "count" if is_whole else "number")
    rows = tuple(zip(figure.places, *values_of, strict=True))
    return Table(columns=(first, *headings), rows=rows, notes=figure.notes)
