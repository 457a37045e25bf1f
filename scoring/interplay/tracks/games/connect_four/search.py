"""Alpha-beta search in Connect Four, to a depth or to the end.

A value is about the player to move, in hundredths of the score that solvers use: a win with the player's n-th disc is
100 * (22 - n), a loss to the other's n-th disc the negative of it, so that a sooner win is worth more. Values between
-100 and 100 are guesses, or a draw. Pruning after Pascal Pons: a player must block, and must not land below a cell
where the other wins.
"""

from interplay.tracks.games.connect_four.bitboard import BOARD, BOTTOM, CELLS, COLUMNS, STEP, bits, completing, landings

SURE = 100
_FAR = 100_000
_FIRST_ROWS = sum(0b010101 << (STEP * c) for c in range(COLUMNS))
_CENTRE = tuple((1 << STEP) - 1 << (STEP * c) for c in (3, 2, 4, 1, 5, 0, 6))
_INNER = _CENTRE[0] | _CENTRE[1] | _CENTRE[2]


class OutOfBudgetError(Exception):
    """The search looked at as many positions as it may."""


def winning(discs: int) -> int:
    """Return the value to the player to move who completes a line with the next of *discs* + 1 discs."""
    return SURE * (22 - (discs + 2) // 2)


class Search:
    """One search, with its table of positions and the number it may still visit."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.known: dict[int, int] = {}
        """The values known so far for the depth that was begun last."""
        self._table: dict[int, tuple[int, int, int]] = {}

    def values(self, mine: int, discs: int, depth: int, order: list[int], *, exact: bool) -> dict[int, int]:
        """Return a value for each of the landing cells *order*; raise ``OutOfBudgetError``.

        All values are right if *exact*; otherwise those of the best, and the others are at most what is returned.
        """
        values = self.known = {}
        best = -_FAR
        for bit in order:
            values[bit] = self._after(mine, discs, bit, depth, -_FAR if exact else best - 1)
            best = max(best, values[bit])
        return values

    def outcomes(self, mine: int, discs: int, depth: int = CELLS) -> dict[int, int]:
        """Return 1 (a win) or -1 (a loss) for each landing cell for which *depth* plies settle it, otherwise 0.

        To the end of the game, 0 is a draw. How soon a win or loss comes is not computed, to visit fewer positions.
        Raises ``OutOfBudgetError``.
        """
        depth = min(depth, CELLS - discs.bit_count())
        values = {bit: self._after(mine, discs, bit, depth, -SURE, SURE) for bit in bits(landings(discs))}
        return {bit: (value >= SURE) - (value <= -SURE) for bit, value in values.items()}

    def _after(self, mine: int, discs: int, bit: int, depth: int, alpha: int, beta: int = _FAR) -> int:
        count = discs.bit_count()
        if completing(mine, discs) & bit:
            return winning(count)
        other, after = mine ^ discs, discs | bit
        if completing(other, after) & landings(after):
            return -winning(count + 1)
        return -self._negamax(other, after, depth - 1, -beta, -alpha)

    def _negamax(self, mine: int, discs: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value to the player to move, who has no winning cell to land on."""
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudgetError
        threats = completing(mine ^ discs, discs)
        moves = (discs + BOTTOM) & BOARD
        count = discs.bit_count()
        if forced := moves & threats:
            if forced & (forced - 1):
                return -winning(count + 1)
            moves = forced
        elif not moves:
            return 0
        moves &= ~(threats >> 1)
        if not moves:
            return -winning(count + 1)
        if count >= CELLS - 2:
            return 0
        if depth <= 0 and not forced:
            return _guess(mine, discs, threats, count)
        return self._deeper(mine, discs, depth, alpha, beta, moves)

    def _deeper(self, mine: int, discs: int, depth: int, alpha: int, beta: int, moves: int) -> int:
        """Return the best value over *moves*, from the table if it was searched as deep before."""
        count = discs.bit_count()
        beta = min(beta, winning(count + 2))
        alpha = max(alpha, -winning(count + 3))
        if alpha >= beta:
            return beta
        key = mine + discs
        if (known := self._table.get(key)) and known[0] >= depth:
            _, low, high = known
            alpha, beta = max(alpha, low), min(beta, high)
            if alpha >= beta:
                return low if low >= beta else high
        best, floor = -_FAR, alpha
        other = mine ^ discs
        for bit in _ordered(mine, discs, moves):
            best = max(best, -self._negamax(other, discs | bit, depth - 1, -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                break
        low = best if best > alpha else -_FAR
        high = best if best < beta else _FAR
        self._table[key] = (depth, low, high)
        return best


def _ordered(mine: int, discs: int, moves: int) -> list[int]:
    """Return *moves* by number of threats that they make, the greatest first, then from the centre outwards."""
    cells = [bit for column in _CENTRE if (bit := moves & column)]
    if len(cells) > 1:
        threats = {bit: -completing(mine | bit, discs | bit).bit_count() for bit in cells}
        cells.sort(key=threats.__getitem__)
    return cells


def _guess(mine: int, discs: int, threats: int, count: int) -> int:
    """Return a value within -99 and 99 from threats, their rows, and discs near the centre.

    When nothing else is left, the first player gets the cells of rows 1, 3 and 5, the second those of 2, 4 and 6.
    """
    completions = completing(mine, discs)
    kept = _FIRST_ROWS if count % 2 == 0 else BOARD ^ _FIRST_ROWS
    score = 6 * (completions.bit_count() - threats.bit_count())
    score += 8 * ((completions & kept).bit_count() - (threats & (BOARD ^ kept)).bit_count())
    other = mine ^ discs
    score += (mine & _INNER).bit_count() + (mine & _CENTRE[0]).bit_count()
    score -= (other & _INNER).bit_count() + (other & _CENTRE[0]).bit_count()
    return max(1 - SURE, min(SURE - 1, score))
