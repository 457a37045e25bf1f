"""The state container of a music player, with undo and redo."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.json_sequence import JsonSequenceParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form


@dataclass(frozen=True, slots=True)
class State:
    """What the player shows; ``current`` is an index of ``queue``."""

    queue: tuple[str, ...] = ()
    current: int | None = None
    playing: bool = False
    volume: int = 50
    repeat: str = "off"


class Player:
    """The state, and the states before and after it."""

    def __init__(self) -> None:
        self._past: list[State] = []
        self._now = State()
        self._future: list[State] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take the actions one by one, then show the state."""
        parts = [f"{self._take(command)} {command.split()[0]}" for command in commands]
        parts.append(json.dumps(asdict(self._now)))
        checks = (
            content("json_sequence", JsonSequenceParams(expected=tuple(parts))),
            form("bare", BareParams()),
            form(
                "pattern",
                PatternParams(
                    pattern=r"((ok|same|unknown) \S+\s*)+\{[\s\S]*\}",
                    means="a line for each action, then the state as one JSON object",
                ),
            ),
        )
        return Answer("\n".join(parts), checks)

    def _take(self, command: str) -> str:
        verb, _, rest = command.strip().partition(" ")
        if verb in ("UNDO", "REDO"):
            return self._travel(back=verb == "UNDO")
        new = _after(self._now, verb, rest.strip())
        if new is None:
            return "unknown"
        if new == self._now:
            return "same"
        self._past.append(self._now)
        self._now = new
        self._future.clear()
        return "ok"

    def _travel(self, *, back: bool) -> str:
        source, target = (self._past, self._future) if back else (self._future, self._past)
        if not source:
            return "same"
        target.append(self._now)
        self._now = source.pop()
        return "ok"


def _after(state: State, verb: str, rest: str) -> State | None:
    """Return the state after an action; ``None`` for one that does not exist."""
    actions: Mapping[str, Callable[[State, str], State]] = MappingProxyType(
        {
            "ENQUEUE": _enqueued,
            "PLAY": lambda now, _: replace(now, playing=now.current is not None),
            "PAUSE": lambda now, _: replace(now, playing=False),
            "NEXT": lambda now, _: _next(now),
            "PREV": lambda now, _: now if now.current is None else replace(now, current=max(now.current - 1, 0)),
            "JUMP": lambda now, index: replace(now, current=int(index)) if int(index) < len(now.queue) else now,
            "REMOVE": lambda now, index: _removed(now, int(index)),
            "MOVE": lambda now, places: _moved(now, *(int(number) for number in places.split())),
            "VOLUME": _at_volume,
            "REPEAT": lambda now, mode: replace(now, repeat=mode),
        }
    )
    return actions[verb](state, rest) if verb in actions else None


def _enqueued(state: State, rest: str) -> State:
    titles = (*state.queue, *(title.strip() for title in rest.split(";")))
    return replace(state, queue=titles, current=0 if state.current is None else state.current)


def _at_volume(state: State, rest: str) -> State:
    volume = int(rest) + (state.volume if rest.startswith(("+", "-")) else 0)
    return replace(state, volume=min(max(volume, 0), 100))


def _next(state: State) -> State:
    if state.current is None:
        return state
    if state.current + 1 < len(state.queue):
        return replace(state, current=state.current + 1)
    return replace(state, current=0) if state.repeat == "all" else replace(state, playing=False)


def _removed(state: State, index: int) -> State:
    if state.current is None or index >= len(state.queue):
        return state
    queue = state.queue[:index] + state.queue[index + 1 :]
    if not queue:
        return replace(state, queue=(), current=None, playing=False)
    current = state.current - 1 if index < state.current else min(state.current, len(queue) - 1)
    return replace(state, queue=queue, current=current)


def _moved(state: State, source: int, target: int) -> State:
    if state.current is None or max(source, target) >= len(state.queue):
        return state
    order = list(range(len(state.queue)))
    order.insert(target, order.pop(source))
    return replace(state, queue=tuple(state.queue[i] for i in order), current=order.index(state.current))
