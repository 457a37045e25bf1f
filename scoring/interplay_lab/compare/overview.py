"""Systems compared on several tracks: the submissions of each, and one table with a line a track."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from interplay.core.errors import RecordError
from interplay.core.intervals import FEWEST
from interplay.core.records import Record
from interplay.core.release import Release
from interplay.core.text import noop, quoted
from interplay.submissions.files import UNFINISHED, OnProgress, expanded
from interplay.submissions.reading import read_header
from interplay.tables.numbers import UNDEFINED, p_value
from interplay.tables.references import is_above
from interplay.tables.table import Kind, Table, tabulate
from interplay.tracks.catalogue import order
from interplay_lab.compare.compare import Plan, compared
from interplay_lab.compare.reading import graded
from interplay_lab.compare.records import Comparison, Difference
from interplay_lab.compare.tables import OPEN, difference

FORMAT: Final = "interplay-overview/1"


@dataclass(frozen=True)
class Group:
    """The submissions of one system, by track; ``name`` is what tables call it."""

    name: str
    files: dict[str, Path]


class Overview(Record, frozen=True):
    """Comparisons of the same systems, one a track, without parts; ``notes`` are the tracks that were left out."""

    format: Literal["interplay-overview/1"]
    systems: tuple[str, ...]
    tracks: tuple[Comparison, ...]
    notes: tuple[str, ...]


def groups(paths: Sequence[Path], on_note: Callable[[str], None] = noop) -> list[Group]:
    """Return the submissions in folders and files by system: a folder with a file a track is of one system.

    *on_note* is told which unfinished runs are left out. Raises ``RecordError`` for two files of a system on a track.
    """
    by_system: dict[tuple[str, str], dict[str, Path]] = {}
    for path in (path for path in paths if path.is_dir() or not path.name.endswith(UNFINISHED)):
        files = [(read_header(file), file) for file in expanded([path], on_note)]
        names = {header.system.name for header, _ in files}
        is_single = path.is_dir() and len({header.track for header, _ in files}) == len(files)
        folder = str(path) if path.is_dir() else ""
        for header, file in files:
            name = folder if is_single and len(names) > 1 else header.system.name
            tracks = by_system.setdefault((folder, name), {})
            if header.track in tracks:
                twice = f"{tracks[header.track]} and {file} are both of {quoted(name)} on {header.track}"
                raise RecordError(f"{twice}; name one of them, or compare files on one track")
            tracks[header.track] = file
    listed = [name for _, name in by_system]
    return [
        Group(name if listed.count(name) == 1 else f"{name} ({folder or 'files'})", files)
        for (folder, name), files in by_system.items()
    ]


def overview(
    systems: Sequence[Group], release: Release, *, allow_partial: bool = False, on_progress: OnProgress = noop
) -> Overview:
    """Return the comparisons on all tracks that two of the *systems* have; raise ``RecordError`` where there is none.

    *on_progress* is called with the numbers of tracks done and of all.
    """
    tracks = sorted({track for system in systems for track in system.files}, key=order)
    notes, comparisons = [], []
    for number, track in enumerate(tracks):
        on_progress(number, len(tracks))
        having = [system for system in systems if track in system.files]
        if len(having) < 2:
            notes.append(f"{track}: only {having[0].name} has it")
            continue
        if len(having) < len(systems):
            notes.append(f"{track}: without {', '.join(s.name for s in systems if track not in s.files)}")
        files, labels = [system.files[track] for system in having], [system.name for system in having]
        table = graded(files, [release] * len(files), allow_partial=allow_partial, labels=labels)
        comparisons.append(compared(table, release, Plan(by=())))
    if not comparisons:
        raise RecordError(f"there is nothing to compare: no track is in two of {', '.join(s.name for s in systems)}")
    return Overview(FORMAT, tuple(system.name for system in systems), tuple(comparisons), tuple(notes))


def table(result: Overview) -> Table:
    """Return a line a track, and where there are more than two systems a line a pair in each."""
    is_pair = len(result.systems) == 2
    rows = []
    for comparison in result.tracks:
        scores = {system.label: system.text.partition(" [")[0] for system in comparison.systems}
        for pair in comparison.differences:
            value = difference(comparison, pair)
            names = (pair.first, pair.second)
            cells = tuple(scores[name] for name in names) if is_pair else (" - ".join(names),)
            rows.append((comparison.track, *cells, f"{comparison.items:,}", value, p_value(pair.p), _verdict(pair)))
    middle = result.systems if is_pair else ("pair",)
    headings = ("track", *middle, "items", f"difference [{result.tracks[0].percent}%]", "p", "verdict")
    kinds: dict[str, Kind] = dict.fromkeys(middle, "named") if is_pair else {"pair": "text"}
    return tabulate(headings, rows, kinds={**kinds, "verdict": "text"})


def sentences(result: Overview) -> Iterator[str]:
    """Yield what the table does not say."""
    first, second = result.systems[:2] if len(result.systems) == 2 else ("the first", "the second")
    below = {comparison.track: _not_above(comparison) for comparison in result.tracks}
    if any(below.values()):
        names = "; ".join(f"{track}: {', '.join(labels)}" for track, labels in below.items() if labels)
        yield f"Not shown above the uninformed baseline (lower bound above 0, in horizon the lowest level): {names}."
    pairs = "" if len(result.systems) == 2 else ", adjusted for all pairs of systems (max-t)"
    yield (
        f"difference: {first} minus {second}, in points (horizon: in doublings of the number of operations), on the "
        f"items that all have. higher, lower: significant at 5%, by sign flips, for each track alone{pairs} (horizon: "
        f"by the posterior of the difference{pairs and ' and Holm'}); "
        f"{OPEN}: no significant difference."
    )
    for comparison in result.tracks:
        reasons = dict.fromkeys(pair.reason for pair in comparison.differences if pair.value is None and pair.reason)
        yield from (f"{comparison.track}, no difference: {reason}." for reason in reasons)
        yield from (f"{comparison.track}: {note}." for note in comparison.notes)
    yield from (f"left out: {note}." for note in result.notes)


def _not_above(comparison: Comparison) -> list[str]:
    is_h50, is_few = comparison.unit == "levels", comparison.clusters < FEWEST
    return [s.label for s in comparison.systems if is_few or not is_above(s.value, s.low, s.text if is_h50 else None)]


def _verdict(pair: Difference) -> str:
    if pair.p is None or pair.value is None:
        return UNDEFINED
    return OPEN if not pair.is_apart else "higher" if pair.value > 0 else "lower"
