"""Connect Four drawn: the upright grid with its discs, the last one ringed, a line of four joined."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.connect_four.bitboard import COLUMNS, DIRECTIONS, ROWS, STEP, bits, line
from interplay.tracks.games.connect_four.rules import GAME, MISERE, State, board
from interplay.tracks.games.shared.boards import MARKS
from interplay.tracks.games.verdicts import Observed

_CELL, _LEFT, _TOP, _RADIUS = 48, 36, 62, 19


class ConnectFourPicture:
    """The grid from the front, row 1 at the bottom; discs of seat 1 have a hole, to differ in black and white."""

    size = (_LEFT + COLUMNS * _CELL + 14, _TOP + ROWS * _CELL + 14)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend
    key = svg.wording(__package__).key
    text = staticmethod(board)

    def ground(self, state: State) -> Element:
        cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
        names = [svg.label(_middle(column, 0)[0], _TOP - 12, column + 1, "quiet") for column in range(COLUMNS)]
        names += [svg.label(_LEFT - 18, _middle(0, row)[1], row + 1, "quiet") for row in range(ROWS)]
        grid = svg.rect(_LEFT - 4, _TOP, COLUMNS * _CELL + 8, ROWS * _CELL + 6, "wood", rx=10)
        return svg.group(grid, svg.dots((_middle(*cell) for cell in cells), _RADIUS, "paper-line"), *names)

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [
            svg.plate(4 + 192 * seat, 4, 186, seat, f"seat {seat} plays {MARKS[seat]}", to_move=seat in turn)
            for seat in (0, 1)
        ]
        middles = [_middles(state.of(seat)) for seat in (0, 1)]
        drawn += [svg.dots(middles[seat], _RADIUS, f"seat-{seat}-line") for seat in (0, 1)]
        drawn.append(svg.dots(middles[1], 6, "paper-line"))
        if (last := svg.played(observed)) is not None:
            rows = state.played.count(last)
            drawn.append(svg.circle(*_middle(last - 1, rows - 1), _RADIUS + 2, "mark-line", stroke_width=4))
        return svg.group(*drawn, *_joined(line(state.first) | line(state.second)))

    def caption(self, state: State) -> str:
        winners = [seat for seat in (0, 1) if line(state.of(seat))]
        played = f"Columns played: {' '.join(map(str, state.played)) or 'none'}."
        if winners:
            ended = "lost" if state.twin == MISERE else "won"
            return f"Seat {winners[0]} ({MARKS[winners[0]]}) has {ended} with four in a line. {played}"
        if not GAME.to_move(state):
            return f"The grid is full: a draw. {played}"
        return f"Seat {state.seat} ({MARKS[state.seat]}) is to move. {played}"


def _middle(column: int, row: int) -> tuple[float, float]:
    return _LEFT + (column + 0.5) * _CELL, _TOP + (ROWS - row - 0.5) * _CELL + 3


def _middles(cells: int) -> list[tuple[float, float]]:
    return [_middle(*divmod(bit.bit_length() - 1, STEP)) for bit in bits(cells)]


def _joined(cells: int) -> Iterable[Element]:
    for distance in DIRECTIONS:
        run = cells & cells >> distance & cells >> 2 * distance & cells >> 3 * distance
        for start, end in zip(_middles(run), _middles(run << 3 * distance), strict=True):
            yield svg.path(
                f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}", "good-line", stroke_width=6, stroke_linecap="round"
            )


PICTURE: svg.Picture = ConnectFourPicture()
