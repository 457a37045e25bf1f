"""Run a system through a track: concurrent, resumable, within a budget.

The output appears once, whole, in the order of the items, whatever the order in which they finished. Until then the
journal holds every reply, so nothing is lost, doubled or paid for twice when the run is killed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM, Reply
from interplay.core.errors import ModelError, OutputError, RecordError, RefusedError, UnknownName
from interplay.core.records import REFUSED, Header, Record
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.running.budget import Budget
from interplay.running.engine import Engine, Job, Request
from interplay.running.journal import Journal, differences, journal_path, settled
from interplay.running.options import Chosen, RunSpec, select
from interplay.running.plan import calls_of
from interplay.submissions import writing
from interplay.submissions.coverage import summary
from interplay.submissions.reading import open_submission, read_header
from interplay.systems.base import HUMAN, Agent, Meter, Model
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.tracks.base import Track

Trial = tuple[str, int]
"""Item id and trial number."""
COUNTS = ("calls", "retries", "resumed", "prompt_tokens", "completion_tokens")
"""What a budget and the result of a run both count."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What an output already holds; ``header`` is ``None`` when there is no output yet.

    ``is_wider`` says that the output is about more items than the run, and about all of the run's.
    """

    header: Header | None = None
    predictions: dict[Trial, Record] = field(default_factory=dict)
    is_wider: bool = False


@dataclass(slots=True)
class RunResult:
    """What a run did. ``calls`` counts requests sent, ``retries`` the repeats among them.

    ``resumed`` counts replies taken from an earlier run's journal; tokens and ``cost``, in US dollars where there is a
    price, are those of this run. ``refused`` counts failures that the same call would meet again.
    """

    predictions: int = 0
    calls: int = 0
    retries: int = 0
    resumed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    refused: int = 0
    failures: list[str] = field(default_factory=list)
    written: bool = False

    @property
    def is_refused(self) -> bool:
        """Whether the server refused every request as it is, so that the same call cannot help."""
        return bool(self.failures) and self.refused == len(self.failures) and not self.predictions


async def run(
    track: Track[Any, Any],
    release: Release,
    model: Model | Agent,
    output: Path,
    spec: RunSpec,
    on_progress: Callable[[int, int], None] = noop,
    *,
    rival: Agent | None = None,
    budget: Budget | None = None,
    on_reply: Callable[[int, int], None] = noop,
) -> RunResult:
    """Run *model* through *track*, against *rival* where items want one, and write the submission to *output*.

    A model that is no agent thinks without a scaffold. A *budget* is shared with other runs, and the limits of *spec*
    do not count then. *on_reply* is called with the replies so far, and about how many there will be.

    Raises ``OutputError`` when the output cannot be written, ``UnknownName`` when an item wants a rival and there is
    none, ``FatalModelError`` when the system cannot be asked at all, ``BudgetError`` when a limit is reached; the
    journal keeps all replies then, and the same call resumes. An output that is already complete is left as
    it is.
    """
    agent = model if isinstance(model, Agent) else Agent(model, catalogue.load("direct"))
    agents = {SYSTEM: agent} | ({RIVAL: rival} if rival else {})
    chosen = select(track, release, spec)
    me, other = agents[SYSTEM].system, None if rival is None else rival.system
    header = writing.header_for(
        release, track.name, me, splits=chosen.splits, trials=spec.trials, rival=other, selection=chosen.selection
    )
    if output.is_dir():
        raise OutputError(f"{output} is a directory, expected a file name to write to")
    journal = Journal(journal_path(output), header)
    try:
        earlier = load_finished(track, release, output, header, chosen)
        budget = budget or spec.budget()
        budget.expect(track.reply_tokens, *(agent.system for agent in agents.values()))
        work = Trials(track, chosen, agents, spec, journal, earlier, on_progress, budget, on_reply)
        spec.on_start(header, work.done, work.total)
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
        spec: RunSpec,
        journal: Journal,
        earlier: Finished,
        on_progress: Callable[[int, int], None],
        budget: Budget,
        on_reply: Callable[[int, int], None] = noop,
    ) -> None:
        self.track, self.chosen, self.agents, self.spec = track, chosen, agents, spec
        self.journal, self.earlier, self.on_progress = journal, earlier, on_progress
        self.done = dict(earlier.predictions)
        self.failures: list[str] = []
        self.refused = 0
        self.budget, self.before = budget, replace(budget.spent)
        is_person = any(agent.system.provider == HUMAN for agent in agents.values())
        self.engine = Engine(self._send, journal, self.budget, 1 if is_person else spec.concurrency, self._note_reply)
        every = [(item, trial) for trial in range(spec.trials) for item in chosen.items]
        self.todo = [(i, t) for i, t in every if (track.item_id(i), t) not in self.done]
        self.ended, self.total = len(every) - len(self.todo), len(every)
        self.on_reply, self.replies = on_reply, 0
        self.expected = 0 if on_reply is noop else calls_of(track, (item for item, _ in self.todo))

    async def run(self) -> None:
        """Do what is left to do; ``done`` and ``failures`` hold what came of it."""
        self.on_progress(self.ended, self.total)
        self.on_reply(0, self.expected)
        await self.engine.run(self.todo, self._drive, self._note)
        self.on_reply(self.replies, self.replies)

    async def _drive(self, todo: tuple[Any, int]) -> Record:
        item, trial = todo
        steps = catalogue.scaffolded(self.track.episode(item, trial), self._scaffold)
        prediction: Record = await self.engine.drive(Job(self.track.item_id(item), trial, steps))
        return prediction

    def _scaffold(self, player: str) -> Scaffold:
        if player not in self.agents:
            raise UnknownName(
                "these items need a second system; name it with --opponent openai:NAME (in Python rival=)"
            )
        return self.agents[player].scaffold

    async def _send(self, request: Request, meter: Meter) -> Reply:
        reply = await self.agents[request.ask.player].model.reply(replace(request.ask, trial=request.number), meter)
        known = self.journal.header
        if any(REFUSED in agent.model.system.params for agent in self.agents.values()):
            rival = self.agents.get(RIVAL)
            now = msgspec.structs.replace(
                known, system=self.agents[SYSTEM].system, rival=None if rival is None else rival.system
            )
            if (header := settled(known, now)) != known:
                self.journal.amend(header)
        return reply

    def _note_reply(self) -> None:
        self.replies += 1
        self.on_reply(self.replies, max(self.replies, self.expected))

    def _note(self, todo: tuple[Any, int], result: Record | ModelError) -> None:
        item, trial = todo
        key = self.track.item_id(item), trial
        if not isinstance(result, ModelError):
            self.done[key] = result
            for agent in self.agents.values():
                getattr(agent.model, "ended", noop)(item, result)
        elif self.track.is_final(result):
            self.done[key] = self.track.failed(item, trial, str(result))
        else:
            self.failures.append(f"{key[0]} (trial {trial}): {result}")
            self.refused += isinstance(result, RefusedError)
            if self.spec.record_errors:
                self.done[key] = self.track.failed(item, trial, str(result))
        self.ended += key in self.done
        self.on_progress(self.ended, self.total)

    def write(self, output: Path, header: Header) -> RunResult:
        """Write the submission; keep the journal instead while something failed that can be tried again."""
        spent, cost = self.budget.spent, self.budget.cost
        result = RunResult(
            predictions=len(self.done),
            **{name: getattr(spent, name) - getattr(self.before, name) for name in COUNTS},
            cost=None if cost is None else cost - self.before.dollars,
            refused=self.refused,
            failures=self.failures,
            written=not self.failures or self.spec.record_errors,
        )
        if not result.written:
            return result
        former = self.earlier.header
        header = settled(header, self.journal.header, former)
        if former is not None:
            header = msgspec.structs.replace(header, notes=former.notes, x=former.x)
        if self.earlier.is_wider:  # what this run is about is part of what the output is about
            header = msgspec.structs.replace(header, selection=former and former.selection)
        if former is None or self.todo or former != header:
            keys = sorted(self.done, key=lambda key: (self.chosen.places[key[0]], key[1]))
            canonical.write_atomically(output, writing.lines(header, (self.done[key] for key in keys)))
        self.journal.delete()
        return result


def load_finished(track: Track[Any, Any], release: Release, output: Path, header: Header, chosen: Chosen) -> Finished:
    """Return the predictions that *output* already holds for the same system; failed ones are tried again.

    Raises ``OutputError`` when *output* is another system's, or about other items than those of *chosen*, so that
    neither would hold the other; ``RecordError`` when it is not a sound submission. It is never overwritten then.
    """
    if not output.exists():
        return Finished()
    earlier = read_header(output)
    differs = differences(earlier, header)
    if earlier.splits != header.splits:
        differs.append(f"splits are {', '.join(header.splits)}, were {', '.join(earlier.splits)}")
    if earlier.trials > header.trials:
        differs.append(f"trials are {header.trials}, were {earlier.trials}")
    if differs:
        differ = "; ".join(differs)
        raise OutputError(f"{output} is the submission of another run ({differ}); choose another output or delete it")
    submission = open_submission(output, release)
    records = (record for _, record in submission.records())
    predictions = {track.identity(record): record for record in records if not track.is_error(record)}
    if submission.errors:
        raise RecordError(f"{output} is damaged; fix it, or choose another output", submission.errors)
    asked = {track.item_id(item) for item in chosen.items}
    is_wider = not submission.trials_seen.keys() <= asked
    if is_wider and not asked <= submission.items.keys():
        about = summary(submission) or "all items of its splits"
        raise OutputError(f"{output} is about other items ({about}); choose another output or delete it")
    return Finished(earlier, predictions, is_wider)
