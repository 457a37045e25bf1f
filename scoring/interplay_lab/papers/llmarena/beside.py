"""Exhibits that LLMArena's paper does not have: actions, plays, deals, concessions and auctions in its matches."""

from typing import Final

from interplay.tables.table import Cell, Column, Kind, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena.chosen import absent, lines, samples
from interplay_lab.papers.llmarena.figures import ACTIONS
from interplay_lab.papers.llmarena.orders import rank_correlation
from interplay_lab.papers.records import Content, Figure, Series

TURNS: Final = 10
"""Turns of each player in Bargain."""


def risks(given: Given) -> Content:
    """Return shares of actions in Hold'em, and the rank correlation of win probability and action."""
    systems = lines(given, "holdem", "fold_share")
    if not systems:
        return absent("holdem")
    names = {f"{name}_share": title for name, title in ACTIONS.items()}
    names |= {"weak_fold_share": "fold below 40%", "strong_all_in_share": "all in above 80%"}
    rows = [
        (
            line.label,
            *(line.value(name) for name in names),
            rank_correlation(*samples(line, "holdem", "equity", "action_index")),
            line.n("fold_share"),
        )
        for line in systems
    ]
    columns = (
        Column(heading="System", kind="text"),
        *(Column(heading=title, kind="percent", digits=0) for title in names.values()),
        Column(heading="rank correlation"),
        Column(heading="decisions", kind="count"),
    )
    note = "Rank correlation (Spearman) of the win probability and the action, from fold to all in; 0 is none."
    return Table(columns=columns, rows=tuple(rows), notes=(note,))


def risky_plays(given: Given) -> Content:
    """Return how well informed plays and reveals are in Hanabi."""
    names = {
        "misplay_rate": "plays that failed",
        "blind_play_rate": "plays not certain to fit",
        "play_chance": "mean chance that a play fits",
        "known_play_missed": "certain plays missed",
        "hint_use": "reveals of a card that fits",
    }
    return _table(given, "hanabi", "play_share", names, "percent", 0)


def bargains(given: Given) -> Content:
    """Return deals, values and efficiency in Bargain, for which the paper has ratings only."""
    names = {
        "agreement_rate": "deals",
        "own_value": "own value",
        "difference": "own minus other's",
        "joint_share": "of best joint value",
        "pareto_rate": "Pareto deals",
        "bad_accept_rate": "bad acceptances",
        "turns": "turns",
    }
    return _table(given, "bargain", "agreement_rate", names)


def demands(given: Given) -> Content:
    """Return the concession curve in Bargain: the value that a player demands at each of its turns."""
    systems = lines(given, "bargain", "demand_01")
    if not systems:
        return absent("bargain")
    names = [f"demand_{turn:02}" for turn in range(1, TURNS + 1)]
    series = tuple(Series(name=line.label, values=tuple(line.value(name) for name in names)) for line in systems)
    places = tuple(float(turn) for turn in range(1, TURNS + 1))
    note = "Mean own value, 0 to 10, over the matches that lasted this long; early concessions end matches early."
    return Figure(drawn="lines", x="own turn", y="own value asked for", places=places, series=series, notes=(note,))


def auctions(given: Given) -> Content:
    """Return earnings in Bid, the rate of bids above the equilibrium, and their cost."""
    names = {
        "utility": "earned, dollars",
        "win_rate": "auctions won",
        "mean_deviation": "mean deviation",
        "above_half_rate": "bids above v/2",
        "overbid_rate": "bids that cannot win",
        "equilibrium_regret_share": "share of earnings lost",
    }
    return _table(given, "bid", "utility", names)


def _table(
    given: Given, game: str, needed: str, names: dict[str, str], kind: Kind = "number", digits: int = 2
) -> Content:
    systems = lines(given, game, needed)
    if not systems:
        return absent(game)
    rows: list[tuple[Cell, ...]] = [
        (line.label, *(line.value(name) for name in names), line.n(needed)) for line in systems
    ]
    columns = (
        Column(heading="System", kind="text"),
        *(Column(heading=title, kind=kind, digits=digits) for title in names.values()),
        Column(heading="n", kind="count"),
    )
    return Table(columns=columns, rows=tuple(rows))
