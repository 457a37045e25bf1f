"""A strong player of Two Rooms and a Boom: weighs every assignment of teams and roles, and misleads opponents."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct

from interplay.games.base import Game
from interplay.games.bots._lines import line, weighted
from interplay.games.bots._two_rooms_habits import DECEIT, HABITS, RESERVE
from interplay.games.bots._two_rooms_talk import BANK, about, claims, topic
from interplay.games.bots.base import Bot
from interplay.games.bots.two_rooms_and_a_boom_candid import (
    asked,
    beliefs,
    inviting,
    news,
    role_of,
    spoken_before,
    third_party,
    wanted,
)
from interplay.games.rules._menu import Choice
from interplay.games.rules._two_rooms_text import Look, Said
from interplay.games.rules.two_rooms_and_a_boom import State, look
from interplay.streams import Stream

DOUBT, HEARSAY = 8, 30
"""Percent added to every habit, for what one says of oneself and for what is said of others."""
FRIEND, FOE = 60, 45
"""Percent of certainty about somebody's team from which, and up to which, one is told the truth, or lied to."""
SILENT = (20, 4)
"""How likely opponents and friends are to say nothing at all: friends have reason to talk."""
OF_TEAM = (("blue", "president"), ("red", "bomber"))
Roles = tuple[str, ...]
"""The role of each label, from P1 on."""


class Schemer:
    """See the module docstring."""

    name = "schemer"
    version = 1
    games: tuple[str, ...] = ("two_rooms_and_a_boom",)
    strength = 2

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return words that help friends and mislead opponents, or the hostage with the best prospects."""
        seen = look(state, seat)
        match state.phase:
            case "ask":
                choice = _question(seen, stream)
            case "answer":
                choice = _answer(seen, posterior(seen), stream)
            case "report":
                choice = _note(seen, posterior(seen), stream)
            case _:
                choice = Choice(f"send_p{_hostage(seen, posterior(seen), stream)}")
        return game.write(state, seat, choice)


def posterior(seen: Look) -> dict[Roles, int]:
    """Return the weight of every assignment of roles that the seat cannot rule out, given all it was told."""
    told = tuple(dict.fromkeys((c.speaker, c.label, c.kind, c.topic) for c in claims(seen) if c.label != seen.label))
    weights = {}
    for roles in assignments(seen.label, role_of(seen)):
        weight = 1
        for speaker, label, kind, subject in told:
            role = roles[label - 1]
            if kind == "silent":
                weight *= SILENT[(role in OF_TEAM[seen.team])]
            else:
                weight *= _weight(role, kind, subject, own=speaker == label)
        weights[roles] = weight
    return weights


@lru_cache(maxsize=32)
def assignments(label: int, role: str) -> tuple[Roles, ...]:
    """Return every assignment in which a label has a role."""
    found = []
    for blues in combinations(range(6), 3):
        for president in blues:
            for bomber in (at for at in range(6) if at not in blues):
                roles = ["blue" if at in blues else "red" for at in range(6)]
                roles[president], roles[bomber] = "president", "bomber"
                if roles[label - 1] == role:
                    found.append(tuple(roles))
    return tuple(found)


def _weight(role: str, kind: str, subject: str, *, own: bool) -> int:
    """Return how likely it is that such a thing is said of somebody with a role, in units that are the same for all."""
    habits = HABITS[role]
    if own and kind in habits.get(subject, ()):
        return habits[subject][kind] + DOUBT
    if kind == "evade":
        return 1
    return habits["ask_team"].get(kind, habits["ask_role"].get(kind, 0)) + (DOUBT if own else HEARSAY)


def friendship(weights: Mapping[Roles, int], seen: Look, label: int) -> int:
    """Return how sure it is, in percent, that a label is on the seat's own team."""
    friends = sum(weight for roles, weight in weights.items() if roles[label - 1] in OF_TEAM[seen.team])
    return 100 * friends // sum(weights.values())


def _question(seen: Look, stream: Stream) -> Choice:
    target = wanted(seen, stream)
    kind = "ask_team" if not asked(seen, target) else stream.choice(["ask_role", "ask_news"])
    text = line(BANK, kind, stream, third_party(seen, target, stream), spoken_before(seen))
    return Choice(f"ask_p{target}", inviting(seen, text, stream))


