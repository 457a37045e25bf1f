"""What a verified match of a submission tells the ratings: who won, by which side, and who really played."""

import math

import msgspec
import pytest

from interplay.core.driver import SYSTEM, drive
from interplay.core.records import Header, System
from interplay.core.release import Release
from interplay.ratings.ledger import collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.submissions import match_of
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.records import Item
from interplay.tracks.games.track import TRACK
from tests.games import matches

change = msgspec.structs.replace
HEADER = Header(
    format="interplay-predictions/1", track="games", release="0", manifest_sha256="0" * 64, system=System(name="copy")
)
RIVALS = msgspec.structs.replace(HEADER, rival=System(name="other"))
Played = list[tuple[Item, Grade]]


@pytest.fixture(scope="module")
def played(release: Release) -> Played:
    """Undercover's matches in which a copy of the opponent is the one against four, each refereed."""
    found = []
    for item in release.rows("games", Item):
        if (item.game, item.split, item.side) == ("undercover", "llmarena", "undercover"):
            bot = next(player for player in item.players if player != SYSTEM)
            same = BOTS[STRENGTHS[catalogue.bot(item.game, bot).strength]]
            found.append((item, TRACK.grader(item)(matches.play(item, same))))
    return found


def result(item: Item, grade: Grade, edge: float = 0.0) -> Match:
    match = match_of(HEADER, change(item, edge=edge), grade)
    assert match is not None
    return match


def is_won(item: Item, grade: Grade) -> bool:
    ranks = result(item, grade).ranks
    assert ranks is not None
    return ranks[item.players.index(SYSTEM)] == 1


def ranks_of(found: Played, edge: float) -> list[tuple[int | None, int | None]]:
    """Return the ranks of the copy and the bot when the system's side has that *edge*."""
    table = rate(collect(enumerate(result(item, grade, edge) for item, grade in found)), Settings())
    return [(row.best_rank, row.worst_rank) for row in table.ratings]


def test_a_copy_of_a_bot_ties_with_it_where_the_side_is_known_to_be_behind(played: Played) -> None:
    """The edge comes from one half of the setups, the ratings from the other."""
    known, rest = played[::2], played[1::2]
    won = sum(is_won(item, grade) for item, grade in known)
    edge = math.log((won + 0.5) / (len(known) - won + 0.5))
    assert edge < -0.5
    assert ranks_of(rest, edge) == [(1, 2), (1, 2)]
    assert ranks_of(rest, 0.0) == [(1, 1), (2, 2)]


def test_the_edge_is_turned_to_the_side_of_the_first_seat(played: Played) -> None:
    for item, grade in played:
        assert result(item, grade, 0.75).edge == (0.75 if item.players[0] == SYSTEM else -0.75)
    assert {item.players[0] == SYSTEM for item, _ in played} == {True, False}


def test_a_match_that_the_referee_mostly_played_is_lost(release: Release) -> None:
    """Replies that are no moves are replaced by drawn ones, which sometimes win: that is nobody's win."""
    items = [i for i in release.rows("games", Item) if (i.game, i.split) == ("tictactoe", "llmarena")]
    assert len(items) > 10
    for item in items[:60]:
        grade = TRACK.grader(item)(matches.play(item, lambda ask: "no move"))
        assert not is_won(item, grade)
        assert sorted(result(item, grade).ranks or ()) == [1, 2]


@pytest.mark.parametrize("reply", ["", "no move at all"])
def test_a_match_with_a_player_on_both_sides_rates_nobody_whoever_moved(release: Release, reply: str) -> None:
    others = [i for i in release.rows("games", Item) if (i.game, i.side) == ("undercover", "other")][:6]
    assert others
    for item in others:
        played = drive(TRACK.episode(item, 0), lambda _ask: reply)
        assert match_of(RIVALS, item, TRACK.grader(item)(played)) is None
        broken = TRACK.grader(item)(TRACK.failed(item, 0, "no luck"))
        assert match_of(RIVALS, item, broken) is None
