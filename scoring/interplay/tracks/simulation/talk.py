"""What stands beside the answer in a reply: nothing where the brief forbids talk, else little, and no second answer.

Checks read an answer's own lines, or its code block. All else is talk: an introduction in front of the answer and,
behind its first line, where a reader takes it for the last word, only what adds nothing. What answers look like is
seen from the reference: one block, or lines with certain labels.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from msgspec import Struct

from interplay.core.packaged import patterns
from interplay.tracks.simulation.checks import params_of, reading
from interplay.tracks.simulation.checks.bare import PHRASES as BARE
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.base import quoted
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.labelled import label
from interplay.tracks.simulation.records import Check, Script

MOST_IN_FRONT, MOST_BEHIND, PROSE = 150, 60, 8
"""Words of talk, and of a line without a label that is running text."""
_OPEN = frozenset({"labelled", "printed", "board", "pegs", "distinct"})  # kinds of checks that read over lines
_RULE = re.compile(r"[\s|+\-=:]*")
_FIGURES = re.compile(r"\d+(?:[.,:/]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_PAIR = re.compile(r"\b([A-Za-z]\w{0,30})\s?[=:]\s?(?=[\w+-])")
_NAME = re.compile(r"([A-Za-z][\w ]{2,30})[:|]")
_PHRASES = patterns(__package__, "talk.toml")


class Form(Struct, frozen=True):
    """What answers look like: a block, or so many ``lines`` of these labels, with so many bars, and of prose."""

    is_block: bool
    may_talk: bool
    may_think: bool
    lines: int
    labels: tuple[str, ...]
    bars: frozenset[int]
    prose: int
    names: frozenset[str]
    heads: frozenset[tuple[str, int]]
    pairs: frozenset[str]


class Talk(Struct, frozen=True):
    """The lines that stand in ``front`` of an answer and ``behind`` its first line, and the reply without the front."""

    front: tuple[str, ...]
    behind: tuple[str, ...]
    answer: str


@lru_cache(maxsize=1_024)
def form(reference: str, checks: tuple[Check, ...]) -> Form | None:
    """Return the form of a script's answers, or nothing where its checks let no other line pass."""
    params = [params_of(check) for check in checks]
    bare = next((p for p in params if isinstance(p, BareParams)), None)
    fenced = next((p for p in params if isinstance(p, FencedParams)), None)
    may_talk = fenced.talk if fenced else bare is None or bare.may_talk
    if not may_talk and not any(check.kind in _OPEN for check in checks):
        return None
    answer = "\n".join(block.text for block in reading.parts(reference).blocks) if fenced else reference
    lines = [row for line in answer.split("\n") if (row := _row(line))]
    return Form(
        is_block=fenced is not None,
        may_talk=may_talk,
        may_think=any(check.kind == "thoughts" for check in checks),
        lines=len(lines),
        labels=tuple(map(_label, lines)),
        bars=frozenset(line.count("|") for line in lines) - {0, 1},
        prose=sum(map(_is_prose, lines)),
        names=frozenset(m[1] for line in lines if (m := _NAME.match(_FIGURES.sub("0", line)))),
        heads=frozenset(map(_head, (line for line in lines if " " in line and fenced))),
        pairs=frozenset(match.casefold() for match in _PAIR.findall(answer)),
    )


def split(shape: Form, reply: str) -> Talk:
    """Return a reply's talk. Answers begin at their first line; behind thoughts they are as many lines as are due."""
    outside = reading.parts(reply)
    is_whole = (
        len(outside.blocks) == 1 and len(list(filter(None, reading.lines(outside.blocks[0].text)))) >= shape.lines
    )
    if shape.is_block or is_whole:
        front, behind = (tuple(filter(None, reading.lines(text))) for text in (outside.before, outside.after))
        fence = None if shape.is_block else reading.FENCE.search(reply)
        return Talk(front, behind, reply[fence.start() :].lstrip("\n") if fence else reply)
    lines = reply.split("\n")
    rows = [_row(line) for line in lines]
    left, is_answer = Counter(shape.labels), list[bool]()
    for row in rows:
        left.subtract((_label(row),))
        is_answer.append(left[_label(row)] >= 0 or row.count("|") in shape.bars)
    is_blank = [_RULE.fullmatch(row) or reading.FENCE.match(line) for row, line in zip(rows, lines, strict=True)]
    for number in [n for n, row in enumerate(rows) if not is_answer[n] and _is_prose(row)][: shape.prose]:
        is_answer[number] = True
    kept = [n for n, row in enumerate(rows) if not is_blank[n]]
    starts = kept[-shape.lines :] if shape.may_think else [n for n in kept if is_answer[n]]
    if not starts:  # then the checks alone say what is wrong
        return Talk((), (), reply)
    start = starts[0]
    front = tuple(lines[n] for n in kept if n < start)
    behind = tuple(lines[n] for n in kept if n > start and not is_answer[n])
    return Talk(front, behind, "\n".join(line for n, line in enumerate(lines) if n >= start or is_blank[n]))


