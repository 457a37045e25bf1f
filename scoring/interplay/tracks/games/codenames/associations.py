"""The words associated with a clue in Codenames: a frozen table, and how the bots' operatives read other clues.

A strength is 3 for a word that comes to mind at once, 2 for one that clearly fits, 1 for one that may come to mind.
All numbers are whole, so that every machine reads a clue alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from msgspec import Struct

from interplay.tracks.games.codenames.clue import objection

Fit = tuple[str, int]
"""A word and how strongly a clue points at it."""
STRONGEST = 3
_NOTHING: Mapping[str, int] = {}


class Table(Struct, frozen=True):
    """Strength of each word by clue, and of each clue by word."""

    clues: Mapping[str, Mapping[str, int]]
    words: Mapping[str, Mapping[str, int]]

    def fits(self, clue: str, word: str) -> int:
        """Return how well a word fits a clue; 0 where the table does not connect them."""
        return self.clues.get(clue, _NOTHING).get(word, 0)


@cache
def table() -> Table:
    """Return the table."""
    lines = resources.files(__package__).joinpath("clues.txt").read_text(encoding="utf-8").splitlines()
    clues = dict(_entry(line) for line in lines if not line.startswith("#"))
    words: dict[str, dict[str, int]] = {}
    for clue, fitting in clues.items():
        for word, strength in fitting.items():
            words.setdefault(word, {})[clue] = strength
    return Table(clues, words)


def fits_by_clue(words: Iterable[str]) -> Mapping[str, Sequence[Fit]]:
    """Return for each clue of the table which of *words* it points at, and how strongly."""
    links: dict[str, list[Fit]] = {}
    for word in words:
        for clue, strength in table().words.get(word, _NOTHING).items():
            links.setdefault(clue, []).append((word, strength))
    return links


def allowed(clues: Iterable[str], covered: Sequence[str]) -> list[str]:
    """Return the clues that the covered words do not forbid, in order."""
    return [clue for clue in clues if not objection(clue, covered)]


def likeness(clue: str, word: str) -> int:
    """Return how similar two words look: twice the length of the common beginning, plus the number of common pairs."""
    start = next((at for at, (a, b) in enumerate(zip(clue, word, strict=False)) if a != b), min(len(clue), len(word)))
    pairs = {clue[at : at + 2] for at in range(len(clue) - 1)}
    return 2 * start + sum(word[at : at + 2] in pairs for at in range(len(word) - 1))


def _entry(line: str) -> tuple[str, dict[str, int]]:
    clue, _, rest = line.partition(":")
    groups = rest.split("/")
    return clue, {word: STRONGEST - behind for behind, group in enumerate(groups) for word in group.split()}
