"""Make dialogues of many requests: messages, replies, and the table that is graded at the end."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interplay.core.randomness import Stream
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskSpec, content, fence

Rows = Sequence[tuple[str, ...]]
MOST_PLANTED = 6
LONG = 40
"""Messages of a dialogue whose answers could be used to start late."""
GLUE = (" ", "\n", " Then: ", "\nand ", "; ")
"""What stands between two requests in a message."""
ADDED = ("no", "undo", "oops", "sorry", "wait", "oh")
"""How a request begins that is not the next one of a plan: no "Then:" stands before it."""
ORDINARY = frozenset(
    [
        "new",
        "delete",
        "copy",
        "everything",
        "put",
        "insert",
        "move",
        "one",
        "all",
        "please",
        "what",
        "where",
        "how",
        "anything",
    ]
)
"""First words that have a capital letter at the beginning of a sentence only."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user writes, and the true reply."""

    request: str
    reply: str


def nth(number: int) -> str:
    """Return an ordinal such as ``3rd``."""
    is_teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def may_ask(number: int, count: int) -> bool:
    """Return whether a message may have a question: in long dialogues those of the first third, the rest is silent."""
    return count < LONG or number < count // 3


def sizes(total: int, parts: int) -> list[int]:
    """Return *total* cut into *parts* numbers that differ by one at most."""
    return [total * (n + 1) // parts - total * n // parts for n in range(parts)]


def joined(chance: Stream, requests: Sequence[str]) -> str:
    """Return several requests as one message."""
    text = requests[0]
    for request in requests[1:]:
        glue = "\n" if request.lower().startswith("and ") else chance.choice(GLUE)
        if glue == " Then: " and request.lower().startswith(ADDED):
            glue = " "
        if text.endswith((".", "!", "?")):
            glue = glue.replace(";", "")
        elif ";" not in glue and "\n" not in glue:
            glue = f".{glue}"
        text += glue + (request[0].lower() + request[1:] if _goes_on(glue, request) else request)
    return text


def _goes_on(glue: str, request: str) -> bool:
    """Return whether a request goes on with a sentence, and has a capital only because it began one."""
    return (
        glue in {"; ", "\nand ", " Then: ", ". Then: "}
        and request.split(maxsplit=1)[0].lower().strip(",.:") in ORDINARY
    )


def written(rows: Rows) -> str:
    """Return rows as the user asks for them: in a code block, cells apart by bars."""
    return fence("\n".join(" | ".join(row) for row in rows))


def session(
    task: TaskSpec, turns: Sequence[Turn], request: str, rows: Rows, near: Iterable[Rows], *, ordered: bool = True
) -> Session:
    """Return a dialogue whose last request asks for *rows*; *near* are tables of weak models.

    Near misses that happen to be right are left out; those of every table are added where they are few.
    """
    check = content("rows", RowsParams(rows=tuple(tuple(row) for row in rows), ordered=ordered))
    wrong = dict.fromkeys(written(table) for table in (*near, *_slips(rows)) if table)
    planted = tuple(text for text in wrong if checks.run(check, text).verdict != "pass")[:MOST_PLANTED]
    exchanges = tuple(Exchange(turn.request, turn.reply) for turn in turns)
    return Session(task, (*exchanges, Exchange(request, written(rows), checks=(check,), planted=planted)))


def _slips(rows: Rows) -> Iterator[Rows]:
    """Yield *rows* without the last or first, and with the last cells of two rows exchanged."""
    yield rows[:-1]
    yield rows[1:]
    for first in range(len(rows) - 1):
        a, b = rows[first], rows[first + 1]
        yield [*rows[:first], (*a[:-1], b[-1]), (*b[:-1], a[-1]), *rows[first + 2 :]]