def without_dress(reply: str, reference: str) -> str:
    """Return a reply without bullets, emphasis and code marks, where there is no block and the reference has none."""
    has_dress = any(reading.undressed(line) != line for line in reference.split("\n"))
    return reply if has_dress or reading.FENCE.search(reply) else "\n".join(map(reading.undressed, reply.split("\n")))


def problem(script: Script, shape: Form, talk: Talk) -> str:
    """Return why talk makes a reply fail, or nothing. Lines that repeat the request, as headings do, are no talk."""
    asked = reading.collapsed(reading.plain(script.messages[-1].content)).casefold()
    front, behind = (
        [line for line in lines if " " not in (text := _row(line).strip(" :.").casefold()) or text not in asked]
        for lines in (() if shape.may_think else talk.front, talk.behind)
    )
    if not shape.may_talk and (front or behind):
        return f"found {quoted((front + behind)[0])} beside the answer, expected nothing"
    behind = [line for line in behind if not BARE["closing"].match(_row(line))]
    for lines, most in ((front, MOST_IN_FRONT), (behind, MOST_BEHIND)):
        if sum(len(line.split()) for line in lines) > most:
            return f"found more than {most} words beside the answer, expected fewer"
    if second := next((line for line in (*front, *behind) if _is_answer(shape, _row(line))), ""):
        return f"found {quoted(second)} beside the answer, expected one answer"
    other = next((line for line in talk.front if _PHRASES["refuted"].search(line)), "")
    other = other or next((line for line in behind if _adds(script, shape, line)), "")
    return f"found {quoted(other)} beside the answer, expected nothing that adds to it" if other else ""


def _is_answer(shape: Form, row: str) -> bool:
    if _is_bare(shape, row):
        return True
    return row[-1:] not in ".!?:" and (  # an empty line ends there
        _label(row) in shape.labels or row.count("|") in shape.bars or _head(row) in shape.heads
    )


def _is_bare(shape: Form, row: str) -> bool:
    """Return whether a line is the first word of a row and figures only."""
    head, _, rest = row.partition(" ")
    return bool(rest) and not _LETTERS.search(rest) and head.rstrip(":") in {word for word, _ in shape.heads}


def _adds(script: Script, shape: Form, line: str) -> bool:
    """Return whether a line behind the answer withdraws it, speaks of its lines, or has figures of its own."""
    if _PHRASES["withdrawn"].search(line) or not shape.pairs.isdisjoint(
        match.casefold() for match in _PAIR.findall(line)
    ):
        return True
    if not shape.is_block and _row(line)[-1:].isalnum():  # no sentence
        return True
    known = "\n".join((script.reference, *(m.content for m in script.messages if m.role == "user")))
    names = not shape.is_block and any(f" {name} " in _FIGURES.sub("0", f" {_row(line)} ") for name in shape.names)
    return names or not set(_FIGURES.findall(line)).issubset(_FIGURES.findall(known))


def _row(line: str) -> str:
    """Return a line as answers are compared here: without dress, full-width forms and bars at its ends."""
    return reading.undressed(unicodedata.normalize("NFKC", reading.plain(line.replace("’", "'")))).strip("| \t\r*_")


def _label(row: str) -> str:
    return label("".join(row.split()))


def _head(row: str) -> tuple[str, int]:
    return row.split(maxsplit=1)[0], row.count("|")


def _is_prose(row: str) -> bool:
    return len(row.split()) >= PROSE and label(row)[-1:] not in ":|/)"
