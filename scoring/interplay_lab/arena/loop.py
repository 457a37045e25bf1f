"""Sweeps of an arena: all ordered pairs in parallel, then ratings, until the stopping rule is met.

Each call starts with the first sweep and reads finished matches from the folder, so that the ratings and their order
are the same after any interruption.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from interplay.core.driver import Reply
from interplay.core.errors import BudgetError, FatalModelError
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.running.budget import Budget, LimitError
from interplay.running.engine import Engine, Request
from interplay.running.options import Chosen, OnStart
from interplay.submissions import writing
from interplay.submissions.counting import OnProgress
from interplay.systems.base import HUMAN, Meter
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.arena import pairs, stopping
from interplay_lab.arena.entrants import Entrant
from interplay_lab.arena.folder import Folder
from interplay_lab.arena.records import Arena
from interplay_lab.arena.schedule import Hints, Schedule
from interplay_lab.arena.standing import Standing
from interplay_lab.arena.stopping import Progress, StopRule

Seats = tuple[str, str]
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

    ``schedules`` has the matches by whether the system and the rival of a pair see hints. ``on_start`` is called as by
    a run for all pairs of a sweep, and for each again when it plays.
    """

    release: Release
    folder: Folder
    entrants: Sequence[Entrant]
    schedules: Mapping[Hints, Schedule]
    concurrency: int
    calls: Calls
    on_start: OnStart = noop


def schedules(whole: Schedule, entrants: Sequence[Entrant]) -> dict[Hints, Schedule]:
    """Return the matches of ordered pairs of systems by their settings of hints."""
    kinds = {(first.hints, second.hints) for first, second in itertools.permutations(entrants, 2)}
    return {kind: whole.with_hints(kind) for kind in kinds}


@dataclass(slots=True)
class _Kept:
    """An engine's store that only names, in messages, where replies are kept: pairs store their own."""

    kept: str

    def take(self, request: Request) -> Reply | None:  # noqa: ARG002  an engine's store
        """Return ``None``: nothing is stored."""
        return None

    def add(self, request: Request, reply: Reply) -> None:
        """Store nothing."""


async def play(hall: Hall, arena: Arena, rule: StopRule, on_progress: OnProgress, on_sweep: OnSweep) -> Arena:
    """Play sweeps until *rule* is met; return the state that the folder then has.

    *on_progress* is called with the numbers of finished and of all matches, *on_sweep* with the progress after a sweep.
    Raises ``BudgetError`` if a limit is reached or a system does not answer; the same call then resumes.
    """
    games = next(iter(hall.schedules.values())).games
    standing = Standing([entrant.name for entrant in hall.entrants], games, arena.until, rule)
    number = 0
    while arena.progress is None or arena.progress.status == "playing":
        number += 1
        sweep = _Sweep(hall, number, on_progress)
        try:
            await sweep.play()
        except BudgetError as error:
            hall.folder.write(msgspec.structs.replace(arena, open=f"{error}; {sweep.lacks()}"))
            raise
        progress = standing.add(sweep.played())
        state = "not finished" if progress.status == "playing" else ""
        names = tuple(entrant.name for entrant in hall.entrants)
        arena = msgspec.structs.replace(
            arena, progress=progress, matches=sweep.total, more=sweep.more(), judged=names, open=state
        )
        hall.folder.write(arena)
        on_sweep(progress, sweep.total)
    return arena


