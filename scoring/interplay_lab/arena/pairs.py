"""One ordered pair of an arena: read its submission and play its missing matches."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Header, Record
from interplay.core.text import noop
from interplay.running.budget import Budget
from interplay.running.journal import Journal, differences, journal_path
from interplay.running.options import Chosen, RunSpec
from interplay.running.run import Finished, Trials
from interplay.submissions import reading
from interplay.submissions.counting import OnProgress
from interplay.submissions.selection import rule_of
from interplay.tracks.games.records import Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.entrants import Entrant

Matches = Mapping[str, Prediction]
"""Item id -> the match."""
OnStart = Callable[[Mapping[tuple[str, int], Record]], None]


def read(path: Path, header: Header, chosen: Chosen) -> Matches:
    """Return the matches in the submission at *path*, none if it does not exist.

    Raises ``OutputError`` if it belongs to another run, ``RecordError`` if it is damaged.
    """
    if not path.exists():
        return {}
    submitted, records = reading.read(path)
    differs = differences(submitted, header)
    if submitted.selection is None or header.selection is None or not _have_same_items(submitted, header):
        differs.append("it is about other items")
    if differs:
        raise OutputError(f"{path} is the submission of another run ({'; '.join(differs)}); choose another -o")
    matches = {record.item_id: record for record in records if isinstance(record, Prediction)}
    if len(matches) != len(records) or not matches.keys() <= chosen.places.keys():
        raise RecordError(f"{path} is damaged: found matches twice, or of other items; delete it to play them again")
    return {item_id: match for item_id, match in matches.items() if match.error is None}


async def play(
    path: Path,
    header: Header,
    seats: tuple[Entrant, Entrant],
    chosen: Chosen,
    known: Matches,
    concurrency: int,
    budget: Budget,
    on_progress: OnProgress,
    on_start: OnStart = noop,
) -> tuple[Matches, list[str]]:
    """Play the matches of *chosen* that *known* lacks, and write the submission; return its matches and any failures.

    A journal beside *path* keeps replies until the submission is written, so that none is paid for twice. Errors of
    the systems are raised. *on_start* is called with the matches by item and trial, which grow.
    """
    journal = Journal(journal_path(path), header)
    try:
        earlier = Finished(None, {(item_id, 0): match for item_id, match in known.items()})
        agents = {SYSTEM: seats[0].agent, RIVAL: seats[1].agent}
        trials = Trials(TRACK, chosen, agents, RunSpec(concurrency=concurrency), journal, earlier, on_progress, budget)
        on_start(trials.done)
        await trials.run()
        trials.write(path, header)
    finally:
        journal.close()
    matches = {match.item_id: match for match in trials.done.values() if isinstance(match, Prediction)}
    return matches, trials.failures


def _have_same_items(first: Header, second: Header) -> bool:
    """Return whether two headers are about samples of the same items, of whatever sizes."""
    if first.selection is None or second.selection is None or first.splits != second.splits:
        return False
    a, b = (msgspec.structs.replace(rule_of(s), sample=None) for s in (first.selection, second.selection))
    return a == b
