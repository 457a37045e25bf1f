"""Enact the files of dialogues: sessions with true replies, their checks, and the wrong replies that are described."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interplay.core.errors import InterplayError, RecordError
from interplay_builders.tracks.simulation.dialogues import engines
from interplay_builders.tracks.simulation.dialogues.engines import Answer, Engine, EngineClass, Start
from interplay_builders.tracks.simulation.dialogues.faults import Asked, Fault
from interplay_builders.tracks.simulation.dialogues.text import Dialogue, Text, Turn, line_checks, prose_checks, read
from interplay_builders.tracks.simulation.sessions import Exchange, Session, edited

FAMILIES = Path(__file__).parents[1] / "families"


def files(family: str = "*") -> list[Path]:
    """Return the files of all families, or of the one whose folder has that name."""
    return sorted(FAMILIES.glob(f"{family}/*.toml"))


def sessions(family: str = "*") -> Iterator[Session]:
    """Yield the sessions of all families, or of the one whose folder has that name, file by file."""
    for path in files(family):
        yield from enact(path)


def enact(path: Path, engine: EngineClass | None = None) -> Iterator[Session]:
    """Yield the sessions of the task in *path*, with the replies of the engine that it names, or of *engine*.

    Raises ``RecordError`` with the place of what does not fit.
    """
    text = read(path)
    with _located(path.name):
        start = _start(path.parent, text, engine)
    for number, dialogue in enumerate(text.session, 1):
        with _located(f"{path.name}, session {number}"):
            exchanges = tuple(_exchanges(text, dialogue, start))
        decided_by = dialogue.decided_by or text.decided_by
        yield Session(text.task, exchanges, dialogue.challenging, dialogue.tags, decided_by)


@contextmanager
def _located(name: str) -> Iterator[None]:
    """Say in errors where they arose."""
    try:
        yield
    except (ValueError, InterplayError) as error:
        raise RecordError(f"{name}: {error}") from error


def _start(folder: Path, text: Text, engine: EngineClass | None) -> Start | None:
    if text.engine is None and text.setup is not None:
        raise ValueError("found setup, expected none without an engine")
    if engine is None and text.engine is not None:
        engine = engines.named(folder, text.engine)
    return None if engine is None else engines.ready(engine, text.setup)


def _exchanges(text: Text, dialogue: Dialogue, start: Start | None) -> Iterator[Exchange]:
    engine, previous = start() if start else None, Answer("", ())
    for number, turn in enumerate(dialogue.turn, 1):
        with _located(f"turn {number}"):
            answer = _answer(turn, engine)
            turns = tuple(turn.asked for turn in dialogue.turn[:number])
            known = "\n".join((text.brief, *(turn.request for turn in dialogue.turn[:number])))
            exchange = _exchange(text, turn, known, _Scene(turns, start, answer, previous, turn.wrong))
        yield exchange
        previous = answer


def _answer(turn: Turn, engine: Engine[Any] | None) -> Answer:
    """Return the true reply: the engine's, or the one in the file."""
    if engine is not None:
        if turn.reply is not None:
            raise ValueError("found a reply, expected none: the engine computes it")
        return engines.answered(engine, turn.asked)
    if turn.reply is None or turn.do is not None:
        raise ValueError("expected a reply and no do, for the file names no engine")
    return Answer(turn.reply.strip(), ())


def _exchange(text: Text, turn: Turn, known: str, scene: "_Scene") -> Exchange:
    """Return a turn with all its replies; an engine's checks belong to turns with planted replies, which try them."""
    planted, demands = (*turn.planted, *text.planted), (*turn.checks, *text.checks)
    return Exchange(
        request=turn.request.rstrip("\n"),
        reply=scene.truth.reply,
        strategy=turn.strategy,
        checks=(
            *line_checks(turn.lines),
            *prose_checks(text, turn.says, known),
            *(demand.check(is_written=text.engine is None) for demand in demands),
            *(scene.truth.checks if planted else ()),
        ),
        planted=tuple(scene.reply(fault) for fault in planted),
        wrong=None if turn.wrong is None else scene.reply(turn.wrong),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where a wrong reply is given: what was asked so far, the true reply, the one before it, the turn's own fault."""

    turns: tuple[Asked, ...]
    start: Start | None
    truth: Answer
    previous: Answer
    wrong: Fault | None

    def reply(self, fault: Fault) -> str:
        """Return the wrong reply; raise ``ValueError`` where an edit finds nothing or the reply comes out true."""
        source = self._source(fault)
        text = fault.dressed(source.encode(edited(source.text, fault.edit)))
        if text == self.truth.reply:
            raise ValueError(f"{fault} gives the true reply")
        return text

    def _source(self, fault: Fault) -> Answer:
        """Return what the fault changes."""
        if fault.wrong:
            if self.wrong is None or self.wrong.wrong:
                raise ValueError("found wrong = true, expected it in planted replies of a turn with a wrong reply")
            return Answer(self.reply(self.wrong), ())
        if fault.text is not None:
            return Answer(fault.text.strip("\n"), ())
        if fault.slips:
            return self._after(fault)
        if fault.stale and len(self.turns) == 1:
            raise ValueError("found stale = true in the first turn, expected a turn before")
        return self.previous if fault.stale else self.truth

    def _after(self, fault: Fault) -> Answer:
        """Return what the engine says when it was told something else."""
        if self.start is None:
            raise ValueError(f"{fault} changes what an engine is told, and the file names none")
        engine = self.start()
        answers = [engines.answered(engine, asked) for asked in fault.applied(self.turns)]
        return answers[-1]
