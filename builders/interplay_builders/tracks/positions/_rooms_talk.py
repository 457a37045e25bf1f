"""How the players of the positions of Two Rooms and a Boom speak, and how likely each assignment is by what was told.

Everybody is frank or sly for the whole game, and what they say follows from that and from their role. ``HABITS`` says
in words what ``named_team``, ``claimed_role`` and ``passed_on`` say in code, and ``ODD`` what ``_odd`` says.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Final, Literal

from msgspec import Struct

from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS
from interplay_builders.tracks.positions._texts import TEXTS

Role = Literal["president", "bomber", "blue", "red"]
COUNTS: Final[Mapping[Role, int]] = {"president": 1, "bomber": 1, "blue": 2, "red": 2}
TEAM: Final[Mapping[str, str]] = {"president": "blue", "blue": "blue", "bomber": "red", "red": "red"}
OTHER: Final[Mapping[str, str]] = {"blue": "red", "red": "blue"}
FRANK: Final[Mapping[Role, int]] = {"president": 1, "bomber": 1, "blue": 2, "red": 2}
"""The chance that somebody with a role is frank, in thirds."""
_DEALS = frozenset(permutations(name for name, count in COUNTS.items() for _ in range(count)))
HABITS = TEXTS["rooms_talk"]["habits"]
ODD = TEXTS["rooms_talk"]["odd"]
AIM = TEXTS["rooms_talk"]["aim"]


class Odds(Struct, frozen=True):
    """How many of ten statements follow the habits in a plain round; after how many of four rounds the kind changes."""

    kept: int
    changes: int


ODDS: Final = Odds(8, 3)


class Report(Struct, frozen=True):
    """What a speaker said: of itself (``about`` 0) a team or a role, of another label the team that it named."""

    speaker: int
    about: int
    kind: str
    round: int = 0


class Person(Struct, frozen=True):
    """What somebody is, and whether they are frank."""

    role: Role
    frank: bool

    @property
    def thirds(self) -> int:
        """Return the probability of this frankness for the role, in thirds."""
        return FRANK[self.role] if self.frank else 3 - FRANK[self.role]

    @property
    def opposite(self) -> "Person":
        """Return somebody with the same role, but sly instead of frank or frank instead of sly."""
        return Person(self.role, not self.frank)


PEOPLE: Final = tuple(Person(role, frank) for role in COUNTS for frank in (True, False))


def named_team(person: Person) -> str:
    """Return the team that somebody names as their own."""
    team = TEAM[person.role]
    return team if person.frank else OTHER[team]


def claimed_role(person: Person) -> str:
    """Return the role that somebody claims, ``plain`` for none."""
    if person.role in ("president", "bomber"):
        return person.role if person.frank else "plain"
    if person.frank:
        return "plain"
    return "bomber" if person.role == "blue" else "president"


def passed_on(person: Person, heard: str) -> str:
    """Return the team that somebody says they were told by another, who named *heard*."""
    return heard if person.frank else OTHER[heard]


def statement_of(speaker: Person, about: Person | None, topic: str) -> str:
    """Return what somebody says of their team or role, or of another whom they heard."""
    if about:
        return passed_on(speaker, named_team(about))
    return named_team(speaker) if topic in OTHER else claimed_role(speaker)


def posterior(
    reader: int, role: Role, reports: Sequence[Report], odds: Odds | None = None
) -> dict[tuple[Role, ...], Fraction]:
    """Return the chance of each assignment of roles to the labels from P1 on, for the member *reader* with a role.

    Without *odds* all statements follow the habits.
    """
    weights: Counter[tuple[Role, ...]] = Counter()
    for people in _possible(reader, role, reports, odds):
        weight = prod(person.thirds for label, person in enumerate(people, 1) if label != reader)
        weights[tuple(person.role for person in people)] += weight * _odd(people, reports, odds or Odds(10, 0))
    total = weights.total()
    return {roles: Fraction(weight, total) for roles, weight in weights.items() if weight}


def _possible(reader: int, role: Role, reports: Sequence[Report], odds: Odds | None) -> Iterator[tuple[Person, ...]]:
    """Yield all assignments of people to labels in which everybody may have said of themselves what they did."""
    fitting = [
        [Person(role, frank=True)]
        if label == reader
        else [person for person in PEOPLE if _says(person, label, reports, odds)]
        for label in range(1, 7)
    ]
    return (people for people in product(*fitting) if tuple([person.role for person in people]) in _DEALS)


def _says(person: Person, label: int, reports: Sequence[Report], odds: Odds | None) -> bool:
    """Return whether a person may make the claims of a label about itself."""
    ways = (person, person.opposite) if odds else (person,)
    claims = {statement_of(way, None, topic) for way in ways for topic in ("red", "")}
    return all(report.kind in claims for report in reports if report.speaker == label and not report.about)


def _odd(people: Sequence[Person], reports: Sequence[Report], odds: Odds) -> int:
    """Return a multiple of the chance of the reports of these people, summed over all plain and odd rounds."""
    likely = [[1, 1] for _ in range(ROUNDS)]
    for report in reports:
        speaker, about = people[report.speaker - 1], people[report.about - 1] if report.about else None
        fits, contrary = (statement_of(way, about, report.kind) == report.kind for way in (speaker, speaker.opposite))
        likely[report.round][0] *= odds.kept * fits + (10 - odds.kept) * contrary
        likely[report.round][1] *= (10 - odds.kept) * fits + odds.kept * contrary
    plain, odd = likely[0]
    for first, second in likely[1:]:
        plain, odd = (
            first * ((4 - odds.changes) * plain + odds.changes * odd),
            second * ((4 - odds.changes) * odd + odds.changes * plain),
        )
    return plain + odd
