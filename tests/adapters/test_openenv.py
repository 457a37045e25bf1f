"""Episodes of OpenEnv: the seed fixes everything, each step is one decision, and its server serves them."""

import warnings

import pytest

pytest.importorskip("openenv", reason="needs the extra openenv: pip install 'interplay-bench[openenv]'")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what openenv imports warns
    from openenv.core.env_server import HTTPEnvServer

    from interplay.adapters.openenv import InterplayEnvironment, MessagesObservation, ReplyAction

import interplay
from interplay.core.errors import DatasetError, InterplayError, UnknownName
from interplay.core.release import open_release

pytestmark = pytest.mark.slow  # openenv takes 20 s to import


def _played(env: InterplayEnvironment, seed: int, text: str) -> list[MessagesObservation]:
    seen = [env.reset(seed=seed, episode_id="mine")]
    while not seen[-1].done:
        seen.append(env.step(ReplyAction(text=text)))
    return seen


@pytest.mark.parametrize("game", ["hanabi", "holdem", "undercover", "tictactoe"])
def test_the_seed_fixes_the_episode_exactly(game: str) -> None:
    env, other = InterplayEnvironment(game), InterplayEnvironment(game)
    first = _played(env, 3, "Action: pass")
    _played(other, 4, "Action: pass")  # what was played before makes no difference
    assert _played(other, 3, "Action: pass") == first
    assert _played(env, 5, "Action: pass")[0].messages != first[0].messages
    assert env.state.episode_id == "mine"
    assert env.state.item_id == f"train/{game}/5/competent"


def test_rewards_and_metrics_are_those_of_the_score() -> None:
    env = InterplayEnvironment("bargain")
    seen = _played(env, 2, "no move at all")
    prediction = interplay.play(env._episode.item, lambda _: "no move at all")  # type: ignore[union-attr]
    grade = interplay.load_track("games").grader(env._episode.item)(prediction)  # type: ignore[union-attr]
    assert env.state.values == grade.values
    assert [step.reward for step in seen] == [None, *[0.0] * (len(seen) - 2), grade.values["worth"]]
    assert env.state.step_count == len(seen) - 1
    assert seen[-1].messages == []


def test_steps_without_an_episode_are_refused() -> None:
    env = InterplayEnvironment("tictactoe")
    with pytest.raises(InterplayError, match="call reset"):
        env.step(ReplyAction(text="Action: (1,1)"))
    _played(env, 0, "Action: (1,1)")
    with pytest.raises(InterplayError, match="call reset"):
        env.step(ReplyAction(text="Action: (1,1)"))
    with pytest.raises(ValueError, match="not for training"):
        env.reset(seed=-1)
    with pytest.raises(UnknownName, match="expected either"):
        InterplayEnvironment()
    with pytest.raises(DatasetError, match="for evaluation"):
        InterplayEnvironment(track="company", folder=str(open_release().root))


def test_it_is_served_over_http() -> None:
    from fastapi import FastAPI
    from fastapi.testclient import TestClient

    app = FastAPI()
    HTTPEnvServer(lambda: InterplayEnvironment("tictactoe"), ReplyAction, MessagesObservation).register_routes(app)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begun = TestClient(app).post("/reset", json={"seed": 3}).json()
    assert begun["observation"]["messages"] == InterplayEnvironment("tictactoe").reset(seed=3).messages
    assert begun["done"] is False
