"""Help texts whose examples fit 80 columns and can be pasted."""

import inspect
import re
import textwrap
from functools import cache

import click

from interplay.cli.shared.options import TEXTS

WIDTH = 76
"""Characters of a line in a help text, which click indents by two."""
_LITERAL = "\b\n"  # how a paragraph begins whose lines click leaves as they are
_TOGETHER = re.compile(r"\"[^\"]*\"|'[^']*'|\s--?[a-z-]+ [^-\s]")
"""What stays in one line: quoted words, and an option with its value."""


@cache  # a help text is completed once
def fitted(command: click.Command, name: str = "") -> click.Command:
    """Complete a command's help with what ``TEXTS`` has more under its *name*, and fold the long lines of examples.

    So it does with the commands of a group.
    """
    more = TEXTS["more"].get(name)
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n") + (more.split("\n\n") if more else [])
    command.help = "\n\n".join(map(_folded, paragraphs)) or None
    for key, inner in command.commands.items() if isinstance(command, click.Group) else ():
        fitted(inner, f"{name} {key}")
    return command


def _folded(paragraph: str) -> str:
    """Return a paragraph whose literal lines fit; one of prose that does not is left to click."""
    lines = paragraph.split("\n")
    if not paragraph.startswith(_LITERAL) or max(map(len, lines)) <= WIDTH:
        return paragraph
    if not any(line.startswith(("interplay", " ")) for line in lines):
        return paragraph.removeprefix(_LITERAL)
    return "\n".join(line if len(line) <= WIDTH else _parted(line) for line in lines)


def _parted(line: str) -> str:
    """Return a line as several: of a command, all but the last end in a backslash."""
    indent = line[: len(line) - len(line.lstrip())]
    is_command = line.lstrip().startswith("interplay")
    whole = _TOGETHER.sub(lambda match: match[0][0] + match[0][1:].replace(" ", "\0"), line) if is_command else line
    more = f"{indent}  " if is_command else indent
    parts = textwrap.wrap(whole, WIDTH - 2, subsequent_indent=more, break_long_words=False, break_on_hyphens=False)
    return (" \\\n" if is_command else "\n").join(parts).replace("\0", " ")
