"""Alpha-beta search in Connect Four, to a depth or to the end.

A value is about the player to move, in hundredths of the score that solvers use: a win with the player's n-th disc is
100 * (22 - n), a loss to the other's n-th disc the negative of it, so that a sooner win is worth more. Values between
-100 and 100 are guesses, or a draw. Pruning after Pascal Pons: a player must block, and must not land below a cell
where the other wins.
"""

from functools import lru_cache, reduce
from operator import or_

from interplay.tracks.games.connect_four.bitboard import BOARD, BOTTOM, CELLS, LINES, STEP, bits, completing, landings

SURE = 100
_FAR = 100_000
_FIRST_ROWS = 0b010101 * BOTTOM
_CENTRE = tuple((1 << STEP) - 1 << (STEP * c) for c in (3, 2, 4, 1, 5, 0, 6))
_OTHER_ROWS = BOARD ^ _FIRST_ROWS
_COLUMNS = tuple(enumerate(_CENTRE))
_INNER = _CENTRE[0] | _CENTRE[1] | _CENTRE[2]


class OutOfBudgetError(Exception):
    """The search looked at as many positions as it may."""


def winning(discs: int) -> int:
    """Return the value to the player to move who completes a line with the next of *discs* + 1 discs."""
    return SURE * (22 - (discs + 2) // 2)


_WINS = tuple(map(winning, range(CELLS + 4)))
_LOSSES = tuple(-value for value in _WINS)
_STARS = {bit: reduce(or_, (line for line in LINES if line & bit)) for bit in bits(BOARD)}
"""Cell -> the cells of the lines through it."""


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
        count, other, after = discs.bit_count(), mine ^ discs, discs | bit
        wins, threats = _through(0, mine), _through(0, other)
        if wins & bit:
            return winning(count)
        if threats & landings(after):
            return -winning(count + 1)
        return -self._negamax(other, after, threats, wins | _through(bit, mine & _STARS[bit]), depth - 1, -beta, -alpha)

    def _negamax(self, mine: int, discs: int, wins: int, threats: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value to the player to move, who has no winning cell to land on.

        *wins* and *threats* are the cells that complete a line of this player and of the other, taken cells included.
        """
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudgetError
        moves, count = (discs + BOTTOM) & BOARD, discs.bit_count()
        if forced := moves & threats:
            if forced & (forced - 1):
                return _LOSSES[count + 1]
            moves = forced
        elif not moves:
            return 0
        moves &= ~(threats >> 1)
        if not moves:
            return _LOSSES[count + 1]
        if count >= CELLS - 2:
            return 0
        if depth <= 0 and not forced:
            return _guess(mine, discs, wins, threats, count)
        if (least := _LOSSES[count + 3]) > alpha:
            alpha = least
        if (most := _WINS[count + 2]) < beta:
            beta = most
        return beta if alpha >= beta else self._deeper(mine, discs, wins, threats, depth, alpha, beta, moves)

    def _deeper(
        self, mine: int, discs: int, wins: int, threats: int, depth: int, alpha: int, beta: int, moves: int
    ) -> int:
        """Return the best value over *moves*, from the table if it was searched as deep before."""
        key = mine + discs
        if (known := self._table.get(key)) and known[0] >= depth:
            _, low, high = known
            alpha, beta = max(alpha, low), min(beta, high)
            if alpha >= beta:
                return low if low >= beta else high
        best, floor, other = -_FAR, alpha, mine ^ discs
        for _, _, bit, cells in _ordered(mine, discs, moves, wins):
            value = -self._negamax(other, discs | bit, threats, cells, depth - 1, -beta, -floor)
            if value > best:
                best = value
                if best >= beta:
                    break
                floor = max(floor, best)
        low = best if best > alpha else -_FAR
        high = best if best < beta else _FAR
        self._table[key] = (depth, low, high)
        return best


class MisereSearch(Search):
    """The same where a line of four loses: a safe disc completes none, and a player without one loses."""

    def _after(self, mine: int, discs: int, bit: int, depth: int, alpha: int, beta: int = _FAR) -> int:
        if completing(mine, discs) & bit:
            return -winning(discs.bit_count())
        return -self._negamax(mine ^ discs, discs | bit, 0, 0, depth - 1, -beta, -alpha)

    def _negamax(self, mine: int, discs: int, wins: int, threats: int, depth: int, alpha: int, beta: int) -> int:
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudgetError
        lines, moves = completing(mine, discs), landings(discs)
        if not moves & ~lines:
            return -winning(discs.bit_count()) if moves else 0
        if depth <= 0:
            return 2 * (completing(mine ^ discs, discs).bit_count() - lines.bit_count())
        return self._deeper(mine, discs, wins, threats, depth, alpha, beta, moves & ~lines)


@lru_cache(maxsize=1 << 14)
def _ordered(mine: int, discs: int, moves: int, wins: int) -> list[tuple[int, int, int, int]]:
    """Return each move with the cells that then complete a line, behind what orders them.

    First come moves with most such cells that are free, then those nearest to the centre.
    """
    free, stars = BOARD ^ discs, _STARS
    choices = []
    for n, column in _COLUMNS:
        if bit := moves & column:
            cells = wins | _through(bit, mine & stars[bit])
            choices.append((-(cells & free).bit_count(), n, bit, cells))
    choices.sort()
    return choices


@lru_cache(maxsize=1 << 14)
def _through(bit: int, near: int) -> int:
    """Return the cells that complete a line of the disc *bit* with discs on its lines, or of all discs for bit 0."""
    return completing(near | bit, 0)


def _guess(mine: int, discs: int, wins: int, threats: int, count: int) -> int:
    """Return a value within -99 and 99 from threats, their rows, and discs near the centre.

    When nothing else is left, the first player gets the cells of rows 1, 3 and 5, the second those of 2, 4 and 6.
    """
    free = BOARD ^ discs
    wins, threats = wins & free, threats & free
    kept = _FIRST_ROWS if count % 2 == 0 else _OTHER_ROWS
    score = 6 * (wins.bit_count() - threats.bit_count())
    score += 8 * ((wins & kept).bit_count() - (threats & ~kept).bit_count())
    other = mine ^ discs
    score += (mine & _INNER).bit_count() + (mine & _CENTRE[0]).bit_count()
    score -= (other & _INNER).bit_count() + (other & _CENTRE[0]).bit_count()
    return score if -SURE < score < SURE else max(1 - SURE, min(SURE - 1, score))
