"""The names that the two players of a bargaining or bidding game are known by, and how a reply is cut at them."""

import re

NAMES = ("player_0", "player_1")
_OWN = tuple(re.compile(rf"(?<!\w){name}[ \t]*+:") for name in NAMES)


def cut(seat: int, text: str) -> tuple[str, str] | None:
    """Return what stands before and after the last own name with a colon, ``None`` if *text* has none."""
    last = None
    for match in _OWN[seat].finditer(text):
        last = match
    return None if last is None else (text[: last.start()], text[last.end() :])


def short(text: str) -> str:
    """Return *text* quoted and with escapes, shortened to 60 characters."""
    quoted = repr(text[:61])
    return quoted if len(quoted) <= 62 else f"{quoted[:60]}…{quoted[0]}"
