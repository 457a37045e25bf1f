"""Santorini drawn from above: towers as smaller and smaller floors, the pawns on them, the last step and block."""

from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.santorini.grid import DOME, LETTERS, PLACES, SIZE, SQUARES, TOP
from interplay.tracks.games.santorini.rules import GAME, State, board, climber, last_turn
from interplay.tracks.games.verdicts import Observed

_CELL, _LEFT, _TOP = 76, 34, 64
_FLOORS = (68, 56, 44)  # widths of the floors of a tower


class SantoriniPicture:
    """The grid with row 0, the north, at the top; a number in a corner says the level."""

    size = (_LEFT + SIZE * _CELL + 12, _TOP + SIZE * _CELL + 12)
    looks: tuple[str, ...] = svg.SEATS[:2]
    legend = svg.wording(__package__).legend
    key = svg.wording(__package__).key
    text = staticmethod(board)

    def ground(self, state: State) -> Element:
        towers = {f"level{level}": _tower(level) for level in range(1, DOME + 1)}
        lawn = svg.rect(_LEFT, _TOP, SIZE * _CELL, SIZE * _CELL, "felt", rx=8)
        cuts = (
            f"M{_LEFT + n * _CELL} {_TOP}v{SIZE * _CELL}M{_LEFT} {_TOP + n * _CELL}h{SIZE * _CELL}"
            for n in range(1, SIZE)
        )
        names = [svg.label(_LEFT - 16, _middle(SIZE * n)[1], n, "quiet") for n in range(SIZE)]
        names += [svg.label(_middle(n)[0], _TOP - 12, n, "quiet") for n in range(SIZE)]
        return svg.group(
            svg.symbols("santorini", **towers), lawn, svg.path("".join(cuts), "quiet-line", stroke_width=1), *names
        )

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [svg.plate(4 + 212 * seat, 4, 206, seat, _sign(seat), to_move=seat in turn) for seat in (0, 1)]
        for square in SQUARES:
            if level := state.heights[square]:
                drawn.append(svg.put(f"santorini-level{level}", *_middle(square)))
        drawn += _marked(state, observed)
        for pawn, square in enumerate(state.pawns):
            x, y = _middle(square)
            drawn += [
                svg.circle(x, y, 17, f"{svg.SEATS[pawn % 2]} paper-line", stroke_width=2),
                svg.label(x, y, LETTERS[pawn], "paper", size=18),
            ]
        return svg.group(*drawn)

    def caption(self, state: State) -> str:
        if state.winner >= 0:
            how = "has left the other without a turn" if climber(state) is None else "stands on level 3"
            start = f"Seat {state.winner} {how} and has won."
        else:
            doing = "places" if state.placing else "acts with"
            start = f"Seat {state.seat} {doing} {' or '.join(LETTERS[pawn] for pawn in state.actors)}."
        pawns = [
            f"{LETTERS[n]} on ({s // SIZE}, {s % SIZE}) at level {state.heights[s]}" for n, s in enumerate(state.pawns)
        ]
        return f"{start} Pawns: {', '.join(pawns) or 'none'}. Blocks built: {sum(state.heights)}."


def _sign(seat: int) -> str:
    return f"seat {seat}, pawns {LETTERS[seat]} and {LETTERS[seat + 2]}"


def _middle(square: int) -> tuple[float, float]:
    return _LEFT + (square % SIZE + 0.5) * _CELL, _TOP + (square // SIZE + 0.5) * _CELL


def _tower(level: int) -> Element:
    floors = zip(_FLOORS[:level], ("card", "wood", "card"), strict=False)
    drawn = [svg.rect(-w / 2, -w / 2, w, w, f"{fill} quiet-line", rx=3, stroke_width=1.5) for w, fill in floors]
    dome = [svg.circle(0, 0, 20, "water ink-line", stroke_width=1.5)] if level == DOME else []
    badge = svg.circle(-28, -13, 9, "paper quiet-line", stroke_width=1), svg.label(-28, -13, level, size=12)
    return svg.group(*drawn, *dome, *badge)


def _marked(state: State, last: Observed | None) -> list[Element]:
    """Return the step of the last action, and a frame around the square that it built on or was placed on."""
    if last is None or last.decision.forfeited:
        return []
    if state.last in PLACES:
        return [_framed(PLACES[state.last])]
    _, start, target, built = last_turn(state)
    step = svg.line(*_middle(start), *_middle(target), "mark-line", stroke_width=5, stroke_linecap="round")
    came = [svg.circle(*_middle(start), 7, "mark"), step]
    return came if state.heights[target] == TOP else [*came, _framed(built)]


def _framed(square: int) -> Element:
    x, y = _middle(square)
    return svg.rect(x - 36, y - 36, 72, 72, "mark-line", rx=5, stroke_width=4)


PICTURE: svg.Picture = SantoriniPicture()
