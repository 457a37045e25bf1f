"""Score a file of very many matches: seconds, matches a second and greatest memory, by number of workers.

Run: python -m tests.benchmarks.bench_million [MATCHES] [WORKERS]   (default 1,000,000 and all cores)

The file holds the random bot's shipped matches on LLMArena's main split, repeated as trials; each is verified anew.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.release import open_release
from interplay.submissions.reading import open_submission
from interplay.tracks.games.records import Prediction

SPLIT = "llmarena"


def lines(path: Path, matches: int) -> Iterator[bytes]:
    """Yield a submission of at least *matches* matches, as trials of those in *path*."""
    submission = open_submission(path, open_release())
    held: list[Prediction] = [p for _, p in submission.records() if submission.items[p.item_id].split == SPLIT]
    trials = -(-matches // len(held))
    header = msgspec.structs.replace(submission.header, splits=(SPLIT,), trials=trials, track_sha256=None)
    yield canonical.encode(header) + b"\n"
    for trial in range(trials):
        for prediction in held:
            yield canonical.encode(msgspec.structs.replace(prediction, trial=trial)) + b"\n"


def main(matches: int, workers: int) -> None:
    """Write the file, score it in a process of its own, and print what that took."""
    source = open_release().root / "baselines" / "bot-random" / "games.jsonl.gz"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.jsonl"
        canonical.write_atomically(path, lines(source, matches))
        print(f"{path.stat().st_size / 1e6:,.0f} MB")
        start = time.perf_counter()
        command = [sys.executable, "-m", "interplay", "score", str(path), "--workers", str(workers), "--json"]
        done = subprocess.run(command, capture_output=True, check=True)
        seconds = time.perf_counter() - start
    report = msgspec.json.decode(done.stdout)
    played = report["counts"]["played"]
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{played:,} matches, {workers} workers: {seconds:.0f} s, {played / seconds:,.0f}/s, {memory:.0f} MB a process"
    )


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(given[0] if given else 1_000_000, given[1] if len(given) > 1 else os.cpu_count() or 1)
