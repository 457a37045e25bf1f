"""The tables and figures of GameBench in the paper's order, and ratings by kind of reasoning."""

from typing import Final

from interplay_lab.papers.gamebench import appendix, figures, tables
from interplay_lab.papers.records import Exhibit

TRACK: Final = "games"

EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit("Figure 1a", "rating of each agent in each game", figures.by_game),
    Exhibit("Figure 1b", "rating of each agent over all games", figures.overall),
    Exhibit("Table 1", "games of each kind of reasoning", tables.categories),
    Exhibit("Table 2", "ratings", tables.ratings),
    Exhibit("Beside Table 2", "ratings with this package's settings", tables.our_ratings),
    Exhibit("Beside Table 2, categories", "ratings by kind of reasoning", tables.by_category),
    Exhibit("Table 3", "average score", tables.scores),
    Exhibit("Figure 2", "number of matches recorded", figures.recorded),
    *appendix.appendix(),
)
