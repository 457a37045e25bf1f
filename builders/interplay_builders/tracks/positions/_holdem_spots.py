"""The pool of Hold'em positions: spots with a rule of the opponent and the exact value of every action, as data.

Make the file again (some 25 minutes), or compute the first spots of each street again and compare:

    python -m interplay_builders.tracks.positions._holdem_spots write
    python -m interplay_builders.tracks.positions._holdem_spots check

Spots are drawn at random and kept where the best action is ahead by a stated number of chips. Of each street and kind
as many are kept with each action as the best. What one would do against a hand that may be any is right in a quarter of
them at most, of checks in three quarters.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.hands import canonical, cards_of
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    PUBLIC,
    RAISE_FULL,
    RAISE_HALF,
    Action,
    Hand,
    State,
    after,
    opened,
    prices,
)
from interplay_builders.tracks.positions._holdem_equity import Floats, Ints, free_hands, shares, strengths
from interplay_builders.tracks.positions._holdem_rules import Answer, Before, Facing, Rule
from interplay_builders.tracks.positions.rules.holdem import against_any

FILE = Path(__file__).with_name("holdem.tsv")
POOL = {(0, "facing"): 40, (1, "facing"): 64, (2, "facing"): 48, (2, "betting"): 64, (3, "facing"): 64}
POOL |= {(3, "betting"): 64}
"""Street and kind -> spots that are looked for."""
TAKEN = {(0, "facing"): 26}
"""The number of spots where there are not enough: a hand that bets by a rule is stronger than a random hand."""
GAPS = {"facing": (4.0, 40.0), "betting": (1.5, 40.0)}
"""The least and the greatest lead of the best action over the second best, in chips."""
_BEFORE = ("11", "31", "331", "3331")
_STREET = ("11", "121", "131", "21", "31")
_CALLS = (*(16 + rank for rank in range(4, 13)), 32, 48, 64)


class Spot(Struct, frozen=True):
    """A node: two cards, the board, the actions so far, the opponent's rule, and the values of the legal actions."""

    hole: tuple[int, ...]
    board: tuple[int, ...]
    path: tuple[Action, ...]
    rule: Rule
    values: tuple[float, ...]

    @property
    def kind(self) -> str:
        """Return ``betting`` where the opponent only answers, else ``facing``."""
        return "betting" if isinstance(self.rule, Answer) else "facing"

    @property
    def street(self) -> int:
        """Return the street."""
        return PUBLIC.index(len(self.board))


def spots(file: Path = FILE) -> tuple[Spot, ...]:
    """Return the pool."""
    return tuple(map(_read, file.read_text(encoding="utf-8").splitlines()))


def reached(path: Sequence[Action], hole: Sequence[int], board: Sequence[int]) -> State:
    """Return the state after *path* in which the seat to move holds *hole*; the other's cards are the first unseen."""
    seat = _at(path, tuple(range(9))).seat
    unseen = [card for card in range(52) if card not in hole and card not in board]
    pair = (hole, unseen[:2]) if seat == 0 else (unseen[:2], hole)
    cards = (pair[0][0], pair[1][0], pair[0][1], pair[1][1], *board, *unseen[2:])[:9]
    return _at(path, tuple(cards))


def legal(state: State) -> list[Action]:
    """Return the actions on offer."""
    return [action for action, price in enumerate(prices(state)) if price is not None]


def solved(state: State, hole: Sequence[int], rule: Rule, runouts: Ints | None = None) -> tuple[float, ...]:
    """Return the chips that each legal action wins on average against *rule*."""
    board = state.board
    hands = free_hands(hole, board)
    weights = rule.weights(board, hands)
    possible = weights > 0
    hands, weights = hands[possible], weights[possible]
    won = shares(hole, board, hands, runouts)
    makes = strengths(board, hands) >> 16 if board else np.zeros(len(hands), dtype=np.int64)
    return tuple(round(_worth(state, action, rule, weights, won, makes), 9) for action in legal(state))


def _worth(state: State, action: Action, rule: Rule, weights: Ints, won: Floats, makes: Ints) -> float:
    """Return the chips that *action* wins, *won* being shares of the pot against hands of so many *weights*."""
    seat, total = state.seat, weights.sum()
    mine, theirs = state.put[seat], state.put[1 - seat]
    if action == FOLD:
        return -float(mine)
    price = prices(state)[action] or 0
    stake = mine + price
    if action == CHECK_CALL:
        return float((weights * (2 * won - 1)).sum() / total * stake)
    calls = makes >= _calls(rule, action)
    showdown = (weights * (2 * won - 1))[calls].sum() * stake
    return float((showdown + weights[~calls].sum() * theirs) / total)


def _calls(rule: Rule, action: Action) -> int:
    """Return the least that a hand makes which calls a bet or a raise."""
    if isinstance(rule, Answer):
        return rule.calls[(RAISE_HALF, RAISE_FULL, ALL_IN).index(action)]
    return rule.stays if isinstance(rule, Facing) else 0


def _at(path: Sequence[Action], cards: tuple[int, ...]) -> State:
    state = opened(Hand(cards, 0, standard=True, compat=False))
    for action in path:
        state = after(state, action)
    return state


