"""Show exhibits in a terminal, and write them into a folder."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import get_terminal_size
from typing import Literal

from interplay.core import canonical
from interplay.core.extras import how_to_install
from interplay.core.text import printable
from interplay.tables import terminal
from interplay_lab.papers import drawing, texts
from interplay_lab.papers.records import Analysis, Figure

FORMS: tuple[Literal["svg", "png"], ...] = ("svg", "png")


def show(analysis: Analysis, width: int | None = None) -> None:
    """Print all exhibits to stdout, in lines of *width* characters, the terminal's by default."""
    width = width or get_terminal_size().columns
    lines: list[str] = []
    for exhibit in analysis.exhibits:
        table = texts.table_of(exhibit.content)
        lines += ["", *_wrapped(texts.heading(exhibit), width), *(terminal.lines(table, width) if table else ())]
        lines += [line for note in texts.notes_of(exhibit.content) for line in _wrapped(note, width)]
    lines += [""] * bool(analysis.notes) + [line for note in analysis.notes for line in _wrapped(note, width)]
    print("\n".join(line.rstrip() for line in "\n".join(lines).rstrip().split("\n")))  # noqa: T201  what is asked for


def _wrapped(text: str, width: int) -> list[str]:
    return [terminal.wrapped(line, width) for line in printable(text, keep="\n").split("\n")]


def write(analysis: Analysis, folder: Path) -> tuple[tuple[Path, ...], str]:
    """Write all exhibits into *folder*; return the files, and why figures were not drawn, if they were not.

    ``PAPER.md`` and ``PAPER.json`` hold everything; each exhibit has its numbers as CSV, a figure is drawn as SVG and
    PNG. Raises ``OutputError`` when the place cannot be written.
    """
    is_drawn = find_spec("matplotlib") is not None
    paths = []
    for name, content in _files(analysis, is_drawn=is_drawn):
        canonical.write_atomically(folder / name, [content])
        paths.append(folder / name)
    reason = "" if is_drawn else f"figures were written as numbers only; drawing needs {how_to_install('lab')}"
    return tuple(paths), reason


def _files(analysis: Analysis, *, is_drawn: bool) -> Iterator[tuple[str, bytes]]:
    yield f"{analysis.paper}.md", texts.markdown(analysis).encode()
    yield f"{analysis.paper}.json", canonical.encode(analysis) + b"\n"
    for exhibit in analysis.exhibits:
        numbers = texts.as_csv(exhibit.content)
        if numbers:
            yield f"{exhibit.slug}.csv", numbers.encode()
        if isinstance(exhibit.content, Figure) and is_drawn:
            for form in FORMS:
                yield f"{exhibit.slug}.{form}", drawing.draw(exhibit.content, texts.heading(exhibit), form)
