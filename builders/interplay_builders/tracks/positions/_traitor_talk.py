"""How the speakers of the positions of Are You the Traitor speak, and how likely a talk is for given roles.

The three who are no wizards are the traitor, the key holder and the guard; what wizards say reveals nothing. ``HABITS``
says in words what ``answering`` says in numbers, and ``MOODY`` what ``contrary`` and ``_moody`` say.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod
from typing import Final, Literal

from msgspec import Struct

from interplay_builders.tracks.positions._texts import TEXTS

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
Line = tuple[int, int, int, int]
"""An answer: its number, who of the three gives it, how likely it is plainly and contrarily, in sixtieths."""
Temper = Literal["bold", "meek", "shifty"]


class Moods(Struct, frozen=True):
    """The chance that the mood changes after an exchange, in twentieths, and that of each temper, in fifths."""

    changes: int
    tempers: Mapping[Temper, int]


MOODS: Final = Moods(19, {"bold": 2, "meek": 2, "shifty": 1})
HABITS = TEXTS["traitor_talk"]["habits"]
MOODY = TEXTS["traitor_talk"]["moody"]
AIM = TEXTS["traitor_talk"]["aim"]


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


def contrary(roles: Assignment, asked: int, plain: Mapping[Reply, Fraction]) -> Mapping[Reply, Fraction]:
    """Return how likely each answer is of who speaks contrarily, given how likely it is of who speaks plainly."""
    first, second = (label for label, _ in roles if label != asked)
    swapped = {first: second, second: first}
    if ("evade", 0) in plain:
        return plain if 1 in plain.values() else {reply: 1 - chance for reply, chance in plain.items()}
    return {(kind, swapped.get(label, label)): chance for (kind, label), chance in plain.items()}


def plainly(temper: Temper, number: int, *, calm: bool) -> bool:
    """Return whether somebody with this temper speaks plainly in exchange *number*."""
    return number % 2 == 1 if temper == "shifty" else calm == (temper == "bold")


def posterior(
    talk: Sequence[Exchange], wizards: Sequence[int], moods: Moods | None = None
) -> dict[Assignment, Fraction]:
    """Return the chance of each way in which those who are no wizards can have the three roles.

    Without *moods* all speak plainly. All chances are 0 where nobody could have said all that.
    """
    weights = {roles: _weight(talk, roles, moods) for roles in assignments(wizards)}
    total = sum(weights.values()) or 1
    return {roles: Fraction(weight, total) for roles, weight in weights.items()}


def _weight(talk: Sequence[Exchange], roles: Assignment, moods: Moods | None) -> int:
    """Return a multiple of the chance of the answers of the three, summed over their tempers and the moods."""
    speakers, lines = [label for label, _ in roles], list[Line]()
    for number, line in enumerate(talk, 1):
        if line.asked in speakers:
            plain = answering(roles, line.asked, line.subject, claimants(talk[: number - 1]))
            odd = contrary(roles, line.asked, plain)
            shares = int(60 * plain.get(line.reply, 0)), int(60 * odd.get(line.reply, 0))
            lines.append((number, speakers.index(line.asked), *shares))
    if moods is None:
        return prod(plain for _, _, plain, _ in lines)
    return sum(_moody(lines, tempers, moods, len(talk)) for tempers in product(moods.tempers, repeat=len(roles)))


def _moody(lines: Iterable[Line], tempers: Sequence[Temper], moods: Moods, last: int) -> int:
    """Return a multiple of the chance of the answers along with these tempers, summed over all moods."""
    at, stays = {line[0]: line for line in lines}, 20 - moods.changes
    calm = tense = prod(moods.tempers[temper] for temper in tempers)
    for number in range(1, last + 1):
        if number in at:
            _, speaker, *ways = at[number]
            calm *= ways[not plainly(tempers[speaker], number, calm=True)]
            tense *= ways[not plainly(tempers[speaker], number, calm=False)]
        calm, tense = calm * stays + tense * moods.changes, tense * stays + calm * moods.changes
    return calm + tense


def assignments(wizards: Sequence[int]) -> Iterator[Assignment]:
    """Yield each way in which those who are no wizards can have the three roles."""
    rest = [label for label in range(1, 6) if label not in wizards]
    for roles in permutations(ROLES):
        yield tuple(zip(rest, roles, strict=True))


def others(label: int) -> list[int]:
    """Return all other labels."""
    return [other for other in range(1, 6) if other != label]
