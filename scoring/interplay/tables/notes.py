"""Notes below tables: systems of one name, missing intervals, saturated tracks, and intervals that miss by chance."""

from collections.abc import Iterator, Sequence

from interplay.core.reports import EXACT, Report
from interplay.submissions.selection import unconventional
from interplay.tracks.catalogue import load

NEAR = 5  # points below the maximum within which the interval of a saturated score lies
ONE_MISS = 20
"""Of so many 95% intervals one misses its value on average."""


def labels(reports: Sequence[Report]) -> list[str]:
    """Return what tables call the system of each report: its name, with a number where a note is about it."""
    noted = _noted(reports)
    return [report.system.name + (f" [{noted[n]}]" if n in noted else "") for n, report in enumerate(reports)]


def notes(reports: Sequence[Report], files: Sequence[str] = ()) -> list[str]:
    """Return a line for each number that ``labels`` gives, and further notes on the scores.

    Which of them are on different items, why some have no interval, what repeated trials show, and which tracks are
    saturated for which systems. With *files*, one per report, the numbered lines name them, and notes on headlines,
    which the tables do not show then, are left out.
    """
    noted = _noted(reports)
    lines = [f"[{k}] {f'{files[n]}: ' if files else ''}{_about(reports[n], reports)}" for n, k in noted.items()]
    if not files:
        lines += [*_exact(reports), *_unbounded(reports), *(line for report in reports for line in _repeated(report))]
    lines += [line for report in reports for line in load(report.track).notes(report)]
    for track in dict.fromkeys(report.track for report in reports):
        keys = {report.comparability_key.partition(" observation:")[0] for report in reports if report.track == track}
        if len(keys) > 1 and any(report.selected for report in reports if report.track == track):
            lines.append(f"{track}: these scores are on different items and not comparable with each other.")
    return lines if files else [*lines, *ceilings(reports)]


def _exact(reports: Sequence[Report]) -> Iterator[str]:
    """Yield what ``[deterministic]`` means, for each track in which it stands beside a headline."""
    for track in dict.fromkeys(report.track for report in reports if report.headline.unbounded == EXACT):
        yield f"{track}: [deterministic] marks a bot that has the same score on every item by construction"


def _unbounded(reports: Sequence[Report]) -> Iterator[str]:
    """Yield why headlines have no interval, with the systems concerned; deterministic bots are marked elsewhere."""
    reasons: dict[str, list[str]] = {}
    for report in reports:
        if report.headline.value is not None and report.headline.unbounded not in (None, EXACT):
            reason = f"{report.track}: no interval: {report.headline.unbounded}"
            reasons.setdefault(reason, []).append(report.system.name)
    yield from (f"{reason} ({', '.join(dict.fromkeys(names))})" for reason, names in reasons.items())


def _repeated(report: Report) -> Iterator[str]:
    """Yield what the trials of a report show of its headline."""
    trials, error = report.headline.trials, report.headline.standard_error
    if trials is not None and error is not None:
        between, within = f"{trials.sd_between_items:.1f} between items", f"{trials.sd_within_items:.1f} between trials"
        more = f"from {error:.2f} to {trials.standard_error_if_doubled or 0:.2f}"
        yield (
            f"{report.system.name}: {report.trials} trials; standard deviation of the score {between}, {within} of "
            f"an item; doubling the trials would reduce the standard error {more}"
        )


def chances(reports: Sequence[Report]) -> list[str]:
    """Return a line on how many intervals of statistics miss their value by chance; none for less than one."""
    count = sum(s.low is not None and s.high is not None for report in reports for s in report.statistics)
    if count < ONE_MISS:
        return []
    statistics = f"the JSON report holds {count} statistics with a 95% interval each"
    return [f"{reports[0].track}: {statistics}; expect about {round(count / ONE_MISS)} to miss the true value."]


def ceilings(reports: Sequence[Report]) -> list[str]:
    """Return a sentence for each basic track of *reports*, and each saturated one, with the names of the systems."""
    reached: dict[str, dict[str, None]] = {}
    for report in reports:
        if _is_at_end(report):
            reached.setdefault(report.track, {})[report.system.name] = None
    lines = [text for track in dict.fromkeys(report.track for report in reports) if (text := load(track).basic)]
    for track, names in reached.items():
        ceiling = load(track).ceiling
        at = f"interval within {NEAR} points of {ceiling.top:g}" if ceiling.top else "H50 above the highest level"
        advice = f"to compare stronger systems, use {ceiling.beyond}"
        lines.append(f"{track}: saturated for {', '.join(names)} ({at}); {advice}.")
    return lines


def _is_at_end(report: Report) -> bool:
    """Return whether the lower end of the headline, or the headline if it has no interval, is near the maximum.

    Bots of the track do not count: some of them know the answers, and others are what its scale is made of.
    """
    track, headline = load(report.track), report.headline
    if report.system.name in {f"bot-{name}" for name in track.bots}:
        return False
    if track.ceiling.top is None:
        return headline.above is not None and headline.low is None
    end = headline.value if headline.low is None else headline.low
    return end is not None and end >= track.ceiling.top - NEAR


def _noted(reports: Sequence[Report]) -> dict[int, int]:
    """Return the index of each report that needs a note, with the number of the note."""
    indices = [n for n, report in enumerate(reports) if report.selected or _is_shared(report, reports)]
    return {n: number for number, n in enumerate(indices, 1)}


def _is_shared(report: Report, reports: Sequence[Report]) -> bool:
    """Return whether another system of the same name is among the reports of its track."""
    return any(
        other.track == report.track and other.system.name == report.system.name and other.system != report.system
        for other in reports
    )


def _about(report: Report, reports: Sequence[Report]) -> str:
    about = f"{report.selected}; not comparable with scores on other items{unconventional(report.selection)}"
    parts = [about] if report.selected else []
    if _is_shared(report, reports):
        params = ", ".join(f"{key}={str(value)[:60]}" for key, value in sorted(report.system.params.items()))
        parts.append(
            f"a different system of the same name ({report.system.scaffold}; {params or 'no parameters'}): "
            "rename one of them with --name (in Python name=) or in the first line of its file"
        )
    return "; ".join(parts)
