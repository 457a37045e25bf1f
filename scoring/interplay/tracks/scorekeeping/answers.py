"""What an answer in words of its own says: which values it holds, and which of two it gives as the one of now."""

import re
from collections.abc import Iterable
from functools import lru_cache

from interplay.core.packaged import patterns

_PLAIN = (
    dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
    | dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u00b4"), "'")
    | dict.fromkeys(map(ord, "*_`\u00ad\u200b\u2060\ufeff"), "")
)
_PHRASES = patterns(__package__, "answers.toml")
_LIST = re.compile(r"[\s,;/&+|]*(?:\b(?:and|or|plus|then)\b)?[\s/]*")
_TO = re.compile(r" (?:in)?to (?:the |a |an )?")

NEAR = 200
"""Characters around a value that are looked at for such words."""

Span = tuple[int, int, bool]
"""Start and end of a value in an answer, and whether it is the one of now."""


def plain(text: str) -> str:
    """Return *text* in small letters, without Markdown and with blanks, quotes and dashes in one form."""
    return " ".join(text.translate(_PLAIN).lower().split())


def holds(text: str, value: str) -> bool:
    """Return whether plain text *said* holds the plain *value* as words of its own, not within another word."""
    return value in text and _words(value).search(text) is not None


def gives(text: str, value: str, olds: Iterable[str]) -> bool:
    """Return whether *said* gives *value* as the one of now, all in plain form.

    The slot's earlier values, *olds*, may stand beside it where the words tell that they hold no longer, as in "not A
    any more but B", "B instead of A" and "I said A, now it is B". A list of both gives neither.
    """
    places = [(m.start(), m.end(), False) for old in olds if old != value for m in _words(old).finditer(text)]
    items = [
        part
        for part in re.split(r"[,;/|]|\bor\b", text)
        if len(part.split()) < 4 and not _PHRASES["polite"].search(part)
    ]
    if len(items) > 4 and not places:  # a list of alternatives
        return False
    places += [(*match.span(), True) for match in _words(value).finditer(text)]
    places.sort()
    if re.search(re.escape(value) + r"\W+(?:now )?instead\b(?! of\b)", text):
        return True
    kept = []
    was_dropped = False
    for i, (start, _, is_now) in enumerate(places):
        goes_on = was_dropped and not is_now and _LIST.fullmatch(text[places[i - 1][1] : start]) is not None
        was_dropped = goes_on or _is_dropped(text, places, i)
        if not was_dropped:
            kept.append(is_now)
    return bool(kept) and all(kept)


def _is_dropped(text: str, places: list[Span], i: int) -> bool:
    """Return whether the words around the value at place *i* tell that it holds no longer."""
    start, end, is_now = places[i]
    is_last = i + 1 == len(places)
    before = text[max(start - NEAR, places[i - 1][1] if i else 0) : start]
    after = text[end : end + NEAR] + "." if is_last else text[end : min(end + NEAR, places[i + 1][0])]
    statement = _PHRASES["break"].split(before)[-1]
    if _PHRASES["surely"].search(statement) or (
        _PHRASES["dropped"].match(after) and not (is_now and _PHRASES["polite"].search(statement))
    ):
        return True
    if not is_now and (_PHRASES["formerly"].search(statement) or _PHRASES["before"].match(after)):
        return True
    if not is_last and (_PHRASES["became"].fullmatch(after) or (statement.endswith("from ") and _TO.fullmatch(after))):
        return True
    is_listed = not is_last and places[i + 1][2] and _LIST.fullmatch(after) is not None
    return not is_now and not is_listed and _PHRASES["perhaps"].search(statement) is not None


@lru_cache(maxsize=10_000)
def _words(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
