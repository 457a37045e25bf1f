"""Read a report out of a reply: labelled lines in any dress, after any amount of reasoning.

A report is a run of lines that each hold a label and a value, ``Everyday: 12.00``, with nothing but blank lines and
marks between them. Emphasis, quotation marks, bullets, code fences, tables (a row for each label, or the labels as a
heading), lists below a label and several labels in one line do not matter. The last run that has every label is the
report; remarks between its lines do no harm where nothing follows it. What stands before it is reasoning and may say
anything; what follows it must not say otherwise.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from interplay.core.packaged import patterns
from interplay.core.replies import is_withdrawn, read
from interplay.tracks.horizon.records import Line

Fault = Literal["no report", "contradiction"]
Value = Decimal | str | tuple[str, ...]

_BULLET = re.compile(r"^\s*(?:(?:[-+•·–—>#]+|\(?(?:\d{1,4}[.)]|[a-j]\))|\[[ xX]?\])\s+)+")
_RULE = re.compile(r"[\s|:+=#\-–—_\[\],]*")
_COUNTS = {"zero": "0", "none": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_REMARK = re.compile(r"\([^()]{0,200}\)|\[\d[^\[\]]{0,200}\]")
_NOTE = re.compile(r"(?:\s[-–—]|\.|,(?= not\b))\s(?=[^\W\d])")
_NUMBERED = re.compile(r"(?:(\()|(?<![\d(]))(\d{1,2})(?(1)\)|[.):]?)\s+(?=[^\W\d])")
_SEAT = re.compile(r"(?:[A-Za-z]{1,12} ?)?#?(\d{1,2})(?:st|nd|rd|th)?\s?[:=.–-]\s+")
_EXCLUDES = re.compile(r"\W*(?:not|rather than)\b(?!.*\bbut\b)")
_WHEN = re.compile(r"\s*[:@–—-]?\s*\b\d[\d:./-]{0,20}(?: ?[a-z]{1,9})?$")
_PHRASES = patterns(__package__, "reports.toml")
_BETWEEN = re.compile(r"\s*(?:,\s*and\s|[,;/>→|]|->|\band\b)\s*")
_NOTHING = frozenset({"", "none", "empty", "nothing", "-", "–", "—", "no one", "n/a"})
_ENDS = " \t,;.|"


class Entry(Struct, frozen=True):
    """A label with the value that stands beside it, ``None`` where it cannot be read; ``row`` numbers its line."""

    index: int
    value: Value | None
    row: int


class Reading(Struct, frozen=True):
    """The values of a report in the order of its lines, or why there is none."""

    values: tuple[Value | None, ...] | None
    fault: Fault | None = None


def report_in(raw: str, lines: Sequence[Line]) -> Reading:
    """Return the report that a raw reply ends in.

    Args:
        raw: The reply as it came, reasoning included.
        lines: What the report has to hold; labels differ, also in lower case.
    """
    rows = [_plain(row) for row in read(raw).text.splitlines()]
    runs = list(_runs(rows, tuple(lines)))
    entries, size = [entry for run in runs for entry in run], len(lines)
    whole = [number for number, run in enumerate(runs) if len({entry.index for entry in run}) == size]
    if [entry.index for entry in entries[-size:]] == list(range(size)):
        chosen, after = entries[-size:], []  # a whole report, with remarks between or not
    elif whole:
        chosen, after = runs[whole[-1]], [entry for run in runs[whole[-1] + 1 :] for entry in run]
    else:
        chosen, after = entries, []
    reading = _settled(chosen, after, size)
    if reading.values is None:
        return reading
    above = next((row for row in reversed(rows[: chosen[0].row]) if row), "")
    if _PHRASES["supposed"].search(above[-500:].lower()):
        return Reading(None, "no report")
    below = "\n".join(rows[chosen[-1].row + 1 :])
    return Reading(None, "contradiction") if is_withdrawn(below, above) else reading


def value_of(line: Line, text: str) -> Value | None:
    """Return the value that *text* means beside a label, ``None`` where it is none of the line's kind."""
    bare = text.strip(_ENDS)
    if ".." in text or "…" in text:
        return None
    if line.kind == "number":
        return _number(bare)
    names = _names(bare, {" ".join(name.casefold().split()) for name in line.allowed})
    if line.kind == "words" or names is None:
        return names
    return names[0] if len(names) == 1 else None


