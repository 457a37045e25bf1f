"""Judgments per second of ``interplay judge`` beside the bare client, against a server that takes its time.

Run it from the root of the checkout: ``python -m tests.benchmarks.bench_judging``; ``--quick`` leaves out the long run.
With the extra ``aiohttp`` both transports are shown. Four minutes on an idle machine; one core is the server's.
Ours does more for each request: it fills the prompt, digests it, looks into the cache, reads the verdict, appends the
reply to the cache and writes the judgment. CPU is that of the client's process alone; the server has its own.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import openai
from rich.console import Console
from rich.table import Table

from interplay.core.driver import Reply
from interplay.core.records import Message, System
from interplay.core.text import noop
from interplay.judging import judge
from interplay.judging.prompts import JudgedText, Material
from interplay.judging.questions import Panel, Question, questions
from interplay.judging.records import JudgedSubmission, JudgmentsHeader
from interplay.judging.subjects import Subject
from interplay.running.budget import Budget
from interplay.running.options import Limits
from interplay.systems.base import Meter
from interplay.systems.endpoint import Endpoint
from interplay.systems.spec import SystemSpec, Transport
from interplay_lab.judging.asking import engine
from interplay_lab.judging.asking import estimate as planning
from interplay_lab.judging.asking.cache import Cache

LENGTH = 1024
JUDGE = judge.load("scoring")
REPLY = "The listing is what the shell would have printed, and nothing was added to it.\nRating: [[8]]"
DESIGNS = ((0.1, 64, 6_400), (0.1, 256, 10_240), (2.0, 256, 3_072))
"""Seconds of latency, requests in flight, requests: so many that opening the connections weighs little."""
LONG = 20_000
Way = Callable[[str, int, int], Coroutine[Any, Any, None]]


def subjects(count: int) -> list[Subject]:
    """Return replies to judge: dialogues of four turns about 110 tasks, ten systems' replies to each."""
    found = []
    for number in range(count):
        dialogue, reply = divmod(number, 10)
        task = f"Simulator {dialogue % 110}"
        history = []
        for turn in range(4):
            asked = f"You are to act as {task}, and print the bare output. Request {turn} of dialogue {dialogue}: " * 2
            history.append(Message(role="user", content=asked))
            history.append(Message(role="assistant", content=f"line {turn} of output {dialogue}\n" * 12))
        material = Material(task, tuple(history[:-1]), (JudgedText("response", f"reply {reply}: {dialogue}\n" * 15),))
        found.append(Subject(f"task/{dialogue}", reply, "", "single", material, "0" * 64))
    return found


def header(panel: Panel) -> JudgmentsHeader:
    """Return a header; nothing reads it."""
    return JudgmentsHeader(
        format="interplay-judgments/1",
        track="simulation",
        release="0",
        manifest_sha256="0" * 64,
        track_sha256="0" * 64,
        judge=JUDGE.name,
        judge_digest=JUDGE.digest,
        judge_file=JUDGE.text,
        model=panel.model,
        mode=panel.mode,
        submissions=(JudgedSubmission(sha256="0" * 64, system=System(name="bench")),),
    )


async def ours(
    base_url: str,
    in_flight: int,
    count: int,
    told: engine.Progress = noop,
    transport: Transport = "httpx",
) -> None:
    """Judge *count* replies, from prompt to file."""
    endpoint = Endpoint(SystemSpec(model="openai:fake", base_url=base_url, max_tokens=LENGTH, transport=transport))
    panel = Panel(JUDGE, endpoint.system, "text")
    limits, budget = Limits(concurrency=in_flight), Budget()

    async def source(question: Question, meter: Meter) -> Reply:
        return await endpoint.reply(question.ask, meter)

    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.closing(Cache(Path(folder) / "cache.jsonl")) as cache:
            out = Path(folder) / "out.jsonl"
            found = await engine.judge(panel, subjects(count), source, cache, budget, header(panel), out, limits, told)
            assert (found.calls, found.unscored, found.written) == (count, 0, True)
    finally:
        await endpoint.close()


