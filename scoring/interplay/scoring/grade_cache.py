"""Scored submissions that are kept between reports, by everything that their grades depend on (note 0103)."""

import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from interplay.core import caches, canonical
from interplay.core.records import printed_path
from interplay.core.release import Release, file_sha256
from interplay.scoring.score import Options

T = TypeVar("T")
MAX_FILES = 500
"""Files that are kept; the oldest ones are deleted."""


def cached(
    paths: Sequence[Path],
    release: Release,
    options: Options,
    work: Callable[[list[Path]], list[T]],
    kind: type[T],
    folder: Path | None,
    on_message: Callable[[str], None],
) -> list[T]:
    """Return what *work*, which scores with *options*, makes of submissions: records of one *kind*.

    They come from *folder* where it keeps them, and are kept there. Damaged files are reported to *on_message* and
    replaced. Nothing is kept without a folder, or of a modified release, whose manifest does not determine its files.
    """
    if folder is None or release.modified:
        return work(list(paths))
    known, files = dict[Path, T](), {path: folder / _name(path, release, options) for path in paths}
    for path, file in files.items():
        try:
            known |= {path: msgspec.json.decode(caches.read(file), type=kind)} if file.exists() else {}
        except (OSError, ValueError, RecursionError) as error:
            on_message(f"warning: ignored the cached grades {file}, which are damaged ({error}); scored again")
    rest = [path for path in files if path not in known]
    for path, scored in zip(rest, work(rest), strict=True):
        known[path], data, file = scored, msgspec.json.encode(scored), files[path]
        if file.name != _name(path, release, options):  # it was changed meanwhile
            continue
        caches.write(file, data)
        with suppress(OSError):
            for old in sorted(folder.glob("*.json"), key=lambda old: old.stat().st_mtime)[:-MAX_FILES]:
                old.unlink()
    return [known[path] for path in paths]


def _name(path: Path, release: Release, options: Options) -> str:
    """Return the name of the file that keeps the grades of the submission at *path*, as it is now."""
    how = (options.allow_partial, options.trusted, options.analyses, options.summary)
    only = None if options.items is None else sorted(options.items)
    key = (printed_path(path), file_sha256(path), release.manifest_sha256, how, only, _code())
    return f"{canonical.sha256(canonical.encode(key))}.json"


@cache
def _code() -> str:
    """Return the digest of all files of this package and of those that extend it, and of what they run on."""
    points = [p for group in entry_points().groups if group.startswith("interplay.") for p in entry_points(group=group)]
    names = {"interplay", "interplay_lab"} | {point.value.partition(":")[0].partition(".")[0] for point in points}
    specs = [spec for name in sorted(names) if (spec := find_spec(name))]
    roots = [Path(root) for spec in specs for root in spec.submodule_search_locations or ()]
    files = [file for root in roots for file in sorted(root.rglob("*")) if file.suffix not in {".pyc", ".gz"}]
    lines = [f"{file} {file_sha256(file)}" for file in files if file.is_file() and "_dataset" not in file.parts]
    return canonical.sha256("\n".join([platform.python_version(), np.__version__, *lines]).encode())
