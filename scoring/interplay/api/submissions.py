"""Submissions as files: written, read, checked and scored."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from interplay.api.items import Item, Prediction
from interplay.api.opening import AnyPath, Dataset, opened, paths_of, several
from interplay.core import extensions
from interplay.core.errors import RecordError
from interplay.core.records import Header, Record, Scalar
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import noop, quoted
from interplay.running.journal import refuse_unfinished
from interplay.running.options import RunSpec, select
from interplay.scoring import score as scoring
from interplay.scoring.validation import Validation, validation_of
from interplay.submissions import reading, replies, writing
from interplay.submissions.accepting import Given, accepted
from interplay.systems.chat import Reply
from interplay.tracks import catalogue
from interplay.tracks.base import Grade


class Contents(NamedTuple):
    """What a submission holds."""

    header: Header
    predictions: list[Prediction]


def write_submission(
    path: AnyPath,
    predictions: Iterable[Prediction | Mapping[str, object]] | Mapping[str, str | Reply],
    *,
    name: str,
    track: str | None = None,
    release: Dataset = None,
    params: Mapping[str, Scalar] | None = None,
    splits: str | Iterable[str] = (),
    where: Mapping[str, str] | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> None:
    """Write predictions to a submission file, whole or not at all.

    Args:
        path: The file to write.
        predictions: Predictions of one track, as ``play`` returns them, in any order. Or replies to items that are
            asked once: dictionaries with ``item_id`` and ``response`` (docs/predictions.md lists what else they may
            have), a mapping from ids to replies, a data frame, or a ``datasets.Dataset``.
        name: The system, as tables name it.
        track: The track that replies are of; by default the one that has the first item. Predictions know theirs.
        release: The release that was played, or its directory; by default the one that comes with the package.
        params: Parameters of the system worth recording, such as its temperature.
        splits: The splits that the submission claims to cover; by default those of its predictions, or where items were
            selected, those that a run plays.
        where: With *sample* and *seed*, how ``load_items`` was asked for the items, where they are not all of their
            splits. It is recorded, and the submission is scored as being about these items.
        sample: How many of them were drawn.
        seed: Which sample was drawn.

    Raises:
        RecordError: There are no predictions, or they are of several tracks, unknown items, items that were not
            selected, or twice of one trial; or replies are of a track that is played in turns.
        UnknownName: Something among *predictions* is not a prediction of any track.
        OutputError: The file cannot be written, or *name* is empty or too long.

    Example:
        >>> import interplay
        >>> items = interplay.load_items("simulation", sample=5)
        >>> predictions = [interplay.play(item, lambda messages: "ls: not found") for item in items]
        >>> interplay.write_submission("mine.jsonl", predictions, name="my-model", sample=5)
        >>> interplay.score("mine.jsonl")
        Report(simulation, 'my-model': score 0 [0, 60.66], 5 of 5 episodes played; sample of 5 of 520 items, seed 0)
        >>> replies = {item.item_id: "no" for item in interplay.load_items("company")}
        >>> interplay.write_submission("replies.jsonl", replies, name="my-model")
        >>> interplay.score("replies.jsonl").counts["played"]
        192
    """
    entries, dataset, claimed, selection = _entries(predictions), opened(release), several(splits), None
    if not entries:
        raise RecordError(f"nothing to write to {path}: found no predictions, expected at least one")
    records = _predictions(entries, dataset, track) if isinstance(entries[0], Mapping) else entries
    of = catalogue.of_prediction(records[0])
    for number, prediction in enumerate(records):
        if not isinstance(prediction, of.prediction):
            other = catalogue.of_prediction(prediction).name
            raise RecordError(f"prediction {number} is of the track {other}, expected {of.name} as before")
    if where is not None or sample is not None:
        spec = RunSpec(splits=claimed, where=tuple((where or {}).items()), sample=sample, sample_seed=seed)
        chosen = select(of, dataset, spec)
        claimed, selection = chosen.splits, chosen.selection
        selected = {of.item_id(item) for item in chosen.items}
        if stray := next((record.item_id for record in records if record.item_id not in selected), ""):
            which = f"{quoted(stray)} is not among the items that where, sample and seed select"
            raise RecordError(f"{path} was not written: {which}")
    writing.write_submission(
        path,
        dataset,
        of.name,
        cast("list[Record]", records),
        name=name,
        params=params,
        splits=claimed,
        selection=selection,
        trials=1 + max(prediction.trial for prediction in records),
    )


def _entries(predictions: object) -> list[Any]:
    """Return predictions, or rows of replies, from whatever holds them."""
    if isinstance(predictions, Mapping):
        return [{"item_id": item_id, "response": reply} for item_id, reply in predictions.items()]
    frame: Any = predictions
    if hasattr(frame, "to_dicts"):  # polars
        return list(frame.to_dicts())
    if hasattr(frame, "notna"):  # pandas, which has NaN where there is nothing
        return list(frame.astype(object).where(frame.notna(), None).to_dict("records"))
    return list(frame)


def _predictions(rows: list[Any], release: Release, track: str | None) -> list[Any]:
    """Return the predictions that rows of replies make; raise ``RecordError`` where they make none."""
    first = replies.id_of(rows[0])
    names = [track] if track else replies.tracks_with(release, [first] if isinstance(first, str) else ())
    if not names:
        raise RecordError(f"found the item {quoted(first)} in the first row, expected item_id to name one; pass track=")
    stranger = next((row for row in rows if not isinstance(row, Mapping)), None)
    if stranger is not None:
        raise RecordError(f"found {quoted(stranger)} among rows of replies, expected dictionaries alone")
    splits = release.track(names[0]).splits
    table = enumerate(rows, 1)
    return replies.collect(table, release, names[0], name="replies", source="predictions", splits=splits).predictions


def read_submission(path: AnyPath) -> Contents:
    """Read a submission without grading it.

    Args:
        path: The file, ``.jsonl`` or ``.jsonl.gz``.

    Returns:
        The header and the predictions, to be unpacked or taken by name.

    Raises:
        RecordError: Lines do not fit the format; its ``findings`` name line and place.
        UnknownName: The header names a track that there is not.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> header, predictions = interplay.read_submission(root / "baselines/smollm2-135m/positions.jsonl.gz")
        >>> header.system.name, len(predictions)
        ('smollm2-135m', 18)
    """
    header, predictions = reading.read(Path(path))
    return Contents(header, cast("list[Prediction]", predictions))


def validate(
    path: AnyPath,
    release: Dataset = None,
    *,
    track: str | None = None,
    name: str | None = None,
    splits: str | Iterable[str] = (),
) -> Validation:
    """Check a submission before it is handed in: its header, every line, and whether all items are there.

    Args:
        path: The file, ``.jsonl`` or ``.jsonl.gz``.
        release: A release, or its directory; by default the one that comes with the package.
        track: The track of a file of replies without a header: JSONL, CSV, Parquet or a batch service's output
            (docs/predictions.md).
        name: The system that such replies are of; by default it is called after the file.
        splits: The splits whose replies count; by default those that the headline is about.

    Returns:
        What was found: ``ok``, ``findings`` and ``missing``; printing it says everything.

    Raises:
        DatasetError: The release is not what its hashes say.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> interplay.validate(root / "baselines/bot-oracle/scorekeeping.jsonl.gz").ok
        True
    """
    refuse_unfinished(Path(path))
    return validation_of(Path(path), opened(release), Given(track, several(name), several(splits)))


def score(
    path: AnyPath,
    release: Dataset = None,
    *,
    track: str | None = None,
    name: str | None = None,
    splits: str | Iterable[str] = (),
    allow_partial: bool = False,
    items: Iterable[str | Item] | None = None,
    judgments: AnyPath | Iterable[AnyPath] = (),
    workers: int = 1,
    on_grade: Callable[[Grade], None] | None = None,
) -> Report:
    """Score a submission: everything is recomputed from the raw text.

    Args:
        path: The submission, ``.jsonl`` or ``.jsonl.gz``, or a file of replies without a header.
        release: A release, or its directory; by default the one that comes with the package.
        track: The track of a file of replies without a header: JSONL, CSV, Parquet or a batch service's output
            (docs/predictions.md).
        name: The system that such replies are of; by default it is called after the file.
        splits: The splits whose replies count; by default those that the headline is about.
        allow_partial: Count missing predictions as not played instead of refusing the file.
        items: The items, or their ids, that the report is about; a report on some items says so in its warnings and its
            comparability key, and predictions of others do not count. All items of the submission's splits by default.
        judgments: Files that ``judge`` wrote about this submission, whose results are added; and certificates of
            their judges, which ``certify`` wrote and tables name.
        workers: Processes that share the grading.
        on_grade: Called with each prediction's grade; with several *workers*, some lack their ``source``.

    Returns:
        The report. ``report.headline`` is what systems are compared by.

    Raises:
        RecordError: The submission holds errors or lacks predictions; its ``findings`` name line and place.
        DatasetError: The release is not what its hashes say.
        UnknownName: *items* names one that the submission's splits do not hold.
        ValueError: There are *judgments*, and *items* leaves some out.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> report = interplay.score(root / "baselines/bot-random/scorekeeping.jsonl.gz")
        >>> report
        Report(scorekeeping, 'bot-random': score 1.235 [-5.829, 8.298], 86 of 86 episodes played)
        >>> report.headline.low < 0 < report.headline.high
        True
    """
    refuse_unfinished(Path(path))
    dataset = opened(release)
    only = None if items is None else frozenset(i if isinstance(i, str) else i.item_id for i in items)
    options = scoring.Options(allow_partial, workers, only)
    judged = paths_of(judgments)
    if judged and only is not None:
        raise ValueError("judgments cover all items of a submission and cannot be added to scores of some")
    with accepted([Path(path)], dataset, Given(track, several(name), several(splits))) as files:
        report = scoring.score(files.paths[0], dataset, options, on_grade or noop)
        reports: list[Report] = [replace(report, warnings=files.findings(report.warnings))]
        if judged:
            reports = extensions.judgments("scores")(reports, files.paths, judged, dataset)
    return reports[0]
