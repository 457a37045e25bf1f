"""What a run would do and cost, estimated without asking a model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from interplay.core import pricing
from interplay.core.driver import Ask, Done, begin
from interplay.core.release import Release
from interplay.running import measured
from interplay.running.measured import Average
from interplay.running.options import RunOptions, select
from interplay.systems.base import Sampling
from interplay.systems.scaffolds.base import Scaffold
from interplay.tracks.base import Track

_MANY = 10**6
"""More actions than any position lists."""
Price = pricing.Rates
"""In any currency."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What is sent and received; ``cost`` is in the currency of the price, ``None`` without one."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Part:
    """The estimate for one part of the track, named as tables name it.

    ``expected``: every reply is bare and understood at once. ``full``: the same calls, every reply as long as it may
    be, as a model that reasons may make it. ``most``: every decision takes all its attempts, at full length.
    """

    name: str
    episodes: int
    expected: Amount
    full: Amount
    most: Amount


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would do, part by part and in all, ``total``. ``fewest_calls`` is what no run can do with less.

    ``limit`` is the most tokens of a reply, ``own_tokens`` what a scaffold that searches lets the model write in a
    request on average, for its requests have limits of their own; nothing for others.
    """

    track: str
    scaffold: str
    items: int
    limit: int
    own_tokens: int | None
    fewest_calls: int
    total: Part
    parts: tuple[Part, ...]


def plan(
    track: Track[Any, Any],
    release: Release,
    options: RunOptions,
    scaffold: Scaffold,
    sampling: Sampling,
    price: Price | None = None,
) -> Plan:
    """Return what a run with these options would do, without doing any of it; raises what ``select`` raises."""
    items = select(track, release, options).items
    return estimate(track, items, scaffold, sampling, trials=options.trials, price=price)


def total(parts: Sequence[Part]) -> Part:
    """Return the sum of several parts."""
    amounts = [_added([getattr(part, name) for part in parts]) for name in ("expected", "full", "most")]
    return Part("total", sum(part.episodes for part in parts), *amounts)


def _added(amounts: Sequence[Amount]) -> Amount:
    costs = [amount.cost for amount in amounts]
    return Amount(
        calls=sum(amount.calls for amount in amounts),
        prompt_tokens=sum(amount.prompt_tokens for amount in amounts),
        completion_tokens=sum(amount.completion_tokens for amount in amounts),
        cost=None if None in costs else sum(cost or 0.0 for cost in costs),
    )


def estimate(
    track: Track[Any, Any],
    items: Iterable[Any],
    scaffold: Scaffold,
    sampling: Sampling,
    *,
    trials: int = 1,
    price: Price | None = None,
) -> Plan:
    """Return what running the system on *items* would take, those of an opponent not counted.

    Calls and lengths are averages of the runs that ship with the release, each scaled by what the item itself tells:
    the most calls that it can take, and its first prompt. Tokens are as many characters as a model's server counted.

    Raises ``FatalModelError`` when *scaffold* cannot be used on these items.
    """
    averages = measured.averages(track)
    parts: dict[str, _Sum] = {}
    whole = _Sum(price)
    count = fewest = 0
    for item in items:
        count += 1
        opening = begin(track.episode(item, 0))
        if isinstance(opening, Ask):
            next(scaffold.think(opening))  # where this scaffold cannot think, a run would end at once
        low, high = track.calls(item)
        fewest += low
        row = averages.of(item)
        reply = _Reply.of(scaffold, row, opening, sampling.max_tokens, averages.characters_a_token)
        calls = low + row.share * (high - low)
        for found in (parts.setdefault(measured.part_of(track, item), _Sum(price)), whole):
            found.add(trials, calls, high, reply)
    return Plan(
        track=track.name,
        scaffold=scaffold.name,
        items=count,
        limit=sampling.max_tokens,
        own_tokens=scaffold.own_tokens if scaffold.searches else None,
        fewest_calls=fewest * trials,
        total=whole.part("total"),
        parts=tuple(found.part(name) for name, found in parts.items()),
    )


@dataclass(frozen=True, slots=True)
class _Reply:
    """What one reply takes, as tokens and requests; ``own`` are the tokens that a scaffold has written before it."""

    requests: int
    most_requests: int
    prompt: float
    bare: float
    limit: int
    own: int

    @classmethod
    def of(cls, scaffold: Scaffold, row: Average, opening: Ask | Done[Any], limit: int, rate: float) -> "_Reply":
        """Return it for an item with this opening, in a part of these averages, at *rate* characters a token."""
        characters = row.prompt
        if isinstance(opening, Ask) and row.opening:
            characters *= sum(len(message.content) for message in opening.messages) / row.opening
        actions = round(row.actions)
        is_direct = scaffold.searches and not actions
        searches = scaffold.searches and not is_direct  # what it sends has limits of its own
        return cls(
            requests=1 if is_direct else scaffold.calls(actions),
            most_requests=scaffold.calls(_MANY),
            prompt=characters / rate,
            bare=scaffold.own_tokens if searches else min(limit, max(1.0, row.reply / rate)),
            limit=scaffold.own_tokens if searches else limit,
            own=scaffold.own_tokens,
        )


@dataclass(slots=True)
class _Sum:
    """What the episodes of one part take together: calls, prompt tokens, completion tokens."""

    price: Price | None
    episodes: int = 0
    expected: list[float] = field(default_factory=lambda: [0.0] * 3)
    full: list[float] = field(default_factory=lambda: [0.0] * 3)
    most: list[float] = field(default_factory=lambda: [0.0] * 3)

    def add(self, trials: int, calls: float, most: int, reply: _Reply) -> None:
        """Count the episodes of one item, with this many replies, and at most so many."""
        self.episodes += trials
        for amount, replies, requests, length in (
            (self.expected, calls, reply.requests, reply.bare),
            (self.full, calls, reply.requests, reply.limit),
            (self.most, most, reply.most_requests, reply.limit),
        ):
            own = (requests - 1) * reply.own
            taken = (requests, requests * reply.prompt + own, length + own)
            for place, number in enumerate(taken):
                amount[place] += trials * replies * number

    def part(self, name: str) -> Part:
        """Return the sums, priced."""
        return Part(name, self.episodes, self._amount(self.expected), self._amount(self.full), self._amount(self.most))

    def _amount(self, found: list[float]) -> Amount:
        calls, prompt, completion = (round(number) for number in found)
        priced = None if self.price is None else pricing.cost(self.price, prompt, completion)
        return Amount(calls, prompt, completion, priced)
