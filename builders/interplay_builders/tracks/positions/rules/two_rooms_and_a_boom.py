"""Simple rules for the last hostage in Two Rooms and a Boom: claims taken at their word, counted, or turned round."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from interplay.tracks.games.two_rooms_and_a_boom.bots import beliefs, posterior
from interplay.tracks.games.two_rooms_and_a_boom.house import best_hostage
from interplay.tracks.games.two_rooms_and_a_boom.rules import look
from interplay.tracks.games.two_rooms_and_a_boom.speaker import TEAM_OF
from interplay.tracks.games.two_rooms_and_a_boom.talk import Claim, claims
from interplay.tracks.games.two_rooms_and_a_boom.text import TEAM_NAMES, Look
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan


class Heard(Struct, frozen=True):
    """What a leader sees, and what was said of all others."""

    sight: Look
    claims: Sequence[Claim]

    def by(self, label: int, *, itself: bool) -> list[Claim]:
        """Return what was said of a label, by itself or by others."""
        return [claim for claim in self.claims if claim.label == label and (claim.speaker == label) == itself]


Points = Callable[[Heard, int], float]
"""How much speaks for sending a label."""


def _rule(name: str, points: Points) -> Callable[[Plan], str]:
    """Return the rule that sends who has most points."""

    def send(plan: Plan) -> str:
        sight = look(plan.state, plan.position.seat)
        heard = Heard(sight, [claim for claim in claims(sight) if claim.label != sight.label])
        values = {f"send_p{label}": points(heard, label) for label in sight.mates}
        best = [action for action, value in values.items() if value == max(values.values())]
        return stream_of(plan, name).choice(best)

    return send


def _opponent(heard: Heard, spoken: Sequence[Claim]) -> int:
    """Return how often somebody is said to be of the other team, minus how often of the leader's."""
    teams = [TEAM_OF[claim.kind] for claim in spoken if claim.kind in TEAM_OF]
    return sum(1 if team == TEAM_NAMES[1 - heard.sight.team] else -1 for team in teams)


def _opponent_itself(heard: Heard, label: int) -> float:
    return _opponent(heard, heard.by(label, itself=True))


def _opponent_by_others(heard: Heard, label: int) -> float:
    return _opponent(heard, heard.by(label, itself=False))


def _opponent_mostly(heard: Heard, label: int) -> float:
    return _opponent_itself(heard, label) + _opponent_by_others(heard, label)


def _opponent_or_caught(heard: Heard, label: int) -> float:
    """Return the same by its own words, turned round for who was contradicted."""
    return _opponent_itself(heard, label) * (-1 if _contradicted(heard, label) > 0 else 1)


def _claims(*kinds: str) -> Points:
    return lambda heard, label: any(claim.kind in kinds for claim in heard.by(label, itself=True))


def _spoke(heard: Heard, label: int) -> float:
    return sum(claim.speaker == label for claim in heard.claims)


def _last(heard: Heard, label: int) -> float:
    return max((at for at, claim in enumerate(heard.claims) if claim.speaker == label), default=-1)


def _stayed(heard: Heard, label: int) -> float:
    return sum(label in rooms[heard.sight.room] for rooms in heard.sight.rooms)


def _contradicted(heard: Heard, label: int) -> float:
    """Return how often what a label says of others differs from what they said, minus how often it agrees."""
    teams = {c.label: TEAM_OF[c.kind] for c in heard.claims if c.speaker == c.label and c.kind in TEAM_OF}
    passed = [c for c in heard.claims if c.speaker == label != c.label and c.label in teams and c.kind in TEAM_OF]
    return sum(1 if teams[c.label] != TEAM_OF[c.kind] else -1 for c in passed)


def _wanted_away(heard: Heard, label: int) -> float:
    """Return points for who claims the role of the other team."""
    return _claims("president" if heard.sight.team else "bomber")(heard, label)


def _nobody_special(heard: Heard, label: int) -> float:
    return beliefs(heard.sight).get(label) not in ("president", "bomber")


def _strong(plan: Plan) -> str:
    sight = look(plan.state, plan.position.seat)
    return f"send_p{best_hostage(sight, posterior(sight), stream_of(plan, 'strong'))}"


_POINTS: Mapping[str, Points] = {
    "spoke last": _last,
    "is here longest": _stayed,
    "claims the other team": _opponent_itself,
    "is said by others to be of the other team": _opponent_by_others,
    "is mostly said to be of the other team": _opponent_mostly,
    "claims the other team, if not caught": _opponent_or_caught,
    "claims a special role": _claims("president", "bomber"),
    "claims the special role of the other team": _wanted_away,
    "claims no special role": _claims("plain"),
    "is taken for nobody special": _nobody_special,
    "is contradicted most": _contradicted,
    "spoke most": _spoke,
}
RULES: Mapping[str, Callable[[Plan], str]] = {
    **{name: _rule(name, points) for name, points in _POINTS.items()},
    "the strong bot's": _strong,
}
