"""Replies graded a second on one core, over the release's scripts: all replies, and by kind of check.

Run: python -m tests.benchmarks.bench_checks [SECONDS] [DATASET]   (default 3 and the checkout's)

Graded are each script's reference, its planted replies, a refusal and its last request, as ``interplay score`` grades
them: parameters are read once a script. A release without the track is replaced by made-up scripts of all kinds.
"""

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from rich.console import Console
from rich.table import Table

from interplay.core.release import open_release
from interplay.tracks.simulation.bots import REFUSAL
from interplay.tracks.simulation.records import Prediction, Script
from interplay.tracks.simulation.track import TRACK
from tests.simulation import made_up
from tests.simulation.check_tables import made
from tests.simulation.test_checks import TABLE

TARGET = 10_000
Work = tuple[Callable[[Prediction], object], Prediction]


def scripts(root: Path | None) -> tuple[str, tuple[Script, ...]]:
    """Return the release's scripts, or made-up ones; and which they are."""
    release = open_release(root, allow_modified=True)
    if "simulation" in {entry.name for entry in release.manifest.tracks}:
        found = tuple(script for script in release.rows("simulation", Script) if script.checks)
        return f"release {release.manifest.release}", found
    shapes = made_up.scripts(300)
    each = [
        made_up.changed(shapes[n], checks=(made(kind, params),), reference=passing[0], planted=failing)
        for n, (kind, params, passing, failing) in enumerate(TABLE)
    ]
    return "made-up scripts", (*shapes, *each * 20)


def work(chosen: Sequence[Script]) -> list[Work]:
    """Return each reply with the function that grades it."""
    found: list[Work] = []
    for script in chosen:
        grade = TRACK.grader(script)
        for reply in (script.reference, *script.planted, REFUSAL, script.messages[-1].content):
            found.append((grade, Prediction(item_id=script.item_id, response=reply)))
    return found


def rate(todo: Sequence[Work], seconds: float) -> float:
    """Return replies graded a second of this process's own time, in whole passes."""
    count, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        for grade, prediction in todo:
            grade(prediction)
        count += len(todo)
    return count / (time.process_time() - started)


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    source, chosen = scripts(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    table = Table(title=f"{source}: {len(chosen)} checkable scripts, one core (target {TARGET:,} a second on average)")
    for heading in ("scripts with a check of kind", "scripts", "replies a second"):
        table.add_column(heading, justify="left" if "kind" in heading else "right")
    by_kind: defaultdict[str, list[Script]] = defaultdict(list)
    for script in chosen:
        for kind in {check.kind for check in script.checks}:
            by_kind[kind].append(script)
    table.add_row("any", str(len(chosen)), f"{rate(work(chosen), seconds):,.0f}")
    for kind, own in sorted(by_kind.items()):
        table.add_row(kind, str(len(own)), f"{rate(work(own), seconds / 10):,.0f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
