"""Uninformed players play every game to its end, and earn no more than is stated."""

from statistics import fmean

import pytest

from interplay.core.driver import SYSTEM, Ask, drive
from interplay.tracks.games import catalogue
from interplay.tracks.games.blind import CONSTANTS
from interplay.tracks.games.bots import BLIND, BOTS, bot_of
from interplay.tracks.games.match.play import Situation, episode
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item
from interplay.tracks.games.track import TRACK
from interplay_builders.release import sources
from interplay_builders.tracks.games import build, scales
from tests.games import matches

LEGAL = tuple(name for name in BLIND if name != "silent")
SETUPS = 12
CEILING = 15.0
"""Mean score over games that an uninformed player may have on so few setups; silence has none above 0."""
SIMPLE = {"bid"}
"""Half of the greatest bid is the best bid there is: the middle move has the score of the strong bot."""


def against_competent(game: str) -> Item:
    """Return a match whose first side is the system's."""
    rules = catalogue.load(game)
    bot = bot_of(game, "competent")
    ((_, seats), *_) = rules.sides(rules.deal("0", {}, "strict"))
    players = tuple(SYSTEM if seat in seats else f"bot:{bot.name}@{bot.version}" for seat in range(rules.seats))
    return matches.item(game, players, "0", "strict", **dict(rules.short))


@pytest.mark.parametrize("game", catalogue.names())
@pytest.mark.parametrize("name", LEGAL)
def test_all_but_the_silent_one_make_legal_moves_to_the_end(game: str, name: str) -> None:
    item = against_competent(game)
    verdict = Replay(item).verify(drive(episode(item, 0), BOTS[name]))
    counts = [seat for seat, player in zip(verdict.seats, item.players, strict=True) if player == SYSTEM]
    assert all(count.illegal == count.unparsable == count.substituted == 0 for count in counts)


@pytest.mark.parametrize("game", catalogue.names())
def test_of_the_silent_one_every_decision_is_taken_over(game: str) -> None:
    item = against_competent(game)
    verdict = Replay(item).verify(drive(episode(item, 0), BOTS["silent"]))
    counts = [seat for seat, player in zip(verdict.seats, item.players, strict=True) if player == SYSTEM]
    assert all(count.substituted == count.decisions for count in counts)


@pytest.mark.parametrize("game", sorted(CONSTANTS))
def test_constants_are_moves_of_their_game(game: str) -> None:
    item = matches.item(game)
    seen: set[str] = set()
    player = matches.randomly(0)

    def noted(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        seen.update(option.name for option in ask.situation.options())
        return player(ask)

    matches.play(item, noted)
    assert any(code.startswith(CONSTANTS[game]) for code in seen)


def test_the_track_says_who_knows_nothing() -> None:
    assert set(BLIND) <= TRACK.uninformed <= set(TRACK.bots)


def scored(name: str) -> dict[str, float]:
    """Return a player's mean score on the first setups of LLMArena's games that have a scale, by game."""
    known = sources.identity()
    split = build.Split("llmarena", "llmarena", build.MAIN, pairs=SETUPS, alone=True)
    (file,) = build.files_of((split,), known.seed, known.canary, scales.frozen()).files
    values: dict[str, list[float]] = {}
    for item in file.rows:
        assert isinstance(item, Item)
        value = TRACK.grader(item)(drive(episode(item, 0), BOTS[name])).values["score"]
        if value is not None:
            values.setdefault(item.game, []).append(value)
    return {game: fmean(found) for game, found in values.items()}


@pytest.mark.skipif(not scales.frozen(), reason="scales are measured when a release is frozen")
@pytest.mark.parametrize("name", BLIND)
@pytest.mark.slow
def test_nothing_is_earned_without_knowing_anything(name: str) -> None:
    found = {game: value for game, value in scored(name).items() if game not in SIMPLE}
    assert fmean(found.values()) <= (0 if name == "silent" else CEILING), found
