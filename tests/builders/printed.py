"""Cards that programs print, compared apart from the line that names the program.

Two of them, ``bots.md`` and ``simulation-statistics.md``, are files of the release 0.1.0, which never changes, and name
the commands of its day. The next data release prints them anew; until then their tables must be the program's still.
"""

from pathlib import Path

NAMES = "Printed by `"


def body(page: str) -> list[str]:
    """Return the lines of a page but the one that names its command, which must be there once."""
    lines = page.splitlines()
    rest = [line for line in lines if not line.startswith(NAMES)]
    assert len(lines) - len(rest) == 1
    return rest


def frozen_body(card: Path) -> list[str]:
    """Return the same of a card in a file."""
    return body(card.read_text(encoding="utf-8"))
