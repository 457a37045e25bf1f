"""The tables and figures of LLMArena in the paper's order, and more from the same matches."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from interplay.tables.table import Cell, Kind, Table
from interplay.tracks.games.analyst import GamesAnalyst
from interplay.tracks.games.verdicts import Verified
from interplay_lab.judging.tables import judge_of
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena import hints, normalised
from interplay_lab.papers.llmarena.chosen import WORDS, Line, five, of_game, rank_correlation, samples
from interplay_lab.papers.records import Content, Exhibit, Figure, Form, Missing, Series, columns, columns_of, series_of

TRACK: Final = "games"
ACTIONS, KINDS, NOTES = WORDS["actions"], WORDS["kinds"], WORDS["figures"]
FIVE: Final = ("low whisker", "lower quartile", "median", "upper quartile", "high whisker")
FLOP: Final = 3
"""Public cards on the flop."""
TURNS: Final = 10
"""Turns of each player in Bargain."""
DESCRIBED: Final = "description_as_undercover"
GUESSES: Final = ("guess_as_undercover", "guess_strict_as_undercover")


@of_game("undercover", "win_rate_as_undercover", " in which the system is the undercover")
def undercover(systems: Sequence[Line]) -> Content:
    """Return Table 3, a row for each system and split: shares of descriptive clues and of correct guesses."""
    rows: list[tuple[Cell, ...]] = []
    for line in systems:
        about = {"split": line.split, "game": "undercover"}.items()
        of = [s for s in line.entry.report.statistics if s.name == DESCRIBED and about <= s.where.items()]
        described: list[tuple[float | None, int, str | None]] = [
            (s.value, round(s.n), ", ".join(judge_of(s.where))) for s in of
        ]
        for value, clues, judge in described or [(None, 0, None)]:
            rows.append((line.label, value, *map(line.value, GUESSES), clues, line.n(GUESSES[0]), judge))
    words = WORDS["undercover"]
    notes = [words[name] for n, name in ((1, "no_judge"), (2, "no_guess")) if any(row[n] is None for row in rows)]
    return Table(columns=columns_of(WORDS["descriptions"]), rows=tuple(rows), notes=(words["others"], *notes))


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
    series = [Series(name=name, values=values) for name, values in zip(FIVE, zip(*boxes, strict=True), strict=True)]
    return _figure(
        "boxes", "score", systems, series, (NOTES["deviation"], f"Bids: {counts(systems, 'mean_deviation')}.")
    )


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
    by_action = [
        f"Decisions of {line.label}: "
        + ", ".join(f"{title} {line.n(f'{name}_equity'):,}" for name, title in ACTIONS.items())
        + "."
        for line in systems
    ]
    notes = (*about, NOTES["equity"], NOTES["bounds"], f"Decisions: {counts(systems, 'fold_share')}.", *by_action)
    return _figure("bars", "mean estimated win rate", systems, series, notes)


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
    return Figure(drawn, "System", y, places, tuple(series), digits=digits, notes=notes)


def counts(systems: Sequence[Line], name: str) -> str:
    """Return the number of cases of the statistic *name* for each system."""
    return ", ".join(f"{line.label} {line.n(name):,}" for line in systems)


@of_game("holdem", "fold_share")
def risks(systems: Sequence[Line]) -> Content:
    """Return shares of actions in Hold'em, and the rank correlation of win probability and action."""
    names = {**{f"{name}_share": title for name, title in ACTIONS.items()}, **WORDS["risks"]}
    rows = []
    for line in systems:
        correlation = rank_correlation(*samples(line, "holdem", "equity", "action_index"))
        rows.append((line.label, *map(line.value, names), correlation, line.n("fold_share")))
    shares, numbers = columns("percent", *names.values(), digits=0), columns("number", "rank correlation")
    headings = (*columns("text", "System"), *shares, *numbers, *columns("count", "decisions"))
    return Table(columns=headings, rows=tuple(rows), notes=(NOTES["ranks"],))


@of_game("bargain", "demand_01")
def demands(systems: Sequence[Line]) -> Content:
    """Return the concession curve in Bargain: the value that a player demands at each of its turns."""
    turns = range(1, TURNS + 1)
    values = ((line.label, tuple(line.value(f"demand_{turn:02}") for turn in turns)) for line in systems)
    series = tuple(Series(name=label, values=demanded) for label, demanded in values)
    places = tuple(map(float, turns))
    return Figure("lines", "own turn", "own value asked for", places, series, notes=(NOTES["demands"],))


def statistics_of(
    game: str, counted: str, section: str, kind: Kind = "number", digits: int = 2
) -> Callable[[Given], Content]:
    """Return what makes a table of the statistics in a *section* of words, and the number of cases *counted*."""
    names = WORDS[section]
    numbers = columns(kind, *names.values(), digits=digits)

    @of_game(game, counted)
    def make(systems: Sequence[Line]) -> Content:
        rows = tuple((line.label, *map(line.value, names), line.n(counted)) for line in systems)
        return Table(columns=(*columns("text", "System"), *numbers, *columns("count", "n")), rows=rows)

    return make


bargains = statistics_of("bargain", "agreement_rate", "bargains")
auctions = statistics_of("bid", "utility", "auctions")
risky_plays = statistics_of("hanabi", "play_share", "risky_plays", "percent", 0)

EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit("Table 1", "normalised scores in seven games", normalised.scaled),
    Exhibit("Beside Table 1", "deals in Bargain", bargains),
    Exhibit("Beside Table 1, concessions", "concession curve in Bargain", demands),
    Exhibit("Table 2", "the board games with and without hints", hints.table),
    Exhibit("Table 3", "descriptions and guesses in Undercover", undercover),
    Exhibit("Figure 2", "mean reward in Connect Four", rewards),
    Exhibit("Figure 3", "bids against the equilibrium", bids),
    Exhibit("Beside Figure 3", "what bids earn and lose", auctions),
    Exhibit("Figure 4", "win probability at each action of Texas Hold'em on the flop", equities),
    Exhibit("Beside Figure 4, all streets", "win probability at each action of Texas Hold'em", all_equities),
    Exhibit("Beside Figure 4", "actions of Texas Hold'em, and how they follow the win probability", risks),
    Exhibit("Figure 5", "proportions of actions in Hanabi", teamwork),
    Exhibit("Beside Figure 5", "how well informed plays and reveals are in Hanabi", risky_plays),
    Exhibit("Table 4", "raw results", normalised.raw),
)
