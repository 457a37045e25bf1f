"""Ladders: the bot of every level is a bot like any other, and who may look at more plays better."""

import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM
from interplay.core.errors import UnknownName
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.air_land_sea.rules import GAME as AIR_LAND_SEA
from interplay.tracks.games.base import Bot, Open
from interplay.tracks.games.connect_four.bitboard import bits, landings
from interplay.tracks.games.connect_four.rules import GAME as CONNECT_FOUR
from interplay.tracks.games.connect_four.search import Search
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item, Prediction
from interplay_lab.ladder import matches as ladder_matches
from interplay_lab.ladder.games.connect_four import best_cell
from interplay_lab.ladder.levels import LADDERS, bots_of
from tests.games import matches
from tests.games.air_land_sea.tables import walk, with_other_hidden_cards

GAMES = LADDERS.names()
STRONGER = {"air_land_sea": 5, "connect_four": 5, "hive": 4, "santorini": 4, "sea_battle": 5}
"""Levels far above the first whose matches take milliseconds."""


def between(game: str, player: Bot, other: Bot, number: int) -> list[tuple[Item, Prediction, int]]:
    """Return both matches of two bots in one setup, with a seat of the first."""
    played = []
    for item in ladder_matches.pair(game, 1, number, "tests"):
        seats = [seat for seat, name in enumerate(item.players) if name == SYSTEM]
        names = [f"bot:{bot.name}@{bot.version}" for bot in (player, other)]
        players = tuple(names[seat not in seats] for seat in range(len(item.players)))
        of = replace(item, players=players)
        played.append((of, matches.play(of, matches.randomly(0)), seats[0]))
    return played


def test_five_games_have_ladders() -> None:
    assert GAMES == ("air_land_sea", "connect_four", "hive", "santorini", "sea_battle")
    assert bots_of("bid") == ()


@pytest.mark.parametrize("game", GAMES)
def test_budgets_are_powers_of_two_that_grow(game: str) -> None:
    ladder = LADDERS.load(game)
    assert list(ladder.budgets) == sorted({*ladder.budgets})
    assert all(budget.bit_count() == 1 for budget in ladder.budgets)
    assert [bot.name for bot in ladder.bots] == [f"ladder-{n}" for n in range(1, len(ladder.budgets) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_levels_are_loaded_by_the_names_that_items_have(game: str) -> None:
    ladder = LADDERS.load(game)
    assert tuple(catalogue.bot(game, player) for player in ladder.players) == ladder.bots
    with pytest.raises(UnknownName, match=f"no player 'bot:ladder-{len(ladder.bots) + 1}@1'"):
        catalogue.bot(game, f"bot:ladder-{len(ladder.bots) + 1}@1")
    with pytest.raises(UnknownName, match="which is bot:ladder-1@1"):
        catalogue.bot(game, "bot:ladder-1@2")
    assert not {bot.name for bot in ladder.bots} & set(catalogue.bots_of(game)), "they are no opponents of splits"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_a_higher_level_wins_most_matches_which_replay_as_they_were_played(game: str) -> None:
    levels = bots_of(game)
    points = []
    for number in range(5):
        for item, played, seat in between(game, levels[STRONGER[game] - 1], levels[0], number):
            verdict = Replay(item).verify(played)
            points.append(verdict.outcome.points[seat])
    assert sum(points) >= 0.75 * len(points), points


@pytest.mark.parametrize("game", GAMES)
def test_the_top_level_makes_the_same_legal_move_whenever_it_is_asked(game: str) -> None:
    rules, top = catalogue.load(game), bots_of(game)[-1]
    state = rules.start(ladder_matches.pair(game, 1, 0, "tests")[0].setup)
    for number in range(2):
        seat = rules.to_move(state)[0]
        texts = {top.move(rules, state, seat, Stream("tests", str(number), "top")) for _ in range(2)}
        assert len(texts) == 1
        action = rules.parse(state, seat, texts.pop())
        legal = rules.legal(state, seat)
        assert not isinstance(legal, Open)
        assert action in legal
        state = rules.apply(state, dict.fromkeys(rules.to_move(state), action))


@pytest.mark.parametrize("level", [1, 3, 5])
def test_no_level_of_air_land_and_sea_uses_what_its_seat_cannot_see(level: int) -> None:
    bot = bots_of("air_land_sea")[level - 1]
    stream = Stream("tests", "ladder", "hidden")
    start = AIR_LAND_SEA.start(matches.item("air_land_sea", seed="ladder").setup)
    walked = [s for s in walk(start, Stream("tests", "ladder", "bots"), withdrawing=False) if AIR_LAND_SEA.to_move(s)]
    for state in walked[:: 2 * level]:
        other = with_other_hidden_cards(state, state.seat, stream)
        replies = [bot.move(AIR_LAND_SEA, s, state.seat, Stream("tests", "same", "bot")) for s in (state, other)]
        assert replies[0] == replies[1]


@pytest.mark.parametrize("seed", range(6))
def test_the_top_of_connect_four_plays_perfectly_once_it_sees_the_end(seed: int) -> None:
    state = CONNECT_FOUR.start(CONNECT_FOUR.deal(f"late/{seed}", {"opening_plies": 20}, "strict"))
    mine, discs, order = state.of(state.seat), state.discs, bits(landings(state.discs))
    exact = Search(10**7).values(mine, discs, 42, order, exact=True)
    best = best_cell(mine, discs, order, LADDERS.load("connect_four").budgets[-1])
    sign = [(value > 99) - (value < -99) for value in (exact[best], max(exact.values()))]
    assert sign[0] == sign[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_setups_of_ladder_runs_are_frozen(game: str) -> None:
    coarse = ladder_matches.coarse(game)
    assert coarse == ladder_matches.coarse(game)
    assert len({item.item_id for item in coarse}) == len(coarse)
    assert {ladder_matches.level_of(item) for item in coarse} == set(range(1, ladder_matches.levels(game) + 1, 2))
    assert all(item.setup.seed == f"interplay-ladder-1/{int(item.pair)}" for item in coarse)


def test_stage_two_is_around_the_threshold_on_other_setups() -> None:
    results = [ladder_matches.Result(level, float(level <= 4)) for level in (1, 3, 5, 7, 9) for _ in range(4)]
    fine = ladder_matches.fine("connect_four", results)
    assert {ladder_matches.level_of(item) for item in fine} == {3, 4, 5, 6} or {
        ladder_matches.level_of(item) for item in fine
    } == {
        2,
        3,
        4,
        5,
    }
    assert {item.pair for item in fine}.isdisjoint({item.pair for item in ladder_matches.coarse("connect_four")})
    lost = [ladder_matches.Result(level, 0.0) for level in (1, 3, 5, 7, 9) for _ in range(4)]
    assert {ladder_matches.level_of(item) for item in ladder_matches.fine("connect_four", lost)} == {1, 2, 3, 4}
    with pytest.raises(UnknownName, match="no level 99"):
        ladder_matches.pair("connect_four", 99, 0)
