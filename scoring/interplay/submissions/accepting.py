"""Files of replies without a header, accepted wherever submissions are: converted for as long as they are read."""

import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.jsonl import open_source
from interplay.core.records import PREDICTIONS, Finding, Header, System, printed_path
from interplay.core.release import Release
from interplay.core.text import quoted
from interplay.submissions import rows, writing
from interplay.submissions.reading import read_header
from interplay.submissions.replies import Submitted, collect, id_of, tracks_with
from interplay.tracks import catalogue


@dataclass(frozen=True, slots=True)
class Given:
    """What is given of replies without a header: their ``track``, the ``names`` of their systems, and ``splits``.

    A file without a name in ``names``, which are in the order of these files, is called after itself. Without
    ``splits`` replies to items of all splits count.
    """

    track: str | None = None
    names: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()


NOTHING: Final = Given()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The ``paths`` of full submissions, of which some exist only while they are read."""

    paths: list[Path] = field(default_factory=list)
    _notes: list[Finding] = field(default_factory=list)
    _originals: dict[str, str] = field(default_factory=dict)

    def findings(self, findings: Iterable[Finding] = ()) -> tuple[Finding, ...]:
        """Return the notes of conversion and *findings*, which name the files that were given."""
        return (*self._notes, *(replace(f, file=self._originals.get(f.file, f.file)) for f in findings))

    def error(self, error: RecordError) -> RecordError:
        """Return *error* about the files that were given."""
        message = str(error).partition("\n  ")[0] if error.findings else str(error)
        for path, original in self._originals.items():
            message = message.replace(path, original)
        return RecordError(message, self.findings(error.findings)[len(self._notes) :])


@contextmanager
def accepted(files: Iterable[Path], release: Release, given: Given = NOTHING) -> Iterator[Accepted]:
    """Give the submissions in *files*; those without a header are converted, and are gone afterwards.

    Raises ``RecordError`` for replies that make no submission, for a submission of another track than the one that is
    *given*, and for replies of which no track is given.
    """
    result, names = Accepted(), list(given.names)
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        for number, path in enumerate(files):
            is_whole = not path.is_file() or has_header(path)  # what is no file is refused by its reader
            if not is_whole and given.track is None:
                _refuse(path, release)
            if given.track is None or is_whole:
                _check(path, given)
                result.paths.append(path)
                continue
            submitted = converted(path, release, given.track, names.pop(0) if names else None, given.splits)
            result.paths.append(Path(folder, f"{number}.jsonl"))
            result._notes.extend(submitted.notes)
            result._originals[str(result.paths[-1])] = printed_path(path)
            write(result.paths[-1], submitted)
        if names:
            raise RecordError(f"found the name {names[0]!r} and no file of replies without a header that it is for")
        try:
            yield result
        except RecordError as error:
            if not result._originals:
                raise
            raise result.error(error) from None


def converted(path: Path, release: Release, track: str, name: str | None, splits: Sequence[str] = ()) -> Submitted:
    """Return the submission that the replies in the file at *path* make; without a *name* it is called after it."""
    notes: list[Finding] = []
    stem = path.name.removesuffix(".gz").rpartition(".")[0] or path.name
    table, source = rows.read(path, notes), printed_path(path)
    return collect(table, release, track, name=name or stem, source=source, splits=splits, notes=notes)


def write(path: Path, submitted: Submitted) -> None:
    """Write a submission, whole or not at all."""
    canonical.write_atomically(path, writing.lines(submitted.header, submitted.predictions))


def has_header(path: Path) -> bool:
    """Return whether the first line of a file is meant as the header of a submission; so is a damaged file."""
    with open_source(path) as source:
        try:
            return b"interplay-predictions/" in source.readline(2**16)
        except (OSError, EOFError, zlib.error):
            return True


def _check(path: Path, given: Given) -> None:
    """Refuse a submission of another track than the one that is given."""
    if given.track is not None and (track := read_header(path).track) != given.track:
        catalogue.load(given.track)
        raise RecordError(f"{path} is a submission of the track {track!r}, not of {given.track}")


def _refuse(path: Path, release: Release) -> None:
    """Raise ``RecordError`` that says what replies without a header need; where there are none, its reader does."""
    try:
        _, row = next(rows.read(path, []), (0, dict[str, object]()))
    except RecordError:
        return
    if isinstance(item_id := id_of(row), str):
        tracks = tracks_with(release, [item_id])
        record = row.get("record")
        what = f"found {quoted(record)}, expected 'header'" if isinstance(record, str) else "found no header"
        finding = Finding(
            severity="error",
            file=printed_path(path),
            line=1,
            path="$.record" if isinstance(record, str) else "$",
            message=f"{what}; {_advice(path, release, tracks)}",
        )
        raise RecordError(f"{path} cannot be read as it is", [finding])


def _advice(path: Path, release: Release, tracks: Sequence[str]) -> str:
    """Return how the replies at *path*, to items of *tracks*, are scored, and the header that a submission needs."""
    track, about = tracks[0] if tracks else "TRACK", f"this is the track {' or '.join(tracks)}; " if tracks else ""
    header = Header(
        format=PREDICTIONS,
        track=track,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        system=System(name="NAME"),
        splits=catalogue.load(track).main_splits(release.track(track).splits) if tracks else (),
    )
    advice = f"{about}name it and the system (in Python track= and name=):\n"
    advice += f"  interplay score {path} --track {track} --name NAME"
    if path.suffix in {".csv", ".parquet"}:
        return advice
    whole = 'or begin with this header, and give each line "record": "prediction":'
    return f"{advice}\n{whole}\n  {canonical.encode(header).decode()}"
