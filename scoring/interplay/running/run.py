"""Run a system through a track: concurrent, resumable, within a budget.

The output appears once, whole, in the order of the items, whatever the order in which they finished. Until then the
journal holds every reply, so nothing is lost, doubled or paid for twice when the run is killed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM, Ask, Reply, request_sha256
from interplay.core.errors import BudgetError, FatalModelError, ModelError, OutputError, RecordError, UnknownName
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.running.concurrency import pursue, together
from interplay.running.journal import Journal, journal_path, same_run
from interplay.running.options import RunOptions, chosen, chosen_splits
from interplay.submissions import writing
from interplay.submissions.reading import open_submission, read_header
from interplay.systems.agent import Agent
from interplay.systems.base import Model
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.tracks.base import Track

Trial = tuple[str, int]
"""Item id and trial number."""


@dataclass(slots=True)
class RunResult:
    """What a run did. ``calls`` counts requests sent, ``retries`` the repeats among them.

    ``resumed`` counts replies taken from an earlier run's journal; tokens are those of this run.
    """

    predictions: int = 0
    calls: int = 0
    retries: int = 0
    resumed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    failures: list[str] = field(default_factory=list)
    written: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """What an output already holds; ``header`` is ``None`` when there is no output yet."""

    header: Header | None = None
    predictions: dict[Trial, Record] = field(default_factory=dict)


async def run(
    track: Track[Any, Any],
    release: Release,
    model: Model,
    output: Path,
    options: RunOptions,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    *,
    scaffold: Scaffold | None = None,
    rival: Agent | None = None,
) -> RunResult:
    """Run *model* through *track*, against *rival* where items want one, and write the submission to *output*.

    With a *scaffold* it thinks before each reply.

    Raises ``OutputError`` when the output cannot be written, ``UnknownName`` when an item wants a rival and there is
    none, ``FatalModelError`` when the system cannot be asked at all, ``BudgetError`` when ``max_calls`` is used up; the
    journal keeps all replies then, and the same call goes on from there. An output that is already complete is left as
    it is.
    """
    splits = chosen_splits(track, release, options)
    if options.where:
        held = {track.where(item)["split"] for item in chosen(track, release, options)}
        splits = tuple(split for split in release.track(track.name).splits if split in held)
    agents = {SYSTEM: Agent(model, scaffold or catalogue.load("direct"))} | ({RIVAL: rival} if rival else {})
    header = writing.header_for(release, track.name, agents[SYSTEM].system, splits=splits, trials=options.trials)
    header = _sound(header if rival is None else msgspec.structs.replace(header, rival=rival.system))
    if output.is_dir():
        raise OutputError(f"{output} is a directory, expected a file name to write to")
    journal = Journal(journal_path(output), header)
    try:
        earlier = finished(track, release, output, header)
        work = _Run(track, release, agents, options, journal, earlier, on_progress)
        await work.run()
        work.write(output, header)
    finally:
        journal.close()
    return work.result


class _Run:
    def __init__(
        self,
        track: Track[Any, Any],
        release: Release,
        agents: Mapping[str, Agent],
        options: RunOptions,
        journal: Journal,
        earlier: Finished,
        on_progress: Callable[[int, int], None],
    ) -> None:
        self.track, self.release, self.agents, self.options = track, release, agents, options
        self.journal, self.earlier, self.on_progress = journal, earlier, on_progress
        self.done = dict(earlier.predictions)
        self.result = RunResult()
        self.used_up: BudgetError | None = None
        items = chosen(track, release, options)
        every = [(item, trial) for trial in range(options.trials) for item in items]
        self.todo = [(i, t) for i, t in every if (track.item_id(i), t) not in self.done]
        self.ended, self.total = len(every) - len(self.todo), len(every)

    async def run(self) -> None:
        self.on_progress(self.ended, self.total)
        queue = iter(self.todo)
        await together(self._work(queue) for _ in range(min(self.options.concurrency, len(self.todo))))
        if self.used_up is not None:
            raise self.used_up

    async def _work(self, queue: Iterator[tuple[Any, int]]) -> None:
        for item, trial in queue:
            key = self.track.item_id(item), trial
            try:
                self.done[key] = await self._drive(key, item)
            except FatalModelError:
                raise
            except BudgetError as error:  # the others end at their next request; what they have asked for is kept
                self.used_up = error
                return
            except ModelError as error:
                self.result.failures.append(f"{key[0]} (trial {trial}): {error}")
                if self.options.record_errors:
                    self.done[key] = self.track.failed(item, trial, str(error))
            self.ended += 1
            self.on_progress(self.ended, self.total)

    async def _drive(self, key: Trial, item: Any) -> Record:
        steps = catalogue.scaffolded(self.track.episode(item, key[1]), self._scaffold)
        prediction: Record = await pursue(steps, partial(self._reply, key))
        return prediction

    def _scaffold(self, player: str) -> Scaffold:
        if player not in self.agents:
            raise UnknownName("these items want a second system; name it with --opponent openai:NAME")
        return self.agents[player].scaffold

    async def _reply(self, key: Trial, step: int, ask: Ask) -> Reply:
        digest = request_sha256(ask)
        reply = self.journal.take(*key, step, digest)
        if reply is not None:
            self.result.resumed += 1
            return reply
        reply = await self.agents[ask.player].model.reply(replace(ask, trial=key[1]), self._meter())
        self.journal.add(*key, step, digest, reply)
        self.result.prompt_tokens += reply.prompt_tokens
        self.result.completion_tokens += reply.completion_tokens
        return reply

    def _meter(self) -> Callable[[], None]:
        """Return what counts the requests of one ask, and ends the run when ``max_calls`` are sent."""
        sent = 0

        def meter() -> None:
            nonlocal sent
            most = self.options.max_calls
            if most is not None and self.result.calls >= most:
                kept = f"{self.journal.replies} replies are kept; run the same command again to go on"
                raise BudgetError(f"{most} calls are used up; {kept}")
            self.result.calls += 1
            self.result.retries += sent > 0
            sent += 1

        return meter

    def write(self, output: Path, header: Header) -> None:
        """Write the submission; keep the journal instead while something failed that can be tried again."""
        self.result.predictions = len(self.done)
        if self.result.failures and not self.options.record_errors:
            return
        former = self.earlier.header
        if former is not None:
            header = msgspec.structs.replace(header, notes=former.notes, x=former.x)
        if former is None or self.todo or former.trials != header.trials:
            canonical.write_atomically(output, writing.lines(header, self._ordered()))
        self.result.written = True
        self.journal.delete()

    def _ordered(self) -> Iterator[Record]:
        place = {self.track.item_id(item): place for place, item in enumerate(self.track.items(self.release))}
        for key in sorted(self.done, key=lambda key: (place[key[0]], key[1])):
            yield self.done[key]


def finished(track: Track[Any, Any], release: Release, output: Path, header: Header) -> Finished:
    """Return the predictions that *output* already holds for the same system; failed ones are tried again.

    Raises ``OutputError`` when *output* is another system's, ``RecordError`` when it is no sound submission, so that
    neither is ever overwritten.
    """
    if not output.exists():
        return Finished()
    found = read_header(output)
    if not same_run(found, header) or found.splits != header.splits or found.trials > header.trials:
        raise OutputError(
            f"{output} is the submission of another run (system, parameters, splits, trials or dataset differ); "
            "choose another output or delete it"
        )
    submission = open_submission(output, release)
    records = (record for _, record in submission.records())
    predictions = {track.identity(record): record for record in records if not track.is_error(record)}
    if submission.errors:
        raise RecordError(f"{output} is damaged; mend it, or choose another output", submission.errors)
    return Finished(found, predictions)


def _sound(header: Header) -> Header:
    """Return *header*; raise ``OutputError`` when no reader of submissions would accept it."""
    try:
        return msgspec.json.decode(canonical.encode(header), type=Header)
    except (msgspec.MsgspecError, ValueError) as error:
        raise OutputError(f"a submission of this system would not be readable: {error}") from None
