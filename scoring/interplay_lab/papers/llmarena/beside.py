"""What the matches of LLMArena show beside its tables and figures: actions, plays, deals, concessions, auctions."""

from typing import Final

from interplay.tables.table import Cell, Column, Kind, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena.chosen import absent, lines, samples
from interplay_lab.papers.llmarena.figures import ACTIONS
from interplay_lab.papers.llmarena.orders import rank_correlation
from interplay_lab.papers.records import Content, Figure, Series

OWN_TURNS: Final = 10
"""Turns of each player in Bargain."""


def risks(given: Given) -> Content:
    """Return what is beside Figure 4: shares of actions, and the rank correlation of chance and action."""
    held = lines(given, "holdem", "fold_share")
    if not held:
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
        for line in held
    ]
    columns = (
        Column(heading="System", kind="text"),
        *(Column(heading=title, kind="percent", digits=0) for title in names.values()),
        Column(heading="rank correlation"),
        Column(heading="decisions", kind="count"),
    )
    note = "Rank correlation (Spearman) of the chance of winning and the action, from fold to all in; 0 is no relation."
    return Table(columns=columns, rows=tuple(rows), notes=(note,))


def risky_plays(given: Given) -> Content:
    """Return what is beside Figure 5: how informed plays and reveals are."""
    names = {
        "misplay_rate": "plays that failed",
        "blind_play_rate": "plays not certain to fit",
        "play_chance": "mean chance of a play to fit",
        "known_play_missed": "certain plays passed over",
        "hint_use": "reveals of a card that fits",
    }
    return _table(given, "hanabi", "play_share", names, "percent", 0)


def bargains(given: Given) -> Content:
    """Return what matches of Bargain show, which the paper only rates: deals, values, efficiency."""
    names = {
        "agreement_rate": "deals",
        "own_value": "own value",
        "difference": "own less other's",
        "joint_share": "of best joint value",
        "pareto_rate": "Pareto deals",
        "bad_accept_rate": "bad acceptances",
        "turns": "turns",
    }
    return _table(given, "bargain", "agreement_rate", names)


def demands(given: Given) -> Content:
    """Return the curve of concessions in Bargain: the own value that is asked for at each own turn."""
    held = lines(given, "bargain", "demand_01")
    if not held:
        return absent("bargain")
    names = [f"demand_{turn:02}" for turn in range(1, OWN_TURNS + 1)]
    series = tuple(Series(name=line.label, values=tuple(line.value(name) for name in names)) for line in held)
    places = tuple(float(turn) for turn in range(1, OWN_TURNS + 1))
    note = "Mean own value, 0 to 10, over the matches that got so far: those who give way early end early."
    return Figure(drawn="lines", x="own turn", y="own value asked for", places=places, series=series, notes=(note,))


def auctions(given: Given) -> Content:
    """Return what is beside Figure 3: earnings, bids above the equilibrium, and what they cost."""
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
    held = lines(given, game, needed)
    if not held:
        return absent(game)
    rows: list[tuple[Cell, ...]] = [
        (line.label, *(line.value(name) for name in names), line.n(needed)) for line in held
    ]
    columns = (
        Column(heading="System", kind="text"),
        *(Column(heading=title, kind=kind, digits=digits) for title in names.values()),
        Column(heading="n", kind="count"),
    )
    return Table(columns=columns, rows=tuple(rows))
