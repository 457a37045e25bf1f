"""Two Rooms and a Boom: which hostage a leader sends last, after a game among speakers whose habits are stated in full.

Roles, rooms and earlier hostages are drawn by lot, talk and notes by the model of ``_rooms_talk``, in sentences that
can be read in one way. A hostage is worth the exact chance that the leader's team wins, over all assignments of roles
and both hostages that the other leader may draw. The better one is ahead by ``AHEAD`` at least. Kept are such games
that taking claims at their word, or counting them, says as little as chance (``_balanced``).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Final

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.lines import line
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.two_rooms_and_a_boom.rules import GAME, MEMBERS, RED, State
from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._balanced import Bounds, balanced
from interplay_builders.tracks.positions._rooms_talk import (
    AIM,
    FRANK,
    HABITS,
    ODD,
    ODDS,
    TEAM,
    Odds,
    Person,
    Report,
    Role,
    posterior,
    statement_of,
)
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

EACH: Final = 60
KINDS: Final = {"blue": "keep apart", "red": "bring together"}
"""The leader's team -> what is asked."""
AHEAD = Fraction(1, 6)
"""By how much the better hostage is ahead, in the chance to win."""
BOUNDS = Bounds(most=0.1, least=-0.1, lot=5)
METHOD = TEXTS["two_rooms_and_a_boom"]["method"]
NEWS: Final = tuple(TEXTS["two_rooms_and_a_boom"]["news"].splitlines())
ASK_NEWS: Final = tuple(TEXTS["two_rooms_and_a_boom"]["ask_news"].splitlines())
Topic = tuple[str, int]
"""What is spoken of: ``ask_team`` or ``ask_role`` of the speaker, or ``ask_news`` of a label."""


class Table(Struct):
    """A game under way: who is who by label, the leader, whose team each has heard, and what the leader was told."""

    people: Mapping[int, Person]
    mine: int
    stream: Stream
    heard: dict[int, set[int]]
    reports: list[Report]
    texts: list[str]
    played: list[list[Choice]]
    known: set[tuple[int, Topic]]
    odd: Sequence[bool] = ()
    round: int = 0
    topic: Topic = ("", 0)


