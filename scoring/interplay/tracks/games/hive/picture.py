"""Hive drawn: hexes with a picture and the letter of the insect, fitted to the page as the hive grows."""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.hive.board import axial
from interplay.tracks.games.hive.position import KINDS, NONE, RESERVE, SIZE, TILES, State
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.hive.text import COLOURS, LETTERS, board, turn_text
from interplay.tracks.games.verdicts import Observed

_WIDTH, _HEIGHT, _TOP = 480, 380, 44
"""The plane, below the two players."""


class HivePicture:
    """The plane with r growing downwards, as the drawing in the prompts has it."""

    size = (_WIDTH, _TOP + _HEIGHT + 4)
    looks: tuple[str, ...] = ("seat-0", "good")
    legend = svg.wording(__package__).legend
    key = svg.wording(__package__).key
    text = staticmethod(board)

    def ground(self, state: State) -> Element:
        tiles = {kind: _tile(kind) for kind in KINDS}
        outlines = {"last": _hex("mark-line", 4), "from": _hex("mark-line", 4, stroke_dasharray="6 4")}
        outlines["danger"] = _hex("bad-line", 3)
        table = svg.rect(2, _TOP, _WIDTH - 4, _HEIGHT, "felt", rx=10)
        return svg.group(svg.symbols("hive", **tiles, **outlines), table)

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [
            svg.plate(4 + 238 * n, 4, 234, n, _reserve(state, n), to_move=n in turn, team=look)
            for n, look in enumerate(self.looks)
        ]
        plane = [svg.group(*_tiles(state, seat), look=look) for seat, look in enumerate(self.looks)]
        hive = svg.group(*plane, *_marked(state), _named_hexes(state), transform=_transform(state))
        return svg.group(*drawn, hive, *_chosen_tile(state))

    def caption(self, state: State) -> str:
        if state.ended:
            points = GAME.outcome(state).points
            start = f"The game is over ({state.ended.replace('_', ' ')}): "
            start += "a draw." if points[0] == points[1] else f"{_seat_name(int(points[1] > points[0]))} has won."
        else:
            doing = "is to name where the chosen tile goes" if state.chosen != NONE else "is to move"
            start = f"{_seat_name(state.turns % 2)} {doing}."
        return f"{start} {_queen(state, 0)} {_queen(state, 1)} Last turn: {turn_text(state.last)}."


def _seat_name(seat: int) -> str:
    return f"Seat {seat} ({COLOURS[seat]})"


def _queen(state: State, seat: int) -> str:
    near = state.beside_queen(seat)
    words = "is not placed" if near is None else f"has {near} of 6 neighbours"
    return f"The {COLOURS[seat]} queen {words}."


def _reserve(state: State, seat: int) -> str:
    left = [f"{LETTERS[kind]}{n if n > 1 else ''}" for kind in KINDS if (n := state.reserve(seat, kind))]
    return f"seat {seat} “{COLOURS[seat]}”  {' '.join(left) or 'all placed'}"


def _middle(where: int) -> tuple[float, float]:
    q, r = axial(where)
    return 30 * sqrt(3) * (q + r / 2), 45.0 * r


def _tiles(state: State, seat: int) -> Iterable[Element]:
    for tile in range(SIZE * seat, SIZE * seat + SIZE):
        if state.where[tile] != RESERVE:
            yield svg.put(f"hive-{TILES[tile % SIZE]}", *_middle(state.where[tile]))


def _named_hexes(state: State) -> Element:
    places = [where for where in state.where if where != RESERVE]
    named = ((x, y + 12, f"{q},{r}") for (q, r), (x, y) in ((axial(where), _middle(where)) for where in places))
    return svg.labels(named, "paper", size=14)


def _marked(state: State) -> Iterable[Element]:
    """Yield frames: around the last tile and where it came from, or the chosen one, and around a queen that is lost."""
    chosen = state.where[state.chosen] if state.chosen != NONE else RESERVE
    if chosen != RESERVE:
        yield svg.put("hive-from", *_middle(chosen))
    elif state.last is not None and state.last.tile != NONE:
        if state.last.start != RESERVE:
            yield svg.put("hive-from", *_middle(state.last.start))
        yield svg.put("hive-last", *_middle(state.last.end))
    for seat in (0, 1):
        if state.beside_queen(seat) == 6:
            yield svg.put("hive-danger", *_middle(state.where[SIZE * seat]))


