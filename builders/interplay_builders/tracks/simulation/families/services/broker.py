"""A message queue: deliveries hide a message for a while, and one that nobody acknowledges ends among the dead."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.services.printing import block

HIDDEN_FOR = 30
"""Seconds for which a delivery hides a message."""
DELIVERIES = 3
SHAPE = r"\s*(m\d+|m\d+#\d+ \S.*|empty|ok|late|t=\d+|\d+ visible, \d+ hidden, \d+ dead)\s*"


@dataclass(frozen=True, slots=True)
class Message:
    """A message: it is visible from second ``since`` on, and dead once it would be so after ``most`` deliveries."""

    body: str
    since: int
    deliveries: int = 0
    most: int = DELIVERIES


class Broker:
    """The queue, its dead letters, and the clock in seconds."""

    def __init__(self) -> None:
        self._now = 0
        self._sent = 0
        self._queue: dict[int, Message] = {}
        self._dead: dict[int, Message] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands, a line for each."""
        verbs: Mapping[str, Callable[[str], str]] = {
            "send": self._send,
            "recv": self._receive,
            "ack": self._acknowledge,
            "extend": self._extend,
            "wait": self._wait,
            "stats": self._count,
            "redrive": self._redrive,
        }
        lines = []
        for command in commands:
            verb, _, rest = command.partition(" ")
            lines.append(verbs[verb](rest))
        return block(lines, SHAPE, "one of the answers that the brief names, such as m1, m1#1 BODY, ok or t=10")

    def _send(self, body: str) -> str:
        self._sent += 1
        self._queue[self._sent] = Message(body, self._now)
        return f"m{self._sent}"

    def _receive(self, _: str) -> str:
        number = next((n for n, message in sorted(self._queue.items()) if message.since <= self._now), None)
        if number is None:
            return "empty"
        old = self._queue[number]
        new = replace(old, since=self._now + HIDDEN_FOR, deliveries=old.deliveries + 1)
        self._queue[number] = new
        return f"m{number}#{new.deliveries} {new.body}"

    def _acknowledge(self, receipt: str) -> str:
        number = self._message_of(receipt)
        if number is None:
            return "late"
        del self._queue[number]
        return "ok"

    def _extend(self, rest: str) -> str:
        receipt, seconds = rest.split()
        number = self._message_of(receipt)
        if number is None:
            return "late"
        self._queue[number] = replace(self._queue[number], since=self._now + int(seconds))
        self._bury()
        return "ok"

    def _message_of(self, receipt: str) -> int | None:
        """Return the number of the message whose delivery this is, if it is still hidden."""
        number, _, delivery = receipt.removeprefix("m").partition("#")
        message = self._queue.get(int(number))
        if message is None or message.deliveries != int(delivery) or message.since <= self._now:
            return None
        return int(number)

    def _wait(self, seconds: str) -> str:
        self._now += int(seconds)
        self._bury()
        return f"t={self._now}"

    def _bury(self) -> None:
        """Move what was delivered often enough, and would be visible again, to the dead."""
        over = [n for n, m in self._queue.items() if m.since <= self._now and m.deliveries >= m.most]
        self._dead |= {number: self._queue.pop(number) for number in over}

    def _count(self, _: str) -> str:
        visible = sum(message.since <= self._now for message in self._queue.values())
        return f"{visible} visible, {len(self._queue) - visible} hidden, {len(self._dead)} dead"

    def _redrive(self, _: str) -> str:
        for number, message in self._dead.items():
            self._queue[number] = replace(message, since=self._now, most=message.deliveries + DELIVERIES)
        self._dead.clear()
        return "ok"
