"""The matches that GameBench's exhibits are made from: published results, or those of submissions, each verified."""

from collections.abc import Iterator
from typing import Final

from interplay.analysis.papers.evidence import Given
from interplay.analysis.papers.records import Missing
from interplay.core.errors import RecordError
from interplay.ratings import confusion
from interplay.ratings.ledger import Ledger, collect, read_matches
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import REFERENCE, BradleyTerryTable, Settings
from interplay.ratings.submissions import SHARED, categories, match_of

GAMES: Final = {
    "air_land_sea": "ALS",
    "arctic_scavengers": "ARC",
    "are_you_the_traitor": "AYT",
    "codenames": "CN",
    "hive": "HV",
    "pit": "PT",
    "santorini": "SN",
    "two_rooms_and_a_boom": "TRB",
    "sea_battle": "SB",
}
"""The games in the order of the paper's columns, with its short names."""
TITLES: Final = {game: game.replace("_", " ").title().replace(" A ", " a ").replace(" And ", " and ") for game in GAMES}
NEEDED: Final = (
    "submissions on games with matches of GameBench (`interplay run --track games --suite gamebench`), or match results "
    "(interplay-matches/1), such as `interplay-build import gamebench matches.json -o matches.jsonl` makes of the "
    "published ones"
)


def ledger_of(given: Given) -> Ledger | Missing:
    """Return all matches of GameBench's games, or why there are none."""
    held = given.on("games")
    if given.matches and held:
        return Missing(reason="found match results and submissions; their systems are rated apart: give one kind")
    try:
        if given.matches:
            ledger = read_matches(given.matches).only(GAMES)
        else:
            confusion.refuse([one.path for one in held])
            ledger = collect(enumerate(_played(given), 1), categories=categories())
    except RecordError as error:
        return Missing(reason="; ".join([str(error), *map(str, error.findings[:3])]))
    return (
        ledger if len(ledger.sequence) else Missing(reason=f"found no matches of GameBench's games; needed: {NEEDED}")
    )


def _played(given: Given) -> Iterator[Match]:
    for one in given.on("games"):
        for grade in one.grades:
            item = one.items[grade.item_id]
            match = match_of(one.header, item, grade) if item.suite == SHARED else None
            if match is not None:
                yield match


def rated(ledger: Ledger, part: Ledger, settings: Settings = REFERENCE) -> BradleyTerryTable:
    """Return the ratings of all systems of *ledger* from the matches of *part*, by default as the paper's code does."""
    return rate(part, settings, ledger.systems)


def systems_of(ledger: Ledger) -> tuple[str, ...]:
    """Return the systems of *ledger*, the best over all games first."""
    return tuple(row.system for row in rated(ledger, ledger).ratings)
