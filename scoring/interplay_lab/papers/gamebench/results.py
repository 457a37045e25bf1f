"""The matches behind GameBench's exhibits: published results, or the verified matches of submissions."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.ratings.ledger import Ledger, collect, read_matches
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import REFERENCE, BradleyTerryTable, Settings
from interplay.ratings.submissions import SHARED, categories, match_of, refuse_headers
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Missing, words_of

WORDS: Final = words_of(__package__)
GAMES, TITLES, NOTES = WORDS["games"], WORDS["titles"], WORDS["notes"]
"""Short names of the games in the order of the paper's columns, their titles, and notes."""
PAPER: Final = replace(REFERENCE, resamples=10_000)
"""What the paper's code does, with the number of resamples that the paper states."""


def from_ledger(make: Callable[[Given, Ledger], Content]) -> Callable[[Given], Content]:
    """Return *make*, called with all matches of GameBench's games, or with the exhibit missing where there are none.

    Raises ``RecordError`` for damaged results.
    """

    def content(given: Given) -> Content:
        ledger = given.once("gamebench: ledger", lambda: _ledger(given))
        return ledger if isinstance(ledger, Missing) else make(given, ledger)

    return content


def _ledger(given: Given) -> Ledger | Missing:
    submissions = given.on("games")
    if given.matches and submissions:
        return Missing(reason="found match results and submissions, which are rated separately: give one kind")
    if given.matches:
        ledger = read_matches(given.matches).only(GAMES)
    else:
        try:
            refuse_headers((entry.path, entry.header) for entry in submissions)
        except RecordError as error:
            return Missing(reason=str(error))
        ledger = collect(enumerate(_played(given), 1), categories=categories())
    return (
        ledger if len(ledger.sequence) else Missing(reason=f"found no matches of its games; needed: {NOTES['needed']}")
    )


def _played(given: Given) -> Iterator[Match]:
    for entry in given.on("games"):
        for grade in entry.grades:
            item = entry.items[grade.item_id]
            match = match_of(entry.header, item, grade) if item.suite == SHARED else None
            if match is not None:
                yield match


def rated(given: Given, ledger: Ledger, games: Collection[str], settings: Settings = PAPER) -> BradleyTerryTable:
    """Return the ratings of all systems from the matches of *games*, by default as in the paper's code."""
    name = f"gamebench: {' '.join(sorted(games))} {settings}"
    return given.once(name, lambda: rate(ledger.only(games), settings, ledger.systems))


def systems_of(given: Given, ledger: Ledger) -> tuple[str, ...]:
    """Return the systems of *ledger*, the best over all games first."""
    return tuple(row.system for row in rated(given, ledger, GAMES).ratings)
