"""Make the two labelled pools of Connect Four positions, or check them.

Run: python -m tests.games.connect_four.label_positions [--check]

Needs ``pip install bitbully`` (AGPL), whose opening book makes this a matter of some minutes; nothing that is shipped
imports it. Positions of 8 to 30 discs come from random and from noisy greedy play, one a game, without repetitions or
mirror images, and are kept when the best and the worst move differ in outcome.
"""

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import mirrored
from interplay.tracks.games.connect_four.bots import GREEDY
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay_builders.tracks.positions import connect_four
from interplay_builders.tracks.positions.connect_four import (
    EASY_POOL,
    HARD_POOL,
    Labelled,
    depth,
    discs_after,
    is_hard,
    kind,
    written,
)
from interplay_builders.tracks.positions.rules.connect_four import RULES

EASY = {"must-win": 175, "shallow": 175, "deeper": 337}
"""Easy positions: to be won at once, others with a depth of 1 or 2, and with one of 3 to 12."""
HARD = {False: 420, True: 180}
"""Hard positions, by whether more than one simple rule finds the column."""


def main(argument: str = "") -> int:
    """Write the pools, or return 1 if a score in them is wrong."""
    score = scorer()
    if argument != "--check":
        for file, found in ((EASY_POOL, easy(score)), (HARD_POOL, hard(score))):
            file.write_text("".join(f"{written(p)}\n" for p in found), encoding="utf-8")
        return 0
    every = connect_four.pool(EASY_POOL) + connect_four.pool(HARD_POOL)
    wrong = [p for p in every if score(p.moves) != p.scores]
    print(f"{len(wrong)} of {len(every)} positions have wrong scores", *map(written, wrong), sep="\n")
    return int(bool(wrong))


def scorer() -> Callable[[tuple[int, ...]], tuple[int | None, ...]]:
    """Return a function that solves the position after some moves."""
    bitbully = importlib.import_module("bitbully")
    solver = bitbully.BitBully()

    def score(moves: tuple[int, ...]) -> tuple[int | None, ...]:
        scores = solver.score_all_moves(bitbully.Board([column - 1 for column in moves]))
        return tuple(scores.get(column) for column in range(7))

    return score


def easy(score: Callable[[tuple[int, ...]], tuple[int | None, ...]]) -> list[Labelled]:
    """Return the first positions of each kind that fit its share, by number of discs."""
    return _first(score, EASY, _share)


def hard(score: Callable[[tuple[int, ...]], tuple[int | None, ...]]) -> list[Labelled]:
    """Return the first hard positions, by number of discs, of those that simple rules solve a share only."""
    return _first(score, HARD, lambda labelled: is_found(labelled) if is_hard(labelled) else None)


def is_found(labelled: Labelled) -> bool:
    """Return whether more than one of the simple rules finds a column with the best outcome."""
    first, second = discs_after(labelled.moves)
    outcomes = {str(column): outcome for column, outcome in labelled.outcomes}
    seat = SimpleNamespace(seat=len(labelled.moves) % 2)
    plan: Any = SimpleNamespace(
        state=State(first, second, hints=True, compat=False), position=seat, values=dict.fromkeys(outcomes, 0.0)
    )
    return sum(outcomes[rule(plan)] == max(outcomes.values()) for rule in RULES.values()) > 1


def _share(labelled: Labelled) -> str | None:
    if len({outcome for _, outcome in labelled.outcomes}) == 1 or depth(labelled) > 12 or is_hard(labelled):
        return None
    return "must-win" if kind(labelled) == "must-win" else "shallow" if depth(labelled) <= 2 else "deeper"


def _first(
    score: Callable[[tuple[int, ...]], tuple[int | None, ...]],
    shares: Mapping[Any, int],
    share_of: Callable[[Labelled], Any],
) -> list[Labelled]:
    """Return as many positions of each share as wanted, by number of discs; those of none are left out."""
    left, found = dict(shares), []
    for moves in _sampled():
        labelled = Labelled(moves, score(moves))
        share = share_of(labelled)
        if share is not None and left[share]:
            left[share] -= 1
            found.append(labelled)
            if not any(left.values()):
                break
    return sorted(found, key=lambda p: (len(p.moves), p.moves))


def _sampled() -> Iterator[tuple[int, ...]]:
    """Yield moves to different unfinished positions, without end."""
    seen: set[tuple[int, int]] = set()
    number = 0
    while True:
        moves, state = _played(Stream("positions/connect_four", number, "pool"))
        number += 1
        key = min((state.first, state.second), (mirrored(state.first), mirrored(state.second)))
        if GAME.to_move(state) and key not in seen:
            seen.add(key)
            yield moves


def _played(stream: Stream) -> tuple[tuple[int, ...], State]:
    """Play 8 to 30 discs, or to the end: a third of the games at random, of the others a quarter of the moves."""
    state = State(0, 0, hints=True, compat=False)
    moves: list[int] = []
    target = 8 + stream.below(23)
    noise = 4 if stream.below(3) == 0 else 1
    while len(moves) < target and (seats := GAME.to_move(state)):
        legal: Any = GAME.legal(state, seats[0])
        random = stream.below(4) < noise
        text = GREEDY.move(GAME, state, seats[0], stream)
        column = stream.choice(legal) if random else GAME.parse(state, seats[0], text)
        moves.append(column)
        state = GAME.apply(state, {seats[0]: column})
    return tuple(moves), state


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
