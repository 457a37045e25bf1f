"""Run drivers and journal each reply first, so that an interruption loses no paid reply."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import ModelError
from interplay.core.records import PREDICTIONS, Header, Record, System
from interplay.running.budget import Budget, Spent
from interplay.running.engine import Engine, Job, Request
from interplay.running.journal import Journal, journal_path
from interplay.systems.base import Meter, Model
from interplay_builders.collecting.records import Failure

P = TypeVar("P")
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """How work is done. ``max_calls`` counts requests that are really sent.

    With ``record_errors`` a part to which a model gave no answer is a failure, instead of being kept for another try.
    """

    concurrency: int = 8
    max_calls: int | None = None
    record_errors: bool = False


class Collector:
    """Collects the results of drivers; each request goes to the model of its participant."""

    def __init__(self, models: Mapping[str, Model], journal: Journal, limits: Limits) -> None:
        self._models, self._limits = models, limits
        self._budget = Budget(limits.max_calls)
        self._engine = Engine(self._send, journal, self._budget, limits.concurrency)

    @property
    def spent(self) -> Spent:
        """Return the requests sent now and the replies reused from an earlier run."""
        return self._budget.spent

    async def collect(self, jobs: Sequence[Job[P]], on_progress: OnProgress) -> tuple[P | Failure, ...]:
        """Return what the drivers return, in the order of *jobs*.

        Raises ``FatalModelError`` at once, ``BudgetError`` when ``max_calls`` are sent, ``ModelError`` at the end when
        a model gave no answer to some; all replies are kept.
        """
        done: dict[int, P | Failure] = {}
        errors: list[str] = []

        async def drive(placed: tuple[int, Job[P]]) -> P:
            return await self._engine.drive(placed[1])

        def note(placed: tuple[int, Job[P]], result: P | ModelError) -> None:
            index, job = placed
            if not isinstance(result, ModelError):
                done[index] = result
            elif self._limits.record_errors:
                done[index] = Failure(what=job.name, problem=str(result)[:2_000])
            else:
                errors.append(f"{job.name}: {result}")
            on_progress(len(done) + len(errors), len(jobs))

        on_progress(0, len(jobs))
        await self._engine.run(enumerate(jobs), drive, note)
        if errors:
            advice = "run the same command again to retry, or add --record-errors to omit them"
            raise ModelError(f"{len(errors)} of {len(jobs)} got no answer, the first: {errors[0]}; {advice}")
        return tuple(done[index] for index in range(len(jobs)))

    async def _send(self, request: Request, meter: Meter) -> Reply:
        return await self._models[request.ask.player].reply(request.ask, meter)


@contextmanager
def collecting(
    path: Path, plan: Record, purpose: str, models: Mapping[str, Model], limits: Limits
) -> Iterator[Collector]:
    """Give a collector for the file *path*, with a journal beside it, which goes when the file has been written."""
    journal = Journal(journal_path(path), _header(plan, purpose))
    try:
        yield Collector(models, journal, limits)
        journal.delete()
    finally:
        journal.close()


def _header(plan: Record, purpose: str) -> Header:
    """Return the first line of a journal: it belongs to this plan and to no other."""
    return Header(
        format=PREDICTIONS,
        track="simulation",
        release="0.0.0",
        manifest_sha256=canonical.sha256(canonical.encode(plan)),
        system=System(name=purpose, provider="interplay-build"),
    )
