"""Are You the Traitor: five seats, two of them evil; talk in turn, a stop at any time, one accusation a round.

After GameBench (arXiv 2406.06613), whose environment is its own. Seats are members: 0 the traitor and 1 the evil wizard
against 2 the good wizard, 3 the key holder and 4 the guard. No seat is told its number: in a round the members are
known by labels, which are redrawn for each round. A round is up to eight exchanges (a question to one seat and its
answer, or silence), each followed by a poll in which the four seats other than the traitor may stop the talk; who
stops accuses. A team that wins a round is paid in treasure; the first member with treasure worth 10 ends the game. No
options.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Literal

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor import text as texts
from interplay.tracks.games.are_you_the_traitor import treasure
from interplay.tracks.games.are_you_the_traitor.treasure import Hoard, Theft
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.menu import SILENCE, Choice, MenuGame, again_text, shares
from interplay.tracks.games.shared.speech import LONGEST
from interplay.tracks.games.verdicts import Outcome

Phase = Literal["ask", "answer", "poll", "accuse", "over"]
Labels = tuple[int, ...]
"""The label (1 to 5) of each member in a round."""
EXCHANGES = 8
ROUNDS = 15
"""The most there can be: while nobody owns 10 points all own at most 45, less than any 30 cards without the rings."""
ACCUSERS = (1, 2, 3, 4)
TARGETS = {1: 3, 2: 0, 3: 2, 4: 0}
"""The member that each member must accuse for its team to win the round."""
WIZARDS = (1, 2)
POLLS = tuple(permutations(ACCUSERS))
CHANCE = 27_720
"""A number that every count up to 12 divides: ring draws are stored below it and taken modulo the number of choices."""
_ASKS = {label: tuple(f"ask_p{other}" for other in range(1, 6) if other != label) for label in range(1, 6)}
_SPOKEN = {label: dict.fromkeys(asks, LONGEST) for label, asks in _ASKS.items()}
_ACCUSATIONS = {label: tuple(f"accuse_p{other}" for other in range(1, 6) if other != label) for label in range(1, 6)}
_ANSWER = {"answer": LONGEST}


class Exchange(Struct, frozen=True):
    """What two labels said to each other; ``asked`` is 0 when the asker said nothing, ``answer`` None until it comes.

    An answer that was declined is an empty text, which nobody can send.
    """

    asker: int
    asked: int = 0
    question: str = ""
    answer: str | None = None


class Verdict(Struct, frozen=True):
    """How a round ended: who accused whom, whether chance made them, the team that won, and what its rings took."""

    accuser: int
    accused: int
    forced: bool
    team: int
    thefts: tuple[Theft, ...]
    labels: Labels
    talk: tuple[Exchange, ...]


class Table(Struct, frozen=True):
    """What chance decided: labels of each round; asker and order of each poll; who must accuse; what rings take."""

    labels: tuple[Labels, ...]
    askers: tuple[int, ...]
    polls: tuple[int, ...]
    forced: tuple[int, ...]
    rings: tuple[tuple[int, int], ...]


class State(Struct, frozen=True):
    """The table. ``asked`` seats have passed in the present poll; ``accuser`` is who stopped, or must accuse."""

    table: Table
    hoard: Hoard
    past: tuple[Verdict, ...] = ()
    talk: tuple[Exchange, ...] = ()
    phase: Phase = "ask"
    asked: int = 0
    accuser: int = -1

    @property
    def round(self) -> int:
        """Return how many rounds are over."""
        return len(self.past)

    @property
    def labels(self) -> Labels:
        """Return the labels of this round; of the last one when the game is over."""
        return self.table.labels[min(self.round, ROUNDS - 1)] if self.phase != "over" else self.past[-1].labels

    @property
    def turn(self) -> int:
        """Return the index of the present exchange among all of the table's."""
        finished = len(self.talk) - (self.phase != "ask")
        return EXCHANGES * self.round + finished

    @property
    def forced(self) -> bool:
        """Return whether the accuser was drawn because nobody stopped."""
        return self.phase == "accuse" and self.asked == len(ACCUSERS)

    def member(self, label: int) -> int:
        """Return the member with a label."""
        return self.labels.index(label)

    def wins(self, team: int) -> int:
        """Return how many rounds a team has won."""
        return sum([verdict.team == team for verdict in self.past])


