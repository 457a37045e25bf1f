"""Rules for Hive that look one turn ahead: win, let the other not win at once, then what looks best on the plane."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.hive.board import DIRECTIONS, FULL, moves
from interplay.tracks.games.hive.position import QUEENS, RESERVE, SIZE, TILES
from interplay.tracks.games.hive.rules import SKIP, turn_id
from interplay.tracks.games.hive.turns import PASS, Board, Turn
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

Worth = Callable[[Board, Turn, int], int]
"""The board after a turn, the turn, where its tile was -> a number that is greatest for what the rule plays."""


def _rule(name: str, *worths: Worth) -> Callable[[Plan], str]:
    """Return the rule that wins, then is safe, then goes by the first of *worths* in which turns differ."""

    def play(plan: Plan) -> str:
        board = Board(plan.state.where, plan.state.turns)
        ranks = {}
        for turn in board.options():
            start = board.make(turn)
            ranks[SKIP if turn == PASS else turn_id(plan.state, *turn)] = (
                _result(board, plan.position.seat),
                _safe(board, plan.position.seat),
                *(worth(board, turn, start) for worth in worths),
            )
            board.unmake(turn, start)
        best = max(ranks.values())
        return stream_of(plan, name).choice([action for action, rank in ranks.items() if rank == best])

    return play


def _result(board: Board, seat: int) -> int:
    """Return 1 for a win of *seat*, -1 for a loss, 0 if neither queen or both are surrounded."""
    lost = [board.near[board.where[queen]] == FULL for queen in QUEENS]
    return lost[1 - seat] - lost[seat]


def _safe(board: Board, seat: int) -> bool:
    """Return whether the other side, whose turn it is, cannot surround the queen of *seat* at once."""
    room = _room(board, seat)
    return len(room) != 1 or not _ways(board, 1 - seat, room)


def _room(board: Board, seat: int) -> list[int]:
    """Return the empty hexes around a seat's queen."""
    queen = board.where[QUEENS[seat]]
    return [] if queen == RESERVE else [end for step in DIRECTIONS if (end := queen + step) not in board.tiles]


def _ways(board: Board, seat: int, ends: list[int]) -> int:
    """Return in how many ways a tile of *seat* that is not beside the other's queen yet can move to one of *ends*."""
    queen = board.where[QUEENS[1 - seat]]
    tiles = range(SIZE * seat, SIZE * seat + SIZE)
    away = [tile for tile in tiles if board.where[tile] != RESERVE and board.where[tile] - queen not in DIRECTIONS]
    return sum(end in _ends(board, tile) for tile in away for end in ends)


def _ends(board: Board, tile: int) -> list[int]:
    """Return where a tile on the plane can move to."""
    return moves(TILES[tile % SIZE], board.tiles, board.where[tile])


def _mover(board: Board) -> int:
    """Return the seat that has just moved."""
    return 1 - board.turns % 2


def _crowd(board: Board, _turn: Turn, _start: int) -> int:
    return -len(_room(board, 1 - _mover(board)))


def _relieve(board: Board, _turn: Turn, _start: int) -> int:
    return len(_room(board, _mover(board)))


def _balance(board: Board, turn: Turn, start: int) -> int:
    return _crowd(board, turn, start) + _relieve(board, turn, start)


def _attack(board: Board, _turn: Turn, _start: int) -> int:
    """Return the ways of the player's tiles to the free hexes around the other's queen."""
    return _ways(board, _mover(board), _room(board, 1 - _mover(board)))


def _quiet(board: Board, _turn: Turn, _start: int) -> int:
    """Return the ways, negative, of the other's tiles to the free hexes around the player's."""
    return -_ways(board, 1 - _mover(board), _room(board, _mover(board)))


def _free(board: Board, _turn: Turn, _start: int) -> int:
    """Return the number of own tiles on the plane that can move, minus the other's."""
    sign = 1 - 2 * _mover(board)
    return sum(
        (sign if tile < SIZE else -sign) * bool(_ends(board, tile))
        for tile, where in enumerate(board.where)
        if where != RESERVE
    )


def _pin(board: Board, _turn: Turn, _start: int) -> int:
    """Return the other's tiles, negative, that can move."""
    other = 1 - _mover(board)
    placed = [tile for tile in range(SIZE * other, SIZE * other + SIZE) if board.where[tile] != RESERVE]
    return -sum(bool(_ends(board, tile)) for tile in placed)


def _queen(board: Board, turn: Turn, _start: int) -> int:
    return int(turn[0] == QUEENS[_mover(board)])


def _placing(_board: Board, turn: Turn, start: int) -> int:
    return int(start == RESERVE and turn != PASS)


def _value(board: Board, _turn: Turn, _start: int) -> int:
    return -board.value()


RULES: Mapping[str, Callable[[Plan], str]] = {
    name: _rule(name, *worths)
    for name, worths in {
        "crowd, attack": (_crowd, _attack),
        "crowd, relieve, attack": (_crowd, _relieve, _attack),
        "value": (_value,),
        "crowd, value": (_crowd, _value),
        "crowd, pin": (_crowd, _pin),
        "balance, attack": (_balance, _attack),
        "balance, quiet": (_balance, _quiet),
        "relieve, quiet": (_relieve, _quiet),
        "attack": (_attack, _crowd),
        "quiet": (_quiet, _relieve),
        "free": (_free,),
        "pin": (_pin, _crowd),
        "queen": (_queen, _relieve),
        "place, attack": (_placing, _attack),
        "safe": (),
    }.items()
}
