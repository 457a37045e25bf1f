"""Replies of one's own, without a header, as the records of a submission: rows of an item's id and a response.

A reply goes through the driver of its track as a model's would, so that the record is the one that a run writes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from interplay.core.driver import Done, Reply, advance, begin
from interplay.core.errors import DatasetError, InterplayError, RecordError, UnknownName
from interplay.core.records import Finding, Header, Record, System
from interplay.core.release import Release
from interplay.core.text import counted, nearest, quoted, whole
from interplay.submissions.rows import Row
from interplay.submissions.writing import header_for, splits_of
from interplay.systems import chat, completion
from interplay.tracks import catalogue
from interplay.tracks.base import Track
from interplay.tracks.single_turn import SingleTurn

IDS: Final = ("item_id", "custom_id", "id")
TEXTS: Final = ("finish_reason", "reasoning", "error")
COLUMNS: Final = (*IDS, "response", "trial", *TEXTS, "usage", "prompt_tokens", "completion_tokens", "budget", "record")
"""Columns that count; ``record`` only says what the line is."""
MAX_TRIALS = 10_000
MAX_CHARACTERS = 2**30
"""Characters of all replies of a file together, which are in memory until the submission is written."""
_EXAMPLES = 3


class NeedsPlayError(InterplayError):
    """An item that is asked more than once, so that one reply is no prediction."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """Header and predictions made of rows, and notes on what was ignored."""

    header: Header
    predictions: list[Record]
    notes: list[Finding]


def prediction_of(track: Track[Any, Any], item: Any, reply: Reply | str, trial: int = 0) -> Any:
    """Return the prediction of an item with a *reply*; a text is the reason why there is none.

    Raises ``NeedsPlayError`` for an item that is asked more than once.
    """
    if not isinstance(track, SingleTurn):
        raise NeedsPlayError(multi_turn(track.name))
    if isinstance(reply, str):
        return track.failed(item, trial, reply)
    steps = track.episode(item, trial)
    begin(steps)
    step = advance(steps, reply)
    if not isinstance(step, Done):
        raise NeedsPlayError(multi_turn(track.name, f"{quoted(item.item_id)} of {track.name}"))
    return step.prediction


def multi_turn(track: str, subject: str = "") -> str:
    """Return why replies to a track cannot be submitted one by one, and how to play it."""
    probes = "\nIts probes are asked once: interplay.grade(row, reply) grades one of them." * (track == "scorekeeping")
    return (
        f"{subject or track} is played in turns: each prompt depends on the previous reply. Play it with a function:\n"
        f'  items = interplay.load_items("{track}")\n'
        "  predictions = [interplay.play(item, chat) for item in items]\n"
        f'  interplay.write_submission("mine.jsonl", predictions, name="my-model"){probes}'
    )


def tracks_with(release: Release, item_ids: Iterable[str]) -> list[str]:
    """Return the tracks that have items with one of these ids."""
    wanted, names = set(item_ids), []
    for track in map(catalogue.load, catalogue.names()):
        try:
            if any(track.item_id(item) in wanted for item in track.items(release)):
                names.append(track.name)
        except DatasetError:  # a dataset without this track
            continue
    return names


def id_of(row: Mapping[str, object]) -> object:
    """Return the id of a row's item, ``None`` where it has none."""
    return next((row[key] for key in IDS if row.get(key) not in (None, "")), None)


def collect(
    rows: Iterable[Row],
    release: Release,
    track_name: str,
    *,
    name: str,
    source: str,
    splits: Sequence[str] = (),
    notes: Sequence[Finding] = (),
) -> Submitted:
    """Return the submission of the system *name* that *rows* make, of the items of *splits* alone.

    Without *splits* it is about the headline's splits, where *rows* have any of these, and else about those of *rows*.
    *source* is what findings call the rows; *notes* are findings of reading them, complete at their end. Raises
    ``RecordError`` for rows that are no replies to items of the track and for tracks that are played in turns,
    ``UnknownName`` for an unknown track or split, ``OutputError`` for a name that no header may have.
    """
    table = _Rows(release, track_name, splits, source)
    for line, row in rows:
        table.add(line, row)
    return table.submitted(name, notes)


