"""A byte-identical copy of a shipped bot under a new name is rated as the bot is, whatever else is rated with it."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from interplay.core.release import Release
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Rating, Settings
from interplay.ratings.submissions import match_of, verified

BOTS = ("strong", "competent", "random", "first", "middle", "last", "passive", "constant", "silent")
TOLERANCE = 0.15
FILES = {
    "a copy of the strong bot": ("copy of strong", "random", "competent"),
    "copies and all three bots": ("copy of strong", "copy of competent", "strong", "competent", "random"),
    "a copy of the competent bot": ("copy of competent", "random", "strong"),
}
"""The files of the audit in which the copy and the bot were 0.24 to 0.73 apart."""
Matches = Mapping[str, list[Match]]


@pytest.fixture(scope="module")
def matches(release: Release) -> Matches:
    """The matches of each shipped bot's submission to LLMArena's games, and of its copy under a new name."""
    made: dict[str, list[Match]] = {}
    for bot in BOTS:
        for submission, item, grade in verified([release.root / f"baselines/bot-{bot}/games.jsonl.gz"], release):
            if item.suite == "llmarena":
                header = submission.header
                copied = replace(header, system=replace(header.system, name=f"copy-of-{bot}"))
                for name, owner in ((bot, header), (f"copy of {bot}", copied)):
                    match = match_of(owner, item, grade)
                    made.setdefault(name, []).extend([] if match is None else [match])
    return made


def ledger(matches: Matches, *names: str) -> Ledger:
    return collect(enumerate((match for name in names for match in matches[name]), 1))


def check(rated: Mapping[str, Rating], bot: str) -> None:
    """Check that a bot and its copy have the same rating and the same ranks."""
    original, copy = rated[f"bot-{bot}"], rated[f"copy-of-{bot}"]
    assert original.rating is not None
    assert copy.rating == pytest.approx(original.rating, abs=TOLERANCE)
    assert (copy.best_rank, copy.worst_rank) == (original.best_rank, original.worst_rank)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_copy_is_rated_as_the_bot_that_others_meet(matches: Matches, name: str) -> None:
    rated = {row.system: row for row in rate(ledger(matches, *FILES[name]), Settings()).ratings}
    copies = [file.removeprefix("copy of ") for file in FILES[name] if file.startswith("copy")]
    for bot in copies:
        check(rated, bot)


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_a_copy_of_any_bot_is_rated_as_the_bot(matches: Matches, bot: str) -> None:
    rated = {row.system: row for row in rate(ledger(matches, f"copy of {bot}", *BOTS), Settings()).ratings}
    check(rated, bot)


def met_in_one_game() -> Ledger:
    """Return matches of a, its copy and c: a beats c in g always and in h half of the time, the copy plays g only."""
    rows = [("g", "a", "c", 38, 2), ("h", "a", "c", 20, 20), ("g", "copy", "c", 38, 2), ("g", "a", "copy", 10, 10)]
    seats = [(g, i, j, s) for g, i, j, won, lost in rows for s in [1.0] * won + [0.0] * lost]
    made = [Match(game=g, setup=None, seats=(i, j), returns=(s, 1 - s)) for g, i, j, s in seats]
    return collect(enumerate(made, 1))


def test_who_is_met_in_one_game_only_is_not_as_much_stronger_in_all() -> None:
    rated = {row.system: row for row in rate(met_in_one_game(), Settings()).ratings}
    assert rated["copy"].rating == pytest.approx(rated["a"].rating, abs=TOLERANCE)
    one = {row.system: row for row in rate(met_in_one_game(), Settings(weights="match")).ratings}
    assert (one["copy"].rating or 0) - (one["a"].rating or 0) > 0.5


def test_one_game_is_rated_as_ever() -> None:
    """With one game there is nothing to pool: the estimate is that of Bradley and Terry, to the last digit."""
    made = met_in_one_game().only(["g"])
    by_game, by_match = (rate(made, Settings(weights=weights)) for weights in ("game", "match"))
    assert [row.to_row() for row in by_game.ratings] == [row.to_row() for row in by_match.ratings]
