"""Sweeps of an arena: every ordered pair side by side, ratings after each, until the rule ends it.

The loop begins with the first sweep whenever it is called: what the folder holds is taken from there, so that it comes
to the same ratings in the same order whatever interrupted it.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from interplay.core.driver import Reply
from interplay.core.errors import BudgetError, FatalModelError
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.running.budget import Budget, LimitError
from interplay.running.engine import Engine, Request
from interplay.running.options import Chosen
from interplay.systems.base import Meter
from interplay.tracks.games.records import Item, Prediction
from interplay_lab.arena import pairs, stopping
from interplay_lab.arena.entrants import Entrant
from interplay_lab.arena.folder import Folder
from interplay_lab.arena.records import Arena
from interplay_lab.arena.schedule import Hints, Schedule
from interplay_lab.arena.standing import Standing
from interplay_lab.arena.stopping import Progress, StopRule

Seats = tuple[str, str]
Tell = Callable[[int, int], None]
Say = Callable[[Progress, int], None]


class Calls(Budget):
    """Counts requests; once it is closed, none is sent any more, and what is in flight is received and kept."""

    closed: LimitError | None = None

    def close(self, why: str) -> LimitError:
        """Send no more, because of *why*; return the error that says it."""
        self.closed = self.closed or LimitError(why, "when that is mended")
        return self.closed

    def check(self) -> None:
        """Raise ``LimitError`` when no more requests may be sent."""
        if self.closed is not None:
            raise self.closed
        super().check()


@dataclass(frozen=True, slots=True)
class Hall:
    """Where an arena takes place: its folder, its systems, its matches, and what they may cost.

    ``schedules`` has the matches by who of a pair sees hints: its system, and its rival.
    """

    release: Release
    folder: Folder
    entrants: Sequence[Entrant]
    schedules: Mapping[Hints, Schedule]
    concurrency: int
    calls: Calls


def schedules(whole: Schedule, entrants: Sequence[Entrant]) -> dict[Hints, Schedule]:
    """Return the matches of every ordered pair of systems, by who of the two sees hints."""
    kinds = {(one.hints, other.hints) for one, other in itertools.permutations(entrants, 2)}
    return {kind: whole.told(kind) for kind in kinds}


@dataclass(slots=True)
class _Kept:
    """What a message about a limit says is kept; pairs keep their replies themselves."""

    kept: str

    def take(self, request: Request) -> Reply | None:  # noqa: ARG002  an engine's store
        """Return nothing."""
        return None

    def add(self, request: Request, reply: Reply) -> None:
        """Keep nothing."""


async def play(hall: Hall, arena: Arena, rule: StopRule, tell: Tell, say: Say) -> Arena:
    """Play sweeps until *rule* ends them; return what the folder's record now says.

    *tell* hears how many of the matches of all sweeps so far are done, *say* how the arena stands after each. Raises
    ``BudgetError`` where a limit is reached or a system does not answer; the same call goes on from there.
    """
    games = next(iter(hall.schedules.values())).games
    standing = Standing([one.name for one in hall.entrants], games, arena.until, rule)
    number = 0
    while arena.progress is None or arena.progress.status == "playing":
        number += 1
        sweep = _Sweep(hall, number, tell)
        try:
            await sweep.play()
        except BudgetError as error:
            hall.folder.write(msgspec.structs.replace(arena, open=f"{error}; {sweep.lacks()}"))
            raise
        progress = standing.add(sweep.played())
        state = "not finished" if progress.status == "playing" else ""
        names = tuple(one.name for one in hall.entrants)
        arena = msgspec.structs.replace(
            arena, progress=progress, matches=sweep.total, more=sweep.more(), judged=names, open=state
        )
        hall.folder.write(arena)
        say(progress, sweep.total)
    return arena


class _Sweep:
    """One sweep: all ordered pairs, as many side by side as may be."""

    def __init__(self, hall: Hall, number: int, tell: Tell) -> None:
        self._hall, self._number, self._tell = hall, number, tell
        self._chosen = {kind: one.until(number) for kind, one in hall.schedules.items()}
        self._by_name = {one.name: one for one in hall.entrants}
        self._pairings = stopping.sweep(tuple(self._by_name), number)
        self._found: dict[Seats, tuple[Header, pairs.Matches]] = {}
        kinds = hall.schedules.values()
        before = len(next(iter(kinds)).drawn(number - 1)) if number > 1 else 0
        self._done = dict.fromkeys((one.seats for one in self._pairings), before)
        self.total = sum(len(self._of(one.seats).items) for one in self._pairings)

    async def play(self) -> None:
        """Bring every pair up to this sweep; raise what ended it."""
        self._tell(sum(self._done.values()), self.total)
        is_person = any(one.is_person for one in self._hall.entrants)
        most = 1 if is_person else self._hall.concurrency
        at_once = min(most, len(self._pairings))
        self._each = max(1, most // at_once)
        store = _Kept(f"replies are kept in {self._hall.folder.path}")
        engine: Engine[Request] = Engine(_nobody, store, self._hall.calls, at_once)
        await engine.run([one.seats for one in self._pairings], self._play_pair, lambda _seats, _found: None)

    def played(self) -> list[tuple[Header, Item, Prediction]]:
        """Return the matches that this sweep has added, in the order of its schedule."""
        one = next(iter(self._hall.schedules.values()))
        before = {item.item_id for item in one.until(self._number - 1).items} if self._number > 1 else set()
        found = []
        for pairing in self._pairings:
            header, matches = self._found[pairing.seats]
            new = (item for item in self._of(pairing.seats).items if item.item_id not in before)
            found += [(header, item, matches[item.item_id]) for item in new]
        return found

    def more(self) -> int:
        """Return how many matches the pairs hold beyond this sweep, from when they played among fewer systems."""
        return sum(len(matches) for _, matches in self._found.values()) - self.total

    def lacks(self) -> str:
        """Return in words what is not finished."""
        count = len(self._pairings) - len(self._found)
        return f"sweep {self._number} is not finished: {count} of {len(self._pairings)} ordered pairs have to play on"

    def _of(self, seats: Seats) -> Chosen:
        """Return the matches of a pair up to this sweep."""
        first, second = (self._by_name[name].hints for name in seats)
        return self._chosen[first, second]

    async def _play_pair(self, seats: Seats) -> None:
        hall, chosen = self._hall, self._of(seats)
        first, second = (self._by_name[name] for name in seats)
        header, path = pairs.header_of(hall.release, first, second, chosen), hall.folder.submission(seats)
        known = pairs.held(path, header, chosen)
        if any(item.item_id not in known for item in chosen.items):
            known = await self._played(seats, header, known)
        self._found[seats] = header, known
        self._note(seats, len(chosen.items), 0)

    async def _played(self, seats: Seats, header: Header, known: pairs.Matches) -> pairs.Matches:
        hall = self._hall
        path = hall.folder.submission(seats)
        both = self._by_name[seats[0]], self._by_name[seats[1]]
        try:
            found, failures = await pairs.play(
                path, header, both, self._of(seats), known, self._each, hall.calls, lambda d, t: self._note(seats, d, t)
            )
        except FatalModelError as error:
            raise hall.calls.close(f"{seats[0]} against {seats[1]}: {error}") from None
        if failures:
            raise hall.calls.close(f"{seats[0]} against {seats[1]}: {failures[0]}")
        return found

    def _note(self, seats: Seats, done: int, _total: int) -> None:
        if self._done[seats] != done:
            self._done[seats] = done
            self._tell(sum(self._done.values()), self.total)


async def _nobody(_request: Request, _meter: Meter) -> Reply:
    raise NotImplementedError("pairs ask for themselves")
