"""Run the real programs behind families of hard scripts: bare environment, empty folder, no network, time limit."""

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from interplay_builders.tracks.simulation.families.consoles.programs import SEALED, EngineError, output
from interplay_builders.tracks.simulation.hard.base import ProgramMissing

Texts = Mapping[str, str]
NONE: Texts = MappingProxyType({})
NODE = ("node", "-p", "'Node.js ' + process.version")
"""Prints the version of Node.js."""


def run(command: Sequence[str], stdin: str = "", files: Texts = NONE, variables: Texts = NONE) -> str:
    """Return what *command* prints in a new folder that holds *files*, with *variables* as its environment.

    Raises ``ProgramMissing`` where the program is not installed, ``EngineError`` where it fails or is slow.
    """
    if shutil.which(command[0], path=os.defpath) is None:
        raise ProgramMissing(f"{command[0]} is not installed")
    with tempfile.TemporaryDirectory(prefix="hard-") as name:
        for file, text in files.items():
            (Path(name) / file).write_text(text, encoding="utf-8")
        known = {"PATH": os.defpath, "HOME": name, "LC_ALL": "C.UTF-8", "TZ": "UTC", **variables}
        pairs = (f"{key}={value}" for key, value in known.items())
        return output((*_sealed(), "env", "-i", "-C", name, *pairs, *command), stdin)


@lru_cache
def version(*command: str) -> str:
    """Return the first line that a program prints about itself, such as ``git version 2.39.5``."""
    return run(command).strip().split("\n")[0]


@lru_cache
def _sealed() -> tuple[str, ...]:
    """Return what keeps a program from the network, if this machine allows it."""
    try:
        output((*SEALED, "true"))
    except EngineError:
        return ()
    return SEALED
