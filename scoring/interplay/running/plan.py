"""What a run would do and cost, found out without asking a model."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from interplay.core.driver import SYSTEM, Ask, Choosing, Done, Reply, advance, begin
from interplay.core.release import Release
from interplay.running.options import RunOptions, select
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold
from interplay.tracks.base import Track

CHARACTERS_A_TOKEN = 4
REHEARSER = "random"
"""The bot that plays an episode to see how long it gets."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one episode takes with a scaffold: requests, and tokens of their prompts at four characters a token.

    ``is_bound`` says that there are at most so many requests; otherwise a reply takes exactly this many.
    """

    part: str
    scaffold: str
    calls: int
    prompt_tokens: int
    is_bound: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would do: items, the fewest and most calls that they can take, and an episode of each kind.

    ``costs`` come from episodes that the random bot has played.
    """

    items: int
    episodes: int
    fewest_calls: int
    most_calls: int
    prompt_characters: int
    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """One reply of a rehearsed episode: the length of its prompt and how many actions were listed."""

    characters: int
    actions: int


def plan(track: Track[Any, Any], release: Release, options: RunOptions) -> Plan:
    """Return what a run would do, without doing any of it."""
    items = select(track, release, options).items
    calls = [track.calls(item) for item in items]
    opening = [_opening(begin(track.episode(item, 0))) for item in items]
    return Plan(
        items=len(items),
        episodes=len(items) * options.trials,
        fewest_calls=sum(low for low, _ in calls) * options.trials,
        most_calls=sum(high for _, high in calls) * options.trials,
        prompt_characters=sum(size * low for size, (low, _) in zip(opening, calls, strict=True)) * options.trials,
        costs=tuple(_costs(track, items)),
    )


def _costs(track: Track[Any, Any], items: Iterable[Any]) -> Iterator[Cost]:
    """Yield what the first episode of each kind takes, with every scaffold that the track allows."""
    if REHEARSER not in track.bots:
        return
    firsts: dict[str, Any] = {}
    for item in items:
        where = track.where(item)
        firsts.setdefault(" ".join(where[key] for key in track.shown_by), item)
    for part, item in sorted(firsts.items()):
        turns = tuple(_rehearsed(track, item))
        for name in catalogue.names():
            scaffold = catalogue.load(name)
            if not scaffold.searches or any(turn.actions for turn in turns):
                yield _cost(part, scaffold, turns)


def _cost(part: str, scaffold: Scaffold, turns: tuple[_Turn, ...]) -> Cost:
    calls = [scaffold.calls(max(1, turn.actions)) for turn in turns]
    characters = math.fsum(turn.characters * n for turn, n in zip(turns, calls, strict=True))
    return Cost(part, scaffold.name, sum(calls), round(characters / CHARACTERS_A_TOKEN), scaffold.searches)


def _rehearsed(track: Track[Any, Any], item: Any) -> Iterator[_Turn]:
    """Yield the turns of the system in an episode that the random bot plays on every side."""
    bot = track.bots[REHEARSER]
    steps = track.episode(item, 0)
    ask = begin(steps)
    while not isinstance(ask, Done):
        if ask.player == SYSTEM:
            listed = len(ask.situation.options()) if isinstance(ask.situation, Choosing) else 0
            yield _Turn(sum(len(m.content) for m in ask.messages), listed)
        ask = advance(steps, Reply(bot(ask)))


def _opening(ask: Ask | Done[Any]) -> int:
    """Return the characters of a first ask."""
    return 0 if isinstance(ask, Done) else sum(len(m.content) for m in ask.messages)
