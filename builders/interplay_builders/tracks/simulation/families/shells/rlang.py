"""A real R session: each request is typed into one console, and what it prints is kept."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.shells.program import Program, cleanly
from interplay_builders.tracks.simulation.sessions import content

_MARK = "=== the next request ==="


class Session(Program):
    """An R console with its default options; prompts and echoes are left out."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests in one session; one that fails is an ``EngineError``."""
        typed = f'cat("{_MARK}\\n")\n'.join(f"{request}\n" for request in requests)
        with tempfile.TemporaryDirectory(prefix="r-") as name:
            printed = cleanly(("R", "--vanilla", "--no-echo"), Path(name), typed)
        return tuple(text.strip("\n") for text in printed.split(f"{_MARK}\n"))

    def checks_of_content(self, printed: str) -> tuple[Check, ...]:
        """Return the check of the lines; blanks between columns are R's way to align them."""
        expected = tuple(line for line in printed.split("\n") if line.strip())
        return (content("line_set", LineSetParams(expected=expected, blanks="collapsed")),)
