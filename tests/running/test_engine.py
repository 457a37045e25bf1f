"""The engine itself, with a model and a store that are a few lines: errors, limits, replies at hand, cancellation."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import TypeVar

import pytest

from interplay.core.driver import Ask, Reply, Steps, request_sha256
from interplay.core.errors import BudgetError, FatalModelError, ModelError, OutputError
from interplay.core.records import Message
from interplay.running.budget import Budget, Pace
from interplay.running.engine import Engine, Job, Request
from interplay.systems.base import Meter
from tests.fake_openai import DEADLINE

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[str]]
Place = tuple[str, int]


def finish(work: Coroutine[object, object, T]) -> T:
    """Run *work*, which ends at once or hangs."""
    return asyncio.run(asyncio.wait_for(work, DEADLINE))


async def prompt(request: Request) -> str:
    await asyncio.sleep(0)
    return f"reply to {request.name}"


class Store:
    """A store in memory, with what is put into it in ``added``."""

    def __init__(self, held: Iterable[Place] = ()) -> None:
        self.held = {place: Reply("from earlier", 1, 1) for place in held}
        self.added: list[Place] = []

    @property
    def kept(self) -> str:
        return f"{len(self.added)} are kept"

    def take(self, request: Request) -> Reply | None:
        return self.held.get((request.name, request.step))

    def add(self, request: Request, _reply: Reply) -> None:
        self.added.append((request.name, request.step))


class Bench:
    """An engine with a model that is one function, and a log of what was sent and told."""

    def __init__(
        self,
        answer: Answer = prompt,
        store: Store | None = None,
        budget: Budget | None = None,
        concurrency: int = 4,
        pace: Pace | None = None,
    ) -> None:
        self.answer, self.store, self.budget = answer, store or Store(), budget or Budget()
        self.budget.pace = pace or self.budget.pace
        self.sent: list[Place] = []
        self.begun: list[str] = []
        self.told: dict[str, str] = {}
        self.engine = Engine(self._send, self.store, self.budget, concurrency)

    async def _send(self, request: Request, meter: Meter) -> Reply:
        meter()
        self.sent.append((request.name, request.step))
        return Reply(await self.answer(request), 10, 2)

    async def work(self, job: Job[str]) -> str:
        self.begun.append(job.name)
        return await self.engine.drive(job)

    def tell(self, job: Job[str], found: str | ModelError) -> None:
        self.told[job.name] = f"error: {found}" if isinstance(found, ModelError) else found

    async def run(self, jobs: Iterable[Job[str]]) -> None:
        await self.engine.run(jobs, self.work, self.tell)


def steps(name: str, count: int) -> Steps[str]:
    texts = []
    for step in range(count):
        reply = yield Ask((Message(role="user", content=f"{name} {step}"),), None)
        texts.append(reply.text)
    return " / ".join(texts)


def job(name: str, count: int = 1) -> Job[str]:
    return Job(name, 0, steps(name, count))


def jobs(names: str, count: int = 1) -> Iterator[Job[str]]:
    return (job(name, count) for name in names)


def test_a_driver_gets_its_replies_in_order_each_kept_before_it_goes_on() -> None:
    async def answer(request: Request) -> str:
        assert len(bench.store.added) == request.step
        assert request.sha256 == request_sha256(request.ask)
        return f"{request.name}{request.number}{request.step}"

    bench = Bench(answer)
    finish(bench.run([Job("a", 7, steps("a", 3))]))
    assert bench.told == {"a": "a70 / a71 / a72"}
    assert bench.store.added == [("a", 0), ("a", 1), ("a", 2)]


def test_a_driver_that_asks_nothing_is_done_at_once() -> None:
    bench = Bench()
    finish(bench.run([job("a", 0)]))
    assert (bench.told, bench.sent) == ({"a": ""}, [])


def test_no_jobs_are_no_work() -> None:
    finish(Bench().run([]))


# --- what becomes of errors ---


def test_a_model_error_ends_its_job_alone_and_is_told() -> None:
    async def answer(request: Request) -> str:
        if request.name == "b" and request.step == 1:
            raise ModelError("no luck")
        return await prompt(request)

    bench = Bench(answer)
    finish(bench.run(jobs("abc", 2)))
    assert bench.told == {name: f"reply to {name} / reply to {name}" for name in "ac"} | {"b": "error: no luck"}
    assert bench.store.added.count(("b", 0)) == 1


class Endless:
    """Answers job ``z`` by an error once others wait; these wait until they are cancelled."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.waiting = self.cancelled = 0

    async def __call__(self, request: Request) -> str:
        if request.name == "z":
            while not self.waiting:
                await asyncio.sleep(0)
            raise self.error
        self.waiting += 1
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)  # to let go of a connection takes a moment, which is waited for
            self.cancelled += 1
            raise
        return "never"


