"""A table shared by sessions: read committed, locks on rows, waiting, deadlocks and savepoints.

A statement is a number, a session and a line of SQL (``7 B update acct set bal = bal - 30 where id = 2``). Who reads
never waits. A write locks its row until its transaction ends; a transaction that wants it waits, and acts on it as it
is by then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.thoughts import ThoughtsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

THOUGHTS = form("thoughts", ThoughtsParams(pattern=r"[^\d].*", means="lines that do not start with a number"))

_NUMBERED = re.compile(r"(\d+) ([A-Z]):? (.+?);?", re.ASCII)
_UPDATE = re.compile(
    r"update \w+ set (\w+) = (?:\1 ([-+*]) )?(\d+) where id = (\d+)(?: and \1 (>=|<=|>|<|=) (\d+))?", re.ASCII
)
_DELETE = re.compile(r"delete from \w+ where id = (\d+)", re.ASCII)
_SELECT = re.compile(r"select (?:\w+|(sum|count)\((?:\w+|\*)\)) from \w+(?: where id = (\d+))?", re.ASCII)
_SAVEPOINT = re.compile(r"(savepoint|rollback to) (\w+)", re.ASCII)


class Table(Record, frozen=True):
    """The rows at the start: the number of each, and its value."""

    rows: dict[str, int]


@dataclass(frozen=True, slots=True)
class Write:
    """A new value for a row: ``sign`` is ``+``, ``-``, ``*`` or nothing, ``None`` as ``amount`` deletes.

    It happens only where the row's value bears ``test`` to ``limit``.
    """

    row: int
    sign: str = ""
    amount: int | None = None
    test: str = ""
    limit: int = 0

    def wanted(self, value: int) -> bool:
        """Return whether a row with this value is to be written."""
        apart = value - self.limit
        bears = {"": True, "<": apart < 0, ">": apart > 0, "=": apart == 0, ">=": apart >= 0, "<=": apart <= 0}
        return bears[self.test]

    def after(self, value: int) -> int | None:
        """Return the value after the write; ``None`` for a row that is gone."""
        if self.amount is None:
            return None
        return {"+": value + self.amount, "-": value - self.amount, "*": value * self.amount}.get(
            self.sign, self.amount
        )


@dataclass(slots=True)
class Transaction:
    """What a session may have to undo (rows and the values that they had), and where its savepoints are in that."""

    undo: list[tuple[int, int | None]] = field(default_factory=list)
    savepoints: dict[str, int] = field(default_factory=dict)
    alone: bool = False
    """Whether it is a single statement that nobody opened a transaction for."""


class Sessions:
    """The rows as the last writers left them, who holds which of them, and who waits."""

    def __init__(self, setup: Table) -> None:
        self._committed: dict[int, int] = {int(row): value for row, value in setup.rows.items()}
        self._written: dict[int, int | None] = {}
        self._holder: dict[int, str] = {}
        self._open: dict[str, Transaction] = {}
        self._waiting: dict[str, tuple[str, Write]] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Carry out the statements; show a line for each, and for each that was waiting."""
        lines = [line for command in commands for line in self._take(command)]
        return Answer(
            "\n".join(lines),
            (
                content("labelled", LabelledParams(expected=tuple(lines))),
                form("bare", BareParams(may_fence=True)),
                THOUGHTS,
            ),
        )

    def _take(self, command: str) -> Iterator[str]:
        match = _NUMBERED.fullmatch(command.strip())
        if match is None or match[2] in self._waiting:
            raise ValueError(f"found {command!r}, expected a number, a session that does not wait, and SQL")
        number, session, statement = match.groups()
        if (write := parsed(statement)) is not None:
            yield from self._write(number, session, write)
        elif (asked := _SELECT.fullmatch(statement)) is not None:
            yield f"{number}: {self._read(session, asked[1] or '', asked[2])}"
        else:
            self._control(session, statement)
            yield f"{number}: ok"
        yield from self._freed()

    def _control(self, session: str, statement: str) -> None:
        """Obey what is about transactions; raise ``ValueError`` for what is not known."""
        if statement == "begin" and session not in self._open:
            self._open[session] = Transaction()
        elif statement in {"commit", "rollback"} and session in self._open:
            self._end(session, keep=statement == "commit")
        elif (match := _SAVEPOINT.fullmatch(statement)) is not None and session in self._open:
            transaction = self._open[session]
            if match[1] == "savepoint":
                transaction.savepoints[match[2]] = len(transaction.undo)
            else:
                self._undo(transaction, transaction.savepoints[match[2]])
        else:
            raise ValueError(f"found {statement!r}, expected a statement that is known and possible")

    def _write(self, number: str, session: str, write: Write) -> Iterator[str]:
        """Write, wait, or give the transaction up where waiting would close a circle."""
        self._open.setdefault(session, Transaction(alone=True))
        holder = self._holder.get(write.row, session)
        if holder == session:
            yield f"{number}: {self._written_by(session, write)}"
        elif self._circle(session, holder):
            self._end(session, keep=False)
            yield f"{number}: deadlock"
        else:
            self._waiting[session] = (number, write)
            yield f"{number}: waits"

    def _written_by(self, session: str, write: Write) -> str:
        """Write a row that nobody else holds and return how many were written; a lone statement commits."""
        value = self._value(session, write.row)
        done = value is not None and write.wanted(value)
        if value is not None and done:
            self._open[session].undo.append((write.row, value))
            self._written[write.row] = write.after(value)
            self._holder[write.row] = session
        if self._open[session].alone:
            self._end(session, keep=True)
        return "1 row" if done else "0 rows"

    def _circle(self, session: str, holder: str) -> bool:
        """Return whether *session* would wait for itself if it waited for *holder*."""
        while holder in self._waiting:
            holder = self._holder[self._waiting[holder][1].row]
            if holder == session:
                return True
        return False

    def _freed(self) -> Iterator[str]:
        """Let go on, in the order in which they began to wait, all whose rows are free now."""
        for session, (number, write) in list(self._waiting.items()):
            if session in self._waiting and write.row not in self._holder:
                del self._waiting[session]
                yield f"{number}: {self._written_by(session, write)}"
                yield from self._freed()

    def _read(self, session: str, total: str, row: str | None) -> str:
        """Return what a session reads: one value, or the sum or number of all."""
        if row is not None:
            value = self._value(session, int(row))
            return "none" if value is None else str(value)
        values = [v for row in self._committed if (v := self._value(session, row)) is not None]
        return str(sum(values) if total == "sum" else len(values))

    def _value(self, session: str, row: int) -> int | None:
        """Return the value of a row as a session sees it; ``None`` where there is none."""
        return self._written[row] if self._holder.get(row) == session else self._committed.get(row)

    def _undo(self, transaction: Transaction, start: int) -> None:
        """Undo what came after a place; the locks stay."""
        for row, value in reversed(transaction.undo[start:]):
            self._written[row] = value
        del transaction.undo[start:]

    def _end(self, session: str, *, keep: bool) -> None:
        """Commit or roll back, and unlock."""
        del self._open[session]
        for row in [row for row, holder in self._holder.items() if holder == session]:
            value = self._written.pop(row)
            del self._holder[row]
            if keep and value is None:
                self._committed.pop(row, None)
            elif keep and value is not None:
                self._committed[row] = value


def parsed(statement: str) -> Write | None:
    """Return the write that a statement asks for; ``None`` for one that writes nothing."""
    if (match := _DELETE.fullmatch(statement)) is not None:
        return Write(int(match[1]))
    if (match := _UPDATE.fullmatch(statement)) is None:
        return None
    return Write(int(match[4]), match[2] or "", int(match[3]), match[5] or "", int(match[6] or 0))