class Ending(Struct, frozen=True):
    """The last choice of a leader: the game so far, who leads, and what the leader was told."""

    setup: Setup
    played: Sequence[Sequence[Choice]]
    seat: int
    role: Role
    reports: tuple[Report, ...]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the last hostages that *seed* draws, as many for either team."""
    for number, team in enumerate(KINDS):
        numbers = range(number * EACH, (number + 1) * EACH)
        yield from balanced(_candidates(f"{seed}/{team}", team, canary), GAME.name, numbers, BOUNDS)


def values_of(ending: Ending, odds: Odds | None = None) -> dict[int, Fraction]:
    """Return for each label that the leader can send the chance that its team wins."""
    return winning(_state(ending), ending.seat, ending.role, ending.reports, odds)


def winning(
    state: State, seat: int, role: Role, reports: Sequence[Report], odds: Odds | None = None
) -> dict[int, Fraction]:
    """Return the same of a leader with a role in a state, by what it was told."""
    labels = state.table.labels
    mine = labels[seat]
    room = {labels[member]: at for member, at in enumerate(state.now)}
    other = labels[state.table.leaders[1 - room[mine]]]
    coming = [label for label in room if room[label] != room[mine] and label != other]
    values = dict.fromkeys((labels[mate] for mate in state.mates(seat)), Fraction(0))
    for roles, chance in posterior(mine, role, reports, odds).items():
        special = roles.index("president") + 1, roles.index("bomber") + 1
        for sent in values:
            for back in coming:
                first, second = (room[label] ^ (label in (sent, back)) for label in special)
                values[sent] += chance / 2 * ((first == second) == (TEAM[role] == "red"))
    return values


def drawn(seed: str, team: str, *, odd: bool = False) -> Ending:
    """Return a game drawn by the model up to the last choice of a leader of *team*; rounds may be *odd*."""
    stream = Stream("positions/two_rooms_and_a_boom", seed, "game")
    setup, seat = _dealt(seed, team, stream)
    state = GAME.start(setup)
    labels = state.table.labels
    people = {labels[member]: _person(state, member, stream) for member in MEMBERS}
    table = Table(people, labels[seat], stream, {label: set() for label in labels}, [], [], [], set())
    table.odd = _odd_rounds(stream) if odd else ()
    while not (state.phase == "send" and state.round == ROUNDS - 1):
        choices = _choices(table, state)
        table.played.append(list(choices.values()))
        state = GAME.apply(state, choices)
    return Ending(setup, table.played, seat, people[labels[seat]].role, tuple(table.reports))


def _odd_rounds(stream: Stream) -> list[bool]:
    """Return for each round whether it is odd."""
    odd = [stream.below(2) == 0]
    while len(odd) < ROUNDS:
        odd.append(odd[-1] != (stream.below(4) < ODDS.changes))
    return odd


def _candidates(seed: str, team: str, canary: str) -> Iterator[Callable[[int], Position]]:
    """Yield what makes a position of each drawn game in which one hostage is better."""
    for turn in count():
        ending = drawn(f"{seed}/{turn}", team)
        values = values_of(ending)
        if max(values.values()) - min(values.values()) >= AHEAD:
            yield partial(_position, ending, values, canary)


def numbered(case: int) -> Ending:
    """Return the game of a position of the split ``deep``, drawn by the number of the *case*."""
    return drawn(f"deep/{case}", tuple(KINDS)[case % 2], odd=True)


def deep(case: int, canary: str = "", number: int = 0) -> Position:
    """Return the position of this game."""
    ending = numbered(case)
    return _position(ending, values_of(ending, ODDS), canary, number, "deep")


def _position(
    ending: Ending, values: Mapping[int, Fraction], canary: str, number: int, split: Split = "hard"
) -> Position:
    gap = max(values.values()) - min(values.values())
    return position(
        GAME,
        ending.setup,
        ending.played,
        ending.seat,
        [(Choice(f"send_p{label}"), float(value)) for label, value in values.items()],
        number=number,
        canary=canary,
        split=split,
        kind=KINDS[TEAM[ending.role]],
        method=METHOD,
        tags=(f"ahead-{10 * int(10 * gap)}", f"leader-{ending.role}"),
        note=f"{HABITS}{ODD if split == 'deep' else ''}{AIM}",
    )


def _dealt(seed: str, team: str, stream: Stream) -> tuple[Setup, int]:
    """Return a setup in which a member of *team* leads a room, and that member."""
    for turn in count():
        setup = GAME.deal(f"{seed}/{turn}", {}, "strict")
        leaders = [leader for leader in GAME.start(setup).table.leaders if (leader in RED) == (team == "red")]
        if leaders:
            return setup, stream.choice(leaders)
    raise AssertionError


def _person(state: State, member: int, stream: Stream) -> Person:
    special: dict[int, Role] = {state.table.president: "president", state.table.bomber: "bomber"}
    role: Role = special.get(member) or ("red" if member in RED else "blue")
    return Person(role, frank=stream.below(3) < FRANK[role])


def _state(ending: Ending) -> State:
    state = GAME.start(ending.setup)
    for choices in ending.played:
        state = GAME.apply(state, dict(zip(GAME.to_move(state), choices, strict=True)))
    return state


def _choices(table: Table, state: State) -> dict[int, Choice]:
    """Return what the seats to move do: talk by the model, send anybody."""
    labels, table.round = state.table.labels, state.round
    if state.phase == "send":
        return {
            leader: Choice(f"send_p{labels[table.stream.choice(state.mates(leader))]}")
            for leader in GAME.to_move(state)
        }
    (seat,) = GAME.to_move(state)
    label = labels[seat]
    if state.phase == "ask":
        asked = labels[table.stream.choice(state.mates(seat))]
        table.topic = _topic(table, asked, label)
        return {seat: Choice(f"ask_p{asked}", _sentence(table, ASK_NEWS if table.topic[1] else (), table.topic))}
    if state.phase == "answer":
        return {seat: Choice("answer", _speech(table, label, labels[state.talks[-1].asker]))}
    leader = labels[state.table.leaders[state.now[seat]]]
    table.topic = _topic(table, label, leader)
    return {seat: Choice("report", _speech(table, label, leader))}


def _topic(table: Table, speaker: int, listener: int) -> Topic:
    """Return what somebody tells somebody: a thing that the leader has not been told yet, if there is one."""
    kinds: list[list[Topic]] = [[("ask_team", 0)], [("ask_role", 0)]]
    if speaker != table.mine:
        kinds.append([("ask_news", about) for about in sorted(table.heard[speaker] - {listener})])
    new = [[topic for topic in kind if listener != table.mine or (speaker, topic) not in table.known] for kind in kinds]
    return table.stream.choice(table.stream.choice([kind for kind in new if kind] or kinds[:2]))


def _speech(table: Table, speaker: int, listener: int) -> str:
    """Return what somebody says on the topic, and remember who has heard it; the leader gives nothing away."""
    if speaker == table.mine:
        return _sentence(table, (), ("evade", 0))
    kind, about = table.topic
    person = table.people[speaker]
    if table.odd and listener == table.mine and (table.stream.below(10) < ODDS.kept) == table.odd[table.round]:
        person = person.opposite
    claim = statement_of(person, table.people[about] if about else None, "red" if kind == "ask_team" else "")
    if kind == "ask_team":
        table.heard[listener].add(speaker)
    if listener == table.mine:
        table.known.add((speaker, table.topic))
        table.reports.append(Report(speaker, about, claim, table.round))
    return _sentence(table, NEWS if about else (), (claim, about))


def _sentence(table: Table, bank: Sequence[str], topic: Topic) -> str:
    """Return a sentence, of the game's bank where no other is given; none twice as long as there are others."""
    kind, about = topic
    if bank:
        written = [sentence.format(p=f"P{about}", c=kind) for sentence in bank]
        text = table.stream.choice([text for text in written if text not in table.texts] or written)
    else:
        text = line(GAME.name, kind, table.stream, avoid=table.texts)
    table.texts.append(text)
    return text
