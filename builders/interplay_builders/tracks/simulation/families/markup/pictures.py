"""Drawing boards: shapes are drawn, changed and removed by messages; the picture is written as SVG."""

import base64
from functools import reduce
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.svg import Shape, SvgParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form


class Step(Record, frozen=True):
    """Draw a shape called ``name`` on top, change its attributes, remove it, or put it at the bottom or on top."""

    do: Literal["draw", "change", "remove", "bottom", "top"]
    name: str
    tag: str = ""
    at: dict[str, str] = {}
    text: str = ""


class Steps(Record, frozen=True):
    """What a message asks for."""

    steps: tuple[Step, ...]


Named = tuple[tuple[str, Shape], ...]


class Board:
    """Shows the whole board after each message, as markup in a block."""

    def __init__(self) -> None:
        self._board: Named = ()

    def answer(self, message: Steps) -> Answer:
        """Change the board and show it."""
        self._board = reduce(_after, message.steps, self._board)
        text, check = _written(200, 120, "markup", self._board)
        return Answer(fence(text), (check, form("fenced", FencedParams(talk=True))))


class Icons:
    """Answers each message with an icon of its own, as a data URL."""

    def answer(self, message: Steps) -> Answer:
        """Draw the icon."""
        text, check = _written(24, 24, "data_url", reduce(_after, message.steps, ()))
        url = r"data:image/svg\+xml;base64,[A-Za-z0-9+/]+={0,2}"
        dress = (
            form("bare", BareParams(most_lines=1)),
            form("pattern", PatternParams(pattern=url, means="a base64 data URL on one line")),
        )
        return Answer(text, (check, *dress), encode=_data_url)


def _after(board: Named, step: Step) -> Named:
    if step.do == "draw":
        return (*board, (step.name, Shape(tag=step.tag, attributes=tuple(step.at.items()), text=step.text)))
    shape = dict(board).get(step.name)
    if shape is None:
        raise RecordError(f"found no shape {step.name!r} on the board, expected one of {[name for name, _ in board]}")
    others = tuple(pair for pair in board if pair[0] != step.name)
    if step.do == "change":
        new = replace(shape, attributes=tuple({**dict(shape.attributes), **step.at}.items()))
        return tuple((name, new if name == step.name else old) for name, old in board)
    if step.do == "remove":
        return others
    return ((step.name, shape), *others) if step.do == "bottom" else (*others, (step.name, shape))


def _written(width: int, height: int, source: Literal["markup", "data_url"], board: Named) -> tuple[str, Check]:
    """Return the picture as SVG, and the check of what it shows."""
    shapes = tuple(shape for _, shape in board)
    separator, indent = ("\n", "  ") if source == "markup" else ("", "")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    text = separator.join([head, *(indent + _element(shape) for shape in shapes), "</svg>"])
    return text, content("svg", SvgParams(width=width, height=height, shapes=shapes, source=source))


def _data_url(text: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"


def _element(shape: Shape) -> str:
    start = " ".join([shape.tag, *(f"{name}={quoteattr(value)}" for name, value in shape.attributes)])
    return f"<{start}>{escape(shape.text)}</{shape.tag}>" if shape.text else f"<{start}/>"
