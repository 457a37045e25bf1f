"""Read a reply in Undercover: the clue that the others hear, or the vote.

Others hear the text on the last line that begins with the speaker's own name, and nothing else of the reply.
"""

import re
from collections.abc import Sequence

from interplay.tracks.games.shared import moves
from interplay.tracks.games.shared.objects import last_object

_NAMED = tuple(
    re.compile(rf"[ \t>*_`-]*(?:clue[ \t]*:[ \t]*)?player[_ ]?{seat}[ \t*_`]*:[*_`]*(.*)", re.IGNORECASE)
    for seat in range(5)
)
_LABELLED = re.compile(r"[ \t>*_`-]*(?:my |the )?(?:final )?clue(?: is)?[ \t*_`]*:[*_`]*(.*)", re.IGNORECASE)
_TARGET = re.compile(r"(?:(?:vote|vote for|for)[ \t]*:?[ \t]*)?(?:player[_ ]?|seat )?([0-9])", re.IGNORECASE)
_PLAYER = re.compile(r"\bplayer[_ ]?([0-4])\b", re.IGNORECASE)
_WRAPS = {(mark, mark) for mark in "\"'_"} | {("“", "”"), ("‘", "’"), ("«", "»")}  # noqa: RUF001  quotation marks
_VOTE = "vote:"
_DIGIT = re.compile("[0-9]")


def find_clue(seat: int, text: str) -> str | None:
    """Return the clue of a reply, ``None`` where it has none: the own line, else an object's or a labelled one."""
    lines = [raw for raw in text.splitlines() if raw.strip()]
    for form in (_NAMED[seat], _LABELLED):
        for number in range(len(lines) - 1, -1, -1):
            if match := form.fullmatch(lines[number]):
                below = lines[number + 1] if number + 1 < len(lines) else ""
                return match[1] if match[1].strip() else below
        data = last_object(text, ("clue",))
        if data is not None and isinstance(data.get("clue"), str):
            return str(data["clue"])
    return None


def vote_form(others: Sequence[int]) -> moves.Form[int]:
    """Return what a vote for one of *others* looks like."""

    def whole(text: str) -> int | None:
        match = _TARGET.fullmatch(text)
        return int(match[1]) if match else None

    def mentioned(line: str) -> Sequence[int]:
        return [seat for seat in map(int, _PLAYER.findall(line)) if seat in others]

    return moves.Form(whole, mentioned, keys=("vote", "player", "target"))


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
