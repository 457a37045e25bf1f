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

    ``near`` counts what is near the own word, ``alone`` what of it is not near the other word, too; ``other`` what is
    near the other word and not the own one. ``written`` is the side of a clue of the bank: both, own or other.
    """

    nothing: bool = False
    written: str = ""
    near: int = 0
    alone: int = 0
    other: int = 0

    @property
    def strange(self) -> bool:
        """Return whether nothing but common words goes with either word: no evidence, if it happens once."""
        return not (self.nothing or self.written) and self.near + self.other < CONNECTING


def spoken(state: Any) -> tuple[Spoken, ...]:
    """Return every clue given so far, in order; all players have heard them all."""
    clues_so_far: list[Spoken] = []
    rounds = [*((played.seats, played.clues) for played in state.past), (state.seats, state.clues)]
    for seats, clues in rounds:
        for index, (seat, clue) in enumerate(zip(seats, clues, strict=False)):
            earlier = tuple(earlier_clue.clue for earlier_clue in clues_so_far if earlier_clue.seat == seat)
            clues_so_far.append(Spoken(seat, clue, (*clues[:index], *earlier)))
    return tuple(clues_so_far)


def heard(known: Bank, mine: Association, state: Any) -> tuple[tuple[int, Meaning], ...]:
    """Return who said what, as who holds the word *own* takes it, in order.

    One strange clue is no evidence, as nobody knows all that can be said of a word. A second one of the same speaker
    says nothing: somebody who knows the word would have touched it by then.
    """
    meanings: list[tuple[int, Meaning]] = []
    for spoken_clue in spoken(state):
        meaning = understand(known, mine, spoken_clue)
        again = meaning.strange and any(seat == spoken_clue.seat and before.strange for seat, before in meanings)
        meanings.append((spoken_clue.seat, Meaning(nothing=True) if again else meaning))
    return tuple(meanings)


def echoes(clue: str, before: Sequence[str]) -> bool:
    """Return whether more than half of what *clue* says has been said in one of the clues *before*."""
    content = stems(clue)
    return repeats(clue, before) or any(2 * len(content & stems(other)) > len(content) for other in before)


def understand(known: Bank, mine: Association, spoken: Spoken) -> Meaning:
    """Return what a clue means to who holds the word *own*.

    Nothing is said by silence, by words that fit anything, by words that nobody understands (over two in three), by an
    echo, and by a word of the pair itself, which must not be said.
    """
    other = known.about(mine.other)
    if repeats(spoken.clue, spoken.before):
        return Meaning(nothing=True)
    for side, clues in (("both", mine.shared), ("own", mine.distinct), ("other", other.distinct)):
        if repeats(spoken.clue, clues):
            return Meaning(written=side)
    content = stems(spoken.clue)
    understood = content and 3 * len(content & known.understood) >= len(content)
    forbidden = echoes(spoken.clue, spoken.before) or any(
        mentions(spoken.clue, word) for word in (mine.word, other.word)
    )
    if forbidden or not understood:
        return Meaning(nothing=True)
    return Meaning(
        near=known.weigh(content & mine.stems),
        alone=known.weigh(_telling(known, content & mine.alone)),
        other=known.weigh(_telling(known, content & other.alone)),
    )


def _telling(known: Bank, content: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in content if known.weights[stem] >= TELLING)
