"""How many words of a right reply can be nonsense before a check notices: what programs leave to a judge, as a number.

Words are replaced one after the other, from the first to the last; a word that a check holds on to stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade

ONE: Sequence[str] = ("blah",)
MANY: Sequence[str] = (
    "plim", "dorv", "keth", "sulm", "brav", "tolk", "wisp", "nard", "fley", "quon",
    "zedd", "harl", "mubb", "crin", "vost", "jelk", "porv", "lunt", "sorv", "gith",
)  # fmt: skip
"""Words that mean nothing: one, and twenty in turn."""
HALF = 0.5
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def accepting(scripts: Iterable[Script], nonsense: Sequence[str]) -> tuple[Script, ...]:
    """Return the checkable scripts that take a reply of which half the words, or more, are *nonsense*."""
    checkable = (s for s in scripts if any(check.role == "content" for check in s.checks))
    return tuple(script for script in checkable if share(script, nonsense) >= HALF)


def share(script: Script, nonsense: Sequence[str]) -> float:
    """Return which share of the words of the reference can be *nonsense*; 0 where it has no words."""
    verdicts = list(_replaced(script, nonsense))
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def _replaced(script: Script, nonsense: Sequence[str]) -> Iterator[bool]:
    """Yield of each word whether it could be replaced."""
    text, place = script.reference, 0
    for word in cycle(nonsense):
        found = _WORD.search(text, place)
        if found is None:
            return
        other = f"{text[: found.start()]}{word}{text[found.end() :]}"
        passes = grade(script, other).strict is True
        text, place = (other, found.start() + len(word)) if passes else (text, found.end())
        yield passes
