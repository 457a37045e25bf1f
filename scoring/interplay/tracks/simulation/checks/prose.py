"""The reply's running text is English and not filler, and names what it has to name.

Filler is one word over and over: more than a quarter of all words, or fewer than two different words in five. English
is a text of whose words at most one in ten, and one in any case, is in no list; names may be in it, but no more than
one word in four. What a text has to name is given as groups of words, one of each group required; whether what it
says is true and well said no program decides.
"""

import re
import zlib
from collections import Counter
from functools import lru_cache
from importlib import resources
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, compiled, lines

LEAST = 8
"""Words from which a text can be filler."""
UNKNOWN = 10
"""Of so many words one may be in no list."""
NAMES = 4
"""Of so many words one may be a name."""
_WORD = re.compile(r"[^\W_]+")
_SPELT = re.compile(r"[^\W\d_]{3,}")


class ProseParams(Params, frozen=True):
    """Where the running text stands, and what it says.

    ``part`` is a regular expression (RE2) whose first group finds the text somewhere in the reply. ``says`` are groups
    of words; a word of each must stand in the text, or, with ``least``, of so many of them. A word may go on (``refus``
    is in "refused"), unless it ends in a digit; case and punctuation do not count. ``known`` are words that count as
    English here, in lower case: what the dialogue made up or borrowed. Without ``english`` any language will do.
    """

    part: str
    says: Annotated[tuple[tuple[str, ...], ...], Meta(max_length=12)] = ()
    least: int = 0
    known: Annotated[tuple[str, ...], Meta(max_length=400)] = ()
    english: bool = False

    def problem(self, reply: str) -> str:
        match = compiled(self.part).search("\n".join(lines(body(reply))))
        if match is None:
            return "found no running text where it belongs"
        words = words_of(match[1] or "")
        if (filler := _filler(words)) is not None:
            return f"found {filler}, expected running text"
        if self.english and (strange := _strange(match[1] or "", frozenset(self.known))):
            return f"found {', '.join(map(quoted, strange[:5]))}, expected English"
        text = f" {' '.join(words)} "
        missing = [group for group in self.says if not any(_stands(word, text) for word in group)]
        if len(self.says) - len(missing) < (self.least or len(self.says)):
            return f"found {quoted(match[1])}, expected it to name {' or '.join(missing[0][:6])}"
        return ""


def words_of(text: str) -> list[str]:
    """Return the words of *text* in lower case, numbers among them."""
    return _WORD.findall(text.casefold())


def _stands(word: str, text: str) -> bool:
    wanted = " ".join(words_of(word))
    return f" {wanted} " in text if wanted[-1:].isdigit() else f" {wanted}" in text


def _filler(words: list[str]) -> str | None:
    if len(words) < LEAST:
        return None
    word, times = Counter(words).most_common(1)[0]
    if times > max(3, len(words) // 4):
        return f"{times} times {quoted(word)} in {len(words)} words"
    different = len(set(words))
    return f"{different} different words in {len(words)}" if 5 * different < 2 * len(words) else None


def unknown(text: str) -> set[str]:
    """Return the words of *text*, of three letters or more and in lower case, that are in no list."""
    return {word for word in map(str.casefold, _SPELT.findall(text)) if word not in _english()}


def _strange(text: str, known: frozenset[str]) -> list[str]:
    words = _SPELT.findall(text)
    strange = [word for word in words if (small := word.casefold()) not in _english() and small not in known]
    names = [word for word in strange if word[0].isupper()]
    others = [word for word in strange if not word[0].isupper()]
    if len(others) > max(1, len(words) // UNKNOWN):
        return others
    return names if len(names) > max(2, len(words) // NAMES) else []


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    data = resources.files(__package__).joinpath("_english.txt.gz").read_bytes()
    return frozenset(zlib.decompress(data, wbits=zlib.MAX_WBITS | 32).decode().split())
