"""What these shells share: replies that were written down in this folder, and how a program is run in a bare place."""

import os
from collections.abc import Sequence
from pathlib import Path

from interplay.core.errors import RecordError
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.consoles.console import Console, recorded
from interplay_builders.tracks.simulation.families.consoles.programs import output
from interplay_builders.tracks.simulation.sessions import fence

RECORDED = Path(__file__).parent / "replies.json"
LOCALE = "C.UTF-8"


class Program(Console):
    """A console whose replies are in this folder's ``replies.json``; building a release runs no program."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return what was written down; raise ``RecordError`` where that is nothing."""
        self._requests = (*self._requests, "\n".join(commands))
        printed = recorded(RECORDED).get(self.key(self._requests))
        if printed is None:
            raise RecordError(f"{RECORDED}: found no reply to {self._requests[-1]!r}, expected one; record them anew")
        return Answer(fence(printed) if self.setup.dress == "block" else printed, self.checks(printed))


def cleanly(command: Sequence[str], home: Path, stdin: str = "", **variables: str) -> str:
    """Return what *command* prints with *home* as its home and no settings of this machine.

    Raises ``EngineError`` when it cannot run, is slow or fails.
    """
    known = {"PATH": os.defpath, "HOME": str(home), "LC_ALL": LOCALE, "TZ": "UTC", **variables}
    return output(("env", "-i", *(f"{name}={value}" for name, value in known.items()), *command), stdin)
