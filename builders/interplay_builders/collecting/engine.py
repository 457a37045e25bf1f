"""Run drivers at once, each reply journalled before anything else happens: a kill loses nothing that was paid for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from interplay.core import canonical
from interplay.core.driver import Ask, Reply, Steps, request_sha256
from interplay.core.errors import BudgetError, FatalModelError, ModelError
from interplay.core.records import PREDICTIONS, Header, Record, System
from interplay.running.concurrency import pursue, together
from interplay.running.journal import Journal
from interplay.systems.base import Model
from interplay_builders.collecting.records import Failure

P = TypeVar("P")
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Job(Generic[P]):
    """A driver with the name and number under which its replies are kept."""

    name: str
    number: int
    steps: Steps[P]


@dataclass(frozen=True, slots=True)
class Limits:
    """How work is done. ``max_calls`` counts requests that are really sent.

    With ``record_errors`` a part to which a model gave no answer is a failure, instead of being kept for another try.
    """

    concurrency: int = 8
    max_calls: int | None = None
    record_errors: bool = False


@dataclass(slots=True)
class Spent:
    """What was sent, and what an earlier run had already been answered."""

    calls: int = 0
    resumed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


def header(plan: Record, purpose: str) -> Header:
    """Return the first line of a journal: it belongs to this plan and to no other."""
    return Header(
        format=PREDICTIONS,
        track="simulation",
        release="0.0.0",
        manifest_sha256=canonical.sha256(canonical.encode(plan)),
        system=System(name=purpose, provider="interplay-build"),
    )


class Engine:
    """Answers the asks of drivers with the models of those who are asked."""

    def __init__(self, models: Mapping[str, Model], journal: Journal, limits: Limits, tell: Tell) -> None:
        self.models, self.journal, self.limits, self.tell = models, journal, limits, tell
        self.spent = Spent()
        self._stopped: BudgetError | None = None

    async def run(self, jobs: Sequence[Job[P]]) -> tuple[P | Failure, ...]:
        """Return what the drivers return, in the order of *jobs*.

        Raises ``FatalModelError`` at once, ``BudgetError`` when ``max_calls`` are sent, ``ModelError`` at the end when
        a model gave no answer to some; all replies are kept.
        """
        done: dict[int, P | Failure] = {}
        errors: list[str] = []
        queue = iter(enumerate(jobs))
        self.tell(0, len(jobs))
        count = min(self.limits.concurrency, len(jobs))
        await together(self._work(queue, done, errors, len(jobs)) for _ in range(count))
        if self._stopped is not None:
            raise self._stopped
        if errors:
            advice = "run the same command again to retry, or add --record-errors to leave them out"
            raise ModelError(f"{len(errors)} of {len(jobs)} got no answer, the first: {errors[0]}; {advice}")
        return tuple(done[place] for place in range(len(jobs)))

    async def _work(
        self, queue: Iterator[tuple[int, Job[P]]], done: dict[int, P | Failure], errors: list[str], total: int
    ) -> None:
        for place, job in queue:
            try:
                found = await pursue(job.steps, partial(self._reply, job))
            except FatalModelError:
                raise
            except BudgetError as error:  # the others end at their next request; what they have asked for is kept
                self._stopped = error
                return
            except ModelError as error:
                if self.limits.record_errors:
                    done[place] = Failure(what=job.name, problem=str(error)[:2_000])
                else:
                    errors.append(f"{job.name}: {error}")
            else:
                done[place] = found
            self.tell(len(done) + len(errors), total)

    async def _reply(self, job: Job[P], step: int, ask: Ask) -> Reply:
        digest = request_sha256(ask)
        kept = self.journal.take(job.name, job.number, step, digest)
        if kept is not None:
            self.spent.resumed += 1
            return kept
        reply = await self.models[ask.player].reply(ask, self._meter)
        self.journal.add(job.name, job.number, step, digest, reply)
        self.spent.prompt_tokens += reply.prompt_tokens
        self.spent.completion_tokens += reply.completion_tokens
        return reply

    def _meter(self) -> None:
        most = self.limits.max_calls
        if most is not None and self.spent.calls >= most:
            kept = f"{self.journal.replies} replies are kept; run the same command again to go on"
            raise BudgetError(f"{most} calls are used up; {kept}")
        self.spent.calls += 1
