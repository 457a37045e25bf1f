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

from interplay.core.replies import read
from interplay.tracks.horizon.records import Line

Fault = Literal["no report", "contradiction"]
Value = Decimal | str | tuple[str, ...]

_DRESS = re.compile(r"[*`\"“”{}\\]+|</?(?:b|strong|code|td|tr)>")
_BULLET = re.compile(r"^\s*(?:(?:[-+•·–—>#]+|\(?\d{1,4}[.)]|\[[ xX]?\])\s+)+")
_RULE = re.compile(r"[\s|:+=#\-–—_]*")
_NUMBER = re.compile(
    r"(?:[€$£]\s*)?(?P<sign>[-+−–])?\s*(?:[€$£]\s*)?"
    r"(?P<digits>\d{1,3}(?:[,'’\s]\d{3}){1,8}(?:\.\d{1,20})?|\d{1,30}(?:[.,]\d{1,20})?)"
    r"\s*(?:[€$£]|[A-Za-z]{1,15})?\s*(?:\([^()]{0,200}\))?"
)
_REMARK = re.compile(r"\s*\([^()]{0,200}\)\s*$")
_BETWEEN = re.compile(r"\s*(?:,\s*and\s|[,;/>→|]|->|\band\b)\s*")
_NOTHING = frozenset({"", "none", "empty", "nothing", "(none)", "(empty)", "-", "–", "—", "no one", "n/a"})
_ENDS = " \t,;.|"


class Entry(Struct, frozen=True):
    """A label with the value that stands beside it, ``None`` where it cannot be read."""

    index: int
    value: Value | None


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
    runs = list(_runs(read(raw).text, tuple(lines)))
    entries = [entry for run in runs for entry in run]
    if [entry.index for entry in entries[-len(lines) :]] == list(range(len(lines))):
        return Reading(
            tuple(entry.value for entry in entries[-len(lines) :])
        )  # a whole report, with remarks between or not
    whole = [number for number, run in enumerate(runs) if len({entry.index for entry in run}) == len(lines)]
    if whole:
        chosen, after = runs[whole[-1]], [entry for run in runs[whole[-1] + 1 :] for entry in run]
    else:
        chosen, after = entries, []
    return _settled(chosen, after, len(lines))


def value_of(line: Line, text: str) -> Value | None:
    """Return the value that *text* means beside a label, ``None`` where it is none of the line's kind."""
    bare = text.strip(_ENDS)
    if line.kind == "number":
        return _number(bare)
    allowed = {" ".join(name.casefold().split()) for name in line.allowed}
    if line.kind == "word":
        word = _word(bare)
        return word if word in allowed else None
    if _word(bare) in _NOTHING or bare.casefold() in _NOTHING:
        return ()
    names = tuple(_word(_BULLET.sub("", f"{part} ")) for part in _BETWEEN.split(bare.strip("[]()")) if part.strip())
    return names if names and set(names) <= allowed else None


