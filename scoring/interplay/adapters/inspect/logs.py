"""Logs of Inspect as submissions."""

import struct
import zlib
from pathlib import Path
from typing import Annotated
from zipfile import BadZipFile, ZipFile

import msgspec
from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_samples

import interplay
from interplay.adapters.inspect.play import PREDICTION
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import quoted

MOST_BYTES, MOST_OF_A_PART, MOST_EPOCHS = 2**33, 2**28, 10_000
"""Bytes of a log and of a part of it, by the sizes that it states, and epochs, that are read."""
SETTINGS = ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort", "reasoning_tokens", "system_message")
"""Settings of a model that a submission records."""
DAMAGE = (OSError, ValueError, LookupError, EOFError, RuntimeError, TypeError, struct.error, zlib.error, BadZipFile)
"""What reading a damaged log raises."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the tasks write into a log's metadata: the track, the release and the items that it is about."""

    track: str
    manifest_sha256: str
    splits: tuple[str, ...]
    where: dict[str, str] = {}
    sample: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] = 0


def convert(path: Path, output: Path, release: Release, name: str | None = None) -> None:
    """Write the submission of the system *name* that the log at *path* holds; by default it is called as in the log.

    It has no predictions of samples that failed. Raises ``RecordError`` for a file that is no log, and for a log of
    another task or of another release.
    """
    try:
        with ZipFile(path) as packed:
            sizes = [entry.file_size for entry in packed.infolist()]
        if sum(sizes) > MOST_BYTES or max(sizes, default=0) > MOST_OF_A_PART:
            limits = f"{MOST_BYTES:,}, and {MOST_OF_A_PART:,} in a part"
            raise RecordError(f"{path} has {sum(sizes):,} bytes unpacked, expected at most {limits}")
        log = read_eval_log(str(path), header_only=True)
        if (log.eval.config.epochs or 1) > MOST_EPOCHS:
            raise RecordError(f"{path} has {log.eval.config.epochs:,} epochs, expected at most {MOST_EPOCHS:,}")
        samples = read_eval_log_samples(str(path), all_samples_required=False)
        origin = _origin(path, log, release)
        track = interplay.load_track(origin.track)
        predictions = [_prediction(path, sample, track.prediction) for sample in samples if PREDICTION in sample.store]
    except DAMAGE as error:
        raise RecordError(f"{path} is not a log of Inspect: {type(error).__name__}: {str(error)[:200]}") from None
    places = {item.item_id: number for number, item in enumerate(track.items(release))}
    predictions.sort(key=lambda entry: (places.get(entry.item_id, 0), entry.trial))  # as a run writes them
    settings = log.eval.model_generate_config.model_dump() | log.plan.config.model_dump(exclude_none=True)
    interplay.write_submission(
        output,
        predictions,
        name=name or log.eval.model,
        release=release,
        params={key: settings[key] for key in SETTINGS if settings.get(key) is not None},
        splits=origin.splits,
        where=origin.where or None,
        sample=origin.sample,
        seed=origin.seed,
    )


def _origin(path: Path, log: EvalLog, release: Release) -> Origin:
    """Return what a log is about; refuse one of another task, and one of another release."""
    try:
        origin = msgspec.convert((log.eval.metadata or {}).get("interplay"), Origin)
    except msgspec.ValidationError as error:
        raise RecordError(f"{path} is a log of {log.eval.task}, expected a task of interplay: {error}") from None
    if origin.manifest_sha256 != release.manifest_sha256:
        digests = f"{origin.manifest_sha256[:12]}…, not of {release.manifest_sha256[:12]}…"
        raise RecordError(f"{path} is of the release with the manifest {digests}; name that release with --dataset")
    return origin


def _prediction(path: Path, sample: EvalSample, kind: type[interplay.Prediction]) -> interplay.Prediction:
    """Return the prediction of a sample, which is about the item and the trial that the log says."""
    where = f"{path}: sample {quoted(str(sample.id))}, epoch {sample.epoch}"
    try:
        prediction = msgspec.json.decode(sample.store[PREDICTION], type=kind)
    except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError) as error:
        raise RecordError(f"{where} has no prediction of its track: {error}") from None
    if (prediction.item_id, prediction.trial) != (sample.id, sample.epoch - 1):
        raise RecordError(f"{where} has the prediction of {quoted(prediction.item_id)}, trial {prediction.trial}")
    return prediction
