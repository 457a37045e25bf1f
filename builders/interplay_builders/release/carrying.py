"""Carry kept submissions over to a release with new prompts, where the answers are the same (note 0093)."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from interplay.core import canonical
from interplay.core.errors import DatasetError, UnknownName
from interplay.core.records import Header, Record, Rule, Selection
from interplay.core.release import Release, content, read_manifest
from interplay.submissions import reading, selection, sizes, writing
from interplay.tracks import catalogue
from interplay.tracks.base import PredictionError
from interplay_builders.release import baselines

Row = Mapping[str, Any]
Rows = Mapping[str, Row]

ASKED = frozenset({"messages", "requests", "initial_prompt", "suffixes", "text"})
"""Keys of texts that a model is shown."""
GRADED = frozenset({"checks", "planted", "penalty", "blind", "scale", "edge"})
"""Keys of how replies are graded. They are graded anew, so this may change."""
DESCRIBED = frozenset(
    {"canary", "item_id", "split", "task", "task_id", "script_type", "hard", "decided_by", "strategies", "method"}
)
"""Keys of what items are called and how they are described."""
NOT_COMPARED = ASKED | GRADED | DESCRIBED
LEAST_SHARED = 0.8
"""The share of a prompt's word triples that the new prompt must have if the rest of a row does not fix the question.

