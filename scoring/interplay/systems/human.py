"""A person at the terminal as a system under test."""

import asyncio
import sys
from typing import TextIO

from interplay.core.driver import Ask, Choosing, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import System
from interplay.systems.base import Meter, unmetered


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
        options = ask.situation.options() if isinstance(ask.situation, Choosing) else ()
        for number, option in enumerate(options, 1):
            self._say(f"{number:>4}  {_printable(option.reply)}")
        said = self._line("Your choice (a number, or a reply as it stands): " if options else "Your reply: ")
        if not (said.isascii() and said.isdigit() and 1 <= int(said) <= len(options)):
            return said
        option = options[int(said) - 1]
        return option.reply if option.worded is None else option.worded(self._line("Your words: "))

    def _line(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        line = self._in.readline()
        if not line:
            raise FatalModelError("the terminal's input ended; the same command goes on from here")
        return line.rstrip("\n")

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
