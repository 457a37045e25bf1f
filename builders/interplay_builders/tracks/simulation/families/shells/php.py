"""A real PHP page: each request runs it anew, and its visitor's session lives from request to request."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.thoughts import ThoughtsParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.families.consoles.console import Setup
from interplay_builders.tracks.simulation.families.shells.program import Program, cleanly
from interplay_builders.tracks.simulation.sessions import content, form

THOUGHTS = form("thoughts", ThoughtsParams(pattern=r"[^:]*", means="lines without a colon"))

DRIVER = Path(__file__).parent / "php_driver.php"
PAGE = "index.php"
OPENING, ADDRESS = "<?php", "https://"


class Page(Program):
    """A page that prints lines with a label each, and its visitor, who asks for one address after the other.

    The first message brings the page, and each one addresses, a line each; only the last page is shown.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Ask the page for all addresses."""
        with tempfile.TemporaryDirectory(prefix="php-") as name:
            home = Path(name)
            source = requests[0][requests[0].index(OPENING) : requests[0].index(ADDRESS)]
            (home / PAGE).write_text(source, encoding="utf-8")
            return tuple([_visited(home, address) for address in addresses(request)][-1] for request in requests)

    def checks(self, printed: str) -> tuple[Check, ...]:
        """Return the checks: the page's lines, and no chatter around them; thoughts are read over."""
        lines = tuple(printed.split("\n"))
        return content("labelled", LabelledParams(expected=lines)), form("bare", BareParams(may_fence=True)), THOUGHTS


def addresses(request: str) -> tuple[str, ...]:
    """Return the addresses in a message."""
    return tuple(line.strip() for line in request.split("\n") if line.startswith(ADDRESS))


def _visited(home: Path, address: str) -> str:
    options = {"session.save_path": str(home), "session.use_cookies": "0", "session.cache_limiter": ""}
    flags = [part for key, value in options.items() for part in ("-d", f"{key}={value}")]
    query = urlsplit(address).query
    return cleanly(("php", "-n", *flags, str(DRIVER), str(home / PAGE), query), home).strip("\n")
