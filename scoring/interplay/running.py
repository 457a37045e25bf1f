"""Run a system through a track: concurrent, resumable, within a budget.

The output appears once, whole, in the order of the items, whatever the order in which they finished. Until then the
journal holds every reply, so nothing is lost, doubled or paid for twice when the run is killed.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interplay import codec, writing
from interplay.errors import BudgetError, FatalModelError, ModelError, OutputError
from interplay.exchange import Ask, Reply
from interplay.journal import Journal, journal_path, request_sha256, same_run
from interplay.models.base import Model
from interplay.release import Release
from interplay.submission import open_submission, read_header
from interplay.tracks import Track
from interplay.types import Header, Record, System


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run is made. ``limit`` counts items; ``max_calls`` counts requests that are really sent."""

    splits: tuple[str, ...] = ()
    limit: int | None = None
    trials: int = 1
    concurrency: int = 8
    max_calls: int | None = None
    record_errors: bool = False


@dataclass(slots=True)
class RunResult:
    """What a run did: predictions written, calls sent, replies taken from a journal, and what failed."""

    predictions: int = 0
    calls: int = 0
    resumed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    failures: list[str] = field(default_factory=list)
    written: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would do: items, and the fewest and most calls that they can take."""

    items: int
    episodes: int
    fewest_calls: int
    most_calls: int
    prompt_characters: int


def chosen(track: Track[Any, Any], release: Release, options: RunOptions) -> list[Any]:
    """Return the items of the run, in the release's order."""
    known = release.track(track.name).splits
    unknown = [split for split in options.splits if split not in known]
    if unknown:
        raise OutputError(f"no split {unknown[0]!r} in this dataset; it has {', '.join(known)}")
    wanted = options.splits or known
    items = [item for item in track.items(release) if track.where(item)["split"] in wanted]
    return items if options.limit is None else items[: options.limit]


def plan(track: Track[Any, Any], release: Release, options: RunOptions) -> Plan:
    """Return what a run would do, without doing any of it."""
    items = chosen(track, release, options)
    calls = [track.calls(item) for item in items]
    opening = [sum(len(m.content) for m in next(track.episode(item, 0)).messages) for item in items]
    return Plan(
        items=len(items),
        episodes=len(items) * options.trials,
        fewest_calls=sum(low for low, _ in calls) * options.trials,
        most_calls=sum(high for _, high in calls) * options.trials,
        prompt_characters=sum(size * low for size, (low, _) in zip(opening, calls, strict=True)) * options.trials,
    )


