"""How the speakers of the positions of Are You the Traitor speak, and how likely a talk is for given roles.

The three who are no wizards are the traitor, the key holder and the guard; what wizards say reveals nothing. ``NOTE``
says in words what ``answering`` says in numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final, Literal

from msgspec import Struct

Role = Literal["traitor", "holder", "guard"]
ROLES: Final[tuple[Role, ...]] = ("traitor", "holder", "guard")
PREY: Final[Mapping[Role, Role]] = {"traitor": "holder", "holder": "traitor", "guard": "traitor"}
"""Role -> the role that it names more often than the others."""
Subject = Literal["ask_role", "ask_suspect"]
SUBJECTS: Final[tuple[Subject, ...]] = ("ask_role", "ask_suspect")
Reply = tuple[str, int]
"""What an answer amounts to (``guard``, ``good``, ``evade``, ``suspect``) and the label that it names, 0 for none."""
Assignment = tuple[tuple[int, Role], ...]
"""The role of each label that is no wizard."""
NOTE = (
    "You can rely on the following. The roles were dealt at random, and the players of this talk speak by these "
    "habits:\n"
    "- There are two kinds of questions: who somebody is, and whom somebody suspects. Who asks, whom, and which of the "
    "two, is drawn at random and reveals nothing. Nor does the fact that nobody stopped the talk before.\n"
    "- What the two wizards say (you are one of them) reveals nothing: they name anybody at random, and both say that "
    "they are the good one. All that follows is about the other three.\n"
    "- Asked who they are, they say that they are the guard, or avoid the question. A player who has said once in this "
    "round that they are the guard says so again whenever asked. Otherwise the guard says so with a probability of "
    "3/4, the key holder of 1/2, the traitor of 3/4 as long as no other player has said so and of 1/4 once another "
    "has.\n- Asked whom they suspect, they name one of the other four. The key holder senses who the traitor is, and "
    "the traitor who the key holder is: each names the other with a probability of 7/10, and each of the remaining "
    "three with 1/10. The guard, as long as no other player has said that they are the guard, names the traitor with a "
    "probability of 7/10, and each of the remaining three with 1/10; once another has, the guard always names a player "
    "who has said so falsely, with equal probability if there are two.\nEverything else is drawn at random, each "
    "answer independently. What counts is the probability that your accusation is right, given all that was said."
)


class Exchange(Struct, frozen=True):
    """One exchange: who asks whom about what, and what the answer amounts to."""

    asker: int
    asked: int
    subject: Subject
    reply: Reply


@cache
def answering(roles: Assignment, asked: int, subject: Subject, claimed: frozenset[int]) -> Mapping[Reply, Fraction]:
    """Return how likely each answer is; *claimed* have said that they are the guard. Wizards answer by lot."""
    role = dict(roles).get(asked)
    rivals = sorted(claimed - {asked})
    if subject == "ask_role":
        if role is None:
            return {("good", 0): Fraction(1)}
        claim = _claiming(role, again=asked in claimed, rivals=bool(rivals))
        return {("guard", 0): claim, ("evade", 0): 1 - claim}
    if role is None or (role == "guard" and rivals):
        named = others(asked) if role is None else rivals
        return {("suspect", label): Fraction(1, len(named)) for label in named}
    prey = next(label for label, other in roles if other == PREY[role])
    return {("suspect", label): Fraction(7 if label == prey else 1, 10) for label in others(asked)}


def _claiming(role: Role, *, again: bool, rivals: bool) -> Fraction:
    if again:
        return Fraction(1)
    if role == "holder":
        return Fraction(1, 2)
    return Fraction(1 if role == "traitor" and rivals else 3, 4)


def claimants(talk: Iterable[Exchange]) -> frozenset[int]:
    """Return the labels that have said that they are the guard."""
    return frozenset(line.asked for line in talk if line.reply[0] == "guard")


def posterior(talk: Sequence[Exchange], wizards: Sequence[int]) -> dict[Assignment, Fraction]:
    """Return the chance of each way in which those who are no wizards can have the three roles."""
    weights = {roles: Fraction(1) for roles in assignments(wizards)}
    for at, line in enumerate(talk):
        if line.asked not in wizards:
            claimed = claimants(talk[:at])
            for roles in weights:
                weights[roles] *= answering(roles, line.asked, line.subject, claimed).get(line.reply, 0)
    total = sum(weights.values())
    return {roles: weight / total for roles, weight in weights.items()}


def assignments(wizards: Sequence[int]) -> Iterator[Assignment]:
    """Yield each way in which those who are no wizards can have the three roles."""
    rest = [label for label in range(1, 6) if label not in wizards]
    for roles in permutations(ROLES):
        yield tuple(zip(rest, roles, strict=True))


def others(label: int) -> list[int]:
    """Return all other labels."""
    return [other for other in range(1, 6) if other != label]
