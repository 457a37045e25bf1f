"""TicTacToe drawn: a grid of crosses and rings with the number of each move, the last one framed, a line struck out."""

from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.shared.boards import MARKS
from interplay.tracks.games.tictactoe.rules import GAME, MISERE, Cell, State, complete, winner
from interplay.tracks.games.verdicts import Observed

_CELL, _LEFT, _TOP = 96, 36, 64
"""Width of a cell, and the corner of the grid."""


class TicTacToePicture:
    """The grid from above, row 1 at the top."""

    size = (_LEFT + 3 * _CELL + 12, _TOP + 3 * _CELL + 12)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend
    key = svg.wording(__package__).key
    text = staticmethod(GAME.show)

    def ground(self, state: State) -> Element:
        cross = svg.path("M-23-23L23 23M-23 23L23-23", stroke_width=11, stroke_linecap="round")
        defs = svg.symbols("tictactoe", X=cross, O=svg.circle(0, 0, 25, "", stroke_width=11, fill="none"))
        names = [svg.label(_LEFT - 16, _middle((n, 1))[1], n, "quiet") for n in (1, 2, 3)]
        names += [svg.label(_middle((1, n))[0], _TOP - 12, n, "quiet") for n in (1, 2, 3)]
        lines = (f"M{_LEFT + n * _CELL} {_TOP}v{3 * _CELL}M{_LEFT} {_TOP + n * _CELL}h{3 * _CELL}" for n in (1, 2))
        board = svg.rect(_LEFT, _TOP, 3 * _CELL, 3 * _CELL, "card", rx=8)
        return svg.group(
            defs, board, svg.path("".join(lines), "quiet-line", stroke_width=3, stroke_linecap="round"), *names
        )

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [
            svg.plate(4 + 164 * seat, 4, 160, seat, f"seat {seat} plays {MARKS[seat]}", to_move=seat in turn)
            for seat in (0, 1)
        ]
        if (last := svg.played(observed)) is not None:
            x, y = _middle(last)
            drawn.append(svg.rect(x - 46, y - 46, 92, 92, "mark-line", rx=6, stroke_width=4))
        for seat in (0, 1):
            marks = [svg.put(f"tictactoe-{MARKS[seat]}", *_middle(cell)) for cell in state.moves[seat::2]]
            drawn.append(svg.group(*marks, look=f"seat-{seat}-line"))
        if observed is not None:  # without a decision the picture is of the board alone, not of what led there
            corners = enumerate(map(_middle, state.moves), 1)
            drawn.append(svg.labels(((x - 38, y - 16, n) for n, (x, y) in corners), "quiet"))
        strokes = [_stroke(*_middle(line[0]), *_middle(line[2])) for _, line in complete(state.moves)]
        return svg.group(*drawn, *strokes)

    def caption(self, state: State) -> str:
        cells = [" ".join(f"({r},{c})" for r, c in state.moves[seat::2]) or "no cell" for seat in (0, 1)]
        return f"{_standing(state)} X holds {cells[0]}; O holds {cells[1]}."


def _standing(state: State) -> str:
    seat = winner(state.moves)
    if seat is not None:
        return f"Seat {seat} ({MARKS[seat]}) has {'lost' if state.twin == MISERE else 'won'} with a line."
    if not GAME.to_move(state):
        return "The grid is full: a draw."
    return f"Seat {state.seat} ({MARKS[state.seat]}) is to move."


def _middle(cell: Cell) -> tuple[float, float]:
    return _LEFT + (cell[1] - 0.5) * _CELL, _TOP + (cell[0] - 0.5) * _CELL


def _stroke(x1: float, y1: float, x2: float, y2: float) -> Element:
    dx, dy = (x2 - x1) / 6, (y2 - y1) / 6
    return svg.line(x1 - dx, y1 - dy, x2 + dx, y2 + dy, "good-line", stroke_width=8, stroke_linecap="round")


PICTURE: svg.Picture = TicTacToePicture()
