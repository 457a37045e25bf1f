"""Make items of sessions: the messages that a model is shown, and the reports that are expected."""

from collections.abc import Iterator, Sequence

from interplay.core.records import Message
from interplay.tracks.horizon.bots import written
from interplay.tracks.horizon.records import TURNS, Item, Layout, Line
from interplay_builders.tracks.horizon.base import Engine
from interplay_builders.tracks.horizon.sessions import FAMILIES, Session, Spoken
from interplay_builders.tracks.horizon.texts import texts_of

_FORMS = {"number": "a number", "word": "a name", "words": "names separated by commas, or none"}


def single(session: Session, canary: str) -> Item:
    """Return the item that has all operations in one message."""
    lines = _report(session)
    text = "\n\n".join((_brief(session, lines, "once"), numbered(session.lines), "Please send the report."))
    return _item(session, canary, "single", lines, (text,), reports(session, (session.lines,)))


def in_turns(session: Session, canary: str) -> Item:
    """Return the item that has the operations in ``TURNS`` messages and asks for a report after each."""
    parts = _parts(session)
    return _item(session, canary, "turns", _report(session), _requests(session, parts), reports(session, parts))


def in_true_turns(session: Session, canary: str) -> Iterator[Item]:
    """Yield the items that ask for one turn each, with true reports in the history."""
    parts, lines = _parts(session), _report(session)
    expected, requests = reports(session, parts), _requests(session, parts)
    replies = [written(lines, report) for report in expected]
    for turn in range(1, TURNS + 1):
        history = tuple(text for pair in zip(requests, replies, strict=True) for text in pair)
        yield _item(session, canary, "turns_true", lines, history[: 2 * turn - 1], expected[turn - 1 : turn], turn)


def _item(
    session: Session,
    canary: str,
    layout: Layout,
    lines: tuple[Line, ...],
    texts: Sequence[str],
    expected: tuple[tuple[str, ...], ...],
    turn: int = 0,
) -> Item:
    """Return an item; *texts* are what is said first, or in the layout turns all requests."""
    visible, requests = (texts[:1], texts[1:]) if layout == "turns" else (texts, ())
    return Item(
        canary=canary,
        item_id=f"{layout}/{session.name}" + (f"/{turn}" if turn else ""),
        split=layout,
        family=session.family,
        layout=layout,
        level=len(session.operations),
        session=session.name,
        turn=turn or len(expected),
        messages=tuple(Message(role=("user", "assistant")[n % 2], content=text) for n, text in enumerate(visible)),
        requests=tuple(requests),
        report=lines,
        expected=expected,
    )


def _report(session: Session) -> tuple[Line, ...]:
    return FAMILIES.load(session.family).report(session.start)


def _parts(session: Session) -> list[tuple[Spoken, ...]]:
    """Return the lines in ``TURNS`` parts with as many operations each; a level is at least that many."""
    level, done = len(session.operations), 0
    parts: list[list[Spoken]] = [[] for _ in range(TURNS)]
    for line in session.lines:
        done += not line.question
        parts[max(0, done - 1) * TURNS // level].append(line)
    return [tuple(part) for part in parts]


def _requests(session: Session, parts: Sequence[Sequence[Spoken]]) -> tuple[str, ...]:
    """Return the messages of the layout turns: the brief stands before the first lines."""
    texts, first = [], 1
    for part in parts:
        texts.append(f"{numbered(part, first)}\n\nPlease send the report as it stands now.")
        first += len(part)
    return (f"{_brief(session, _report(session), 'turns')}\n\n{texts[0]}", *texts[1:])


def numbered(lines: Sequence[Spoken], first: int = 1) -> str:
    """Return lines with numbers before them."""
    return "\n".join(f"{number}. {line.text}" for number, line in enumerate(lines, first))


def reports(session: Session, parts: Sequence[Sequence[Spoken]]) -> tuple[tuple[str, ...], ...]:
    """Return the report that is right after each part of a session."""
    engine: Engine = session.start.copy()
    result = []
    for part in parts:
        for line in part:
            if not line.question:
                engine.obey(line.command)
        result.append(engine.values())
    return tuple(result)


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
