"""What a shout claims about cards: which ones the speaker wants, and which it gives."""

import re
from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.pit.market import CARDS

_TOKEN = re.compile(r"[a-z]+|[.?!;]")
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc")
_NAMES = {name: card for card, name in enumerate(CARDS)} | {
    "soybean": CARDS.index("soybeans"),
    "soya": CARDS.index("soybeans"),
    "soy": CARDS.index("soybeans"),
}
_WANT = re.compile("want|wants|need|needs|collect|collects|collecting|after|seek|seeking|buy|buying|looking|for")
_GIVE = re.compile("give|gives|giving|offer|offers|offering|have|got|sell|selling|spare|trade|trading|swap|put")
_OTHERS = re.compile("anyone|anybody|someone|somebody|who|you|your")
_NOT = re.compile("not|no|never|dont|without|neither|nor")


class Claims(Struct, frozen=True):
    """Cards that a speaker says it wants, and that it says it gives."""

    wanted: frozenset[int] = frozenset()
    given: frozenset[int] = frozenset()


@lru_cache(maxsize=1 << 12)
def claims(words: str) -> Claims:
    """Return what *words* claim: a card goes with the last verb before it in its sentence, unless that is negated.

    A request to others is a claim to want: "who has corn" and "give me corn" claim the same.
    """
    wanted: set[int] = set()
    given: set[int] = set()
    into: set[int] | None = None
    asked = negated = False
    for word in _TOKEN.findall(words.casefold().translate(_APOSTROPHES)):
        if word in ".?!;":
            into, asked, negated = None, False, False
        elif _OTHERS.fullmatch(word):
            asked = True
        elif _NOT.fullmatch(word):
            into, negated = None, True
        elif _WANT.fullmatch(word) or word == "me" or (asked and (word == "has" or _GIVE.fullmatch(word))):
            into = None if negated else wanted
        elif _GIVE.fullmatch(word):
            into = None if negated else given
        elif word in _NAMES and into is not None:
            into.add(_NAMES[word])
    return Claims(frozenset(wanted), frozenset(given - wanted))


def names_card(words: str) -> bool:
    """Return whether *words* name a card."""
    return any(word in _NAMES for word in _TOKEN.findall(words.casefold()))
