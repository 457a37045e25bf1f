"""How the analyses of several games count: sums and cases by measure, shares, and states after decisions."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from interplay.tracks.games.base import Game
from interplay.tracks.games.shared.lines import table
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.verdicts import Observed

Ratio = tuple[float, float]
Ratios = dict[str, Ratio]


class Tally:
    """Sums and numbers of cases by measure; ``add`` is called for each case with its value."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, float] = defaultdict(float)
        self.cases: defaultdict[str, int] = defaultdict(int)

    def add(self, name: str, value: float, cases: int = 1) -> None:
        """Add a value to a measure, and its number of cases."""
        self.sums[name] += value
        self.cases[name] += cases

    def ratio(self, name: str) -> Ratio:
        """Return the sum and the number of cases of a measure."""
        return float(self.sums[name]), float(self.cases[name])


def titles(game: str) -> dict[str, str]:
    """Return what each measure of *game* is, in one line for a person, from ``measures.toml`` in its folder."""
    return table(game, "measures.toml", dict[str, str])


def share(cases: Sequence[bool | None]) -> Ratio:
    """Return how many cases hold, and how many there are; ``None`` is not a case."""
    counted = [case for case in cases if case is not None]
    return sum(counted), len(counted)


def state_after(game: Game[Any, Any], turn: Observed) -> Any:
    """Return the state after a decision: the one before it when it was a forfeit."""
    return turn.state if turn.decision.forfeited else game.apply(turn.state, {turn.seat: turn.decision.action})


def spoken(turns: Sequence[Observed], phase: str) -> Ratio:
    """Return the decisions of a phase in which something was said, and all decisions of the phase."""
    texts = [turn.decision.action.text for turn in turns if turn.state.phase == phase]
    return sum(text not in (None, SILENCE) for text in texts), len(texts)