class _Sweep:
    """One sweep: all ordered pairs, in parallel as far as allowed."""

    def __init__(self, hall: Hall, number: int, on_progress: OnProgress) -> None:
        self._hall, self._number, self._on_progress = hall, number, on_progress
        self._chosen = {kind: schedule.until(number) for kind, schedule in hall.schedules.items()}
        self._by_name = {entrant.name: entrant for entrant in hall.entrants}
        self._pairings = stopping.sweep(tuple(self._by_name), number)
        self._whole = {kind: schedule.until(schedule.most).selection for kind, schedule in hall.schedules.items()}
        self._hints = {
            (a, b): (self._by_name[a].hints, self._by_name[b].hints) for a, b in (p.seats for p in self._pairings)
        }
        self._known: dict[Seats, tuple[Header, pairs.Matches, pairs.OnStart]] = {}
        self._matches: dict[Seats, tuple[Header, pairs.Matches]] = {}
        kinds = hall.schedules.values()
        before = len(next(iter(kinds)).drawn(number - 1)) if number > 1 else 0
        self._done = dict.fromkeys((pairing.seats for pairing in self._pairings), before)
        self.total = sum(len(self._of(pairing.seats).items) for pairing in self._pairings)

    async def play(self) -> None:
        """Play every pair up to this sweep; raise the first error."""
        self._on_progress(sum(self._done.values()), self.total)
        for pairing in self._pairings:
            self._read(pairing.seats)
        is_person = any(entrant.agent.system.provider == HUMAN for entrant in self._hall.entrants)
        most = 1 if is_person else self._hall.concurrency  # a person answers one request at a time
        at_once = min(most, len(self._pairings))
        self._each = max(1, most // at_once)
        store = _Kept(f"replies are saved in {self._hall.folder.path}")
        engine: Engine[Request] = Engine(_nobody, store, self._hall.calls, at_once)
        await engine.run([pairing.seats for pairing in self._pairings], self._play_pair, noop)

    def played(self) -> list[tuple[Header, Item, Prediction]]:
        """Return the matches that this sweep added, in the order of its schedule."""
        schedule = next(iter(self._hall.schedules.values()))
        before = {item.item_id for item in schedule.until(self._number - 1).items} if self._number > 1 else set()
        played = []
        for pairing in self._pairings:
            header, matches = self._matches[pairing.seats]
            new = (item for item in self._of(pairing.seats).items if item.item_id not in before)
            played += [(header, item, matches[item.item_id]) for item in new]
        return played

    def more(self) -> int:
        """Return the number of matches beyond this sweep, which the pairs played earlier among fewer systems."""
        return sum(len(matches) for _, matches in self._matches.values()) - self.total

    def lacks(self) -> str:
        """Return a sentence on the pairs that are not finished."""
        count = len(self._pairings) - len(self._matches)
        return f"sweep {self._number} is not finished: {count} of {len(self._pairings)} ordered pairs have matches left"

    def _of(self, seats: Seats) -> Chosen:
        """Return the matches of a pair up to this sweep."""
        return self._chosen[self._hints[seats]]

    def _read(self, seats: Seats) -> None:
        """Read what a pair has played before."""
        hall, chosen = self._hall, self._of(seats)
        system, rival = (self._by_name[name].agent.system for name in seats)
        header = writing.header_for(
            hall.release, TRACK.name, system, splits=chosen.splits, rival=rival, selection=chosen.selection
        )
        matches = pairs.read(hall.folder.submission(seats), header, chosen)
        whole = msgspec.structs.replace(header, selection=self._whole[self._hints[seats]])  # it may have played more

        def start(done: Mapping[tuple[str, int], Record]) -> None:
            hall.on_start(whole, done, len(chosen.items))

        start({(item_id, 0): match for item_id, match in matches.items()})
        self._known[seats] = header, matches, start

    async def _play_pair(self, seats: Seats) -> None:
        hall, chosen, path = self._hall, self._of(seats), self._hall.folder.submission(seats)
        both = self._by_name[seats[0]], self._by_name[seats[1]]
        (header, matches, start), note = self._known[seats], partial(self._note, seats)
        if any(item.item_id not in matches for item in chosen.items):
            try:
                matches, failures = await pairs.play(
                    path, header, both, chosen, matches, self._each, hall.calls, note, start
                )
            except FatalModelError as error:
                raise hall.calls.close(f"{seats[0]} against {seats[1]}: {error}") from None
            if failures:
                raise hall.calls.close(f"{seats[0]} against {seats[1]}: {failures[0]}")
        self._matches[seats] = header, matches
        note(len(chosen.items), 0)

    def _note(self, seats: Seats, done: int, _total: int) -> None:
        if self._done[seats] != done:
            self._done[seats] = done
            self._on_progress(sum(self._done.values()), self.total)


async def _nobody(_request: Request, _meter: Meter) -> Reply:
    raise NotImplementedError("pairs ask for themselves")
