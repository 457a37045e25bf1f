"""Commands that write sites are killed for real: each leaves a whole site, and the next one succeeds."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interplay.core.release import Release
from tests.lab.site.conftest import MODEL, baseline

KILLS = 20
START = [sys.executable, "-m", "interplay"]
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def kill_while_writing(command: list[str], folder: Path, delay: float) -> bool:
    """Run *command* and kill it *delay* seconds after it begins to write *folder*; return whether it was killed."""
    before = set(folder.parent.glob(".*.writing"))
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not set(folder.parent.glob(".*.writing")) - before:
        time.sleep(0.001)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("verb", ["report", "arena"])
def test_killed_commands_leave_a_whole_site_and_do_not_stop_the_next(
    verb: str, release: Release, tmp_path: Path
) -> None:
    folder = tmp_path / "arena" / "site"
    commands = {
        "report": ["report", str(baseline(release, f"{MODEL}/company")), "--pages", "40", "-o", str(folder)],
        "arena": ["arena", "bot:random", "bot:strong", "--game", "tictactoe", "--sweeps", "2", "--html"],
    }
    command = [*START, *commands[verb], *(("-o", str(folder.parent)) if verb == "arena" else ())]
    began = time.monotonic()
    subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True)
    whole, chance, killed = contents(folder), random.Random(verb), 0
    longest = (time.monotonic() - began) / 4
    assert len(whole) > 3
    while killed < KILLS:
        killed += kill_while_writing(command, folder, chance.random() * longest)
        assert contents(folder) == whole
        longest *= 0.9 if killed < 3 else 1.0
    subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True)
    assert contents(folder) == whole
    assert not list(folder.parent.glob(".*"))
