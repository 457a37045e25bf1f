"""How a listener of Undercover interprets a clue: as about its own word, about the other one, or as saying nothing.

A clue counts against its speaker only for what belongs to the other word of the pair and not to its own, or for
saying nothing. A word that the bank does not connect with the pair is no evidence: most true sentences are not in the
bank.
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
    """What a clue says: ``nothing``, or how many stem weights of it are known of the listener's word and of the other.

    ``near`` counts what is near this word, ``alone`` what of it is not near the other word, too; ``other`` what is
    near the other word only. ``written`` is the side of a clue of the bank: both, own or other.
    """

    nothing: bool = False
    written: str = ""
    near: int = 0
    alone: int = 0
    other: int = 0

    @property
    def strange(self) -> bool:
        """Return whether only common words go with either word of the pair; once, this is no evidence."""
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
    """Return each speaker with the meaning of its clue to a holder of the word *mine*, in order.

    One strange clue is no evidence, because the bank does not have everything that can be said about a word. A second
    one of the same speaker counts as saying nothing: a player who knows the word would have referred to it by then.
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
    """Return the meaning of a clue to a holder of the word *mine*.

    A clue says nothing if it is silent, has only words that fit anything, has over two in three unknown words, is an
    echo, or contains a word of the pair, which is forbidden.
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
