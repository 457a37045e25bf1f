"""What tests of exhibits ask of them: one exhibit by its number, a row or a column by its name."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interplay.core.release import Release
from interplay.tables.table import Table
from interplay_lab.papers.catalogue import analyse
from interplay_lab.papers.records import Figure, Missing


def exhibit(
    paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()
) -> Table | Figure | Missing:
    found = analyse(paper, files, release, judgments, (number,), allow_partial=True)
    (shown,) = found.exhibits
    return shown.content


def table(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> Table:
    found = exhibit(paper, number, files, release, judgments)
    assert isinstance(found, Table), found
    return found


def figure(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> Figure:
    found = exhibit(paper, number, files, release, judgments)
    assert isinstance(found, Figure), found
    return found


def reason(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> str:
    found = exhibit(paper, number, files, release, judgments)
    assert isinstance(found, Missing), found
    return found.reason


def by_name(of: Table, *names: str) -> dict[str, Any]:
    """Return the row whose first cells are *names*, by the headings of its columns."""
    (row,) = [row for row in of.rows if row[: len(names)] == names]
    return {column.heading: cell for column, cell in zip(of.columns, row, strict=True)}


def series(of: Figure) -> dict[str, Any]:
    return {one.name: one.values for one in of.series}
