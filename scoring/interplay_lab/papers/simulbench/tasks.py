"""Table 2: the tasks that are easiest and hardest for the systems given."""

from collections.abc import Mapping, Sequence

from interplay.core.text import counted
from interplay.tables.table import Cell, Table
from interplay_lab.judging.tables import EXTREMES
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Missing, columns
from interplay_lab.papers.simulbench.measures import TRACK, Measure, Tasks

KINDS = ("stateless", "stateful")


def table(measure: Measure, given: Given) -> Content:
    """Return Table 2: the ten tasks of each kind with the highest and the lowest means over all systems.

    With fewer than twenty tasks, half of them are easy and half are hard, so that none is both.
    """
    systems = measure.tasks(given)
    if not systems:
        return measure.absent(given)
    means, left = common(systems)
    rows, ties = [], []
    for kind in KINDS:
        of_kind = {task: mean for (of, task), mean in means.items() if of == kind}
        extremes, tied = _extremes(kind, of_kind)
        rows += extremes
        ties += tied
    if not rows:
        return Missing(reason="no kind has two tasks that all systems were given; needed: runs of all scripts")
    labels = ", ".join(label for label, _ in systems)
    about = f"Means over {counted(len(systems), 'systems')}, weighted equally: {labels}."
    omitted = [f"{left} tasks are omitted because not all systems have a mean on them."] if left else []
    mean = columns("number", f"mean {measure.axis}", digits=measure.digits)
    return Table(
        columns=(*columns("text", "kind", "list", "task"), *mean),
        rows=tuple(rows),
        notes=(*measure.notes, about, *omitted, *ties, *given.selections(TRACK)),
    )


def common(systems: Sequence[Tasks]) -> tuple[dict[tuple[str, str], float], int]:
    """Return the mean over systems of each task that all have, and the number of tasks that only some have."""
    every = sorted({task for _, means in systems for task in means})
    shared = [task for task in every if all(task in means for _, means in systems)]
    means = {task: sum(means[task] for _, means in systems) / len(systems) for task in shared}
    return means, len(every) - len(shared)


def _extremes(kind: str, means: Mapping[str, float]) -> tuple[list[tuple[Cell, ...]], list[str]]:
    """Return the rows of one kind, and a note where the end of a list cuts through tied tasks."""
    count = min(EXTREMES, len(means) // 2)
    order = sorted(means, key=lambda task: (-means[task], task))
    rows: list[tuple[Cell, ...]] = []
    notes = []
    for name, chosen in (("easiest", order[:count]), ("hardest", order[::-1][:count])):
        rows += [(kind, name, task, means[task]) for task in chosen]
        alike = sum(means[task] == means[chosen[-1]] for task in order if task not in chosen) if chosen else 0
        if alike:
            notes.append(
                f"{kind}: {alike} more {'task has' if alike == 1 else 'tasks have'} the same mean as the last of the "
                f"{name}; ties are in alphabetical order."
            )
    return rows, notes
