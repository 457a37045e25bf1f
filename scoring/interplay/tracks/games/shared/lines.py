"""Banks of sentences for scripted speakers, and patterns and clauses for readers of free text."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import TypeVar

import msgspec

from interplay.core.randomness import Stream

K = TypeVar("K")
T = TypeVar("T")


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern with ASCII word characters, because those of Unicode depend on the version of Python."""
    return re.compile(text, re.ASCII)


_BREAKS = pattern(r"[.,;:!?()\u2013\u2014]+|\b(?:and|but|because|so|while|although)\b")
NEGATION = pattern(r"\b(?:not|no|never|none|nobody|neither|nor|without|cannot|\w+n't)\b")


def table(game: str, name: str, kind: type[T]) -> T:
    """Return what the TOML file *name* in the folder of *game* holds."""
    return msgspec.toml.decode(resources.files("interplay.tracks.games").joinpath(game, name).read_bytes(), type=kind)


@cache
def bank(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return the sentences in the folder of *game*, by kind; ``{p}`` in a sentence stands for a label."""
    return table(game, "lines.toml", dict[str, tuple[str, ...]])


def line(game: str, kind: str, stream: Stream, label: int = 0, avoid: Sequence[str] = (), **words: str) -> str:
    """Return a random sentence of a kind, if possible one that is in none of the texts *avoid*.

    *label* replaces ``{p}`` in the sentence, *words* its other fields.
    """
    sentences, before = _written(game, kind, label, tuple(words.items())), "\0".join(avoid)
    return stream.choice([sentence for sentence in sentences if sentence not in before] or sentences)


@lru_cache(maxsize=4096)
def _written(game: str, kind: str, label: int, words: tuple[tuple[str, str], ...]) -> list[str]:
    return [sentence.format(p=f"P{label}", **dict(words)) for sentence in bank(game)[kind]]


def weighted(weights: Mapping[K, int], stream: Stream) -> K:
    """Return a random key, drawn by weight; weights are whole numbers."""
    at = stream.below(sum(weights.values()))
    for key, weight in weights.items():
        if at < weight:
            return key
        at -= weight
    raise AssertionError


def clauses(text: str) -> list[str]:
    """Split plain words at punctuation and conjunctions."""
    return [part.strip() for part in _BREAKS.split(text) if part.strip()]
