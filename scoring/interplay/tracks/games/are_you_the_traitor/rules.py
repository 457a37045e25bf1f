"""Are You the Traitor: five seats, two of them evil; talk in turn, a stop at any time, one accusation a round.

After GameBench (arXiv 2406.06613), whose environment is its own. Seats are members: 0 the traitor and 1 the evil wizard
against 2 the good wizard, 3 the key holder and 4 the guard. No seat is told its number: in a round the members are
known by labels, which are redrawn for each round. A round is up to eight exchanges (a question to one seat and its
answer, or silence), each followed by a poll in which the four seats other than the traitor may stop the talk; who
stops accuses. A team that wins a round is paid in treasure; the first member with treasure worth 10 ends the game. No
options.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor import text as texts
from interplay.tracks.games.are_you_the_traitor import treasure
from interplay.tracks.games.are_you_the_traitor.state import (
    ACCUSERS,
    CHANCE,
    EXCHANGES,
    POLLS,
    ROUNDS,
    TARGETS,
    Exchange,
    State,
    Table,
    Verdict,
)
from interplay.tracks.games.are_you_the_traitor.treasure import Hoard
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import SILENCE, Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.shared.speech import LONGEST
from interplay.tracks.games.verdicts import Outcome

_ASKS = {label: {f"ask_p{other}": LONGEST for other in range(1, 6) if other != label} for label in range(1, 6)}
_ACCUSATIONS = {label: tuple(f"accuse_p{other}" for other in range(1, 6) if other != label) for label in range(1, 6)}
_WORDLESS = {"ask": ("skip",), "answer": ("decline",), "poll": ("stop", "pass")}


class AreYouTheTraitor(MenuGame[State]):
    """The rules of Are You the Traitor for five seats, after GameBench: talk, stop the talk, accuse.

    An action is a ``Choice``: the id of a listed action, with words where it asks or answers. States hold seats;
    players see labels.
    """

    name = "are_you_the_traitor"
    title = "Are You the Traitor"
    version = 2
    seats = len(treasure.MEMBERS)
    categories: tuple[str, ...] = ("hidden information", "language communication", "social deduction", "cooperation")
    labels: tuple[str, ...] = ("chance", "hidden information", "language", "social deduction", "cooperation")
    teams = (("evil", treasure.EVIL), ("good", treasure.GOOD))
    longest = ROUNDS * (EXCHANGES * (2 + len(ACCUSERS)) + 1)
    topics = texts.TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
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
        return setup_of(self, seed, "strict", **dict(zip(names, values, strict=True)))

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
        if state.phase == "accuse":
            return _ACCUSATIONS[state.labels[seat]]
        return _WORDLESS.get(state.phase, ())

    def spoken(self, state: State, seat: int) -> Mapping[str, int]:
        if state.phase == "ask":
            return _ASKS[state.labels[seat]]
        return {"answer": LONGEST} if state.phase == "answer" else {}

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        return [Choice(i) for i in self.menu(state, seat) if i != "stop"]

    def describe(self, state: State, seat: int, action_id: str) -> str:
        return texts.note(action_id)

    def prompt(self, state: State, seat: int) -> Prompt:
        menu, spoken = self.menu(state, seat), self.spoken(state, seat)
        listed, with_text = ([(i, texts.note(i)) for i in ids] for ids in (menu, spoken))
        rules = rules_text(self.title, texts.SUMMARY, self.topics, texts.SUBSTITUTE)
        instructions = texts.FORCED if state.forced else texts.INSTRUCTIONS[state.phase]
        return menu_prompt(rules, texts.observation(state, seat), instructions, listed, with_text)

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        ((seat, choice),) = actions.items()
        match state.phase:
            case "ask":
                return _after_question(state, seat, choice)
            case "answer":
                answer = "" if choice.id == "decline" else choice.text or SILENCE
                return replace(state, talk=(*state.talk[:-1], replace(state.talk[-1], answer=answer)), phase="poll")
            case "poll":
                return _after_poll(state, seat, stops=choice.id == "stop")
        return _after_accusation(state, seat, state.member(int(choice.id[-1])))

    def outcome(self, state: State) -> Outcome:
        """Return 1 for the team of the richest member and 0 for the other."""
        won = treasure.winner(state.hoard, state.past[-1].team)
        return shares("good_rich" if won else "evil_rich", treasure.TEAMS, (0.0, 1.0) if won else (1.0, 0.0))

    def show(self, state: State) -> str:
        return texts.position(state)


def _after_question(state: State, seat: int, choice: Choice) -> State:
    label = state.labels[seat]
    if choice.id == "skip":
        return replace(state, talk=(*state.talk, Exchange(label)), phase="poll")
    exchange = Exchange(label, int(choice.id[-1]), choice.text or SILENCE)
    return replace(state, talk=(*state.talk, exchange), phase="answer")


def _after_poll(state: State, seat: int, *, stops: bool) -> State:
    if stops:
        return replace(state, phase="accuse", accuser=seat)
    if state.asked + 1 < len(ACCUSERS):
        return replace(state, asked=state.asked + 1)
    if len(state.talk) < EXCHANGES:
        return replace(state, phase="ask", asked=0)
    return replace(state, phase="accuse", asked=len(ACCUSERS), accuser=state.table.forced[state.round])


def _after_accusation(state: State, seat: int, accused: int) -> State:
    right = TARGETS[seat] == accused
    team = int((seat in treasure.GOOD) == right)
    hoard, thefts = treasure.stolen(treasure.paid(state.hoard, team), state.table.rings)
    verdict = Verdict(seat, accused, state.forced, team, thefts, state.labels)
    past = (*state.past, verdict)
    return State(state.table, hoard, past, phase="ask" if treasure.winner(hoard, team) is None else "over")


GAME: Game[State, Choice] = AreYouTheTraitor()
