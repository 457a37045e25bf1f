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
from interplay.core.text import counted, nearest, quoted
from interplay.submissions import rows, writing
from interplay.submissions.reading import read_header
from interplay.submissions.replies import Submitted, collect, id_of, tracks_with
from interplay.tracks import catalogue


@dataclass(frozen=True, slots=True)
class Given:
    """What is given of replies without a header: their ``track``, the ``names`` of their systems, and ``splits``.

    ``names`` are in the order of these files, one for each; without any, each file is called after itself. Without
    ``splits`` replies count to items of the splits that the headline is about; other items are left out.
    """

    track: str | None = None
    names: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()


NOTHING: Final = Given()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The ``paths`` of full submissions; some exist only while they are read."""

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
def accepted(
    files: Iterable[Path], release: Release, given: Given = NOTHING, verb: str = "score"
) -> Iterator[Accepted]:
    """Give the submissions in *files*; those without a header are converted, and are gone afterwards.

    *verb* is the command that messages advise.

    Raises ``RecordError`` for replies that make no submission, for a submission of another track than the one that is
    *given*, and for replies without a track.
    """
    result, files = Accepted(), list(files)
    bare = [path for path in files if path.is_file() and not has_header(path)]  # what is no file its reader refuses
    if bare and given.track is None:
        _refuse(bare, files, release, verb)
    if len(given.names) > len(bare):
        extra = quoted(given.names[len(bare)])
        raise RecordError(f"found the name {extra}, but no file of replies without a header to give it to")
    if given.names and len(given.names) < len(bare):
        count = f"{counted(len(given.names), 'names')} for {len(bare)} files without a header"
        raise RecordError(f"found {count}, expected none, or one for each in the order of the files")
    names = iter(given.names)
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        for number, path in enumerate(files):
            if given.track is None or path not in bare:
                if given.track is not None and (track := read_header(path).track) != given.track:
                    catalogue.load(given.track)
                    raise RecordError(f"{path} is a submission of the track {track!r}, not of {given.track}")
                result.paths.append(path)
                continue
            submitted = converted(path, release, given.track, next(names, None), given.splits)
            result.paths.append(Path(folder, f"{number}.jsonl"))
            result._notes.extend(submitted.notes)
            result._originals[str(result.paths[-1])] = printed_path(path)
            write(result.paths[-1], submitted)
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


def _refuse(bare: Sequence[Path], files: Sequence[Path], release: Release, verb: str) -> None:
    """Raise ``RecordError`` that says what replies without a header need; where there are none, its reader does."""
    path = bare[0]
    if path.suffix not in {".csv", ".parquet"}:
        rows.refuse_tables(path)
    try:
        _, row = next(rows.read(path, []), (0, dict[str, object]()))
    except RecordError:
        return
    item_id = id_of(row)
    if isinstance(item_id, str) or "response" in row:
        record = row.get("record")
        what = f"found {quoted(record)}, expected 'header'" if isinstance(record, str) else "found no header"
        if not isinstance(item_id, str):
            what += f", and no column item_id (or id, custom_id){nearest('item_id', row)}"
        message = f"{what}; {_advice(bare, files, release, item_id, verb)}"
        finding = Finding.about(path, message, 1, "$.record" if isinstance(record, str) else "$")
        raise RecordError(f"{path} cannot be read without a header", [finding])


def _advice(bare: Sequence[Path], files: Sequence[Path], release: Release, item_id: object, verb: str) -> str:
    """Return how *files* are given, those in *bare* replies to items such as *item_id*, and the header they need."""
    tracks = tracks_with(release, [item_id]) if isinstance(item_id, str) else []
    track = tracks[0] if tracks else "TRACK"
    about = f"the ids belong to the track {' or '.join(tracks)}; " * bool(tracks)
    names = "".join(f" --name NAME{n if len(bare) > 1 else ''}" for n in range(1, len(bare) + 1))
    advice = f"{about}give the track and the name of the system (in Python track= and name=):\n"
    advice += f"  interplay {verb} {' '.join(map(str, files))} --track {track}{names}"
    if bare[0].suffix in {".csv", ".parquet"}:
        return advice
    header = Header(
        format=PREDICTIONS,
        track=track,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        system=System(name="NAME"),
        splits=_splits(release, track, item_id) if tracks else (),
    )
    whole = 'or begin the file with this header, and add "record": "prediction" to each line:'
    return f"{advice}\n{whole}\n  {canonical.encode(header).decode()}"


def _splits(release: Release, track_name: str, item_id: object) -> tuple[str, ...]:
    """Return the splits that the headline is about, or where an item is of none of them, its own."""
    track = catalogue.load(track_name)
    main = track.main_splits(release.track(track_name).splits)
    split = next(track.where(item)["split"] for item in track.items(release) if track.item_id(item) == item_id)
    return main if split in main else (split,)
