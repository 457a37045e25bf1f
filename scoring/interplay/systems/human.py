"""A person at the terminal as a system under test."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from interplay.core.driver import Ask, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import System
from interplay.systems.base import Meter, unmetered
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation


class Human:
    """Shows each request as a model would get it, and takes the reply from the terminal.

    Where actions are listed, a number chooses one; an action with words asks for them. Anything else is the reply as
    typed. Raises ``FatalModelError`` when there is no terminal, or when its input ends.
    """

    def __init__(self, name: str, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in, self._out = stdin or sys.stdin, stdout or sys.stdout
        if not self._in.isatty():
            raise FatalModelError("human plays at a terminal, and standard input is none; run this without a pipe")
        self.system = System(name=name, provider="human")
        self._turn = asyncio.Lock()

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return what the person replies; one request is shown at a time."""
        meter()
        async with self._turn:
            return Reply(await asyncio.get_running_loop().run_in_executor(None, self._asked, ask))

    async def close(self) -> None:
        """Do nothing."""

    def _asked(self, ask: Ask) -> str:
        shown = [m for m in ask.messages if m.role != "assistant"]
        self._say("\n" + "=" * 72 + "\n" + _printable(shown[-1].content))
        choices = _choices(ask)
        for number, (_, written) in enumerate(choices, 1):
            self._say(f"{number:>4}  {_printable(written)}")
        said = self._line("Your choice (a number, or a reply as it stands): " if choices else "Your reply: ")
        if not (said.isascii() and said.isdigit() and 1 <= int(said) <= len(choices)):
            return said
        action, written = choices[int(said) - 1]
        if getattr(action, "text", None) is None:
            return written
        at: Any = ask.situation
        return str(at.game.write(at.state, at.seat, type(action)(action.id, self._line("Your words: "))))

    def _line(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        line = self._in.readline()
        if not line:
            raise FatalModelError("the terminal's input ended; the same command goes on from here")
        return line.rstrip("\n")

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")


def _choices(ask: Ask) -> Sequence[tuple[Any, str]]:
    """Return the listed actions, each with the reply that names it."""
    at = ask.situation
    if not isinstance(at, Situation):
        return ()
    legal = at.game.legal(at.state, at.seat)
    return () if isinstance(legal, Open) else [(a, at.game.write(at.state, at.seat, a)) for a in legal]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
