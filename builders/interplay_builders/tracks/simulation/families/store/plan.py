"""A plan of tasks that wait for each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form


@dataclass(frozen=True, slots=True)
class Step:
    """One task; ``after`` holds the numbers of the tasks it waits for."""

    title: str
    after: frozenset[int] = frozenset()
    is_done: bool = False


KITCHEN = (
    Step("empty the cupboards"),
    Step("new pipes", frozenset({1})),
    Step("new wiring", frozenset({1})),
    Step("tiles", frozenset({2})),
    Step("paint", frozenset({3, 4})),
)


class RefusedError(ValueError):
    """Something that the plan does not allow."""


class Plan:
    """Steps by number."""

    def __init__(self) -> None:
        self._steps = dict(enumerate(KITCHEN, 1))
        self._given = len(KITCHEN)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Change the plan and show it, refusals first."""
        verbs: Mapping[str, Callable[..., None]] = {
            "add": self._add,
            "done": self._done,
            "reopen": self._reopen,
            "remove": self._remove,
            "wait": self._wait,
            "free": self._free,
            "show": lambda: None,
        }
        refusals = []
        for command in commands:
            verb, *arguments = (part.strip() for part in command.split("|"))
            try:
                verbs[verb](*arguments)
            except RefusedError as error:
                refusals.append(f"refused: {error}")
        lines = (*refusals, *self._lines(), f"ready: {_named(self._ready()) or 'none'}")
        checks = (
            content("line_set", LineSetParams(expected=lines, blanks="collapsed")),
            form("fenced", FencedParams(talk=True)),
        )
        return Answer(fence("\n".join(lines)), checks)

    def _add(self, title: str, after: str = "") -> None:
        self._given += 1
        self._steps[self._given] = Step(title, frozenset(int(n) for n in after.split()))

    def _done(self, name: str) -> None:
        if missing := self._missing(int(name)):
            raise RefusedError(f"T{name} waits for {_named(missing)}")
        self._steps[int(name)] = replace(self._steps[int(name)], is_done=True)

    def _reopen(self, name: str) -> None:
        for number in (int(name), *(n for n in self._steps if int(name) in self._all_before(n))):
            self._steps[number] = replace(self._steps[number], is_done=False)

    def _remove(self, name: str) -> None:
        gone = self._steps.pop(int(name))
        for number, step in self._steps.items():
            if int(name) in step.after:
                self._steps[number] = replace(step, after=(step.after - {int(name)}) | gone.after)

    def _wait(self, name: str, other: str) -> None:
        if name == other or int(name) in self._all_before(int(other)):
            raise RefusedError(f"T{name} would wait for itself")
        step = self._steps[int(name)]
        self._steps[int(name)] = replace(step, after=step.after | {int(other)})

    def _free(self, name: str, other: str) -> None:
        step = self._steps[int(name)]
        self._steps[int(name)] = replace(step, after=step.after - {int(other)})

    def _all_before(self, number: int) -> frozenset[int]:
        """Return what a step waits for, directly or not."""
        direct = self._steps[number].after
        return direct.union(*(self._all_before(n) for n in direct))

    def _missing(self, number: int) -> list[int]:
        return sorted(n for n in self._steps[number].after if not self._steps[n].is_done)

    def _ready(self) -> list[int]:
        return [n for n, step in sorted(self._steps.items()) if not step.is_done and not self._missing(n)]

    def _lines(self) -> Iterator[str]:
        for number, step in sorted(self._steps.items()):
            missing = self._missing(number)
            mark = "x" if step.is_done else "-" if missing else " "
            waits = f" < {_named(missing)}" if missing and not step.is_done else ""
            yield f"[{mark}] T{number} {step.title}{waits}"


def _named(numbers: Sequence[int]) -> str:
    return ", ".join(f"T{number}" for number in numbers)
