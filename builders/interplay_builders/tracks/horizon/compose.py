"""Make items of sessions: the messages that a model is shown, and the reports that are expected."""

from collections.abc import Iterator, Sequence

from interplay.core.records import Message
from interplay.tracks.horizon.records import Item, Line
from interplay_builders.tracks.horizon.base import Engine
from interplay_builders.tracks.horizon.dependence import fitting
from interplay_builders.tracks.horizon.sessions import FAMILIES, Session, Spoken
from interplay_builders.tracks.horizon.texts import texts_of

LEVELS = (8, 16, 32, 64, 128, 256, 512, 1_024, 2_048)
SESSIONS = 4
"""Sessions of a family and level."""
TURNS = 8
SPLIT = "main"
_FORMS = {"number": "a number", "word": "a name", "words": "names divided by commas, or none"}


def items(seed: str, canary: str, levels: Sequence[int] = LEVELS, sessions: int = SESSIONS) -> Iterator[Item]:
    """Yield the items of the main split: *sessions* of every family and level, each in one message."""
    for family in FAMILIES.names():
        for level in levels:
            for number in range(sessions):
                yield single(fitting(family, level, seed, number), canary)


def single(session: Session, canary: str) -> Item:
    """Return the item that has all operations in one message."""
    report = FAMILIES.load(session.family).report(session.start)
    text = "\n\n".join((_brief(session, report, "once"), numbered(session.lines), "Please send the report."))
    return Item(
        canary=canary,
        item_id=f"single/{session.name}",
        split=SPLIT,
        family=session.family,
        layout="single",
        level=len(session.operations),
        session=session.name,
        turn=1,
        messages=(Message(role="user", content=text),),
        requests=(),
        report=report,
        expected=reports(session, (session.lines,)),
    )


def numbered(lines: Sequence[Spoken], first: int = 1) -> str:
    """Return lines with numbers before them."""
    return "\n".join(f"{number}. {line.text}" for number, line in enumerate(lines, first))


def reports(session: Session, parts: Sequence[Sequence[Spoken]]) -> tuple[tuple[str, ...], ...]:
    """Return the report that is right after each part of a session."""
    engine: Engine = session.start.copy()
    found = []
    for part in parts:
        for line in part:
            if not line.question:
                engine.obey(line.command)
        found.append(engine.values())
    return tuple(found)


def _brief(session: Session, report: Sequence[Line], when: str) -> str:
    """Return the brief of a session, with what the report has to hold."""
    facts = FAMILIES.load(session.family).facts(session.start)
    form = "\n".join(f"{line.label}: ({_FORMS[line.kind]})" for line in report)
    ends = {
        "once": "Go through all of the lines in order, then end your reply with the report:",
        "turns": "I will send the lines in several messages. End each reply with the report as it stands by then:",
    }
    after = "You may work things out first. Only the report at the end counts."
    return "\n\n".join((texts_of(session.family).brief.strip().format_map(facts), ends[when], form, after))
