"""The leaderboard: all systems and tracks, with what they cost, and the charts below."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from interplay.core.errors import RecordError
from interplay.core.records import Usage
from interplay.core.reports import EXACT, Budget, Metric, Report
from interplay.ratings.ledger import collect
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.tables import BradleyTerryTable, Settings
from interplay.tables import scores
from interplay.tables.budgets import half_text
from interplay.tables.numbers import minus
from interplay_lab.site import charts
from interplay_lab.site.charts import Forest, Number
from interplay_lab.site.costs import Cost, Prices, cost_of
from interplay_lab.site.scored import PREFIX, SAMPLE, AnyTrack, Entry
from interplay_lab.site.views.versus import key_of

COLOURS = 6
"""Number of colours of curves."""
FLOOR, CEILING, WIDTH = 25.0, 125.0, 150.0
"""Where the pictures of cells have the scores 0 and 100, and how wide they are."""


_Line = tuple[Entry, Mapping[int, charts.Point], str]
Chart = dict[str, object]
"""Some curves with the places of the numbers on the axis across."""


class Gauge(NamedTuple):
    """A score in the picture of a cell, with the ends of its interval; what is outside 0 to ``WIDTH`` goes on."""

    value: float | None
    low: float | None
    high: float | None


class Standing(NamedTuple):
    """What ranks systems on a track: the headline with its interval, among those that were ``asked`` the same items."""

    asked: object
    value: float
    low: float
    high: float


class Cell(NamedTuple):
    """The headline of a system on a track; ``tied`` are letters.

    ``sort`` orders cells; those without stand last. ``basic`` is the score of the basic split beside the headline; if
    ``is_basic``, there is no headline, and ``text`` is the basic score.
    """

    text: str
    bounds: str
    sort: float | None
    tied: str
    entry: Entry
    is_basic: bool
    basic: str
    gauge: Gauge
    standing: Standing | None
    exact: charts.Exact = charts.NO_NUMBER


class Line(NamedTuple):
    """A system on the leaderboard, with a cell or nothing for each track, and what its replies cost.

    ``about`` says which items a row is about where a name has several rows. ``ranks`` are its mean rank over the
    ``ranked`` tracks on which it has one, and the lowest and highest one that the intervals allow.
    """

    name: str
    page: str
    about: str
    program: bool
    ranked: int
    ranks: tuple[float, float, float]
    cells: tuple[Cell | None, ...]
    cost: Cost
    spent: Usage


def heading(track: AnyTrack) -> str:
    """Return what the headline of *track* is called, with the level of its intervals."""
    first = track.headline
    return f"{first.heading}, {first.percent}% interval"


def lines(
    by_track: Mapping[str, tuple[Sequence[Entry], Sequence[str]]], systems: Mapping[str, str], prices: Prices
) -> list[Line]:
    """Return a line for each system of *systems*, which maps names to pages; a further one for a namesake's scores.

    Models come first, then programs, each by the number of tracks that rank them, then by mean rank. Each track has its
    entries and their letters, which mark systems that are not distinguishable.
    """
    cells_by_name: dict[tuple[str, int], dict[str, tuple[Entry, Cell]]] = {}
    for name, (entries, letters) in by_track.items():
        numbers = dict[str, int]()
        for entry, letter in zip(entries, letters, strict=True):
            system = entry.report.system.name
            number = numbers[system] = numbers.get(system, -1) + 1
            cells_by_name.setdefault((system, number), {})[name] = (entry, _cell(entry, letter, entries))
    rows = [
        _line(name, systems[name], cells, cells_by_name.get((name, 1), {}), tuple(by_track), prices)
        for (name, _), cells in cells_by_name.items()
    ]
    groups = [[row for row in rows if row.program == program] for program in (False, True)]
    ranked = [_ranked(row, group) for group in groups for row in group]
    return sorted(ranked, key=lambda row: (row.program, -row.ranked, row.ranks, row.name))


def _ranked(line: Line, lines: Sequence[Line]) -> Line:
    """Return a line with its ranks among *lines*: on a track, among those with a score on the items that most have."""
    ranks = list[tuple[int, int, int]]()
    for n, cell in enumerate(line.cells):
        standings = [c.standing for other in lines if (c := other.cells[n]) and c.standing]
        most = Counter(standing.asked for standing in standings).most_common(1)
        if cell and (mine := cell.standing) and most[0][0] == mine.asked and most[0][1] > 1:
            others = [other for other in standings if other is not mine and other.asked == mine.asked]
            ahead, surely = (sum(other.value > mine.value for other in others), sum(o.low > mine.high for o in others))
            ranks.append((1 + ahead, 1 + surely, 1 + sum(other.high >= mine.low for other in others)))
    value, low, high = (sum(each) / len(ranks) for each in zip(*ranks, strict=True)) if ranks else (0.0, 0.0, 0.0)
    return line._replace(ranked=len(ranks), ranks=(value, low, high))


def _line(
    name: str,
    page: str,
    cells: Mapping[str, tuple[Entry, Cell]],
    twice: Collection[str],
    tracks: Sequence[str],
    prices: Prices,
) -> Line:
    """Return the line of one system; on the tracks in *twice* others have its name."""
    about = "; ".join(f"{t}{entry.label.removeprefix(name)}" for t, (entry, _) in cells.items() if t in twice)
    entries = [entry for entry, _ in cells.values()]
    spent = sum((entry.usage for entry in entries), Usage())
    row = tuple(cells[track][1] if track in cells else None for track in tracks)
    return Line(name, page, about, name.startswith(PREFIX), 0, (0.0, 0.0, 0.0), row, cost_of(entries, prices), spent)


def _cell(entry: Entry, letter: str, entries: Sequence[Entry]) -> Cell:
    (main, basic), digits = scores.front(entry.report), entry.track.headline.digits
    metric = main or basic or Metric(name=entry.track.headline.name)
    value, _, bounds = score(metric, digits).partition(" [")
    bounds = f"[{bounds}{f' n {metric.n:,}' * bool(unbounded(metric))}" if bounds else ""
    number, is_basic = _sort(metric), bool(basic and not main)
    split = entry.track.front[:1]
    items = (i for i, item in entry.items.items() if not split or item.where["split"] == split[0])
    asked = (frozenset(items), key_of(entry))
    standing = None if is_basic or number is None else Standing(asked, number, *charts.bounds(metric))
    below = f"basic {score(basic, digits)}" if main and basic else ""
    sort = None if is_basic else number
    gauge, exact = gauge_of(entry, entries), (metric.value, metric.low, metric.high)
    return Cell(value, bounds, sort, letter, entry, is_basic, below, gauge, standing, exact)


def gauge_of(entry: Entry, entries: Sequence[Entry]) -> Gauge:
    """Return where the headline of one of *entries*, or its basic score, stands between floor and ceiling.

    H50 stands between the lowest and the highest level of *entries*, on a logarithmic scale.
    """
    main, basic = scores.front(entry.report)
    metric = main or basic or Metric(name=entry.track.headline.name)
    levels = {n for other in entries for n in _by_level(other.report)} if entry.track.headline.pooled else ()

    def at(end: float | None) -> float | None:
        if end is None:
            return None
        if levels and math.isfinite(end):
            end = 100 * math.log(max(end, 1) / min(levels)) / (math.log(max(levels) / min(levels)) or 1.0)
        return round(min(WIDTH + 1, max(-1.0, FLOOR + end)), 1)

    is_open = _sort(metric) is None or bool(unbounded(metric))
    low, high = (None, None) if is_open else charts.bounds(metric)
    return Gauge(at(metric.above if metric.value is None else metric.value), at(low), at(high))


def unbounded(metric: Metric) -> str:
    """Return why a number has no interval; nothing where it has one, is exact, or is undefined."""
    return metric.unbounded if metric.value is not None and metric.unbounded not in {None, EXACT} else ""


def score(metric: Metric | None, digits: int) -> str:
    """Return value and interval as text, with signs of minus."""
    return minus(scores.with_interval(metric, digits=digits))


def first_number(entry: Entry) -> tuple[str, str]:
    """Return what a page says first of an entry, and what that is: points where its matches have no scale."""
    report, first = entry.report, entry.track.headline
    if report.track == "games" and not report.headline.n:
        points = report.metric("points").value
        return "–" if points is None else f"{points:.2f}", "points a match"
    main, basic = scores.front(report)
    about = heading(entry.track)
    return score(main or basic, first.digits), about if main or not basic else f"{about}, split {entry.track.front[1]}"


def _sort(metric: Metric) -> float | None:
    if metric.value is None and metric.above is None:
        return None if metric.text is None else -1.0
    return metric.standing


def headlines(
    track: AnyTrack, entries: Sequence[Entry], letters: Sequence[str], systems: Mapping[str, str]
) -> Forest | None:
    """Return the forest plot of a track's headlines; none for a track whose headline has an axis of its own."""
    if track.name == "horizon":
        return None
    numbers = []
    for entry, letter in zip(entries, letters, strict=True):
        main, basic = scores.front(entry.report)
        metric = main or basic or Metric(name=track.headline.name)
        text = f"{'basic ' * (metric is basic)}{score(main or basic, track.headline.digits)}"
        name, page = entry.label.removesuffix(SAMPLE), systems[entry.report.system.name]
        kind, note = look(entry) + " basic" * (metric is basic), "; ".join(filter(None, (entry.caution, entry.part)))
        numbers.append(Number(name, page, text, metric.value, metric.low, metric.high, kind, letter, note=note))
    return charts.forest(f"{track.name}: {heading(track)}", numbers, keep=(0.0, 100.0))


