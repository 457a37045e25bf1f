"""A person as a system under test: at a terminal, or through a pipe."""

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TextIO

from interplay.api.matches import ending
from interplay.core.driver import RIVAL, SYSTEM, Ask, Choosing, Option, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import Message, System
from interplay.core.text import noop, printable
from interplay.systems.base import HUMAN, Meter
from interplay.systems.spec import SystemSpec
from interplay.tables.terminal import columns, wrapped
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item, Prediction

RULE, LINE = "=" * 72, "\n"
QUIT = "Ctrl-C stops and keeps your replies; the same command resumes."
WAKING = 0.25
"""Seconds after which a wait for a person looks for Ctrl-C."""
FENCE = '"""'
"""A line of its own before and after a reply of several lines."""
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
        self._line, self._out = line or lines_of(sys.stdin.fileno()), stdout or sys.stdout
        self._shows = line is None and not sys.stdin.isatty()
        self.system = System(name=name, provider=HUMAN)
        self._turn = asyncio.Lock()
        self._history: tuple[Message, ...] = ()
        self._match: object = None
        self._rules, self._player = "", SYSTEM

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        """Return what the person replies; one request is shown at a time."""
        meter()
        async with self._turn:
            return Reply(await _in_thread(lambda: self._asked(ask)))

    async def close(self) -> None:
        """Do nothing."""

    def ended(self, item: object, prediction: object) -> None:
        """Show the last position of a match, how it ended, and whether it was won."""
        if isinstance(item, Item) and isinstance(prediction, Prediction) and prediction.claimed is not None:
            position = ending(item, prediction, prediction.claimed)
            self._print(f"\n{RULE}\n{printable(position, keep=LINE)}")
            self._print(f"{_result(item, prediction, self._player)} against {_opponents(item, self._player)}.")

    def _asked(self, ask: Ask) -> str:
        self._player = ask.player
        self._show(ask)
        options = ask.situation.options() if isinstance(ask.situation, Choosing) else ()
        options = options if len(options) <= MOST_LISTED else ()
        for number, option in enumerate(options, 1):
            self._print(f"{number:>4}  {printable(option.reply)}")
        prompt = "Your choice (a number, or a reply as it stands): " if options else "Your reply: "
        while (reply := self._meant(self._typed(prompt), options)) is None:
            self._print(f"The numbers are 1 to {len(options)}; nothing was sent.")
        self._history = (*ask.messages, Message(role="assistant", content=reply))
        return reply

    def _meant(self, typed: str, options: Sequence[Option]) -> str | None:
        """Return the reply that a number stands for, with words where it takes some; anything else is the reply.

        Nothing is returned for a number that is not on the list.
        """
        number = typed.strip()
        if not (options and number.isascii() and number.isdigit()):
            return typed
        if len(number) > len(str(MOST_LISTED)) or not 1 <= int(number) <= len(options):
            return typed if number in {option.reply for option in options} else None
        option = options[int(number) - 1]
        return option.reply if option.worded is None else option.worded(self._typed("Your words: "))

    def _show(self, ask: Ask) -> None:
        """Show the messages that are new; all of them, with who said what, where a dialogue begins.

        Rules of a match are shown once, and its position again after a reply that could not be played.
        """
        messages, situation = ask.messages, ask.situation
        is_going_on = bool(self._history) and messages[: len(self._history)] == self._history
        new = messages[len(self._history) :] if is_going_on else messages
        self._print(f"\n{RULE}")
        is_new = isinstance(situation, Situation) and self._begins(situation)
        for message in new:
            head = f"[{_SPEAKERS[message.role]}]\n" if len(new) > 1 else ""
            content = message.content if is_new or not self._rules else message.content.removeprefix(self._rules)
            self._print(head + printable(content.lstrip("\n"), keep=LINE))
        if isinstance(situation, Situation) and not any(situation.observation in m.content for m in new):
            self._print(f"\nThat reply counted. {QUIT}\n\n{printable(situation.observation, keep=LINE)}\n")

    def _begins(self, situation: Situation) -> bool:
        """Say which game is played where a match begins, and whether one does; ids of items would tell secret roles."""
        item = situation.item
        match = (item.item_id, situation.seat, item.players)
        if match == self._match:
            return False
        self._match, self._rules = match, situation.rules
        self._print(f"{catalogue.load(item.game).title}: you are seat {situation.seat}. {QUIT}\n")
        return True

    def _typed(self, prompt: str) -> str:
        self._out.write(prompt)
        self._out.flush()
        reply = block(self._line)
        if reply is None:
            raise FatalModelError("the input ended; replies are saved, and the same command resumes")
        if self._shows:
            self._print(printable(reply, keep="\n"))
        return reply

    def _print(self, text: str) -> None:
        width = columns(sys.maxsize, self._out)
        self._out.write("".join(f"{wrapped(line, width)}\n" for line in text.split("\n")))