def _answer(seen: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    event = seen.log[-1][1]
    assert isinstance(event, Said)  # noqa: S101  an answer is asked for after a question only
    subject = topic(event.question, seen.label)
    said = spoken_before(seen)
    trust = friendship(weights, seen, event.asker)
    role = role_of(seen)
    if subject == "ask_news":
        known = beliefs(seen) if trust > FOE else {}
        return Choice("answer", news(seen, known, about(event.question, seen.label), stream))
    if trust >= FRIEND:
        kind = role
    elif trust <= FOE:
        kind = weighted(DECEIT[role][subject], stream)
    else:
        kind = weighted(RESERVE[subject], stream)
    return Choice("answer", line(BANK, kind, stream, said=said))


def _note(seen: Look, weights: Mapping[Roles, int], stream: Stream) -> Choice:
    trust = friendship(weights, seen, seen.leader)
    said = spoken_before(seen)
    if trust >= FRIEND:
        known = beliefs(seen)
        third = next(mate for mate in seen.mates if mate != seen.leader)
        if stream.below(2) or third not in known:
            return Choice("report", line(BANK, role_of(seen), stream, said=said))
        return Choice("report", line(BANK, f"says_{known[third]}", stream, third, said))
    if trust <= FOE:
        kind = weighted(DECEIT[role_of(seen)][stream.choice(["ask_team", "ask_role"])], stream)
        if kind != "evade":
            return Choice("report", line(BANK, kind, stream, said=said))
    return Choice("no_report")


def _hostage(seen: Look, weights: Mapping[Roles, int], stream: Stream) -> int:
    """Return the mate to send with whom the team wins most often, as far as the seat can tell."""
    values = dict.fromkeys(seen.mates, 0)
    left = seen.rounds - len(seen.sent)
    theirs = [label for label in seen.rooms[-1][1 - seen.room] if label not in seen.leaders]
    for roles, weight in weights.items():
        for mate in seen.mates:
            values[mate] += weight * sum(prospects(seen, roles, mate, other, left - 1) for other in theirs)
    return stream.choice([mate for mate, value in values.items() if value == max(values.values())])


def prospects(seen: Look, roles: Roles, mine: int, theirs: int, left: int) -> int:
    """Return how good it is for the seat when two labels change rooms and *left* more exchanges follow."""
    room = {label: int(label in seen.rooms[-1][1]) for label in range(1, 7)}
    for label in (mine, theirs):
        room[label] = 1 - room[label]
    president, bomber = roles.index("president") + 1, roles.index("bomber") + 1
    friends = tuple(roles[label - 1] in OF_TEAM[seen.team] for label in seen.leaders)
    place = Place(room[president], room[bomber], president in seen.leaders, bomber in seen.leaders)
    return wins(left, place, friends, bool(seen.team))


class Place(Struct, frozen=True):
    """Where the two special members are, and whether they lead their rooms."""

    president: int
    bomber: int
    president_leads: bool
    bomber_leads: bool

    def options(self, room: int) -> tuple[str, ...]:
        """Return the two that the leader of a room can send: president, bomber, somebody else."""
        found = ["p"] * (self.president == room and not self.president_leads)
        found += ["b"] * (self.bomber == room and not self.bomber_leads)
        return (*found, "-", "-")[:2]

    def after(self, sent: tuple[str, str]) -> "Place":
        """Return the place after both have changed rooms."""
        return Place(
            self.president ^ ("p" in sent), self.bomber ^ ("b" in sent), self.president_leads, self.bomber_leads
        )


@lru_cache(maxsize=1024)
def wins(left: int, place: Place, friends: tuple[bool, ...], red: bool) -> int:  # noqa: FBT001
    """Return 4^left times the chance that a team wins from a place with *left* more exchanges to come.

    Friends who lead know all roles and send what is best on average, both of them together; other leaders send anybody.
    """
    if left == 0:
        return int((place.president == place.bomber) == red)
    table = [[wins(left - 1, place.after((a, b)), friends, red) for b in place.options(1)] for a in place.options(0)]
    if all(friends):
        return 4 * max(map(max, table))
    if friends[0]:
        return 2 * max(map(sum, table))
    if friends[1]:
        return 2 * max(map(sum, zip(*table, strict=True)))
    return sum(map(sum, table))


BOT: Bot = Schemer()