def look(entry: Entry) -> str:
    """Return how a system is marked: ``some`` for scores of some items, ``blind`` for an uninformed baseline."""
    base = "some" if entry.report.selected else "blind" if entry.blind else ""
    return base + " picked" * entry.is_hand_picked + " doubtful" * bool(entry.caution)


def horizons(entries: Sequence[Entry], letters: Sequence[str], systems: Mapping[str, str]) -> Chart | None:
    """Return the shares of right reports by level, a curve for each system that was asked at two levels or more."""
    asked = [(n, levels) for n, entry in enumerate(entries) if len(levels := _by_level(entry.report)) > 1]
    if not asked:
        return None
    lines = []
    for n, levels in asked:
        points = {level: _point(level, metric) for level, metric in sorted(levels.items())}
        text = f"H50 {entries[n].report.headline.text or '–'}{f' ({letters[n]})' * bool(letters[n])}"
        lines.append((entries[n], points, text))
    counts = sorted({metric.n for _, levels in asked for metric in levels.values()})
    sessions = f"{counts[0]:,} sessions" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,} sessions"
    return _chart("Right reports by length of the session", "operations in a session", sessions, lines, systems)


def budgets(track: AnyTrack, entries: Sequence[Entry], systems: Mapping[str, str]) -> Chart | None:
    """Return the scores at budgets of reply tokens, a curve for each system that is no program."""
    top = next((spec.scale[1] for spec in track.metrics if spec.name == track.at_budgets), 1.0)
    lines = []
    for entry in entries:
        points = {b.tokens: _at_budget(b, top) for b in entry.report.budgets if b.score is not None}
        if points and not entry.report.system.name.startswith(PREFIX):
            half = half_text(entry.report.half_score)
            lines.append((entry, points, f"half of its final score at {half} tokens (estimated)"))
    about = "all items when a reply may have so many tokens, reasoning included"
    title = f"{track.name}: score at a budget of reply tokens"
    return _chart(title, "tokens of a reply", about, lines, systems) if lines else None