From 0.2.3 to 0.3.0 prompts of the same question share at least 0.86, and those about other company at most 0.78.
"""
LEAST_KEPT = 0.5
"""The share of its predictions that a submission must keep."""
CARRIED = re.compile(r"Replies to the prompts of release (\S+), carried over: [\d,]+ of ([\d,]+);[^.]*\.")


@dataclass(frozen=True)
class Former:
    """A dataset directory as it was before a release was written into it: its manifest, and its items by track.

    A track whose files differ from the manifest has no items.
    """

    release: Release
    rows: Mapping[str, Rows]

    def has_items_of(self, header: Header) -> bool:
        """Return whether a submission with this header was made with these items."""
        is_of_release = header.manifest_sha256 == self.release.manifest_sha256
        return bool(self.rows.get(header.track)) and (is_of_release or baselines.has_its_items(self.release, header))


def former(root: Path) -> Former | None:
    """Return what *root* holds now; nothing without a dataset."""
    try:
        release = Release(root, *read_manifest(root), modified=False)
    except DatasetError:
        return None
    known = {track.name for track in release.manifest.tracks} & {*catalogue.names()}
    return Former(release, {name: _rows(release, name) for name in sorted(known)})


def carry(before: Former, root: Path) -> Iterator[str]:
    """Write or remove each submission in *root* whose items have changed since *before*; yield what became of each."""
    release = Release(root, *read_manifest(root), modified=False)
    if before.release.manifest.name != release.manifest.name:
        return

    @cache
    def present_ids(track: str) -> dict[str, str]:
        return same(before.rows[track], _rows(release, track), release.superseded(track))

    for name, path, header in [*baselines.kept(release)]:
        if baselines.has_its_items(release, header):
            continue
        if not before.has_items_of(header):
            yield f"{name}: left as it is, since the items that it was made with are not here"
            continue
        result = _carried(path, header, before, release, present_ids(header.track))
        counts = f"{result.kept:,} of {result.of:,} predictions have items with the same answers"
        if result.kept < LEAST_KEPT * result.of or not result.kept:
            path.unlink()
            yield f"{name}: removed, since only {counts}"
        else:
            canonical.write_atomically(path, result.lines)
            yield f"{name}: carried over from release {header.release}; {counts}"


@dataclass(frozen=True)
class _Result:
    """The lines of a submission that was carried over, with the number of its predictions before and now."""

    lines: Sequence[bytes]
    kept: int
    of: int


def _carried(path: Path, header: Header, before: Former, release: Release, ids: Mapping[str, str]) -> _Result:
    """Return the predictions in *path* about those items that *ids* maps to items of *release*, under their ids."""
    track, rule = catalogue.load(header.track), header.selection
    splits = header.splits or before.release.track(track.name).splits
    options = {} if rule is None else rule.options
    rows = before.rows[track.name]
    asked = {ids[old] for old, row in rows.items() if old in ids and row.get("split") in splits}
    all_items = [*track.items(release)]
    now = {track.where(item)["split"] for item in all_items if track.item_id(item) in asked}  # splits may be renamed
    every = [item for item in all_items if track.where(item)["split"] in now]
    items = {track.item_id(item): item for item in selection.altered(track, every, options)}
    present = {old: new for old, new in ids.items() if new in items}
    records = reading.read(path)[1]
    moved = [structs.replace(r, item_id=present[i]) for r in records if (i := track.identity(r)[0]) in present]
    complete = _complete(track, moved, items, header.trials)
    kept = [record for record in moved if track.identity(record)[0] in complete]
    expected = sum(row.get("split") in splits for row in rows.values()) if rule is None else rule.items
    known = tuple(split for split in release.track(track.name).splits if split in now)
    if not complete or not known:
        return _Result((), 0, expected * header.trials)
    new = structs.replace(
        header,
        release=release.manifest.release,
        manifest_sha256=release.manifest_sha256,
        track_sha256=release.digest(track.name, known),
        splits=known,
        selection=_selection(track, every, rule, complete, known, release),
        notes=_notes(header, len(kept), expected * header.trials),
    )
    return _Result([*writing.lines(new, kept)], len(kept), expected * header.trials)


def same(before: Rows, now: Rows, superseded: Mapping[str, str]) -> dict[str, str]:
    """Return the id of each former item whose answer is the same now, with the id that the item has now."""
    present = {old: old for old, row in before.items() if old in now and _is_same(row, now[old])}
    taken = {*present.values()}
    for old, row in before.items():
        new = superseded.get(old, old)
        if old not in now and new in now and new not in taken and _is_same(row, now[new]):
            present[old] = new
            taken.add(new)
    return present


def _is_same(before: Row, now: Row) -> bool:
    """Return whether an item asks the same question: fields are equal, and for dialogues nearly all of the prompt."""
    if any(_compared(value) != _compared(now.get(key)) for key, value in before.items() if key not in NOT_COMPARED):
        return False
    if "setup" in before or "messages" not in before:  # these fix the question
        return True
    triples = _triples(before)
    return (triples & _triples(now)).total() >= LEAST_SHARED * triples.total()


def _compared(value: object) -> object:
    """Return a value without the texts in it, whose wording may change."""
    if isinstance(value, Mapping):
        return {key: _compared(inner) for key, inner in value.items() if key not in ASKED}
    return [_compared(inner) for inner in value] if isinstance(value, list) else value


def _triples(row: Row) -> Counter[tuple[str, ...]]:
    words = " ".join([*(message["content"] for message in row["messages"]), *row.get("requests", ())]).split()
    return Counter(zip(words, words[1:], words[2:], strict=False))


def _complete(track: selection.AnyTrack, records: Sequence[Record], items: Rows, trials: int) -> frozenset[str]:
    """Return the ids of the items that have a prediction for each trial, if all can be graded."""
    graders: dict[str, Callable[[Any], object]] = {}
    trials_of: dict[str, set[int]] = {}
    for record in records:
        item_id, trial = track.identity(record)
        if item_id not in graders:
            graders[item_id] = track.grader(items[item_id])
        with suppress(PredictionError):
            graders[item_id](record)
            trials_of.setdefault(item_id, set()).add(trial)
    return frozenset(item_id for item_id, done in trials_of.items() if len(done) == trials)


def _selection(
    track: selection.AnyTrack,
    every: Sequence[Any],
    former_rule: Selection | None,
    ids: Collection[str],
    splits: tuple[str, ...],
    release: Release,
) -> Selection | None:
    """Return the selection of *ids*: by the former rule if it still gives them, else by their names; none for all."""
    if former_rule is None and len(ids) == len(every):
        return None
    rules = [] if former_rule is None else [selection.rule_of(former_rule)]
    options = {} if former_rule is None else former_rule.options
    for rule in (*rules, Rule(options=options, ids=tuple(sorted(ids)))):
        with suppress(UnknownName):
            chosen = selection.chosen(track, every, rule)
            pinned = selection.pinned(track, chosen, rule)
            sizes.check(track.name, splits, track.main_splits(release.track(track.name).splits), pinned)
            if {track.item_id(item) for item in chosen} == set(ids):
                return pinned
    raise DatasetError(f"no selection of {track.name} gives the {len(ids):,} items that have replies")


def _notes(header: Header, kept: int, of: int) -> str:
    """Return the header's notes with a sentence about what was carried over, from the release of the prompts."""
    release, total = header.release, f"{of:,}"
    if earlier := CARRIED.search(header.notes):
        release, total = earlier.groups()
    others = CARRIED.sub("", header.notes).strip()
    sentence = (
        f"Replies to the prompts of release {release}, carried over: {kept:,} of {total}; "
        "the items' answers are the same."
    )
    return f"{others} {sentence}".strip()


def _rows(release: Release, name: str) -> dict[str, Row]:
    """Return the items of a track by id, as they are written; none where a file differs from the manifest."""
    rows: dict[str, Row] = {}
    track = catalogue.load(name)
    items = {item.__name__ for item in (track.item, *track.other_items)}
    for entry in release.manifest.files:
        if entry.track == name and entry.record in items:
            path = release.root / entry.path
            data = content(path) if path.is_file() else b""
            if canonical.sha256(data) != entry.sha256:
                return {}
            rows |= {row["item_id"]: row for row in map(msgspec.json.decode, data.splitlines())}
    return rows
