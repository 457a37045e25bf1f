"""Boards as pictures, for systems that are sent images (note 0115)."""

from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final

from interplay.core.driver import Ask, Board
from interplay.core.extras import require
from interplay.core.records import Message, PicturedMessage

MOST_SVG: Final = 200_000
"""Characters of the largest picture that is sent."""


def observed(ask: Ask, observation: object) -> Ask:
    """Return *ask* with the picture of its board in place of the text (``image``), or beside it (``both``).

    It is returned as it is for any other *observation*, and where no picture holds what the text holds.
    """
    board = ask.board() if observation in {"image", "both"} else None
    if board is None or len(board.svg) > MOST_SVG or not any(board.text in m.content for m in ask.messages):
        return ask
    words = f"(The board is in the picture. {board.key})"
    if observation == "both":
        words = f"{board.text}\n\n(The picture shows the same board. {board.key})"
    return replace(ask, messages=tuple(_pictured(message, board, words) for message in ask.messages))


def _pictured(message: Message, board: Board, words: str) -> Message:
    if board.text not in message.content:
        return message
    return PicturedMessage(role=message.role, content=message.content.replace(board.text, words), svg=board.svg)


def content(message: Message) -> object:
    """Return a message's content as chat endpoints take it: its text, or a list of a picture and the text."""
    if not isinstance(message, PicturedMessage):
        return message.content
    url = f"data:image/png;base64,{b64encode(png(message.svg)).decode()}"
    return [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": message.content}]


@lru_cache(maxsize=64)
def png(svg: str) -> bytes:
    """Return an SVG document as a PNG of its size; its text is in the font of this package on every machine.

    Raises ``MissingPackage`` without the extra ``images``.
    """
    require("resvg_py", "sending pictures")
    import resvg_py  # noqa: PLC0415  an optional package

    with as_file(files(__package__) / "fonts" / "DejaVuSans.ttf") as font:
        return resvg_py.svg_to_bytes(svg_string=svg, background="white", skip_system_fonts=True, font_files=[str(font)])
