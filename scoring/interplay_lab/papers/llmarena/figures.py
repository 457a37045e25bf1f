"""Figures 2 to 5 of LLMArena: rewards in Connect Four, bids, chances of winning in Hold'em, actions in Hanabi."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from interplay.tracks.games.analyst import GamesAnalyst
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena.chosen import Line, absent, lines, samples
from interplay_lab.papers.llmarena.orders import five
from interplay_lab.papers.records import Content, Figure, Form, Missing, Series

ACTIONS: Final = {
    "fold": "Fold",
    "check_call": "Check and Call",
    "raise_half_pot": "Raise Half Pot",
    "raise_full_pot": "Raise Full Pot",
    "all_in": "All in",
}
KINDS: Final = {"play": "Play Card", "hint": "Reveal Card", "discard": "Discard Card"}
FIVE: Final = ("low whisker", "lower quartile", "median", "upper quartile", "high whisker")
BOARDS: Final = (
    "The paper leaves open which boards a reward compares: after the own move and after the one before it, or after "
    "and just before a move. Lines count as straight pieces, overlaps included. It shows seven models and people."
)
DEVIATION: Final = (
    "(bid - v/2) / (v/2), where half the valuation v is the equilibrium of two bidders; bids that cannot win are left "
    "out. Whiskers reach the furthest bid within 1.5 times the box. The paper has 100 games of each model with itself; "
    "what an opponent does changes no bid."
)
BOUNDS: Final = "Low and high are the ends of 95% intervals over setups."
EQUITY: Final = "Chance of winning against any two cards. An action that was never chosen has no bar."
FLOPS: Final = (
    "Two own cards and three public ones, as in the paper; but the paper asks once on each of 100 flops, with the "
    "cards alone to go by, and these are all decisions on the flops of the matches, after the betting before them."
)
FLOP: Final = 3
"""Public cards on the flop."""


def rewards(given: Given) -> Content:
    """Return Figure 2: the mean reward of a game of Connect Four, boards valued by lines of two, three and four."""
    held = lines(given, "connect_four", "r_turn_segments")
    if not held:
        return absent("connect_four")
    series = [
        _series(held, "r_turn_segments", "since the own move before"),
        _series(held, "r_ply_segments", "own moves alone"),
    ]
    notes = (BOARDS, BOUNDS, f"Matches: {counts(held, 'r_turn_segments')}.")
    return _figure("bars", "mean reward a game", held, series, notes, digits=1)


def bids(given: Given) -> Content:
    """Return Figure 3: how far bids lie from half the valuation, as boxes."""
    held = lines(given, "bid", "mean_deviation")
    if not held:
        return absent("bid")
    boxes = [five(samples(line, "bid", "deviation")[0]) for line in held]
    series = [Series(name=name, values=tuple(box[n] for box in boxes)) for n, name in enumerate(FIVE)]
    notes = (DEVIATION, f"Bids: {counts(held, 'mean_deviation')}.")
    return _figure("boxes", "score", held, series, notes)


def equities(given: Given) -> Content:
    """Return Figure 4: the mean chance of winning at which each action of Hold'em was chosen on the flop."""
    held = [on_flop(line) for line in lines(given, "holdem", "fold_share")]
    seen = [line for line in held if line.n("fold_share")]
    if held and not seen:
        return Missing(reason="found no decision on a flop; needed: matches of holdem that get as far")
    return _equities(seen, FLOPS)


def all_equities(given: Given) -> Content:
    """Return the same of all decisions, before the flop and on the later streets too."""
    return _equities(lines(given, "holdem", "fold_share"))


def _equities(held: Sequence[Line], *about: str) -> Content:
    if not held:
        return absent("holdem")
    series = [_share(_series(held, f"{name}_equity", title)) for name, title in ACTIONS.items()]
    notes = (*about, EQUITY, BOUNDS, f"Decisions: {counts(held, 'fold_share')}.", *map(_by_action, held))
    return _figure("bars", "mean estimated win rate", held, series, notes)


def _by_action(line: Line) -> str:
    told = ", ".join(f"{title} {line.n(f'{name}_equity'):,}" for name, title in ACTIONS.items())
    return f"Decisions of {line.label}: {told}."


def on_flop(line: Line) -> Line:
    """Return the statistics of Hold'em over the decisions on the flop alone."""
    analyst = GamesAnalyst()
    for grade in line.one.grades:
        match = grade.source
        if isinstance(match, Verified) and (match.item.game, match.item.split) == ("holdem", line.split):
            decisions = tuple(seen for seen in match.decisions if len(seen.state.board) == FLOP)
            analyst.add(replace(grade, source=replace(match, decisions=decisions)))
    return dataclasses.replace(line, held={found.name: found for found in analyst.statistics()})


def teamwork(given: Given) -> Content:
    """Return Figure 5: the share of each kind of action in Hanabi."""
    held = lines(given, "hanabi", "play_share")
    if not held:
        return absent("hanabi")
    series = [_series(held, f"{name}_share", title, bounds=False) for name, title in KINDS.items()]
    notes = (f"Decisions: {counts(held, 'play_share')}. A reveal takes a token, a discard gives one back.",)
    return _figure("stacked", "proportion of each action", held, series, notes)


def _figure(
    drawn: Form, y: str, held: Sequence[Line], series: Sequence[Series], notes: tuple[str, ...], digits: int = 2
) -> Figure:
    places = tuple(line.label for line in held)
    return Figure(drawn=drawn, x="System", y=y, places=places, series=tuple(series), digits=digits, notes=notes)


def _series(held: Sequence[Line], name: str, title: str, *, bounds: bool = True) -> Series:
    found = [line.held.get(name) for line in held]
    low = tuple(None if one is None else one.low for one in found)
    high = tuple(None if one is None else one.high for one in found)
    values = tuple(None if one is None else one.value for one in found)
    return Series(name=title, values=values, low=low if bounds else (), high=high if bounds else ())


def _share(series: Series) -> Series:
    """Return *series* with bounds that a share can have."""
    low = tuple(None if end is None else max(0.0, end) for end in series.low)
    return replace(series, low=low, high=tuple(None if end is None else min(1.0, end) for end in series.high))


def counts(held: Sequence[Line], name: str) -> str:
    """Return over how many cases the statistic *name* is of each line."""
    return ", ".join(f"{line.label} {line.n(name):,}" for line in held)
