"""The ratings of ladders, and that the shipped round robin is about the levels that exist."""

import math
from itertools import pairwise

import pytest

from interplay_lab.ladder import strengths
from interplay_lab.ladder.levels import LADDERS, bots_of
from interplay_lab.ladder.strengths import ANCHOR, Meeting, elo_at, meetings, rate, ratings_of

GAMES = LADDERS.names()


def test_ten_to_one_is_400_points_above_the_random_bot() -> None:
    ratings = rate([Meeting("g", "ladder-1", ANCHOR, 1000, 0, 100), Meeting("g", "ladder-2", "ladder-1", 500, 0, 500)])
    by_name = {rated.player: rated for rated in ratings}
    assert by_name[ANCHOR].elo == 0
    assert by_name["ladder-1"].elo == pytest.approx(400, abs=2)
    assert by_name["ladder-2"].elo == pytest.approx(400, abs=3)
    assert by_name["ladder-1"].matches == 2100


def test_a_draw_is_half_a_win() -> None:
    met = Meeting("g", "ladder-1", ANCHOR, 6, 4, 2)
    assert met.score == pytest.approx(8 / 12)
    assert rate([met])[-1].elo == pytest.approx(400 * math.log10(2), rel=0.02)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_was_met_and_beat_the_one_below(game: str) -> None:
    names = [ANCHOR, *(bot.name for bot in bots_of(game))]
    met = {(meeting.player, meeting.other): meeting for meeting in meetings() if meeting.game == game}
    assert {name for players in met for name in players} == set(names)
    for below, name in pairwise(names):
        meeting = met[name, below]
        assert meeting.score - 0.5 > 2 * meeting.error, meeting


@pytest.mark.parametrize("game", GAMES)
def test_ratings_grow_with_the_levels(game: str) -> None:
    rated = ratings_of(game)
    elos = [rated[bot.name].elo for bot in bots_of(game)]
    assert elos == sorted(elos)
    assert elos[0] > 0


def test_ratings_between_levels_are_interpolated_and_beyond_the_ends_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    met = (Meeting("g", "ladder-1", ANCHOR, 200, 0, 100), Meeting("g", "ladder-2", "ladder-1", 200, 0, 100))
    monkeypatch.setattr(strengths, "meetings", lambda: met)
    strengths.ratings_of.cache_clear()
    ends = [elo_at("g", level) for level in (1, 2)]
    assert elo_at("g", 1.5) == pytest.approx(sum(end or 0 for end in ends) / 2)
    assert elo_at("g", 0.9) is None
    assert elo_at("g", 2.1) is None
    assert elo_at("bid", 1) is None
    strengths.ratings_of.cache_clear()
