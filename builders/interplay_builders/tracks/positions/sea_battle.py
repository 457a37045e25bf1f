"""Three rounds of Sea Battle in which all other ships follow sealed orders; what an order is worth is exact.

``sea_battle.tsv`` has what positions are drawn from: the seed of a battle, the seat, all orders so far, the
sealed orders, one plan or two, and what each of the eight orders is worth. The kind ``sea_battle-sealed-orders`` has
one plan, which the prompt states. ``sea_battle-two-plans`` has two for the opponents, each as likely as the other; the
ship learns which one it is from what it sees them do. A value is the damage done to the opponents in three rounds minus
that done to the ship's team, with its best orders in the rounds after, found by trying all of them.

Battles and sealed orders are those of the game's gunners with a fifth of random orders. The pool was made by

    python -m interplay_builders.tracks.positions._sea_battle_pool > sea_battle.tsv

It is chosen so that an order that is best for the first round alone is mostly wrong. A seed draws from the pool, and
for each position one of the eight ways to turn and mirror the board.
"""

from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.sea_battle.rules import GAME, State
from interplay.tracks.games.sea_battle.waters import MENU, SIZE, TEAMS
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions._sea_battle_sealed import ROUNDS, Orders, Plan
from interplay_builders.tracks.positions._texts import TEXTS
from interplay_builders.tracks.positions.compose import position

POOL = Path(__file__).with_suffix(".tsv")
LONG = "sea_battle-seven-rounds"
"""What is asked in the split ``deep``."""
EACH = {"sea_battle-sealed-orders": 70, "sea_battle-two-plans": 50}
"""Positions of each kind."""
NUMBERS = {2: "two", 3: "three", 6: "six", 7: "seven"}
METHOD = TEXTS["sea_battle"]["method"]
HEADINGS = ("Damage", "Sinking", "Gameplay")
SEALED = TEXTS["sea_battle"]["sealed"]
COUNTED = TEXTS["sea_battle"]["counted"]
ORDERS_KNOWN = TEXTS["sea_battle"]["orders_known"]


class Labelled(Struct, frozen=True):
    """A position: the seed of its battle, the seat, all orders so far by round, the plans, what each order is worth."""

    battle: str
    seat: int
    played: tuple[Orders, ...]
    plans: tuple[Plan, ...]
    values: tuple[float, ...]


