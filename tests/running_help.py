"""What the tests of running share: a system that needs no network, and the command line, here and as a process."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interplay.core.driver import Ask, Reply
from interplay.core.records import System
from interplay.core.release import Release, open_release
from interplay.core.text import noop
from interplay.running import options as running_options
from interplay.running import run as running_run
from interplay.running.journal import journal_path
from interplay.systems.base import Meter
from interplay.tracks import catalogue
from tests import support
from tests.fake_openai import dialogue_text

TRACK = catalogue.load("scorekeeping")
ROOT = Path(__file__).parents[1]
FEW = 3
"""Items of a small run; each takes at least 35 requests."""


class Player:
    """Replies like ``fake_openai.dialogue``, out of order; *trouble* may raise, or give another text."""

    def __init__(self, name: str = "player", trouble: Callable[[Ask], str | None] = lambda _ask: None) -> None:
        self.system = System(name=name)
        self.asks: list[Ask] = []
        self.trouble = trouble

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        meter()
        self.asks.append(ask)
        for _ in range(len(self.asks) * 7 % 5):
            await asyncio.sleep(0)
        text = self.trouble(ask)
        if text is None:
            text = dialogue_text([{"role": m.role, "content": m.content} for m in ask.messages])
        return Reply(text, 7, 3, "stop")

    async def close(self) -> None:
        pass

    @property
    def item_ids(self) -> set[str]:
        return {item_of(ask) for ask in self.asks}


def item_of(ask: Ask) -> str:
    item_id: str = ask.situation.item_id  # type: ignore[attr-defined]
    return item_id


def run(player: Player, output: Path, release: Release | None = None, **options: Any) -> running_run.RunResult:
    chosen = running_options.RunSpec(**{"limit": FEW, **options})
    return asyncio.run(running_run.run(TRACK, release or open_release(), player, output, chosen))


def reference(folder: Path, **options: Any) -> bytes:
    """Return the bytes of an undisturbed run."""
    output = folder / "reference.jsonl"
    run(Player(), output, **options)
    return output.read_bytes()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def replies_kept(output: Path) -> int:
    return len(rows(journal_path(output))) - 1


class Cli:
    """The command line as ``cli`` runs it: returns the status, and keeps what the last run printed."""

    def __init__(self, run: support.Cli) -> None:
        self._run = run
        self.out = self.err = ""

    def __call__(self, *arguments: object) -> int:
        ran = self._run(*arguments)
        self.out, self.err = ran.out, ran.err
        return ran.status


def arguments(base_url: str, output: Path, *more: object) -> list[str]:
    """Return what runs the model ``m`` of a server on few items."""
    fixed = ["run", "--track", "scorekeeping", "--model", "openai:m", "--base-url", base_url, "-o", str(output)]
    return [*fixed, "--limit", str(FEW), *map(str, more)]


def start_process(*arguments: str) -> subprocess.Popen[str]:
    """Start the command line as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scoring")}
    command = [sys.executable, "-m", "interplay", *arguments]
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
