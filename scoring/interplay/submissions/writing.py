"""Write submissions."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import PREDICTIONS, Header, Record, Scalar, Selection, System
from interplay.core.release import Release
from interplay.core.text import nearest, quoted
from interplay.core.version import __version__
from interplay.tracks import catalogue


def header_for(
    release: Release,
    track: str,
    system: System,
    *,
    splits: Iterable[str] = (),
    trials: int = 1,
    rival: System | None = None,
    selection: Selection | None = None,
) -> Header:
    """Return the header of a submission made on *release*; no splits mean all splits of the track.

    It is about the items of *selection*, by default about all items of the splits.

    Raises ``OutputError`` when no reader of submissions would accept it.
    """
    entry = release.track(track)
    claimed = tuple(splits) or entry.splits
    header = Header(
        format=PREDICTIONS,
        track=entry.name,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        track_sha256=release.digest(track, claimed),
        system=system,
        rival=rival,
        splits=claimed,
        selection=selection,
        trials=trials,
        modified=release.modified,
        generated_by=f"interplay {__version__}",
        canary=release.manifest.canary,
    )
    try:
        return msgspec.json.decode(canonical.encode(header), type=Header)
    except (msgspec.MsgspecError, ValueError) as error:
        raise OutputError(f"a submission of this system could not be read: {error}") from None


def write_submission(
    path: str | Path,
    release: Release,
    track: str,
    predictions: Iterable[Record],
    *,
    name: str,
    params: Mapping[str, Scalar] | None = None,
    splits: Iterable[str] = (),
    trials: int = 1,
    selection: Selection | None = None,
) -> None:
    """Write a submission of the system *name* to *path*, whole or not at all.

    Without *splits* it claims the splits that *predictions* are about, and all items of them without a *selection*.
    Raises ``OutputError`` when *path* cannot be
    written or *name* does not fit, ``RecordError`` for predictions of unknown items, and for second ones of a trial.
    """
    records = list(predictions)
    _refuse_strays(path, release, track, records)
    system = System(name=name, params=dict(params or {}))
    claimed = tuple(splits) or splits_of(release, track, records)
    header = header_for(release, track, system, splits=claimed, trials=trials, selection=selection)
    canonical.write_atomically(Path(path), lines(header, records))


def _refuse_strays(path: str | Path, release: Release, track_name: str, predictions: Iterable[Record]) -> None:
    track = catalogue.load(track_name)
    known = dict.fromkeys(track.item_id(item) for item in track.items(release))
    taken = set()
    for item_id, trial in map(track.identity, predictions):
        if item_id not in known:
            hint = nearest(item_id, known)
            raise RecordError(f"{path} was not written: {quoted(item_id)}{hint} is not an item of {track_name}")
        if (item_id, trial) in taken:
            raise RecordError(f"{path} was not written: found two predictions of {quoted(item_id)} with trial {trial}")
        taken.add((item_id, trial))


def splits_of(release: Release, track_name: str, predictions: Iterable[Record]) -> tuple[str, ...]:
    """Return the splits with at least one item in *predictions*, in the release's order."""
    track = catalogue.load(track_name)
    ids = {track.identity(prediction)[0] for prediction in predictions}
    return tuple(dict.fromkeys(track.where(i)["split"] for i in track.items(release) if track.item_id(i) in ids))


def lines(header: Header, predictions: Iterable[Record]) -> Iterator[bytes]:
    """Yield the lines of a submission."""
    yield canonical.encode(header) + b"\n"
    for prediction in predictions:
        yield canonical.encode(prediction) + b"\n"
