"""Rules for Santorini that look one turn ahead: win, give no climb away, then what looks best on the board."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.santorini.search import (
    INNER,
    NEAR,
    Action,
    Board,
    actions,
    after,
    board_of,
    glance,
    id_of,
    reach,
    wins_by_climb,
)
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

Worth = Callable[[Board, Action, Board], int]
"""The board before, a turn, the board after -> a number that is greatest for what the rule plays."""
_INNER = sum(1 << square for square in INNER)


def _rule(name: str, *worths: Worth) -> Callable[[Plan], str]:
    """Return the rule that wins, then is safe, then goes by the first of *worths* in which turns differ."""

    def play(plan: Plan) -> str:
        board = board_of(plan.state)
        ranks = {}
        for action in actions(board, choose=False):
            then = after(board, action)
            ranks[id_of(plan.state, action)] = (
                wins_by_climb(board, action),
                not reach(then, then[4]),
                not _can_climb(then, then[4]),
                *(worth(board, action, then) for worth in worths),
            )
        best = max(ranks.values())
        return stream_of(plan, name).choice([action for action, rank in ranks.items() if rank == best])

    return play


def _can_climb(board: Board, pawn: int) -> bool:
    return bool(_climbs_of(board, pawn))


def _climbs_of(board: Board, pawn: int) -> int:
    """Return the squares of level 3 that a pawn can step to."""
    return reach(board, pawn) & board[2] if pawn & board[1] else 0


def _threats(_board: Board, _action: Action, then: Board) -> int:
    """Return at how many squares the player's next pawn could climb to level 3."""
    return _climbs_of(then, then[5]).bit_count()


def _all_threats(_board: Board, _action: Action, then: Board) -> int:
    return sum(_climbs_of(then, pawn).bit_count() for pawn in (then[5], then[7]))


def _denials(_board: Board, _action: Action, then: Board) -> int:
    """Return the squares of level 3, negative, that the other's pawns could climb to."""
    return -sum(_climbs_of(then, pawn).bit_count() for pawn in (then[4], then[6]))


def _level(board: Board, action: Action, _then: Board) -> int:
    """Return the level that the pawn steps to."""
    return sum(bool(action[1] & level) for level in board[:3])


def _approach(_board: Board, _action: Action, then: Board) -> int:
    """Return the worth of levels that the player's pawns can step to, level 3 most."""
    return sum(
        (reach(then, pawn) & level).bit_count() * worth
        for pawn in (then[5], then[7])
        for level, worth in zip(then[:3], (1, 2, 8), strict=True)
    )


def _cage(_board: Board, _action: Action, then: Board) -> int:
    """Return how little room the other's pawns have, above all the one that acts next."""
    return -10 * reach(then, then[4]).bit_count() - reach(then, then[6]).bit_count()


def _tight(_board: Board, _action: Action, then: Board) -> int:
    """Return how little room the other's tighter pawn has."""
    return -min(reach(then, pawn).bit_count() for pawn in (then[4], then[6]))


def _room(_board: Board, _action: Action, then: Board) -> int:
    """Return the squares that the player's pawns can step to."""
    return sum(reach(then, pawn).bit_count() for pawn in (then[5], then[7]))


def _centre(_board: Board, action: Action, _then: Board) -> int:
    return int(bool(action[1] & _INNER))


def _near(_board: Board, action: Action, then: Board) -> int:
    """Return how many of the other's pawns stand beside the pawn."""
    return (NEAR[action[1]] & (then[4] | then[6])).bit_count()


def _meddle(_board: Board, action: Action, then: Board) -> int:
    """Return 1 where the block goes beside a pawn of the other, and else 0."""
    return int(bool(NEAR[action[2]] & (then[4] | then[6])))


def _guess(_board: Board, _action: Action, then: Board) -> int:
    return -glance(then, choose=False)


RULES: Mapping[str, Callable[[Plan], str]] = {
    name: _rule(name, *worths)
    for name, worths in {
        "threats, denials, guess": (_threats, _denials, _guess),
        "threats, level": (_threats, _level, _room),
        "all threats, approach": (_all_threats, _approach),
        "denials, level": (_denials, _level, _room),
        "level, approach": (_level, _approach),
        "approach": (_approach, _level),
        "cage": (_cage, _level),
        "tightest": (_tight, _cage),
        "room": (_room, _level),
        "centre": (_centre, _near),
        "near, meddle": (_near, _meddle),
        "safe": (),
    }.items()
}