def _opponents(item: Item, player: str) -> str:
    """Return who else plays than *player*, as tables of ratings call them, with the names that the item has."""
    bots = {player for player in item.players if player not in (SYSTEM, RIVAL)}
    names = [f"bot-{STRENGTHS[catalogue.bot(item.game, bot).strength]} ({bot})" for bot in sorted(bots)]
    others = {SYSTEM, RIVAL} & set(item.players) - {player}
    return " and ".join(names + ["the other system"] * len(others)) or "yourself"


def _result(item: Item, prediction: Prediction, person: str) -> str:
    """Return whether the *person* won."""
    if not catalogue.load(item.game).rated or prediction.claimed is None or set(item.players) == {person}:
        return "Played"
    returns = prediction.claimed.returns
    mine = max(value for value, player in zip(returns, item.players, strict=True) if player == person)
    if min(returns) == max(returns):
        return "You drew"
    return "You won" if mine == max(returns) else "You lost"


def loader(spec: SystemSpec) -> Callable[[], Human]:
    """Return a function that begins to listen to a person."""
    return partial(Human, spec.model_name or HUMAN)


async def _in_thread(work: Callable[[], str]) -> str:
    """Return what *work* returns; it is left behind where the wait for it is interrupted, for it may never end.

    A signal that comes just before the loop begins to wait, or to another thread, does not wake it, and Python tells of
    it only once it is awake. Nothing else happens here while a person thinks, so the loop wakes by itself.
    """
    result: Future[str] = Future()
    result.set_running_or_notify_cancel()  # from here on no interruption cancels it, so that the thread can set it

    def run() -> None:
        try:
            result.set_result(work())
        except Exception as error:  # noqa: BLE001  raised again where it is awaited
            result.set_exception(error)

    threading.Thread(target=run, name="human", daemon=True).start()
    ended = asyncio.wrap_future(result)
    try:
        while not ended.done():
            await asyncio.wait([ended], timeout=WAKING)
        return ended.result()
    finally:
        ended.cancel()  # a reply that comes later wakes no loop that is closed by then


def lines_of(descriptor: int) -> Callable[[], str]:
    """Return a function that waits for the next line of an open file, as ``TextIO.readline`` does; at the end: nothing.

    A thread that waits in it holds no lock of the interpreter's own files, so that the program can end meanwhile.
    """
    source = open(descriptor, "rb", buffering=0, closefd=False)  # noqa: SIM115  the program's own input stays open
    return lambda: source.readline().decode("utf-8", "replace")


def block(line: Callable[[], str]) -> str | None:
    """Return the next reply, ``None`` where the input ends before one is whole.

    A reply is one line. Between two lines of ``FENCE`` it has several, or none. Other empty lines are passed over.
    """
    while (text := line()) and not text.strip():
        pass
    if not text:
        return None
    if text.strip() != FENCE:
        return text.rstrip("\r\n")
    inner: list[str] = []
    while text := line():
        if text.strip() == FENCE:
            return "".join(inner).removesuffix("\n").removesuffix("\r")
        inner.append(text)
    return None
