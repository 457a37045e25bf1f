"""One ordered pair of an arena: its submission, brought up to a sweep."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.running.budget import Budget
from interplay.running.finished import Finished
from interplay.running.journal import Journal, differences, journal_path
from interplay.running.options import Chosen, RunOptions
from interplay.running.run import Trials
from interplay.submissions import reading, writing
from interplay.submissions.selection import rule_of
from interplay.tracks.games.records import Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.entrants import Entrant

Matches = Mapping[str, Prediction]
"""Item id -> the match."""
Tell = Callable[[int, int], None]


def header_of(release: Release, first: Entrant, second: Entrant, chosen: Chosen) -> Header:
    """Return the header of the matches in which *first* is the system and *second* its rival."""
    return writing.header_for(
        release,
        TRACK.name,
        first.agent.system,
        splits=chosen.splits,
        rival=second.agent.system,
        selection=chosen.selection,
    )


def held(path: Path, header: Header, chosen: Chosen) -> Matches:
    """Return the matches that the submission at *path* holds, none where there is none.

    Raises ``OutputError`` when it is another run's, ``RecordError`` when it is damaged.
    """
    if not path.exists():
        return {}
    found, records = reading.read(path)
    differs = differences(found, header)
    if found.selection is None or header.selection is None or not _is_sample_of_one(found, header):
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
    tell: Tell,
) -> tuple[Matches, list[str]]:
    """Play what *known* lacks of *chosen*, and write the submission; return its matches, and failures instead of it.

    Replies are in the journal beside *path* until it is written, so that none is paid for twice. Raises what asking
    raises.
    """
    journal = Journal(journal_path(path), header)
    try:
        earlier = Finished(None, {(item_id, 0): match for item_id, match in known.items()})
        agents = {SYSTEM: seats[0].agent, RIVAL: seats[1].agent}
        options = RunOptions(concurrency=concurrency)
        trials = Trials(TRACK, chosen, agents, options, journal, earlier, tell, budget)
        await trials.run()
        trials.write(path, header)
    finally:
        journal.close()
    found = {one.item_id: one for one in trials.done.values() if isinstance(one, Prediction)}
    return found, trials.failures


def _is_sample_of_one(found: Header, header: Header) -> bool:
    """Return whether two headers are about samples, small or large, of the same items."""
    if found.selection is None or header.selection is None or found.splits != header.splits:
        return False
    one, other = (msgspec.structs.replace(rule_of(s), sample=None) for s in (found.selection, header.selection))
    return one == other
