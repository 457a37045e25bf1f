"""What TicTacToe and Connect Four share: marks, results and random openings."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, TwoSeats, Unexplained
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome

MARKS = "XO"
_MARKED = re.compile("[XO] ?:(.*)")
DRAW = Outcome("draw", (0.0, 0.0), (0.5, 0.5))
_RETURNS = ((1.0, -1.0), (-1.0, 1.0))
_POINTS = ((1.0, 0.0), (0.0, 1.0))


def won(reason: str, seat: int) -> Outcome:
    """Return a win of *seat*."""
    return Outcome(reason, _RETURNS[seat], _POINTS[seat])


class LineGame(TwoSeats, Unexplained):
    """What TicTacToe and Connect Four share: X and O in turn on a board that both see; a line wins."""

    categories: tuple[str, ...] = ("spatial reasoning", "strategic planning")
    labels: tuple[str, ...] = ("abstract strategy", "spatial reasoning")

    def forfeit(self, state: object, seat: int) -> Outcome:  # noqa: ARG002  the interface's signature
        return won("forfeit", 1 - seat)


def dealt(
    game: Game[Any, Any], seed: str, options: tuple[Option, ...], profile: str, empty: Any, index: Callable[[Any], int]
) -> Setup:
    """Return the setup of a game that starts from *empty* with random plies, stored as numbers by *index*.

    Each ply is uniform; all are drawn again if they end the game.
    """
    plies = next(option.value for option in options if option.name == "opening_plies")
    stream = Stream(game.name, seed, "opening")
    while True:
        state, opening = empty, list[int]()
        while len(opening) < plies and (seats := game.to_move(state)):
            move = stream.choice(game.legal(state, seats[0]))  # type: ignore[arg-type]
            opening.append(index(move))
            state = game.apply(state, {seats[0]: move})
        if game.to_move(state):
            return setup_of(game, seed, profile, options, opening=opening)


def past(moves: Sequence[str], given: int) -> str:
    """Return a line about the opening (the first *given* moves) and about the last move of each player."""
    opening = ", ".join(f"{MARKS[turn % 2]} {move}" for turn, move in enumerate(moves[:given]))
    start = f"Random opening, chosen by neither player: {opening}. " if given else ""
    other, mine = (moves[-back] if len(moves) - back >= given else "none yet" for back in (1, 2))
    return f"{start}Your last move: {mine}. Your opponent's last move: {other}."


def marked(text: str) -> str:
    """Return a reply of one line without the mark before its move, which may be the other player's by mistake."""
    match = _MARKED.fullmatch(text.strip())
    return match[1] if match else text
