"""A mailbox with threads, labels, filters, snooze, and an undo that forgets an order altogether."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.printed import PrintedParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

INBOX, ARCHIVE = "inbox", "archive"
EVENTS = frozenset({"mail", "clock"})
"""What happens by itself: no undo takes it back."""
PHRASES = (*(f"{number} |" for number in range(1, 41)), *(f"inbox {number}" for number in range(10)))
"""What a line of the listing begins with."""


@dataclass(slots=True)
class Thread:
    """Mails of one subject. ``folder`` is ``inbox``, ``archive``, or the time at which a snooze ends, as ``HH:MM``."""

    number: int
    subject: str
    folder: str = ""
    unread: int = 0
    latest: int = 0
    labels: set[str] = field(default_factory=set)


class Mailbox:
    """All that was said, without what was undone; the threads follow from it anew each time."""

    def __init__(self) -> None:
        self._log: list[tuple[str, ...]] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``mail``, ``clock``, ``filter``, ``label``, ``unlabel``, ``archive``, ``open``, ``snooze``, ``undo``.

        Parts of a command stand between bars. Shows the inbox and the totals; raises ``ValueError`` for what is not
        known.
        """
        for command in commands:
            verb, *parts = (part.strip() for part in command.split("|"))
            if verb == "undo":
                self._undo()
            else:
                self._log.append((verb, *parts))
        return _inbox(State(self._log).threads)

    def _undo(self) -> None:
        orders = [index for index, (verb, *_) in enumerate(self._log) if verb not in EVENTS]
        if not orders:
            raise ValueError("found an undo, expected an order before it")
        del self._log[orders[-1]]


class State:
    """The threads that a log of events and orders leaves behind."""

    def __init__(self, log: Iterable[tuple[str, ...]]) -> None:
        self._filters: list[tuple[str, str]] = []
        self._mails = 0
        self.threads: list[Thread] = []
        verbs: Mapping[str, Callable[..., None]] = {
            "mail": self._mail,
            "clock": self._clock,
            "filter": lambda sender, action: self._filters.append((sender, action)),
            "label": lambda number, label: self._thread(number).labels.add(label),
            "unlabel": lambda number, label: self._thread(number).labels.discard(label),
            "archive": lambda number: self._put(number, ARCHIVE),
            "inbox": lambda number: self._put(number, INBOX),
            "snooze": self._put,
            "open": self._open,
        }
        for verb, *parts in log:
            if verb not in verbs:
                raise ValueError(f"found the command {verb!r}, expected one of {', '.join(verbs)}, undo")
            verbs[verb](*parts)

    def _thread(self, number: str) -> Thread:
        return self.threads[int(number) - 1]

    def _put(self, number: str, folder: str) -> None:
        self._thread(number).folder = folder

    def _open(self, number: str) -> None:
        self._thread(number).unread = 0

    def _mail(self, sender: str, subject: str) -> None:
        subject = subject.removeprefix("Re: ")
        thread = next((thread for thread in self.threads if thread.subject == subject), None)
        if thread is None:
            thread = Thread(len(self.threads) + 1, subject)
            self.threads.append(thread)
        self._mails += 1
        thread.latest, thread.unread = self._mails, thread.unread + 1
        actions = [action for name, action in self._filters if name == sender]
        if "skip" not in actions:
            thread.folder = INBOX
        thread.folder = thread.folder or ARCHIVE
        thread.labels |= {action for action in actions if action != "skip"}

    def _clock(self, time: str) -> None:
        for thread in self.threads:
            if thread.folder not in {INBOX, ARCHIVE} and thread.folder <= time:
                thread.folder = INBOX


def _inbox(threads: Sequence[Thread]) -> Answer:
    listed = sorted((t for t in threads if t.folder == INBOX), key=lambda thread: -thread.latest)
    rows = [f"{t.number} | {t.subject} | {t.unread} unread | {', '.join(sorted(t.labels)) or '-'}" for t in listed]
    archived = sum(thread.folder == ARCHIVE for thread in threads)
    totals = f"inbox {len(rows)}, snoozed {len(threads) - len(rows) - archived}, archive {archived}"
    params = PrintedParams(expected=(*rows, totals), phrases=PHRASES)
    return Answer("\n".join((*rows, totals)), (content("printed", params), form("bare", BareParams(may_fence=True))))