def drawn(street: int, kind: str) -> Iterator[Spot]:
    """Yield the spots of the pool of a street and kind."""
    stream = Stream("positions/holdem", "pool", f"{street} {kind}")
    wanted, limit = POOL[street, kind], GAPS[kind]
    room = dict.fromkeys((1, 2, 3, 4) if kind == "betting" else (0, 1), wanted)
    quota = {action: -(-wanted // len(room)) for action in room}
    right = {0: wanted // 4} if kind == "facing" else {a: quota[a] * 3 // 4 if a == CHECK_CALL else 1 for a in room}
    while wanted:
        spot = candidate(street, kind, stream)
        if spot is None:
            continue
        state = reached(spot.path, spot.hole, spot.board)
        ranked = sorted(spot.values)
        best = legal(state)[spot.values.index(ranked[-1])]
        group = best if kind == "betting" else min(best, 1)
        naive, budget = against_any(state, state.seat) == best, group if kind == "betting" else 0
        if not quota.get(group) or (naive and not right[budget]) or not limit[0] <= ranked[-1] - ranked[-2] <= limit[1]:
            continue
        if not street:
            spot = msgspec.structs.replace(spot, values=solved(state, spot.hole, spot.rule))
            ranked = sorted(spot.values)
            if legal(state)[spot.values.index(ranked[-1])] != best or ranked[-1] - ranked[-2] < limit[0]:
                continue
        quota[group] -= 1
        right[budget] -= naive
        wanted -= 1
        yield spot


def candidate(street: int, kind: str, stream: Stream, streets: int = 1) -> Spot | None:
    """Return a random spot of a street and kind, its values from a sample of boards before the flop.

    The opponent has bet on as many *streets*.
    """
    deck = stream.shuffled(range(52))
    hole, board = tuple(deck[:2]), tuple(deck[2 : 2 + PUBLIC[street]])
    path = _path(street, kind, stream, streets)
    rule = _rule(street, kind, stream, streets)
    if path is None:
        return None
    state = reached(path, hole, board)
    runouts = None if street else np.array([stream.sample(deck[2:], 5) for _ in range(400)], dtype=np.int64)
    hands = free_hands(hole, board)
    weights = rule.weights(board, hands)
    if not weights.any() or (isinstance(rule, Facing) and len({*weights.tolist()} - {0}) < 2 and rule.times > 1):
        return None
    return Spot(hole, board, path, rule, solved(state, hole, rule, runouts))


def _path(street: int, kind: str, stream: Stream, streets: int) -> tuple[Action, ...] | None:
    """Return random actions that lead to a node of a kind; nothing where they are not legal."""
    if not street:
        text = stream.choice(("4", "14", "34", "334", "3334", "33334"))
    elif streets > 1:
        checks = stream.choice(("", "1"))
        text = stream.choice(_BEFORE[:2]) + "1".join(checks + stream.choice("23") for _ in range(streets))
    else:
        text = stream.choice(_BEFORE[: 4 if street < 3 else 3])
        text += "".join(stream.choice(_STREET) for _ in range(street - 1))
        bets = "4" if street < 3 else stream.choice(("2", "3", "4"))
        text += stream.choice(("", "1")) if kind == "betting" else stream.choice((bets, f"1{bets}", "24", "34"))
    state = opened(Hand(tuple(range(9)), 0, standard=True, compat=False))
    for action in map(int, text):
        if state.ended or prices(state)[action] is None:
            return None
        state = after(state, action)
    if state.ended or (kind == "betting" and len(legal(state)) < 5):
        return None
    return tuple(map(int, text))


def _rule(street: int, kind: str, stream: Stream, streets: int) -> Rule:
    if not street:
        return Before(pair=4 + stream.below(8), beside=7 + stream.below(5))
    if kind == "betting":
        half, full, all_in = sorted(stream.choice(_CALLS) for _ in range(3))
        return Answer((half, full, all_in))
    strong, stays = sorted(stream.choice(_CALLS[3:]) for _ in range(2))
    weak = stream.choice((16, 16, 20, 22))
    return Facing(strong, weak, 1 + stream.below(5), stays, streets)


def lines() -> Iterator[str]:
    """Yield the lines of the file, computing every value."""
    for street, kind in POOL:
        yield from map(written, islice(drawn(street, kind), TAKEN.get((street, kind))))


def written(spot: Spot) -> str:
    fields = (
        "".join(map(canonical, spot.hole)),
        "".join(map(canonical, spot.board)) or "-",
        "".join(map(str, spot.path)),
        type(spot.rule).__name__,
        msgspec.json.encode(msgspec.structs.astuple(spot.rule)).decode(),
        msgspec.json.encode(spot.values).decode(),
    )
    return "\t".join(fields)


def _read(line: str) -> Spot:
    hole, board, path, name, rule, values = line.split("\t")
    kinds: dict[str, type[Rule]] = {"Before": Before, "Facing": Facing, "Answer": Answer}
    made_of = msgspec.json.decode(rule)
    parsed = Answer(tuple(made_of[0])) if name == "Answer" else kinds[name](*made_of)
    cards = cards_of("" if board == "-" else board)
    return Spot(cards_of(hole), cards, tuple(map(int, path)), parsed, tuple(msgspec.json.decode(values)))


def main(verb: str) -> int:
    """Write the file, or compare its first spots of each street; return the exit code."""
    if verb == "write":
        FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8", newline="\n")
        return 0
    known = FILE.read_text(encoding="utf-8").splitlines()
    again = [line for street, kind in POOL for line in map(written, islice(drawn(street, kind), 2))]
    return int(not set(again) <= set(known))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
