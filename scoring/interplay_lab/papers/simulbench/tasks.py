"""Table 2: the tasks that are easiest and hardest for the systems given."""

from collections.abc import Callable, Mapping, Sequence

from interplay.tables.judged import EXTREMES
from interplay.tables.table import Cell, Column, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Missing
from interplay_lab.papers.simulbench.measures import NO_SUBMISSION, TRACK, Measure, Tasks, selections

KINDS = ("stateless", "stateful")


def table(measure: Measure) -> Callable[[Given], Content]:
    """Return what makes Table 2: the ten tasks of each kind with the highest and the lowest means over all systems.

    Of fewer than twenty tasks half are easy and half are hard, so that none is both.
    """

    def make(given: Given) -> Content:
        systems = measure.tasks(given)
        if not given.on(TRACK):
            return NO_SUBMISSION
        if not systems:
            return measure.missing
        means, left = common(systems)
        rows, ties = [], []
        for kind in KINDS:
            found = {task: mean for (of, task), mean in means.items() if of == kind}
            held, tied = _extremes(kind, found)
            rows += held
            ties += tied
        if not rows:
            return Missing(reason="no two tasks of one kind were put to all the systems; needed: runs of all scripts")
        text = [Column(heading=heading, kind="text") for heading in ("kind", "list", "task")]
        return Table(
            columns=(*text, Column(heading=f"mean {measure.axis}", digits=measure.digits)),
            rows=tuple(rows),
            notes=(
                *measure.notes,
                (
                    f"Means over {len(systems)} {'system' if len(systems) == 1 else 'systems'}, each counting alike: "
                    f"{', '.join(one.label for one in systems)}."
                ),
                *([f"{left} tasks that not all of them have a mean of are left out."] if left else []),
                *ties,
                *selections(given.on(TRACK)),
            ),
        )

    return make


def common(systems: Sequence[Tasks]) -> tuple[dict[tuple[str, str], float], int]:
    """Return the mean over systems of each task that all of them have, and how many tasks only some have."""
    every = sorted({task for one in systems for task in one.means})
    shared = [task for task in every if all(task in one.means for one in systems)]
    means = {task: sum(one.means[task] for one in systems) / len(systems) for task in shared}
    return means, len(every) - len(shared)


def _extremes(kind: str, means: Mapping[str, float]) -> tuple[list[tuple[Cell, ...]], list[str]]:
    """Return the rows of one kind, and a note where the end of a list was drawn among tasks that are alike."""
    count = min(EXTREMES, len(means) // 2)
    order = sorted(means, key=lambda task: (-means[task], task))
    rows: list[tuple[Cell, ...]] = []
    notes = []
    for name, held in (("easiest", order[:count]), ("hardest", order[::-1][:count])):
        rows += [(kind, name, task, means[task]) for task in held]
        alike = sum(means[task] == means[held[-1]] for task in order if task not in held) if held else 0
        if alike:
            notes.append(
                f"{kind}: {alike} more {'task has' if alike == 1 else 'tasks have'} the same mean as the last of the "
                f"{name}; the alphabet decides."
            )
    return rows, notes
