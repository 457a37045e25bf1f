"""Scored submissions that are kept between reports, by everything that their grades depend on (note 0103)."""

import importlib.util
import os
import platform
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import InterplayError, OutputError
from interplay.core.records import printed_path
from interplay.core.release import Release, file_sha256
from interplay.core.text import noop
from interplay.scoring.score import Options
from interplay.submissions.reading import read_header
from interplay.tracks import catalogue
from interplay_lab.site.scored import OnProgress, Scored, score_all

FORMAT = "interplay-grades/1"
MAX_BYTES = 64 * 2**20
"""The largest file that is read or written."""
MAX_FILES = 500
"""The number of files that are kept; the ones that were not used for the longest time are deleted."""
_DIGEST = 64  # characters of a sha256


def default_folder() -> Path | None:
    """Return where the command line keeps grades: ``$INTERPLAY_CACHE``, or a user's cache; ``None`` for ``off``."""
    given = os.environ.get("INTERPLAY_CACHE", "")
    if given:
        return None if given == "off" else Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "interplay" / "grades"


def score_kept(
    paths: Sequence[Path],
    release: Release,
    options: Options | None = None,
    processes: int = 1,
    on_progress: OnProgress = noop,
    folder: Path | None = None,
    on_message: Callable[[str], None] = noop,
) -> list[Scored]:
    """Return the scored submissions as ``score_all`` does, those that *folder* keeps from there; keep the others."""
    grades = None if folder is None else Grades(folder, release, options or Options(), on_message)
    if grades is None:
        return score_all(paths, release, options, processes, on_progress)
    known = {path: scored for path in paths if (scored := grades.get(path)) is not None}
    rest = [path for path in dict.fromkeys(paths) if path not in known]
    for path, scored in zip(rest, score_all(rest, release, options, processes, on_progress), strict=True):
        known[path] = scored
        grades.put(path, scored)
    return [known[path] for path in paths]


class Grades:
    """A folder of scored submissions. A file that is damaged is reported to *on_message*, ignored and replaced.

    Nothing is kept of a modified release, whose manifest does not say what its files are.
    """

    def __init__(self, folder: Path, release: Release, options: Options, on_message: Callable[[str], None]) -> None:
        self.folder, self._release, self._options, self._say = folder, release, options, on_message
        self._keys: dict[Path, tuple[str, str]] = {}

    def get(self, path: Path) -> Scored | None:
        """Return what is kept of the submission at *path*, or ``None``."""
        with suppress(InterplayError, OSError):  # a file that cannot be read is refused when it is scored
            digest = file_sha256(path)
            self._keys[path] = digest, self._key(path, digest)
        if self._release.modified or path not in self._keys:
            return None
        digest, key = self._keys[path]
        kept = self.folder / f"{key}.json"
        try:
            if not kept.exists():
                return None
            scored = _decoded(kept, key, digest)
            os.utime(kept)
        except (OSError, ValueError, msgspec.MsgspecError, RecursionError) as error:
            self._say(f"warning: ignored the kept grades {kept}, which are damaged ({error}); scored again")
            return None
        return _named(scored, "", printed_path(path))

    def put(self, path: Path, scored: Scored) -> None:
        """Keep what was scored of the submission at *path*."""
        digest, key = self._keys.get(path, ("", ""))
        if self._release.modified or digest != scored.report.submission_sha256:
            return
        data = msgspec.json.encode(_named(scored, printed_path(path), ""))
        if len(data) > MAX_BYTES - _DIGEST:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            canonical.write_atomically(self.folder / f"{key}.json", [_digest(key, data).encode(), data])
            files = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-MAX_FILES]:
                file.unlink(missing_ok=True)
        except (OSError, OutputError) as error:
            self._say(f"warning: grades are not kept: {error}")

    def _key(self, path: Path, digest: str) -> str:
        version = catalogue.load(read_header(path).track).scoring_version
        options = self._options
        how = (options.allow_partial, options.trusted, options.analyses, options.summary, sorted(options.items or ()))
        where = (platform.python_version(), np.__version__, _code())
        return canonical.sha256(
            canonical.encode(
                (FORMAT, digest, self._release.manifest_sha256, version, how, options.items is None, where)
            )
        )


def _decoded(path: Path, key: str, digest: str) -> Scored:
    """Return the content of a kept file; raise ``ValueError`` where it is not what was written under this *key*.

    *digest* is that of the submission.
    """
    if not path.is_file() or path.stat().st_size > MAX_BYTES:
        raise ValueError("it is no file, or too large")
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if data[:_DIGEST] != _digest(key, data[_DIGEST:]).encode():
        raise ValueError("its hash is wrong")
    scored = msgspec.json.decode(data[_DIGEST:], type=Scored)
    if scored.report.submission_sha256 != digest:
        raise ValueError("it is about another submission")
    return scored


def _digest(key: str, data: bytes) -> str:
    return canonical.sha256(key.encode() + data)


def _named(scored: Scored, before: str, now: str) -> Scored:
    """Return *scored* with the file *now* in the warnings that name the file *before*."""
    warnings = [replace(w, file=now) if w.file == before else w for w in scored.report.warnings]
    return replace(scored, report=replace(scored.report, warnings=tuple(warnings)))


@cache
def _code() -> str:
    """Return the digest of the files of this package and of all packages that extend it."""
    groups = (group for group in entry_points().groups if group.startswith("interplay."))
    points = [point for group in groups for point in entry_points(group=group)]
    names = {"interplay", "interplay_lab", *(point.value.partition(":")[0].partition(".")[0] for point in points)}
    return canonical.sha256("".join(f"{path} {file_sha256(path)}\n" for path in _files(names)).encode())


def _files(names: Collection[str]) -> Iterator[Path]:
    """Yield the files of the packages called *names*, but those of the dataset, which has hashes of its own."""
    for name in sorted(names):
        spec = importlib.util.find_spec(name)
        for root in (spec and spec.submodule_search_locations) or ():
            for folder, folders, files in os.walk(root):
                folders[:] = sorted(set(folders) - {"__pycache__", "_dataset"})
                yield from (Path(folder, file) for file in sorted(files))
