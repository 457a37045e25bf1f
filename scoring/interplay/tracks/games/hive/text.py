"""The texts of Hive: the rules, made from the engine's constants, and the drawn plane."""

from interplay.tracks.games.hive.board import DIRECTIONS, ORIGIN, axial
from interplay.tracks.games.hive.position import (
    KINDS,
    NONE,
    PER_SEAT,
    QUEEN_BY,
    RESERVE,
    SIZE,
    TILES,
    Limits,
    State,
    Turn,
)
from interplay.tracks.games.shared.menu import Topic
from interplay.tracks.games.shared.rulebook import rulebook

COLOURS = ("blue", "green")
LETTERS = {"queen": "Q", "spider": "S", "grasshopper": "G", "ant": "A"}
LABELS = tuple(colour[0] + LETTERS[kind] for colour in COLOURS for kind in TILES)
"""How each tile is drawn, such as ``bQ``."""
PASSING = "Nothing else is possible: the turn passes to the other player."
_WORDS = ("no", "one", "two", "three", "four", "five", "six")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SLIDE = (
    "A slide goes to an empty neighbouring hex. Of the two hexes that touch both ends of the slide, exactly one must "
    "be occupied (the sliding tile itself does not count): with both occupied the gap is too narrow, with "
    "neither the tile would lose contact with the hive on the way."
)
_MOVES = {
    "queen": "The queen makes one slide.",
    "spider": "A spider makes exactly three slides in a row; it enters no hex twice and does not return to its start.",
    "grasshopper": (
        "A grasshopper jumps in one of the six directions over an unbroken line of at least one tile that begins "
        "beside it, and lands on the first empty hex behind the line. It does not slide, so narrow gaps do not matter "
        "to it."
    ),
    "ant": "An ant makes any number of slides in a row, at least one, and must end on another hex.",
}
_ADJUDICATED = "is won by the player whose queen has fewer neighbours (six if it was not placed); a draw if equal."
_REPEATED = " A position's third occurrence with the same player to move is a draw."
_COMPASS = ("east", "northeast", "northwest", "west", "southwest", "southeast")
_KEY = (
    "(Each row is one r, drawn from west to east and offset by half a hex from the row above; the number in "
    "brackets is the q of its first hex. A tile is the first letter of its colour and Q, S, G or A for queen, spider, "
    "grasshopper or ant; a dot is an empty hex beside a tile; an asterisk marks the tile that was chosen.)"
)


def hex_name(where: int) -> str:
    """Return a hex as ids have it: ``q,r``."""
    q, r = axial(where)
    return f"{q},{r}"


def rules(limits: Limits) -> tuple[str, tuple[Topic, ...]]:
    """Return the rules in short, and what can be explained."""
    return rulebook(
        "hive",
        first=COLOURS[0],
        second=COLOURS[1],
        pieces=", ".join(_count(kind) for kind in KINDS),
        ordinal=_ORDINALS[QUEEN_BY - 1],
        turns=_WORDS[QUEEN_BY - 1],
        compass=", ".join(f"{name} ({_signed(step)})" for name, step in zip(_COMPASS, DIRECTIONS, strict=True)),
        limit=_limit(limits),
        slide=_SLIDE,
        **_MOVES,
    )


def explanation(state: State, tile: int, end: int | None) -> str:
    """Return what placing or moving a tile means, or its neighbours on the hex *end*."""
    kind = TILES[tile % SIZE]
    if end is not None:
        near = [f"{LABELS[n]} on {hex_name(w)}" for n, w in _placed(state) if n != tile and w - end in DIRECTIONS]
        return f"Your {kind} will stand on {hex_name(end)}, beside {', '.join(near) or 'nothing'}."
    if state.where[tile] == RESERVE:
        return f"Places a {kind} from your reserve, on a hex that you choose next. {_MOVES[kind]}"
    return f"Moves your {kind} on {hex_name(state.where[tile])}, to a hex that you choose next. {_MOVES[kind]}"


def question(state: State) -> str:
    """Return what the seat to move is to decide."""
    if state.chosen != NONE:
        return "Choose the hex that the tile goes to, as q,r. This cannot be taken back."
    if state.limits.flat:
        return "Choose a tile to place or to move, and its hex, as q,r."
    return "Choose a kind of tile to place, or the tile to move by its hex q,r. You choose its destination next."


