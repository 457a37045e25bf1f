"""All sixteen games pass PettingZoo's own tests, and play what its agents choose."""

import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo: pip install 'interplay-bench[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from interplay.adapters.pettingzoo import MOVES, GameEnv
from interplay.core.errors import MoveError, UnknownName
from interplay.tracks.games import catalogue

pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}")
    for text in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
        "Action mask .* zeros",
    )
]  # observations are messages, and agents that are not asked have no moves

GAMES = catalogue.names()
SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "random_league.py"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_api_and_seeds_pass_the_tests_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(GameEnv(game), num_cycles=30)
    seed_test(lambda: GameEnv(game), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


def test_one_game_passes_them_in_every_run() -> None:
    api_test(GameEnv("tictactoe"), num_cycles=30)
    seed_test(lambda: GameEnv("tictactoe"), num_cycles=10)


@pytest.mark.slow
def test_a_random_league_of_all_games_ends_with_a_table() -> None:
    script = runpy.run_path(str(SCRIPT))
    rows = script["league"](1)
    lines = script["table"](rows).splitlines()
    assert len(lines) == 2 + 16
    assert {line.split(" | ")[1] for line in lines[2:]} == {"regret", "worth"}
    for game, (title, goal, means) in zip(GAMES, rows, strict=True):
        assert title == catalogue.load(game).title
        assert len(means) == catalogue.load(game).seats
        assert goal == ("regret" if game in {"bid", "tictactoe"} else "worth")
        assert goal == "worth" or max(means) <= 0.0
        if game in {"air_land_sea", "hive", "santorini", "codenames", "sea_battle", "pit"}:
            assert sum(means) == pytest.approx(catalogue.load(game).seats / 2)


def _begun(game: str, **given: Any) -> GameEnv:
    env = GameEnv(game, **given)
    env.reset(seed=5)
    return env


def test_an_agent_sees_what_a_model_is_shown_and_nobody_else_anything() -> None:
    env = _begun("holdem")
    seen = env.observe(env.agent_selection)
    assert list(seen["messages"]) == env.episode.messages
    assert "Hold'em" in seen["messages"][0]["content"]
    assert int(seen["action_mask"].sum()) == len(env.infos[env.agent_selection]["moves"])
    (other,) = set(env.agents) - {env.agent_selection}
    unseen = env.observe(other)
    assert unseen["messages"] == ()
    assert not unseen["action_mask"].any()
    assert env.observation_space(other).contains(unseen)
    assert not env.observation_space(other).contains({**unseen, "messages": ({"role": "user", "content": 1},)})


def test_a_number_and_the_text_of_its_move_do_the_same() -> None:
    number, text = _begun("connect_four"), _begun("connect_four")
    number.step(3)
    text.step(text.episode.options()[3].reply)
    assert number.episode.messages == text.episode.messages
    assert number.agent_selection == text.agent_selection


def test_a_text_that_is_no_move_is_answered_and_the_agent_asked_again() -> None:
    env = _begun("bid")
    agent = env.agent_selection
    env.step("I do not know.")
    assert env.agent_selection == agent
    assert [message["role"] for message in env.observe(agent)["messages"]] == ["user", "assistant", "user"]
    assert env.rewards[agent] < 0.0


def test_moves_outside_the_mask_are_refused() -> None:
    env = _begun("tictactoe")
    for action in (-1, len(env.episode.options()), MOVES, None):
        with pytest.raises(MoveError, match="expected a whole number below"):
            env.step(action)


def test_rewards_are_regret_or_what_the_match_was_worth_to_each_seat() -> None:
    env = _begun("two_rooms_and_a_boom")
    while not env.episode.done:
        env.step(0)
    assert sorted(env.rewards.values()) == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    regret = _begun("bargain", reward="regret")
    while not regret.episode.done:
        regret.step(0)
    assert max(regret.rewards.values()) == 0.0
    with pytest.raises(UnknownName, match="no exact values"):
        GameEnv("hive", reward="regret")


def test_without_a_seed_the_next_match_is_played() -> None:
    env = _begun("hanabi")
    env.reset()
    assert env.episode.item.pair == "6"
    fresh = GameEnv("hanabi")
    fresh.reset()
    assert fresh.episode.item.pair == "0"


def test_positions_are_rendered_as_text_and_options_change_the_rules() -> None:
    env = _begun("tictactoe", render_mode="ansi", options={"hints": 0})
    assert "X" in str(env.render())
    assert env.episode.item.setup.option("hints") == 0
    assert _begun("tictactoe").render() is None
    env.close()
