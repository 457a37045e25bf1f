"""Make the labelled pool of Connect Four positions, or check it.

Run: python -m tests.games.connect_four.label_positions [--check]

Needs ``pip install bitbully`` (AGPL), whose opening book makes this a matter of two minutes; nothing that is shipped
imports it. Positions of 8 to 30 discs come from random and from noisy greedy play, one a game, without repetitions or
mirror images, and are kept when the best and the worst move differ in outcome.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import mirrored
from interplay.tracks.games.connect_four.bots import GreedyBot
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay_builders.tracks.positions import connect_four
from interplay_builders.tracks.positions.connect_four import LABELS, Labelled, difficulty, kind, written

EACH = 350
"""Positions of each difficulty; half of the easy ones are to be won at once, half are not."""


def main(argument: str = "") -> int:
    """Write the pool, or return 1 if a score in it is wrong."""
    score = scorer()
    if argument != "--check":
        LABELS.write_text("".join(f"{written(p)}\n" for p in made(score)), encoding="utf-8")
        return 0
    wrong = [p for p in connect_four.pool() if score(p.moves) != p.scores]
    print(f"{len(wrong)} of {len(connect_four.pool())} positions have wrong scores", *map(written, wrong), sep="\n")
    return int(bool(wrong))


def scorer() -> Callable[[tuple[int, ...]], tuple[int | None, ...]]:
    """Return a function that solves the position after some moves."""
    bitbully = importlib.import_module("bitbully")
    solver = bitbully.BitBully()

    def score(moves: tuple[int, ...]) -> tuple[int | None, ...]:
        scores = solver.score_all_moves(bitbully.Board([column - 1 for column in moves]))
        return tuple(scores.get(column) for column in range(7))

    return score


def made(score: Callable[[tuple[int, ...]], tuple[int | None, ...]]) -> list[Labelled]:
    """Return the first positions of each kind that fit its share, by number of discs."""
    shares = {"must-win": EACH // 2, "easy": EACH // 2, "medium": EACH, "hard": EACH}
    found: dict[str, list[Labelled]] = {share: [] for share in shares}
    for moves in _sampled():
        labelled = Labelled(moves, score(moves))
        outcomes = {(value > 0) - (value < 0) for _, value in labelled.valued}
        if len(outcomes) == 1:
            continue
        share = "must-win" if kind(labelled) == "must-win" else difficulty(labelled)
        if len(found[share]) < shares[share]:
            found[share].append(labelled)
        if all(len(found[s]) == shares[s] for s in shares):
            break
    return sorted((p for of in found.values() for p in of), key=lambda p: (len(p.moves), p.moves))


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
        text = GreedyBot().move(GAME, state, seats[0], stream)
        column = stream.choice(legal) if random else GAME.parse(state, seats[0], text)
        moves.append(column)
        state = GAME.apply(state, {seats[0]: column})
    return tuple(moves), state


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
