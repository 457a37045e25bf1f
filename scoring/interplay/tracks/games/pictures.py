"""What a match looks like: the interface of the games' pictures, and the few shapes that they are drawn with.

A picture is made of SVG elements, so that whatever players wrote is escaped where it is written out. Colours are
classes that the page defines for light and dark, a fill by its name and a stroke by the name and ``-line``; all else is
presentation attributes. Players are called by their seats, as on the rest of the page, and have the seats' colours.

A style sheet has to name each class by itself (``.card``, not ``svg .card``), and set the font on the ``<svg>``, not on
its texts: what ``<use>`` puts somewhere has no ancestors there that a selector could name, though it inherits of them.
"""

import textwrap
from collections.abc import Iterable, Sequence
from importlib.resources import files
from math import hypot
from typing import Any, Protocol, runtime_checkable
from xml.etree.ElementTree import Element, tostring

import msgspec
from msgspec import Struct

from interplay.core.text import printable
from interplay.tracks.games.verdicts import Observed

SEATS = tuple(f"seat-{seat}" for seat in range(6))
"""The fills of the players. ``paper`` is legible on each of them."""
FILLS = (
    *("ink", "quiet", "paper", "card", "wood", "felt", "water", "rock", "good", "bad", "red", "gold", "mark"),
    *SEATS,
)
"""All fills. ``ink`` is legible on the grounds, ``quiet`` on ``paper`` and ``card``; ``mark`` is what changed."""
CLASSES = frozenset((*FILLS, *(f"{fill}-line" for fill in FILLS)))
"""Every class that a picture may have."""
HIDDEN = "5 4"
"""The dashes around what somebody at the table does not see."""
_LONGEST_SIDE = 1_024  # pixels of a picture that a model is sent
_USUAL = 14  # the usual size of text, in units of the viewBox, which are pixels on a wide screen


class Picture(Protocol):
    """What a match of one game looks like to somebody who may see everything.

    ``PICTURE`` of a game's module ``picture`` is one. Its ids begin with the name of the game and a hyphen.
    """

    size: tuple[int, int]
    """Width and height of the viewBox, which begins at 0 0."""
    looks: tuple[str, ...]
    """The fill of each seat, which has it on the rest of the page too: one fill a side where sides are known."""
    legend: tuple[str, ...]
    """What the marks say, a clause each, for who sees the game for the first time."""

    def ground(self, state: Any) -> Element:
        """Return what a match never changes, drawn once below its frames: board, sea, table; and symbols to be used."""
        ...

    def frame(self, state: Any, observed: Observed | None) -> Element:
        """Return what is on the ground in *state*, the decision *turn* that led there marked; none at the start.

        Where several seats decide at once, *state* is that of the decision until the last of them is seen.
        """
        ...

    def caption(self, state: Any) -> str:
        """Return one plain sentence that says the state to somebody who cannot: scores, whose turn, how it ended."""
        ...


@runtime_checkable
class Gathering(Protocol):
    """A picture of a game in which more than two seats decide at once, which shows what they have decided so far."""

    def given(self, state: Any, turns: Sequence[Observed]) -> Element:
        """Return what lies over the frame of the last of *turns*, the decisions so far of a round that is not over."""
        ...


@runtime_checkable
class Readable(Protocol):
    """A picture of a board that all players see; without a decision it holds what the board's text holds, no more."""

    key: str
    """What its signs mean, in a sentence or two to a player."""

    def text(self, state: Any) -> str:
        """Return the part of every seat's observation that the picture can replace, exactly as it stands there."""
        ...


class Wording(Struct, frozen=True):
    """The texts of a picture, as ``picture.toml`` in the folder of its game has them."""

    legend: tuple[str, ...]
    key: str = ""


def wording(package: str) -> Wording:
    """Return the texts of the picture of the game in *package*."""
    return msgspec.toml.decode(files(package).joinpath("picture.toml").read_bytes(), type=Wording)


