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
    analysis = analyse(paper, files, release, judgments, (number,), allow_partial=True)
    (result,) = analysis.exhibits
    return result.content


def table(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> Table:
    content = exhibit(paper, number, files, release, judgments)
    assert isinstance(content, Table), content
    return content


def figure(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> Figure:
    content = exhibit(paper, number, files, release, judgments)
    assert isinstance(content, Figure), content
    return content


def reason(paper: str, number: str, files: Sequence[Path], release: Release, judgments: Sequence[Path] = ()) -> str:
    content = exhibit(paper, number, files, release, judgments)
    assert isinstance(content, Missing), content
    return content.reason


def by_name(of: Table, *names: str) -> dict[str, Any]:
    """Return the row whose first cells are *names*, by the headings of its columns."""
    (row,) = [row for row in of.rows if row[: len(names)] == names]
    return {column.heading: cell for column, cell in zip(of.columns, row, strict=True)}


def series(of: Figure) -> dict[str, Any]:
    return {row.name: row.values for row in of.series}
