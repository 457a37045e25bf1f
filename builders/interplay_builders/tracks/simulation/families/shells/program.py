"""What these shells share: replies that were written down in this folder, and how a program is run in a bare place."""

import os
from collections.abc import Sequence
from pathlib import Path

from interplay_builders.tracks.simulation.families.consoles.console import Console
from interplay_builders.tracks.simulation.families.consoles.programs import output

RECORDED = Path(__file__).parent / "replies.json"
LOCALE = "C.UTF-8"


class Program(Console):
    """A console whose replies are in this folder's ``replies.json``."""

    replies = RECORDED


def cleanly(command: Sequence[str], home: Path, stdin: str = "", **variables: str) -> str:
    """Return what *command* prints with *home* as its home and no settings of this machine.

    Raises ``EngineError`` when it cannot run, is slow or fails.
    """
    known = {"PATH": os.defpath, "HOME": str(home), "LC_ALL": LOCALE, "TZ": "UTC", **variables}
    return output(("env", "-i", *(f"{name}={value}" for name, value in known.items()), *command), stdin)
