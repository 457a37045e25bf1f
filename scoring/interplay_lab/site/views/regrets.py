"""The quality of a match's moves in games with exact values: values, regret, and the worst moves."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.values import Choice, choices
from interplay.tracks.games.verdicts import Verified
from interplay_lab.site.texts import clean, cut

MOST_WORST = 6
MOST_BEST = 4
"""Most best moves that are listed."""
_NOTHING = 1e-9


class Regrets(NamedTuple):
    """The values of a match's moves: a choice or ``None`` for each, and the meaning of the numbers."""

    choices: tuple[Choice | None, ...] = ()
    unit: str = ""
    method: str = ""

    def lost(self, index: int) -> bool:
        """Return whether the move at *index* is known to be worse than another."""
        choice = self.choices[index]
        return choice is not None and choice.regret > _NOTHING

    def step(self, index: int) -> dict[str, object] | None:
        """Return the page's values of the move at *index*, or ``None``."""
        choice = self.choices[index]
        if choice is None:
            return None
        value, best, regret = map(number, (choice.value, choice.best, choice.regret))
        known = {"value": value, "best": best, "moves": best_moves(choice)}
        return {**known, "regret": regret} if self.lost(index) else {**known}

    def summary(self, players: Sequence[str], match: Verified) -> str:
        """Return a sentence on how many moves have a value, and on each player's regret."""
        by_seat: dict[int, list[Choice]] = {}
        taken = 0
        for choice, observed in zip(self.choices, match.decisions, strict=True):
            if choice is not None and observed.decision.substituted:
                taken += 1
            elif choice is not None:
                by_seat.setdefault(observed.seat, []).append(choice)
        valued = len(self.choices) - self.choices.count(None)
        parts = [f"{valued} of {len(self.choices)} moves {'has a value' if valued == 1 else 'have a value'}"]
        for seat, moves in sorted(by_seat.items()):
            worse = sum(choice.regret > _NOTHING for choice in moves)
            lost = f", and lost {number(sum(choice.regret for choice in moves))}" if worse else ""
            parts.append(f"{players[seat]} (seat {seat}) played {len(moves) - worse} of {len(moves)} optimally{lost}")
        if taken:
            was, does = ("was", "does") if taken == 1 else ("were", "do")
            parts.append(f"{taken} {was} substituted by the referee and {does} not count")
        return "; ".join(parts) + "."


def regrets(game: Game[Any, Any], match: Verified) -> Regrets:
    """Return the values of the moves of *match*, without any for games without values."""
    values = catalogue.values_of(match.item.game)
    if values is None:
        return Regrets((None,) * len(match.decisions))
    known = tuple(choices(game, values, match.decisions))
    return Regrets(known, values.unit, values.method) if any(known) else Regrets(known)


def worst(known: Regrets, match: Verified, players: Mapping[int, str], texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return the moves with the largest regret, the system's first; substituted moves do not count."""
    losses = [
        (index, observed.seat, choice)
        for index, (observed, choice) in enumerate(zip(match.decisions, known.choices, strict=True))
        if choice is not None and known.lost(index) and not observed.decision.substituted
    ]
    losses.sort(key=lambda loss: (loss[1] not in match.seats, -loss[2].regret, loss[0]))
    rows = []
    for index, seat, choice in losses[:MOST_WORST]:
        move = {"step": index + 1, "player": players[seat], "is_system": seat in match.seats, "text": texts[index]}
        rows.append({**move, "regret": number(choice.regret), "best": best_moves(choice)})
    return rows


def best_moves(choice: Choice) -> str:
    """Return the list of the best moves, cut after the first few."""
    more = f" and {len(choice.moves) - MOST_BEST} more" if len(choice.moves) > MOST_BEST else ""
    return clean(cut(", ".join(choice.moves[:MOST_BEST]) + more, 300))


def number(value: float) -> str:
    """Return a value as text with at most one decimal."""
    return f"{round(value, 1):g}".replace("-", "−")