async def run(
    track: Track[Any, Any],
    release: Release,
    model: Model,
    output: Path,
    options: RunOptions,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> RunResult:
    """Run *model* through *track* and write the submission to *output*.

    Raises ``OutputError`` when the output cannot be written, ``FatalModelError`` when the system cannot be asked at
    all, ``BudgetError`` when ``max_calls`` is used up; the journal keeps all replies then, and the same call goes on
    from there.
    """
    header = writing.header_for(release, track.name, model.system, splits=options.splits, trials=options.trials)
    return await _Run(track, release, model, output, options, header, on_progress).run()


class _Run:
    def __init__(
        self,
        track: Track[Any, Any],
        release: Release,
        model: Model,
        output: Path,
        options: RunOptions,
        header: Header,
        on_progress: Callable[[int, int], None],
    ) -> None:
        self.track, self.model, self.output, self.options, self.header = track, model, output, options, header
        self.on_progress = on_progress
        self.items = chosen(track, release, options)
        self.done: dict[tuple[str, int], Record] = finished(track, release, output, header)
        self.result = RunResult()
        if output.is_dir():
            raise OutputError(f"{output} is a directory, expected a file name to write to")
        self.journal = Journal(journal_path(output), header)
        self.result.resumed = self.journal.replies

    async def run(self) -> RunResult:
        todo = [(i, t) for t in range(self.options.trials) for i in self.items if self._key(i, t) not in self.done]
        queue = iter(todo)
        total = len(self.items) * self.options.trials
        self.finished = total - len(todo)
        self.total = total
        self.on_progress(self.finished, total)
        workers = [asyncio.create_task(self._work(queue)) for _ in range(min(self.options.concurrency, len(todo)))]
        try:
            await asyncio.gather(*workers)
        except BaseException:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            self.journal.close()
            raise
        self._finish()
        return self.result

    def _key(self, item: Any, trial: int) -> tuple[str, int]:
        return self.track.item_id(item), trial

    async def _work(self, queue: Iterator[tuple[Any, int]]) -> None:
        for item, trial in queue:
            key = self._key(item, trial)
            try:
                self.done[key] = await self._drive(item, trial)
            except (FatalModelError, BudgetError, OutputError):
                raise
            except ModelError as error:
                self.result.failures.append(f"{key[0]} (trial {trial}): {error}")
                if self.options.record_errors:
                    self.done[key] = self.track.failed(item, trial, str(error))
            self.finished += 1
            self.on_progress(self.finished, self.total)

    async def _drive(self, item: Any, trial: int) -> Record:
        steps = self.track.episode(item, trial)
        item_id = self.track.item_id(item)
        ask = next(steps)
        step = 0
        while True:
            reply = await self._reply(item_id, trial, step, ask)
            step += 1
            try:
                ask = steps.send(reply)
            except StopIteration as stop:
                prediction: Record = stop.value
                return prediction

    async def _reply(self, item_id: str, trial: int, step: int, ask: Ask) -> Reply:
        digest = request_sha256(ask)
        reply = self.journal.get(item_id, trial, step, digest)
        if reply is not None:
            return reply
        if self.options.max_calls is not None and self.result.calls >= self.options.max_calls:
            raise BudgetError(f"{self.options.max_calls} calls are used up; {self.journal.replies} replies are kept")
        self.result.calls += 1
        reply = await self.model.reply(ask)
        self.journal.add(item_id, trial, step, digest, reply)
        self.result.prompt_tokens += reply.prompt_tokens
        self.result.completion_tokens += reply.completion_tokens
        return reply

    def _finish(self) -> None:
        """Write the submission; keep the journal instead while something failed that can be tried again."""
        self.result.predictions = len(self.done)
        if self.result.failures and not self.options.record_errors:
            self.journal.close()
            return
        order = {self.track.item_id(item): place for place, item in enumerate(self.items)}
        keys = sorted(self.done, key=lambda key: (order.get(key[0], len(order)), key))
        codec.write_atomically(self.output, writing.lines(self.header, (self.done[key] for key in keys)))
        self.result.written = True
        self.journal.delete()


def finished(track: Track[Any, Any], release: Release, output: Path, header: Header) -> dict[tuple[str, int], Record]:
    """Return the predictions that *output* already holds for the same system; failed ones are tried again.

    Raises ``OutputError`` when *output* is another system's, so that it is never overwritten.
    """
    if not output.exists() or output.is_dir():
        return {}
    found, _ = read_header(output)
    if not same_run(found, header) or found.splits != header.splits or found.trials > header.trials:
        raise OutputError(
            f"{output} is the submission of another run (system, parameters, splits, trials or dataset differ); "
            "choose another output or delete it"
        )
    submission = open_submission(output, release)
    records = (record for _, record in submission.records())
    return {track.identity(record): record for record in records if not track.is_error(record)}


def requests(
    track: Track[Any, Any], items: Sequence[Any], predictions: Sequence[Any]
) -> Iterator[tuple[str, int, int, Ask]]:
    """Yield (item id, trial, step, ask) for everything that was sent to produce *predictions*.

    The driver is a pure function of item and replies, so what a system saw follows from what it answered.
    """
    by_id = {track.item_id(item): item for item in items}
    for prediction in predictions:
        item_id, trial = track.identity(prediction)
        steps = track.episode(by_id[item_id], trial)
        replies = track.replies(by_id[item_id], prediction)
        try:
            ask = next(steps)
            step = 0
            while True:
                yield item_id, trial, step, ask
                ask = steps.send(Reply(next(replies)))
                step += 1
        except StopIteration:
            continue


__all__ = ["Plan", "RunOptions", "RunResult", "System", "chosen", "finished", "plan", "requests", "run"]
