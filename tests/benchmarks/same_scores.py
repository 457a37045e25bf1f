"""Compare what two checkouts print for every shipped submission: all metrics of all groups, to nine digits.

Run by hand: ``python -m tests.benchmarks.same_scores OLD [NEW]``, where OLD and NEW are checkouts (NEW default: this
one), both with the libraries of this environment. Reports of formats 2 and 3 are compared by content: keys with no
value or with the default are the same as keys left out, and groups that only the older format has are not compared.
"""

import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Json = dict[str, Any]
WORDS = ("reason", "text", "unbounded")
"""Keys of a metric whose sentences may be reworded."""
IDENTITY = ("format", "package_version", "dataset_version", "manifest_sha256", "system", "submission_sha256")
"""Keys of a report that name versions and files, not results."""


def report_of(checkout: Path, submission: str) -> Json:
    """Return the report that the package of *checkout* makes of its shipped *submission*."""
    sources = os.pathsep.join(str(checkout / part) for part in ("scoring", "builders"))
    environment = {**os.environ, "PYTHONPATH": sources}
    command = [sys.executable, "-m", "interplay", "score", submission, "--json"]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, encoding="utf-8", check=True)
    content: Json = json.loads(done.stdout)
    return content


def metrics_of(report: Json) -> dict[tuple[str, str], Json]:
    """Return every metric of a report by its group and name, without keys that have no value."""
    return {
        (json.dumps(group.get("where", {}), sort_keys=True), metric["name"]): {
            key: value for key, value in metric.items() if key not in WORDS and value not in (None, 0, [], {})
        }
        for group in report["groups"]
        for metric in group["metrics"]
    }


def same(old: object, new: object) -> bool:
    """Return whether two JSON values are the same, numbers to nine digits."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    if isinstance(old, float | int) and isinstance(new, float | int):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-9)
    return old == new


def differences(old: Json, new: Json) -> list[str]:
    """Return a line for each metric of *new* that *old* lacks or has with other values, and for a missing headline."""
    before, after = metrics_of(old), metrics_of(new)
    lines = [
        f"{key}: {before.get(key)} is now {value}" for key, value in after.items() if not same(before.get(key), value)
    ]
    whole = json.dumps({})
    lines += [f"{key}: missing" for key in before if key[0] == whole and key not in after]
    if old["groups"][0]["counts"] != new["groups"][0]["counts"]:
        lines.append(f"counts: {old['groups'][0]['counts']} is now {new['groups'][0]['counts']}")
    return lines


def compare(checkouts: tuple[Path, Path], submission: str) -> tuple[str, int, list[str]]:
    """Return the submission, the number of metrics compared, and what differs."""
    old, new = (report_of(checkout, submission) for checkout in checkouts)
    return submission, len(metrics_of(new)), differences(old, new)


def main(old: Path, new: Path) -> int:
    """Print one line a submission, and return the exit status."""
    names = sorted(str(path.relative_to(new)) for path in (new / "dataset" / "baselines").glob("*/*.jsonl*"))
    failed = total = 0
    with ThreadPoolExecutor(2) as pool:
        for name, count, lines in pool.map(lambda name: compare((old, new), name), names):
            total, failed = total + count, failed + bool(lines)
            print(name, f"{count} metrics", "equal" if not lines else f"{len(lines)} differ, such as {lines[0]}")
    print(f"{len(names)} submissions, {total} metrics, {failed} submissions differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve()))
