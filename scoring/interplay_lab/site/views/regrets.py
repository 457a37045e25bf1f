"""How good the moves of a match were, where that is known exactly: values, regret, and the worst moves."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.values import Choice, choices
from interplay.tracks.games.verdicts import Verified
from interplay_lab.site.texts import clean, cut

MOST_WORST = 6
MOST_BEST = 4
"""Best moves that are named."""
_NOTHING = 1e-9


class Worst(NamedTuple):
    """A move that lost something: its step, who made it, and what would have been better."""

    step: int
    player: str
    is_system: bool
    text: str
    regret: str
    best: str


class Regrets(NamedTuple):
    """What is known of the moves of a match: a choice or nothing for each, and what the numbers are."""

    choices: tuple[Choice | None, ...] = ()
    unit: str = ""
    method: str = ""

    def lost(self, place: int) -> bool:
        """Return whether the move at *place* is known to be worse than another."""
        one = self.choices[place]
        return one is not None and one.regret > _NOTHING

    def step(self, place: int) -> dict[str, object] | None:
        """Return what the page says of the move at *place*, nothing where nothing is known."""
        one = self.choices[place]
        if one is None:
            return None
        said: dict[str, object] = {"value": number(one.value), "best": number(one.best), "moves": best_moves(one)}
        return {**said, "regret": number(one.regret)} if self.lost(place) else said

    def told(self, players: Sequence[str], match: Verified) -> str:
        """Return how many moves are valued, and what each player lost by its own moves."""
        own: dict[int, list[Choice]] = {}
        taken = 0
        for one, seen in zip(self.choices, match.decisions, strict=True):
            if one is not None and seen.decision.substituted:
                taken += 1
            elif one is not None:
                own.setdefault(seen.seat, []).append(one)
        valued = len(self.choices) - self.choices.count(None)
        parts = [f"{valued} of {len(self.choices)} moves {'has a value' if valued == 1 else 'have a value'}"]
        for seat, held in sorted(own.items()):
            worse = sum(one.regret > _NOTHING for one in held)
            lost = f", and lost {number(sum(one.regret for one in held))}" if worse else ""
            parts.append(
                f"{players[seat]} (seat {seat}) played {len(held) - worse} of {len(held)} as well as can be{lost}"
            )
        if taken:
            parts.append(f"{taken} were the referee’s, which are nobody’s mistake")
        return "; ".join(parts) + "."


def regrets(game: Game[Any, Any], match: Verified) -> Regrets:
    """Return what is known of the moves of *match*; nothing for games without values."""
    values = catalogue.values_of(match.item.game)
    if values is None:
        return Regrets((None,) * len(match.decisions))
    found = tuple(choices(game, values, match.decisions))
    return Regrets(found, values.unit, values.method) if any(found) else Regrets(found)


def worst(known: Regrets, match: Verified, players: Mapping[int, str], texts: Sequence[str]) -> tuple[Worst, ...]:
    """Return the moves that lost most, those of the system first; what the referee chose is nobody's mistake."""
    held = [
        (place, seen, one)
        for place, (seen, one) in enumerate(zip(match.decisions, known.choices, strict=True))
        if one is not None and known.lost(place) and not seen.decision.substituted
    ]
    held.sort(key=lambda own: (own[1].seat not in match.seats, -own[2].regret, own[0]))
    return tuple(
        Worst(
            place + 1, players[seen.seat], seen.seat in match.seats, texts[place], number(one.regret), best_moves(one)
        )
        for place, seen, one in held[:MOST_WORST]
    )


def best_moves(one: Choice) -> str:
    """Return the best moves, the first few where there are many."""
    more = f" and {len(one.moves) - MOST_BEST} more" if len(one.moves) > MOST_BEST else ""
    return clean(cut(", ".join(one.moves[:MOST_BEST]) + more, 300))


def number(value: float) -> str:
    """Return a value as text, with a digit behind the point where it needs one."""
    return f"{round(value, 1):g}".replace("-", "−")
