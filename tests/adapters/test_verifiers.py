"""A taskset of verifiers plays an episode with a real agent, one rollout a decision."""

import asyncio
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

vf: Any = pytest.importorskip(
    "verifiers.v1", reason="needs the extra verifiers: pip install 'interplay-bench[verifiers]'"
)

import httpx  # noqa: E402
from verifiers.v1.clients import ModelContext  # noqa: E402
from verifiers.v1.configs.client import EvalClientConfig  # noqa: E402
from verifiers.v1.runtimes import ProgramResult  # noqa: E402
from verifiers.v1.utils.loaders import load_environment, resolve_env_config  # noqa: E402

from interplay.adapters import verifiers  # noqa: E402
from interplay.adapters.training import Episode, match  # noqa: E402
from interplay.core.errors import UnknownName  # noqa: E402
from tests.fake_openai import Answer, FakeOpenAI, Request  # noqa: E402

pytestmark = pytest.mark.slow  # verifiers takes 20 s to import


class DirectConfig(vf.HarnessConfig):
    """No settings."""


class Direct(vf.Harness[DirectConfig]):
    """Asks the model once with the prompt as it is, in this process."""

    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def setup(self, runtime: Any) -> None:
        """Nothing to set up."""

    async def launch(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, *rest: Any) -> Any:
        messages = [message.model_dump(exclude_none=True) for message in rest[1].prompt]
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {secret}"}) as client:
            body = {"model": ctx.model, "messages": messages}
            (await client.post(f"{endpoint}/chat/completions", json=body)).raise_for_status()
        return ProgramResult(exit_code=0, stdout="", stderr="")


@pytest.fixture(autouse=True)
def _modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two lines of docs/environments.md as a module, and the harness."""
    for name, names in (("interplay_games", verifiers.__all__), ("direct_harness", ["Direct"])):
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        home: Any = verifiers if name == "interplay_games" else sys.modules[__name__]
        module.__dict__.update({"__all__": names, **{each: getattr(home, each) for each in names}})
        monkeypatch.setitem(sys.modules, name, module)


def _environment(**taskset: Any) -> Any:
    player = {"harness": {"id": "direct_harness"}, "runtime": {"type": "subprocess"}}
    return load_environment(resolve_env_config({"taskset": {"id": "interplay_games", **taskset}, "player": player}))


def _ran(env: Any, reply: str, place: int = 0) -> tuple[Any, list[Request]]:
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}

    async def go() -> Any:
        with FakeOpenAI(lambda _: Answer(reply, usage=usage)) as server:
            client = EvalClientConfig(base_url=server.base_url, api_key_var="NO_KEY_IS_NEEDED")
            async with env.serving():
                episode = await env.run_episode(list(env.taskset)[place], ModelContext(model="m", client=client))
            return episode, server.requests

    result: tuple[Any, list[Request]] = asyncio.run(go())
    return result


def test_a_decision_is_a_rollout_with_its_own_prompt_and_regret() -> None:
    env = _environment(game="tictactoe", first=4, episodes=2)
    assert [task.data.name for task in env.taskset] == ["tictactoe/4", "tictactoe/5"]
    ran, requests = _ran(env, "Action: (2,2)", 1)
    assert ran.ok
    expected, asked, rewards = Episode(match("tictactoe", 5)), list[Any](), list[float]()
    while not expected.done:
        asked.append(expected.messages)
        rewards.append(expected.reply("Action: (2,2)"))
    assert [request.messages for request in requests] == asked
    assert [trace.reward for trace in ran.traces] == rewards


def test_every_decision_gets_what_the_match_was_worth() -> None:
    ran, _ = _ran(_environment(game="bargain"), "no move")
    episode = Episode(match("bargain", 0))
    while not episode.done:
        episode.reply("no move")
    assert len(ran.traces) > 2
    assert {trace.reward for trace in ran.traces} == {episode.result}


def test_a_taskset_without_a_source_is_refused() -> None:
    with pytest.raises(UnknownName, match="expected either"):
        _environment()


def test_the_module_that_users_write_is_the_documented_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    assert "from interplay.adapters.verifiers import InterplayEnv, InterplayTaskset" in page
    assert '__all__ = ["InterplayEnv", "InterplayTaskset"]' in page
