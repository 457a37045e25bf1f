"""The possible assignments of roles in Two Rooms and a Boom, and the hostage with the best prospects for a team."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS, TEAM_NAMES, Look

OF_TEAM = (("blue", "president"), ("red", "bomber"))
"""The roles of each team, as the bots call them."""
Roles = tuple[str, ...]
"""The role of each label, from P1 on."""


def role_of(look: Look) -> str:
    """Return the role of a seat as the habits call it."""
    return TEAM_NAMES[look.team] if look.role == "plain" else look.role


@lru_cache(maxsize=32)
def assignments(label: int, role: str) -> tuple[Roles, ...]:
    """Return every assignment in which a label has a role."""
    results = []
    for blues in combinations(range(6), 3):
        for president in blues:
            for bomber in (at for at in range(6) if at not in blues):
                roles = ["blue" if at in blues else "red" for at in range(6)]
                roles[president], roles[bomber] = "president", "bomber"
                if roles[label - 1] == role:
                    results.append(tuple(roles))
    return tuple(results)


def best_hostage(look: Look, weights: Mapping[Roles, int], stream: Stream) -> int:
    """Return the mate to send that lets the team win most often, given the weights of the assignments."""
    values = dict.fromkeys(look.mates, 0)
    left = ROUNDS - len(look.sent)
    theirs = [label for label in look.rooms[-1][1 - look.room] if label not in look.leaders]
    for roles, weight in weights.items():
        for mate in look.mates:
            values[mate] += weight * sum(prospects(look, roles, mate, other, left - 1) for other in theirs)
    return stream.choice([mate for mate, value in values.items() if value == max(values.values())])


def prospects(look: Look, roles: Roles, mine: int, theirs: int, left: int) -> int:
    """Return the prospects of the seat's team if two labels change rooms and *left* more exchanges follow."""
    room = {label: int(label in look.rooms[-1][1]) for label in range(1, 7)}
    for label in (mine, theirs):
        room[label] = 1 - room[label]
    president, bomber = roles.index("president") + 1, roles.index("bomber") + 1
    friends = tuple(roles[label - 1] in OF_TEAM[look.team] for label in look.leaders)
    spots = Spots(room[president], room[bomber], president in look.leaders, bomber in look.leaders)
    return wins(left, spots, friends, bool(look.team))


class Spots(Struct, frozen=True):
    """Where the two special members are, and whether they lead their rooms."""

    president: int
    bomber: int
    president_leads: bool
    bomber_leads: bool

    def options(self, room: int) -> tuple[str, ...]:
        """Return the two members that the leader of a room can send, as ``p``, ``b`` or ``-`` for any other."""
        choices = ["p"] * (self.president == room and not self.president_leads)
        choices += ["b"] * (self.bomber == room and not self.bomber_leads)
        return (*choices, "-", "-")[:2]

    def after(self, sent: tuple[str, str]) -> "Spots":
        """Return the rooms after both hostages have changed theirs."""
        return Spots(
            self.president ^ ("p" in sent), self.bomber ^ ("b" in sent), self.president_leads, self.bomber_leads
        )


@lru_cache(maxsize=1024)
def wins(left: int, spots: Spots, friends: tuple[bool, ...], red: bool) -> int:  # noqa: FBT001
    """Return 4^left times the chance that a team wins from *spots* with *left* more exchanges to come.

    Leaders who are friends know all roles and together choose the best hostages; other leaders choose at random.
    """
    if left == 0:
        return int((spots.president == spots.bomber) == red)
    table = [[wins(left - 1, spots.after((a, b)), friends, red) for b in spots.options(1)] for a in spots.options(0)]
    if all(friends):
        return 4 * max(map(max, table))
    if friends[0]:
        return 2 * max(map(sum, table))
    if friends[1]:
        return 2 * max(map(sum, zip(*table, strict=True)))
    return sum(map(sum, table))
