"""How long it takes to import the package, to print help and to run the demo, beside the bare interpreter.

Run: python -m tests.benchmarks.bench_startup [RUNS]   (default 20; the demo a fifth as often)
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

COMMANDS = {
    "bare interpreter": [sys.executable, "-c", ""],
    "import interplay": [sys.executable, "-c", "import interplay"],
    "interplay --help": [sys.executable, "-m", "interplay", "--help"],
    "interplay score --help": [sys.executable, "-m", "interplay", "score", "--help"],
}
DEMO = "interplay demo"


def milliseconds(command: list[str]) -> tuple[float, float]:
    """Return the wall time of one process, and the processor time of it and its children."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall * 1000, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def measured(runs: int) -> dict[str, list[tuple[float, float]]]:
    """Measure in turn, so that a slow moment hits all alike."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in (*COMMANDS, DEMO)}
    with tempfile.TemporaryDirectory() as folder:
        demo = [sys.executable, "-m", "interplay", "demo", "--out", folder]
        for run in range(runs):
            for name, command in COMMANDS.items():
                times[name].append(milliseconds(command))
            if run % 5 == 0:
                times[DEMO].append(milliseconds(demo))
    return times


def main() -> None:
    """Print medians."""
    times = measured(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    bare = statistics.median(wall for wall, _ in times["bare interpreter"])
    table = Table(title=f"medians, {os.cpu_count()} cores")
    for heading in ("process", "runs", "ms", "more than bare, ms", "processor, ms"):
        table.add_column(heading, justify="left" if heading == "process" else "right")
    for name, found in times.items():
        wall, processor = (statistics.median(column) for column in zip(*found, strict=True))
        table.add_row(name, f"{len(found)}", f"{wall:.0f}", f"{wall - bare:.0f}", f"{processor:.0f}")
    Console(width=80).print(table)


if __name__ == "__main__":
    main()