class _Rows:
    """Rows on their way into a submission."""

    def __init__(self, release: Release, track_name: str, splits: Sequence[str], source: str) -> None:
        self.track = catalogue.load(track_name)
        if not isinstance(self.track, SingleTurn):
            raise RecordError(multi_turn(track_name))
        known = release.track(track_name).splits
        for split in splits:
            if split not in known:
                raise UnknownName(f"unknown split {quoted(split)}{nearest(split, known)}; there are {', '.join(known)}")
        self.release, self.source, self.splits, self.asked = release, source, splits, splits
        self.main_splits = self.track.main_splits(known)
        self.items = {self.track.item_id(item): item for item in self.track.items(release)}
        self.errors, self.ignored, self.left_out = list[Finding](), dict[str, None](), dict[str, int]()
        self.strangers: dict[str, int] = {}
        self.predictions: list[Any] = []
        self.reply_errors: list[Finding] = []
        self._lines: dict[tuple[str, int], int] = {}
        self._size = 0

    def add(self, line: int, row: Mapping[str, object]) -> None:
        """Take in a row, or note what is wrong with it."""
        if len(self.ignored) < 2 * len(COLUMNS):
            self.ignored |= dict.fromkeys(str(key) for key in row if key not in COLUMNS)
        item_id = id_of(row)
        if not isinstance(item_id, str):
            kind = "no column item_id (or id, custom_id)" if item_id is None else "an id that is not text"
            self._error(line, f"found {kind}; the columns are {_named(row)}")
            return
        item_id, trial = self._identity(item_id, row)
        if trial is None:
            self._error(line, f"found a trial that is not a number from 0 to {MAX_TRIALS - 1:,}")
        elif item_id not in self.items:
            self.strangers.setdefault(item_id, line)
        elif not self._takes(split := self._split(item_id)):
            self.left_out[split] = self.left_out.get(split, 0) + 1
        elif first := self._lines.get((item_id, trial)):
            message = f"found {quoted(item_id)} in lines {first:,} and {line:,}, expected it once"
            self.reply_errors.append(self._finding(line, f"{message}; further samples need a column trial (0, 1, ...)"))
        else:
            self._lines[item_id, trial] = line
            self._answer(line, row, self.items[item_id], trial)

    def _split(self, item_id: str) -> str:
        return self.track.where(self.items[item_id])["split"]

    def _takes(self, split: str) -> bool:
        """Return whether items of *split* count: the first one of a split of the headline leaves out other splits."""
        if not self.splits and split in self.main_splits:
            self.splits = self.main_splits
            self.left_out = dict(Counter(self._split(item_id) for item_id, _ in self._lines))
            self.predictions, self.reply_errors, self._lines = [], [], {}
        return not self.splits or split in self.splits

    def _identity(self, item_id: str, row: Mapping[str, object]) -> tuple[str, int | None]:
        """Return item and trial of a row; batch services need ids that differ, so that ID#1 is trial 1 of ID."""
        value = row.get("trial")
        if item_id not in self.items and value is None:
            name, _, number = item_id.rpartition("#")
            item_id, value = (name, number) if name in self.items else (item_id, None)
        if value is None or value == "":
            return item_id, 0
        if isinstance(value, str):
            value = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else None
        whole_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < MAX_TRIALS
        return item_id, int(value) if whole_number and value == int(value) else None  # type: ignore[call-overload]

    def _answer(self, line: int, row: Mapping[str, object], item: Any, trial: int) -> None:
        try:
            reply = reply_of(row)
            self._size += len(reply if isinstance(reply, str) else reply.text + reply.reasoning)
            if self._size > MAX_CHARACTERS:
                raise RecordError(f"found replies of more than {MAX_CHARACTERS:,} characters in total; submit fewer")
            prediction = prediction_of(self.track, item, reply, trial)
        except NeedsPlayError:
            kind = "found a reply to an item of several turns: use interplay.play, or omit it (--split)"
            self.reply_errors.append(self._finding(line, kind))
        except ValueError as error:
            self.reply_errors.append(self._finding(line, str(error)))
        else:
            budget = row.get("budget")
            if hasattr(prediction, "budget") and isinstance(budget, int) and 0 <= budget < 2**31:
                prediction = msgspec.structs.replace(prediction, budget=budget)
            self.predictions.append(prediction)

    def _error(self, line: int | None, message: str) -> None:
        self.errors.append(self._finding(line, message))

    def _finding(self, line: int | None, message: str, severity: Literal["error", "warning"] = "error") -> Finding:
        return Finding(severity=severity, file=self.source, line=line, message=message)

    def submitted(self, name: str, notes: Sequence[Finding]) -> Submitted:
        """Return the submission; raise ``RecordError`` for what is wrong with the rows, or was while they were read."""
        self.errors += self.reply_errors
        self._refuse_strangers()
        self.errors += [note for note in notes if note.severity == "error"]
        if not self.errors and not self.predictions:
            self._error(None, "found no replies, expected at least one")
        if self.errors:
            raise RecordError(f"{self.source} is not a submission", self.errors)
        splits = self.asked or splits_of(self.release, self.track.name, self.predictions)
        trials = 1 + max(prediction.trial for prediction in self.predictions)
        header = header_for(self.release, self.track.name, System(name=name), splits=splits, trials=trials)
        columns = f"ignored the column{'s' * (len(self.ignored) > 1)} {_named(self.ignored)}" if self.ignored else ""
        ignored = [self._finding(None, m, "warning") for m in (columns, self._others()) if m]
        return Submitted(header, self.predictions, [*notes, *ignored])

    def _others(self) -> str:
        count = counted(sum(self.left_out.values()), "replies")
        if self.asked or not self.left_out:
            return f"ignored {count} to items of other splits" if self.left_out else ""
        others, advice = " and ".join(self.left_out), " ".join(f"--split {split}" for split in self.left_out)
        main = f"the headline is about {', '.join(self.main_splits)}"
        return f"left out {count} to items of the split {others}: {main}; {advice} (in Python splits=) scores them"

    def _refuse_strangers(self) -> None:
        """Note the error that names ids which the track does not have."""
        if not self.strangers:
            return
        first = list(self.strangers)[:_EXAMPLES]
        others = tracks_with(self.release, first)
        hints = ", ".join(quoted(i) + ("" if others else nearest(i, self.items)) for i in first)
        count, more = counted(len(self.strangers), "ids"), ", …" if len(self.strangers) > len(first) else ""
        message = f"found {count} that the track {self.track.name} does not have: {hints}{more}"
        if others:
            message += f"; these ids belong to the track {' or '.join(others)}"
        self._error(self.strangers[first[0]], message)


