"""Simple rules for the last hostage in Two Rooms and a Boom: claims taken at their word, counted, or turned round."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from interplay.tracks.games.two_rooms_and_a_boom.bots import beliefs, posterior
from interplay.tracks.games.two_rooms_and_a_boom.house import best_hostage
from interplay.tracks.games.two_rooms_and_a_boom.rules import look
from interplay.tracks.games.two_rooms_and_a_boom.speaker import TEAM_OF
from interplay.tracks.games.two_rooms_and_a_boom.talk import Claim, claims
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Look
from interplay.tracks.positions.rules import stream_of
from interplay.tracks.positions.scores import Plan

Points = Callable[[Look, Sequence[Claim], int], float]
"""How much speaks for sending a label, by what was heard of all others."""


def _rule(name: str, points: Points) -> Callable[[Plan], str]:
    """Return the rule that sends who has most points."""

    def send(plan: Plan) -> str:
        seen = look(plan.state, plan.position.seat)
        heard = [claim for claim in claims(seen) if claim.label != seen.label]
        found = {label: points(seen, heard, label) for label in seen.mates}
        best = [label for label, value in found.items() if value == max(found.values())]
        return f"send_p{stream_of(plan, name).choice(best)}"

    return send


def _of_team(heard: Sequence[Claim], label: int, team: str, *, own: bool | None = None) -> int:
    """Return how often a label is said to be of a team: by itself, by others, or by anybody."""
    of = [c for c in heard if c.label == label and own in (None, c.speaker == c.label)]
    return sum((TEAM_OF.get(c.kind) == team) - (TEAM_OF.get(c.kind) == _other(team)) for c in of)


def _other(team: str) -> str:
    return TEAM_NAMES[1 - TEAM_NAMES.index(team)]


def _opponent(own: bool | None) -> Points:
    return lambda seen, heard, label: _of_team(heard, label, TEAM_NAMES[1 - seen.team], own=own)


def _claims(*kinds: str) -> Points:
    return lambda seen, heard, label: any(c.speaker == c.label == label and c.kind in kinds for c in heard)


def _said(seen: Look, heard: Sequence[Claim], label: int) -> float:
    return sum(c.speaker == label for c in heard)


def _last(seen: Look, heard: Sequence[Claim], label: int) -> float:
    return max((at for at, c in enumerate(heard) if c.speaker == label), default=-1)


def _stayed(seen: Look, heard: Sequence[Claim], label: int) -> float:
    return sum(label in rooms[seen.room] for rooms in seen.rooms)


def _contradicted(seen: Look, heard: Sequence[Claim], label: int) -> float:
    """Return how often what a label says of others is not what they said, less how often it is."""
    told = {c.label: TEAM_OF[c.kind] for c in heard if c.speaker == c.label and c.kind in TEAM_OF}
    passed = [c for c in heard if c.speaker == label != c.label and c.label in told and c.kind in TEAM_OF]
    return sum(1 if told[c.label] != TEAM_OF[c.kind] else -1 for c in passed)


def _turned(points: Points) -> Points:
    """Return points that count the other way for who was contradicted."""

    def turned(seen: Look, heard: Sequence[Claim], label: int) -> float:
        return points(seen, heard, label) * (-1 if _contradicted(seen, heard, label) > 0 else 1)

    return turned


def _key(seen: Look, heard: Sequence[Claim], label: int) -> float:
    """Return points for who claims the role that must go where the leader is not."""
    return _claims("president" if seen.team else "bomber")(seen, heard, label)


def _strong(plan: Plan) -> str:
    seen = look(plan.state, plan.position.seat)
    return f"send_p{best_hostage(seen, posterior(seen), stream_of(plan, 'strong'))}"


def _hidden(seen: Look, heard: Sequence[Claim], label: int) -> float:
    """Return points for who is taken for nobody special."""
    return beliefs(seen).get(label) not in ("president", "bomber")


_POINTS: Mapping[str, Points] = {
    "claims the other team": _opponent(own=True),
    "is said by others to be of the other team": _opponent(own=False),
    "is mostly said to be of the other team": _opponent(own=None),
    "claims the other team, if not caught": _turned(_opponent(own=True)),
    "claims a special role": _claims("president", "bomber"),
    "claims the role that the leader wants away": _key,
    "claims no special role": _claims("plain"),
    "is taken for nobody special": _hidden,
    "is contradicted most": _contradicted,
    "spoke last": _last,
    "spoke most": _said,
    "is here longest": _stayed,
}
RULES: Mapping[str, Callable[[Plan], str]] = MappingProxyType(
    {**{name: _rule(name, points) for name, points in _POINTS.items()}, "the strong bot's": _strong}
)
