"""Tables as Markdown, LaTeX and CSV."""

import csv
import io
import re
from collections.abc import Callable
from typing import Final

from interplay.core.text import in_csv, in_markdown, printable
from interplay.tables.table import Cell, Table

_LATEX: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "[": "{[}",
    "]": "{]}",
    **{character: "\\" + character for character in "&%$#_{}"},
}
_SPECIAL: Final = re.compile("|".join(map(re.escape, _LATEX)))
_MINUS: Final = re.compile(r"(?<![\w-])-(?=\d)|(?<= )-(?= )")


def markdown(
    table: Table,
    escape: Callable[[str], str] = in_markdown,
    headings: Callable[[str], str] | None = None,
    marks: tuple[str, str] = ("---", "---:"),
) -> list[str]:
    """Return the lines of *table* in Markdown, with *marks* below the headings of text, and of numbers.

    *escape* neutralises the text of entries, *headings* that of headings, by default alike; ``str`` where it is safe.
    """
    rule = "|".join(marks[column.kind != "text"] for column in table.columns)
    rows = [map(headings or escape, table.headings), *(map(escape, row) for row in table.texts())]
    head, *body = (f"| {' | '.join(cells)} |" for cells in rows)
    return [head, f"|{rule}|", *body]


def latex(table: Table) -> list[str]:
    """Return the lines of *table* for a document that loads booktabs."""
    kinds = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    rows = [" & ".join(map(in_latex, row)) + r" \\" for row in (table.headings, *table.texts())]
    begin = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", rows[0], r"\midrule"]
    return [*begin, *rows[1:], r"\bottomrule", r"\end{tabular}"]


def in_latex(text: str) -> str:
    """Return *text* as LaTeX typesets it: no command, no comment, no other column."""
    plain = " ".join(printable(text).split())
    return _MINUS.sub("$-$", _SPECIAL.sub(lambda match: _LATEX[match.group()], plain))


def as_csv(table: Table, digits: int | None = None) -> str:
    """Return *table* as CSV: shares as shares, numbers with all or so many *digits*, undefined entries empty.

    Text that a spreadsheet would take for a formula gets an apostrophe before it.
    """

    def entry(value: Cell) -> Cell:
        if isinstance(value, str):
            return in_csv(printable(value))
        return value if value is None or digits is None else f"{value:.{digits}g}"

    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([*map(entry, row)] for row in (table.headings, *table.rows))
    return stream.getvalue()
