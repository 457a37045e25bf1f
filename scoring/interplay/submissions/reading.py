"""Read a submission once, from its header to its last prediction; each prediction is checked before it is graded."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from interplay.core import jsonl
from interplay.core.errors import RecordError, UnknownName
from interplay.core.records import Finding, Header, Record, Usage
from interplay.core.release import Release
from interplay.core.text import nearest, noop, quoted
from interplay.core.tokens import Tokens
from interplay.submissions.cache import Graders, ItemCache
from interplay.submissions.health import BOTS, Health
from interplay.submissions.matching import Match, match_of
from interplay.tracks import catalogue
from interplay.tracks.base import Grade, PredictionError
from interplay.tracks.single_turn import Answer

REFUSAL = "is not a submission: the first line must be a header such as `interplay run` writes"


class Submission:
    """An opened submission; iterating grades it. ``items`` are the items that its header selects, by id.

    With *only* some ids, ``items`` has these alone, and valid predictions for others are skipped. ``n_in_splits`` is
    the number of items in its splits.
    """

    def __init__(
        self,
        reader: jsonl.Reader[Any],
        match: Match,
        graders: Graders,
        only: frozenset[str] | None = None,
        on_prediction: Callable[[], object] = noop,
    ) -> None:
        self.path, self.header, self.track, self.n_in_splits = reader.path, match.header, match.track, match.n_in_splits
        self.findings = reader.findings
        """What was wrong, complete when an iteration has ended."""
        self._reader, self._match, self._graders, self._on_prediction = reader, match, graders, on_prediction
        self.main_splits = match.main_splits
        self.items = {i: item for i, item in match.items.items() if only is None or i in only}
        self.trials_seen: dict[str, int] = {}
        """A bit for each trial that predictions were found of, by the ids of their items."""
        self.health = Health()

    @property
    def is_as_selected(self) -> bool:
        """Whether this is about all items that its header selects."""
        return len(self.items) == len(self._match.items)

    def __iter__(self) -> Iterator[Grade]:
        """Yield the grade of each sound prediction; note a finding for each other one."""
        return self.graded()

    def graded(self, share: int = 0, shares: int = 1) -> Iterator[Grade]:
        """Yield the grades of the lines whose number leaves *share* when divided by *shares*; read all of them."""
        for line, record, tokens in self._counted():
            if line % shares != share:
                continue
            item_id, _ = self.track.identity(record)
            grader = self._graders.of(item_id, self.items[item_id])
            try:
                grade = grader(record)
            except PredictionError as error:
                self._reader.error(line, f"{item_id}: {error}", error.path)
            else:
                self.health.grade(self.track, self.items[item_id], line, record, grade)
                if tokens is not None and isinstance(record, Answer):
                    most = self.header.system.params.get("max_tokens")
                    priciest = record.priciest(tokens)
                    limit = record.cut_at(priciest, most if isinstance(most, int) else None)
                    grade = replace(grade, tokens=priciest, limit=limit)
                yield grade

    def records(self) -> Iterator[tuple[int, Any]]:
        """Yield each prediction that belongs into the submission, with its line number; grade none."""
        for line, record, _ in self._counted():
            yield line, record

    def _counted(self) -> Iterator[tuple[int, Any, Tokens | None]]:
        """Yield line number, prediction and its tokens where they count, as ``Health.add`` says."""
        for line, record in self._reader.body(Header, "a prediction"):
            self._on_prediction()
            item_id, trial = self.track.identity(record)
            problem = self._note(item_id, trial)
            if problem is not None:
                self._reader.error(line, problem[1], problem[0])
            elif item_id in self.items:
                yield line, record, self.health.add(self.track, self.items[item_id], record)

    @property
    def sha256(self) -> str:
        """The sha256 of the file as it is on disk, known when an iteration has ended."""
        return self._reader.sha256

    def _note(self, item_id: str, trial: int) -> tuple[str, str] | None:
        """Mark a prediction as seen; return the JSON path and the problem if it must not be there."""
        if item_id not in self._match.items:
            now = self._match.superseded.get(item_id)
            hint = nearest(item_id, self._match.items) if now is None else f" (corrected, now {now!r})"
            which = f"{'the selection of ' * (self.header.selection is not None)}{', '.join(self.header.splits)}"
            return "$.item_id", f"found {item_id!r}{hint}, expected an item of {which}"
        if trial >= self.header.trials:
            return "$.trial", f"found {trial}, expected less than the header's {self.header.trials} trials"
        trials = self.trials_seen.get(item_id, 0)
        if trials >> trial & 1:
            return "$.item_id", f"found {item_id!r} with trial {trial} again, expected it once"
        self.trials_seen[item_id] = trials | 1 << trial
        return None

    def missing(self) -> list[tuple[str, int]]:
        """Return (item id, number of missing trials) for each item that lacks some."""
        counts = ((item_id, self.trials_seen.get(item_id, 0).bit_count()) for item_id in self.items)
        return [(item_id, self.header.trials - count) for item_id, count in counts if count < self.header.trials]

    @property
    def errors(self) -> list[Finding]:
        """The findings that make the submission unfit for scoring."""
        return list(self._reader.errors)


def read(path: Path) -> tuple[Header, list[Record]]:
    """Return header and predictions of the submission at *path*, held against no release; none is graded.

    Raises ``RecordError`` when lines are not what a submission holds, ``UnknownName`` for a track that there is not.
    """
    reader: jsonl.Reader[Any] = jsonl.Reader(path, Header)
    header: Header = reader.header(REFUSAL)
    reader.accept(*catalogue.load(header.track).accepted())
    predictions = [record for _, record in reader.body(Header, "a prediction")]
    if reader.errors:
        raise RecordError(f"{path} is damaged", reader.errors)
    return header, predictions


def open_submission(
    path: Path,
    release: Release,
    only: frozenset[str] | None = None,
    cache: ItemCache | None = None,
    *,
    trusted: bool = False,
) -> Submission:
    """Open the submission at *path*, with *only* some of its items; all of them by default.

    In a *trusted* one, whose hash was verified, the moves of opponents are not computed again.

    Items and graders come from *cache*, which is one of *release*; without it they are made for this submission alone.
    Raises ``RecordError`` when its header does not fit *release*, ``DatasetError`` when *release* itself is unfit for
    scoring, ``UnknownName`` for ids in *only* that its splits do not hold.
    """
    reader: jsonl.Reader[Any] = jsonl.Reader(path, Header)
    header = reader.header(REFUSAL)
    if header.track == "games" and header.splits == ("ladder",):
        raise RecordError(f"{path} contains ladder matches; use: interplay ladder report {path}")
    match = match_of(header, release, path, cache)
    for item_id in sorted(only or ()):
        if item_id not in match.items:
            splits = ", ".join(match.header.splits)
            raise UnknownName(f"no item {quoted(item_id)}{nearest(item_id, match.items)} in {splits}")
    track = match.track
    reader.accept(*track.accepted())
    reader.findings[:0] = match.findings
    if cache is not None:
        cache.opened[path] = reader
    is_changed = header.selection is not None and bool(header.selection.options)
    is_shared = cache is not None and not is_changed
    graders = cache.graders(track, trusted=trusted) if cache and is_shared else Graders(track, trusted=trusted)
    return Submission(reader, match, graders, only, noop if cache is None else cache.on_prediction)


def health_of(path: Path, release: Release) -> list[str]:
    """Return what is wrong with many of the predictions of a submission, in words; they are graded for it."""
    submission = open_submission(path, release)
    for _ in submission if submission.header.system.provider != BOTS else ():
        pass
    return submission.health.warnings(submission.header, submission.track)


def read_header(path: Path) -> Header:
    """Return the header of a submission; raise ``RecordError`` when the first line is none."""
    return jsonl.Reader(path, Header).header(REFUSAL)


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
