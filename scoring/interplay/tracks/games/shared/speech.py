"""Make a player's message safe to show to other players: one short line that cannot pass for anything else.

A prompt puts the message in double quotes on a line of its own. The message must not be able to end the quotation or to
look like another speaker. So double quotes become single ones, brackets of chat and markup formats become round ones,
and the colon after a speaker's name becomes a comma. Characters that are invisible or change the direction of text are
removed. The ranges are written out, so that the result does not depend on the interpreter's Unicode version.
"""

import re

LONGEST = 300
"""The most characters of a message that are shown, unless a game sets another limit; the rest is cut off."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    "\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\uf8ff\ufdd0-\ufdef"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
_SPACE = re.compile(r"\s+")
_REPLACED = str.maketrans(
    {
        **dict.fromkeys('"“”„‟«»″＂', "'"),
        "`": "'",
        **dict.fromkeys("[{<‹＜［｛", "("),
        **dict.fromkeys("]}>›＞］｝", ")"),
        **dict.fromkeys("|｜", "/"),
        **dict.fromkeys("：﹕∶꞉ː", ":"),
    }
)
_SPEAKER = re.compile(
    r"\b(player[ _-]?[0-9]?|game ?master|moderator|referee|system|user|assistant|human|developer|tool)( ?):+",
    re.IGNORECASE,
)


def clean(text: str, longest: int = LONGEST) -> str:
    """Return *text* as it may be shown, at most *longest* characters; cleaning twice changes nothing."""
    if not text:
        return text
    line = _SPACE.sub(" ", _HIDDEN.sub("", text)).translate(_REPLACED)
    line = _SPEAKER.sub(r"\1,", line).strip()
    return line if len(line) <= longest else line[:longest].rstrip()


NAMES = ("player_0", "player_1")
SEAT_NAMES = ("player[_ ]?0", "player[_ ]?1")
"""Patterns of the names."""
_PREFIXES = tuple(re.compile(rf"(?<!\w){name}[ \t]*+:") for name in NAMES)


def cut(seat: int, text: str) -> tuple[str, str] | None:
    """Return the text before and after the seat's last own name with a colon, ``None`` if there is none."""
    last = None
    for match in _PREFIXES[seat].finditer(text):
        last = match
    return None if last is None else (text[: last.start()], text[last.end() :])


def short(text: str) -> str:
    """Return *text* quoted and with escapes, shortened to 60 characters."""
    quoted = repr(text[:61])
    return quoted if len(quoted) <= 62 else f"{quoted[:60]}…{quoted[0]}"
