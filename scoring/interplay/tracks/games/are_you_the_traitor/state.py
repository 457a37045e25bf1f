"""A match of Are You the Traitor: what chance decided, the talk, how rounds ended, and the whole position."""

from itertools import permutations
from typing import Literal

from msgspec import Struct

from interplay.tracks.games.are_you_the_traitor.treasure import Hoard, Theft

Phase = Literal["ask", "answer", "poll", "accuse", "over"]
Labels = tuple[int, ...]
"""The label (1 to 5) of each member in a round."""
EXCHANGES = 8
ROUNDS = 15
"""The most there can be: while nobody owns 10 points all own at most 45, less than any 30 cards without the rings."""
ACCUSERS = (1, 2, 3, 4)
TARGETS = {1: 3, 2: 0, 3: 2, 4: 0}
"""The member that each member must accuse for its team to win the round."""
WIZARDS = (1, 2)
POLLS = tuple(permutations(ACCUSERS))
CHANCE = 27_720
"""A number that every count up to 12 divides: ring draws are stored below it and taken modulo the number of choices."""


class Exchange(Struct, frozen=True):
    """What two labels said to each other; ``asked`` is 0 when the asker said nothing, ``answer`` None until it comes.

    An answer that was declined is an empty text, which nobody can send.
    """

    asker: int
    asked: int = 0
    question: str = ""
    answer: str | None = None


class Verdict(Struct, frozen=True):
    """How a round ended: who accused whom, whether chance made them, the team that won, and what its rings took."""

    accuser: int
    accused: int
    forced: bool
    team: int
    thefts: tuple[Theft, ...]
    labels: Labels


class Table(Struct, frozen=True):
    """What chance decided: labels of each round; asker and order of each poll; who must accuse; what rings take."""

    labels: tuple[Labels, ...]
    askers: tuple[int, ...]
    polls: tuple[int, ...]
    forced: tuple[int, ...]
    rings: tuple[tuple[int, int], ...]


class State(Struct, frozen=True):
    """The table. ``asked`` seats have passed in the present poll; ``accuser`` is who stopped, or must accuse."""

    table: Table
    hoard: Hoard
    past: tuple[Verdict, ...] = ()
    talk: tuple[Exchange, ...] = ()
    phase: Phase = "ask"
    asked: int = 0
    accuser: int = -1

    @property
    def round(self) -> int:
        """Return how many rounds are over."""
        return len(self.past)

    @property
    def labels(self) -> Labels:
        """Return the labels of this round; of the last one when the game is over."""
        return self.table.labels[min(self.round, ROUNDS - 1)] if self.phase != "over" else self.past[-1].labels

    @property
    def turn(self) -> int:
        """Return the index of the present exchange among all of the table's."""
        finished = len(self.talk) - (self.phase != "ask")
        return EXCHANGES * self.round + finished

    @property
    def forced(self) -> bool:
        """Return whether the accuser was drawn because nobody stopped."""
        return self.phase == "accuse" and self.asked == len(ACCUSERS)

    def member(self, label: int) -> int:
        """Return the member with a label."""
        return self.labels.index(label)

    def wins(self, team: int) -> int:
        """Return how many rounds a team has won."""
        return sum([verdict.team == team for verdict in self.past])
