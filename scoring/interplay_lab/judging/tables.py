"""What judges said, as tables: ratings by part, extreme tasks, comparisons, and the judge against the checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from interplay.core.reports import Report, Statistic
from interplay.tables.numbers import UNDEFINED, interval, number, percent
from interplay.tables.simulated import HEADINGS, PARTS
from interplay.tables.table import Table, tabulate

EXTREMES: Final = 10
_LEGEND: Final = """\
rating = mean rating, where a missing reply counts as the lowest rating; points met = mean share of points that a reply
meets; stateless, stateful: first_challenging scripts; [95% interval over tasks]; unscored = share of replies or pairs
without a verdict; cut = share of replies or pairs on which the judge was cut off at its token limit; tokens = tokens
per verdict; uncertified judge = no certificate by `interplay certify` was given; corrected by people = over replies
that no program decides, from ratings of a random sample. – = undefined (never 0)."""


def tables(reports: Sequence[Report]) -> tuple[dict[str, Table], str]:
    """Return the tables that *reports* have something for, by their titles, and what stands below them."""
    named = {
        "Ratings by the judge": _ratings(reports, "rating"),
        "Points met, by the judge": _ratings(reports, "points_met"),
        "Comparisons by the judge": _pairs(reports),
        "The judge against the checks": _agreement(reports),
        "Several judges": _several(reports),
        "Undercover: clues that describe the word": _descriptions(reports),
        **{f"Easiest and hardest {kind} tasks": _tasks(reports, kind) for kind in ("stateless", "stateful")},
    }
    return {title: table for title, table in named.items() if table.rows}, _LEGEND


def _ratings(reports: Sequence[Report], name: str) -> Table:
    rows = []
    for report, judge in _judges(reports, name):
        ratings = [_find(report, judge, name, part=part) for part in PARTS]
        cells = [_bounded(rating, 2, bounds=n >= len(PARTS) - 2) for n, rating in enumerate(ratings)]
        lost = [_share(_find(report, judge, f"{name}_{what}", part="all")) for what in ("unscored", "cut")]
        rows.append((report.system.name, judge[1], *cells, _count(ratings[-1]), *lost))
    return tabulate(("system", "judge", *HEADINGS, "of", "unscored", "cut"), rows, text=2)


def _pairs(reports: Sequence[Report]) -> Table:
    results = ("pair_win", "pair_tie", "pair_lose", "pair_difference")
    shares = ("pair_flipped", "pair_first", "pair_unscored", "pair_cut")
    rows = []
    for report, judge in _judges(reports, "pair_win"):
        for opponent in dict.fromkeys(s.where.get("opponent", "") for s in report.statistics):
            for part in ("hard", "all"):
                where = {"part": part, "opponent": opponent}
                if _find(report, judge, "pair_win", **where) is not None:
                    cells = [_bounded(_find(report, judge, name, **where), 1, scale=100) for name in results]
                    cells += [_share(_find(report, judge, name, **where)) for name in shares]
                    rows.append((f"{report.system.name} v. {opponent}", judge[1], part, *cells))
    headings = ("systems", "judge", "scripts", "win %", "tie %", "lose %", "difference", "flipped", "first")
    return tabulate((*headings, "unscored", "cut"), rows, text=3)


def _agreement(reports: Sequence[Report]) -> Table:
    rows = []
    for report, judge in _judges(reports, "band_kappa"):
        names = ("rated_good_though_wrong", "band_agreement", "band_kappa")
        good, same, kappa = (_find(report, judge, name) for name in names)
        shares = _bounded(good, 1, scale=100), _count(good), _bounded(same, 1, scale=100)
        used = _find(report, judge, "judge_tokens")
        tokens = number(None if used is None else used.value, 0)
        rows.append((report.system.name, judge[1], *shares, _bounded(kappa, 2), _count(kappa), tokens))
    headings = ("system", "judge", "wrong content rated 7+ %", "of", "same band %", "kappa of bands", "of", "tokens")
    return tabulate(headings, rows, text=2)


def _several(reports: Sequence[Report]) -> Table:
    """Return how far judges agree, and means that people's ratings correct."""
    rows = []
    for name in ("judges_alpha", "judges_kappa", "rating_raw", "rating_people", "rating_corrected"):
        for system, s in [(report.system.name, s) for report in reports for s in report.statistics if s.name == name]:
            who = s.where.get("raters") or f"{s.where['judge_model']} and {s.where['people']}"
            rows.append((system, who, s.title, _bounded(s, 2), _count(s)))
    return tabulate(("system", "judges", "statistic", "value", "of"), rows, text=3)


def _descriptions(reports: Sequence[Report]) -> Table:
    rows = []
    for report in reports:
        for statistic in report.statistics:
            if statistic.name.startswith("description_as_"):
                role, split = statistic.name.removeprefix("description_as_"), statistic.where["split"]
                judge = judge_of(statistic.where)
                lost = _find(report, judge, f"description_unscored_as_{role}", split=split)
                cells = _bounded(statistic, 1, scale=100), _count(statistic), _share(lost)
                rows.append((report.system.name, judge[1], split, role, *cells))
    headings = ("system", "judge", "split", "role", "description %", "clues", "unscored")
    return tabulate(headings, rows, text=4)


def _tasks(reports: Sequence[Report], kind: str) -> Table:
    """Return the tasks of a *kind* with the highest and the lowest ratings, averaged over the systems."""
    ratings: dict[str, list[float]] = {}
    for statistic in (statistic for report in reports for statistic in report.statistics):
        if statistic.name == "rating" and statistic.where.get("kind") == kind and statistic.value is not None:
            ratings.setdefault(statistic.where["task"], []).append(statistic.value)
    means = {task: sum(values) / len(values) for task, values in ratings.items()}
    easiest = sorted(means, key=lambda task: (-means[task], task))[:EXTREMES]
    hardest = sorted(means, key=lambda task: (means[task], task))[:EXTREMES]
    rows = [(easy, hard, means[easy], means[hard]) for easy, hard in zip(easiest, hardest, strict=True)]
    return tabulate(("easiest", "hardest", "rating of the easiest", "rating of the hardest"), rows, text=2)


Judge = tuple[str, str]
"""Name of the judge, and that of the model that plays it with whether it is certified."""


def judge_of(where: Mapping[str, str]) -> Judge:
    """Return the judge of a statistic; empty where there is none."""
    return where.get("judge", ""), ", ".join(where[key] for key in ("judge_model", "judge_status") if key in where)


def _judges(reports: Sequence[Report], name: str) -> Iterator[tuple[Report, Judge]]:
    """Yield each report with each judge that has a statistic called *name* in it."""
    for report in reports:
        judges = (judge_of(s.where) for s in report.statistics if s.name == name)
        yield from ((report, judge) for judge in dict.fromkeys(judges))


def _find(report: Report, judge: Judge, name: str, **where: str) -> Statistic | None:
    of = (s for s in report.statistics if s.name == name and judge_of(s.where) == judge)
    return next((s for s in of if where.items() <= s.where.items()), None)


def _bounded(statistic: Statistic | None, digits: int, *, scale: float = 1, bounds: bool = True) -> str:
    if statistic is None or statistic.value is None:
        return UNDEFINED
    ends = (statistic.low, statistic.high) if bounds else (None, None)
    low, high = (None if end is None else end * scale for end in ends)
    return interval(statistic.value * scale, low, high, digits)


def _share(statistic: Statistic | None) -> str:
    return percent(None if statistic is None else statistic.value)


def _count(statistic: Statistic | None) -> str:
    return number(None if statistic is None else statistic.n, 0)