@pytest.mark.parametrize("error", [FatalModelError("no such model"), OutputError("disk full"), ValueError("a mistake")])
def test_any_other_error_ends_all_jobs_at_once_and_is_raised_when_they_have_ended(error: Exception) -> None:
    answer = Endless(error)
    bench = Bench(answer)
    with pytest.raises(type(error), match=str(error)):
        finish(bench.run(jobs("abzcdefg")))
    assert answer.cancelled == answer.waiting == 3
    assert (bench.told, bench.store.added) == ({}, [])
    assert bench.begun == list("abzc")


def test_a_store_that_cannot_be_written_ends_all_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_request: Request, _reply: Reply) -> None:
        raise OutputError("disk full")

    bench = Bench()
    monkeypatch.setattr(bench.store, "add", full)
    with pytest.raises(OutputError, match="disk full"):
        finish(bench.run(jobs("abcdefgh")))
    assert len(bench.sent) <= 4
    assert bench.told == {}


def test_a_fatal_error_is_raised_even_when_a_limit_was_reached_before_it() -> None:
    async def answer(request: Request) -> str:
        await asyncio.sleep(0.001)
        raise FatalModelError("key refused")

    with pytest.raises(FatalModelError, match="key refused"):
        finish(Bench(answer, budget=Budget(1)).run(jobs("abc")))


# --- limits ---


def test_after_the_last_call_no_job_begins_and_what_is_in_flight_is_kept_and_counted() -> None:
    async def answer(request: Request) -> str:
        for _ in range(20 if request.name == "a" else 2):
            await asyncio.sleep(0)
        return "text"

    bench = Bench(answer, budget=Budget(4), concurrency=3)
    with pytest.raises(
        BudgetError,
        match=r"^all 4 calls of this invocation are used; 4 are kept; run the same command again to resume$",
    ):
        finish(bench.run(jobs("abcdefghi")))
    assert len(bench.sent) == len(bench.store.added) == 4
    assert bench.store.added[-1] == ("a", 0)  # it came after the limit had been reached
    assert bench.told.keys() == set("abcd")
    assert len(bench.begun) == 5


def test_jobs_under_way_end_at_their_next_request() -> None:
    bench = Bench(budget=Budget(7), concurrency=3)
    with pytest.raises(BudgetError):
        finish(bench.run(jobs("abcde", 4)))
    assert len(bench.sent) == len(bench.store.added) == 7
    assert (bench.begun, bench.told) == (list("abc"), {})


def test_without_a_call_to_spend_one_job_finds_out() -> None:
    bench = Bench(budget=Budget(0))
    with pytest.raises(BudgetError, match="all 0 calls of this invocation are used; 0 are kept"):
        finish(bench.run(jobs("abcdefgh")))
    assert (bench.begun, bench.sent) == (["a"], [])


def test_calls_that_are_just_enough_are_not_a_limit() -> None:
    bench = Bench(budget=Budget(6))
    finish(bench.run(jobs("abc", 2)))
    assert (bench.budget.spent.calls, len(bench.told)) == (6, 3)


def test_two_engines_share_a_budget() -> None:
    budget = Budget(5)
    one, other = Bench(budget=budget), Bench(budget=budget)

    async def both() -> tuple[BaseException | None, BaseException | None]:
        return await asyncio.gather(one.run(jobs("abcd")), other.run(jobs("efgh")), return_exceptions=True)

    ends = finish(both())
    assert len(one.sent) + len(other.sent) == budget.spent.calls == 5
    assert any(isinstance(end, BudgetError) for end in ends)


def test_repeats_of_a_request_count_as_calls() -> None:
    budget = Budget(3)

    async def stubborn(_request: Request, meter: Meter) -> Reply:
        for _ in range(2):
            meter()
        return Reply("", 10, 2)

    async def go() -> None:
        engine = Engine(stubborn, Store(), budget)
        request = Request("a", 0, 0, next(steps("a", 1)), "digest")
        await engine.reply(request)
        with pytest.raises(BudgetError, match="all 3 calls of this invocation are used"):
            await engine.reply(request)

    finish(go())
    assert (budget.spent.calls, budget.spent.retries) == (3, 1)
    assert (budget.spent.prompt_tokens, budget.spent.completion_tokens) == (10, 2)


def test_where_no_more_may_be_sent_nobody_waits_for_a_turn() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    pace = Pace(60, lambda: 0.0, sleep)
    with pytest.raises(BudgetError):
        finish(Bench(budget=Budget(2), concurrency=1, pace=pace).run(jobs("abcd")))
    assert waited == [1.0]  # the second request; the third is not to be sent


