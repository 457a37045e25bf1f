"""A comparison as text, as Markdown, and as LaTeX with booktabs; names come from submissions and are escaped."""

import io
import re

from interplay.core.text import in_markdown, printable
from interplay.report import layout
from interplay.report.layout import Column, Grid
from interplay_lab.compare.records import Comparison
from interplay_lab.compare.sayings import sentences, title
from interplay_lab.compare.tables import Sheet, sheets

WIDTH = 80
SPARED = (
    "p (t) and p (flips) of single lines are left out where there is no room; --format markdown and --json have them."
)
_LATEX = {
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
_SPECIAL = re.compile("|".join(map(re.escape, _LATEX)))


def text(comparison: Comparison, width: int = WIDTH) -> str:
    """Return the comparison for a terminal: no line is wider than *width*."""
    from rich.console import Console  # noqa: PLC0415  loaded when shown

    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, color_system=None)
    console.out(layout.wrapped(printable(title(comparison)), width))
    short = False
    for number, sheet in enumerate(sheets(comparison)):
        if number > 1:
            console.out(layout.wrapped(printable(sheet.title), width))
        grid = _grid(sheet)
        layout.show(grid, console)
        short = short or (bool(sheet.spare) and layout.natural_width(grid) > width)
    body = "\n".join(layout.wrapped(printable(line), width) for line in [*sentences(comparison), *[SPARED] * short])
    lines = (line.rstrip() for line in f"{stream.getvalue()}{body}\n".split("\n"))
    return "\n".join(lines)


def _grid(sheet: Sheet) -> Grid:
    names, others = sheet.headings[: sheet.names], sheet.headings[sheet.names :]
    columns = [Column(name, picture=sheet.names + place in sheet.spare) for place, name in enumerate(others)]
    return Grid((*map(layout.name, names), *columns), sheet.rows, boxed=True)


def markdown(comparison: Comparison) -> str:
    """Return the comparison as Markdown."""
    lines = [f"# {in_markdown(title(comparison))}", ""]
    for sheet in sheets(comparison):
        aligned = ["---"] * sheet.names + ["---:"] * (len(sheet.headings) - sheet.names)
        lines += [f"## {in_markdown(sheet.title)}", "", _row(map(in_markdown, sheet.headings)), _row(aligned)]
        lines += [_row(map(in_markdown, row)) for row in sheet.rows] + [""]
    lines += [f"- {in_markdown(line)}" for line in sentences(comparison)]
    about = f"key `{comparison.comparability_key}`, which is the same wherever these items are scored alike"
    lines += ["", f"Comparability {about}; package {comparison.package_version}.", ""]
    return printable("\n".join(lines), keep="\n")


def _row(cells: "map[str] | list[str]") -> str:
    return "| " + " | ".join(cells) + " |"


def latex(comparison: Comparison) -> str:
    """Return the comparison as tables for a document that loads booktabs."""
    lines = [f"% {printable(title(comparison))}", r"% \usepackage{booktabs}"]
    for sheet in sheets(comparison):
        columns = "l" * sheet.names + "r" * (len(sheet.headings) - sheet.names)
        lines += [f"% {printable(sheet.title)}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
        lines += [_line(sheet.headings), r"\midrule", *map(_line, sheet.rows), r"\bottomrule", r"\end{tabular}", ""]
    lines += [f"% {printable(line)}" for line in sentences(comparison)]
    return "\n".join([*lines, ""])


def _line(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"


def escaped(words: str) -> str:
    """Return *words* as LaTeX typesets them: no command, no comment, no other column."""
    plain = " ".join(printable(words).split())
    found = _SPECIAL.sub(lambda match: _LATEX[match.group()], plain)
    return re.sub(r"(?<![\w-])-(?=\d)|(?<= )-(?= )", "$-$", found)
