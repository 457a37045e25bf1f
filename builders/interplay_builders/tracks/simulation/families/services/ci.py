"""A runner of pipelines: pushes start runs, reports of passes and failures move them on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from interplay.core.records import Record
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.services.printing import block, table

Status = Literal["waiting", "running", "passed", "cached", "failed", "skipped", "cancelled"]
OPEN, GOOD = frozenset({"waiting", "running"}), frozenset({"passed", "cached"})
HEADER = ("JOB", "STATUS", "TRIES")
SHAPE = r"\s*(JOB STATUS TRIES|\S+ (waiting|running|passed|cached|failed|skipped|cancelled) \d+)\s*"


class Job(Record, frozen=True):
    """A job, or the jobs of a matrix; ``branch`` is the only one on which it runs, ``always`` whatever its needs do."""

    name: str
    needs: tuple[str, ...] = ()
    matrix: tuple[str, ...] = ()
    retries: int = 0
    paths: tuple[str, ...] = ()
    branch: str = ""
    always: bool = False

    def cells(self) -> tuple[str, ...]:
        """Return the names of its lines in the table."""
        return tuple(f"{self.name}/{part}" for part in self.matrix) or (self.name,)


class Pipeline(Record, frozen=True):
    """The jobs, each below what it needs."""

    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class State:
    """How far a line of the table is."""

    status: Status = "waiting"
    tries: int = 0


class Runner:
    """The runs, and what is known of the paths: in which run each was touched last, and each line passed last."""

    def __init__(self, setup: Pipeline) -> None:
        self._jobs = setup.jobs
        self._runs: list[dict[str, State]] = []
        self._touched: dict[str, int] = {}
        self._passed: dict[str, int] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take what happens: ``push BRANCH PATH...``, ``pass LINE``, ``fail LINE``, ``cancel JOB``.

        The table is that of the last run, or of run N where the last command is ``show N``.
        """
        verbs: Mapping[str, Callable[..., None]] = {
            "push": self._push,
            "pass": self._pass,
            "fail": self._fail,
            "cancel": self._cancel,
        }
        number = -1
        for command in commands:
            verb, *arguments = command.split()
            if verb == "show":
                number = int(arguments[0]) - 1
            else:
                verbs[verb](*arguments)
        rows = [(name, state.status, state.tries) for name, state in self._runs[number].items()]
        return block(table((HEADER, *rows)), SHAPE, "the table with JOB, STATUS and TRIES")

    @property
    def _run(self) -> dict[str, State]:
        return self._runs[-1]

    def _push(self, branch: str, *paths: str) -> None:
        if self._runs:
            self._end(self._run)
        self._runs.append({cell: State() for job in self._jobs for cell in job.cells()})
        self._touched |= dict.fromkeys(paths, len(self._runs))
        for job in self._jobs:
            if job.branch not in ("", branch):
                self._run.update(dict.fromkeys(job.cells(), State("skipped")))
        self._settle()

    def _pass(self, cell: str) -> None:
        self._run[cell] = replace(self._running(cell), status="passed")
        self._passed[cell] = len(self._runs)
        self._settle()

    def _fail(self, cell: str) -> None:
        state, job = self._running(cell), next(job for job in self._jobs if cell in job.cells())
        if state.tries <= job.retries:
            self._run[cell] = replace(state, tries=state.tries + 1)
            return
        self._run[cell] = replace(state, status="failed")
        self._cancel(job.name)

    def _running(self, cell: str) -> State:
        """Return the state of a running line; raise ``ValueError`` for another, which has nothing to report."""
        if self._run[cell].status != "running":
            raise ValueError(f"{cell} is {self._run[cell].status}, expected it to be running")
        return self._run[cell]

    def _cancel(self, name: str) -> None:
        job = next(job for job in self._jobs if job.name == name)
        self._end(self._run, job.cells())
        self._settle()

    def _end(self, run: dict[str, State], cells: Sequence[str] | None = None) -> None:
        """Cancel what has not ended."""
        for cell in run if cells is None else cells:
            if run[cell].status in OPEN:
                run[cell] = replace(run[cell], status="cancelled")

    def _settle(self) -> None:
        """Skip and start what the states of the needs decide; jobs stand below what they need, so once is enough."""
        for job in self._jobs:
            needs = list(self._needed(job))
            for cell in job.cells():
                if self._run[cell].status == "waiting":
                    self._run[cell] = self._next(job, cell, needs)

    def _needed(self, job: Job) -> Iterator[Status]:
        for other in self._jobs:
            if other.name in job.needs:
                yield from (self._run[cell].status for cell in other.cells())

    def _next(self, job: Job, cell: str, needs: Sequence[Status]) -> State:
        if not job.always and not OPEN.union(GOOD).issuperset(needs):
            return State("skipped")
        if not OPEN.isdisjoint(needs):
            return State()
        return State("cached") if self._is_cached(job, cell) else State("running", 1)

    def _is_cached(self, job: Job, cell: str) -> bool:
        """Return whether a job with paths passed when they were as they are now."""
        touched = max((self._touched.get(path, 0) for path in job.paths), default=0)
        return bool(job.paths) and cell in self._passed and self._passed[cell] >= touched
