"""Makes the pool of positions of Air, Land & Sea from matches of the greedy bot with some random plays.

python -m interplay_builders.tracks.positions._air_land_sea_pool > air_land_sea.tsv
"""

import sys
from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.bots import GREEDY
from interplay.tracks.games.air_land_sea.cards import WITHDRAW
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import State, menu
from interplay.tracks.games.shared.menu import Choice
from interplay_builders.tracks.positions import air_land_sea
from interplay_builders.tracks.positions._air_land_sea_worlds import UnclearError, facedown, values
from interplay_builders.tracks.positions._levelled import by_kind
from interplay_builders.tracks.positions.rules import rules_of

WANTED = {name: 3 * each for name, each in air_land_sea.EACH.items()}
MATCHES, PERCENT_RANDOM = 2_900, 30
GAP = 2.0
"""The least advantage of the best action over an average one."""


def cases() -> Iterator[air_land_sea.Labelled]:
    """Yield positions of each kind, at most one of a kind from a match."""
    candidates = [case for match in range(1, MATCHES + 1) for case in _candidates(str(match))]
    posed = [
        air_land_sea.posed(case, number, "", Stream("positions/air_land_sea", case.match, "posed"))
        for number, case in enumerate(candidates)
    ]
    kept = by_kind(posed, [(case.match,) for case in candidates], WANTED, rules_of("air_land_sea"))
    yield from (candidates[index] for index in kept)


def _candidates(match: str) -> Iterator[air_land_sea.Labelled]:
    """Yield the decisions of a match's first battle that can be valued and matter."""
    stream = Stream("positions/air_land_sea", match, "pool")
    state = air_land_sea.state_of(air_land_sea.Labelled(match, (), ()))
    played: list[str] = []
    while state.battle == 1:
        if _last(state):
            try:
                worth = tuple(value for _, value in values(state, state.seat))
            except UnclearError:
                worth = (0.0,)
            if max(worth) - sum(worth) / len(worth) >= GAP:
                yield air_land_sea.Labelled(match, tuple(played), worth)
        played.append(_played(state, stream))
        state = GAME.apply(state, {state.seat: Choice(played[-1])})


def _last(state: State) -> bool:
    """Return whether few enough cards are left and unknown."""
    mine, other = len(state.hands[state.seat]), len(state.hands[1 - state.seat])
    asked = 1 <= mine + other <= 2 and mine <= 1 and len(menu(state)) > 2
    few = asked if state.stack else mine in (1, 2) and other == 1
    try:
        return few and facedown(state, state.seat) <= 1
    except UnclearError:
        return False


def _played(state: State, stream: Stream) -> str:
    ids = [action for action in menu(state) if action != WITHDRAW]
    chosen = GREEDY.move(GAME, state, state.seat, stream)
    return stream.choice(ids) if chosen == WITHDRAW or stream.below(100) < PERCENT_RANDOM else chosen


if __name__ == "__main__":
    for labelled in cases():
        sys.stdout.write(air_land_sea.written(labelled) + "\n")
