"""The reply is a list of made-up entries (passwords, names), a line each, that obey these rules; any such list passes.

Read over are bullets, numbering and code marks around an entry; a line with blanks inside is not an entry. Characters
are counted as Unicode code points.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, ClassVar

from msgspec import Meta

from interplay.core.records import Record
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, compiled, lines

_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,3}[.)])\s+")
Size = Annotated[int, Meta(ge=0)]


class Tally(Record, frozen=True):
    """How many characters of an entry are among ``characters``, which reasons call ``name``."""

    name: str
    characters: Annotated[str, Meta(min_length=1)]
    least: Size = 0
    most: Size = 1_000


class Words(Record, frozen=True):
    """Entries are words of a list, in any mixture of cases, joined by ``separator``; none occurs twice in an entry.

    ``digits``: behind the words stands a number of so many digits. ``ordered``: the words stand in alphabetical order.
    ``initials``: their first letters spell this.
    """

    allowed: Annotated[tuple[str, ...], Meta(min_length=1)]
    separator: str
    count: Annotated[int, Meta(ge=1)]
    digits: Size = 0
    ordered: bool = False
    initials: str = ""


class Shape(Record, frozen=True):
    """A regular expression (RE2) that an entry matches as a whole, and what it means in words."""

    pattern: str
    means: str


class EntriesParams(Params, frozen=True):
    """The rules that entries must obey. An empty string or list, and ``None``, ask for nothing.

    ``alphabet``: all characters that are allowed. ``no_repeats``: no character twice; ``no_neighbours``: not twice in a
    row. ``digit_sum``: of all digits. ``required``: an entry contains one of them. ``taken``: entries that were
    given away before. ``required``, ``forbidden`` and ``taken`` are compared without case. ``ordered``: the entries
    stand in alphabetical order. Entries are all different.
    """

    count: Annotated[int, Meta(ge=1, le=50)] = 1
    least: Size = 0
    most: Size = 1_000
    alphabet: str = ""
    tallies: tuple[Tally, ...] = ()
    first: str = ""
    last: str = ""
    no_repeats: bool = False
    no_neighbours: bool = False
    digit_sum: int | None = None
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    words: Words | None = None
    shapes: tuple[Shape, ...] = ()
    ordered: bool = False
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        entries = [entry for line in lines(body(reply)) if (entry := _entry(line))]
        if len(entries) != self.count:
            return f"found {len(entries)} entries, expected {self.count}"
        for number, entry in enumerate(entries, 1):
            if (problem := next(_problems(self, entry), None)) is not None:
                return f"entry {number}: found {problem}"
        if twice := [entry for entry, times in Counter(entries).items() if times > 1]:
            return f"found {quoted(twice[0])} more than once, expected different entries"
        if self.ordered and entries != sorted(entries, key=str.casefold):
            return "found entries in another order, expected the alphabetical one"
        return ""


def _entry(line: str) -> str:
    """Return the entry on a line, or nothing where the line holds several words."""
    text = _BULLET.sub("", line, count=1).strip()
    for mark in ("**", "`"):
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark):
            text = text[len(mark) : -len(mark)]
    return "" if len(text.split()) > 1 else text


def _problems(params: EntriesParams, entry: str) -> Iterator[str]:
    yield from _of_characters(params, entry)
    yield from _of_texts(params, entry)
    if params.words is not None:
        yield from _of_words(params.words, entry)
    for shape in params.shapes:
        if compiled(shape.pattern).fullmatch(entry) is None:
            yield f"{quoted(entry)}, expected {shape.means}"


def _of_characters(params: EntriesParams, entry: str) -> Iterator[str]:
    if not params.least <= len(entry) <= params.most:
        expected = f"{params.least}" if params.least == params.most else f"{params.least} to {params.most}"
        yield f"{len(entry)} characters in {quoted(entry)}, expected {expected}"
    if params.alphabet and (strange := [c for c in entry if c not in params.alphabet]):
        yield f"{strange[0]!r} in {quoted(entry)}, expected only characters that are allowed"
    for tally in params.tallies:
        number = sum(c in tally.characters for c in entry)
        if not tally.least <= number <= tally.most:
            expected = str(tally.least) if tally.least == tally.most else f"{tally.least} to {tally.most}"
            yield f"{number} {tally.name} in {quoted(entry)}, expected {expected}"
    if params.first and entry[:1] not in params.first:
        yield f"{entry[:1]!r} at the beginning of {quoted(entry)}, expected one of {quoted(params.first)}"
    if params.last and entry[-1:] not in params.last:
        yield f"{entry[-1:]!r} at the end of {quoted(entry)}, expected one of {quoted(params.last)}"
    if params.no_repeats and len(set(entry)) < len(entry):
        yield f"a character twice in {quoted(entry)}, expected each once"
    if params.no_neighbours and any(character == other for character, other in pairwise(entry)):
        yield f"the same character twice in a row in {quoted(entry)}, expected no such pair"
    if params.digit_sum is not None and (total := sum(int(c) for c in entry if c in "0123456789")) != params.digit_sum:
        yield f"digits with the sum {total} in {quoted(entry)}, expected {params.digit_sum}"


def _of_texts(params: EntriesParams, entry: str) -> Iterator[str]:
    plain = entry.casefold()
    if params.required and not any(text.casefold() in plain for text in params.required):
        yield f"{quoted(entry)}, expected it to hold {' or '.join(params.required)}"
    yield from (f"{text!r} in {quoted(entry)}, expected none" for text in params.forbidden if text.casefold() in plain)
    if plain in {text.casefold() for text in params.taken}:
        yield f"{quoted(entry)}, expected an entry that is not taken"


def _of_words(words: Words, entry: str) -> Iterator[str]:
    parts = [part.casefold() for part in entry.split(words.separator)]
    if words.digits:
        number = parts.pop()
        if len(number) != words.digits or not number.isascii() or not number.isdigit():
            yield f"{quoted(number)} at the end, expected a number of {words.digits} digits"
    if len(parts) != words.count:
        yield f"{len(parts)} words in {quoted(entry)}, expected {words.count}"
    if strange := [word for word in parts if word not in words.allowed]:
        yield f"{quoted(strange[0])}, expected words of the list"
    if len(set(parts)) < len(parts):
        yield f"a word twice in {quoted(entry)}, expected different words"
    if words.ordered and parts != sorted(parts):
        yield f"{quoted(entry)}, expected its words in alphabetical order"
    if words.initials and "".join(word[:1] for word in parts) != words.initials.casefold():
        yield f"{quoted(entry)}, expected initials that spell {words.initials}"