def _at_budget(budget: Budget, top: float) -> charts.Point:
    score = budget.score or 0.0
    share, low, high = (min(1.0, max(0.0, end / top)) for end in (score, *(budget.ci or (score, score))))
    return charts.Point(share, low, high, f"{budget.tokens:,} tokens: {share:.0%} [{low:.0%}, {high:.0%}]")


def _chart(title: str, across: str, about: str, lines: Sequence[_Line], systems: Mapping[str, str]) -> Chart:
    """Return a curve for each entry through its points, models first; *about* says what each point summarises."""
    known = sorted({number for _, points, _ in lines for number in points})
    ordered = sorted(lines, key=lambda line: line[0].report.system.name.startswith(PREFIX))
    places = charts.spread([100 - 100 * [*points.values()][-1].share for _, points, _ in ordered])
    curves = []
    for n, ((entry, points, text), at) in enumerate(zip(ordered, places, strict=True)):
        name = entry.report.system.name
        look = "series-quiet" if name.startswith(PREFIX) else f"series-{n % COLOURS}"
        curve = {"label": entry.label, "href": systems[name], "points": points, "look": look, "text": text}
        curves.append({**curve, "label_at": at})
    x = {number: round(100 * n / max(1, len(known) - 1), 2) for n, number in enumerate(known)}
    return {"title": title, "across": across, "about": about, "x": x, "curves": curves}


def _point(level: int, metric: Metric) -> charts.Point:
    bounds = "" if metric.low is None or metric.high is None else f" [{metric.low:.0%}, {metric.high:.0%}]"
    text = f"{level:,} operations: {metric.value or 0:.0%}{bounds} of {metric.n} sessions"
    return charts.Point(metric.value or 0.0, metric.low, metric.high, text)


def _by_level(report: Report) -> dict[int, Metric]:
    levels: dict[int, Metric] = {}
    for group in report.groups:
        metric = scores.metric(group, "passed")
        if set(group.where) == {"level"} and metric is not None and metric.value is not None:
            levels[int(group.where["level"])] = metric
    return levels


def rated(entries: Sequence[Entry]) -> BradleyTerryTable | None:
    """Return the Bradley-Terry ratings of the matches of *entries*, or nothing where nobody can be rated."""
    matches = [match for entry in entries for match in entry.matches]
    if not matches:
        return None
    try:
        result = standings.rate(collect(enumerate(matches, 1)), Settings())
    except RecordError:  # a match among several sides, which these ratings are not for
        return None
    return result if len(result.rated) > 1 else None


def ratings(fitted: BradleyTerryTable, systems: Mapping[str, str]) -> Forest:
    """Return the forest plot of ratings."""
    numbers = [
        Number(r.system, systems.get(r.system, ""), minus(str(r).removeprefix(r.system)), r.rating, r.low, r.high)
        for r in fitted.ratings
        if r.bounds
    ]
    title = f"Bradley-Terry ratings in log-odds, {fitted.settings.level:.0%} interval"
    return charts.forest(title, numbers, keep=(0.0,))
