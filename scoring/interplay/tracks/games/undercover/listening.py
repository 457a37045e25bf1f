"""How a listener of Undercover takes a clue: as about its own word, as about the other one, or as saying nothing.

A clue is held against its speaker only for what is known to belong to the other word of the pair and not to the own
one, or for saying nothing. A word that the bank does not connect with the pair is no evidence: most true sentences are
not in the bank.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from interplay.tracks.games.undercover.bank import TELLING, Association, Bank, stems
from interplay.tracks.games.undercover.text import mentions, repeats

CONNECTING = 5
"""A clue goes with a word by one stem that at most thirty words of the bank have, or by several that more have."""


class Spoken(Struct, frozen=True):
    """A clue as it was said: by whom, and the clues that its speaker was not to say again."""

    seat: int
    clue: str
    before: tuple[str, ...]


class Meaning(Struct, frozen=True):
    """What a clue says: ``nothing``, or how many stem weights of it are known of the own word and of the other one.

    ``own`` counts what is near the own word, ``alone`` what of it is not near the other word, too; ``other`` what is
    near the other word and not the own one. ``written`` is the side of a clue of the bank: both, own or other.
    """

    nothing: bool = False
    written: str = ""
    own: int = 0
    alone: int = 0
    other: int = 0

    @property
    def strange(self) -> bool:
        """Return whether nothing but common words goes with either word: no evidence, if it happens once."""
        return not (self.nothing or self.written) and self.own + self.other < CONNECTING


def spoken(state: Any) -> tuple[Spoken, ...]:
    """Return every clue given so far, in order; all players have heard them all."""
    found: list[Spoken] = []
    rounds = [*((played.seats, played.clues) for played in state.past), (state.seats, state.clues)]
    for seats, clues in rounds:
        for index, (seat, clue) in enumerate(zip(seats, clues, strict=False)):
            earlier = tuple(one.clue for one in found if one.seat == seat)
            found.append(Spoken(seat, clue, (*clues[:index], *earlier)))
    return tuple(found)


def heard(known: Bank, own: Association, state: Any) -> tuple[tuple[int, Meaning], ...]:
    """Return who said what, as who holds the word *own* takes it, in order.

    One strange clue is no evidence, as nobody knows all that can be said of a word. A second one of the same speaker
    says nothing: somebody who knows the word would have touched it by then.
    """
    found: list[tuple[int, Meaning]] = []
    for said in spoken(state):
        meaning = understand(known, own, said)
        again = meaning.strange and any(seat == said.seat and before.strange for seat, before in found)
        found.append((said.seat, Meaning(nothing=True) if again else meaning))
    return tuple(found)


def echoes(clue: str, before: Sequence[str]) -> bool:
    """Return whether more than half of what *clue* says has been said in one of the clues *before*."""
    said = stems(clue)
    return repeats(clue, before) or any(2 * len(said & stems(other)) > len(said) for other in before)


def understand(known: Bank, own: Association, said: Spoken) -> Meaning:
    """Return what a clue means to who holds the word *own*.

    Nothing is said by silence, by words that fit anything, by words that nobody understands (over two in three), by an
    echo, and by a word of the pair itself, which must not be said.
    """
    other = known.about(own.other)
    if repeats(said.clue, said.before):
        return Meaning(nothing=True)
    for side, clues in (("both", own.shared), ("own", own.own), ("other", other.own)):
        if repeats(said.clue, clues):
            return Meaning(written=side)
    content = stems(said.clue)
    understood = content and 3 * len(content & known.understood) >= len(content)
    forbidden = echoes(said.clue, said.before) or any(mentions(said.clue, word) for word in (own.word, other.word))
    if forbidden or not understood:
        return Meaning(nothing=True)
    return Meaning(
        own=known.weigh(content & own.stems),
        alone=known.weigh(_telling(known, content & own.alone)),
        other=known.weigh(_telling(known, content & other.alone)),
    )


def _telling(known: Bank, found: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in found if known.weights[stem] >= TELLING)
