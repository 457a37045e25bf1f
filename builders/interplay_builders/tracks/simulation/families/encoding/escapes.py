"""A tool that escapes text for URLs, forms and HTML, and takes escapes away."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote, quote_plus, unquote

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

_NAMED = re.compile(r"&(amp|lt|gt|quot|#\d{1,6}|#x[0-9A-Fa-f]{1,6});")


class Hatch:
    """Takes one ``job: text``."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the result in a code block."""
        (command,) = commands
        job, _, rest = command.partition(": ")
        text = escaped(job, rest)
        check = content("text", TextParams(accepted=(text,)))
        return Answer(fence(text), (check, form("fenced", FencedParams())))


def escaped(job: str, text: str) -> str:
    """Do one of the jobs of the tool."""
    if job not in _JOBS:
        raise ValueError(f"unknown job {job!r}")
    return _JOBS[job](text)


def _html(text: str) -> str:
    return html.escape(text, quote=False).replace('"', "&quot;").replace("'", "&#39;")


_JOBS: Mapping[str, Callable[[str], str]] = {
    "url": lambda text: quote(text, safe=""),
    "form": lambda text: quote_plus(text, safe=""),
    "path": lambda text: quote(text, safe="/"),
    "html": _html,
    "html-ascii": lambda text: _html(text).encode("ascii", "xmlcharrefreplace").decode(),
    "unurl": lambda text: unquote(text, errors="strict"),
    "unhtml": lambda text: _NAMED.sub(lambda m: html.unescape(m[0]), text),
}
