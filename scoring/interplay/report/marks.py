"""Notes below tables: what tells reports apart that could be taken for one another, and what many numbers are worth."""

from collections.abc import Sequence

from interplay.core.reports import Report

ONE_MISS = 20
"""Of so many 95% intervals one misses its value on average."""


def labels(reports: Sequence[Report]) -> list[str]:
    """Return what tables call the system of each report: its name, with a number where a note says more of it."""
    noted = _noted(reports)
    return [
        report.system.name + (f" [{noted[place]}]" if place in noted else "") for place, report in enumerate(reports)
    ]


def notes(reports: Sequence[Report]) -> list[str]:
    """Return a line for each number that ``labels`` gives, and one where scores are of different items."""
    noted = _noted(reports)
    lines = [f"[{number}] {_about(reports[place], reports)}" for place, number in noted.items()]
    for track in dict.fromkeys(report.track for report in reports):
        keys = {report.comparability_key for report in reports if report.track == track}
        if len(keys) > 1 and any(report.selected for report in reports if report.track == track):
            lines.append(f"{track}: these are scores of different items, not comparable with each other.")
    return lines


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
