"""How long it takes to import the package, to print help and to run the demo, beside the bare interpreter.

Run: python -m tests.benchmarks.bench_startup [RUNS]   (default 20; the demo a fifth as often)

The demo scores all shipped baselines. Its time by step is that of one process, in which nothing is dealt out.
"""

import statistics
import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

COMMANDS = {
    "bare interpreter": [sys.executable, "-c", ""],
    "import interplay": [sys.executable, "-c", "import interplay"],
    "interplay --help": [sys.executable, "-m", "interplay", "--help"],
    "interplay score --help": [sys.executable, "-m", "interplay", "score", "--help"],
}


def milliseconds(command: list[str]) -> float:
    """Return the wall time of one process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Measure in turn, so that a slow moment hits all alike, and print medians."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    times = {name: [] for name in COMMANDS}  # type: dict[str, list[float]]
    for _ in range(runs):
        for name, command in COMMANDS.items():
            times[name].append(milliseconds(command))
    bare = statistics.median(times["bare interpreter"])
    table = Table(title=f"median of {runs} runs")
    for heading in ("process", "ms", "more than bare, ms"):
        table.add_column(heading, justify="left" if heading == "process" else "right")
    for name, found in times.items():
        middle = statistics.median(found)
        table.add_row(name, f"{middle:.0f}", f"{middle - bare:.0f}")
    Console(width=80).print(table)


if __name__ == "__main__":
    main()