def _number(text: str) -> Decimal | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    digits = re.sub(r"[,'’\s](?=\d{3}(?!\d))", "", match["digits"]) if "." in match["digits"] else match["digits"]
    digits = re.sub(r"[,'’\s](?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
    return Decimal(digits) * (-1 if match["sign"] in {"-", "−", "–"} else 1)


def _word(text: str) -> str:
    return " ".join(_REMARK.sub("", text).strip(_ENDS + "'").casefold().split())


def _settled(run: Sequence[Entry], after: Sequence[Entry], size: int) -> Reading:
    """Return the report at the end of a *run* that has every label; *after* is what was said later."""
    if len({entry.index for entry in run}) < size:
        return Reading(None, "no report")
    tail = {entry.index: entry.value for entry in run[-size:]}
    if not _is_final(run, size):
        stated: dict[int, set[Value | None]] = {}
        for entry in run:
            stated.setdefault(entry.index, set()).add(entry.value)
        if any(len(values) > 1 for values in stated.values()):
            return Reading(None, "contradiction")
        tail = {index: next(iter(values)) for index, values in stated.items()}
    if any(entry.value is not None and entry.value != tail[entry.index] for entry in after):
        return Reading(None, "contradiction")
    return Reading(tuple(tail[index] for index in range(size)))


def _is_final(run: Sequence[Entry], size: int) -> bool:
    """Return whether the last entries of a run are a report of their own: in order, or one of several whole ones."""
    places = [entry.index for entry in run]
    if places[-size:] == list(range(size)):
        return True
    return len(places) % size == 0 and all(len(set(places[i : i + size])) == size for i in range(0, len(places), size))


def _runs(text: str, lines: tuple[Line, ...]) -> Iterator[list[Entry]]:
    """Yield the runs of entries that nothing but blank lines and marks divide."""
    run: list[Entry] = []
    rows = [_plain(row) for row in text.splitlines()]
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
    bare = _BULLET.sub("", " ".join(_DRESS.sub("", row).split()) + " ").strip()
    return bare.strip("|").strip() if bare.startswith("|") else bare


def _entries(rows: Sequence[str], number: int, lines: tuple[Line, ...]) -> tuple[list[Entry], int]:
    """Return the entries of a line, and how many lines after it belong to them."""
    if across := _across(rows, number, lines):
        return across
    row, labels = rows[number], _labels(lines)
    matches = list(labels.finditer(row))
    ends = [*(match.start() for match in matches[1:]), len(row)]
    entries = []
    for match, end in zip(matches, ends[: len(matches)], strict=True):
        index = int(next(name for name, text in match.groupdict().items() if text is not None)[1:])
        value = value_of(lines[index], row[match.end() : end])
        if len(matches) == 1 and not row[match.end() :].strip() and lines[index].kind == "words":
            below = _below(rows, number, lines[index])
            if below:
                return [Entry(index, value_of(lines[index], ", ".join(below)))], len(below)
        if value is not None or match.start() == 0:
            entries.append(Entry(index, value))
    return entries, 0


def _below(rows: Sequence[str], number: int, line: Line) -> list[str]:
    """Return the lines below a label that hold one word each of those that its value may hold."""
    lines_below: list[str] = []
    for row in rows[number + 1 : number + 1 + 2 * len(line.allowed)]:
        value = value_of(line, row)
        if not value or not isinstance(value, tuple):
            break
        lines_below += value
    return lines_below


def _across(rows: Sequence[str], number: int, lines: tuple[Line, ...]) -> tuple[list[Entry], int] | None:
    """Return the entries of a table whose heading is all labels, side by side, and the number of its other lines."""
    heading = [cell.strip().casefold() for cell in rows[number].split("|")]
    labels = [line.label.casefold() for line in lines]
    if len(labels) < 2 or sorted(heading) != sorted(labels):
        return None
    for offset, row in enumerate(rows[number + 1 : number + 3], start=1):
        cells = row.split("|")
        if len(cells) == len(labels) and not _RULE.fullmatch(row):
            places = [labels.index(label) for label in heading]
            return [Entry(p, value_of(lines[p], cell)) for p, cell in zip(places, cells, strict=True)], offset
    return None


@lru_cache(maxsize=256)
def _labels(lines: tuple[Line, ...]) -> re.Pattern[str]:
    """Return the pattern of a label and what divides it from its value; group ``pN`` is that of line N."""
    order = sorted(range(len(lines)), key=lambda index: -len(lines[index].label))
    names = "|".join(rf"(?P<p{index}>{re.escape(lines[index].label)})" for index in order)
    remark = r"(?:\s*\([^()]{0,80}\))?"
    return re.compile(rf"(?<![\w-])(?:{names}){remark}\s*(?:[:=|→]|->|\s[-–—](?=\s))\s*", re.IGNORECASE)
