"""A strong player of Two Rooms and a Boom: weighs every assignment of teams and roles, and misleads opponents.

It multiplies up how likely everything it was told is under each assignment of roles that it cannot rule out, given the
habits of candid speakers and some doubt. Who is probably a friend is told the truth; who is probably an opponent is
told what hides its president or bomber, or draws attention to somebody else. Its hostages are those with the best
prospects, friends playing well from there on and others at random. All weights are whole numbers.

Against ``candid`` it wins 70% as blue and 64% as red, against ``random`` 69% and 50% (1,000 mirrored pairs); against
itself blue wins 41%.
"""

from collections.abc import Mapping
from typing import Any

from interplay.games.base import Game
from interplay.games.bots._lines import line, weighted
from interplay.games.bots._two_rooms_habits import DECEIT, HABITS, RESERVE
from interplay.games.bots._two_rooms_house import OF_TEAM, Roles, assignments, best_hostage, role_of
from interplay.games.bots._two_rooms_talk import BANK, about, claims, topic
from interplay.games.bots.base import Bot
from interplay.games.bots.two_rooms_and_a_boom_candid import (
    asked,
    beliefs,
    inviting,
    news,
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
                choice = Choice(f"send_p{best_hostage(seen, posterior(seen), stream)}")
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


BOT: Bot = Schemer()
