"""Calls per second of ``interplay run`` beside the bare client, against a server that takes 100 ms to answer.

Run it from the root of the checkout: ``python -m tests.benchmarks.bench_running``. Ours does more for each call: it
plays the dialogue, digests the request, appends the reply to the journal and bounds retries.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import openai
from rich.console import Console
from rich.table import Table

from interplay.core.errors import BudgetError
from interplay.core.release import open_release
from interplay.running import options as running_options
from interplay.running import run
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec
from interplay.tracks import catalogue

LATENCY = 0.1
IN_FLIGHT = 64
CALLS = 2_000
TRACK = catalogue.load("scorekeeping")


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Run the server in a process of its own; give its address."""
    command = [sys.executable, str(Path(__file__).parents[1] / "fake_openai.py"), "--latency", str(LATENCY)]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


async def ours(base_url: str, calls: int) -> None:
    """Play dialogues until *calls* are used up."""
    endpoint = Endpoint(SystemSpec(model="openai:fake", base_url=base_url, max_tokens=100))
    options = running_options.RunSpec(trials=5, concurrency=IN_FLIGHT, max_calls=calls)
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(BudgetError):
            await run.run(TRACK, open_release(), endpoint, Path(folder) / "out.jsonl", options)
            raise RuntimeError("the dialogues were over before the calls were")
    finally:
        await endpoint.close()


async def bare(base_url: str, calls: int) -> None:
    """Send one opening message *calls* times."""
    item = running_options.select(TRACK, open_release(), running_options.RunSpec(limit=1)).items[0]
    messages: Any = [{"role": m.role, "content": m.content} for m in next(TRACK.episode(item, 0)).messages]
    left = iter(range(calls))
    async with openai.AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0) as client:

        async def work() -> None:
            for _ in left:
                await client.chat.completions.create(model="fake", messages=messages, temperature=0, max_tokens=100)

        await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))


def rate(way: Callable[[str, int], Coroutine[Any, Any, None]], base_url: str) -> float:
    """Return the calls per second, after a short run that opens what is opened once."""
    asyncio.run(way(base_url, IN_FLIGHT))
    start = time.perf_counter()
    asyncio.run(way(base_url, CALLS))
    return CALLS / (time.perf_counter() - start)


def main() -> None:
    ideal = IN_FLIGHT / LATENCY
    with served() as base_url:
        rates = {
            f"ideal: {IN_FLIGHT} in flight, {LATENCY * 1000:.0f} ms each": ideal,
            "openai client alone": rate(bare, base_url),
            "interplay run": rate(ours, base_url),
        }
    table = Table("", "calls/s", "of the ideal", title=f"{CALLS:,} calls")
    for name, value in rates.items():
        table.add_row(name, f"{value:,.0f}", f"{value / ideal:.0%}")
    Console().print(table)


if __name__ == "__main__":
    main()