def reply_of(row: Mapping[str, object]) -> Reply | str:
    """Return the reply of a row, or the reason why there is none; raise ``ValueError`` for what is neither."""
    response = row.get("response")
    if "custom_id" in row and (response is None or isinstance(response, Mapping)):
        return _of_batch(row, response or {})
    error, texts = row.get("error"), {key: _text(row, key) for key in TEXTS}
    if "response" not in row and not error:
        raise ValueError(f"found no column response{nearest('response', row)}; the columns are {_named(row)}")
    if isinstance(response, chat.Reply):
        return chat.reply_of(response)
    if texts["error"] or response is None:
        return texts["error"] or "no response"
    if not isinstance(response, str):
        raise ValueError(f"found a response of type {type(response).__name__}, expected text")  # noqa: TRY004  of one kind
    usage = row.get("usage")
    if isinstance(usage, str) and usage:  # CSV
        try:
            usage = msgspec.json.decode(usage)
        except (msgspec.DecodeError, RecursionError):
            raise ValueError("found a usage that is not a JSON object") from None
    counts = {key: row[key] for key in ("prompt_tokens", "completion_tokens") if row.get(key) is not None}
    reasoning, reason = texts["reasoning"], texts["finish_reason"]
    return chat.reply_of(chat.Reply(whole(response), reason or None, counts or usage, reasoning))


def _of_batch(row: Mapping[str, object], response: Mapping[str, object]) -> Reply | str:
    """Return the reply in a line of a batch service's output, or the reason that it gives for having none."""
    body = response.get("body")
    problem = row.get("error") or (body.get("error") if isinstance(body, Mapping) else None)
    if problem:
        message = problem.get("message") if isinstance(problem, Mapping) else problem
        return f"the batch service answered: {whole(str(message))[:1_000]}"
    try:
        return completion.read(msgspec.json.encode(body))
    except (completion.NoCompletion, RecursionError) as error:
        raise ValueError(f"found no chat completion in response.body: {str(error)[:200]}") from None


def _text(row: Mapping[str, object], key: str) -> str | None:
    value = row.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"found a {key} of type {type(value).__name__}, expected text")  # noqa: TRY004  of one kind
    return whole(value)


def _named(row: Mapping[str, object]) -> str:
    names = [quoted(str(key)) for key in row]
    return (", ".join(names[:8]) + (", …" if len(names) > 8 else "")) or "no columns"
