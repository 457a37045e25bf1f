"""Questions of hosts about names with traits: of how many of the hidden ones something is true."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Probe
from interplay_builders.tracks.simulation.sessions import fence

NEAR = 8
"""Probes that follow one whose answer leads somewhere: those that share most of its names."""
SPARE = 12
"""Questions beyond those that are asked, from which the answers choose."""


@dataclass(frozen=True, slots=True)
class Trait:
    """What can be asked: in words, its kind, and the names that have it."""

    words: str
    kind: str
    names: frozenset[str]


def questions(
    traits: Sequence[Trait], number: int, every: int, stream: Stream, *, joins: bool, least: int = 1
) -> list[Trait]:
    """Return traits with different names each, alone and two by two, which *least* of *every* name have, or lack.

    They are more than *number*. Two traits of a kind are alternatives, and so are others unless *joins*
    and enough names have both.
    """
    chosen = {trait.names: trait for trait in stream.shuffled(traits) if least <= len(trait.names) <= every - least}
    while len(chosen) < number + SPARE:
        first, other = stream.sample(traits, 2)
        is_either = first.kind == other.kind or not joins or len(first.names & other.names) < least
        names = first.names | other.names if is_either else first.names & other.names
        if least <= len(names) <= every - least and names not in (first.names, other.names):
            words = f" {'or' if is_either else 'and'} ".join(sorted((first.words, other.words), key=_order))
            chosen.setdefault(names, Trait(words, "both", names))
    return stream.sample([*chosen.values()], number + SPARE)


def _order(words: str) -> tuple[bool, bool]:
    """Return what puts adjectives first, and last what has a colour, which would seem to belong to both."""
    return words.startswith(("red ", "black ")), not words.endswith("-haired")


def probes(traits: Sequence[Trait], phrase: Callable[[str], str]) -> tuple[Probe, ...]:
    """Return a probe for each trait, in words that *phrase* makes."""
    keys = [str(number) for number in range(1, len(traits) + 1)]
    result = []
    for key, trait in zip(keys, traits, strict=True):
        shared = {
            other: len(trait.names & rest.names) / len(trait.names | rest.names)
            for other, rest in zip(keys, traits, strict=True)
            if other != key
        }
        near = sorted(shared, key=lambda other: -shared[other])[:NEAR]
        cells = tuple(sorted(trait.names))
        result.append(Probe(key=key, text=phrase(trait.words), cells=cells, near=tuple(near)))
    return tuple(result)


def revealed(names: Sequence[str], count: int, stream: Stream) -> str:
    """Return some of the names as a host shows them in the end."""
    return fence("\n".join(stream.sample(names, count)))
