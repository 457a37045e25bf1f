"""Read a submission against a release: header first, then predictions, each checked before it is graded."""

from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from interplay.core import jsonl
from interplay.core.errors import DatasetError, RecordError, UnknownName
from interplay.core.findings import Finding, shown_path
from interplay.core.records import Header, Record, Usage
from interplay.core.release import Release
from interplay.core.text import nearest, quoted
from interplay.submissions import selection, sizes
from interplay.submissions.origin import mismatch
from interplay.submissions.pool import Graders, ItemPool, graders_of
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, PredictionError, Track

REFUSAL = "is not a submission: the first line must be a header such as `interplay run` writes"


class Submission:
    """An opened submission; iterating grades it. ``items`` are those that its header claims, by id.

    With *only* some ids, ``items`` are these, and sound predictions of others are passed over. ``claimed`` counts the
    items of its splits.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        track: Track[Any, Any],
        items: dict[str, Any],
        findings: list[Finding],
        graders: Graders,
        claimed: int,
        only: frozenset[str] | None = None,
        superseded: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.path, self.header, self.track = path, header, track
        self._known, self._graders = items, graders
        self.claimed, self._superseded = claimed, superseded
        self.items = items if only is None else {i: item for i, item in items.items() if i in only}
        self.seen: dict[str, int] = {}
        self._reader: jsonl.Reader[Any] = jsonl.Reader(path, *track.accepted())
        self._reader.findings.extend(findings)

    @property
    def is_as_selected(self) -> bool:
        """Whether this is about all items that its header selects."""
        return len(self.items) == len(self._known)

    def __iter__(self) -> Iterator[Grade]:
        """Yield the grade of each sound prediction; note a finding for each other one."""
        return self.graded()

    def graded(self, share: int = 0, shares: int = 1) -> Iterator[Grade]:
        """Yield the grades of the lines whose number leaves *share* when divided by *shares*; read all of them."""
        for line, record in self.records():
            if line % shares != share:
                continue
            item_id, _ = self.track.identity(record)
            grader = self._graders.of(item_id, self.items[item_id])
            try:
                yield grader(record)
            except PredictionError as error:
                self._reader.error(line, f"{item_id}: {error}", error.path)

    def records(self) -> Iterator[tuple[int, Any]]:
        """Yield each prediction that belongs into the submission, with its line number; grade none."""
        for line, record in self._reader.body(Header, "a prediction"):
            item_id, trial = self.track.identity(record)
            problem = self._note(item_id, trial)
            if problem is not None:
                self._reader.error(line, problem[1], problem[0])
            elif item_id in self.items:
                yield line, record

    @property
    def findings(self) -> list[Finding]:
        """What was wrong, complete when an iteration has ended."""
        return self._reader.findings

    @property
    def sha256(self) -> str:
        """The sha256 of the file as it is on disk, known when an iteration has ended."""
        return self._reader.sha256

    def _note(self, item_id: str, trial: int) -> tuple[str, str] | None:
        """Mark a prediction as seen; return the JSON path and the problem if it must not be there."""
        if item_id not in self._known:
            now = self._superseded.get(item_id)
            hint = nearest(item_id, self._known) if now is None else f" (corrected, and now {now!r})"
            return "$.item_id", f"found {item_id!r}{hint}, expected an item of {self._named}"
        if trial >= self.header.trials:
            return "$.trial", f"found {trial}, expected less than the header's {self.header.trials} trials"
        seen = self.seen.get(item_id, 0)
        if seen >> trial & 1:
            return "$.item_id", f"found {item_id!r} with trial {trial} for the second time, expected it once"
        self.seen[item_id] = seen | 1 << trial
        return None

    @property
    def _named(self) -> str:
        selected = "" if self.header.selection is None else "the selection of "
        return selected + ", ".join(self.header.splits)

    def seen_trials(self) -> Iterator[tuple[str, int]]:
        """Yield the id of each item that predictions were found of, and how many."""
        return ((item_id, trials.bit_count()) for item_id, trials in self.seen.items())

    def missing(self) -> list[tuple[str, int]]:
        """Return (item id, number of missing trials) for each item that lacks some."""
        counts = ((item_id, self.seen.get(item_id, 0).bit_count()) for item_id in self.items)
        return [(item_id, self.header.trials - count) for item_id, count in counts if count < self.header.trials]

    @property
    def errors(self) -> list[Finding]:
        """The findings that make the submission unfit for scoring."""
        return [finding for finding in self.findings if finding.severity == "error"]


def read(path: Path) -> tuple[Header, list[Record]]:
    """Return header and predictions of the submission at *path*, held against no release; none is graded.

    Raises ``RecordError`` when lines are not what a submission holds, ``UnknownName`` for a track that there is not.
    """
    header = read_header(path)
    reader: jsonl.Reader[Any] = jsonl.Reader(path, *catalogue.load(header.track).accepted())
    predictions = [record for _, record in reader.body(Header, "a prediction")]
    if reader.errors:
        raise RecordError(f"{path} is damaged", reader.errors)
    return header, predictions


def open_submission(
    path: Path,
    release: Release,
    only: frozenset[str] | None = None,
    pool: ItemPool | None = None,
    *,
    trusted: bool = False,
) -> Submission:
    """Open the submission at *path*, with *only* some of its items; all of them by default.

    In a *trusted* one, whose hash was verified, the moves of opponents are not computed again.

    Items and graders come from *pool*, which is one of *release*; without it they are made for this submission alone.
    Raises ``RecordError`` when its header does not fit *release*, ``DatasetError`` when *release* itself is unfit for
    scoring, ``UnknownName`` for ids in *only* that its splits do not hold.
    """
    header = read_header(path)
    if header.track == "games" and header.splits == ("ladder",):
        raise RecordError(f"{path} holds matches on a ladder; use: interplay ladder report {path}")
    try:
        track = catalogue.load(header.track)
        header, problems = _matched(header, release, path)
    except (UnknownName, DatasetError) as error:
        finding = Finding(severity="error", file=shown_path(path), line=1, path="$.track", message=str(error))
        raise RecordError(f"{path} was not made for this dataset", [finding]) from None
    errors = [f for f in problems if f.severity == "error"]
    if errors:
        raise RecordError(f"{path} was not made for this dataset", errors)
    held = _items(track, track.items(release) if pool is None else pool.items(track), release, header.splits)
    items = _selected(track, track.main_splits(release.track(track.name).splits), held, header, path)
    for item_id in sorted(only or ()):
        if item_id not in items:
            raise UnknownName(f"no item {quoted(item_id)}{nearest(item_id, items)} in {', '.join(header.splits)}")
    is_changed = header.selection is not None and bool(header.selection.options)
    is_shared = pool is not None and not is_changed
    graders = pool.graders(track, trusted=trusted) if pool and is_shared else graders_of(track, trusted=trusted)
    return Submission(path, header, track, items, problems, graders, len(held), only, release.superseded(track.name))


def _selected(
    track: Track[Any, Any], main: tuple[str, ...], held: dict[str, Any], header: Header, path: Path
) -> dict[str, Any]:
    """Return the items that *header* selects of those *held* by its splits, by id. *main* are the track's main splits.

    Raises ``RecordError`` for a selection that its rule does not bear out.
    """
    if header.selection is None:
        return held
    try:
        sizes.check(track.name, header.splits, main, header.selection)
        return {track.item_id(item): item for item in selection.apply(track, list(held.values()), header.selection)}
    except UnknownName as error:
        advice = "score it with the release and the package that it was made with, or run it again"
        message = f"{error}; {advice}"
        finding = Finding(severity="error", file=shown_path(path), line=1, path="$.selection", message=message)
        raise RecordError(f"{path} does not hold the items that it names", [finding]) from None


def _items(track: Track[Any, Any], every: Iterable[Any], release: Release, splits: Container[str]) -> dict[str, Any]:
    """Return those items of *every* that are of *splits*, by id; raise ``DatasetError`` when two share one."""
    items: dict[str, Any] = {}
    for item in every:
        item_id = track.item_id(item)
        if item_id in items:
            raise DatasetError(f"{release.root} holds the item {item_id!r} twice, expected each id once")
        if track.where(item)["split"] in splits:
            items[item_id] = item
    return items


def read_header(path: Path) -> Header:
    """Return the header of a submission; raise ``RecordError`` when the first line is none."""
    return jsonl.read_header(path, Header, REFUSAL)


def _matched(header: Header, release: Release, path: Path) -> tuple[Header, list[Finding]]:
    """Return the header with its splits filled in, and how it differs from *release*."""
    entry = release.track(header.track)
    findings = []

    def note(severity: Literal["error", "warning"], where: str, message: str) -> None:
        findings.append(Finding(severity=severity, file=shown_path(path), line=1, path=where, message=message))

    if header.manifest_sha256 != release.manifest_sha256:
        here = f"release {release.manifest.release!r} (manifest {release.manifest_sha256[:12]}…)"
        found = f"found release {quoted(header.release)} (manifest {header.manifest_sha256[:12]}…)"
        if header.track_sha256 == release.digest(entry.name, header.splits or entry.splits):
            note("warning", "$.release", f"{found}, scored with {here}: the items of this track are the same in both")
        else:
            note("error", "$.manifest_sha256", mismatch(path, header, release))
    elif header.release != release.manifest.release:
        note("error", "$.release", f"found {header.release!r}, expected {release.manifest.release!r} for this manifest")
    for split in header.splits:
        if split not in entry.splits:
            hint = nearest(split, entry.splits)
            note("error", "$.splits", f"found {split!r}{hint}, expected some of {', '.join(entry.splits)}")
    if header.modified and not release.modified:
        note("error", "$.modified", "found true: this was made on a modified dataset, expected a run on the release")
    splits = tuple(s for s in entry.splits if s in header.splits or not header.splits)
    return msgspec.structs.replace(header, splits=splits), findings


def usage_of(path: Path) -> tuple[Usage, int]:
    """Return what the predictions of a submission cost, and how many of them do not say how many tokens they took.

    One that broke off and says nothing is not among these: what its requests took is not known to anybody.
    """
    spent, uncounted = Usage(), 0
    for prediction in read(path)[1]:
        usage = getattr(prediction, "usage", None)
        if isinstance(usage, Usage):
            spent += usage
            uncounted += usage.calls > 0 and not usage.prompt_tokens
        else:
            uncounted += not getattr(prediction, "error", None)
    return spent, uncounted
