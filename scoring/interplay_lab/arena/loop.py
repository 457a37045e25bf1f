"""Sweeps of an arena: all ordered pairs in parallel, then ratings, until the stopping rule is met.

Each call starts with the first sweep and reads finished matches from the folder, so that the ratings and their order
are the same after any interruption.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import BudgetError, FatalModelError, OutputError, RecordError
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.running.budget import Budget, LimitError
from interplay.running.engine import Engine
from interplay.running.journal import Journal, differences, journal_path
from interplay.running.options import Chosen, OnStart, RunSpec
from interplay.running.run import Finished, Trials
from interplay.submissions import reading, writing
from interplay.submissions.files import OnProgress
from interplay.submissions.selection import rule_of
from interplay.systems.base import HUMAN
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.entrants import Entrant
from interplay_lab.arena.folder import Folder
from interplay_lab.arena.records import Arena
from interplay_lab.arena.schedule import Schedule
from interplay_lab.arena.stopping import Progress, Standing, StopRule, ordered_pairs

OnSweep = Callable[[Progress, int], None]


class Calls(Budget):
    """Counts requests; once closed, sends no more, while replies in flight are received and kept."""

    closed: LimitError | None = None

    def close(self, why: str) -> LimitError:
        """Send no more requests; return the error with the reason *why*."""
        self.closed = self.closed or LimitError(why, "once this is fixed")
        return self.closed

    def check(self) -> None:
        """Raise ``LimitError`` when no more requests may be sent."""
        if self.closed is not None:
            raise self.closed
        super().check()


@dataclass(frozen=True, slots=True)
class Hall:
    """The inputs of an arena's sweeps: its folder, systems, matches and limits.

    ``on_start`` is called as by a run for all pairs of a sweep, and for each again when it plays.
    """

    release: Release
    folder: Folder
    entrants: Sequence[Entrant]
    schedule: Schedule
    concurrency: int
    calls: Calls
    on_start: OnStart = noop


async def play(hall: Hall, arena: Arena, rule: StopRule, on_progress: OnProgress, on_sweep: OnSweep) -> Arena:
    """Play sweeps until *rule* is met; return the state that the folder then has.

    *on_progress* is called with the numbers of finished and of all matches, *on_sweep* with the progress after a sweep.
    Raises ``BudgetError`` if a limit is reached or a system does not answer; the same call then resumes.
    """
    names = tuple(entrant.name for entrant in hall.entrants)
    standing = Standing(names, hall.schedule.games, arena.until, rule)
    number = 0
    while arena.progress is None or arena.progress.status == "playing":
        number += 1
        sweep = _Sweep(hall, number, on_progress)
        try:
            await sweep.play()
        except BudgetError as error:
            hall.folder.write(replace(arena, open=f"{error}; {sweep.lacks()}"))
            raise
        progress = standing.add(sweep.added())
        state = "not finished" if progress.status == "playing" else ""
        total, more = sweep.total, sweep.more()
        arena = replace(arena, progress=progress, matches=total, more=more, judged=names, open=state)
        hall.folder.write(arena)
        on_sweep(progress, total)
    return arena


@dataclass(slots=True)
class _Pair:
    """An ordered pair of systems: its submission, and its matches up to a sweep, of which *done* are played.

    ``whole`` is the header of a submission with all matches that there are. ``matches`` may have more than ``chosen``,
    if they were played earlier among fewer systems.
    """

    seats: tuple[Entrant, Entrant]
    path: Path
    chosen: Chosen
    header: Header
    whole: Header
    done: int
    matches: Mapping[str, Prediction] = field(default_factory=dict)
    is_finished: bool = False


class _Sweep:
    """One sweep: all ordered pairs, in parallel as far as allowed."""

    def __init__(self, hall: Hall, number: int, on_progress: OnProgress) -> None:
        self._hall, self._number, self._on_progress = hall, number, on_progress
        kinds = {(first.hints, second.hints) for first, second in itertools.permutations(hall.entrants, 2)}
        schedules = {kind: hall.schedule.with_hints(kind) for kind in kinds}
        chosen = {kind: schedule.until(number) for kind, schedule in schedules.items()}
        whole = {kind: schedule.until(schedule.most).selection for kind, schedule in schedules.items()}
        self._before = {item.item_id for item in hall.schedule.drawn(number - 1)} if number > 1 else set()
        by_name = {entrant.name: entrant for entrant in hall.entrants}
        self._pairs: list[_Pair] = []
        for names in ordered_pairs(tuple(by_name)):
            system, rival = seats = by_name[names[0]], by_name[names[1]]
            hints = system.hints, rival.hints
            splits, selection = chosen[hints].splits, chosen[hints].selection
            me, other = system.agent.system, rival.agent.system
            header = writing.header_for(hall.release, TRACK.name, me, splits=splits, rival=other, selection=selection)
            path, full = hall.folder.submission(names), replace(header, selection=whole[hints])
            self._pairs.append(_Pair(seats, path, chosen[hints], header, full, len(self._before)))
        self.total = sum(len(pair.chosen.items) for pair in self._pairs)

    async def play(self) -> None:
        """Play every pair up to this sweep; raise the first error."""
        hall = self._hall
        self._on_progress(sum(pair.done for pair in self._pairs), self.total)
        for pair in self._pairs:
            pair.matches = _read(pair)
            self._start(pair, {(item_id, 0): match for item_id, match in pair.matches.items()})
        is_person = any(entrant.agent.system.provider == HUMAN for entrant in hall.entrants)
        most = 1 if is_person else hall.concurrency  # a person answers one request at a time
        at_once = min(most, len(self._pairs))
        # pairs ask and keep replies themselves: the engine only says in messages where these are
        store: Any = SimpleNamespace(kept=f"replies are saved in {hall.folder.path}")
        engine: Engine[Any] = Engine(cast("Any", noop), store, hall.calls, at_once)
        await engine.run(self._pairs, partial(self._play_pair, spec=RunSpec(concurrency=max(1, most // at_once))), noop)

    def added(self) -> list[tuple[Header, Item, Prediction]]:
        """Return the matches that this sweep added, in the order of its schedule."""
        return [
            (pair.header, item, pair.matches[item.item_id])
            for pair in self._pairs
            for item in pair.chosen.items
            if item.item_id not in self._before
        ]

    def more(self) -> int:
        """Return the number of matches beyond this sweep, which the pairs played earlier among fewer systems."""
        return sum(len(pair.matches) for pair in self._pairs) - self.total

    def lacks(self) -> str:
        """Return a sentence on the pairs that are not finished."""
        open_pairs, pairs = sum(not pair.is_finished for pair in self._pairs), len(self._pairs)
        return f"sweep {self._number} is not finished: {open_pairs} of {pairs} ordered pairs have matches left"

    def _start(self, pair: _Pair, done: Mapping[tuple[str, int], Record]) -> None:
        self._hall.on_start(pair.whole, done, len(pair.chosen.items))

    async def _play_pair(self, pair: _Pair, spec: RunSpec) -> None:
        if any(item.item_id not in pair.matches for item in pair.chosen.items):
            try:
                failures = await self._play_missing(pair, spec)
            except FatalModelError as error:
                failures = [str(error)]
            if failures:
                system, rival = pair.seats
                raise self._hall.calls.close(f"{system.name} against {rival.name}: {failures[0]}")
        pair.is_finished = True
        self._note(pair, len(pair.chosen.items), 0)

    async def _play_missing(self, pair: _Pair, spec: RunSpec) -> list[str]:
        """Play the matches that are missing, and write the submission; return any failures.

        A journal beside it keeps replies until the submission is written, so that none is paid for twice. Errors of
        the systems are raised.
        """
        journal = Journal(journal_path(pair.path), pair.header)
        try:
            earlier = Finished(None, {(item_id, 0): match for item_id, match in pair.matches.items()})
            agents = {SYSTEM: pair.seats[0].agent, RIVAL: pair.seats[1].agent}
            note = partial(self._note, pair)
            trials = Trials(TRACK, pair.chosen, agents, spec, journal, earlier, note, self._hall.calls)
            self._start(pair, trials.done)
            await trials.run()
            trials.write(pair.path, pair.header)
        finally:
            journal.close()
        pair.matches = {match.item_id: match for match in trials.done.values() if isinstance(match, Prediction)}
        return trials.failures

    def _note(self, pair: _Pair, done: int, _total: int) -> None:
        if pair.done != done:
            pair.done = done
            self._on_progress(sum(other.done for other in self._pairs), self.total)


def _read(pair: _Pair) -> Mapping[str, Prediction]:
    """Return the matches in the submission of a pair by item, none if it does not exist.

    Raises ``OutputError`` if it belongs to another run, ``RecordError`` if it is damaged.
    """
    path, header = pair.path, pair.header
    if not path.exists():
        return {}
    submitted, records = reading.read(path)
    differs = differences(submitted, header)
    if not _have_same_items(submitted, header):
        differs.append("it is about other items")
    if differs:
        raise OutputError(f"{path} is the submission of another run ({'; '.join(differs)}); choose another -o")
    matches = {record.item_id: record for record in records if isinstance(record, Prediction)}
    if len(matches) != len(records) or not matches.keys() <= pair.chosen.places.keys():
        raise RecordError(f"{path} is damaged: found matches twice, or of other items; delete it to play them again")
    return {item_id: match for item_id, match in matches.items() if match.error is None}


def _have_same_items(first: Header, second: Header) -> bool:
    """Return whether two headers are about samples of the same items, of whatever sizes."""
    if first.selection is None or second.selection is None or first.splits != second.splits:
        return False
    return replace(rule_of(first.selection), sample=None) == replace(rule_of(second.selection), sample=None)