def _number(text: str) -> Decimal | None:
    left, equals, right = text.rpartition("=")
    if equals and left.count("(") == left.count(")"):
        if _PHRASES["sum"].fullmatch(left):
            text = right.strip()
        elif _PHRASES["sum"].fullmatch(right):
            text = left.strip()
    word = text.partition(" ")[0].casefold().rstrip(",;")
    text = _COUNTS[word] + text[len(word) :] if word in _COUNTS else text
    match = _PHRASES["number"].fullmatch(text)
    if match is None:
        return None
    is_negative, rest = match["sign"] in {"-", "−", "–"}, match["rest"]
    rest = re.sub(r"\b(?:overdrawn|below zero|negative)\b", "", rest) if is_negative else rest
    binary = re.search(r"\((?:0b)?([01]{4,64})\)", rest)
    rest = rest.replace(binary[0], "") if binary and f"{int(binary[1], 2)}" == match["digits"] else rest
    rest = rest.replace(f"({match['digits']})", "")
    is_cents = "." in match["digits"] and re.match(r" ?(?:cents?|pence)\b", rest)
    if (
        is_cents
        or re.search(r"\(\W?(?:0b)?[\d.,]+\W?\)", rest)
        or any(map(_PHRASES["changed"].search, (rest, *_REMARK.findall(rest))))
    ):
        return None
    digits = re.sub(r"[,'’\s](?=\d{3}(?!\d))", "", match["digits"]).replace(",", ".")
    return Decimal(digits) * (-1 if is_negative else 1)


def _names(text: str, allowed: set[str]) -> tuple[str, ...] | None:
    """Return the names that *text* lists, without what stands in brackets, behind a dash, or of the time of each."""
    if all(int(match[2]) == n for n, match in enumerate(_NUMBERED.finditer(text), 1)):
        text = _NUMBERED.sub(", ", text)
    bare, remarks = _REMARK.sub("", text).strip("[]() "), _REMARK.findall(text)
    bare = bare or "".join(remarks).strip("()")
    if note := _NOTE.search(bare):
        bare, remarks = bare[: note.start()], [*remarks, bare[note.end() :]]
    others = [{name for name in allowed if name in remark.casefold()} for remark in remarks]
    if any(
        _PHRASES["changed"].search(remark) or re.search(r"(?i)\b(?:done|finished|completed|cancelled)\b", remark)
        for remark in remarks
    ):
        return None
    if any(bool(names) != bool(_EXCLUDES.match(remark)) for names, remark in zip(others, remarks, strict=True)):
        return None
    parts = [_word(_BULLET.sub("", f"{part} ")) for part in _BETWEEN.split(bare)]
    names = tuple(part if part in allowed else _WHEN.sub("", part) for part in parts if part)
    return () if _word(bare) in _NOTHING else names if set(names) <= allowed.difference(*others) else None


def _word(text: str) -> str:
    return " ".join(text.strip(_ENDS + "'").casefold().split())


def _settled(run: Sequence[Entry], after: Sequence[Entry], size: int) -> Reading:
    """Return the report at the end of a *run* that has every label; *after* is what was said later."""
    if len({entry.index for entry in run}) < size:
        return Reading(None, "no report")
    tail, order = {entry.index: entry.value for entry in run[-size:]}, [entry.index for entry in run]
    is_whole = all(len(set(order[i : i + size])) == size for i in range(0, len(order), size))
    if order[-size:] != list(range(size)) and not is_whole:
        stated = {(entry.index, entry.value) for entry in run}
        if len(stated) > size:
            return Reading(None, "contradiction")
        tail = dict(stated)
    if any(entry.value is not None and entry.value != tail[entry.index] for entry in after):
        return Reading(None, "contradiction")
    return Reading(tuple(tail[index] for index in range(size)))


