"""Exhibits as text: Markdown, and CSV with every digit."""

from interplay.core.text import in_markdown, printable
from interplay.tables import formats
from interplay.tables.table import Table
from interplay_lab.papers.records import Analysis, Content, Figure, Missing, Result, as_table


def heading(exhibit: Result) -> str:
    """Return number and title of an exhibit."""
    return f"{exhibit.number}: {exhibit.title}"


def table_of(content: Content) -> Table | None:
    """Return the numbers of *content*, nothing where it could not be made."""
    if isinstance(content, Missing):
        return None
    return as_table(content) if isinstance(content, Figure) else content


def notes_of(content: Content) -> tuple[str, ...]:
    """Return the lines below *content*: its notes, or why it could not be made."""
    return (f"Cannot be made: {content.reason}",) if isinstance(content, Missing) else content.notes


def markdown(analysis: Analysis) -> str:
    """Return all exhibits as one Markdown document."""
    lines = [f"# {analysis.paper}: tables and figures", ""]
    files = ", ".join(_plain(name) for name in analysis.files)
    lines += [f"Made from {files}; release {analysis.release}, manifest sha256 `{analysis.manifest_sha256}`.", ""]
    lines += [f"- {_plain(note)}" for note in analysis.notes] + [""] * bool(analysis.notes)
    for exhibit in analysis.exhibits:
        lines += [f"## {_plain(heading(exhibit))}", ""]
        table = table_of(exhibit.content)
        if table is not None:
            lines += [*formats.markdown(table, _plain), ""]
        for note in notes_of(exhibit.content):
            lines += [_plain(note), ""]
    return printable("\n".join(lines), keep="\n")


def _plain(text: str) -> str:
    """Neutralise what Markdown or HTML would take for markup, entities too."""
    return in_markdown(text).replace("&", r"\&")


def as_csv(content: Content) -> str:
    """Return the numbers of *content* as CSV, nothing without numbers."""
    table = table_of(content)
    return "" if table is None else formats.as_csv(table)