def test_dollars_set_aside_come_back_whatever_happens() -> None:
    async def answer(request: Request) -> str:
        if request.name == "a":
            raise ModelError("no luck")
        return await prompt(request)

    budget = Budget(max_cost=40, price=lambda prompts, replies: float(prompts + replies), max_tokens=5)
    bench = Bench(answer, budget=budget)  # each may cost 24 and does cost 12: no two at once
    with pytest.raises(
        BudgetError,
        match=r"^this command has spent \$24\.00 of its \$40\.00, and the next request could cost \$24\.00; 2 are "
        r"kept; run the same command again, which may spend another \$40\.00 \(--max-cost, .*\), to resume$",
    ):
        finish(bench.run(jobs("abcde")))
    assert bench.sent == [("a", 0), ("b", 0), ("c", 0)]
    assert budget.cost == 24


# --- replies at hand ---


def test_a_reply_at_hand_costs_no_call_no_turn_no_token_and_no_dollar() -> None:
    async def forbidden(_seconds: float) -> None:
        pytest.fail("waited")

    budget = Budget(0, 0, lambda prompts, replies: float(prompts + replies))
    bench = Bench(store=Store([("a", 0), ("a", 1)]), budget=budget, pace=Pace(1, lambda: 0.0, forbidden))
    finish(bench.run([job("a", 2)]))
    assert bench.told == {"a": "from earlier / from earlier"}
    assert (bench.sent, bench.store.added) == ([], [])
    spent = budget.spent
    assert (spent.resumed, spent.calls, spent.prompt_tokens, spent.dollars) == (2, 0, 0, 0)


def test_only_what_is_missing_is_asked_for() -> None:
    bench = Bench(store=Store([("a", 0), ("b", 1)]))
    finish(bench.run(jobs("ab", 2)))
    assert sorted(bench.sent) == [("a", 1), ("b", 0)]
    assert bench.budget.spent.resumed == 2


# --- cancellation and order ---


def test_cancelling_ends_all_jobs_and_keeps_nothing_that_has_not_come() -> None:
    answer = Endless(ModelError("never"))
    budget = Budget(max_cost=1_000, price=lambda prompts, replies: float(prompts + replies))
    bench = Bench(answer, budget=budget)

    async def go() -> None:
        before = asyncio.all_tasks()
        task = asyncio.create_task(bench.run(jobs("abcdefgh")))
        while answer.waiting < 4:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == before
        await budget.reserve(1_000)  # all that was set aside is there again

    finish(go())
    assert answer.cancelled == 4
    assert (bench.told, bench.store.added, budget.cost) == ({}, [], 0)


def test_jobs_begin_in_their_order_and_a_slow_one_holds_up_no_other() -> None:
    async def answer(request: Request) -> str:
        while request.name == "b" and len(bench.told) < len("acdefgh"):
            await asyncio.sleep(0)
        return await prompt(request)

    bench = Bench(answer, concurrency=2)
    finish(bench.run(jobs("abcdefgh")))
    assert bench.begun == list("abcdefgh")
    assert list(bench.told) == list("acdefghb")


def test_each_job_is_drawn_when_there_is_room_for_it() -> None:
    ahead: list[int] = []

    def drawn() -> Iterator[Job[str]]:
        for number in range(50):
            ahead.append(number - len(bench.told))
            yield job(f"{number}", 2)

    bench = Bench(concurrency=5)
    finish(bench.run(drawn()))
    assert len(bench.told) == 50
    assert max(ahead) == 4


def test_no_more_jobs_are_under_way_than_allowed() -> None:
    under_way: set[str] = set()
    most = 0

    async def answer(request: Request) -> str:
        nonlocal most
        under_way.add(request.name)
        most = max(most, len(under_way))
        await prompt(request)
        under_way.remove(request.name)
        return "text"

    finish(Bench(answer, concurrency=3).run(jobs("abcdefgh", 3)))
    assert most == 3


def test_a_reply_without_the_probabilities_that_were_asked_for_is_asked_again_and_not_kept() -> None:
    def wanting() -> Steps[str]:
        reply = yield Ask((Message(role="user", content="a"),), None, top_logprobs=5)
        return reply.text

    bench = Bench(store=Store([("a", 0)]))
    finish(bench.run([Job("a", 0, wanting())]))
    assert bench.told == {"a": "reply to a"}
    assert (bench.sent, bench.store.added) == ([("a", 0)], [])
    assert bench.budget.spent.resumed == 0