def _runs(rows: Sequence[str], lines: tuple[Line, ...]) -> Iterator[list[Entry]]:
    """Yield the runs of entries that nothing but blank lines and marks divide."""
    run: list[Entry] = []
    skip = 0
    for number, row in enumerate(rows):
        if skip:
            skip -= 1
            continue
        entries, skip = _entries(rows, number, lines)
        if entries:
            run += entries
        elif run and not _RULE.fullmatch(row):
            yield run
            run = []
    if run:
        yield run


def _plain(row: str) -> str:
    """Return a line without emphasis, bullets, the bars around a table's row, and more than one space at a time."""
    bare = _BULLET.sub("", " ".join(_PHRASES["dress"].sub("", row.replace("\uff1a", ":")).split()) + " ").strip()
    return bare.strip("|").strip() if bare.startswith("|") else bare


def _entries(rows: Sequence[str], number: int, lines: tuple[Line, ...]) -> tuple[list[Entry], int]:
    """Return the entries of a line, and how many lines after it belong to them."""
    if across := _across(rows, number, lines):
        return across
    row = rows[number]
    matches = list(_labels(lines).finditer(row))
    if not matches or _PHRASES["before"].search(row[: matches[0].start()]):
        return [], 0
    entries: list[Entry] = []
    for _ in range(2):  # a label without a value within a line is a remark, and ends no value
        ends = [*(match.start() for match in matches[1:]), len(row)]
        indices = [int(str(match.lastgroup)[1:]) for match in matches]
        texts = [row[match.end() : end] for match, end in zip(matches, ends, strict=False)]
        entries = [Entry(n, value_of(lines[n], text), number) for n, text in zip(indices, texts, strict=True)]
        kept = [(m, e) for m, e in zip(matches, entries, strict=True) if e.value is not None or m.start() == 0]
        matches, entries = [match for match, _ in kept], [entry for _, entry in kept]
    if len(texts) == 1 and entries and texts[0].strip() in {"", "["} and lines[indices[0]].kind == "words":
        names, skip = _below(rows, number, lines[indices[0]])
        if names:
            return [Entry(indices[0], names, number)], skip
    return entries, 0


def _below(rows: Sequence[str], number: int, line: Line) -> tuple[tuple[str, ...], int]:
    """Return the names in the lines below a label, one in each, and the number of these lines."""
    names: tuple[str, ...] = ()
    for offset, row in enumerate(rows[number + 1 : number + 1 + 2 * len(line.allowed)]):
        numbered = _SEAT.match(row)
        value = value_of(line, row[numbered.end() :] if numbered and int(numbered[1]) == offset + 1 else row)
        if not value or not isinstance(value, tuple):
            return names, offset
        names += value
    return names, 2 * len(line.allowed)


def _across(rows: Sequence[str], number: int, lines: tuple[Line, ...]) -> tuple[list[Entry], int] | None:
    """Return the entries of a table whose heading is all labels, side by side, and the number of its other lines."""
    heading = [cell.strip().casefold() for cell in rows[number].split("|")]
    labels = [line.label.casefold() for line in lines]
    if len(lines) < 2 or sorted(heading) != sorted(labels):
        return None
    for offset, row in enumerate(rows[number + 1 : number + 3], start=1):
        cells = row.split("|")
        if len(cells) == len(labels) and not _RULE.fullmatch(row):
            pairs = zip(map(labels.index, heading), cells, strict=True)
            return [Entry(index, value_of(lines[index], cell), number) for index, cell in pairs], offset
    return None


@lru_cache(maxsize=256)
def _labels(lines: tuple[Line, ...]) -> re.Pattern[str]:
    """Return the pattern of a label and what divides it from its value; group ``pN`` is that of line N."""
    order = sorted(range(len(lines)), key=lambda index: -len(lines[index].label))
    names = "|".join(rf"(?P<p{index}>{re.escape(lines[index].label)})" for index in order)
    remark = r"(?:\s*\([^()]{0,80}\))?"
    return re.compile(rf"(?<![\w-])(?:{names}){remark}\s*(?:[:=|→]|->|\s[-–—](?=\s))\s*", re.IGNORECASE)
