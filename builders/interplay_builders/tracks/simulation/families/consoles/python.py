"""A real CPython in a process of its own, isolated from the environment and the user's packages.

Styles: ``prompt`` echoes expressions as the interactive prompt does; ``cell`` numbers its replies as a notebook does.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from interplay_builders.tracks.simulation.families.consoles.console import Console
from interplay_builders.tracks.simulation.families.consoles.programs import output

DRIVER = Path(__file__).parent / "python_driver.py"


class Interpreter(Console):
    """An interactive interpreter, or a notebook."""

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests in one interpreter."""
        printed = output((sys.executable, "-I", str(DRIVER), self.setup.style), json.dumps(requests))
        return tuple(json.loads(printed))
