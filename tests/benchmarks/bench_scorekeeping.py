"""Scoring from JSONL beside scikit-learn on already parsed labels: speed and memory, one core.

Run: python -m tests.benchmarks.bench_scorekeeping [EPISODES]   (default 10000)
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from rich.console import Console
from rich.table import Table
from sklearn.metrics import accuracy_score, cohen_kappa_score

from interplay.core import canonical as codec
from interplay.core.driver import drive
from interplay.core.release import Release, open_release
from interplay.scoring.score import Options, score
from interplay.submissions import writing
from interplay.systems.base import BotModel
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import episode
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import grade

FIVE_SLOTS = ("travel-booking", "job-interview", "restaurant")
MEMORY = (
    "import sys; from pathlib import Path; from interplay.release import open_release;"
    "from interplay.scoring import Options, score;"
    "score(Path(sys.argv[1]), open_release(), Options(allow_partial=True));"
    # Not ru_maxrss, which on Linux starts at what the parent process had.
    "print(next(line.split()[1] for line in Path('/proc/self/status').open() if line.startswith('VmHWM')))"
)


def play(item: Item, trial: int) -> Prediction:
    """Return a random bot's dialogue."""
    return drive(episode(item, trial), BOTS["random"])


def episodes(items: list[Item], number: int) -> Iterator[Prediction]:
    """Yield *number* episodes: the five-slot items of the base split, in as many trials as it takes."""
    for count in range(number):
        yield play(items[count % len(items)], count // len(items))


def write(path: Path, release: Release, predictions: list[Prediction], *, canonical: bool) -> None:
    """Write a submission: in canonical form, or as another program's json.dumps would write it."""
    trials = 1 + max(p.trial for p in predictions)
    header = writing.header_for(release, "scorekeeping", BotModel("random", BOTS["random"]).system, trials=trials)
    lines = writing.lines(header, predictions)
    if not canonical:
        lines = (json.dumps(dict(reversed(json.loads(line).items()))).encode() + b"\n" for line in lines)
    codec.write_atomically(path, lines)


def labels(items: dict[str, Item], predictions: list[Prediction]) -> list[tuple[list[int], list[int]]]:
    """Return gold and said labels of each episode, ready for scikit-learn."""
    found = []
    for prediction in predictions:
        cells = grade(plan_of(items[prediction.item_id]), prediction).cells
        gold = [0] * (cells[0] + cells[1]) + [1] * (cells[2] + cells[3])
        found.append((gold, [0] * cells[0] + [1] * cells[1] + [0] * cells[2] + [1] * cells[3]))
    return found


def seconds(function: object, repeats: int = 3) -> float:
    """Return the fastest of some runs."""
    times = []
    for _ in range(repeats):
        gc.collect()
        start = time.perf_counter()
        function()  # type: ignore[operator]
        times.append(time.perf_counter() - start)
    return min(times)


def peak_megabytes(path: Path) -> float:
    """Return the peak resident memory of a process that scores *path* (Linux only)."""
    done = subprocess.run([sys.executable, "-c", MEMORY, str(path)], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024


def main() -> None:
    """Measure and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    release = open_release()
    items = [i for i in release.rows("scorekeeping", Item) if i.domain in FIVE_SLOTS]
    predictions = list(episodes(items, number))
    pairs = labels({i.item_id: i for i in items}, predictions)
    options = Options(allow_partial=True)
    with tempfile.TemporaryDirectory() as folder:
        path, other, tenfold = (Path(folder) / name for name in ("c.jsonl", "o.jsonl", "t.jsonl"))
        write(path, release, predictions, canonical=True)
        write(other, release, predictions, canonical=False)
        peer = seconds(lambda: [(cohen_kappa_score(g, s), accuracy_score(g, s)) for g, s in pairs[:1000]], 1)
        rows: list[tuple[str, float, Path | None]] = [
            ("scikit-learn: kappa and accuracy of parsed labels", peer / 1000 * 1e6, None)
        ]
        for name, file in (("interplay score, canonical JSONL", path), ("interplay score, any JSONL", other)):
            rows.append((name, seconds(lambda file=file: score(file, release, options)) / number * 1e6, file))
        table = Table(title=f"{number:,} episodes of 5 slots (30 probes, 5 answers), one core")
        for heading in ("what", "µs an episode", "times as fast", "peak MB", "peak MB, 10 x the episodes"):
            table.add_column(heading, justify="left" if heading == "what" else "right")
        many = [p for t in range(10) for p in predictions]
        width = 1 + max(p.trial for p in predictions)
        numbered = _renumbered(many, len(predictions), width)
        write(tenfold, release, numbered, canonical=True)
        for name, micros, measured in rows:
            memory = "" if measured is None else f"{peak_megabytes(measured):.0f}"
            more = f"{peak_megabytes(tenfold):.0f}" if measured == path else ""
            table.add_row(name, f"{micros:.1f}", f"{rows[0][1] / micros:.1f}", memory, more)
    Console(width=110).print(table)


def _renumbered(predictions: list[Prediction], size: int, width: int) -> list[Prediction]:
    import msgspec

    return [msgspec.structs.replace(p, trial=p.trial + width * (n // size)) for n, p in enumerate(predictions)]


if __name__ == "__main__":
    main()
