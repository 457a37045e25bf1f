"""Figures 2 to 5 of LLMArena: rewards in Connect Four, bids, win probabilities in Hold'em, actions in Hanabi."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from interplay.tracks.games.analyst import GamesAnalyst
from interplay.tracks.games.verdicts import Verified
from interplay_lab.papers.llmarena.chosen import Line, of_game, samples
from interplay_lab.papers.llmarena.orders import five
from interplay_lab.papers.records import Content, Figure, Form, Missing, Series, series_of
from interplay_lab.papers.words import words_of

WORDS: Final = words_of(__package__)
ACTIONS, KINDS, NOTES = WORDS["actions"], WORDS["kinds"], WORDS["figures"]
FIVE: Final = ("low whisker", "lower quartile", "median", "upper quartile", "high whisker")
FLOP: Final = 3
"""Public cards on the flop."""


@of_game("connect_four", "r_turn_segments")
def rewards(systems: Sequence[Line]) -> Content:
    """Return Figure 2: the mean reward in Connect Four, where boards are valued by lines of two, three and four."""
    series = [
        series_of(title, (line.statistics.get(f"r_{name}_segments") for line in systems))
        for name, title in (("turn", "since the player's previous move"), ("ply", "own moves alone"))
    ]
    notes = (NOTES["boards"], NOTES["bounds"], f"Matches: {counts(systems, 'r_turn_segments')}.")
    return _figure("bars", "mean reward a game", systems, series, notes, digits=1)


@of_game("bid", "mean_deviation")
def bids(systems: Sequence[Line]) -> Content:
    """Return Figure 3: the deviation of bids from half the valuation, as boxes."""
    boxes = [five(samples(line, "bid", "deviation")[0]) for line in systems]
    series = [Series(name=name, values=tuple(box[n] for box in boxes)) for n, name in enumerate(FIVE)]
    notes = (NOTES["deviation"], f"Bids: {counts(systems, 'mean_deviation')}.")
    return _figure("boxes", "score", systems, series, notes)


@of_game("holdem", "fold_share")
def equities(systems: Sequence[Line]) -> Content:
    """Return Figure 4: the mean win probability at each action of Hold'em on the flop."""
    with_flops = [line for line in map(on_flop, systems) if line.n("fold_share")]
    if not with_flops:
        return Missing(reason="found no decision on a flop; needed: matches of holdem that reach the flop")
    return _equities(with_flops, NOTES["flops"])


@of_game("holdem", "fold_share")
def all_equities(systems: Sequence[Line]) -> Content:
    """Return Figure 4 over the decisions on all streets."""
    return _equities(systems)


def _equities(systems: Sequence[Line], *about: str) -> Content:
    series = [
        series_of(title, (line.statistics.get(f"{name}_equity") for line in systems), 0.0, 1.0)
        for name, title in ACTIONS.items()
    ]
    decisions = f"Decisions: {counts(systems, 'fold_share')}."
    notes = (*about, NOTES["equity"], NOTES["bounds"], decisions, *map(_by_action, systems))
    return _figure("bars", "mean estimated win rate", systems, series, notes)


def _by_action(line: Line) -> str:
    counts = ", ".join(f"{title} {line.n(f'{name}_equity'):,}" for name, title in ACTIONS.items())
    return f"Decisions of {line.label}: {counts}."


def on_flop(line: Line) -> Line:
    """Return *line* with the statistics of the decisions on the flop alone."""
    analyst = GamesAnalyst()
    for grade in line.entry.grades:
        match = grade.source
        if isinstance(match, Verified) and (match.item.game, match.item.split) == ("holdem", line.split):
            decisions = tuple(decision for decision in match.decisions if len(decision.state.board) == FLOP)
            analyst.add(replace(grade, source=replace(match, decisions=decisions)))
    return dataclasses.replace(line, statistics={statistic.name: statistic for statistic in analyst.statistics()})


@of_game("hanabi", "play_share")
def teamwork(systems: Sequence[Line]) -> Content:
    """Return Figure 5: the share of each kind of action in Hanabi."""
    series = [
        Series(name=title, values=tuple(line.value(f"{name}_share") for line in systems))
        for name, title in KINDS.items()
    ]
    notes = (f"Decisions: {counts(systems, 'play_share')}. A reveal costs a token, a discard returns one.",)
    return _figure("stacked", "proportion of each action", systems, series, notes)


def _figure(
    drawn: Form, y: str, systems: Sequence[Line], series: Sequence[Series], notes: tuple[str, ...], digits: int = 2
) -> Figure:
    places = tuple(line.label for line in systems)
    return Figure(drawn=drawn, x="System", y=y, places=places, series=tuple(series), digits=digits, notes=notes)


def counts(systems: Sequence[Line], name: str) -> str:
    """Return the number of cases of the statistic *name* for each system."""
    return ", ".join(f"{line.label} {line.n(name):,}" for line in systems)
