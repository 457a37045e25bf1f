"""What of a model's raw reply is its answer: every track, game and judge reads a reply through this module first.

Reasoning models write down their thoughts before they answer. Servers should send these apart, and many do not: then
the reply begins with a block such as ``<think>…</think>``. A prompt may end in the opening tag, so that a reply holds
only the closing one; a reply cut off at the limit of tokens holds only the opening one, and then there is no answer.
What is taken away here stays in the submission's raw text. It is never graded, judged, or shown to another player.
"""

import re

from msgspec import Struct

from interplay.core.packaged import patterns, table

MOST_BLOCKS = 20
"""Blocks of reasoning that are taken away from the front of one reply."""
BLANKS = " \t\r\n\f\v\x85\xa0\u1680\u2028\u2029\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200C))
)
"""What may stand around a reply without being part of it: white space, byte-order marks, blanks without width."""
_PHRASES = patterns(__package__, "replies.toml")
_MARKS = table(__package__, "marks.toml", dict[str, list[list[str]]])
_REASONING, _ANSWERS = ([[*map(re.compile, marks)] for marks in _MARKS[kind]] for kind in ("reasoning", "answers"))


class VisibleReply(Struct, frozen=True, gc=False):
    """A reply as it counts: ``text`` without blanks around it, and how many ``blocks`` of reasoning were before it."""

    text: str
    blocks: int = 0


def read(raw: str) -> VisibleReply:
    """Return what a raw reply says, without reasoning in front of it.

    A block that is opened and never closed takes the whole reply; a closing mark without an opening one takes what
    stands before it. Reading what was read changes nothing, unless an answer begins with reasoning's own marks.
    """
    text, blocks = bare(raw), 0
    while blocks < MOST_BLOCKS and (rest := _after_block(text)) is not None:
        text, blocks = bare(rest), blocks + 1
    for (wrapper,) in _ANSWERS:
        if match := wrapper.match(text):
            text = bare(match[1])
            break
    return VisibleReply(text, blocks)


def visible(raw: str) -> str:
    """Return the text of ``read``."""
    return read(raw).text


def is_withdrawn(below: str, above: str = "") -> bool:
    """Return whether the words *below* an answer take it back, or call it a guess or an example.

    An answer that the line *above* introduces as somebody else's, or as supposed, is taken back by any denial.
    """
    below = below.lower().replace("\u2019", "'").replace("\u2014", "\u2013").replace("-", " ")
    for short, full in {"n't": " not", "'s ": " is ", "'re ": " are ", "'m ": " am ", "'ve ": " have "}.items():
        below = below.replace(short, full)
    *_, above = re.split(r"(?<=[.!?]) ", above[-200:].lower())
    is_attributed = not above.endswith((".", "!")) and _PHRASES["attributed"].search(above)
    return bool(_PHRASES["withdrawn"].search(below) or (is_attributed and _PHRASES["denial"].search(below)))


def bare(text: str) -> str:
    """Return *text* without blanks and byte-order marks around it."""
    return text.strip(BLANKS)


def _after_block(text: str) -> str | None:
    """Return what follows a block of reasoning at the front, ``None`` where there is none."""
    if tag := _PHRASES["tag"].match(text):
        closing = re.compile(f"</{re.escape(tag[1])}>", re.IGNORECASE).search(text, tag.end())
        return text[closing.end() :] if closing else ""
    for opening, closing_form in _REASONING:
        if start := opening.match(text):
            end = closing_form.search(text, start.end())
            if end:
                return text[end.end() :]
            return None if opening.pattern.startswith("analysis") else ""
    stray = _PHRASES["unopened"].search(text)
    return text[stray.end() :] if stray else None