def document(picture: Picture, state: Any) -> str:
    """Return what is on the ground in *state*, no decision marked, as an SVG document in the pages' light theme."""
    style = node("style")
    style.text = files(__package__).joinpath("pictures.css").read_text(encoding="utf-8")
    width, height = picture.size
    zoom = _LONGEST_SIDE / max(width, height)
    sides = {"width": round(zoom * width), "height": round(zoom * height)}
    drawn = node(
        "svg", "", style, picture.ground(state), picture.frame(state, None), font_family="DejaVu Sans", **sides
    )
    drawn.attrib |= {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    return tostring(drawn, encoding="unicode")


def node(tag: str, look: str = "", *inner: Element, **at: str | float) -> Element:
    """Return an element of class *look* around *inner*; an attribute's underscores become hyphens.

    A shape whose classes are strokes alone is not filled; ``fill="inherit"`` gives a symbol the fill of who puts it.
    """
    element = Element(tag)
    if look:
        element.set("class", look)
        if "fill" not in at and all(name.endswith("-line") for name in look.split()):
            element.set("fill", "none")
    for name, value in at.items():
        element.set(name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else _short(value))
    element.extend(inner)
    return element


def _short(number: float) -> str:
    """Return a number as it is written into a picture, to a tenth of a unit."""
    return str(number) if isinstance(number, int) else f"{number:.1f}".removesuffix(".0")


def group(*inner: Element, look: str = "", **at: str | float) -> Element:
    """Return a ``<g>``, which passes its class and attributes on to *inner*."""
    return node("g", look, *inner, **at)


def symbols(game: str, **drawn: Element) -> Element:
    """Return the ``<defs>`` of a ground, in which each of *drawn* has the id that ``put`` looks for."""
    for name, element in drawn.items():
        element.set("id", f"{game}-{name}")
    return node("defs", "", *drawn.values())


def put(symbol: str, x: float, y: float, look: str = "", **at: str | float) -> Element:
    """Return the symbol with this id, its origin at x, y; *look* colours what of it has no colour of its own."""
    return node("use", look, href=f"#{symbol}", x=x, y=y, **at)


def rect(x: float, y: float, width: float, height: float, look: str, **at: str | float) -> Element:
    """Return a rectangle by its corner at the top left."""
    return node("rect", look, x=x, y=y, width=width, height=height, **at)


def circle(x: float, y: float, r: float, look: str, **at: str | float) -> Element:
    """Return a circle by its middle."""
    return node("circle", look, cx=x, cy=y, r=r, **at)


def line(x1: float, y1: float, x2: float, y2: float, look: str, **at: str | float) -> Element:
    """Return a line; *look* is a stroke."""
    return node("line", look, x1=x1, y1=y1, x2=x2, y2=y2, **at)


def path(d: str, look: str = "", **at: str | float) -> Element:
    """Return a path from its commands."""
    return node("path", look, d=d, **at)


def dots(points: Iterable[tuple[float, float]], r: float, look: str) -> Element:
    """Return a disc around each of *points* as one path, a round end of a line without length; *look* is a stroke."""
    d = "".join(f"M{x:g} {y:g}h0" for x, y in points)
    return path(d, look, stroke_width=2 * r, stroke_linecap="round")


def label(
    x: float, y: float, words: object, look: str = "ink", *, size: int = _USUAL, most: int = 60, **at: str | float
) -> Element:
    """Return one line of text around x, y (which is half the height of capitals); cut to *most* characters.

    ``text_anchor`` is ``middle`` where nothing else is said.
    """
    element = node("text", look, x=x, y=y + 0.35 * size, font_size=size, **at)
    element.attrib.setdefault("text-anchor", "middle")
    element.text = cut(str(words), most)
    return element


def labels(
    placed: Iterable[tuple[float, float, object]], look: str = "ink", *, size: int = _USUAL, **at: str | float
) -> Element:
    """Return short texts around their x, y that look alike, which takes less than labels one by one."""
    at.setdefault("text_anchor", "middle")
    element = group(look=look, font_size=size, **at)
    for x, y, words in placed:
        text = node("text", x=x, y=y + 0.35 * size)
        text.text = str(words)
        element.append(text)
    return element


def paragraph(
    x: float, y: float, words: str, look: str = "ink", *, size: int = _USUAL, across: int, most: int
) -> Element:
    """Return at most *most* lines of about *across* characters, the first around y, from x to the right."""
    lines = enumerate(wrapped(words, across, most))
    return labels(((x, y + 1.3 * size * n, text) for n, text in lines), look, size=size, text_anchor="start")


def cut(words: str, most: int) -> str:
    """Return *words* on one line, cut to *most* characters, with a question mark for each that does not print."""
    flat = printable(" ".join(words[: 4 * most].split()))
    return flat if len(flat) <= most and len(words) <= 4 * most else flat[: most - 1] + "…"


def wrapped(words: str, across: int, most: int) -> Sequence[str]:
    """Return *words* as at most *most* lines of at most *across* characters; the last ends with … if more follows."""
    return textwrap.wrap(cut(words, across * most), across, max_lines=most, placeholder="…")


def played(turn: Observed | None) -> Any:
    """Return the action that is to be marked: ``None`` at the start, and after a decision that forfeited."""
    return None if turn is None or turn.decision.forfeited else turn.decision.action


def arrow(x1: float, y1: float, x2: float, y2: float, look: str, *, gap: float = 0, **at: str | float) -> Element:
    """Return a line with a head at its second end, both ends *gap* short of the points; *look* is a stroke.

    It lies a little aside, so that one the other way does not cover it.
    """
    length = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    x1, y1 = x1 + gap * dx - 4 * dy, y1 + gap * dy + 4 * dx
    x2, y2 = x2 - gap * dx - 4 * dy, y2 - gap * dy + 4 * dx
    head = "".join(f"L{x2:.0f} {y2:.0f}l{-7 * dx + s * dy:.0f} {-7 * dy - s * dx:.0f}" for s in (5, -5))
    at.setdefault("stroke_width", 2.5)
    return path(f"M{x1:.0f} {y1:.0f}{head}", look, **at)


def person() -> Element:
    """Return head and shoulders around 0 0, 36 wide and 38 high, for a symbol that is filled by who puts it."""
    outline = "M-18 19C-18 4-10 3-6 1A11 11 0 1 1 6 1C10 3 18 4 18 19Z"
    return path(outline, "paper-line", fill="inherit", stroke_width=1.5)


def plate(x: float, y: float, width: float, seat: int, words: str, *, to_move: bool = False, team: str = "") -> Element:
    """Return the sign of a player, 32 high: the colour of seat or *team* and *words*, framed while it is to move."""
    frame = rect(
        x, y, width, 32, "card ink-line" if to_move else "card quiet-line", rx=6, stroke_width=3 if to_move else 1
    )
    return group(
        frame,
        circle(x + 17, y + 16, 8, team or SEATS[seat % 6]),
        label(x + 32, y + 16, words, text_anchor="start", most=int((width - 40) / 7)),
    )