class AreYouTheTraitor(MenuGame[State]):
    """The rules of Are You the Traitor for five seats, after GameBench: talk, stop the talk, accuse.

    An action is a ``Choice``: the id of a listed action, with words where it asks or answers. States hold seats;
    players see labels.
    """

    name = "are_you_the_traitor"
    title = "Are You the Traitor"
    version = 2
    seats = len(treasure.MEMBERS)
    categories: tuple[str, ...] = (
        "hidden information",
        "language communication",
        "social deduction",
        "cooperation",
    )
    labels: tuple[str, ...] = ("chance", "hidden information", "language", "social deduction", "cooperation")
    longest = ROUNDS * (EXCHANGES * (2 + len(ACCUSERS)) + 1)
    keeps_history = False
    rated = True
    topics = texts.topics(EXCHANGES, LONGEST)

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the deck, and for every round that there can be its labels, askers, polls and forced accuser."""
        if options:
            raise ValueError(f"{self.name} has no options, found {', '.join(sorted(options))}")
        names = ("deck", "labels", "askers", "polls", "forced", "rings")
        deck, labels, askers, polls, forced, rings = (Stream(self.name, seed, name) for name in names)
        turns = range(ROUNDS * EXCHANGES)
        values = (
            deck.shuffled(treasure.DECK),
            [label for _ in range(ROUNDS) for label in labels.shuffled(range(1, 6))],
            [askers.choice(treasure.MEMBERS) for _ in turns],
            [polls.below(len(POLLS)) for _ in turns],
            [forced.choice(ACCUSERS) for _ in range(ROUNDS)],
            [rings.below(CHANCE) for _ in range(2 * treasure.RINGS)],
        )
        draws = tuple(Draw(name=name, values=tuple(drawn)) for name, drawn in zip(names, values, strict=True))
        return Setup(game=self.name, version=self.version, seed=seed, draws=draws)

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return ("evil", treasure.EVIL), ("good", treasure.GOOD)

    def start(self, setup: Setup) -> State:
        deck, labels, rings = (setup.drawn(name) for name in ("deck", "labels", "rings"))
        if tuple(sorted(deck)) != treasure.DECK:
            raise ValueError(f"the deck {deck} does not have the {len(treasure.DECK)} cards of the game")
        rows = tuple(labels[at : at + 5] for at in range(0, len(labels), 5))
        if len(rows) != ROUNDS or any(sorted(row) != [1, 2, 3, 4, 5] for row in rows):
            raise ValueError(f"the labels {labels} are not {ROUNDS} orders of 1 to 5")
        turns = ROUNDS * EXCHANGES
        for name, count, allowed in (
            ("askers", turns, range(len(treasure.MEMBERS))),
            ("polls", turns, range(len(POLLS))),
            ("forced", ROUNDS, range(1, 1 + len(ACCUSERS))),
            ("rings", 2 * treasure.RINGS, range(CHANCE)),
        ):
            drawn = setup.drawn(name)
            if len(drawn) != count or not all(value in allowed for value in drawn):
                raise ValueError(f"{name} {drawn} are not {count} numbers from {allowed[0]} to {allowed[-1]}")
        pairs = tuple(zip(rings[::2], rings[1::2], strict=True))
        return State(
            Table(rows, setup.drawn("askers"), setup.drawn("polls"), setup.drawn("forced"), pairs), Hoard(deck)
        )

    def to_move(self, state: State) -> tuple[int, ...]:
        match state.phase:
            case "ask":
                return (state.table.askers[state.turn],)
            case "answer":
                return (state.member(state.talk[-1].asked),)
            case "poll":
                return (POLLS[state.table.polls[state.turn]][state.asked],)
            case "accuse":
                return (state.accuser,)
        return ()

    def menu(self, state: State, seat: int) -> Sequence[str]:
        match state.phase:
            case "ask":
                return ("skip",)
            case "answer":
                return ("decline",)
            case "poll":
                return ("stop", "pass")
            case "accuse":
                return _ACCUSATIONS[state.labels[seat]]
        return ()

    def spoken(self, state: State, seat: int) -> Mapping[str, int]:
        """Return a question to each other label, or the answer."""
        if state.phase == "ask":
            return _SPOKEN[state.labels[seat]]
        return _ANSWER if state.phase == "answer" else {}

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        return [Choice(i) for i in self.menu(state, seat) if i != "stop"]

    def describe(self, state: State, seat: int, action_id: str) -> str:
        return texts.note(action_id)

    def prompt(self, state: State, seat: int) -> Prompt:
        menu, spoken = self.menu(state, seat), self.spoken(state, seat)
        listed, with_text = ([(i, texts.note(i)) for i in ids] for ids in (menu, spoken))
        return Prompt(
            system=texts.system(self.title, self.topics),
            observation=_observation(state, seat),
            action=texts.action(state.phase, listed, with_text, forced=state.forced),
            again=again_text(listed, with_text),
        )

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        ((seat, choice),) = actions.items()
        match state.phase:
            case "ask":
                return _after_question(state, seat, choice)
            case "answer":
                exchange = state.talk[-1]
                answer = "" if choice.id == "decline" else choice.text or SILENCE
                talk = (*state.talk[:-1], Exchange(exchange.asker, exchange.asked, exchange.question, answer))
                return State(state.table, state.hoard, state.past, talk, "poll")
            case "poll":
                return _after_poll(state, seat, stops=choice.id == "stop")
        return _after_accusation(state, seat, state.member(int(choice.id[-1])))

    def outcome(self, state: State) -> Outcome:
        """Return 1 for the team of the richest member and 0 for the other."""
        won = treasure.winner(state.hoard, state.past[-1].team)
        return shares("good_rich" if won else "evil_rich", treasure.TEAMS, (0.0, 1.0) if won else (1.0, 0.0))

    def forfeit(self, state: State, seat: int) -> Outcome:
        return shares("forfeit", treasure.TEAMS, (0.0, 1.0) if seat in treasure.EVIL else (1.0, 0.0))

    def show(self, state: State) -> str:
        """Return treasure, roles, the talk of the round and how the last round ended."""
        return _position(state)


def _after_question(state: State, seat: int, choice: Choice) -> State:
    """Return the state after a question, or after silence, which the poll follows at once."""
    label = state.labels[seat]
    if choice.id == "skip":
        return State(state.table, state.hoard, state.past, (*state.talk, Exchange(label)), "poll")
    exchange = Exchange(label, int(choice.id[-1]), choice.text or SILENCE)
    return State(state.table, state.hoard, state.past, (*state.talk, exchange), "answer")


def _after_poll(state: State, seat: int, *, stops: bool) -> State:
    """Return the state after a stop, or after a pass: the next seat, the next exchange, or the forced accusation."""
    table, hoard, past, talk = state.table, state.hoard, state.past, state.talk
    if stops:
        return State(table, hoard, past, talk, "accuse", state.asked, seat)
    if state.asked + 1 < len(ACCUSERS):
        return State(table, hoard, past, talk, "poll", state.asked + 1)
    if len(talk) < EXCHANGES:
        return State(table, hoard, past, talk)
    return State(table, hoard, past, talk, "accuse", len(ACCUSERS), table.forced[state.round])


def _after_accusation(state: State, seat: int, accused: int) -> State:
    """Return the state after an accusation: the winners paid, rings used, the next round or the end."""
    right = TARGETS[seat] == accused
    team = int((seat in treasure.GOOD) == right)
    hoard, thefts = treasure.stolen(treasure.paid(state.hoard, team), state.table.rings)
    verdict = Verdict(seat, accused, state.forced, team, thefts, state.labels, state.talk)
    past = (*state.past, verdict)
    return State(state.table, hoard, past, phase="ask" if treasure.winner(hoard, team) is None else "over")


def _observation(state: State, seat: int) -> str:
    """Return all that a seat may know; not other roles, passes, earlier talk or member numbers."""
    first, second = sorted(state.labels[member] for member in WIZARDS)
    return texts.observation(
        texts.Look(
            round=state.round + 1,
            exchange=(len(state.talk) + (state.phase == "ask"), EXCHANGES),
            wins=(state.wins(0), state.wins(1)),
            best=(state.hoard.best(0), state.hoard.best(1)),
            label=state.labels[seat],
            role=seat,
            cards=state.hoard.cards[seat],
            wizards=(first, second),
            talk=_talk(state),
            last=_last(state, seat),
        )
    )


def _last(state: State, seat: int) -> texts.Accusation | None:
    """Return what all saw of the end of the last round, if there was one."""
    if not state.past:
        return None
    last = state.past[-1]
    accuser, accused, reader = (last.labels[member] for member in (last.accuser, last.accused, seat))
    return texts.Accusation(accuser, accused, last.forced, last.team, reader)


def _talk(state: State) -> list[tuple[int, int, str, str | None]]:
    return [(e.asker, e.asked, e.question, e.answer) for e in state.talk]


def _position(state: State) -> str:
    """Return the whole position for a person."""
    lines = [] if not state.past else [texts.ending_text(_ending(state)), ""]
    label = {member: f"P{state.labels[member]}" for member in treasure.MEMBERS}
    lines.append("The game is over." if state.phase == "over" else f"Round {state.round + 1}")
    for member in treasure.MEMBERS:
        lines.append(f"  {label[member]} {texts.member(member, state.hoard.cards[member])}")
    if state.phase != "over":
        lines += texts.spoken_so_far(_talk(state))
    if state.phase == "accuse":
        lines.append(f"{label[state.accuser]} {'must accuse' if state.forced else 'calls stop'}.")
    return "\n".join(lines)


def _ending(state: State) -> texts.Ending:
    """Return how the last round ended, by labels."""
    last = state.past[-1]
    return texts.Ending(
        number=state.round,
        accuser=(last.labels[last.accuser], last.accuser),
        accused=(last.labels[last.accused], last.accused),
        forced=last.forced,
        team=last.team,
        thefts=tuple((last.labels[t.thief], last.labels[t.victim], t.card) for t in last.thefts),
    )


GAME: Game[State, Choice] = AreYouTheTraitor()
