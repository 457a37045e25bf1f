"""Run a system through a track: concurrent, resumable, within a budget.

The output appears once, whole, in the order of the items, whatever the order in which they finished. Until then the
journal holds every reply, so nothing is lost, doubled or paid for twice when the run is killed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM, Reply
from interplay.core.errors import ModelError, OutputError, UnknownName
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.running.budget import Budget
from interplay.running.engine import Engine, Job, Request
from interplay.running.finished import Finished, load_finished
from interplay.running.journal import Journal, journal_path
from interplay.running.options import Chosen, RunOptions, select
from interplay.submissions import writing
from interplay.systems.agent import Agent
from interplay.systems.base import HUMAN, Meter, Model
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.tracks.base import Track


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


async def run(
    track: Track[Any, Any],
    release: Release,
    model: Model | Agent,
    output: Path,
    options: RunOptions,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    *,
    scaffold: Scaffold | None = None,
    rival: Agent | None = None,
    budget: Budget | None = None,
) -> RunResult:
    """Run *model* through *track*, against *rival* where items want one, and write the submission to *output*.

    With a *scaffold* it thinks before each reply, if it is not an agent that has one. A *budget* is shared with other
    runs, and ``max_calls`` of the options does not count then.

    Raises ``OutputError`` when the output cannot be written, ``UnknownName`` when an item wants a rival and there is
    none, ``FatalModelError`` when the system cannot be asked at all, ``BudgetError`` when ``max_calls`` is used up; the
    journal keeps all replies then, and the same call goes on from there. An output that is already complete is left as
    it is.
    """
    agent = model if isinstance(model, Agent) else Agent(model, scaffold or catalogue.load("direct"))
    agents = {SYSTEM: agent} | ({RIVAL: rival} if rival else {})
    chosen = select(track, release, options)
    me, other = agents[SYSTEM].system, None if rival is None else rival.system
    header = writing.header_for(
        release, track.name, me, splits=chosen.splits, trials=options.trials, rival=other, selection=chosen.selection
    )
    if output.is_dir():
        raise OutputError(f"{output} is a directory, expected a file name to write to")
    journal = Journal(journal_path(output), header)
    try:
        earlier = load_finished(track, release, output, header, chosen)
        work = Trials(track, chosen, agents, options, journal, earlier, on_progress, budget)
        await work.run()
        return work.write(output, header)
    finally:
        journal.close()


class Trials:
    """The trials that are left to do, and what came of them."""

    def __init__(
        self,
        track: Track[Any, Any],
        chosen: Chosen,
        agents: Mapping[str, Agent],
        options: RunOptions,
        journal: Journal,
        earlier: Finished,
        on_progress: Callable[[int, int], None],
        budget: Budget | None = None,
    ) -> None:
        self.track, self.chosen, self.agents, self.options = track, chosen, agents, options
        self.journal, self.earlier, self.on_progress = journal, earlier, on_progress
        self.done = dict(earlier.predictions)
        self.failures: list[str] = []
        self.budget = budget or Budget(options.max_calls)
        self.before = replace(self.budget.spent)
        is_person = any(agent.system.provider == HUMAN for agent in agents.values())
        self.engine = Engine(self._send, journal, self.budget, 1 if is_person else options.concurrency)
        every = [(item, trial) for trial in range(options.trials) for item in chosen.items]
        self.todo = [(i, t) for i, t in every if (track.item_id(i), t) not in self.done]
        self.ended, self.total = len(every) - len(self.todo), len(every)

    async def run(self) -> None:
        """Do what is left to do; ``done`` and ``failures`` hold what came of it."""
        self.on_progress(self.ended, self.total)
        await self.engine.run(self.todo, self._drive, self._note)

    async def _drive(self, todo: tuple[Any, int]) -> Record:
        item, trial = todo
        steps = catalogue.scaffolded(self.track.episode(item, trial), self._scaffold)
        prediction: Record = await self.engine.drive(Job(self.track.item_id(item), trial, steps))
        return prediction

    def _scaffold(self, player: str) -> Scaffold:
        if player not in self.agents:
            raise UnknownName(
                "these items want a second system; name it with --opponent openai:NAME (in Python rival=)"
            )
        return self.agents[player].scaffold

    async def _send(self, request: Request, meter: Meter) -> Reply:
        return await self.agents[request.ask.player].model.reply(replace(request.ask, trial=request.number), meter)

    def _note(self, todo: tuple[Any, int], found: Record | ModelError) -> None:
        item, trial = todo
        key = self.track.item_id(item), trial
        if not isinstance(found, ModelError):
            self.done[key] = found
        elif self.track.is_final(found):
            self.done[key] = self.track.failed(item, trial, str(found))
        else:
            self.failures.append(f"{key[0]} (trial {trial}): {found}")
            if self.options.record_errors:
                self.done[key] = self.track.failed(item, trial, str(found))
        self.ended += 1
        self.on_progress(self.ended, self.total)

    def write(self, output: Path, header: Header) -> RunResult:
        """Write the submission; keep the journal instead while something failed that can be tried again."""
        spent = self.budget.spent
        result = RunResult(
            predictions=len(self.done),
            calls=spent.calls - self.before.calls,
            retries=spent.retries - self.before.retries,
            resumed=spent.resumed - self.before.resumed,
            prompt_tokens=spent.prompt_tokens - self.before.prompt_tokens,
            completion_tokens=spent.completion_tokens - self.before.completion_tokens,
            failures=self.failures,
            written=not self.failures or self.options.record_errors,
        )
        if not result.written:
            return result
        former = self.earlier.header
        if former is not None:
            header = msgspec.structs.replace(header, notes=former.notes, x=former.x)
        if self.earlier.is_wider:  # what this run is about is part of what the output is about
            header = msgspec.structs.replace(header, selection=former and former.selection)
        if former is None or self.todo or former != header:
            canonical.write_atomically(output, writing.lines(header, self._ordered()))
        self.journal.delete()
        return result

    def _ordered(self) -> Iterator[Record]:
        for key in sorted(self.done, key=lambda key: (self.chosen.places[key[0]], key[1])):
            yield self.done[key]
