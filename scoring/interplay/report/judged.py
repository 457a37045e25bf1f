"""What judges said, as tables: ratings by part, extreme tasks, comparisons, and the judge against the checks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from interplay.core.reports import Report, Statistic
from interplay.report import layout
from interplay.report.layout import Column, Grid
from interplay.report.table import number

PARTS: Final = ("last_only", "first_challenging", "subsequent_challenging", "stateless", "stateful", "hard", "all")
HEADINGS: Final = ("last only", "first chal.", "subseq. chal.", "stateless", "stateful", "hard", "all")
EXTREMES: Final = 10
LEGEND: Final = """\
rating = mean rating, a reply that was not given counts as the lowest; stateless and stateful are first_challenging
scripts; [95% interval over tasks]; unscored = share of replies or pairs without a verdict, cut = of those on which the
judge ran out of tokens. – is undefined, never 0."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: title, column headings, and rows of text, of which the first ``names`` say what a row is about."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 2


def sheets(reports: Sequence[Report]) -> list[Sheet]:
    """Return the tables that *reports* have something for; none without judgments."""
    found = (_ratings(reports), _pairs(reports), _agreement(reports), _descriptions(reports), *_tasks(reports))
    return [sheet for sheet in found if sheet.rows]


def grid(sheet: Sheet) -> Grid:
    """Return a sheet for a terminal."""
    kinds = [
        layout.name(heading) if place < sheet.names else Column(heading) for place, heading in enumerate(sheet.headings)
    ]
    return Grid(tuple(kinds), sheet.rows, boxed=True, title=sheet.title)


def _ratings(reports: Sequence[Report]) -> Sheet:
    rows = []
    for report, judge in _judges(reports, "rating"):
        found = [_find(report, judge, "rating", part=part) for part in PARTS]
        cells = [_plain(one) for one in found[:-2]] + [_bounded(one, digits=2) for one in found[-2:]]
        lost = [_percent(_find(report, judge, name, part="all")) for name in ("rating_unscored", "rating_cut")]
        rows.append((report.system.name, judge[1], *cells, *lost))
    return Sheet("Ratings by the judge", ("system", "judge", *HEADINGS, "unscored", "cut"), tuple(rows))


def _pairs(reports: Sequence[Report]) -> Sheet:
    results = ("pair_win", "pair_tie", "pair_lose", "pair_difference")
    names = (*results, "pair_flipped", "pair_first", "pair_unscored", "pair_cut")
    rows = []
    for report, judge in _judges(reports, "pair_win"):
        for opponent in dict.fromkeys(_values(report, judge, "opponent")):
            for part in ("hard", "all"):
                found = [_find(report, judge, name, part=part, opponent=opponent) for name in names]
                shown = [_bounded(one, digits=1, scale=100) for one in found[:4]] + [_percent(one) for one in found[4:]]
                if found[0] is not None:
                    rows.append((f"{report.system.name} v. {opponent}", judge[1], part, *shown))
    headings = ("systems", "judge", "scripts", "win %", "tie %", "lose %", "difference", "flipped", "first")
    return Sheet("Comparisons by the judge", (*headings, "unscored", "cut"), tuple(rows), names=3)


def _agreement(reports: Sequence[Report]) -> Sheet:
    rows = []
    for report, judge in _judges(reports, "band_kappa"):
        good, same = (_find(report, judge, name) for name in ("rated_good_though_wrong", "band_agreement"))
        kappa = _find(report, judge, "band_kappa")
        counts = tuple("–" if one is None else f"{one.n:.0f}" for one in (good, kappa))
        shown = _bounded(good, digits=1, scale=100), counts[0], _bounded(same, digits=1, scale=100)
        rows.append((report.system.name, judge[1], *shown, _bounded(kappa, digits=2), counts[1]))
    headings = ("system", "judge", "wrong content rated 7+ %", "of", "same band %", "kappa of bands", "of")
    return Sheet("The judge against the checks", headings, tuple(rows))


def _descriptions(reports: Sequence[Report]) -> Sheet:
    rows = []
    for report in reports:
        for one in report.statistics:
            if one.name.startswith("description_as_"):
                role = one.name.removeprefix("description_as_")
                judge = (one.where["judge"], one.where["judge_model"])
                lost = _find(report, judge, f"description_unscored_as_{role}", split=one.where["split"])
                shown = _bounded(one, digits=1, scale=100), f"{one.n:.0f}", _percent(lost)
                rows.append((report.system.name, judge[1], one.where["split"], role, *shown))
    headings = ("system", "judge", "split", "role", "description %", "clues", "unscored")
    return Sheet("Undercover: clues that describe the word", headings, tuple(rows), names=4)


def _tasks(reports: Sequence[Report]) -> Iterator[Sheet]:
    """Yield the tasks of each kind with the highest and the lowest ratings, averaged over the systems."""
    for kind in ("stateless", "stateful"):
        sums: dict[str, list[float]] = {}
        for report in reports:
            for one in report.statistics:
                if one.name == "rating" and one.where.get("kind") == kind and one.value is not None:
                    sums.setdefault(one.where["task"], []).append(one.value)
        means = {task: sum(values) / len(values) for task, values in sums.items()}
        easiest = sorted(means, key=lambda task: (-means[task], task))[:EXTREMES]
        hardest = sorted(means, key=lambda task: (means[task], task))[:EXTREMES]
        rows = [
            (easy, hard, number(means[easy]), number(means[hard])) for easy, hard in zip(easiest, hardest, strict=True)
        ]
        headings = ("easiest", "hardest", "rating of the easiest", "rating of the hardest")
        yield Sheet(f"Easiest and hardest {kind} tasks", headings, tuple(rows))


Judge = tuple[str, str]
"""Name of the judge, name of the model that plays it."""


def _judges(reports: Sequence[Report], name: str) -> Iterator[tuple[Report, Judge]]:
    """Yield each report with each judge that has a statistic called *name* in it."""
    for report in reports:
        having = [(s.where["judge"], s.where["judge_model"]) for s in report.statistics if s.name == name]
        for judge in dict.fromkeys(having):
            yield report, judge


def _values(report: Report, judge: Judge, key: str) -> list[str]:
    return [s.where[key] for s in report.statistics if key in s.where and _is_of(s, judge)]


def _find(report: Report, judge: Judge, name: str, **where: str) -> Statistic | None:
    fitting = (s for s in report.statistics if s.name == name and _is_of(s, judge) and where.items() <= s.where.items())
    return next(fitting, None)


def _is_of(statistic: Statistic, judge: Judge) -> bool:
    return (statistic.where.get("judge"), statistic.where.get("judge_model")) == judge


def _bounded(found: Statistic | None, *, digits: int, scale: float = 1) -> str:
    if found is None or found.value is None:
        return "–"
    value = number(found.value * scale, digits=digits)
    if found.low is None or found.high is None:
        return value
    return f"{value} [{found.low * scale:.{digits}f}, {found.high * scale:.{digits}f}]"


def _plain(found: Statistic | None) -> str:
    return number(None if found is None else found.value)


def _percent(found: Statistic | None) -> str:
    return "–" if found is None or found.value is None else f"{100 * found.value:.1f}%"
