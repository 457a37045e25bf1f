"""What a run of a judge would ask and cost, found out without asking."""

from bisect import bisect_left
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Final

from interplay.judging.questions import Question
from interplay.systems.spec import Rates, cost

CHARACTERS_A_TOKEN: Final = 4
BLOCK: Final = 16
"""Tokens that prefix caches keep together."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would do. Tokens are estimated at four characters each.

    ``shared_prompt_tokens`` are those that a prefix cache serves when requests are sent in their order.
    ``most_completion_tokens`` and ``most_cost`` (US dollars, ``None`` without a price) hold when every reply is as long
    as it may be.
    """

    judgments: int
    requests: int
    cached: int
    prompt_tokens: int
    shared_prompt_tokens: int
    most_completion_tokens: int
    most_cost: float | None


def estimate(questions: Iterable[Question], kept: Container[object], max_tokens: int, price: Rates | None) -> Estimate:
    """Return what asking *questions* would take when the replies *kept* are there already."""
    judgments = requests = cached = prompt = shared = most = 0
    former, former_key = "", ""
    for question in questions:
        judgments += 1
        if question.key == former_key:
            continue
        former_key = question.key
        if question.key in kept:
            cached += 1
            continue
        text = "\n".join(message.content for message in question.ask.messages)
        requests += 1
        prompt += len(text) // CHARACTERS_A_TOKEN
        shared += common(former, text) // (BLOCK * CHARACTERS_A_TOKEN) * BLOCK
        most += question.ask.max_tokens or max_tokens
        former = text
    dollars = None if price is None else cost(price, prompt, most)
    return Estimate(judgments, requests, cached, prompt, shared, most, dollars)


def common(text: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    return bisect_left(range(1, min(len(text), len(other)) + 1), x=True, key=lambda n: text[:n] != other[:n])