class Turn(Struct, frozen=True):
    """A way to turn the board: quarter turns to the left, after left and right are exchanged or not."""

    quarters: int
    mirrored: bool

    def square(self, square: int) -> int:
        """Return where a square comes to lie."""
        x, y = square % SIZE, square // SIZE
        x = SIZE - 1 - x if self.mirrored else x
        for _ in range(self.quarters):
            x, y = SIZE - 1 - y, x
        return SIZE * y + x

    def heading(self, heading: int) -> int:
        """Return the new heading of a ship."""
        return ((2 - heading if self.mirrored else heading) + self.quarters) % 4

    def order(self, order: int) -> int:
        """Return what becomes of an order: left and right may change."""
        movement, side = MENU[order].split("_")
        swapped = {"left": "right", "right": "left"}
        return MENU.index(f"{swapped.get(movement, movement)}_{swapped[side]}") if self.mirrored else order


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield the positions that *seed* draws from the pool."""
    stream = Stream("positions/sea_battle", seed, "draw")
    cases = stream.shuffled(pool())
    chosen = [case for name, most in EACH.items() for case in [c for c in cases if kind(c) == name][:most]]
    for number, case in enumerate(stream.shuffled(chosen)):
        turn = Turn(stream.below(4), bool(stream.below(2)))
        yield posed(case, number, canary, turn)


def posed(case: Labelled, number: int, canary: str, turn: Turn) -> Position:
    """Return the position of a case, turned."""
    state = state_of(case)
    worth = {turn.order(order): value for order, value in enumerate(case.values)}
    plans = [[tuple(map(turn.order, orders)) for orders in plan] for plan in case.plans]
    return position(
        GAME,
        _turned(_setup(case.battle), turn),
        [[Choice(MENU[turn.order(order)]) for order in orders] for orders in case.played],
        case.seat,
        [(Choice(name), worth[order]) for order, name in enumerate(MENU)],
        number=number,
        canary=canary,
        split="deep" if kind(case) == LONG else "hard",
        kind=kind(case),
        tags=(f"ships-{len(state.afloat())}",),
        method=METHOD.format(rounds=NUMBERS[len(case.plans[0])]),
        cluster=case.battle,
        note=note(state, case.seat, plans),
    )


def identity(row: Position) -> Hashable:
    """Return what is asked, the seat, and the first of the eight images of the battle so far."""
    squares, headings = row.setup.drawn("squares"), row.setup.drawn("headings")
    orders = [MENU.index(order) for orders in row.played for order in orders]
    turns = [Turn(quarters, mirrored) for quarters in range(4) for mirrored in (False, True)]
    images = [(map(t.square, squares), map(t.heading, headings), map(t.order, orders)) for t in turns]
    return row.kind, row.seat, min(tuple(value for part in image for value in part) for image in images)


def note(state: State, seat: int, plans: Sequence[Sequence[Orders]]) -> str:
    """Return what the prompt says of the sealed orders and of what counts."""
    foes = TEAMS[1] if seat in TEAMS[0] else TEAMS[0]
    friends = [f"- {_ordered(s, 'teammate', plans[0])}" for s in state.afloat() if s != seat and s not in foes]
    rules = [f"{topic.heading}: {topic.text}" for topic in GAME.topics if topic.heading in HEADINGS]  # type: ignore[attr-defined]
    rounds, later = NUMBERS[len(plans[0])], NUMBERS[len(plans[0]) - 1]
    lines = ["The rules that matter here, in full:", *rules, "", SEALED.format(later=later)]
    if len(plans) == 1:
        lines += [*friends, *(f"- {_ordered(s, 'opponent', plans[0])}" for s in state.afloat(foes))]
    else:
        lines += [*friends, ORDERS_KNOWN]
        for name, plan in zip("AB", plans, strict=True):
            lines += [f"Plan {name}:", *(f"- {_ordered(s, 'opponent', plan)}" for s in state.afloat(foes))]
    lines.append(
        COUNTED.format(rounds=rounds, later=later, mean=", on average over the two plans" if len(plans) > 1 else "")
    )
    return "\n".join(lines)


def _ordered(seat: int, relation: str, plan: Sequence[Orders]) -> str:
    return f"ship {seat} ({relation}): {', then '.join(MENU[orders[seat]] for orders in plan)}"


def kind(case: Labelled) -> str:
    """Return what is asked."""
    return LONG if len(case.plans[0]) > ROUNDS else tuple(EACH)[len(case.plans) - 1]


def pool(file: Path = POOL) -> list[Labelled]:
    """Return the labelled positions as committed."""
    return [_read(line) for line in file.read_text(encoding="utf-8").splitlines()]


def written(case: Labelled) -> str:
    """Return a line of the pool."""
    played = " ".join("".join(map(str, orders)) for orders in case.played)
    plans = " ".join(".".join("".join(map(str, orders)) for orders in plan) for plan in case.plans)
    return "\t".join((case.battle, str(case.seat), played, plans, " ".join(f"{value:g}" for value in case.values)))


def state_of(case: Labelled) -> State:
    """Return the state of a case as it was found."""
    state: State = GAME.start(_setup(case.battle))
    for orders in case.played:
        state = sailed(state, orders)
    return state


def sailed(state: State, orders: Sequence[int]) -> State:
    """Return the state after a round; *orders* are those of the ships afloat."""
    return GAME.apply(state, {s: Choice(MENU[order]) for s, order in zip(state.afloat(), orders, strict=True)})


def _setup(battle: str) -> Setup:
    return GAME.deal(f"positions/{battle}", {}, "strict")


def _turned(setup: Setup, turn: Turn) -> Setup:
    squares, headings = setup.drawn("squares"), setup.drawn("headings")
    draws = (
        Draw(name="squares", values=tuple(map(turn.square, squares))),
        Draw(name="headings", values=tuple(map(turn.heading, headings))),
    )
    return replace(setup, draws=draws)


def _read(line: str) -> Labelled:
    battle, seat, played, plans, values = line.split("\t")
    return Labelled(
        battle,
        int(seat),
        tuple(tuple(map(int, orders)) for orders in played.split()),
        tuple(tuple(tuple(map(int, orders)) for orders in plan.split(".")) for plan in plans.split()),
        tuple(map(float, values.split())),
    )
