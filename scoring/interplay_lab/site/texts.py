"""Texts of others on a page: what does not print is named, what is too long is cut, what matters is marked."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from interplay.core.text import counted

LONGEST = 12_000
"""Characters shown of one text."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200c\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_STACKED = re.compile(
    "([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4})[\u0300-\u036f]+"
)
_QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
_UNSAFE = re.compile("[<>&\u2028\u2029]")


class Piece(NamedTuple):
    """A stretch of a text, and how it is marked: ``good``, ``bad``, ``note`` or not at all."""

    text: str
    mark: str = ""


class Span(NamedTuple):
    """Where a text is marked, and how."""

    start: int
    end: int
    mark: str


def clean(text: str) -> str:
    """Return *text* with each character that nobody sees, or that turns others around, named as ``[U+202E]``.

    Marks that are piled on one letter are cut to four.
    """
    text = text.replace("\r\n", "\n")
    if _HIDDEN.search(text):
        text = _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)
    return _STACKED.sub(r"\1", text)


def cut(text: str, most: int = LONGEST) -> str:
    """Return at most about *most* characters of *text*, from both ends, saying how many are left out."""
    if len(text) <= most:
        return text
    head, tail = text[: most * 2 // 3], text[len(text) - most // 3 :]
    return f"{head}\n[… {counted(len(text) - len(head) - len(tail), 'characters')} left out …]\n{tail}"


def pieces(text: str, spans: Iterable[Span]) -> list[Piece]:
    """Return *text* in pieces, marked where *spans* say; of spans that overlap the first one counts."""
    found, place = [], 0
    for span in sorted(spans):
        if span.start < place or span.end <= span.start:
            continue
        if span.start > place:
            found.append(Piece(text[place : span.start]))
        found.append(Piece(text[span.start : span.end], span.mark))
        place = span.end
    if place < len(text):
        found.append(Piece(text[place:]))
    return found


def quoted(reason: str) -> Iterator[str]:
    """Yield what a reason quotes after *found*, such as ``7`` of "found '7', expected '8'"."""
    found = [part.partition("expected")[0] for part in reason.split("found ")]
    for literal in chain.from_iterable(map(_QUOTED.findall, found)):
        try:
            value = ast.literal_eval(literal)
        except (ValueError, SyntaxError):
            continue
        if isinstance(value, str) and value.strip("… "):
            yield value.removesuffix("…")


def line_of(text: str, label: str, mark: str) -> list[Span]:
    """Return the last line of *text* that begins with *label*, whatever stands before it that is no letter."""
    found = [*re.finditer(rf"^[^\w\n]{{0,20}}({re.escape(label)}\b.*)$", text, re.IGNORECASE | re.MULTILINE)]
    return [Span(found[-1].start(1), found[-1].end(1), mark)] if found else []


def spans_of(text: str, wanted: Iterable[str], mark: str, *, most: int = 20) -> list[Span]:
    """Return where *text* has one of *wanted* as whole words, at most *most* times each."""
    found = []
    for words in wanted:
        pattern = re.compile(rf"(?<!\w){re.escape(words[:200])}(?!\w)")
        for number, match in enumerate(pattern.finditer(text)):
            if number == most:
                break
            found.append(Span(match.start(), match.end(), mark))
    return found


def alone_in(text: str, wanted: Iterable[str], mark: str) -> list[Span]:
    """Return where *text* has those of *wanted* that it has once: of several places nobody knows which is meant."""
    found = (spans_of(text, [words], mark, most=2) for words in wanted)
    return [spans[0] for spans in found if len(spans) == 1]


def sentence(text: str) -> str:
    """Return *text* with a capital letter in front and a point behind."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def as_json(value: object) -> Markup:
    """Return *value* as JSON that can stand in a ``<script>`` of a page: nothing in it can end the element."""
    encoded = msgspec.json.encode(value).decode()
    return Markup(_UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", encoded))  # noqa: S704  escaped for its place


class Lines:
    """Texts that share most of their lines, such as one prompt after another: each line is held once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def add(self, text: str, most: int = LONGEST) -> list[int]:
        """Return the numbers of the lines of *text*, which is cut to *most* characters and cleaned."""
        lines = clean(cut(text, most)).split("\n")
        return [self._places.setdefault(line, len(self._places)) for line in lines]

    @property
    def held(self) -> Sequence[str]:
        """All lines, by their numbers."""
        return list(self._places)