def note(state: State, tile: int) -> str:
    """Return a note about a tile that can be chosen."""
    kind = TILES[tile % SIZE]
    return f"{state.reserve(state.seat, kind)} in your reserve" if state.where[tile] == RESERVE else f"your {kind}"


def observation(state: State, seat: int) -> str:
    """Return all of the position, for *seat*."""
    colour = COLOURS[seat]
    lines = [
        f"You are {colour} (your tiles begin with {colour[0]}, your opponent's with {COLOURS[1 - seat][0]}).",
        "",
        board(state),
        *standings(state),
        f"Last turn: {turn_text(state.last)}.",
    ]
    if state.chosen != NONE:
        kind, start = TILES[state.chosen % SIZE], state.where[state.chosen]
        lines.append(
            f"You are placing: {kind}." if start == RESERVE else f"You are moving: your {kind} on {hex_name(start)}."
        )
    return "\n".join(lines)


def board(state: State) -> str:
    """Return the plane, drawn and as a list of tiles, as observations have it."""
    tiles = [f"{hex_name(where)} {LABELS[tile]}" for tile, where in _placed(state)]
    return "\n".join([*drawing(state), _KEY, "", f"Tiles on the plane, as q,r: {'; '.join(tiles) or 'none'}."])


def standings(state: State) -> list[str]:
    """Return both reserves, both queens, and the turns, as lines."""
    taken = [f"{colour} {state.taken(seat)}" for seat, colour in enumerate(COLOURS)]
    left = [f"{colour} {state.limits.max_turns - state.taken(seat)}" for seat, colour in enumerate(COLOURS)]
    return [
        *(_standing(state, seat) for seat in (0, 1)),
        f"Turns taken: {', '.join(taken)}. Turns left: {', '.join(left)}.",
    ]


def drawing(state: State) -> list[str]:
    """Return the plane, one line for each r; a chosen tile has an asterisk."""
    drawn = {where: LABELS[tile] + "*" * (tile == state.chosen) for tile, where in _placed(state)}
    empty = {where + step for where in drawn for step in DIRECTIONS} or {ORIGIN}
    cells = {axial(where): drawn.get(where, ".") for where in sorted(empty | set(drawn))}
    west = min(2 * q + r for q, r in cells)
    lines = []
    for row in sorted({r for _, r in cells}):
        line, first = "", min(q for q, r in cells if r == row)
        for q, r in sorted(cells):
            if r == row:
                line = line.ljust(2 * (2 * q + r - west)) + f"{cells[q, r]:<4}"
        lines.append(f"r {row:>3} [{first:>3}]  {line.rstrip()}")
    return lines


def turn_text(turn: Turn | None) -> str:
    """Return a turn in words; the tile's colour says whose it was."""
    if turn is None:
        return "none, the game begins"
    if turn.tile == NONE:
        return "a pass, because nothing else was possible"
    tile = f"{COLOURS[turn.tile // SIZE]} {TILES[turn.tile % SIZE]}"
    if turn.start == RESERVE:
        return f"{tile} placed on {hex_name(turn.end)}"
    return f"{tile} moved from {hex_name(turn.start)} to {hex_name(turn.end)}"


def _standing(state: State, seat: int) -> str:
    colour = COLOURS[seat].capitalize()
    kinds = [f"{kind} {number}" for kind in KINDS if (number := state.reserve(seat, kind))]
    beside = state.beside_queen(seat)
    queen = "queen not placed" if beside is None else f"queen placed, {beside} of 6 hexes around it occupied"
    return f"{colour}: reserve {', '.join(kinds) or 'empty'}; {queen}."


def _placed(state: State) -> list[tuple[int, int]]:
    tiles = [(tile, where) for tile, where in enumerate(state.where) if where != RESERVE]
    return sorted(tiles, key=lambda pair: pair[1])


def _count(kind: str) -> str:
    number = PER_SEAT[kind]
    return f"{_WORDS[number]} {kind}{'s' * (number > 1)}"


def _signed(step: int) -> str:
    q, r = axial(step)
    return f"{q:+d} {r:+d}".replace("+0", "0")


def _limit(limits: Limits) -> str:
    won = _ADJUDICATED if limits.adjudicate else "is a draw."
    return f"After {limits.max_turns} turns of each player the game {won}{_REPEATED * limits.repetition}"
