"""Rules for Connect Four that look one disc ahead: what wins, blocks, gives nothing away, threatens, or is central."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.connect_four.bitboard import COLUMNS, completing, landing, landings
from interplay.tracks.positions.scores import Plan

Worth = Callable[[int, int, int], int]
"""Own discs, all discs, the cell of a move -> a number that is greatest for what the rule plays."""


def _rule(*worths: Worth) -> Callable[[Plan], str]:
    """Return the rule that goes by the first of *worths* in which columns differ, and then takes the most central."""

    def play(plan: Plan) -> str:
        mine, discs = plan.state.of(plan.position.seat), plan.state.discs

        def rank(action: str) -> tuple[int, ...]:
            bit = landing(discs, int(action))
            return *(worth(mine, discs, bit) for worth in worths), -abs(int(action) - (COLUMNS + 1) // 2)

        return max(plan.values, key=rank)

    return play


def _wins(mine: int, discs: int, bit: int) -> int:
    return int(bool(completing(mine, discs) & bit))


def _blocks(mine: int, discs: int, bit: int) -> int:
    return int(bool(completing(mine ^ discs, discs) & bit))


def _safe(mine: int, discs: int, bit: int) -> int:
    """Return 0 where the other player can win right after the move."""
    return int(not completing(mine ^ discs, discs | bit) & landings(discs | bit))


def _threats(mine: int, discs: int, bit: int) -> int:
    """Return the cells that would complete a line after the move."""
    return completing(mine | bit, discs | bit).bit_count()


def _denies(mine: int, discs: int, bit: int) -> int:
    """Return how many cells less would complete a line of the other player than if it had moved here."""
    return completing((mine ^ discs) | bit, discs | bit).bit_count() - completing(mine ^ discs, discs | bit).bit_count()


def _both(mine: int, discs: int, bit: int) -> int:
    return _threats(mine, discs, bit) + _denies(mine, discs, bit)


RULES: Mapping[str, Callable[[Plan], str]] = {
    "win, block, safe, threats and denials": _rule(_wins, _blocks, _safe, _both),
    "win, block, safe, threats": _rule(_wins, _blocks, _safe, _threats),
    "win, block, safe, centre": _rule(_wins, _blocks, _safe),
    "win, block, safe, deny": _rule(_wins, _blocks, _safe, _denies),
}
