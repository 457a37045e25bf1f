"""What a run would do and cost, estimated without asking a model."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from msgspec import field

from interplay.core.driver import Ask, Done, begin
from interplay.core.errors import UnknownName
from interplay.core.records import Record
from interplay.core.release import Release
from interplay.running.options import RunSpec, select
from interplay.systems import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.systems.spec import Rates, SystemSpec, cost
from interplay.tracks import catalogue as tracks
from interplay.tracks.base import Task, Track

ALL = "all"
"""The part of a track that is the whole track."""
_MANY = 10**6  # more actions than any position lists


@dataclass(frozen=True, slots=True)
class Average:
    """What a reply and an episode of one part took on average.

    ``calls`` are the requests of an episode in which every reply is understood, ``fewest`` and ``most`` those that it
    could have taken. ``opening`` and ``prompt`` are characters of an episode's first prompt and of any of its prompts,
    ``reply`` those of a bare reply; ``actions`` is how many were listed. ``characters_a_token`` is known for whole
    tracks, as a model's server counted them.
    """

    episodes: int
    calls: float
    fewest: float
    most: float
    opening: float
    prompt: float
    reply: float
    actions: float
    characters_a_token: float | None

    @property
    def share(self) -> float:
        """Return where the calls lie between the fewest (0) and the most (1); 1 where both are equal."""
        span = self.most - self.fewest
        return (self.calls - self.fewest) / span if span > 0 else 1.0


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


class Plan(Record, frozen=True):
    """What a run would do, part by part and in all, ``total``. ``fewest_calls`` is what no run can do with less.

    ``limit`` is the most tokens of a reply, ``scaffold_tokens`` what a scaffold that searches lets the model write in a
    request on average, for its requests have limits of their own; nothing for others.
    """

    track: str
    scaffold: str
    items: int
    limit: int
    scaffold_tokens: int | None = field(name="own_tokens")
    fewest_calls: int
    total: Part
    parts: tuple[Part, ...]


def part_of(track: Task[Any, Any], item: Any) -> str:
    """Return the part of a track to which an item belongs."""
    where = track.where(item)
    return " ".join(where[key] for key in track.spread_by)


def kind_of(track: Task[Any, Any], item: Any) -> str:
    """Return what the same parts of several splits have in common, such as the game."""
    return track.where(item)[track.spread_by[-1]]


def averages(track: Task[Any, Any]) -> dict[str, Average]:
    """Return the averages of each part of a track; raise ``UnknownName`` for a track without measurements.

    ``measured.csv`` in a track's folder is what ``interplay-build page requests`` prints. A row is about one part of
    the track, under the names that tables show; the part ``all`` is the whole track.
    """
    rows = {row.pop("part"): _average(row) for row in tracks.table(track.name, "measured")}
    if ALL not in rows:
        raise UnknownName(f"nothing was measured of the track {track.name!r}, so its cost is not known")
    return rows


def average_of(track: Task[Any, Any], rows: Mapping[str, Average], item: Any) -> Average:
    """Return the averages of an item's part; where it has none, of the same game in other splits, or of all."""
    return rows.get(part_of(track, item)) or rows.get(kind_of(track, item)) or rows[ALL]


def calls_of(track: Task[Any, Any], items: Iterable[Any]) -> int:
    """Return how many replies *items* take together, where every one is understood; without measurements the fewest."""
    rows = averages(track) if tracks.table(track.name, "measured") else {}
    total = 0.0
    for item in items:
        low, high = track.calls(item)
        total += low + (average_of(track, rows, item).share * (high - low) if rows else 0)
    return round(total)


def _average(row: dict[str, str]) -> Average:
    episodes, characters = int(row.pop("episodes")), row.pop("characters_a_token")
    numbers = {name: float(value) for name, value in row.items()}
    return Average(episodes=episodes, characters_a_token=float(characters) if characters else None, **numbers)


def plan(track: Track[Any, Any], release: Release, spec: RunSpec, system: SystemSpec) -> Plan:
    """Return what a run would do, without doing any of it; raises what ``select`` raises."""
    return estimate(track, select(track, release, spec).items, system, trials=spec.trials, price=spec.price)


