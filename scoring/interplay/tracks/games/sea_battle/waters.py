"""Resolve one round of orders of the ships of Sea Battle: all at once, in four steps.

A square is a number, 24 times y plus x; x grows to the east, y to the north. A heading is 0 east, 1 north, 2 west,
3 south, so that a left turn adds one. An order is 0 to 7: twice the movement plus the broadside. Ships are lists by
seat; a sunk ship keeps the square on which it sank and no longer counts.
"""

from collections.abc import Sequence

SIZE = 24
SEATS = range(6)
TEAMS = ((0, 1, 2), (3, 4, 5))
ROCKS = 14
"""Rocks inside the border."""
MAX_ROUNDS = 100
MENU = tuple(f"{movement}_{side}" for movement in ("left", "forward", "right", "stay") for side in ("left", "right"))
"""The ids of the orders, by their numbers."""
_, FORWARD, _, STAY = MOVEMENTS = range(4)
BROADSIDES = range(2)
STEPS = (1, SIZE, -1, -SIZE)
"""Distance between a square and the next one, by heading."""
TURN = (1, 0, -1, 0)
"""Change of heading, by movement."""
THRESHOLD = 10
"""Damage at which a ship sinks."""
ROCK_DAMAGE, RAM_DAMAGE, SHOT_DAMAGE = 1, 1, 2
RANGE = 3
MISS = -1
INNER = tuple(SIZE * y + x for x in range(1, SIZE - 1) for y in range(1, SIZE - 1))
"""The squares inside the border, x ascending, then y."""
LINES = tuple(tuple(step * far for far in range(1, RANGE + 1)) for step in STEPS)
BEARINGS = tuple(tuple(LINES[(heading + 1 - 2 * side) % 4] for side in BROADSIDES) for heading in range(4))
"""Distances that a broadside reaches, nearest first, by heading and side."""

Ships = Sequence[int]
Fate = tuple[list[int], list[int], list[int], list[int], list[int], list[int]]
Sailed = tuple[list[int], list[int], list[int], list[int], list[int], list[int]]
"""Squares, headings and damage before the broadsides; how often each struck a rock and was rammed; who is afloat."""


def fleets(seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the team of *seat*, and the other."""
    return TEAMS if seat in TEAMS[0] else TEAMS[::-1]


def rock_map(rocks: Sequence[int]) -> bytes:
    """Return a board with 1 on the border and on *rocks*, by square."""
    squares = bytearray(b"\1" * SIZE * SIZE)
    for square in INNER:
        squares[square] = 0
    for square in rocks:
        squares[square] = 1
    return bytes(squares)


def resolve(rocks: bytes, at: Ships, heading: Ships, damage: Ships, orders: Ships) -> Fate:
    """Return squares, headings and damage after a round; how often each struck a rock, was rammed, and whom it hit.

    *orders* of sunk ships are not read. A ship that sinks in a step takes no part in later ones.
    """
    squares, headings, harm, struck, rammed, live = sail(rocks, at, heading, damage, [order >> 1 for order in orders])
    hits = [MISS] * len(squares)
    for seat, sides in aims(rocks, squares, headings, live):
        hits[seat] = sides[orders[seat] & 1]
        if hits[seat] != MISS:
            harm[hits[seat]] += SHOT_DAMAGE
    return squares, headings, harm, struck, rammed, hits


def sail(rocks: bytes, at: Ships, heading: Ships, damage: Ships, movements: Ships) -> Sailed:
    """Return what becomes of the ships until they fire, which their *movements* decide."""
    squares, headings, harm = list(at), list(heading), list(damage)
    struck, rammed = [0] * len(squares), [0] * len(squares)
    live = [seat for seat in range(len(squares)) if harm[seat] < THRESHOLD]
    wants = {s: squares[s] + STEPS[headings[s]] if movements[s] != STAY else squares[s] for s in live}
    for seat in _advance(rocks, squares, wants, struck):
        rammed[seat] = 1
        harm[seat] += RAM_DAMAGE
    for seat in live:
        harm[seat] += struck[seat] * ROCK_DAMAGE
    live = [seat for seat in live if harm[seat] < THRESHOLD]
    for seat in live:
        headings[seat] = (headings[seat] + TURN[movements[seat]]) % 4
    wants = {s: squares[s] + STEPS[headings[s]] if TURN[movements[s]] else squares[s] for s in live}
    first = struck[:]
    _advance(rocks, squares, wants, struck)
    for seat in live:
        harm[seat] += (struck[seat] - first[seat]) * ROCK_DAMAGE
    return squares, headings, harm, struck, rammed, [seat for seat in live if harm[seat] < THRESHOLD]


def aims(rocks: bytes, squares: Ships, headings: Ships, live: Ships) -> list[tuple[int, tuple[int, ...]]]:
    """Return whom each ship would hit with each broadside: the first on its line before any rock, within range."""
    holders = {squares[seat]: seat for seat in live}
    return [
        (seat, tuple([_aim(rocks, holders, squares[seat], line) for line in BEARINGS[headings[seat]]])) for seat in live
    ]


def _aim(rocks: bytes, holders: dict[int, int], square: int, line: tuple[int, ...]) -> int:
    for far in line:
        if rocks[square + far]:
            break
        if square + far in holders:
            return holders[square + far]
    return MISS


def _advance(rocks: bytes, squares: list[int], wants: dict[int, int], struck: list[int]) -> set[int]:
    """Move each ship of *wants* to the square it wants, if it can; return the seats that touched another ship.

    Ships that a rock stops are counted in *struck*. All ships are judged at once, and again as long as ships that
    cannot leave their squares stop others that wanted to enter them.
    """
    for seat, square in wants.items():
        if rocks[square]:
            struck[seat] += 1
            wants[seat] = squares[seat]
    touched: set[int] = set()
    while stopped := _stopped(squares, wants, touched):
        for seat in stopped:
            wants[seat] = squares[seat]
    for seat, square in wants.items():
        squares[seat] = square
    return touched


def _stopped(squares: list[int], wants: dict[int, int], touched: set[int]) -> list[int]:
    """Return the moving seats that another ship stops; add them and the others to *touched*.

    A ship that does not move (any more) wants the square on which it is.
    """
    holders = {squares[seat]: seat for seat in wants}
    free = len(set(wants.values())) == len(wants)
    stopped = []
    for seat, square in wants.items():
        if square == squares[seat] or (free and square not in holders):
            continue
        others = [other for other, wanted in wants.items() if wanted == square and other != seat]
        holder = holders.get(square)
        if holder is not None and wants[holder] == squares[seat]:
            others.append(holder)
        if others:
            stopped.append(seat)
            touched.update(others, (seat,))
    return stopped
