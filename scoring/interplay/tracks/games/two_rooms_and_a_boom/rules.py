"""Two Rooms and a Boom: three blue and three red seats in two rooms; talk in pairs, hostages change rooms.

After GameBench (arXiv 2406.06613), whose environment is its own. Seats are members: 0 to 2 blue, 3 to 5 red; one blue
member is the president, one red member the bomber. No seat is told its number: members are known by the labels P1 to
P6. In each of three rounds every seat asks one seat in its room, in private, and may then write to the leader of its
room; after that both leaders send a hostage to the other room at once. Red wins if bomber and president end in one
room. No options.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import SILENCE, Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.shared.speech import LONGEST
from interplay.tracks.games.two_rooms_and_a_boom import text as texts
from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS, Look
from interplay.tracks.games.verdicts import Outcome

Phase = Literal["ask", "answer", "report", "send", "over"]
Seats = tuple[int, ...]
BLUE: Seats = (0, 1, 2)
RED: Seats = (3, 4, 5)
MEMBERS: Seats = (*BLUE, *RED)
_WORDLESS = {"ask": ("skip",), "answer": ("decline",), "report": ("no_report",)}
"""The action without words of each phase in which seats talk."""


class Talk(Struct, frozen=True):
    """One private exchange: ``asked`` is -1 when the asker said nothing, ``answer`` None until it comes.

    An answer that was declined is an empty text, which nobody can send.
    """

    round: int
    asker: int
    asked: int = -1
    question: str = ""
    answer: str | None = None


class Note(Struct, frozen=True):
    """What a seat wrote to the leader of its room. ``after`` counts the exchanges of the game before it."""

    round: int
    sender: int
    leader: int
    text: str
    after: int


class Table(Struct, frozen=True):
    """What stays the same: the special members, the label (1 to 6) of each member, the leaders of room 0 and room 1."""

    president: int
    bomber: int
    labels: Seats
    leaders: tuple[int, int]

    def role(self, member: int) -> str:
        """Return the special role of a member, or ``plain``."""
        return {self.president: "president", self.bomber: "bomber"}.get(member, "plain")

    def member(self, label: int) -> int:
        """Return the member with a label."""
        return self.labels.index(label)


class State(Struct, frozen=True):
    """The house. ``rooms`` has the room of each member, for each round so far and last for now.

    ``order`` are the members in this round's order of speaking; ``turn`` of them have finished. ``sent`` are the
    hostages of each finished round.
    """

    table: Table
    rooms: tuple[Seats, ...]
    order: Seats
    turn: int = 0
    phase: Phase = "ask"
    talks: tuple[Talk, ...] = ()
    notes: tuple[Note, ...] = ()
    sent: tuple[tuple[int, int], ...] = ()

    @property
    def now(self) -> Seats:
        """Return the present room of each member."""
        return self.rooms[-1]

    @property
    def round(self) -> int:
        """Return how many rounds are over."""
        return len(self.sent)

    def mates(self, seat: int) -> Seats:
        """Return the two others in the room of a seat, in label order."""
        rooms, labels = self.now, self.table.labels
        others = [other for other in MEMBERS if rooms[other] == rooms[seat] and other != seat]
        return tuple(sorted(others, key=labels.__getitem__))

    @property
    def together(self) -> bool:
        """Return whether president and bomber share a room."""
        return self.now[self.table.president] == self.now[self.table.bomber]

    def leads(self, seat: int) -> bool:
        """Return whether a seat is one of the leaders."""
        return seat in self.table.leaders


class TwoRooms(MenuGame[State]):
    """The rules of Two Rooms and a Boom for six seats, after GameBench: talk in pairs, exchange hostages.

    An action is a ``Choice``: the id of a listed action, with words where it asks, answers or writes. States hold
    seats; players see labels.
    """

    name = "two_rooms_and_a_boom"
    nouns = ("hostage",)
    title = "Two Rooms and a Boom"
    version = 2
    seats = len(MEMBERS)
    categories: tuple[str, ...] = (
        "non-deterministic", "hidden information", "language communication", "social deduction", "cooperation"
    )  # fmt: skip
    labels: tuple[str, ...] = (
        "hidden information", "language", "social deduction", "cooperation", "simultaneous moves"
    )  # fmt: skip
    teams = (("blue", BLUE), ("red", RED))
    longest = ROUNDS * (6 + 6 + 4 + 1)
    setups = 80
    """More than other games have: a match says little of a player."""
    topics = texts.TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        if options:
            raise ValueError(f"{self.name} has no options, found {', '.join(sorted(options))}")
        names = ("roles", "labels", "rooms", "leaders")
        roles, labels, rooms, leaders = (Stream(self.name, seed, name) for name in names)
        values = (
            (roles.choice(BLUE), roles.choice(RED)),
            labels.shuffled(range(1, 7)),
            rooms.shuffled(MEMBERS),
            (leaders.below(3), leaders.below(3)),
        )
        return setup_of(self, seed, "strict", **dict(zip(names, values, strict=True)))

    def start(self, setup: Setup) -> State:
        roles, labels, order, leaders = (setup.drawn(name) for name in ("roles", "labels", "rooms", "leaders"))
        if len(roles) != 2 or roles[0] not in BLUE or roles[1] not in RED:
            raise ValueError(f"the roles {roles} are not a blue member and a red one")
        if sorted(labels) != [1, 2, 3, 4, 5, 6] or tuple(sorted(order)) != MEMBERS:
            raise ValueError(f"the labels {labels} or the rooms {order} are not an order of six")
        if len(leaders) != 2 or not all(0 <= leader < 3 for leader in leaders):
            raise ValueError(f"the leaders {leaders} are not two numbers from 0 to 2")
        first, second = (sorted(half, key=labels.__getitem__) for half in (order[:3], order[3:]))
        table = Table(roles[0], roles[1], labels, (first[leaders[0]], second[leaders[1]]))
        rooms = tuple(int(member in second) for member in MEMBERS)
        return State(table, (rooms,), (*first, *second))

    def to_move(self, state: State) -> Seats:
        if state.phase == "over":
            return ()
        if state.phase == "send":
            return tuple(sorted(state.table.leaders))
        return (state.talks[-1].asked if state.phase == "answer" else state.order[state.turn],)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        if state.phase == "send":
            return [f"send_p{state.table.labels[mate]}" for mate in state.mates(seat)]
        return _WORDLESS.get(state.phase, ())

    def spoken(self, state: State, seat: int) -> Mapping[str, int]:
        if state.phase == "ask":
            return {f"ask_p{state.table.labels[mate]}": LONGEST for mate in state.mates(seat)}
        return {state.phase: LONGEST} if state.phase in ("answer", "report") else {}

    def describe(self, state: State, seat: int, action_id: str) -> str:
        return texts.note(action_id)

    def prompt(self, state: State, seat: int) -> Prompt:
        menu, spoken = self.menu(state, seat), self.spoken(state, seat)
        listed, with_text = ([(i, texts.note(i)) for i in ids] for ids in (menu, spoken))
        rules = rules_text(self.title, texts.SUMMARY, self.topics, texts.SUBSTITUTE)
        observation = texts.observation(look(state, seat))
        return menu_prompt(rules, observation, texts.INSTRUCTIONS[state.phase], listed, with_text)

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        if state.phase == "send":
            first, second = state.table.leaders
            return _after_hostages(state, _target(state, actions[first]), _target(state, actions[second]))
        ((seat, choice),) = actions.items()
        match state.phase:
            case "ask" if choice.id != "skip":
                talk = Talk(state.round, seat, _target(state, choice), choice.text or SILENCE)
                return replace(state, phase="answer", talks=(*state.talks, talk))
            case "ask":
                return _after_exchange(state, (*state.talks, Talk(state.round, seat)))
            case "answer":
                answer = "" if choice.id == "decline" else choice.text or SILENCE
                return _after_exchange(state, (*state.talks[:-1], replace(state.talks[-1], answer=answer)))
        if choice.id == "no_report":
            return _next_turn(state, state.talks, state.notes)
        leader = state.table.leaders[state.now[seat]]
        note = Note(state.round, seat, leader, choice.text or SILENCE, len(state.talks))
        return _next_turn(state, state.talks, (*state.notes, note))

    def outcome(self, state: State) -> Outcome:
        """Return a win for red if president and bomber share a room, for blue otherwise."""
        return _won("together" if state.together else "apart", blue=not state.together)

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _won("forfeit", blue=seat in RED)

    def show(self, state: State) -> str:
        table = state.table
        label = [f"P{number}" for number in table.labels]
        header = "The game is over" if state.phase == "over" else f"Round {state.round + 1} of {ROUNDS}"
        lines = [header]
        for room in (0, 1):
            lines.append(f"  room {room}")
            for member in sorted((m for m in MEMBERS if state.now[m] == room), key=table.labels.__getitem__):
                role = table.role(member)
                what = [texts.TEAM_NAMES[member in RED], *([role] if role != "plain" else [])]
                lines.append(f"    {label[member]} {' '.join(what)}{', leader' * state.leads(member)}")
        lines += [
            f"  hostages of round {number}: {label[a]} to room 1, {label[b]} to room 0"
            for number, (a, b) in enumerate(state.sent, 1)
        ]
        events: list[texts.Exchange | texts.Written] = [
            *(_exchange(table.labels, talk) for talk in state.talks if talk.round == state.round),
            *(_written(table.labels, note) for note in state.notes if note.round == state.round),
        ]
        lines += ["  " + line for event in events for line in texts.lines_of(event, 0)]
        if state.phase == "over":
            lines.append(f"President and bomber are {'in one room: red' if state.together else 'apart: blue'} wins.")
        return "\n".join(lines)


def look(state: State, seat: int) -> Look:
    """Return all that a seat may know, by label; a leader knows the notes it got, everybody their own talks."""
    table = state.table
    label = table.labels
    events: list[tuple[int, float, texts.Exchange | texts.Written]] = [
        (talk.round, at, _exchange(label, talk))
        for at, talk in enumerate(state.talks, 1)
        if seat in (talk.asker, talk.asked)
    ]
    notes = [
        (note.round, note.after + 0.5, _written(label, note))
        for note in state.notes
        if seat in (note.sender, note.leader)
    ]
    known = sorted([*events, *notes], key=lambda event: event[1])
    return Look(
        label=label[seat],
        team=int(seat in RED),
        role=table.role(seat),
        leaders=(label[table.leaders[0]], label[table.leaders[1]]),
        rooms=tuple(_labels(label, rooms) for rooms in state.rooms),
        sent=tuple((label[first], label[second]) for first, second in state.sent),
        log=tuple((number, event) for number, _, event in known),
    )


def _exchange(labels: Seats, talk: Talk) -> texts.Exchange:
    return texts.Exchange(labels[talk.asker], labels[talk.asked] if talk.asked >= 0 else 0, talk.question, talk.answer)


def _written(labels: Seats, note: Note) -> texts.Written:
    return texts.Written(labels[note.sender], labels[note.leader], note.text)


def _labels(labels: Seats, rooms: Seats) -> tuple[Seats, Seats]:
    halves = [tuple(sorted(labels[m] for m in MEMBERS if rooms[m] == room)) for room in (0, 1)]
    return halves[0], halves[1]


def _target(state: State, choice: Choice) -> int:
    return state.table.member(int(choice.id[-1]))


def _after_exchange(state: State, talks: tuple[Talk, ...]) -> State:
    if state.leads(state.order[state.turn]):
        return _next_turn(state, talks, state.notes)
    return replace(state, phase="report", talks=talks)


def _next_turn(state: State, talks: tuple[Talk, ...], notes: tuple[Note, ...]) -> State:
    turn = state.turn + 1
    phase: Phase = "ask" if turn < len(state.order) else "send"
    return replace(state, turn=turn, phase=phase, talks=talks, notes=notes)


def exchanged(rooms: Seats, first: int, second: int) -> Seats:
    """Return the room of each member after two of them have left theirs for the other one."""
    return tuple(1 - room if member in (first, second) else room for member, room in enumerate(rooms))


def _after_hostages(state: State, first: int, second: int) -> State:
    now = exchanged(state.now, first, second)
    sent = (*state.sent, (first, second))
    order = tuple(sorted(MEMBERS, key=lambda member: (now[member], state.table.labels[member])))
    phase: Phase = "over" if len(sent) == ROUNDS else "ask"
    return replace(state, rooms=(*state.rooms, now), order=order, turn=0, phase=phase, sent=sent)


def _won(reason: str, *, blue: bool) -> Outcome:
    return shares(reason, (BLUE, RED), (1.0, 0.0) if blue else (0.0, 1.0))


GAME: Game[State, Choice] = TwoRooms()
