"""Table 2: the tasks that are easiest and hardest for the systems given."""

from collections.abc import Mapping, Sequence

from interplay.tables.table import Cell, Column, Table
from interplay_lab.judging.tables import EXTREMES
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Missing
from interplay_lab.papers.simulbench.measures import NO_SUBMISSION, TRACK, Measure, Tasks, selections

KINDS = ("stateless", "stateful")


def table(measure: Measure, given: Given) -> Content:
    """Return Table 2: the ten tasks of each kind with the highest and the lowest means over all systems.

    With fewer than twenty tasks, half of them are easy and half are hard, so that none is both.
    """
    systems = measure.tasks(given)
    if not given.on(TRACK):
        return NO_SUBMISSION
    if not systems:
        return measure.missing
    means, left = common(systems)
    rows, ties = [], []
    for kind in KINDS:
        of_kind = {task: mean for (of, task), mean in means.items() if of == kind}
        extremes, tied = _extremes(kind, of_kind)
        rows += extremes
        ties += tied
    if not rows:
        return Missing(reason="no kind has two tasks that all systems were given; needed: runs of all scripts")
    text = [Column(heading=heading, kind="text") for heading in ("kind", "list", "task")]
    return Table(
        columns=(*text, Column(heading=f"mean {measure.axis}", digits=measure.digits)),
        rows=tuple(rows),
        notes=(
            *measure.notes,
            (
                f"Means over {len(systems)} {'system' if len(systems) == 1 else 'systems'}, weighted equally: "
                f"{', '.join(system.label for system in systems)}."
            ),
            *([f"{left} tasks are omitted because not all systems have a mean on them."] if left else []),
            *ties,
            *selections(given.on(TRACK)),
        ),
    )


def common(systems: Sequence[Tasks]) -> tuple[dict[tuple[str, str], float], int]:
    """Return the mean over systems of each task that all have, and the number of tasks that only some have."""
    every = sorted({task for system in systems for task in system.means})
    shared = [task for task in every if all(task in system.means for system in systems)]
    means = {task: sum(system.means[task] for system in systems) / len(systems) for task in shared}
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
