"""Read a reply in Undercover: the clue that the others hear, or the vote.

Others hear the text behind the last ``Action:``, ``Clue:`` or own name that begins a line, and nothing else.
"""

import re

from interplay.tracks.games.shared import moves, words
from interplay.tracks.games.shared.objects import last_object

_LABELS = tuple(words.label(rf"action|clue|player[_ ]?{seat}") for seat in range(5))
_TARGET = re.compile(r"(?:(?:vote|vote for|for)[ \t]*:?[ \t]*)?(?:player[_ ]?|seat )?([0-9])", re.IGNORECASE)
_WRAPS = {(mark, mark) for mark in "\"'_"} | {("“", "”"), ("‘", "’"), ("«", "»")}  # noqa: RUF001  quotation marks
_VOTE = "vote:"
_DIGIT = re.compile("[0-9]")


def find_clue(seat: int, text: str) -> str | None:
    """Return the clue of a reply, ``None`` where it has none: behind its last label, or an object's."""
    data, _ = last_object(text, ("clue", "action")) or ({}, 0)
    clue = data.get("clue", data.get("action"))
    if isinstance(clue, str):
        return clue
    text = "\n" + "\n".join(text.splitlines())
    starts = [match.end() for match in _LABELS[seat].finditer(text) if text[match.start() - 1] == "\n"]
    line = words.LINE.match(text, starts[-1]) if starts else None
    inner = _LABELS[seat].match(line[1]) if line else None
    return None if line is None else line[1][inner.end() :] if inner else line[1]


def _voted(text: str) -> int | None:
    match = _TARGET.fullmatch(text)
    return int(match[1]) if match else None


VOTE = moves.Form(
    _voted,
    written="player_{}".format,
    nouns=("player", "target"),
    plain=frozenset({"suspect", "eliminate", "undercover", "odd"}),
)
"""What a vote looks like."""


def compat_clue(seat: int, text: str) -> str | None:
    """Return what follows the first own name on its line."""
    name = f"player_{seat}:"
    start = text.find(name)
    return None if start < 0 else (text[start + len(name) :].splitlines() or [""])[0]


def compat_vote(text: str) -> int | None:
    """Return the first digit after the last ``vote:``."""
    start = text.rfind(_VOTE)
    digit = _DIGIT.search(text, start + len(_VOTE)) if start >= 0 else None
    return int(digit[0]) if digit else None


def unwrapped(clue: str) -> str:
    """Return a clue without Markdown and quotes around all of it."""
    clue = clue.strip("*` ")
    while len(clue) > 1 and (clue[0], clue[-1]) in _WRAPS:
        clue = clue[1:-1].strip("*` ")
    return clue
