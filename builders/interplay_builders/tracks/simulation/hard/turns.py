"""Make dialogues of hard scripts: what users type, what programs print, and near misses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Check, Kind
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.words import Speaker, Texts, task_of
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskSpec, content, fence

Turn = tuple[str, str]
"""What the user asks, and what the program prints."""
MOST_PLANTED = 5


def provenance(program: str) -> str:
    """Return where the truths of a task come from."""
    return f"written for Interplay; requests drawn by a program, replies printed by {program}"


def task_by(
    texts: Texts, task_id: str, family: str, command: Sequence[str], kind: Kind = "stateful"
) -> Callable[[], TaskSpec]:
    """Return what makes a task that names the version of its program, and raises ``ProgramMissing`` without it."""

    @lru_cache
    def task() -> TaskSpec:
        return task_of(texts, task_id, family, kind, provenance(programs.version(*command)))

    return task


def turns_of(
    chance: Stream, texts: Texts, asked: Iterable[str], printed: Iterable[str], **facts: object
) -> tuple[Turn, ...]:
    """Return turns in the wordings ``first`` and ``next``, with what is *asked* as ``code``."""
    speaker, pairs = Speaker(texts, chance), enumerate(zip(asked, printed, strict=True))
    return tuple((speaker.phrase("next" if n else "first", code=code, **facts), text) for n, (code, text) in pairs)


def exact(printed: str) -> tuple[Check, ...]:
    """Return the check of a text whose blanks count."""
    return (content("text", TextParams(accepted=(printed,))),)


def lines(printed: str) -> tuple[Check, ...]:
    """Return the check of lines in this order; blank lines and indents do not count."""
    return (content("line_set", LineSetParams(expected=tuple(printed.split("\n")))),)


def any_order(printed: str) -> tuple[Check, ...]:
    """Return the check of lines in any order."""
    return (content("line_set", LineSetParams(expected=tuple(printed.split("\n")), ordered=False)),)


def session(task: TaskSpec, turns: Sequence[Turn], near: Iterable[str], decides: Sequence[Check]) -> Session:
    """Return a dialogue whose last turn is graded.

    *near* are typical wrong outputs. Right ones among them are left out, and slips are added where they are few.
    """
    printed, earlier = turns[-1][1], [text for _, text in turns[-2:-1]]
    wrong = dict.fromkeys(text for text in (*near, *earlier, *_slips(printed)) if text.strip())
    planted = [fence(text) for text in wrong if not all(_passes(check, fence(text)) for check in decides)]
    exchanges = [Exchange(request, fence(text)) for request, text in turns[:-1]]
    last = Exchange(turns[-1][0], fence(printed), checks=tuple(decides), planted=tuple(planted[:MOST_PLANTED]))
    return Session(task, (*exchanges, last))


def _passes(check: Check, reply: str) -> bool:
    return checks.run(check, reply).verdict == "pass"


def _slips(printed: str) -> Iterator[str]:
    """Yield *printed* with a line lost, two lines exchanged, a line twice, a digit changed."""
    rows = printed.split("\n")
    middle = len(rows) // 2
    if len(rows) > 1:
        yield "\n".join(rows[:middle] + rows[middle + 1 :])
        yield "\n".join((*rows[: middle - 1], rows[middle], rows[middle - 1], *rows[middle + 1 :]))
    yield "\n".join((*rows, rows[-1]))
    yield "\n".join((*rows[:-1], f"{rows[-1][:-1]}{'1' if rows[-1].endswith('0') else '0'}"))
