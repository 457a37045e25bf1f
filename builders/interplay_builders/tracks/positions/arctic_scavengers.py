"""The best use of a hand in a round of Arctic Scavengers, the other's possible hands being told; values are exact.

``arctic_scavengers.tsv`` has what positions are drawn from: the seed of a match, the actions so far, four hands with
which the other may fight, and what each legal action is worth: the people gained in this round on average, with the
best actions after it. The mean is over the four hands, all draws from the reserve, and the contested cards where
the seat has not seen this round's. In the kind ``arctic_scavengers-hand`` nothing can be drawn (any more);
in ``arctic_scavengers-draw`` up to three cards can, of a reserve of at most nine.

Matches are those of the planner with a fifth of random actions; nobody owns snipers or saboteurs. The pool was made by

    python -m interplay_builders.tracks.positions._arctic_scavengers_pool > arctic_scavengers.tsv

It is chosen so that simple rules are wrong most often, and no place in the list is good. A seed draws
from the pool and orders the other's hands.
"""

from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers.cards import DRAW, TITLES, Cards, people, plays, strength
from interplay.tracks.games.arctic_scavengers.rules import GAME, gatherings
from interplay.tracks.games.arctic_scavengers.state import State, unfought
from interplay.tracks.games.arctic_scavengers.text import tally
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position, Split
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

POOL = Path(__file__).with_suffix(".tsv")
EACH = {"arctic_scavengers-hand": 40, "arctic_scavengers-draw": 80}
"""Positions of each kind."""
FIRST = 120
"""The number of the first position; releases before 0.3.0 had other positions with smaller numbers."""
METHOD = TEXTS["arctic_scavengers"]["method"]
RULES = "The rules that matter here, in full:"
FIGHTS = TEXTS["arctic_scavengers"]["fights"]
HIDDEN = TEXTS["arctic_scavengers"]["hidden"]
COUNTS = TEXTS["arctic_scavengers"]["counts"]
HEADINGS = ("Actions", "Tools and leaders", "Hiring", "Skirmish and end")


class Labelled(Struct, frozen=True):
    """A position: the seed of its match, all actions so far, the other's hands, what each action is worth."""

    match: str
    played: tuple[str, ...]
    hands: tuple[Cards, ...]
    values: tuple[float, ...]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    stream = Stream("positions/arctic_scavengers", seed, "draw")
    cases = stream.shuffled([(kind(state_of(case)), case) for case in pool()])
    chosen = [case for name, most in EACH.items() for case in [c for kind, c in cases if kind == name][:most]]
    for number, case in enumerate(stream.shuffled(chosen), FIRST):
        yield posed(case, number, canary, stream.shuffled(case.hands))


def posed(case: Labelled, number: int, canary: str, hands: Sequence[Cards], split: Split = "hard") -> Position:
    """Return the position of a case, the other's hands told in this order."""
    state = state_of(case)
    return position(
        GAME,
        _setup(case.match),
        [(Choice(action),) for action in case.played],
        state.seat,
        [(Choice(action), value) for action, value in zip(gatherings(state), case.values, strict=True)],
        number=number,
        canary=canary,
        split=split,
        kind=kind(state),
        tags=(f"actions-{len(case.values)}",),
        method=METHOD,
        cluster=case.match,
        note=note(state, hands),
    )


def identity(row: Position) -> Hashable:
    """Return the match and what was played, whatever the order of the other's hands."""
    return row.cluster, row.played


def kind(state: State) -> str:
    """Return what is asked."""
    tribe = state.tribes[state.seat]
    drawing = tribe.reserve and not tribe.done >> DRAW & 1 and plays(tribe.hand, DRAW)
    return "arctic_scavengers-draw" if drawing else "arctic_scavengers-hand"


def note(state: State, hands: Sequence[Cards]) -> str:
    """Return what the prompt says of the other's hands and of what counts."""
    parts = [f"{topic.heading}: {topic.text}" for topic in GAME.topics if topic.heading in HEADINGS]  # type: ignore[attr-defined]
    listed = [f"- {tally(hand)}; fights with value {strength(hand)}, {_persons(people(hand))}" for hand in hands]
    knows = state.seat == state.initiator
    stakes = ", ".join(f"{TITLES[card]} {people((card,))}" for card in unfought(state))
    hidden = f" {HIDDEN.format(stakes)}" if not knows else ""
    fights = FIGHTS.format(len(hands))
    return "\n".join(
        [RULES, *parts, "", fights, *listed, f"Each order of your reserve is equally likely.{hidden}", COUNTS]
    )


def _persons(count: int) -> str:
    return f"{count} {'person' if count == 1 else 'people'}"


def pool(file: Path = POOL) -> list[Labelled]:
    """Return the labelled positions as committed."""
    return [_read(line) for line in file.read_text(encoding="utf-8").splitlines()]


def written(case: Labelled) -> str:
    """Return a line of the pool."""
    hands = " ".join(".".join(map(str, hand)) for hand in case.hands)
    return "\t".join((case.match, " ".join(case.played), hands, " ".join(f"{value:.9g}" for value in case.values)))


def state_of(case: Labelled) -> State:
    """Return the state of a case."""
    state: State = GAME.start(_setup(case.match))
    for action in case.played:
        state = GAME.apply(state, {state.seat: Choice(action)})
    return state


def _setup(match: str) -> Setup:
    return GAME.deal(f"positions/{match}", {}, "strict")


def _read(line: str) -> Labelled:
    match, played, hands, values = line.split("\t")
    return Labelled(
        match,
        tuple(played.split()),
        tuple(tuple(map(int, hand.split("."))) for hand in hands.split()),
        tuple(map(float, values.split())),
    )
