"""A person as a system under test: at a terminal, or through a pipe."""

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TextIO

from interplay.core.driver import Ask, Choosing, Option, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import Message, System
from interplay.core.text import printable
from interplay.systems import typed
from interplay.systems.base import HUMAN, Meter, unmetered

RULE = "=" * 72
WAKING = 0.25
"""Seconds after which a wait for a person looks for Ctrl-C."""
MOST_LISTED = 99
"""Actions up to which a list of them helps a person; of more, such as all prices that can be bid, none are listed."""
_SPEAKERS = {"system": "Instructions", "user": "You are told", "assistant": "You said"}


class Human:
    """Shows each request as a model would get it, what was shown before left out, and takes the reply as typed.

    Where actions are listed, a number chooses one; an action with words asks for them. Anything else is the reply as
    it stands. *line* waits for a line of input, by default of standard input; what comes through a pipe is shown, as
    what is typed shows itself. Raises ``FatalModelError`` when the input ends.
    """

    def __init__(self, name: str, line: Callable[[], str] | None = None, stdout: TextIO | None = None) -> None:
        self._line, self._out = line or typed.lines_of(sys.stdin.fileno()), stdout or sys.stdout
        self._shows = line is None and not sys.stdin.isatty()
        self.system = System(name=name, provider=HUMAN)
        self._turn = asyncio.Lock()
        self._seen: tuple[Message, ...] = ()

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return what the person replies; one request is shown at a time."""
        meter()
        async with self._turn:
            return Reply(await _in_thread(lambda: self._asked(ask)))

    async def close(self) -> None:
        """Do nothing."""

    def _asked(self, ask: Ask) -> str:
        self._show(ask.messages)
        options = ask.situation.options() if isinstance(ask.situation, Choosing) else ()
        options = options if len(options) <= MOST_LISTED else ()
        for number, option in enumerate(options, 1):
            self._say(f"{number:>4}  {printable(option.reply)}")
        said = self._typed("Your choice (a number, or a reply as it stands): " if options else "Your reply: ")
        found = self._meant(said, options)
        self._seen = (*ask.messages, Message(role="assistant", content=found))
        return found

    def _meant(self, said: str, options: Sequence[Option]) -> str:
        """Return the reply that a number stands for, with words where it takes some; anything else is the reply."""
        number = said.strip()
        if not (number.isascii() and number.isdigit() and len(number) < 6 and 1 <= int(number) <= len(options)):
            return said
        option = options[int(number) - 1]
        return option.reply if option.worded is None else option.worded(self._typed("Your words: "))

    def _show(self, messages: tuple[Message, ...]) -> None:
        """Show the messages that are new; all of them, with who said what, where a dialogue begins."""
        is_going_on = bool(self._seen) and messages[: len(self._seen)] == self._seen
        new = messages[len(self._seen) :] if is_going_on else messages
        self._say(f"\n{RULE}")
        for message in new:
            head = f"[{_SPEAKERS[message.role]}]\n" if len(new) > 1 else ""
            self._say(head + printable(message.content, keep="\n"))

    def _typed(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        found = typed.block(self._line)
        if found is None:
            raise FatalModelError("the input ended; what was replied is kept, and the same command goes on from there")
        if self._shows:
            self._say(printable(found, keep="\n"))
        return found

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")


async def _in_thread(work: Callable[[], str]) -> str:
    """Return what *work* returns; it is left behind where the wait for it is interrupted, for it may never end.

    A signal that comes just before the loop begins to wait, or to another thread, does not wake it, and Python tells of
    it only once it is awake. Nothing else happens here while a person thinks, so the loop wakes by itself.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[str] = loop.create_future()

    def tell(result: str | None, error: Exception | None) -> None:
        if ended.done():
            return
        if error is not None:
            ended.set_exception(error)
        else:
            ended.set_result(result or "")

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  raised again where it is awaited
            found: tuple[str | None, Exception | None] = None, error
        else:
            found = result, None
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, *found)

    threading.Thread(target=run, name="human", daemon=True).start()
    while not ended.done():
        await asyncio.wait([ended], timeout=WAKING)
    return ended.result()
