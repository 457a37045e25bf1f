"""How matches of Hive end, what players do with their turns, and what they overlook.

GameBench (arXiv 2406.06613) reports scores only; these measures are added here. A turn counts if the player's own
replies made both of its decisions; endings are those of the match. Overlooked wins and lost queens are exact: all
possible turns are tried.
"""

from collections.abc import Iterator, Sequence

from interplay.tracks.games.hive import position
from interplay.tracks.games.hive.board import DIRECTIONS
from interplay.tracks.games.hive.position import State, Turn
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.shared.measures import share, state_after, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

ENDINGS = {
    "queen_surrounded": "decisive_rate",
    "both_queens_surrounded": "double_surround_rate",
    "turn_limit": "turn_limit_rate",
    "adjudicated": "adjudicated_rate",
    "repetition": "repetition_rate",
}
"""Reason of an ending -> measure."""


TITLES = titles("hive")


def _measure(match: Verified) -> Measures:
    turns = [turn for turn in settled_turns(match.decisions) if turn[0].seat in match.seats]
    done = [(before, after.last) for before, after in turns if after.last is not None]
    wins = [
        after.ended == "queen_surrounded" and lost(after) != before.seat for before, after in turns if can_win(before)
    ]
    ratios = {
        **{name: (float(match.verdict.outcome.reason == reason), 1.0) for reason, name in ENDINGS.items()},
        "placement_share": share([_placed(turn) for _, turn in done]),
        "move_share": share([turn.start != position.RESERVE for _, turn in done]),
        "pass_share": share([turn.tile == position.NONE for _, turn in done]),
        "missed_win_rate": share([not won for won in wins]),
        "self_surround_rate": share([lost(after) == before.seat for before, after in turns]),
    }
    queens = [before for before, turn in done if _placed(turn) and turn.tile in position.QUEENS]
    samples = {
        "choices": tuple(float(len(position.choosable(before))) for before, _ in turns),
        "queen_turn": tuple(float(before.turns // 2 + 1) for before in queens),
        "pressure": _pressure(match.decisions, match.seats),
    }
    return Measures(ratios, samples)


def settled_turns(decisions: Sequence[Observed]) -> Iterator[tuple[State, State]]:
    """Yield the positions before and after each turn that was made by the player's own replies."""
    settled = True
    before: State | None = None
    for observed in decisions:
        state: State = observed.state
        if state.chosen == position.NONE:
            before, settled = state, True
        settled = settled and observed.decision.chosen
        after: State = state_after(GAME, observed)
        if after.chosen == position.NONE and settled and before is not None:
            yield before, after


def _placed(turn: Turn) -> bool:
    return turn.tile != position.NONE and turn.start == position.RESERVE


def lost(state: State) -> int | None:
    """Return the seat whose queen alone is surrounded."""
    blue, green = position.surrounded(state.where)
    return None if blue == green else int(green)


def can_win(state: State) -> bool:
    """Return whether a turn can surround the other's queen without surrounding its own."""
    other = 1 - state.seat
    if state.beside_queen(other) != len(DIRECTIONS) - 1:
        return False
    return any(
        lost(position.moved(state, tile, end)) == other
        for tile in position.choosable(state)
        for end in position.destinations(state, tile)
    )


def _pressure(decisions: Sequence[Observed], seats: tuple[int, ...]) -> tuple[float, ...]:
    if not decisions:
        return ()
    beside = [state_after(GAME, decisions[-1]).beside_queen(seat) or 0 for seat in (0, 1)]
    return tuple(float(beside[1 - seat] - beside[seat]) for seat in seats)


ANALYSIS = Analysis(TITLES, _measure)
