"""What an answer in words of its own says: which values it holds, and which of two it gives as the one of now."""

import re
from collections.abc import Iterable
from functools import lru_cache

_PLAIN = (
    dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
    | dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u00b4"), "'")
    | dict.fromkeys(map(ord, "*_`\u00ad\u200b\u2060\ufeff"), "")
)
_BREAK = re.compile(
    r"[.;:!?()]|, (?!or\b|and\b)|(?<!thing )(?<!where )\bbut\b|\b(?:now|please|replaced by|replaced with)\b"
)
"""Where a new statement begins, so that words before it say nothing of a value behind it."""
_SURELY = re.compile(
    r"\b(?:not|no|no longer|never|neither|nor|instead of|rather than|in place of|other than|as opposed to|forg[eo]t"
    r"|scratch|cancel|strike|ignore|drop|dropped|replac\w+|up from|down from|away from|(?:any|every)\w+ (?:but|except)"
    r"|refuse|avoid|hate|might|maybe|perhaps|possibly|whether|either|or)\b|n't\b|\bapart from(?: \w+)? \Z|/\s*\Z|~~\Z"
)
_FORMERLY = re.compile(r"\b(?:used to|formerly|previously|earlier|originally|initially)\b")
_PERHAPS = re.compile(
    r"\b(?:was|were|been|had|said|told|gave|wrote|mentioned|named|listed|wanted|planned|thought|chose|picked|ordered"
    r"|preferred|former|previous|before|original|initial|old|first|chang(?:e[sd]?|ing)|swap(?:ped)?|switch(?:ed)?"
    r"|updated?|correct(?:ed|ing)?)\b"
)
"""Words in front of a value that holds no longer; the second kind only where no bare list of values follows."""
_LIST = re.compile(r"[\s,;/&+|]*(?:\b(?:and|or|plus|then)\b)?[\s/]*")
_DROPPED = re.compile(
    r"[\s\W]*(?:any ?more|any longer|(?:is |are )?no longer|no more|is not|isn't|is out|is off|is wrong|is outdated"
    r"|is old|did not|didn't|does not|doesn't|won't|can't|cannot|fell through)\b(?! ?\Z)|~~|\s*/|: no\b"
    r"|\W*or\b(?! rather)|[^\w.;!]*\?|, but (?:\w+ ){1,5}(?:some\w+ else|elsewhere)\b"
)
_BEFORE = re.compile(
    r"\W*(?:before|earlier|previously|originally|formerly|at first|initially|until|was|were|is what|has been)\b(?! ?\Z)"
)
"""Words behind such a value; the last words before the next value are about that one."""
_BECAME = re.compile(
    r"\W*(?:(?:is|has|have|it is|it's|that is|that's|was|been) )*(?:now|become|became|(?:been )?changed (?:in)?to"
    r"|(?:been )?replaced (?:by|with)|turned into|i mean|sorry|correction|no|or rather|actually|make that|->|\u2192|=>)"
    r"(?:\W+(?:it is|it's|the|a|an|to|by))*\W*"
)
"""All that stands between a value and the one that took its place."""
_TO = re.compile(r" (?:in)?to (?:the |a |an )?")
_POLITE = re.compile(r"\b(?:please|thanks?|yes|sure|course|certainly|could|can|may)\b")

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
    items = [part for part in re.split(r"[,;/|]|\bor\b", text) if len(part.split()) < 4 and not _POLITE.search(part)]
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
    statement = _BREAK.split(before)[-1]
    if _SURELY.search(statement) or (_DROPPED.match(after) and not (is_now and _POLITE.search(statement))):
        return True
    if not is_now and (_FORMERLY.search(statement) or _BEFORE.match(after)):
        return True
    if not is_last and (_BECAME.fullmatch(after) or (statement.endswith("from ") and _TO.fullmatch(after))):
        return True
    is_listed = not is_last and places[i + 1][2] and _LIST.fullmatch(after) is not None
    return not is_now and not is_listed and _PERHAPS.search(statement) is not None


@lru_cache(maxsize=10_000)
def _words(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
