"""The reply's running text is text and not filler, and names what it has to name.

Filler is one word over and over: more than a quarter of all words, or fewer than two different words in five. What a
text has to name is given as groups of words of which one has to stand there; whether what it says is true and well said
no program decides.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from interplay.tracks.simulation.checks.base import PASS, Kind, Params, Result, failed, quoted
from interplay.tracks.simulation.checks.reading import body, lines

LEAST = 8
"""Words from which a text can be filler."""
_WORD = re.compile(r"[^\W_]+")


class ProseParams(Params, frozen=True):
    """Where the running text stands, and what it says.

    ``part`` is a regular expression (RE2) whose first group finds the text somewhere in the reply. ``says`` are groups
    of words; a word of each must stand in the text, or, with ``least``, of so many of them. A word may go on (``refus``
    is in "refused"), unless it ends in a digit; case and punctuation do not count.
    """

    part: str
    says: Annotated[tuple[tuple[str, ...], ...], Meta(max_length=12)] = ()
    least: int = 0


def check(params: ProseParams, reply: str) -> Result:
    """Find the running text, and look at its words."""
    match = _compiled(params.part).search("\n".join(lines(body(reply))))
    if match is None:
        return failed("found no running text where it belongs")
    words = _words(match[1] or "")
    if (filler := _filler(words)) is not None:
        return failed(f"found {filler}, expected running text")
    text = f" {' '.join(words)} "
    missing = [group for group in params.says if not any(_stands(word, text) for word in group)]
    if len(params.says) - len(missing) < (params.least or len(params.says)):
        return failed(f"found {quoted(match[1])}, expected it to name {' or '.join(missing[0][:6])}")
    return PASS


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _stands(word: str, text: str) -> bool:
    wanted = " ".join(_words(word))
    return f" {wanted} " in text if wanted[-1:].isdigit() else f" {wanted}" in text


def _filler(words: list[str]) -> str | None:
    """Return what makes *words* filler."""
    if len(words) < LEAST:
        return None
    word, times = Counter(words).most_common(1)[0]
    if times > max(3, len(words) // 4):
        return f"{times} times {quoted(word)} in {len(words)} words"
    different = len(set(words))
    return f"{different} different words in {len(words)}" if 5 * different < 2 * len(words) else None


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> Any:
    import re2  # type: ignore[import-untyped]  # noqa: PLC0415  only this track needs it

    return re2.compile(pattern)


KIND = Kind(ProseParams, check)
