"""Connect Four on bitboards: one bit a cell, a column's seven bits from the bottom up, the seventh always empty.

The empty seventh bit keeps lines from wrapping around. Bit ``7 * (column - 1) + (row - 1)``, the layout of John Tromp's
and Pascal Pons's solvers. A board is a pair of sets: the discs of one player, and all discs.
"""

COLUMNS, ROWS, STEP = 7, 6, 7
CELLS = COLUMNS * ROWS
DIRECTIONS = (1, STEP, STEP - 1, STEP + 1)
"""Distance of neighbours in a column, a row, a falling and a rising diagonal."""
BOTTOM = sum(1 << (STEP * c) for c in range(COLUMNS))
BOARD = BOTTOM * ((1 << ROWS) - 1)
COLUMN = tuple(((1 << ROWS) - 1) << (STEP * c) for c in range(COLUMNS))
_FOURS = tuple(1 | 1 << d | 1 << 2 * d | 1 << 3 * d for d in DIRECTIONS)
LINES = tuple(cells for n in range(STEP * COLUMNS) for four in _FOURS if (cells := four << n) & BOARD == cells)


def cell(column: int, row: int) -> int:
    """Return the bit of a cell; columns 1 to 7 from the left, rows 1 to 6 from the bottom."""
    return 1 << (STEP * (column - 1) + row - 1)


def landings(discs: int) -> int:
    """Return the lowest free cell of every column that has one."""
    return (discs + BOTTOM) & BOARD


def landing(discs: int, column: int) -> int:
    """Return the cell where a disc in *column* comes to rest; 0 when the column is full."""
    return (discs + BOTTOM) & COLUMN[column - 1]


def bits(cells: int) -> list[int]:
    """Return the single cells of a set, column by column and from the bottom up."""
    return [1 << n for n in range(cells.bit_length()) if cells >> n & 1]


def column_of(bit: int) -> int:
    """Return the column, 1 to 7, of one cell."""
    return (bit.bit_length() - 1) // STEP + 1


def line(discs: int) -> int:
    """Return the cells of all lines of four that *discs* hold; 0 for none."""
    cells = 0
    for d in DIRECTIONS:
        pairs = discs & (discs >> d)
        if starts := pairs & (pairs >> 2 * d):
            cells |= starts | starts << d | starts << 2 * d | starts << 3 * d
    return cells


def completing(mine: int, discs: int) -> int:
    """Return the free cells, reachable now or later, that would complete a line of four of *mine*."""
    cells = (mine << 1) & (mine << 2) & (mine << 3)
    for d in (STEP - 1, STEP, STEP + 1):
        if pairs := mine & (mine << d):
            cells |= (pairs << d) & ((mine << 3 * d) | (mine >> d)) | (pairs >> 2 * d) & ((mine << d) | (mine >> 3 * d))
    return cells & (BOARD ^ discs)


def mirrored(cells: int) -> int:
    """Return *cells* with left and right exchanged."""
    flipped = 0
    for c in range(COLUMNS):
        flipped |= ((cells & COLUMN[c]) >> (STEP * c)) << (STEP * (COLUMNS - 1 - c))
    return flipped
