"""All tables and figures of the SimulBench paper in its order, by checks and by a judge."""

from collections.abc import Callable
from functools import partial
from typing import Final

from interplay.tables.table import Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Exhibit, columns
from interplay_lab.papers.simulbench import kinds, pairs, tasks
from interplay_lab.papers.simulbench.measures import CHECKS, JUDGE, MISSING, WORDS, Measure, judged

TRACK: Final = "simulation"
ENDS: Final = ("low", "high")
_TYPES: Final = ("last_only", "first_challenging", "subsequent_challenging")


def _both(number: str, title: str, make: Callable[[Measure, Given], Content]) -> list[Exhibit]:
    """Return an exhibit by checks, and the same by the judge."""
    return [Exhibit(f"{number} ({m.name})", f"{title}, by {m.axis}", partial(make, m)) for m in (CHECKS, JUDGE)]


def _reasonable(given: Given) -> Content:
    """Return how far a judge agrees with people, or with the checks; in the paper a person reviews 100 outputs."""
    if (people := _people(given)).rows:
        return people
    names = ("rated_good_though_wrong", "band_agreement", "band_kappa")
    rows = []
    for entry, judge, statistics in judged(given, names[0]):
        by_name = {statistic.name: statistic for statistic in statistics}
        good, same, kappa = (by_name[name] for name in names)
        rows.append((entry.label, judge[1], good.value, round(good.n), same.value, kappa.value, round(same.n)))
    if not rows:
        return JUDGE.absent(given)
    return Table(
        columns=(
            *columns("text", "system", "judge"),
            *columns("percent", "wrong content rated 7 or more", digits=1),
            *columns("count", "wrong replies"),
            *columns("percent", "rated in the band of the checks", digits=1),
            *columns("number", "kappa of the bands"),
            *columns("count", "checked replies"),
        ),
        rows=tuple(rows),
        notes=tuple(WORDS["reasonable"].values()),
    )


def _people(given: Given) -> Table:
    """Return how far each judge agrees with each person on the replies that both rated, with 95% intervals."""
    names = [f"person_{name}" for name in ("reasonable", "agreement", "higher", "kappa", "difference")]
    rows = []
    for entry, judge, statistics in judged(given, "person_reasonable"):
        for person in dict.fromkeys(s.where["person"] for s in statistics if "person" in s.where):
            by_name = {s.name: s for s in statistics if s.where.get("person") == person}
            cells = [cell for s in map(by_name.__getitem__, names) for cell in (s.value, s.low, s.high)]
            rows.append((entry.label, judge[1], person, round(by_name[names[0]].n), *cells))
    heads = [column for title in ("reasonable", "same band", "higher") for column in columns("percent", title, *ENDS)]
    heads += [column for title in ("kappa of the bands", "difference") for column in columns("number", title, *ENDS)]
    about = (*columns("text", "system", "judge", "person"), *columns("count", "replies"))
    return Table(columns=(*about, *heads), rows=tuple(rows), notes=tuple(WORDS["people"].values()))


EXHIBITS: Final = (
    Exhibit("Figure 1", "Examples of simulation tasks", lambda _: MISSING["examples"]),
    *_both("Figure 2", "All scripts and hard ones", partial(kinds.figure, parts=("all", "hard"))),
    Exhibit("Table 1 (checks)", "Pairs of systems on the hard scripts, by checks", pairs.by_checks),
    Exhibit("Table 1 (judge)", "Pairs of systems on the hard scripts, compared by a judge", pairs.by_judge),
    *_both("Figure 3a", "Kinds of tasks", partial(kinds.figure, parts=("stateless", "stateful"))),
    *_both("Figure 3b", "Types of scripts", partial(kinds.figure, parts=_TYPES)),
    *_both("Table 2", "Easiest and hardest tasks", tasks.table),
    Exhibit("Section 4.3", "Whether the judge is reasonable", _reasonable),
    Exhibit("Table 3", "Toxicity of tasks and scripts by six attributes", lambda _: MISSING["toxicity"]),
    *_both("Table 4", "Every kind of script", kinds.table),
)
"""All numbered tables and figures of the paper, and the human evaluation of its section 4.3."""
