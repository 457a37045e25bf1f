"""Connect Four: spatial comprehension, the value of boards, and wins and blocks that were missed.

The board value V of a player is 10 (p4 - o4) + 5 (p3 - o3) + 2 (p2 - o2), where pk and ok are numbers of k discs in a
line (LLMArena, section 4). The paper does not say how lines are counted and which two boards a reward compares, so all
readings are reported:

- ``segments``: straight pieces of exactly k cells, overlaps included; a line of four holds one 4, two 3 and three 2.
- ``maximal_runs``: each line once at its full length, more than 4 as 4.
- ``windows``: the 69 places of four cells in a line that hold k own discs and none of the other's.
- R_turn, from after a player's last move (the starting board at first) to after its next, or to the end, so that the
  other's move in between counts. A game's sum is V(end) - V(start); both seats' sums add up to 0.
- R_ply, from just before a move to just after it; never negative.
"""

from collections.abc import Callable, Mapping, Sequence

from interplay.tracks.games.connect_four.bitboard import DIRECTIONS, LINES, completing, landing, landings
from interplay.tracks.games.connect_four.rules import GAME, MISERE, State
from interplay.tracks.games.shared import endings
from interplay.tracks.games.shared.measures import Ratios, share, state_after
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

Counts = tuple[int, int, int]
WEIGHTS = (2, 5, 10)
"""Of two, three and four in a line."""


def _pieces(discs: int, starts: Callable[[int], int]) -> Counts:
    """Return the numbers of straight pieces of 2, 3 and 4 *discs* that begin in the cells *starts* of a direction."""
    twos = threes = fours = 0
    for d in DIRECTIONS:
        two = starts(d) & (discs >> d)
        three = two & (discs >> 2 * d)
        twos += two.bit_count()
        threes += three.bit_count()
        fours += (three & (discs >> 3 * d)).bit_count()
    return twos, threes, fours


def segments(discs: int, _other: int) -> Counts:
    """Return the numbers of straight pieces of exactly 2, 3 and 4 cells; the other's discs do not matter."""
    return _pieces(discs, lambda _: discs)


def maximal_runs(discs: int, _other: int) -> Counts:
    """Return the numbers of maximal lines of 2, of 3, and of 4 or more cells, whatever the other's discs."""
    twos, threes, fours = _pieces(discs, lambda d: discs & ~(discs << d))
    return twos - threes, threes - fours, fours


def windows(discs: int, other: int) -> Counts:
    """Return the numbers of four-cell places with 2, 3 and 4 of *discs* and none of *other*."""
    counts = [0, 0, 0, 0, 0]
    for line in LINES:
        if not line & other:
            counts[(line & discs).bit_count()] += 1
    return counts[2], counts[3], counts[4]


RULES: Mapping[str, tuple[Callable[[int, int], Counts], str]] = {
    "segments": (segments, "every piece of 2, 3 and 4 in a line counted"),
    "maximal_runs": (maximal_runs, "each line counted once at its full length"),
    "windows": (windows, "places for four counted that hold own discs alone"),
}
"""How lines are counted, and the same in words."""


TITLES = {
    **endings.TITLES,
    **{
        f"r_{kind}_{rule}": f"board value gained {span} (R_{kind}, a game and seat), {counted}"
        for kind, span in (("turn", "from turn to turn"), ("ply", "by the player's own moves alone"))
        for rule, (_, counted) in RULES.items()
    },
    "r_turn": f"board value gained from turn to turn (R_turn, a game and seat), {RULES['segments'][1]}",
    "missed_win_rate": "decisions in which a winning move was not played, of those that had one",
    "missed_block_rate": "decisions after which the opponent could win at once, of those without a win of their own "
    "in which such a threat existed and could be stopped",
}


def _measure(match: Verified) -> Measures:
    spatial = endings.measure(match)
    seats, decisions = match.seats, match.decisions
    start: State = GAME.start(match.item.setup)
    if start.twin == MISERE:
        return spatial
    boards = [start, *(state_after(GAME, d) for d in decisions)]
    ratios = {
        **spatial.ratios,
        **_rewards(boards, decisions, seats),
        "missed_win_rate": share([missed_win(turn) for turn in match.turns]),
        "missed_block_rate": share([missed_block(turn) for turn in match.turns]),
    }
    turns = tuple(float(value(segments, boards[-1], s) - value(segments, boards[0], s)) for s in seats)
    return Measures(ratios, {"r_turn": turns})


def value(rule: Callable[[int, int], Counts], state: State, seat: int) -> int:
    """Return V of a board for *seat*."""
    discs, other = state.of(seat), state.of(1 - seat)
    pairs = zip(WEIGHTS, rule(discs, other), rule(other, discs), strict=True)
    return sum(weight * (mine - theirs) for weight, mine, theirs in pairs)


def missed_win(observed: Observed) -> bool | None:
    """Return whether a winning move was not played; ``None`` if there was none."""
    state, seat = observed.state, observed.seat
    wins = _winning(state.of(seat), state.discs)
    return not _played(observed) & wins if wins else None


def missed_block(observed: Observed) -> bool | None:
    """Return whether the other can win at once after the move; ``None`` if no threat could or had to be parried."""
    state, seat = observed.state, observed.seat
    other, discs = state.of(1 - seat), state.discs
    threats = _winning(other, discs)
    if not threats or _winning(state.of(seat), discs):
        return None
    if threats & (threats - 1) or _winning(other, discs | threats):
        return None
    return not _played(observed) & threats


def _winning(mine: int, discs: int) -> int:
    return completing(mine, discs) & landings(discs)


def _played(observed: Observed) -> int:
    """Return the cell that the player chose; 0 when it chose none and forfeited or was given a substitute."""
    return landing(observed.state.discs, observed.decision.action) if observed.decision.chosen else 0


def _rewards(boards: Sequence[State], decisions: Sequence[Observed], seats: tuple[int, ...]) -> Ratios:
    ratios: Ratios = {}
    for name, (rule, _) in RULES.items():
        values = [value(rule, board, 0) for board in boards]
        signs = {seat: -1 if seat else 1 for seat in seats}  # values are those for seat 0
        gained = [signs[d.seat] * (values[n + 1] - values[n]) for n, d in enumerate(decisions) if d.seat in seats]
        ratios[f"r_turn_{name}"] = (sum(signs.values()) * (values[-1] - values[0]), len(seats))
        ratios[f"r_ply_{name}"] = (sum(gained), len(seats))
    return ratios


ANALYSIS = Analysis(TITLES, _measure)
