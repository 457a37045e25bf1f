"""How replies are read: fenced blocks, lines, numbers. What the briefs leave open is allowed here, and nothing else."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec import Struct

FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$", re.MULTILINE)
_NUMBER = re.compile(
    r"[-+\u2212]?(?:[1-9]\d{0,2}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,4})?|[-+\u2212]?\.\d+", re.ASCII
)
_PADDED = re.compile(r"[-+\u2212]?0\d")
_WRITTEN = re.compile(r"([-+\u2212]?)(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.\d+)?", re.ASCII)
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9+#._/-]{0,19}", re.ASCII)
_BULLET = re.compile(r"^[ \t]{0,8}[-*>•·][ \t]{1,4}")
_MARKS = re.compile(r"\*\*|__|`")
_DASH = re.compile(r"(?<=\w)[ \t]+([\u2013\u2014])(?=[ \t]+\w)")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,7}\U000e007f")
_HIDDEN = re.compile(
    "[\U000e0000-\U000e007f\U000e0100-\U000e01ef\u2061-\u2064\u202a-\u202e\u2066-\u2069\ufe00-\ufe0d]|[\ufe0e\ufe0f]{2}"
)
_PLAIN: Mapping[int, str] = MappingProxyType(
    dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F), " ")
    | dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2212, 0xFE63, 0xFF0D), "-")
    | dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF), "")
)


class Block(Struct, frozen=True):
    """A fenced block: all that stands behind its opening fence (a language tag, or nothing) and its lines."""

    language: str
    text: str


class Parts(Struct, frozen=True):
    """A reply cut at its fences: the blocks, and what stands ``before`` the first one and ``after`` it, trimmed.

    ``is_open``: the last block has no closing fence.
    """

    blocks: tuple[Block, ...]
    before: str
    after: str
    is_open: bool


def plain(text: str) -> str:
    """Return *text* as keyboards write it: blanks of all widths, hyphens, signs of minus and emoji in one form.

    Dashes keep their lengths.
    """
    return text.translate(_PLAIN)


def is_hidden(text: str) -> bool:
    """Return whether *text* holds what no reader sees: Unicode tags, variation selectors in rows, turned writing."""
    return _HIDDEN.search(_FLAG.sub("", text)) is not None


def parts(reply: str) -> Parts:
    """Return the fenced blocks of a reply, after CommonMark: a closing fence is as long as the opening one."""
    blocks, outside = [], []
    start = 0
    opening: re.Match[str] | None = None
    for match in FENCE.finditer(reply):
        if opening is None:
            outside.append(reply[start : match.start()])
            opening, start = match, match.end()
        elif match[1].startswith(opening[1]) and not match[2].strip():
            blocks.append(
                Block(opening[2].strip().lower(), reply[start : match.start()].removeprefix("\n").removesuffix("\n"))
            )
            opening, start = None, match.end()
    rest = reply[start:]
    if opening is not None:
        blocks.append(Block(opening[2].strip().lower(), rest.removeprefix("\n").removesuffix("\n")))
        rest = ""
    outside.append(rest)
    after = "\n".join(text.strip() for text in outside[1:] if text.strip())
    return Parts(tuple(blocks), outside[0].strip(), after, opening is not None)


def undressed(line: str) -> str:
    """Return a line without a bullet, emphasis and code marks."""
    return _MARKS.sub("", _BULLET.sub("", line))


def is_tag(info: str) -> bool:
    """Return whether what stands behind a fence is nothing, or one word such as ``python`` or ``c++``."""
    return not info or _TAG.fullmatch(info) is not None


def undashed(text: str) -> str:
    """Return *text* with dashes between words at the end of the word before, for they are no words."""
    return _DASH.sub(r"\1", text)


def body(reply: str) -> str:
    """Return what a reply says: the inside of its block if it has exactly one, else all of it."""
    pieces = parts(reply)
    return pieces.blocks[0].text if len(pieces.blocks) == 1 else reply


def lines(text: str) -> tuple[str, ...]:
    """Return the lines of *text* without trailing blanks, and without empty lines at either end."""
    kept = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    while kept and not kept[-1]:
        kept.pop()
    while kept and not kept[0]:
        kept.pop(0)
    return tuple(kept)


def numbers(text: str) -> tuple[float, ...]:
    """Return the decimal numbers in *text*, in order, without those that begin with needless zeros.

    Commas between thousands are read over.
    """
    values = []
    for match in _NUMBER.finditer(text):
        if _PADDED.match(match[0]):
            continue
        try:
            values.append(float(match[0].replace(",", "").replace("\u2212", "-")))
        except (ValueError, OverflowError):
            continue
    return tuple(values)


def written(text: str) -> float | None:
    """Return the number that *text* is as a whole: no leading zeros, commas only between thousands; else nothing."""
    return float(text.replace(",", "").replace("\u2212", "-")) if len(text) <= 60 and _WRITTEN.fullmatch(text) else None


@lru_cache(maxsize=2_048)
def compiled(pattern: str) -> Any:
    """Return a regular expression of ours, for RE2: Unicode-aware, and run in linear time."""
    import re2  # type: ignore[import-untyped]  # noqa: PLC0415  only this track needs it

    return re2.compile(pattern)


def collapsed(text: str) -> str:
    """Return *text* trimmed, with single blanks for all runs of white space."""
    return " ".join(text.split())


def listed(values: Sequence[str], most: int = 5) -> str:
    """Return values for a reason, the first *most* of them."""
    text = ", ".join(values[:most])
    return text + (f" and {len(values) - most} more" if len(values) > most else "")
