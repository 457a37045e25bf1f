"""Folders of submissions, such as `interplay evaluate` fills, in place of the names of their files."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.text import counted, noop
from interplay.submissions.reading import read_header
from interplay.tracks.catalogue import order

UNFINISHED = ".partial.jsonl"
"""How the names of the journals of unfinished runs end."""


def expanded(
    paths: Iterable[Path], on_note: Callable[[str], None] = noop, track: str | None = None
) -> tuple[Path, ...]:
    """Return *paths* with the submissions of a folder in its place, by track; journals of unfinished runs are left out.

    Of a folder only submissions on *track*, where one is named. *on_note* is told once what was left out. Raises
    ``RecordError`` for a folder without submissions.
    """
    files: list[Path] = []
    journals: list[Path] = []
    for path in (paths := tuple(paths)):
        if path.is_dir():
            submissions = sorted(_submissions(path, track))
            journals += sorted(path.glob(f"*{UNFINISHED}"))
            if not submissions:
                kind = "submissions" if track is None else f"submissions on {track}"
                raise RecordError(f"{path} is a folder without finished {kind} (.jsonl or .jsonl.gz)")
            files += [file for _, _, file in submissions]
        elif path.name.endswith(UNFINISHED) and len(paths) > 1:
            journals.append(path)
        else:
            files.append(path)
    if journals and files:
        names = ", ".join(map(str, journals))
        on_note(f"left out {counted(len(journals), 'unfinished runs')}: {names}")
    return tuple(files or journals)


def _submissions(folder: Path, track: str | None) -> Iterator[tuple[int, str, Path]]:
    """Yield the submissions of a folder with what they are sorted by."""
    for path in (*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")):
        if path.name.endswith(UNFINISHED):
            continue
        try:
            header = read_header(path)
        except RecordError:
            continue
        if track in {None, header.track}:
            yield order(header.track), path.name, path
