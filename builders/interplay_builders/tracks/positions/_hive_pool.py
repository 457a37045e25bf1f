"""Makes the pool of Hive's positions, ``hive.tsv``.

python -m interplay_builders.tracks.positions._hive_pool

Matches are played by alpha-beta of different budgets, every twelfth turn at random. Positions are taken with a forced
win, none in fewer plies, and few turns that keep it; and those with few turns that prevent the other's forced win,
where half as many more prevent one in fewer plies. Of those in which the rule ``SCREEN`` or the competent bot finds a
best one, one in ``SPARED`` is kept. Of a match at most two positions are taken.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.position import State
from interplay.tracks.games.hive.rules import GAME, turn_id
from interplay.tracks.games.hive.search import best_choice
from interplay.tracks.games.hive.turns import PASS, Board, Turn
from interplay_builders.tracks.positions._forced import Case, collected, is_solved, written
from interplay_builders.tracks.positions._hive import Solver
from interplay_builders.tracks.positions.hive import OPTIONS, POOL, positioned

SHARES: Mapping[int, int] = {3: 44, 4: 44, 5: 44}
"""The most positions of the pool by plies."""
BUDGETS = (16, 64, 256, 512)
LAST = 12
"""Plies before the end of a match in which positions are looked at."""
LONGEST = 80
"""Turns of both after which a match is left."""
CHARACTERS = 11_500
"""Length of the message that is shown, at most."""
MATCHES = 320
SPARED = 4
SCREEN = "crowd, relieve, attack"
"""The simple rule that, like the competent bot, may solve only few positions."""


def main() -> None:
    """Write the pool."""
    POOL.write_text("".join(f"{written(case)}\n" for case in collected(cases, SHARES, MATCHES)), encoding="utf-8")


def cases(number: int, left: Counter[int]) -> Iterator[Case]:
    """Yield the cases of a match that are still wanted: *left* counts them by plies."""
    stream = Stream("positions/hive", number, "pool")
    states, moves = _played(stream)
    for at in range(max(0, len(states) - LAST), len(states)):
        state = states[at]
        solver = Solver(Board(state.where, state.turns))
        plies = _plies(solver, left)
        if left[plies] > 0:
            kept = solver.keeping(plies)
            case = Case(plies, number, tuple(moves[:at]), tuple(named(state, turn) for turn in kept))
            if 0 < len(kept) <= max(2, len(solver.board.options()) // 4) and _spared(case, stream):
                yield case


def _played(stream: Stream) -> tuple[list[State], list[str]]:
    """Return the states in which somebody moved, and what was done in each."""
    state = GAME.start(GAME.deal("pool", OPTIONS, "strict"))
    budgets = [stream.choice(BUDGETS) for _ in range(GAME.seats)]
    states: list[State] = []
    moves: list[str] = []
    while GAME.to_move(state) and len(moves) < LONGEST:
        states.append(state)
        at_random = stream.below(12) == 0
        choice = (
            stream.choice(list(GAME.legal(state, state.seat)))  # type: ignore[arg-type]
            if at_random
            else best_choice(state, stream, 4, budgets[state.seat])
        )
        moves.append(choice.id)
        state = GAME.apply(state, {state.seat: choice})
    return (states, moves) if not GAME.to_move(state) else ([], [])


def named(state: State, turn: Turn) -> str:
    """Return the id of a turn."""
    return "pass" if turn == PASS else turn_id(state, *turn)


def _plies(solver: Solver, left: Counter[int]) -> int:
    """Return for how many plies the position asks, 0 for one that asks for none that is *left* to find."""
    for plies in (1, 3):
        if solver.wins(plies):
            return plies
    kept = len(solver.keeping(4))
    if 0 < 3 * kept < 2 * len(solver.keeping(2)):
        return 4
    return 5 if kept and left[5] > 0 and solver.wins(5) else 0


def _spared(case: Case, stream: Stream) -> bool:
    position = positioned(case)
    if sum(len(message.content) for message in position.messages) > CHARACTERS:
        return False
    return stream.below(SPARED) == 0 or not is_solved(position, SCREEN)


if __name__ == "__main__":
    main()
