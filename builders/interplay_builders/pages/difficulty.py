"""What the shipped submissions score in each track, by its levels: which items distinguish systems.

interplay-build page difficulty > cards/difficulty.md
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from interplay.core.release import Release, open_release
from interplay.core.reports import Group, Report
from interplay.scoring.baselines import paths, score_baselines, without_uninformed
from interplay.submissions.reading import read_header
from interplay.tables.numbers import UNDEFINED
from interplay.tables.scores import metric
from interplay_builders.pages._markdown import TEXTS, table

INTRODUCTION = TEXTS["difficulty"]["introduction"]


class Levels(NamedTuple):
    """What a track's table shows."""

    about: str
    """What its numbers are."""
    metric: str
    keys: tuple[str, ...]
    """Rows are the groups of a report by these."""
    scale: float = 1.0
    """What a share is multiplied with, to be read as a score is: 0 to 100."""


FEW = 10
"""Below so many items a value needs an interval."""

LEVELS: Mapping[str, Levels] = {
    "simulation": Levels("Score by level, by family, and by kind of task.", "score", ("level", "family", "kind")),
    "scorekeeping": Levels("Score by domain, in conversations with corrections.", "score", ("domain",)),
    "company": Levels("Score by kind of question, and by number of events.", "score", ("kind", "events")),
    "games": Levels("Score by game, against opponents of both strengths.", "score", ("game",)),
    "positions": Levels(
        "Score by game, in the deep positions or, for earlier replies, in the hard ones.", "score", ("game",)
    ),
    "horizon": Levels("H50, and percent of right reports by number of operations.", "passed", ("level",), 100.0),
}


def lines(reports: Sequence[Report]) -> Iterator[str]:
    """Yield a table a track: its parts down, the shipped systems across, the best first."""
    for track, levels in LEVELS.items():
        kept, notes = without_uninformed([report for report in reports if report.track == track])
        if not kept:
            continue
        headings = ("part", *(report.system.name for report in kept))
        rows = ((label, *cells) for label, cells in _rows(kept, levels))
        yield from ("", f"## {track.capitalize()}", "", levels.about, "", table(headings, rows, "lr", "--:"))
        yield from (f"\n{note}." for note in notes)


def _rows(reports: Sequence[Report], levels: Levels) -> Iterator[tuple[str, list[str]]]:
    """Yield what a part is called and a cell for each report; first the headline over all items."""
    headlines = [report.headline for report in reports]
    yield "all", [headline.text or _rounded(headline.value) for headline in headlines]
    for key in levels.keys:
        parts = [
            {group.where[key]: group for group in report.groups if set(group.where) == {key}} for report in reports
        ]
        values = sorted(
            {value for groups in parts for value in groups}, key=lambda v: (len(v) if v.isdigit() else 0, v)
        )
        for value in values:
            cells = [_cell(groups.get(value), levels) for groups in parts]
            if set(cells) != {UNDEFINED}:
                yield f"{key} {value}", cells


def _cell(group: Group | None, levels: Levels) -> str:
    """Return the value of a part and of how many items it is, or a dash where the system has none or too few."""
    estimate = metric(group, levels.metric) if group else None
    if group is None or estimate is None or estimate.value is None:
        return UNDEFINED
    value, items = _rounded(estimate.value * levels.scale), group.counts["items"]
    if items >= FEW:
        return f"{value} ({items:,})"
    if estimate.low is None or estimate.high is None:
        return UNDEFINED
    return f"{value} [{_rounded(estimate.low * levels.scale)}, {_rounded(estimate.high * levels.scale)}] ({items:,})"


def _rounded(value: float | None) -> str:
    return UNDEFINED if value is None else f"{round(value)}"


def remarks(release: Release) -> Iterator[str]:
    """Yield what the headers of shipped submissions note, such as that replies are to earlier prompts."""
    for path in paths(release):
        header = read_header(path)
        if header.notes:
            yield f"- `{header.system.name}` on {header.track}: {header.notes}"


@click.command(short_help="What shipped systems score, by track and level.")
def command() -> None:
    """Print a table a track: what each shipped submission scores in each part, and in brackets of how many items.

    \b
    interplay-build page difficulty
    interplay-build page difficulty > cards/difficulty.md
    """
    release = open_release()
    reports = score_baselines(release, processes=os.cpu_count() or 1)
    click.echo("\n".join([INTRODUCTION.rstrip("\n"), *remarks(release), *lines(reports)]))
