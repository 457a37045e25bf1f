"""Questions in people's words to scripted players: which there are, and whether an answer is of a kind that fits."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from interplay.tracks.games.shared.lines import bank

_OPEN = {
    "{p}": "P[1-6]",
    "{q}": "P[1-6]",
    "{k}": "P[1-6](?: and P[1-6])*",
    "{c}": "(?:blue|red)",
    "{r}": "(?:president|bomber)",
}


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, who is asked it by whom, and the kinds of answers that fit each thing that it asks."""

    set: str
    role: str
    asker: int
    text: str
    fits: tuple[str, ...]


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The questions of a game, and the banks of its sentences that make up a kind of answer."""

    kinds: Mapping[str, tuple[str, ...]]
    ask: tuple[Ask, ...]

    def fitting(self, group: str) -> frozenset[str]:
        """Return the banks of the kinds in a group."""
        return frozenset(name for kind in group.split() for name in self.kinds[kind])


def questions(path: Path) -> Questions:
    """Return the questions of a file."""
    return msgspec.toml.decode(path.read_bytes(), type=Questions)


def banks_of(game: str, answer: str) -> list[frozenset[str]]:
    """Return for each sentence of an answer the banks that hold it."""
    return list(_sentences(_patterns(game), answer))


@cache
def _patterns(game: str) -> list[tuple[str, re.Pattern[str]]]:
    found = []
    for kind, sentences in bank(game).items():
        for sentence in sentences:
            text = re.escape(sentence)
            for name, words in _OPEN.items():
                text = text.replace(re.escape(name), words)
            found.append((kind, re.compile(rf"{text}(?: |$)")))
    return found


def _sentences(patterns: Sequence[tuple[str, re.Pattern[str]]], answer: str) -> Iterator[frozenset[str]]:
    at = 0
    while at < len(answer):
        ends = [(match.end(), kind) for kind, words in patterns if (match := words.match(answer, at))]
        if not ends:
            raise AssertionError(f"no sentence of the bank at {answer[at:]!r}")
        longest = max(end for end, _ in ends)
        yield frozenset(kind for end, kind in ends if end == longest)
        at = longest


def fits(of: Questions, ask: Ask, said: Sequence[frozenset[str]]) -> bool:
    """Return whether everything that is asked is answered, and nothing else."""
    groups = [of.fitting(group) for group in ask.fits]
    answered = all(any(banks & group for banks in said) for group in groups)
    return answered and all(any(banks & group for group in groups) for banks in said)
