"""Makes the pool of Santorini's positions, ``santorini.tsv``.

python -m interplay_builders.tracks.positions._santorini_pool

Matches are played by alpha-beta of different budgets, every tenth turn at random. Positions are taken with a forced
win, none in fewer plies, and few actions that keep it; and those with few actions that prevent the other's forced win,
where half as many more prevent one in fewer plies. Of those in which the rule ``SCREEN`` or the competent bot finds a
best one, one in ``SPARED`` is kept. Of a match at most two positions are taken.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.rules import GAME, State
from interplay.tracks.games.santorini.search import actions, board_of, id_of, placed
from interplay.tracks.games.shared.menu import Choice
from interplay_builders.tracks.positions._forced import Case, collected, is_solved, written
from interplay_builders.tracks.positions._santorini import keeping, wins
from interplay_builders.tracks.positions.santorini import POOL, positioned
from interplay_lab.ladder.games.santorini import best_action

SHARES: Mapping[int, int] = {3: 34, 4: 34, 5: 34, 6: 12, 7: 12}
"""The most positions of the pool by plies."""
BUDGETS = (8, 32, 128, 512)
OPENING = 10
"""Turns and placements before the first position that is looked at."""
DEEP: Mapping[int, int] = {8: 6, 9: 7, 11: 7}
"""Plies before the end of a match -> how deep its loser is looked at for a defence, or its winner for a win."""
MATCHES = 130
SPARED = 4
SCREEN = "threats, denials, guess"
"""The simple rule that, like the competent bot, may solve only few positions."""


def main() -> None:
    """Write the pool."""
    POOL.write_text("".join(f"{written(case)}\n" for case in collected(cases, SHARES, MATCHES)), encoding="utf-8")


def cases(number: int, left: Counter[int]) -> Iterator[Case]:
    """Yield the cases of a match that are still wanted: *left* counts them by plies."""
    stream = Stream("positions/santorini", number, "pool")
    states, moves = match_of(stream)
    for at, state in enumerate(states[OPENING:], OPENING):
        deep = DEEP.get(len(states) - at, 0)
        plies = _plies(state, deep if left[deep] > 0 else 0)
        if left[plies] > 0:
            board = board_of(state)
            kept = keeping(board, plies)
            case = Case(plies, number, tuple(moves[:at]), tuple(id_of(state, action) for action in kept))
            if 0 < len(kept) <= max(2, len(actions(board, choose=False)) // 4) and _spared(case, stream):
                yield case


def match_of(stream: Stream) -> tuple[list[State], list[str]]:
    """Return the states in which somebody acted, and what was done in each."""
    state = GAME.start(GAME.deal("pool", {}, "strict"))
    budgets = [stream.choice(BUDGETS) for _ in range(GAME.seats)]
    states: list[State] = []
    moves: list[str] = []
    while GAME.to_move(state):
        states.append(state)
        moves.append(_turn(state, budgets[state.seat], stream))
        state = GAME.apply(state, {state.seat: Choice(moves[-1])})
    return states, moves


def _turn(state: State, budget: int, stream: Stream) -> str:
    if state.placing:
        return placed(state, stream)
    board = board_of(state)
    order = stream.shuffled(actions(board, choose=False))
    at_random = stream.below(10) == 0
    return id_of(state, order[0] if at_random else best_action(board, order, budget))


def _plies(state: State, deep: int) -> int:
    """Return for how many plies the state asks, 0 for none; beyond 5 plies only *deep* is tried."""
    board = board_of(state)
    for plies in (1, 3, 5):
        if wins(board, plies, {}):
            return plies
    for plies in (4, 6) if deep == 6 else (4,):
        kept = len(keeping(board, plies))
        if 0 < 3 * kept < 2 * len(keeping(board, plies - 2)):
            return plies
    return 7 if deep == 7 and wins(board, 7, {}) else 0


def _spared(case: Case, stream: Stream) -> bool:
    return stream.below(SPARED) == 0 or not is_solved(positioned(case), SCREEN)


if __name__ == "__main__":
    main()
