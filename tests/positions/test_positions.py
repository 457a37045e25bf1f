"""The positions track: regret of single decisions."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from interplay.core import canonical
from interplay.core.driver import Ask
from interplay.core.records import System
from interplay.core.release import Release
from interplay.scoring.score import Options, score
from interplay.submissions import writing
from interplay.tracks.games import catalogue
from interplay.tracks.games.shared.menu import FAILED
from interplay.tracks.positions.bots import BOTS
from interplay.tracks.positions.records import Position, Prediction
from interplay.tracks.positions.scores import grade, plan_of
from interplay.tracks.positions.track import TRACK


@pytest.fixture(scope="module")
def positions(release: Release) -> list[Position]:
    return list(release.rows("positions", Position))


def test_there_are_a_thousand_hard_ones_of_many_games(positions: list[Position]) -> None:
    assert 1_000 <= len(positions) <= 3_000
    assert len({p.item_id for p in positions}) == len(positions)
    games = Counter(p.game for p in positions)
    assert len(games) >= 6
    splits = Counter((p.game, p.split) for p in positions)
    assert all(number >= 100 for (_, split), number in splits.items() if split == "hard")
    assert {game: splits[game, "easy"] for game in games if splits[game, "easy"]} == {
        "bargain": 40,
        "bid": 60,
        "connect_four": 100,
        "tictactoe": 60,
        "undercover": 60,
    }


def test_values_are_about_exactly_the_legal_moves_and_not_all_equal(positions: list[Position]) -> None:
    for position in positions:
        plan = plan_of(position)
        legal = plan.game.legal(plan.state, position.seat)
        assert list(plan.values) == [plan.game.encode(action) for action in legal]  # type: ignore[union-attr]
        assert len(set(plan.values.values())) > 1
        assert position.penalty >= plan.best - min(plan.values.values())


def test_messages_are_what_the_game_shows_now(positions: list[Position]) -> None:
    for position in positions[:: len(positions) // 100]:
        plan = plan_of(position)
        prompt = plan.game.prompt(plan.state, position.seat)
        assert [m.role for m in position.messages] == ["user"]
        for part in (prompt.system.partition(FAILED)[0], prompt.observation, prompt.action):
            assert part in position.messages[0].content
        assert "Explain(" not in position.messages[0].content  # which a single reply cannot ask for


def test_deep_positions_are_run_when_no_split_is_named(release: Release, positions: list[Position]) -> None:
    assert TRACK.main_splits(release.track("positions").splits) == ("deep",)
    assert TRACK.main_splits(("easy",)) == ("easy",)
    assert {p.split for p in positions} == {"deep", "hard", "easy"}


def test_a_message_and_reasoning_change_nothing_of_a_move(positions: list[Position]) -> None:
    bargains = [position for position in positions if position.game == "bargain"]
    assert len(bargains) == 190
    for position in bargains:
        plan = plan_of(position)
        plain = BOTS["optimal"](Ask(position.messages, position))
        dressed = f"<think>9 to me?</think>The apples are worth most to me.\n\nMessage: Let us agree!\n\n**{plain}**"
        assert grade(plan, dressed) == grade(plan, plain)
        assert grade(plan, dressed).optimal


def test_best_worst_and_no_move(positions: list[Position]) -> None:
    for position in positions[:: len(positions) // 200]:
        plan = plan_of(position)
        best = grade(plan, BOTS["optimal"](Ask(position.messages, position)))
        worst = grade(plan, BOTS["worst"](Ask(position.messages, position)))
        assert (best.regret, best.optimal) == (0, True)
        assert worst.regret == pytest.approx(plan.best - min(plan.values.values()))
        nothing = grade(plan, "")
        assert (nothing.failure, nothing.regret) == ("unparsable", position.penalty)


def test_an_illegal_move_costs_the_penalty(positions: list[Position]) -> None:
    position = next(p for p in positions if p.game == "tictactoe")
    plan = plan_of(position)
    row, column = plan.state.moves[0]
    choice = grade(plan, f"X: ({row},{column})")
    assert (choice.failure, choice.regret) == ("illegal", position.penalty)


def _expected(positions: list[Position]) -> float:
    """Return what every second best move and every second failed reply make together."""
    games: dict[str, list[tuple[float, float]]] = {}
    for n, position in enumerate(positions):
        if position.blind:
            games.setdefault(position.game, []).append((0.0 if n % 2 else position.penalty, position.blind))
    ratios = (np.array(pairs).sum(axis=0) for pairs in games.values())
    return float(np.mean([100 * (1 - lost / zero) for lost, zero in ratios]))


def test_a_submission_is_scored_by_game_and_kind(release: Release, positions: list[Position], tmp_path: Path) -> None:
    rows = [
        Prediction(item_id=p.item_id, response=BOTS["optimal"](Ask(p.messages, p)) if n % 2 else None, error=None)
        for n, p in enumerate(positions)
    ]
    header = writing.header_for(release, "positions", System(name="tested"))
    path = tmp_path / "s.jsonl"
    canonical.write_atomically(path, writing.lines(header, rows))
    report = score(path, release, Options())
    assert report.counts["error"] == (len(positions) + 1) // 2
    assert report.groups[0].metrics[0].value == pytest.approx(_expected(positions), abs=1e-6)
    parts = {tuple(g.where) for g in report.groups}
    assert {("game",), ("kind",), ("split",)} <= parts
    assert set(catalogue.names()) >= {g.where["game"] for g in report.groups if "game" in g.where}
