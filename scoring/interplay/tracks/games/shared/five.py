"""Five players drawn around a table, each with a box for what is known of them and what they say."""

from collections.abc import Container, Sequence
from math import cos, pi, sin
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg

SIZE = (480, 484)
"""Of the picture; the lowest 44 are free for two lines."""
_X, _Y, _RADIUS = 240, 226, 80
_BOXES = ((110, 4, 260, 104), (334, 124, 142, 150), (246, 334, 230, 104), (4, 334, 230, 104), (4, 124, 142, 150))
"""Left, top, width and height of each player's box, seat 0 at the top and the others clockwise."""


def table() -> Element:
    """Return the table."""
    return svg.circle(_X, _Y, _RADIUS - 22, "wood")


def chair(seat: int) -> tuple[int, int]:
    """Return the position of a player's seat."""
    angle = 2 * pi * seat / 5
    return round(_X + _RADIUS * sin(angle)), round(_Y - _RADIUS * cos(angle))


def inner(seat: int) -> tuple[int, int, int]:
    """Return left, first line and width of the space below the head of a box."""
    x, y, width, _ = _BOXES[seat]
    return x + 10, y + 48, width - 20


def box(seat: int) -> Element:
    """Return a player's box with the field for what others do not know."""
    x, y, width, high = _BOXES[seat]
    frame = svg.rect(x, y, width, high, "card quiet-line", rx=8, stroke_width=1)
    return svg.group(
        frame, svg.rect(x + 5, y + 5, width - 10, 28, "paper quiet-line", rx=5, stroke_dasharray=svg.HIDDEN)
    )


def head(seat: int, words: str, look: str) -> Element:
    """Return the number of a seat and *words* about it, as the head of its box."""
    x, y, width, _ = _BOXES[seat]
    number = svg.label(x + 20, y + 19, seat, "paper", size=13)
    title = svg.label(x + 12 + width / 2, y + 19, words, look, most=(width - 44) // 8, font_weight="bold")
    return svg.group(svg.circle(x + 20, y + 19, 9, f"seat-{seat}"), number, title)


def framed(seat: int) -> Element:
    """Return the frame around the box of the player who acted last."""
    return svg.rect(*_BOXES[seat], "mark-line", rx=8, stroke_width=3)


def players(game: str, names: Sequence[str], to_move: Container[int], here: Container[int]) -> Element:
    """Return all players: faded if no longer *here*, ringed if to move; the ground has the symbol ``person``."""
    drawn = []
    for seat, (x, y) in enumerate(map(chair, range(5))):
        drawn.append(svg.put(f"{game}-person", x, y, f"seat-{seat}"))
        if seat not in here:
            drawn[-1].set("opacity", "0.35")
        if seat in to_move:
            drawn.append(svg.circle(x, y, 25, "ink-line", stroke_width=3))
    placed = [(x, y + 9, name) for (x, y), name in zip(map(chair, range(5)), names, strict=True)]
    return svg.group(*drawn, svg.labels(placed, "paper"))


def speech(seat: int, words: str, look: str = "ink", *, after: float = 0, most: int = 3) -> Element:
    """Return what a player says, *after* so many units from the top of the box, in as many lines as fit."""
    x, y, width = inner(seat)
    free = int((_BOXES[seat][3] - 40 - after) // 17)
    return svg.paragraph(x, y + after, words, look, size=13, across=int(width / 7.3), most=max(1, min(most, free)))