def _chosen_tile(state: State) -> Iterable[Element]:
    if state.chosen != NONE and state.where[state.chosen] == RESERVE:
        seat, tile = divmod(state.chosen, SIZE)
        x, y = (_WIDTH - 40 if seat else 40), _TOP + _HEIGHT - 40
        yield svg.put(f"hive-{TILES[tile]}", x, y, PICTURE.looks[seat])
        yield svg.put("hive-from", x, y)


def _transform(state: State) -> str:
    points = [_middle(where) for where in state.where if where != RESERVE] or [(0.0, 0.0)]
    if state.last is not None and state.last.start != RESERVE:
        points.append(_middle(state.last.start))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs) + 60, max(ys) - min(ys) + 68
    scale = min(1.0, (_WIDTH - 12) / wide, (_HEIGHT - 8) / high)
    x = _WIDTH / 2 - scale * (max(xs) + min(xs)) / 2
    y = _TOP + _HEIGHT / 2 - scale * (max(ys) + min(ys)) / 2
    return f"translate({x:.1f} {y:.1f}) scale({scale:.3g})"


def _hex(look: str, width: float, **at: str | float) -> Element:
    corners = [(29 * sin(n * pi / 3), -29 * cos(n * pi / 3)) for n in range(6)]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"
    return svg.path(d, look, stroke_width=width, stroke_linejoin="round", **at)


def _tile(kind: str) -> Element:
    """Return a tile around 0 0 with insect and letter; its lower part is free for the coordinates."""
    insect = svg.group(_INSECTS[kind](), transform="translate(-4 -9) scale(0.7)")
    letter = svg.label(15, -6, LETTERS[kind], "paper", size=14, font_weight="bold")
    return svg.group(_hex("ink-line", 1, fill="inherit"), insect, letter)


def _queen_bee() -> Element:
    wings = (
        svg.node("ellipse", "paper", cx=x, cy=-8, rx=9, ry=5, transform=f"rotate({turn} {x} -8)", opacity=0.75)
        for x, turn in ((-10, 35), (10, -35))
    )
    body = svg.node("ellipse", "paper", cx=0, cy=-3, rx=6.5, ry=11)
    stripes = svg.path("M-6-5h12M-6.5 0h13M-5 5h10", "ink-line", stroke_width=2.2)
    return svg.group(*wings, body, stripes, svg.circle(0, -16, 4, "paper"))


def _spider() -> Element:
    d = "".join(
        f"M{s * 4} {-4 + dy}l{s * 9} {4 * lift}l{s * 3} {6 * lift + 3}"
        for s in (-1, 1)
        for dy, lift in ((-5, -1.6), (-2, -0.6), (1, 0.4), (4, 0.9))
    )
    legs = svg.path(d, "paper-line", stroke_width=1.8, stroke_linejoin="round")
    return svg.group(legs, svg.circle(0, -1, 7, "paper"), svg.circle(0, -10, 4, "paper"))


def _grasshopper() -> Element:
    body = svg.node("ellipse", "paper", cx=0, cy=-3, rx=17, ry=5, transform="rotate(-12 0 -3)")
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    legs = svg.path("M-2 0L-8-17L-17 8M4 1L9 10M10-1L15 8", "paper-line", stroke_width=2.4, **ends)
    return svg.group(body, legs, svg.path("M15-8L22-14", "paper-line", stroke_width=1.5))


def _ant() -> Element:
    d = "M0-4l-12-7M0-4l-13 1M0-4l-11 8M0-4l12-7M0-4l13 1M0-4l11 8M-1-15l-5-6M1-15l5-6"
    body = (svg.circle(0, y, r, "paper") for y, r in ((5, 6.5), (-4.5, 4), (-13, 4.8)))
    return svg.group(svg.path(d, "paper-line", stroke_width=1.8), *body)


_INSECTS = {"queen": _queen_bee, "spider": _spider, "grasshopper": _grasshopper, "ant": _ant}

PICTURE: svg.Picture = HivePicture()
