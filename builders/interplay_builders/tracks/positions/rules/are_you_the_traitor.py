"""Simple rules for accusations in Are You the Traitor: counts of what was said and asked, by those who may be it."""

from collections.abc import Callable, Mapping
from math import prod

from interplay.tracks.games.are_you_the_traitor.bots import TARGET, chances
from interplay.tracks.games.are_you_the_traitor.talk import View, view
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

Points = Callable[[View, int], float]
"""How much speaks for a label."""
_ALONE: Mapping[str, Mapping[str, float]] = {
    "traitor": {"guard": 2, "evade": 2, "suspect/w": 1, "suspect": 4},
    "holder": {"guard": 2, "evade": 2, "suspect/w": 1, "suspect": 4},
    "guard": {"guard": 3, "evade": 1, "suspect/w": 1, "suspect": 4},
}
"""Role -> how often it says a thing, whatever was said before: claims, avoids, names a wizard, names another."""


def _rule(name: str, points: Points) -> Callable[[Plan], str]:
    """Return the rule that accuses who has most points."""

    def accuse(plan: Plan) -> str:
        look = view(plan.state, plan.position.seat)
        values = {label: points(look, label) for label in look.candidates}
        best = [label for label, value in values.items() if value == max(values.values())]
        return f"accuse_p{stream_of(plan, name).choice(best)}"

    return accuse


def _named(look: View, label: int) -> float:
    return sum(line.reply == "suspect" and line.named == label for line in look.lines)


def _replies(kind: str) -> Points:
    return lambda look, label: sum(line.asked == label and line.reply == kind for line in look.lines)


def _named_by_guards(look: View, label: int) -> float:
    """Return how often a label is named by those who say that they are the guard."""
    guards = {line.asked for line in look.lines if line.reply == "guard"}
    return sum(line.named == label and line.asked in guards for line in look.lines)


def _named_by_first_guard(look: View, label: int) -> float:
    guards = [line.asked for line in look.lines if line.reply == "guard"]
    return sum(line.named == label and line.asked == guards[0] for line in look.lines) if guards else 0


def _named_by_most_named(look: View, label: int) -> float:
    """Return how often a label is named by the one of the three who is named most."""
    first = max(look.candidates, key=lambda other: _named(look, other))
    return sum(line.named == label and line.asked == first for line in look.lines)


def _named_by_least_named(look: View, label: int) -> float:
    last = min(look.candidates, key=lambda other: _named(look, other))
    return sum(line.named == label and line.asked == last for line in look.lines)


def _named_by_players(look: View, label: int) -> float:
    return sum(line.named == label and line.asked not in look.wizards for line in look.lines)


def _names_and_named(look: View, label: int) -> float:
    return _named_by_players(look, label) - _replies("suspect")(look, label)


def _last(look: View, label: int) -> float:
    return max((at for at, line in enumerate(look.lines) if line.asked == label), default=-1)


def _last_asker(look: View, label: int) -> float:
    return max((at for at, line in enumerate(look.lines) if line.asker == label), default=-1)


def _last_named(look: View, label: int) -> float:
    return max((at for at, line in enumerate(look.lines) if line.named == label), default=-1)


def _last_claim(look: View, label: int) -> float:
    first = [at for at, line in enumerate(look.lines) if line.asked == label and line.reply == "guard"]
    return first[0] if first else -1


def _words(look: View, label: int) -> float:
    return sum(label in (line.asker, line.asked) for line in look.lines)


def _against(points: Points) -> Points:
    return lambda look, label: -points(look, label)


def _alone(look: View, label: int, role: str) -> float:
    """Return how well the words of a label go with a role, taken one by one."""
    done = (line for line in look.lines if line.asked == label)
    kinds = ("suspect/w" if line.reply == "suspect" and line.named in look.wizards else line.reply for line in done)
    return prod(_ALONE[role].get(kind or "", 1) for kind in kinds)


def _fits(look: View, label: int) -> float:
    return _alone(look, label, TARGET[look.role])


def _fits_best(look: View, label: int) -> float:
    return _fits(look, label) / sum(_alone(look, label, role) for role in _ALONE)


def _sleuth(look: View, label: int) -> float:
    return chances(look)[label]


_POINTS: Mapping[str, Points] = {
    "named most by the three": _named_by_players,
    "names others most": _replies("suspect"),
    "named most": _named,
    "named least": _against(_named),
    "named last": _last_named,
    "named, not naming": _names_and_named,
    "named by who says guard": _named_by_guards,
    "named by who said guard first": _named_by_first_guard,
    "named by the most named": _named_by_most_named,
    "named by the least named": _named_by_least_named,
    "words fit the role better than others": _fits_best,
    "words fit the role": _fits,
    "says guard most": _replies("guard"),
    "says guard least": _against(_replies("guard")),
    "last to say guard": _last_claim,
    "avoids most answers": _replies("evade"),
    "avoids fewest answers": _against(_replies("evade")),
    "speaks last": _last,
    "asks last": _last_asker,
    "in most exchanges": _words,
    "in fewest exchanges": _against(_words),
    "the strong bot's": _sleuth,
}
RULES: Mapping[str, Callable[[Plan], str]] = {name: _rule(name, p) for name, p in _POINTS.items()}
