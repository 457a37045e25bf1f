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
HABITS = (
    "You can rely on the following. The roles were dealt at random, and the players of this talk speak by these "
    "habits:\n"
    "- There are two kinds of questions: who somebody is, and whom somebody suspects. Who asks, whom, and which of the "
    "two, is drawn at random and reveals nothing. Nor does the fact that nobody stopped the talk before.\n"
    "- What the two wizards say (you are one of them) reveals nothing: they name anybody at random, and both say that "
    "they are the good one. All that follows is about the other three.\n"
    "- Asked who they are, they say that they are the guard, or avoid the question. A player who has said once in this "
    "round that they are the guard says so again whenever asked. Otherwise the guard says so with a probability of "
    "3/4, the key holder with 1/2, the traitor with 3/4 as long as no other player has said so and with 1/4 once "
    "another has.\n- Asked whom they suspect, they name one of the other four. The key holder senses who the traitor "
    "is, and the traitor who the key holder is: each names the other with a probability of 7/10, and each of the "
    "remaining three with 1/10. The guard, as long as no other player has said that they are the guard, names the "
    "traitor with a probability of 7/10, and each of the remaining three with 1/10; once another has, the guard "
    "always names a player who has said so falsely, with equal probability if there are two.\n"
)
MOODY = (
    "- For this question, all of this holds of those who speak plainly. Each of the three is bold with a probability "
    "of 2/5, meek with 2/5, or shifty with 1/5, for the whole round, independently of the roles and of each other. The "
    "mood of the talk is calm or tense, in exchange 1 with 1/2 each; after each exchange, whoever took part, it "
    "changes to the other with a probability of 19/20. The bold speak plainly while the mood is calm and contrarily "
    "while it is tense; the meek speak plainly while it is tense and contrarily while it is calm; the shifty speak "
    "plainly in exchanges with odd numbers and contrarily in those with even numbers.\n"
    "- Somebody who speaks contrarily and is asked who they are exchanges the probabilities of the two answers (but "
    "somebody who has said before that they are the guard says so again); asked whom they suspect, they exchange the "
    "probabilities of the two others among the three. For example, a key holder who names the traitor with 7/10 and "
    "the guard with 1/10 when speaking plainly names the guard with 7/10 and the traitor with 1/10 when speaking "
    "contrarily.\n"
)
AIM = (
    "Everything else is drawn at random, each answer independently. What counts is the probability that your "
    "accusation is right, given all that was said."
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
