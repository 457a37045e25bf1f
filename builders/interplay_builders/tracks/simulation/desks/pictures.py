"""Drawing boards: shapes are drawn, changed and removed by messages; the picture is written as SVG."""

from collections.abc import Iterator, Sequence
from functools import partial
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
from interplay_builders.tracks.simulation.desks.assembling import Answer
from interplay_builders.tracks.simulation.sessions import content, form


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


def boards(asked: Sequence[Steps]) -> tuple[Answer, ...]:
    """Answer with the whole board after each message, as markup in a block."""
    write = partial(_answer, 200, 120, "markup")
    return tuple(write(tuple(shape for _, shape in board)) for board in _boards(asked))


def icons(asked: Sequence[Steps]) -> tuple[Answer, ...]:
    """Answer each message with an icon of its own, as a data URL."""
    write = partial(_answer, 24, 24, "data_url")
    return tuple(write(tuple(shape for _, shape in next(_boards([message])))) for message in asked)


def _boards(asked: Sequence[Steps]) -> Iterator[Named]:
    board: Named = ()
    for message in asked:
        for step in message.steps:
            board = _after(board, step)
        yield board


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


def _answer(width: int, height: int, source: Literal["markup", "data_url"], shapes: tuple[Shape, ...]) -> Answer:
    separator = "\n" if source == "markup" else ""
    indent = "  " if source == "markup" else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    text = separator.join([head, *(indent + _written(shape) for shape in shapes), "</svg>"])
    params = SvgParams(width=width, height=height, shapes=shapes, source=source)
    return Answer(text, (content("svg", params), *_dress(source)))


def _dress(source: str) -> tuple[Check, ...]:
    if source == "markup":
        return (form("fenced", FencedParams()),)
    url = r"data:image/svg\+xml;base64,[A-Za-z0-9+/]+={0,2}"
    return (
        form("bare", BareParams(most_lines=1)),
        form("pattern", PatternParams(pattern=url, means="a base64 data URL on one line")),
    )


def _written(shape: Shape) -> str:
    start = " ".join([shape.tag, *(f"{name}={quoteattr(value)}" for name, value in shape.attributes)])
    return f"<{start}>{escape(shape.text)}</{shape.tag}>" if shape.text else f"<{start}/>"
