"""Notes below tables: what tells reports apart that could be taken for one another, and what many numbers are worth."""

from collections.abc import Iterator, Sequence

from interplay.core.reports import EXACT, Report
from interplay.tables import ceilings
from interplay.tracks.catalogue import load

ONE_MISS = 20
"""Of so many 95% intervals one misses its value on average."""


def labels(reports: Sequence[Report]) -> list[str]:
    """Return what tables call the system of each report: its name, with a number where a note says more of it."""
    noted = _noted(reports)
    return [
        report.system.name + (f" [{noted[place]}]" if place in noted else "") for place, report in enumerate(reports)
    ]


def notes(reports: Sequence[Report], files: Sequence[str] = ()) -> list[str]:
    """Return a line for each number that ``labels`` gives, and what else is to be known of the scores.

    Which of them are of different items, why some have no interval, what repeated trials show, and which systems are
    at the end of a track's scale. With *files*, one a report, the numbered lines name them, and nothing is said of
    headlines, which are not shown then.
    """
    noted = _noted(reports)
    named = {place: f"{files[place]}: " if files else "" for place in noted}
    lines = [f"[{number}] {named[place]}{_about(reports[place], reports)}" for place, number in noted.items()]
    if not files:
        lines += [*_exact(reports), *_unbounded(reports), *(line for report in reports for line in _repeated(report))]
    lines += [line for report in reports for line in load(report.track).told(report)]
    for track in dict.fromkeys(report.track for report in reports):
        keys = {report.comparability_key for report in reports if report.track == track}
        if len(keys) > 1 and any(report.selected for report in reports if report.track == track):
            lines.append(f"{track}: these are scores of different items, not comparable with each other.")
    return lines if files else [*lines, *ceilings.told(reports)]


def _exact(reports: Sequence[Report]) -> Iterator[str]:
    """Yield what ``[exact]`` means, for each track in which it stands beside a headline."""
    for track in dict.fromkeys(report.track for report in reports if report.headline.unbounded == EXACT):
        yield f"{track}: [exact] is a bot that is made to have the same score in every item"


def _unbounded(reports: Sequence[Report]) -> Iterator[str]:
    """Yield why headlines have no interval, with the systems of which it is true; what is exact says so itself."""
    why: dict[str, list[str]] = {}
    for report in reports:
        found = report.headline
        if found.value is not None and found.unbounded not in (None, EXACT):
            why.setdefault(f"{report.track}: no interval, as {found.unbounded}", []).append(report.system.name)
    yield from (f"{reason} ({', '.join(dict.fromkeys(names))})" for reason, names in why.items())


def _repeated(report: Report) -> Iterator[str]:
    """Yield what the trials of a report show of its headline."""
    found = report.headline
    if found.trials is None or found.standard_error is None:
        return
    more = found.trials.standard_error_if_doubled
    yield (
        f"{report.system.name}: {report.trials} trials; standard deviation of the score "
        f"{found.trials.sd_between_items:.1f} between items, {found.trials.sd_within_items:.1f} between trials of one; "
        f"twice as many trials would lower the standard error from {found.standard_error:.2f} to {more or 0:.2f}"
    )


def chances(reports: Sequence[Report]) -> list[str]:
    """Return a line on how many intervals of statistics miss their value by chance; none for less than one."""
    held = [one for report in reports for one in report.statistics if one.low is not None and one.high is not None]
    if len(held) < ONE_MISS:
        return []
    found = f"the JSON report holds {len(held)} statistics with a 95% interval each"
    return [f"{reports[0].track}: {found}; about {round(len(held) / ONE_MISS)} of these miss their value by chance."]


def _noted(reports: Sequence[Report]) -> dict[int, int]:
    """Return the place of each report that needs a note, with the number of the note."""
    places = [place for place, report in enumerate(reports) if report.selected or _is_shared(report, reports)]
    return {place: number for number, place in enumerate(places, 1)}


def _is_shared(report: Report, reports: Sequence[Report]) -> bool:
    """Return whether another system of the same name is among the reports of its track."""
    return any(
        other.track == report.track and other.system.name == report.system.name and other.system != report.system
        for other in reports
    )


def _about(report: Report, reports: Sequence[Report]) -> str:
    told = []
    if report.selected:
        told.append(f"{report.selected}; not comparable with scores of other items")
    if _is_shared(report, reports):
        params = ", ".join(f"{key}={value}" for key, value in sorted(report.system.params.items()))
        told.append(
            f"another system than its namesake ({report.system.scaffold}; {params or 'no parameters'}): "
            "name one of them otherwise, with --name (in Python name=) or in the first line of its file"
        )
    return "; ".join(told)
