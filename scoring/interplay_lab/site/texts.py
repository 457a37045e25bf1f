"""Foreign texts on a page: invisible characters become codes, long texts are cut, and important parts are marked."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from interplay.core.text import counted

LONGEST = 12_000
"""Most characters of one text on a page."""
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
    """A part of a text, and its mark: ``good``, ``bad``, ``note`` or none."""

    text: str
    mark: str = ""


class Span(NamedTuple):
    """A marked range of a text."""

    start: int
    end: int
    mark: str


def clean(text: str) -> str:
    """Return *text* with each character that is invisible or reverses others as its code, such as ``[U+202E]``.

    At most four combining marks stay on one letter.
    """
    text = text.replace("\r\n", "\n")
    if _HIDDEN.search(text):
        text = _HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text)
    return _STACKED.sub(r"\1", text)


def cut(text: str, most: int = LONGEST) -> str:
    """Return about *most* characters of *text* from both ends, with the number of those left out."""
    if len(text) <= most:
        return text
    head, tail = text[: most * 2 // 3], text[len(text) - most // 3 :]
    return f"{head}\n[… {counted(len(text) - len(head) - len(tail), 'characters')} left out …]\n{tail}"


def pieces(text: str, spans: Iterable[Span]) -> list[Piece]:
    """Return *text* in pieces, marked by *spans*; the first of overlapping spans counts."""
    parts, end = [], 0
    for span in sorted(spans):
        if span.start < end or span.end <= span.start:
            continue
        if span.start > end:
            parts.append(Piece(text[end : span.start]))
        parts.append(Piece(text[span.start : span.end], span.mark))
        end = span.end
    if end < len(text):
        parts.append(Piece(text[end:]))
    return parts


def quoted(reason: str) -> Iterator[str]:
    """Yield the quotations after *found* in a reason, such as ``7`` of "found '7', expected '8'"."""
    quotes = [part.partition("expected")[0] for part in reason.split("found ")]
    for literal in chain.from_iterable(map(_QUOTED.findall, quotes)):
        try:
            value = ast.literal_eval(literal)
        except (ValueError, SyntaxError):
            continue
        if isinstance(value, str) and value.strip("… "):
            yield value.removesuffix("…")


def line_of(text: str, label: str, mark: str) -> list[Span]:
    """Return the last line of *text* that begins with *label*, after any characters that are no letters."""
    lines = [*re.finditer(rf"^[^\w\n]{{0,20}}({re.escape(label)}\b.*)$", text, re.IGNORECASE | re.MULTILINE)]
    return [Span(lines[-1].start(1), lines[-1].end(1), mark)] if lines else []


def spans_of(text: str, wanted: Iterable[str], mark: str, *, most: int = 20) -> list[Span]:
    """Return the places of *wanted* in *text* as whole words, at most *most* of each."""
    spans = []
    for words in wanted:
        pattern = re.compile(rf"(?<!\w){re.escape(words[:200])}(?!\w)")
        for number, match in enumerate(pattern.finditer(text)):
            if number == most:
                break
            spans.append(Span(match.start(), match.end(), mark))
    return spans


def alone_in(text: str, wanted: Iterable[str], mark: str) -> list[Span]:
    """Return the places of those *wanted* that *text* has once, since several places would be ambiguous."""
    matches = (spans_of(text, [words], mark, most=2) for words in wanted)
    return [spans[0] for spans in matches if len(spans) == 1]


def sentence(text: str) -> str:
    """Return *text* with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def as_json(value: object) -> Markup:
    """Return *value* as JSON for a ``<script>`` of a page, escaped so that it cannot end the element."""
    encoded = msgspec.json.encode(value).decode()
    return Markup(_UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", encoded))  # noqa: S704  escaped for its place


class Lines:
    """Texts that share most of their lines, such as successive prompts: each line is stored once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def add(self, text: str, most: int = LONGEST) -> list[int]:
        """Add *text*, cut to *most* characters and cleaned; return the numbers of its lines."""
        lines = clean(cut(text, most)).split("\n")
        return [self._places.setdefault(line, len(self._places)) for line in lines]

    @property
    def all(self) -> Sequence[str]:
        """All lines, by their numbers."""
        return list(self._places)
