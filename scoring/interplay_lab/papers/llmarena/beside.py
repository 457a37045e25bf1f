"""Exhibits that LLMArena's paper does not have: actions, plays, deals, concessions and auctions in its matches."""

from collections.abc import Sequence
from typing import Final

from interplay.tables.table import Column, Table
from interplay_lab.papers.llmarena.chosen import Line, of_game, samples
from interplay_lab.papers.llmarena.figures import ACTIONS, WORDS
from interplay_lab.papers.llmarena.orders import rank_correlation
from interplay_lab.papers.records import Content, Figure, Series, columns

TURNS: Final = 10
"""Turns of each player in Bargain."""


@of_game("holdem", "fold_share")
def risks(systems: Sequence[Line]) -> Content:
    """Return shares of actions in Hold'em, and the rank correlation of win probability and action."""
    names = {**{f"{name}_share": title for name, title in ACTIONS.items()}, **WORDS["risks"]}
    rows = []
    for line in systems:
        correlation = rank_correlation(*samples(line, "holdem", "equity", "action_index"))
        rows.append((line.label, *map(line.value, names), correlation, line.n("fold_share")))
    headings = (
        *columns("text", "System"),
        *columns("percent", *names.values(), digits=0),
        *columns("number", "rank correlation"),
        *columns("count", "decisions"),
    )
    note = "Rank correlation (Spearman) of the win probability and the action, from fold to all in; 0 is none."
    return Table(columns=headings, rows=tuple(rows), notes=(note,))


@of_game("hanabi", "play_share")
def risky_plays(systems: Sequence[Line]) -> Content:
    """Return how well informed plays and reveals are in Hanabi."""
    names = WORDS["risky_plays"]
    return _table(systems, "play_share", [*names], columns("percent", *names.values(), digits=0))


@of_game("bargain", "agreement_rate")
def bargains(systems: Sequence[Line]) -> Content:
    """Return deals, values and efficiency in Bargain, for which the paper has ratings only."""
    names = WORDS["bargains"]
    return _table(systems, "agreement_rate", [*names], columns("number", *names.values()))


@of_game("bargain", "demand_01")
def demands(systems: Sequence[Line]) -> Content:
    """Return the concession curve in Bargain: the value that a player demands at each of its turns."""
    names = [f"demand_{turn:02}" for turn in range(1, TURNS + 1)]
    series = tuple(Series(name=line.label, values=tuple(line.value(name) for name in names)) for line in systems)
    places = tuple(float(turn) for turn in range(1, TURNS + 1))
    note = "Mean own value, 0 to 10, over the matches that lasted this long; early concessions end matches early."
    return Figure(drawn="lines", x="own turn", y="own value asked for", places=places, series=series, notes=(note,))


@of_game("bid", "utility")
def auctions(systems: Sequence[Line]) -> Content:
    """Return earnings in Bid, the rate of bids above the equilibrium, and their cost."""
    names = WORDS["auctions"]
    return _table(systems, "utility", [*names], columns("number", *names.values()))


def _table(systems: Sequence[Line], counted: str, names: Sequence[str], numbers: Sequence[Column]) -> Content:
    """Return the statistics *names* of each line in the columns *numbers*, and the number of cases of one *counted*."""
    return Table(
        columns=(*columns("text", "System"), *numbers, *columns("count", "n")),
        rows=tuple((line.label, *map(line.value, names), line.n(counted)) for line in systems),
    )