def total(parts: Sequence[Part]) -> Part:
    """Return the sum of several parts."""
    amounts = [_added([getattr(part, name) for part in parts]) for name in ("expected", "full", "most")]
    return Part("total", sum(part.episodes for part in parts), *amounts)


def _added(amounts: Sequence[Amount]) -> Amount:
    columns = zip(*map(astuple, amounts), strict=True)
    sums: Iterator[Any] = (None if None in column else sum(column) for column in columns)
    return Amount(*sums)


def estimate(
    track: Track[Any, Any], items: Iterable[Any], system: SystemSpec, *, trials: int = 1, price: Rates | None = None
) -> Plan:
    """Return what running the *system* on *items* would take, those of an opponent not counted.

    Calls and lengths are averages of the runs that ship with the release, each scaled by what the item itself tells:
    the most calls that it can take, and its first prompt. Tokens are as many characters as a model's server counted.

    Raises ``FatalModelError`` when its scaffold cannot be used on these items.
    """
    rows, scaffold = averages(track), catalogue.scaffold(system)
    rate = rows[ALL].characters_a_token or 4.0
    limit = system.max_tokens or track.reply_tokens
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
        row = average_of(track, rows, item)
        taken = list(_taken(scaffold, row, opening, limit, rate))
        calls = low + row.share * (high - low)
        for part in (parts.setdefault(part_of(track, item), _Sum(price)), whole):
            part.add(trials, (calls, calls, high), taken)
    return Plan(
        track=track.name,
        scaffold=scaffold.name,
        items=count,
        limit=limit,
        scaffold_tokens=scaffold.extra_tokens if scaffold.searches else None,
        fewest_calls=fewest * trials,
        total=whole.part("total"),
        parts=tuple(part.part(name) for name, part in parts.items()),
    )


def _taken(
    scaffold: Scaffold, row: Average, opening: Ask | Done[Any], limit: int, rate: float
) -> Iterator[tuple[float, float, float]]:
    """Yield what one reply takes (requests, prompt tokens, completion tokens): as expected, in full, and at most.

    It is one to an item with this *opening*, in a part of these averages, at *rate* characters a token.
    """
    characters = row.prompt
    if isinstance(opening, Ask) and row.opening:
        characters *= sum(len(message.content) for message in opening.messages) / row.opening
    actions, extra = round(row.actions), scaffold.extra_tokens
    is_direct = scaffold.searches and not actions
    searches = scaffold.searches and not is_direct  # what it sends has limits of its own
    usual = 1 if is_direct else scaffold.calls(actions)
    bare, longest = (extra, extra) if searches else (min(limit, max(1.0, row.reply / rate)), limit)
    for requests, length in ((usual, bare), (usual, longest), (scaffold.calls(_MANY), longest)):
        before = (requests - 1) * extra  # tokens that a scaffold has written before it
        yield requests, requests * (characters / rate) + before, length + before


class _Sum:
    """What the episodes of one part take together: calls, prompt and completion tokens, for each amount of a part."""

    def __init__(self, price: Rates | None) -> None:
        self.price, self.episodes = price, 0
        self.amounts = [[0.0] * 3 for _ in range(3)]

    def add(self, trials: int, replies: Sequence[float], taken: Iterable[Sequence[float]]) -> None:
        """Count the episodes of one item, with so many *replies*, of which each has *taken* this."""
        self.episodes += trials
        for amount, count, numbers in zip(self.amounts, replies, taken, strict=True):
            for index, number in enumerate(numbers):
                amount[index] += trials * count * number

    def part(self, name: str) -> Part:
        """Return the sums, priced."""
        return Part(name, self.episodes, *map(self._amount, self.amounts))

    def _amount(self, numbers: list[float]) -> Amount:
        calls, prompt, completion = (round(number) for number in numbers)
        priced = None if self.price is None else cost(self.price, prompt, completion)
        return Amount(calls, prompt, completion, priced)
