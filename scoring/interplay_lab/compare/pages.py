"""A comparison as text, as Markdown, and as LaTeX with booktabs; names come from submissions and are escaped."""

from interplay.core.text import in_markdown, printable
from interplay.tables import formats, terminal
from interplay_lab.compare.records import Comparison
from interplay_lab.compare.tables import tables
from interplay_lab.compare.wording import sentences, title

WIDTH = 80
SPARED = "Narrow terminals omit p (t) and p (flips) of single lines; --format markdown and --json have them."


def text(comparison: Comparison, width: int = WIDTH) -> str:
    """Return the comparison for a terminal: no line is wider than *width*."""
    short = False
    body = [terminal.wrapped(printable(title(comparison)), width)]
    for number, (heading, table) in enumerate(tables(comparison).items()):
        body += [terminal.wrapped(printable(heading), width)] * (number > 1)
        body += terminal.lines(table, width)
        is_short = terminal.natural_width(table) > width
        short = short or (is_short and any(column.kind == "spare" for column in table.columns))
    body += [terminal.wrapped(printable(line), width) for line in [*sentences(comparison), *[SPARED] * short]]
    return "\n".join(line.rstrip() for line in "\n".join([*body, ""]).split("\n"))


def markdown(comparison: Comparison) -> str:
    """Return the comparison as Markdown."""
    lines = [f"# {in_markdown(title(comparison))}", ""]
    for heading, table in tables(comparison).items():
        lines += [f"## {in_markdown(heading)}", "", *formats.markdown(table, marks=(" --- ", " ---: ")), ""]
    lines += [f"- {in_markdown(line)}" for line in sentences(comparison)]
    about = f"key `{comparison.comparability_key}`, which is the same wherever these items are scored the same way"
    lines += ["", f"Comparability {about}; package {comparison.package_version}.", ""]
    return printable("\n".join(lines), keep="\n")


def latex(comparison: Comparison) -> str:
    """Return the comparison as tables for a document that loads booktabs."""
    lines = [f"% {printable(title(comparison))}", r"% \usepackage{booktabs}"]
    for heading, table in tables(comparison).items():
        lines += [f"% {printable(heading)}", *formats.latex(table), ""]
    lines += [f"% {printable(line)}" for line in sentences(comparison)]
    return "\n".join([*lines, ""])
