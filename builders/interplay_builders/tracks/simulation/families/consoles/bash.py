"""A real bash with GNU tools in a throw-away home directory, with no network.

Styles: ``plain`` prints what the commands print; ``prompt`` adds a prompt with directory and exit status.
"""

import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path

from interplay_builders.tracks.simulation.families.consoles.console import Console, Setup
from interplay_builders.tracks.simulation.families.consoles.programs import SEALED, output

_LOCATION = re.compile(r"^bash: line \d+: ", re.MULTILINE)
"""Non-interactive shells say where in a script an error is; the prompt that is simulated does not."""


class Shell(Console):
    """A shell; standard output and standard error are one text."""

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests in one shell."""
        with tempfile.TemporaryDirectory(prefix="console-") as name:
            folder, user = Path(name), self.setup.user
            _furnish(folder / "home" / user, self.setup)
            for number, request in enumerate(requests):
                (folder / f"in-{number}").write_text(request + "\n", encoding="utf-8")
            script = _script(folder, self.setup, len(requests))
            environment = ("env", "-i", "PATH=/usr/bin:/bin", "LC_ALL=C", f"HOME=/home/{user}")
            output((*SEALED, *environment, "bash", "--norc", "-c", script, "bash"))
            return tuple(_printed(folder / f"out-{number}") for number in range(len(requests)))


def _furnish(home: Path, setup: Setup) -> None:
    """Make the folders and files of the start."""
    home.mkdir(parents=True)
    for folder in setup.folders:
        (home / folder).mkdir(parents=True, exist_ok=True)
    for path, text in setup.files.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")


def _script(folder: Path, setup: Setup, turns: int) -> str:
    """Return the program that evaluates each request in the same shell."""
    here = shlex.quote(str(folder))
    start = shlex.quote(f"/home/{setup.user}/{setup.start}")
    prompt = f'printf \'{setup.user}@rig:%s (%s)$\\n\' "${{PWD/#$HOME/\\~}}" "$?"'
    after = prompt if setup.style == "prompt" else ":"
    begin = f"mount --bind {here}/home /home && cd {start} || exit 9\n"
    steps = (f'{{ eval "$(cat {here}/in-{n})"; {after}; }} >{here}/out-{n} 2>&1 </dev/null\n' for n in range(turns))
    return begin + "".join(steps) + "exit 0\n"


def _printed(path: Path) -> str:
    return _LOCATION.sub("bash: ", path.read_text(encoding="utf-8")).removesuffix("\n")
