"""The directive `command`: run a command of the package while the site is built, and show what it prints."""

import contextlib
from pathlib import Path

from click.testing import CliRunner
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from interplay.cli.main import interplay

ROOT = Path(__file__).parents[2]


def output(command: str) -> str:
    """Return what ``interplay ...`` prints in the checkout; raise ``ExtensionError`` when it fails."""
    words = command.split()
    with contextlib.chdir(ROOT):
        result = CliRunner().invoke(interplay, words[1:], env={"COLUMNS": "100", "NO_COLOR": "1"})
    if words[0] != "interplay" or result.exit_code:
        raise ExtensionError(f"{command}: {result.output or result.exception}")
    return "\n".join(line.rstrip() for line in result.stdout.splitlines()).strip("\n")


class Command(SphinxDirective):
    """Show the command of the content and its output."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return two blocks: the command, and what it prints."""
        command = " ".join(line.strip() for line in self.content)
        text = output(command)
        shown = nodes.literal_block(text, text, language="text", classes=["console"])
        return [nodes.literal_block(command, command, language="shell"), shown]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("command", Command)
    return {"parallel_read_safe": True}
