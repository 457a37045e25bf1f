"""A player of Are You the Traitor without guile, who reasons by elimination.

It asks what its role wants to know and answers by habit, hiding what its role must hide but little else. What the
others ask and answer gives each possible target a few points of suspicion; it stops once one is clearly ahead, or when
the talk has gone on for long.

Against ``random`` it wins 90% as evil and 94% as good (600 mirrored pairs); against itself evil wins 53%.
"""

from collections.abc import Mapping
from typing import Any

from interplay.games.base import Game
from interplay.games.bots._traitor_habits import ANSWERING, ASKING
from interplay.games.bots._traitor_speaker import answer, question
from interplay.games.bots._traitor_talk import Line, View, view
from interplay.games.bots.base import Bot
from interplay.games.rules._menu import Choice
from interplay.games.rules.are_you_the_traitor import State
from interplay.streams import Stream

PATIENCE: Mapping[str, tuple[int, ...]] = {
    "evil": (2, 2, 2, 2, 2, 1, 1, 1),
    "holder": (4, 4, 3, 3, 3, 2, 2, 1),
    "good": (4, 4, 3, 3, 3, 2, 2, 1),
    "guard": (4, 4, 3, 3, 3, 2, 2, 1),
}
"""By how many points the first candidate must be ahead for a role to stop after each exchange."""
_ASKS: Mapping[str, Mapping[str, int]] = {
    "holder": {"ask_traitor": 1, "ask_key": -2},
    "evil": {"ask_prove": 2, "ask_key": -2},
    "good": {"ask_key": 2, "ask_prove": -2},
    "guard": {"ask_key": 2, "ask_prove": -2},
}
"""Own role -> kind of question -> what it says for its asker being the target."""
_ANSWERS: Mapping[str, Mapping[str, int]] = {
    "holder": {"evade": -1, "evil": -3},
    "evil": {"evade": 1, "holder": 4, "guard": -1, "traitor": -3},
    "good": {"evade": 1, "holder": -2, "traitor": 3},
    "guard": {"evade": 0, "guard": 1, "holder": -3, "traitor": 3},
}


class Candid:
    """See the module docstring."""

    name = "candid"
    version = 1
    games: tuple[str, ...] = ("are_you_the_traitor",)
    strength = 1

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return a question or an answer by habit, a stop when sure, an accusation of the prime suspect."""
        seen = view(state, seat)
        return game.write(state, seat, _choice(state, seen, stream))


def _choice(state: State, seen: View, stream: Stream) -> Choice:
    match state.phase:
        case "ask":
            return question(seen, ASKING[seen.role], stream)
        case "answer":
            return answer(seen, ANSWERING[seen.role], seen.others, stream)
        case "poll":
            return Choice("stop" if _sure(seen) else "pass")
    points = suspicion(seen)
    best = [label for label, value in points.items() if value == max(points.values())]
    return Choice(f"accuse_p{stream.choice(best)}")


def suspicion(seen: View) -> dict[int, int]:
    """Return for each label that can be the seat's target how much speaks for it."""
    points = dict.fromkeys(seen.candidates, 0)
    for line in seen.lines:
        if line.asker in points:
            points[line.asker] += _ASKS[seen.role].get(line.topic, 0)
        if line.asked in points:
            points[line.asked] += _ANSWERS[seen.role].get(_reply(line), 0)
    return points


def _reply(line: Line) -> str:
    return line.reply or ""


def _sure(seen: View) -> bool:
    """Return whether the seat should accuse now: the first is far enough ahead for the time of the talk."""
    first, second = sorted(suspicion(seen).values(), reverse=True)[:2]
    return first - second >= PATIENCE[seen.role][len(seen.lines) - 1]


BOT: Bot = Candid()
