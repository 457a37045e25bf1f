"""What a player does that knows one simple rule for each game and looks no further: a yardstick between 0 and 100.

In TicTacToe and Connect Four it wins at once, else prevents that the other does, else stays near the centre. It bids
half its valuation. It takes an offer that is worth half of everything or comes last, and otherwise asks for what is
worth something to it. It plays a card that surely fits and otherwise discards the older one. It calls with a pair, an
ace or a king. It does not understand clues, so it votes for the first of the others.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from interplay.tracks.games.bargain.instances import TOTAL
from interplay.tracks.games.bargain.rules import DEAL, TURNS, Action
from interplay.tracks.games.bargain.view import view
from interplay.tracks.games.connect_four.bitboard import COLUMNS, bits, column_of, completing, landings
from interplay.tracks.games.hanabi.odds import odds
from interplay.tracks.games.hanabi.table import PLAY
from interplay.tracks.games.holdem.hands import STRENGTHS
from interplay.tracks.games.holdem.table import CHECK_CALL, FOLD
from interplay.tracks.games.tictactoe.bots import completing as lines

KING = 11
"""Its rank, from 0 for a deuce."""

TASTE = ((2, 2), (1, 1), (1, 3), (3, 1), (3, 3), (1, 2), (2, 1), (2, 3), (3, 2))
"""Cells of TicTacToe: centre, corners, edges."""


def _bargain(state: Any, seat: int, _legal: Sequence[Any]) -> Action:
    seen = view(state, seat)
    offered = 0 if seen.offered is None else seen.gain(seen.offered)
    if seen.turn == TURNS - 1 or 2 * offered >= TOTAL:
        return DEAL
    first, second, third = (count if value else 0 for count, value in zip(seen.pool, seen.own, strict=True))
    return Action((first, second, third))


def _bid(_state: Any, _seat: int, legal: Sequence[Any]) -> int:
    return int(legal[len(legal) // 2])


def _connect_four(state: Any, seat: int, _legal: Sequence[Any]) -> int:
    cells = bits(landings(state.discs))
    for own in (state.of(seat), state.of(1 - seat)):
        found = [cell for cell in cells if completing(own, state.discs) & cell]
        if found:
            return column_of(found[0])
    return min(map(column_of, cells), key=lambda column: abs(column - (COLUMNS + 1) // 2))


def _hanabi(state: Any, seat: int, legal: Sequence[Any]) -> int:
    own = odds(state, seat)
    sure = (PLAY + at for at in range(len(state.hands[seat])) if own.certain(at, state.playable))
    return next(sure, int(legal[0]))


def _holdem(state: Any, seat: int, _legal: Sequence[Any]) -> int:
    first, second = (STRENGTHS[card] for card in state.hand.hole(seat))
    on_board = {STRENGTHS[card] for card in state.board}
    return CHECK_CALL if first == second or max(first, second) >= KING or {first, second} & on_board else FOLD


def _tictactoe(state: Any, seat: int, legal: Sequence[Any]) -> Any:
    wins, blocks = (lines(state.moves[side::2], legal) for side in (seat, 1 - seat))
    return next(iter((*wins, *blocks, *sorted(legal, key=TASTE.index))))


def _undercover(_state: Any, _seat: int, legal: Sequence[Any]) -> Any:
    return legal[0]


RULES: Mapping[str, Callable[[Any, int, Sequence[Any]], Any]] = MappingProxyType(
    {
        "bargain": _bargain,
        "bid": _bid,
        "connect_four": _connect_four,
        "hanabi": _hanabi,
        "holdem": _holdem,
        "tictactoe": _tictactoe,
        "undercover": _undercover,
    }
)
"""The move of each game, from state, seat and legal moves."""
