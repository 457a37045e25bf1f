"""The last cards of the first battle of Air, Land & Sea, the hidden ones uniformly unknown; values are exact.

``air_land_sea.tsv`` has what positions are drawn from: the seed of a match, the actions so far, each legal action's
value. At most one of the other's facedown cards is unknown. What an action is worth is counted over all placings of the
unseen cards: the part of them on which the battle is won when all cards are shown after the action and both play their
best to the end. The kinds are ``air_land_sea-last-reply`` (one card each, the other has the last word),
``air_land_sea-last-word`` (two cards against one) and ``air_land_sea-ability`` (an ability asks for a decision, and
cards are left).

The pool was made from matches of the greedy bot with three tenths of random plays:

    python -m interplay_builders.tracks.positions._air_land_sea_pool > air_land_sea.tsv

It is chosen so that the action that leaves the theaters best at once is wrong most often, and no place in the list is
good. A seed draws from it, and for each position whether the theaters are listed from the other end, and in which order
the hand is.
"""

from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import MOVES, text_of
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import HAND, State, menu
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions._air_land_sea_worlds import facedown, unseen
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

POOL = Path(__file__).with_suffix(".tsv")
EACH = {"air_land_sea-last-reply": 40, "air_land_sea-last-word": 50, "air_land_sea-ability": 30}
"""Positions of each kind."""
METHOD = TEXTS["air_land_sea"]["method"]
HEADINGS = tuple(TEXTS["air_land_sea"]["headings"].splitlines())
NOTE = TEXTS["air_land_sea"]["note"]


class Labelled(Struct, frozen=True):
    """A position: the seed of its match, the ids of all actions so far, and what each legal action is worth."""

    match: str
    played: tuple[str, ...]
    values: tuple[float, ...]


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    stream = Stream("positions/air_land_sea", seed, "draw")
    cases = stream.shuffled([(kind(state_of(case)), case) for case in pool()])
    chosen = [case for name, most in EACH.items() for case in [c for kind, c in cases if kind == name][:most]]
    for number, case in enumerate(stream.shuffled(chosen)):
        yield posed(case, number, canary, stream)


def posed(case: Labelled, number: int, canary: str, stream: Stream) -> Position:
    """Return the position of a case, as *stream* turns it round."""
    setup = _turned(_setup(case.match), stream)
    state = _reached(setup, case.played)
    worth = dict(zip(menu(state_of(case)), case.values, strict=True))
    return position(
        GAME,
        setup,
        [(Choice(action),) for action in case.played],
        state.seat,
        [(Choice(action), worth[action]) for action in menu(state)],
        number=number,
        canary=canary,
        split="hard",
        kind=kind(state),
        tags=(f"facedown-{facedown(state, state.seat)}", f"actions-{len(case.values)}"),
        method=METHOD,
        note=note(state),
    )


def identity(row: Position) -> Hashable:
    """Return the theaters from the end that comes first, the dealt hands in order, and what was played."""
    order, first, battle, *_ = (draw.values for draw in row.setup.draws)
    hands = (*sorted(battle[:HAND]), *sorted(battle[HAND : 2 * HAND]), *battle[2 * HAND :])
    return min(order, order[::-1]), first, hands, row.played


def note(state: State) -> str:
    """Return what the prompt says of the hidden cards, of what counts, and of the rules that matter."""
    rules = [f"{topic.heading}: {topic.text}" for topic in GAME.topics if topic.heading in HEADINGS]  # type: ignore[attr-defined]
    hidden = [f"- {text_of(card)}" for card in unseen(state, state.seat)]
    places = f"your opponent's hand ({len(state.hands[1 - state.seat])})"
    down = facedown(state, state.seat)
    places += f", facedown on your opponent's side ({down})" if down else ""
    return "\n".join(
        [
            "The rules that matter here, in full:",
            *rules,
            "",
            f"Cards that you cannot see: each of them is in {places} or in the deck.",
            *hidden,
            "",
            NOTE,
        ]
    )


def kind(state: State) -> str:
    """Return what is asked."""
    if state.stack:
        return "air_land_sea-ability"
    return "air_land_sea-last-word" if len(state.hands[state.seat]) == 2 else "air_land_sea-last-reply"


def pool() -> list[Labelled]:
    """Return the labelled positions as committed."""
    return [_read(line) for line in POOL.read_text(encoding="utf-8").splitlines()]


def written(case: Labelled) -> str:
    """Return a line of the pool."""
    return "\t".join((case.match, " ".join(case.played), " ".join(f"{value:.9g}" for value in case.values)))


def state_of(case: Labelled) -> State:
    """Return the state of a case as it was found."""
    return _reached(_setup(case.match), case.played)


def _setup(match: str) -> Setup:
    return GAME.deal(f"positions/{match}", {}, "strict")


def _reached(setup: Setup, played: Sequence[str]) -> State:
    state: State = GAME.start(setup)
    for action in played:
        state = GAME.apply(state, {state.seat: Choice(action)})
    return state


def _turned(setup: Setup, stream: Stream) -> Setup:
    """Return the same first battle with the theaters from right to left or not, and hands in another order."""
    order, first, battle, *later = setup.draws
    if stream.below(2):
        order = Draw(name=order.name, values=order.values[::-1])
    return replace(setup, draws=(order, first, _shuffled(battle, stream), *later))


def _shuffled(draw: Draw, stream: Stream) -> Draw:
    first, two, deck = draw.values[:HAND], draw.values[HAND : 2 * HAND], draw.values[2 * HAND :]
    return Draw(name=draw.name, values=(*stream.shuffled(first), *stream.shuffled(two), *deck))


def _read(line: str) -> Labelled:
    match, played, values = line.split("\t")
    actions = tuple(played.split())
    if not set(actions) <= set(MOVES):
        raise ValueError(f"{POOL.name}: found {played!r}, expected actions")
    return Labelled(match, actions, tuple(map(float, values.split())))
