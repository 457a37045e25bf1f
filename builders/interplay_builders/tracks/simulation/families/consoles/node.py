"""A real Node.js with no network.

Styles: ``console`` keeps its state over the turns and shows each request's value; ``script`` runs each request in a
new process.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from interplay_builders.tracks.simulation.families.consoles.console import Console
from interplay_builders.tracks.simulation.families.consoles.programs import SEALED, output

HERE = Path(__file__).parent


class Runtime(Console):
    """A JavaScript console, or a runner of scripts."""

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests in one console, or each as a script."""
        if self.setup.style == "console":
            printed = output((*SEALED, "node", str(HERE / "node_console.js")), json.dumps(requests))
            return tuple(json.loads(printed))
        return tuple(_script(request) for request in requests)


def _script(request: str) -> str:
    with tempfile.TemporaryDirectory(prefix="console-") as name:
        path = Path(name) / "script.cjs"
        path.write_text(request, encoding="utf-8")
        preload = ("--require", str(HERE / "node_preload.js"))
        return output((*SEALED, "node", *preload, str(path))).removesuffix("\n") or "(silent)"
