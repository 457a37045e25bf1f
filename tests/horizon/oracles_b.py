"""Second implementations of the families of knowledge, of calendars and of tables: from the briefs alone."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping

from tests.horizon.oracles import LINE, orders

LABEL = r"(?:the room of talk|the shelf of parcel|the drawer of sample) \d+"
CLAUSE = r"(?:talk|parcel|sample) \d+ is (?:in room|on shelf|in drawer) \d+"
Saying = tuple[str, frozenset[str], str, str]
"""Who says it, who hears it, which thing it is about, and what is said."""


def told(message: str, people: list[str]) -> tuple[dict[str, str], list[Saying]]:
    """Return what is true at the end, and all that was said, in order."""
    start = re.search(r"^(.+?) are in (the \w+) to begin with, and (\w+) is outside", message, re.MULTILINE)
    assert start
    room, out = start[2].lower(), {start[3].lower()}
    text = message.lower()
    words = frozenset({*people, room, *re.findall(LABEL, text), *re.findall(CLAUSE, text)})
    true: dict[str, str] = {}
    log: list[Saying] = []
    for verb, args in orders("knowledge_first", message, words):
        thing, who = about(args), [arg for arg in args if arg in people]
        all_in = frozenset(people) - out
        if verb == "news":
            true[thing] = args[-1]
        elif verb == "leave":
            out = out | {who[0]}
        elif verb == "join":
            out = out - {who[0]}
        elif verb == "correct":
            wrong = [name for name in people if belief(log, name, thing) not in {None, true[thing]}]
            log += [("you", frozenset({name}), thing, true[thing]) for name in wrong]
        else:
            log.append(saying(verb, args, who, all_in, true, log))
    return true, log


def about(args: tuple[str, ...]) -> str:
    """Return the number of the talk, parcel or sample that a line names, if it names one."""
    return next((number for arg in args for number in re.findall(r"(?:talk|parcel|sample) (\d+)", arg)), "")


def saying(
    verb: str, args: tuple[str, ...], who: list[str], all_in: frozenset[str], true: dict[str, str], log: list[Saying]
) -> Saying:
    """Return what is said in a line, which must be possible."""
    thing = about(args)
    kind, _, whom = verb.partition("_")
    if kind == "tell":
        clause = next((arg for arg in args if re.fullmatch(CLAUSE, arg)), "")
        assert clause in {"", true[thing]}
        return "you", all_in if whom == "all" else frozenset(who), thing, true[thing]
    speaker = who[0]
    thing = thing or next(said[2] for said in reversed(log) if speaker in said[1])
    value = belief(log, speaker, thing)
    assert value
    assert whom == "one" or speaker in all_in
    return speaker, all_in - {speaker} if whom == "all" else frozenset(who[1:]), thing, value


def belief(log: list[Saying], name: str, thing: str) -> str | None:
    return next((value for _, heard, topic, value in reversed(log) if name in heard and topic == thing), None)


def names(labels: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(label.removeprefix("Things that ").split()[0].lower() for label in labels))


def knowledge_first(message: str, labels: tuple[str, ...]) -> list[str]:
    people = names(labels)
    true, log = told(message, people)
    found = []
    for name in people:
        beliefs = [(belief(log, name, thing), now) for thing, now in true.items()]
        right = sum(held == now for held, now in beliefs)
        found += [right, sum(held is not None for held, _ in beliefs) - right]
    return [str(number) for number in found]


def knowledge_second(message: str, labels: tuple[str, ...]) -> list[str]:
    people = names(labels)
    true, log = told(message, people)

    def thought(one: str, other: str) -> Iterator[bool]:
        for thing in true:
            last = next((s[3] for s in reversed(log) if s[2] == thing and {one, other} <= s[1] | {s[0]}), None)
            yield last is not None and last == belief(log, one, thing)

    return [str(sum(thought(one, other))) for one in people for other in people if one != other]


def sql_table(message: str, labels: tuple[str, ...]) -> list[str]:
    """Let SQLite run what stands in the message."""
    brief, body = message.split("Only the report at the end counts.")
    base = sqlite3.connect(":memory:", isolation_level=None)
    for statement in re.findall(r"^(?:CREATE|INSERT) .+;$", brief, re.MULTILINE):
        base.execute(statement)
    errors = 0
    for statement in LINE.findall(body):
        try:
            base.execute(statement).fetchall()
        except (sqlite3.IntegrityError, sqlite3.OperationalError) as error:
            assert re.match("(?:UNIQUE|NOT NULL|CHECK) constraint failed|no such savepoint", str(error)), error
            errors += 1
    rows = [name for (name,) in base.execute("SELECT name FROM stock ORDER BY name")]
    sums = base.execute("SELECT SUM(qty), SUM(price), SUM(qty * price) FROM stock").fetchone()
    base.close()
    assert labels[0] == "Names"
    return [", ".join(rows), *map(str, sums), str(errors)]


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {
    "knowledge_first": knowledge_first,
    "knowledge_second": knowledge_second,
    "sql_table": sql_table,
}
