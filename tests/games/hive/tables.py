"""Positions of Hive for tests, written as texts."""

from collections.abc import Iterator, Mapping, Sequence

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.board import hex_at
from interplay.tracks.games.hive.position import RESERVE, SIZE, TILES, Limits, State
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches

KINDS = {"Q": "queen", "S": "spider", "G": "grasshopper", "A": "ant"}
NINE_TURNS = (
    "place:queen@0,0",
    "place:queen@-1,1",
    "place:grasshopper@0,-1",
    "place:ant@-1,2",
    "move:0,-1>0,1",
    "place:spider@-2,1",
    "place:ant@1,1",
    "place:grasshopper@-2,2",
    "move:1,1>-1,0",
)
"""A game that blue wins."""
BOTH = {
    (0, 0): "bQ",
    (1, 0): "gQ",
    (0, -1): "bS",
    (-1, 0): "bS",
    (-1, 1): "bG",
    (0, 1): "gA",
    (2, 0): "gA",
    (2, -1): "gA",
    (1, 1): "gS",
    (3, -2): "bA",
}
"""The ant at 3,-2 can go between the two queens and so surround both."""
GATE = {(0, 0): "bA", (1, 0): "gQ", (2, -1): "bQ", (2, -2): "bS", (1, -2): "gA", (0, -1): "gS"}
POCKET = {
    (-1, 1): "gG",
    (-2, 2): "gS",
    (0, 1): "gA",
    (0, 2): "gQ",
    (-2, 3): "gA",
    (1, 0): "bA",
    (2, -1): "bQ",
    (-1, 0): "bA",
    (2, 0): "bG",
    (3, 0): "bS",
}
STUCK = {(0, 0): "gQ", (1, 0): "bA", (2, 0): "bQ", (-1, 0): "bA"}


def table(tiles: Mapping[tuple[int, int], str], seat: int = 0, limits: Limits | None = None, turns: int = 20) -> State:
    """Return a position: hex -> such as ``bQ``; *turns* (even) turns have been taken, plus one if green is to move."""
    where = [RESERVE] * (2 * SIZE)
    for (q, r), label in tiles.items():
        tile = SIZE * (label[0] == "g") + TILES.index(KINDS[label[1]])
        while where[tile] != RESERVE:
            tile += 1
            assert TILES[tile % SIZE] == KINDS[label[1]]
        where[tile] = hex_at(q, r)
    return State(limits or Limits(), tuple(where), turns + seat)


def start(**options: int) -> State:
    return GAME.start(matches.item("hive", None, "0", "strict", **options).setup)


def flat(state: State) -> State:
    """Return the same position where a turn is one decision."""
    return State(Limits(flat=True), state.where, state.turns)


def menu(state: State) -> list[str]:
    """Return the listed ids."""
    return list(GAME.menu(state, state.seat))  # type: ignore[attr-defined]


def turns(state: State) -> list[str]:
    """Return all whole turns, as ids."""
    return list(GAME.menu(flat(state), state.seat))  # type: ignore[attr-defined]


def ends(state: State, q: int, r: int) -> set[tuple[int, int]]:
    """Return where the tile at q, r can move."""
    found = [turn.split(">")[1] for turn in turns(state) if turn.startswith(f"move:{q},{r}>")]
    return {(int(to.split(",")[0]), int(to.split(",")[1])) for to in found}


def step(state: State, action_id: str) -> State:
    """Return the position after a decision, or after a whole turn given as one id; it must be legal."""
    for part in decisions_of(action_id) if not state.limits.flat else [action_id]:
        assert part in GAME.menu(state, state.seat), part  # type: ignore[attr-defined]
        state = GAME.apply(state, {state.seat: Choice(part)})
    return state


def after(action_ids: Sequence[str], state: State | None = None) -> State:
    """Return the position after these turns, from the empty plane."""
    state = state or start()
    for action_id in action_ids:
        state = step(state, action_id)
    return state


def decisions_of(action_id: str) -> list[str]:
    """Return the decisions that make up a whole turn."""
    for sign in "@>":
        if sign in action_id:
            first, to = action_id.split(sign)
            return [first, f"to:{to}"]
    return [action_id]


def random_game(seed: object, **options: int) -> Iterator[State]:
    """Yield the positions of a random match, one a decision."""
    state, stream = start(**options), Stream("tests", str(seed), "hive")
    yield state
    while GAME.to_move(state):
        state = GAME.apply(state, {state.seat: stream.choice(GAME.legal(state, state.seat))})  # type: ignore[arg-type]
        yield state
