"""Run the programs behind the consoles."""

import subprocess
from collections.abc import Sequence

from interplay.core.errors import InterplayError

SECONDS = 120
SEALED = ("unshare", "--map-root-user", "--net", "--mount")
"""Runs a command in name spaces of its own: no network, mounts that vanish with it (util-linux)."""


class EngineError(InterplayError):
    """The program behind an engine is missing or broke down."""


def output(command: Sequence[str], stdin: str = "") -> str:
    """Return what a command prints; raise ``EngineError`` when it cannot run, is slow or fails."""
    try:
        done = subprocess.run(  # noqa: S603  commands are this package's
            command, input=stdin, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineError(f"{command[0]}: {error}") from None
    if done.returncode != 0:
        raise EngineError(f"{' '.join(command)[:200]}: found exit status {done.returncode}, expected 0: {done.stderr}")
    return done.stdout
