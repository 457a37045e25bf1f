"""Pace and budget, with a clock of their own."""

import asyncio

import pytest

from interplay.core.driver import Ask, Reply
from interplay.core.errors import BudgetError
from interplay.core.records import Message
from interplay.running.budget import Budget, Pace


def price(prompt_tokens: int, completion_tokens: int) -> float:
    """Return a dollar a token, two for one that was written."""
    return prompt_tokens + 2 * completion_tokens


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_requests_are_spread_evenly_and_repeats_wait_for_their_turn() -> None:
    clock = Clock()
    pace = Pace(120, clock, clock.sleep)
    times = []

    async def go() -> None:
        for _ in range(3):
            await pace.turn()
            times.append(clock.now)
        await pace.pause(0.1)
        times.append(clock.now)
        await clock.sleep(10)
        await pace.turn()
        times.append(clock.now)

    asyncio.run(go())
    assert times == [100.0, 100.5, 101.0, 101.5, 111.5]


def test_without_a_pace_nothing_waits() -> None:
    asyncio.run(Pace(None, sleep=lambda _: pytest.fail("waited")).turn())


def test_the_most_that_a_request_costs_counts_bytes_not_characters() -> None:
    budget = Budget(None, 1, price, 5)
    ask = Ask((Message(role="user", content="né"),), None)
    assert budget.worst(ask) == 3 + 16 + 2 * 5


def test_a_request_waits_for_others_that_may_cost_less_than_was_set_aside() -> None:
    budget = Budget(None, 25, price)
    order = []

    async def request(name: str, reply: Reply | None) -> None:
        await budget.reserve(20)
        order.append(f"{name} sent")
        await asyncio.sleep(0)
        order.append(f"{name} back")
        await budget.settle(20, reply)

    async def go() -> None:
        results = [request("a", Reply("", 1, 1)), request("b", None), request("c", Reply("", 1, 0))]
        await asyncio.gather(*results)
        with pytest.raises(
            BudgetError,
            match=r"has spent \$4\.00 of its \$25\.00, and the next .* \$22\.00; run the same command again, ",
        ):
            await budget.reserve(22)

    asyncio.run(go())
    assert order == ["a sent", "a back", "b sent", "b back", "c sent", "c back"]
    assert budget.spent.dollars == 4


def test_a_limit_on_cost_without_a_price_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="needs a price"):
        Budget(None, 1, None)
