"""The split ``deep``: looking two plies ahead gains nothing, nor does the opposite; values are exact; draws renew."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations, product
from math import fsum, prod

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers.rules import gatherings
from interplay.tracks.games.connect_four.bitboard import bits, column_of, completing, landing, landings
from interplay.tracks.games.santorini.search import actions, board_of, id_of
from interplay.tracks.games.sea_battle.rules import GAME as SEA_BATTLE
from interplay.tracks.games.sea_battle.rules import State
from interplay.tracks.games.sea_battle.waters import MENU, TEAMS
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.release import sources
from interplay_builders.tracks.positions import (
    _deep,
    arctic_scavengers,
    build,
    connect_four,
    sea_battle,
)
from interplay_builders.tracks.positions import _holdem_spots as holdem
from interplay_builders.tracks.positions._deep import EACH, POSES, SETS, file_of
from interplay_builders.tracks.positions._santorini import wins
from interplay_builders.tracks.positions.blind import expected, with_blind
from interplay_builders.tracks.positions.hanabi import MOST
from interplay_builders.tracks.positions.identity import identity_of
from interplay_builders.tracks.positions.renew import renewed
from tests.games.arctic_scavengers.test_positions import Round
from tests.games.are_you_the_traitor.test_positions import SOUGHT, chance_of, read
from tests.games.hanabi.test_positions import replayed
from tests.games.holdem.test_positions import counted
from tests.games.santorini.test_positions import kept
from tests.games.two_rooms_and_a_boom.test_positions import winning
from tests.positions.deep import choice, pool

OPPOSITE, MIDDLE = 0.95, 0.7
"""What the opposite and the middle of the ranks lose at least; of two moves both lose twice what a random one does."""
SEEDS = tuple(map(str, range(12)))


@cache
def drawn(game: str, seed: str) -> tuple[Position, ...]:
    return tuple(with_blind(tuple(_deep.positions(game, seed, "canary", 1_000))))


@cache
def sets(game: str) -> tuple[tuple[Position, ...], ...]:
    """Return each set of a pool, as the first seed that draws it does."""
    return tuple({frozenset(map(identity_of, drawn(game, seed))): drawn(game, seed) for seed in SEEDS}.values())


def test_there_are_at_least_eight_games_of_at_least_twenty_positions() -> None:
    assert len(POSES) >= 8
    assert EACH >= 20
    for game, (cases, _) in POSES.items():
        assert len(cases(file_of(game))) == SETS * EACH


@pytest.mark.parametrize("game", POSES)
@pytest.mark.slow
def test_looking_two_plies_ahead_loses_what_random_moves_do_and_so_does_the_opposite(game: str) -> None:
    for positions in sets(game):
        regrets = [choice.regrets(plan_of(position)) for position in positions]
        sums = {name: fsum(row[name] for row in regrets) for name in regrets[0]}
        blind, zero = fsum(map(expected, positions)), fsum(position.blind for position in positions)
        assert sums["random"] == pytest.approx(blind)
        assert sums[choice.FIRST] >= blind
        assert sums[choice.LAST] >= OPPOSITE * blind
        assert 0 < zero <= blind + 1e-6
        assert sums[choice.MIDDLE] >= MIDDLE * zero


@pytest.mark.parametrize("game", POSES)
def test_few_moves_are_best_and_the_others_cost_much(game: str) -> None:
    for positions in sets(game):
        assert len(positions) == len({position.messages for position in positions}) == EACH
        assert {position.split for position in positions} == {"deep"}
        assert all(map(pool.is_sharp, positions))


@pytest.mark.parametrize("game", POSES)
def test_sets_have_nothing_in_common_and_as_many_of_each_kind(game: str) -> None:
    first, second = sets(game)
    assert len({*map(identity_of, first), *map(identity_of, second)}) == SETS * EACH
    kinds = [sorted(position.kind for position in positions) for positions in (first, second)]
    assert kinds[0] == kinds[1]


@pytest.mark.slow
def test_a_choice_among_candidates_that_a_look_ahead_solves_takes_those_that_it_does_not() -> None:
    """The rule of choice itself, on a few fresh candidates."""
    rows = [position for n in range(90_000, 90_400) for _, position in pool.MAKERS["two_rooms_and_a_boom"](n)]
    plans = [plan_of(position) for position in rows if pool.is_sharp(position)]
    order = choice.chosen(plans, Stream("tests", "deep", "chosen"))
    assert len(set(order)) == SETS * EACH
    regrets = [choice.regrets(plan) for plan in plans]
    left = [
        fsum(row[choice.FIRST] for row in group) / fsum(row["random"] for row in group)
        for group in (regrets, [regrets[n] for n in order[:EACH]], [regrets[n] for n in order[EACH:]])
    ]
    assert left[0] < 0.6
    assert min(left[1:]) >= 1 - 1e-9


def test_too_few_candidates_are_refused() -> None:
    plans = [plan_of(position) for position in sets("are_you_the_traitor")[0]]
    with pytest.raises(ValueError, match="found 20 of 40"):
        choice.chosen(plans, Stream("tests", "deep", "few"))


@pytest.mark.parametrize("game", ["are_you_the_traitor", "connect_four", "hanabi"])
@pytest.mark.slow
def test_pools_begin_with_what_their_command_finds(game: str) -> None:
    """Of the lines of a pool, the one of the earliest match is a candidate again."""
    lines = file_of(game).read_text(encoding="utf-8").splitlines()
    if game == "connect_four":
        assert any(line in lines for n in range(pool.FIRST, pool.FIRST + 60) for line, _ in pool.MAKERS[game](n))
    else:
        first = min(lines, key=lambda line: int(line.split("\t")[0]))
        (candidate, *_) = pool.MAKERS[game](int(first.split("\t")[0]))
        assert candidate[0] == first


@pytest.mark.slow
def test_a_draw_has_other_positions_of_the_same_numbers_and_kinds() -> None:
    known = sources.identity()
    released = build.build(known.seed, known.canary)
    other = renewed("a draw", known.canary, released).files
    rows, others = (
        [row for row in track.files[0].rows if isinstance(row, Position) and row.split == "deep"]
        for track in (released, other)
    )
    assert [(row.item_id, row.kind) for row in rows] == [(row.item_id, row.kind) for row in others]
    assert len(rows) == EACH * len(POSES)
    assert not set(map(identity_of, rows)) & set(map(identity_of, others))


def _agree(position: Position, values: Mapping[str, float]) -> None:
    plan = plan_of(position)
    for action, value in values.items():
        assert value == pytest.approx(plan.values[action], abs=1e-8), (position.item_id, action)


def _plain(temper: str | None, number: int, *, calm: bool) -> bool:
    return {"b": calm, "m": not calm, "s": number % 2 == 1}.get(temper or "", True)


@pytest.mark.slow
def test_values_of_accusations_are_the_chances_that_follow_from_the_prompt() -> None:
    for position in drawn("are_you_the_traitor", "0")[::8]:
        wizards, talk = read(position)
        right = dict.fromkeys(range(1, 6), 0.0)
        rest = [label for label in range(1, 6) if label not in wizards]
        for tempers, moods in product(product("bbmms", repeat=3), product((True, False), repeat=len(talk))):
            kept = dict(zip(rest, tempers, strict=True))
            weight = prod(0.05 if mood == then else 0.95 for mood, then in pairwise(moods))
            contrary = [n for n, line in enumerate(talk, 1) if not _plain(kept.get(line[0]), n, calm=moods[n - 1])]
            for traitor, holder, guard in permutations(rest):
                sought = traitor if SOUGHT[position.kind] == "traitor" else holder
                right[sought] += weight * chance_of(talk, traitor, holder, guard, contrary)
        _agree(position, {e.action: right[int(e.action[-1])] / fsum(right.values()) for e in position.values})


@pytest.mark.slow
def test_values_of_hostages_are_the_chances_that_follow_from_the_prompt() -> None:
    for position in drawn("two_rooms_and_a_boom", "0")[::8]:
        _agree(position, {action: float(value) for action, value in winning(position, odd=True).items()})


def test_values_of_arctic_scavengers_are_those_of_all_actions_tried_one_after_another() -> None:
    for case in arctic_scavengers.pool(file_of("arctic_scavengers"))[::16]:
        gathering = Round(case)
        tribe = gathering.state.tribes[gathering.seat]
        assert [gathering.worth(tribe, a) for a in gatherings(gathering.state)] == pytest.approx(case.values)


@pytest.mark.slow
def test_outcomes_of_connect_four_are_those_of_a_plain_search() -> None:
    position = max(drawn("connect_four", "0"), key=lambda p: len(p.played))
    sides = connect_four.discs_after([int(column) for (column,) in position.played])
    mine, other = sides if position.seat == 0 else sides[::-1]
    for entry in position.values[::3]:
        after = mine | landing(mine | other, int(entry.action))
        _agree(position, {entry.action: float(-_outcome(other, after, {}, -1, 1))})


def _outcome(mine: int, other: int, known: dict[tuple[int, int], int], alpha: int, beta: int) -> int:
    """Return 1, 0 or -1 for the player to move, by trying all columns; *other* has moved last and not won."""
    discs, low = mine | other, alpha
    if completing(mine, discs) & landings(discs):
        return 1
    if not landings(discs):
        return 0
    if (mine, other) in known:
        return known[mine, other]
    best = -1
    for cell in sorted(bits(landings(discs)), key=lambda bit: abs(column_of(bit) - 4)):
        best = max(best, -_outcome(other, mine | cell, known, -beta, -low))
        low = max(low, best)
        if best >= beta:
            return best
    if best > alpha:
        known[mine, other] = best
    return best


@pytest.mark.slow
def test_values_of_hanabi_are_those_of_every_deal_played_out() -> None:
    position = min(drawn("hanabi", "0"), key=lambda position: int(position.tags[1].removeprefix("deals-")))
    plan = plan_of(position)
    for action in list(plan.values)[-2:]:
        score = replayed(plan.state, plan.game.decode(action))
        _agree(position, {action: max(score, plan.best - MOST)})


def test_values_of_holdem_are_those_of_a_loop_over_everything() -> None:
    spot = holdem.spots(file_of("holdem"))[0]
    for action, value in zip(holdem.legal(holdem.reached(spot.path, spot.hole, spot.board)), spot.values, strict=True):
        assert counted(spot, action) == pytest.approx(value, abs=1e-6)


@pytest.mark.slow
def test_the_search_of_santorini_finds_the_same_forced_wins() -> None:
    position = next(row for row in drawn("santorini", "0") if row.tags == ("depth-5",))
    plan = plan_of(position)
    board = board_of(plan.state)
    turns = {id_of(plan.state, action): action for action in actions(board, choose=False)}
    best = [action for action, value in plan.values.items() if value == plan.best]
    _agree(position, {name: float(kept(board, 5, turns[name])) for name in (*best, *list(turns)[:4])})
    assert not wins(board, 3, {})


@pytest.mark.slow
def test_gains_of_sea_battle_are_those_of_all_that_seven_rounds_can_come_to() -> None:
    case = sea_battle.pool(file_of("sea_battle"))[0]
    team, begun = TEAMS[0] if case.seat in TEAMS[0] else TEAMS[1], sea_battle.state_of(case)
    for first, value in enumerate(case.values):
        states = [begun]
        for number, orders in enumerate(case.plans[0]):
            choices = range(len(MENU)) if number else (first,)
            after = [_sailed(state, case.seat, orders, order) for state in states for order in choices]
            states = list({(state.at, state.heading, state.damage): state for state in after}.values())
        harms = [[now - then for now, then in zip(s.damage, begun.damage, strict=True)] for s in states]
        assert value == max(sum(-n if seat in team else n for seat, n in enumerate(harm)) for harm in harms)


def _sailed(state: State, seat: int, orders: Sequence[int], order: int) -> State:
    moving = SEA_BATTLE.to_move(state)
    given = {s: Choice(MENU[order if s == seat else orders[s]]) for s in moving}
    return SEA_BATTLE.apply(state, given) if moving else state