def bare(transport: str) -> Way:
    """Return the bare client's way: the same prompts, ready-made, and nothing done with the answers."""

    async def ask(base_url: str, in_flight: int, count: int) -> None:
        panel = Panel(JUDGE, System(name="fake"), "text")
        asks = [question.ask for question in questions(panel, subjects(count))]
        bodies: list[Any] = [[{"role": m.role, "content": m.content} for m in a.messages] for a in asks]
        left = iter(bodies)
        start = time.perf_counter(), time.process_time()
        http = openai.DefaultAioHttpClient(timeout=None) if transport == "aiohttp" else None
        client = openai.AsyncOpenAI(api_key="none", base_url=base_url, timeout=None, max_retries=0, http_client=http)

        async def work() -> None:
            for messages in left:
                await client.chat.completions.create(model="fake", messages=messages, temperature=0, max_tokens=1024)

        async with client:
            await asyncio.gather(*(work() for _ in range(in_flight)))
        PREPARED[:] = [time.perf_counter() - start[0], time.process_time() - start[1]]

    return ask


PREPARED: list[float] = []
"""Seconds and seconds of CPU of the bare client's requests alone; making its prompts is not counted."""


@contextlib.contextmanager
def served(latency: float) -> Iterator[str]:
    """Run the server in a process of its own; give its address."""
    server = str(Path(__file__).parents[1] / "fake_openai.py")
    command = [sys.executable, server, "--latency", str(latency), "--reply", REPLY]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


def measure(way: Way, base_url: str, in_flight: int, count: int) -> tuple[float, float]:
    """Return requests a second and milliseconds of CPU each, after a short run that opens what is opened once."""
    asyncio.run(way(base_url, in_flight, in_flight))
    PREPARED.clear()
    start = time.perf_counter(), time.process_time()
    asyncio.run(way(base_url, in_flight, count))
    seconds, cpu = PREPARED or (time.perf_counter() - start[0], time.process_time() - start[1])
    return count / seconds, 1000 * cpu / count


def rates(console: Console) -> None:
    """Show rates and CPU of all ways."""
    ways: dict[str, Way] = {"openai client alone": bare("httpx"), "interplay judge": ours}
    if importlib.util.find_spec("aiohttp") is not None:
        ways["openai client alone, aiohttp"] = bare("aiohttp")
        ways["interplay judge, aiohttp"] = partial(ours, transport="aiohttp")
    for latency, in_flight, count in DESIGNS:
        title = f"{latency:g} s of latency, {in_flight} in flight, {count:,} requests"
        table = Table("", "a second", "of the ideal", "CPU ms each", "CPU to bare", title=title)
        with served(latency) as base_url:
            reference = 0.0
            for name, way in ways.items():
                rate, cpu = measure(way, base_url, in_flight, count)
                reference = reference or cpu
                share = f"{rate * latency / in_flight:.0%}"
                table.add_row(name, f"{rate:,.0f}", share, f"{cpu:.2f}", f"{cpu / reference:.2f}")
        console.print(table)


def memory(console: Console) -> None:
    """Show how memory grows over a long run, from its first tenth on."""
    seen: dict[int, int] = {}

    def told(done: int, _total: int) -> None:
        if done and done % (LONG // 10) == 0:
            pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
            seen[done] = pages * resource.getpagesize()

    with served(0.0) as base_url:
        asyncio.run(ours(base_url, 64, LONG, told))
    shown = ", ".join(f"{done:,}: {size / 2**20:.1f} MB" for done, size in seen.items())
    console.print(f"resident memory after so many requests: {shown}")


def prefixes(console: Console) -> None:
    """Show the share of prompt tokens that a prefix cache would serve, and what it is in an unfortunate order."""
    panel = Panel(JUDGE, System(name="fake"), "text")
    for name, order in (("in our order", 1), ("every reply of a system after the other", 10)):
        found = subjects(2_000)
        shuffled = [found[start + step] for start in range(order) for step in range(0, len(found) - start, order)]
        estimate = planning.estimate(questions(panel, shuffled), frozenset(), LENGTH, None)
        share = estimate.shared_prompt_tokens / estimate.prompt_tokens
        mean = estimate.prompt_tokens / estimate.requests
        console.print(
            f"prompt tokens served by a prefix cache that keeps the last prompt, {name}: {share:.0%} of {mean:.0f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    console = Console(width=130)
    console.print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    rates(console)
    prefixes(console)
    if not quick:
        memory(console)
    console.print(f"load after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
