"""Check a release: sources, frozen bytes, hashes, canaries and baselines. Checks return findings and fix nothing."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.records import Finding
from interplay.core.release import content, open_release, read_manifest, verify
from interplay.core.text import noop
from interplay.scoring.validation import validate
from interplay.submissions.cache import ItemCache
from interplay.submissions.coverage import gaps
from interplay_builders.release import baselines, freeze, sources
from interplay_builders.tracks.base import builders


def check(root: Path, *, league: bool = True, on_progress: Callable[[int, int], None] = noop) -> tuple[Finding, ...]:
    """Return the findings on the sources; if there are none, those on the dataset in *root*.

    Without *league*, the league of bots is not replayed; it takes longer than everything else. *on_progress* is called
    with the percentage of the tracks that is built, and with 100.

    Raises ``DatasetError`` when *root* is not a dataset directory.
    """
    read_manifest(root)  # first, for building takes a while
    unfit = tuple(finding for builder in builders() for finding in builder.check())
    unfit += tuple(_sealing())
    if unfit:
        return unfit
    made_from = sources.sources(on_progress=on_progress)
    expected = freeze.compose(made_from) | freeze.bot_submissions(root) | freeze.hash_metadata(root, made_from)
    drift = tuple(_drift(root, expected))
    return (*drift, *verify(root), *_canaries(root), *_baselines(root, expected, league=league))


def _sealing() -> Iterator[Finding]:
    """Yield a finding if the seed in ``release.toml`` was sealed for another release."""
    known = sources.identity()
    if known.sealed is not None and known.commitment is None:
        message = f"found a seed that is sealed for release {known.sealed.release}, expected {known.release}"
        yield _finding(sources.RELEASE, f"{message}; run interplay-build seal FILE and put its line here")


def _drift(root: Path, expected: Mapping[str, bytes]) -> Iterator[Finding]:
    """Yield a finding for each file that freezing would change, add or remove."""
    present = {path for path in freeze.present(root) if not freeze.is_kept(path)}
    for path in sorted(expected.keys() | present):
        if path not in present:
            yield _finding(root / path, "found nothing, expected a file that the builders make")
        elif path not in expected:
            yield _finding(root / path, "found a file that the builders do not make, expected none")
        elif (actual := content(root / path)) != expected[path]:
            message = "differs from what the builders make; run interplay-build freeze and commit the result"
            yield _finding(root / path, f"{message}{_first_difference(actual, expected[path])}")


def _first_difference(actual: bytes, expected: bytes) -> str:
    pairs = zip(actual.splitlines(), expected.splitlines(), strict=False)
    line = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), None)
    return "" if line is None else f" (first in line {line})"


def _canaries(root: Path) -> Iterator[Finding]:
    canary = sources.identity().canary.encode()
    for path in sorted(root.rglob("*.jsonl.gz")):
        lines = content(path).splitlines()
        marked = lines[:1] if baselines.FOLDER in path.parts else lines
        for number, line in enumerate(marked, 1):
            if canary not in line:
                yield _finding(path, "found no canary in this record, expected one", number)


def _baselines(root: Path, expected: Mapping[str, bytes], *, league: bool) -> Iterator[Finding]:
    """Yield the findings on submissions; those that equal a run of their bot just now need no second replay."""
    release = open_release(root, allow_modified=True)
    cache = ItemCache(release)
    folder = root / baselines.FOLDER
    for path in sorted(folder.rglob("*.jsonl.gz") if league else folder.glob("*/*.jsonl.gz")):
        if expected.get(path.relative_to(root).as_posix()) == content(path):
            continue
        try:
            submission = validate(path, release, cache)
        except RecordError as error:
            yield from error.findings
            continue
        yield from submission.findings
        if submission.missing():
            yield from gaps(submission)
        first = content(path).split(b"\n", 1)[0]
        if canonical.encode(submission.header) != first and submission.header.canary == "":
            yield _finding(path, "found a header that `interplay run` did not write", 1)


def _finding(path: Path, message: str, line: int | None = None) -> Finding:
    return Finding(severity="error", file=str(path), line=line, message=message)
