"""Submissions that are to be compared: graded over the items and trials that all of them have."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from interplay.core.errors import RecordError
from interplay.core.records import Finding, Header
from interplay.core.release import Release
from interplay.core.reports import Metric
from interplay.core.text import counted, noop, quoted
from interplay.ratings.matches import Match
from interplay.ratings.submissions import match_of
from interplay.scoring.groups import groups
from interplay.scoring.tally import Tally
from interplay.submissions import coverage, selection
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import OnProgress, copies, counter
from interplay.submissions.reading import Submission, open_submission, read_header
from interplay.tracks.games.records import Item as GameItem

MOST = 50
"""Submissions that are compared at once: 1,225 pairs."""


@dataclass
class Entry:
    """One submission: what tables call its system, its grades over the common items, and what was found."""

    label: str
    path: Path
    submission: Submission
    tally: Tally
    matches: list[Match] = field(default_factory=list)

    @property
    def header(self) -> Header:
        """The header of the submission."""
        return self.submission.header

    @property
    def is_deterministic(self) -> bool:
        """Whether this is a bot with the same score on every item by construction."""
        return self.header.system.name in {f"bot-{name}" for name in self.submission.track.deterministic}

    def headline(self) -> Metric:
        """Return the headline over the common items, as ``score`` has it."""
        return groups(self.tally, self.tally.means(), ((),), deterministic=self.is_deterministic)[0].metrics[0]


@dataclass(frozen=True)
class Table:
    """Entries over the same items; ``notes`` say what was left out."""

    entries: tuple[Entry, ...]
    trials: int
    notes: tuple[str, ...]
    warnings: tuple[Finding, ...]


def graded(
    paths: Sequence[Path],
    releases: Sequence[Release],
    *,
    allow_partial: bool = False,
    labels: Sequence[str] = (),
    on_progress: OnProgress = noop,
) -> Table:
    """Return the submissions at *paths*, graded over what they have in common.

    *releases* has the one of each path. *labels* are what systems are called; by default their names. *on_progress* is
    called with the numbers of predictions read and of all. Raises ``RecordError`` for what cannot be compared: other
    tracks, other options of the games' rules, the same file twice, no item in common, or a submission that cannot be
    scored.
    """
    warnings = copies(paths)
    headers = [read_header(path) for path in paths]
    _refuse_others(paths, headers)
    on_prediction = counter(paths, on_progress)
    caches = {id(release): ItemCache(release, on_prediction) for release in releases}
    places = [*zip(paths, releases, strict=True)]
    whole = [open_submission(path, release, cache=caches[id(release)]) for path, release in places]
    common = _common(whole)
    trials = min(header.trials for header in headers)
    named = labels or _labels(headers, paths)
    entries = []
    for label, (path, release) in zip(named, places, strict=True):
        submission = open_submission(path, release, common, caches[id(release)])
        entries.append(_entry(label, path, submission, trials, allow_partial=allow_partial))
    findings = [f for entry in entries for f in (*entry.submission.findings, *coverage.advice(entry.submission))]
    items, few = f"{counted(len(common), 'items')} in common", f"first {counted(trials, 'trials')} of each item"
    notes = [
        *_restricted(items, len(common), named, [len(submission.items) for submission in whole]),
        *_restricted(few, trials, named, [header.trials for header in headers]),
    ]
    return Table(tuple(entries), trials, tuple(notes), (*warnings, *findings))


def _refuse_others(paths: Sequence[Path], headers: Sequence[Header]) -> None:
    first, begun = headers[0], paths[0]
    for path, header in zip(paths[1:], headers[1:], strict=True):
        if header.track != first.track:
            tracks = f"{begun} is a submission on {quoted(first.track)}, {path} one on {quoted(header.track)}"
            raise RecordError(f"{tracks}; compare submissions on one track at a time")
        if _options(header) != _options(first):
            clash = f"{begun} was played with {_options(first)}, {path} with {_options(header)}"
            section = 'interplay analyse --paper gamebench --only "Section 5" compares twins and guides'
            advice = section if "twin=" in clash or "guide=" in clash else "run one again with the other's options"
            raise RecordError(f"{clash}; these are different items: {advice}")
        if _rival(header) != _rival(first):
            clash = f"{begun} was played against {_rival(first)}, {path} against {_rival(header)}"
            raise RecordError(f"{clash}; compare submissions against the same opponents, or use interplay rate")


def _options(header: Header) -> str:
    changed = {} if header.selection is None else header.selection.options
    return ", ".join(selection.option_named(*pair) for pair in sorted(changed.items())) or "the dataset's own options"


def _rival(header: Header) -> str:
    return "no rival" if header.rival is None else quoted(header.rival.name)


def _common(whole: Sequence[Submission]) -> frozenset[str]:
    ids = [frozenset(submission.items) for submission in whole]
    common = frozenset.intersection(*ids)
    if not common:
        about = "; ".join(f"{s.path}: {', '.join(s.header.splits)}, {len(s.items):,} items" for s in whole)
        several = len({s.header.splits for s in whole}) > 1
        advice = "run the same split with all of them (--split)" if several else "run the same items"
        raise RecordError(f"nothing to compare: no item is in all submissions ({about}); {advice}")
    return common


def _labels(headers: Sequence[Header], paths: Sequence[Path]) -> list[str]:
    """Return what systems are called: their names, those that several share with their file, or a number."""
    names = [header.system.name for header in headers]
    shared = [f"{n} ({p.name})" if names.count(n) > 1 else n for n, p in zip(names, paths, strict=True)]
    return [f"{name} [{n + 1}]" if shared.count(name) > 1 else name for n, name in enumerate(shared)]


def _entry(label: str, path: Path, submission: Submission, trials: int, *, allow_partial: bool) -> Entry:
    tally = Tally(submission)
    tally.trials = trials
    entry = Entry(label, path, submission, tally)
    system = msgspec.structs.replace(submission.header.system, name=label)
    header = msgspec.structs.replace(submission.header, system=system)
    for grade in submission:
        if grade.trial >= trials:
            continue
        tally.add(grade)
        item = submission.items[grade.item_id]
        match = match_of(header, item, grade) if isinstance(item, GameItem) else None
        entry.matches += [] if match is None else [match]
    coverage.refuse(submission, allow_partial=allow_partial)
    return entry


def _restricted(to: str, number: int, labels: Sequence[str], counts: Sequence[int]) -> list[str]:
    """Return a line on the *number* of items or trials that counts, where some of *counts* differ from it."""
    detail = ", ".join(f"{count:,} in {label}" for label, count in zip(labels, counts, strict=True))
    return [] if all(count == number for count in counts) else [f"restricted to the {to}: {detail}"]
