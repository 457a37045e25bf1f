"""The tables and figures of LLMArena in the paper's order, and more from the same matches."""

from typing import Final

from interplay_lab.papers.llmarena import beside, figures, hints, normalised, undercover
from interplay_lab.papers.records import Exhibit

TRACK: Final = "games"

EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit("Table 1", "normalised scores in seven games", normalised.scaled),
    Exhibit("Beside Table 1", "deals in Bargain", beside.bargains),
    Exhibit("Beside Table 1, concessions", "concession curve in Bargain", beside.demands),
    Exhibit("Table 2", "the board games with and without hints", hints.table),
    Exhibit("Table 3", "descriptions and guesses in Undercover", undercover.table),
    Exhibit("Figure 2", "mean reward in Connect Four", figures.rewards),
    Exhibit("Figure 3", "bids against the equilibrium", figures.bids),
    Exhibit("Beside Figure 3", "what bids earn and lose", beside.auctions),
    Exhibit("Figure 4", "win probability at each action of Texas Hold'em on the flop", figures.equities),
    Exhibit("Beside Figure 4, all streets", "win probability at each action of Texas Hold'em", figures.all_equities),
    Exhibit("Beside Figure 4", "actions of Texas Hold'em, and how they follow the win probability", beside.risks),
    Exhibit("Figure 5", "proportions of actions in Hanabi", figures.teamwork),
    Exhibit("Beside Figure 5", "how well informed plays and reveals are in Hanabi", beside.risky_plays),
    Exhibit("Table 4", "raw results", normalised.raw),
)
