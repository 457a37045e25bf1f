"""Ask a judge about everything there is to judge: concurrent, resumable, within limits.

The judgments appear once, whole, in the order of the questions. Until then the cache holds every reply with a verdict.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import BudgetError, FatalModelError, ModelError
from interplay.core.records import Usage
from interplay.judging.asking.budget import Pace, Purse
from interplay.judging.asking.cache import Cache
from interplay.judging.questions import Panel, Question, failure, judgment, questions, verdict_of
from interplay.judging.records import Judgment, JudgmentsHeader
from interplay.judging.subjects import Subject
from interplay.judging.verdicts import Reading
from interplay.running.concurrency import together
from interplay.systems.base import Meter, Model

Progress = Callable[[int, int], None]


def silent(_done: int, _total: int) -> None:
    """Show no progress."""


class Source(Protocol):
    """Where replies come from: a model, or the files of a batch."""

    async def answer(self, question: Question, meter: Meter) -> Reply:
        """Return the reply to *question*; raise ``ModelError`` when there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """Replies of a model, no faster than a pace."""

    model: Model
    pace: Pace

    async def answer(self, question: Question, meter: Meter) -> Reply:
        """Ask the model."""
        await self.pace.turn()
        return await self.model.reply(question.ask, meter)


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """How a judge is asked. ``max_tokens`` is the limit of a reply, which bounds what it can cost."""

    max_tokens: int
    concurrency: int = 8
    record_errors: bool = False


@dataclass(slots=True)
class JudgingResult:
    """What a run did. ``calls`` counts requests sent, ``retries`` the repeats among them; tokens are of this run.

    ``unscored`` counts judgments without a verdict, with the reason of one as ``example``. ``cost`` is in US dollars,
    ``None`` without a price, and ``estimated`` where the server did not count all tokens.
    """

    judgments: int = 0
    unscored: int = 0
    example: str = ""
    cached: int = 0
    calls: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    is_cost_estimated: bool = False
    failures: list[str] = field(default_factory=list)
    written: bool = False


async def judge(
    panel: Panel,
    subjects: list[Subject],
    source: Source,
    cache: Cache,
    purse: Purse,
    header: JudgmentsHeader,
    output: Path,
    options: JudgingOptions,
    on_progress: Progress = silent,
) -> JudgingResult:
    """Ask *source* about all *subjects* and write the judgments to *output*; what *cache* holds is not asked for.

    Where requests failed for good, nothing is written unless ``record_errors`` is set; the same call goes on from what
    the cache holds. Raises ``OutputError`` when *output* cannot be written, ``FatalModelError`` when the model cannot
    be asked at all, ``BudgetError`` when *purse* is used up.
    """
    with tempfile.TemporaryFile() as spool:
        work = _Work(panel, source, cache, purse, options, _Ordered(cast("BinaryIO", spool)))
        work.tell(on_progress, len(subjects))
        try:
            await work.run(questions(panel, subjects))
        finally:
            work.note()
        if not work.result.failures or options.record_errors:
            canonical.write_atomically(output, _lines(header, cast("BinaryIO", spool)))
            work.result.written = True
    return work.result


def _lines(header: JudgmentsHeader, spool: BinaryIO) -> Iterator[bytes]:
    yield canonical.encode(header) + b"\n"
    spool.seek(0)
    yield from spool


class _Ordered:
    """Writes lines in the order of their places, whatever the order in which they come; holds back the early ones."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._early: dict[int, bytes] = {}
        self._next = 0

    def add(self, place: int, lines: bytes) -> None:
        self._early[place] = lines
        while self._next in self._early:
            self._stream.write(self._early.pop(self._next))
            self._next += 1


class _Work:
    def __init__(
        self, panel: Panel, source: Source, cache: Cache, purse: Purse, options: JudgingOptions, ordered: _Ordered
    ) -> None:
        self.panel, self.source, self.cache, self.purse = panel, source, cache, purse
        self.options, self.ordered = options, ordered
        self.result = JudgingResult()
        self.used_up: BudgetError | None = None
        self.usage = Usage()
        self.done = self.total = 0
        self.on_progress: Progress = silent

    def tell(self, on_progress: Progress, total: int) -> None:
        self.on_progress, self.total = on_progress, total
        on_progress(0, total)

    async def run(self, asked: Iterable[Question]) -> None:
        """Answer all questions; those with the same key, which stand side by side, with one request."""
        groups = (list(same) for _, same in groupby(asked, attrgetter("key")))
        queue = iter(enumerate(groups))
        await together(self._work(queue) for _ in range(min(self.options.concurrency, self.total)))
        if self.used_up is not None:
            raise self.used_up

    async def _work(self, queue: Iterator[tuple[int, list[Question]]]) -> None:
        for place, same in queue:
            if self.used_up is not None:
                return
            try:
                reply, found = await self._answer(same[0])
            except FatalModelError:
                raise
            except BudgetError as error:  # what is in flight is still received and kept
                self.used_up = error
                return
            except ModelError as error:
                self._fail(place, same, str(error))
            else:
                self._write(place, [judgment(self.panel, question, reply, found) for question in same])
            self.done += len(same)
            self.on_progress(self.done, self.total)

    async def _answer(self, question: Question) -> tuple[Reply, Reading]:
        kept = self.cache.find(question.key)
        if kept is not None:
            self.result.cached += 1
            return kept, verdict_of(self.panel, question, kept)
        dollars = self.purse.worst(question.ask, self.options.max_tokens)
        await self.purse.reserve(dollars)
        reply: Reply | None = None
        try:
            reply = await self.source.answer(question, self.purse.meter())
            self.usage += reply.usage
            found = verdict_of(self.panel, question, reply)
            if found.verdict is not None:
                self.cache.add(question.key, reply)
        finally:
            await self.purse.settle(dollars, reply)
        return reply, found

    def _fail(self, place: int, same: list[Question], error: str) -> None:
        self.result.failures += [f"{q.subject.item_id} (trial {q.subject.trial}): {error}" for q in same]
        self._write(place, [failure(self.panel, question, error) for question in same])

    def _write(self, place: int, made: list[Judgment]) -> None:
        self.result.judgments += len(made)
        lost = [one for one in made if one.unscored is not None]
        self.result.unscored += len(lost)
        self.result.example = self.result.example or next((one.unscored or "" for one in lost), "")
        self.ordered.add(place, b"".join(canonical.encode(one) + b"\n" for one in made))

    def note(self) -> None:
        """Put what the run cost into the result."""
        result, purse = self.result, self.purse
        result.calls, result.retries = purse.calls, purse.retries
        result.prompt_tokens, result.completion_tokens = self.usage.prompt_tokens, self.usage.completion_tokens
        result.cost = purse.cost
        result.is_cost_estimated = purse.is_estimated
