"""Seconds that scores and pages take: of a file of many matches the first and second time, and of the demo's files.

Run it from the root of the checkout: ``python -m tests.benchmarks.bench_report [FILE]``; by default the shipped matches
of bot-strong. A run of 1,750 matches to measure with takes some minutes: ``interplay run --track games --split llmarena
--split gamebench --model bot:strong -o strong.jsonl``. Each line is a program of its own, with its start, all cores and
a cache that is empty at first. No browser opens: the demo's command is given one that does nothing. Wall time depends
on what else the machine does; processor time, of all processes together, hardly.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from interplay.core.release import default_root
from interplay.submissions.files import predictions_in

TARGETS = {"score": 0, "score again": 0, "first": 30, "second": 5, "demo --open": 15}
"""Seconds of wall time on two cores, for 2,000 matches or for the demo; 0 where there is no target."""


def measured(arguments: list[str], cache: str) -> tuple[float, float]:
    """Return the seconds of wall and of processor time that ``interplay`` takes with these arguments."""
    environment = {**os.environ, "INTERPLAY_CACHE": cache, "BROWSER": "true"}
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "interplay", *arguments]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - began, sum(after[:2]) - sum(before[:2])


def main() -> None:
    """Measure and print."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default_root() / "baselines/bot-strong/games.jsonl.gz"
    count = predictions_in([path])
    table = Table(title=f"{path.name}: {count:,} matches; {os.cpu_count()} cores")
    for heading in ("what", "wall s", "processor s", "wall s for 2,000", "target, wall s"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:
        for name, target in TARGETS.items():
            is_demo, site = name.startswith("demo"), ["-o", f"{folder}/site"]
            arguments = ["demo", "--open", *site] if is_demo else ["report", str(path), *site]
            if is_score := name.startswith("score"):  # opponents' moves are computed, and then kept ones are used
                arguments = ["score", str(path)]
            wall, processor = measured(arguments, f"{folder}/{'moves' if is_score else 'cache'}")
            scaled = "" if is_demo else f"{wall * 2_000 / count:.1f}"
            table.add_row(name, f"{wall:.1f}", f"{processor:.1f}", scaled, str(target or ""))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
