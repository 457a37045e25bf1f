"""Make the judgments of a judge on everything there is to judge: concurrent, resumable, within limits.

The judgments appear once, whole, in the order of the questions. Until then the cache holds every reply with a verdict.
"""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path

from interplay.core import canonical
from interplay.core.driver import Reply
from interplay.core.errors import ModelError
from interplay.core.text import counted, noop
from interplay.judging.questions import Panel, Question, failure, judgment, questions, verdict_of
from interplay.judging.records import JudgmentsHeader
from interplay.judging.subjects import Subject
from interplay.judging.verdicts import CUT, Reading
from interplay.running.budget import Budget
from interplay.running.engine import Engine, Send
from interplay.running.options import Limits
from interplay_lab.judging.asking.cache import Cache

Progress = Callable[[int, int], None]
Source = Send[Question]
"""Where replies come from: a model, or the files of a batch."""


@dataclass(slots=True)
class JudgingResult:
    """What a run did. ``calls`` counts requests sent, ``retries`` the repeats among them; tokens are of this run.

    ``unscored`` counts judgments without a verdict, with the reason of one as ``example``; ``cut`` counts those among
    them whose replies ran out of tokens. ``cost`` is in US dollars,
    ``None`` without a price, and ``estimated`` where the server did not count all tokens.
    """

    judgments: int = 0
    unscored: int = 0
    example: str = ""
    cut: int = 0
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
    budget: Budget,
    header: JudgmentsHeader,
    output: Path,
    limits: Limits,
    on_progress: Progress = noop,
) -> JudgingResult:
    """Ask *source* about all *subjects* and write the judgments to *output*; what *cache* holds is not asked for.

    Where requests failed for good, nothing is written unless the *limits* have ``record_errors``; the same call
    resumes from what the cache holds. Raises ``OutputError`` when *output* cannot be written, ``FatalModelError`` when
    the model cannot be asked at all, ``BudgetError`` when *budget* is used up.
    """
    work = _Work(panel, cache, len(subjects), on_progress)
    await work.run(Engine(source, work, budget, limits.concurrency), questions(panel, subjects))
    spent, result = budget.spent, work.result
    result.cached, result.calls, result.retries = spent.resumed, spent.calls, spent.retries
    result.prompt_tokens, result.completion_tokens = spent.prompt_tokens, spent.completion_tokens
    result.cost, result.is_cost_estimated = budget.cost, spent.is_estimated
    if not result.failures or limits.record_errors:
        lines = (line for _, lines in sorted(work.lines.items()) for line in lines)
        canonical.write_atomically(output, itertools.chain([canonical.encode(header) + b"\n"], lines))
        result.written = True
    return result


Same = tuple[int, list[Question]]
"""Questions with the same key, and their place among all."""


class _Work:
    """Makes judgments of replies, each as soon as it is there; the store of an engine, with a cache.

    Of the replies that come, those with a verdict are kept.
    """

    def __init__(self, panel: Panel, cache: Cache, total: int, on_progress: Progress) -> None:
        self.panel, self.cache = panel, cache
        self.added = self.lost = self.done = 0
        self.total, self.on_progress = total, on_progress
        self.lines: dict[int, list[bytes]] = {}
        self.result = JudgingResult()

    @property
    def kept(self) -> str:
        """Return how many replies of this run are kept, and how many are not, in words."""
        kept = f"{counted(self.added, 'replies')} saved"
        return f"{kept}; {self.lost:,} without a verdict will be requested again" if self.lost else kept

    def take(self, question: Question) -> Reply | None:
        return self.cache.find(question.key)

    def add(self, question: Question, reply: Reply) -> None:
        if verdict_of(self.panel, question, reply).verdict is not None:
            self.cache.add(question.key, reply)
            self.added += 1
        else:
            self.lost += 1

    async def run(self, engine: Engine[Question], asked: Iterable[Question]) -> None:
        """Answer all questions; those with the same key, which stand side by side, with one request."""

        async def answer(asked: Same) -> tuple[Reply, Reading]:
            question = asked[1][0]
            reply = await engine.reply(question)
            return reply, verdict_of(self.panel, question, reply)

        self.on_progress(0, self.total)
        groups = (list(same) for _, same in itertools.groupby(asked, attrgetter("key")))
        await engine.run(enumerate(groups), answer, self._note)

    def _note(self, asked: Same, outcome: tuple[Reply, Reading] | ModelError) -> None:
        (index, same), result = asked, self.result
        if isinstance(outcome, ModelError):
            result.failures += [f"{q.subject.item_id} (trial {q.subject.trial}): {outcome}" for q in same]
            judgments = [failure(self.panel, question, str(outcome)) for question in same]
        else:
            judgments = [judgment(self.panel, question, *outcome) for question in same]
        reasons = [record.unscored for record in judgments if record.unscored is not None]
        result.judgments += len(judgments)
        result.unscored += len(reasons)
        result.cut += reasons.count(CUT)
        result.example = result.example or next(iter(reasons), "")
        self.lines[index] = [canonical.encode(record) + b"\n" for record in judgments]
        self.done += len(same)
        self.on_progress(self.done, self.total)
