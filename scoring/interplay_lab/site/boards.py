"""Write the leaderboard, and the pages of tracks and systems."""

from collections.abc import Callable, Mapping, Sequence

from interplay.core.reports import Report
from interplay.tables import numbers, scores
from interplay.tables.notes import ceilings, labels, notes
from interplay_lab.site import costs, presentation
from interplay_lab.site.build import Part, Site
from interplay_lab.site.texts import cut
from interplay_lab.site.views import bars, board, parts

FIXED = 4
"""Columns of a table of numbers that are there in any case."""


Plot = dict[str, object]
"""A chart or a forest plot, and the ratings that it shows."""


def plots(part: Part, systems: Mapping[str, str]) -> list[Plot]:
    """Return the charts of a track: its headlines, or the curves of the horizon; in games ratings beside."""
    track, entries = part.track, part.entries
    drawn: list[Plot] = [
        {"chart": board.horizons(entries, part.ties.letters, systems) if track.name == "horizon" else None},
        {"forest": board.headlines(track, entries, part.ties.letters, systems)},
        {"chart": board.budgets(track, entries, systems)},
    ]
    ratings = board.rated(entries) if track.name == "games" else None
    known = [] if ratings is None else [row for row in ratings.ratings if None not in (row.low, row.high)]
    if ratings is not None and len(known) > max(2, len(ratings.tied and ratings.tied[0])):
        drawn.append({"forest": board.ratings(ratings, systems), "ratings": ratings})
    return [plot for plot in drawn if any(plot.values())]


def write_boards(site: Site) -> None:
    """Write the leaderboard and a page for each track."""
    by_track = {name: (part.entries, part.ties.letters) for name, part in site.parts.items()}
    site.write(
        "index.html",
        "index.html",
        rows=board.lines(by_track, site.systems, site.prices),
        prices=site.prices,
        unpaired=[name for name, part in site.parts.items() if not part.ties.paired],
        ceilings=ceilings([entry.report for entry in site.entries]),
        reasons=[(entry, why) for entry in site.entries if (why := board.unbounded(entry.report.headline))],
    )
    for part in site.parts.values():
        _write_track(site, part, plots(part, site.systems))


def _write_track(site: Site, part: Part, drawn: Sequence[Plot]) -> None:
    track, reports = part.track, [entry.report for entry in part.entries]
    beside = [part.entries[n] for n in part.beside]
    near = [*beside, *[entry for entry in part.entries if entry.blind][1:]][: parts.MOST_COLUMNS]
    headings, rows = _filled(scores.headings(track, reports), scores.rows(reports, track, detail="summary"))
    site.write(
        f"track-{part.name}.html",
        "track.html",
        track=part,
        plots=drawn,
        bars=bars.bars(part.entries, beside) if part.name == "games" else (),
        pages=site.systems,
        headings=headings,
        rows=rows,
        hrefs={label: site.systems[report.system.name] for label, report in zip(labels(reports), reports, strict=True)},
        notes=notes(reports),
        parts=parts.matrix(track, near),
        titles=_titles(part),
        levels=parts.SHADE_THRESHOLDS if track.headline.pooled is None else parts.HORIZON_THRESHOLDS,
        part_name=presentation.pages_of(part.name).keys.get(track.table_by[-1], (track.table_by[-1],))[0],
        near=near,
        total=len({(n * (part.name == "games"), i) for n, entry in enumerate(part.entries) for i in entry.items}),
    )


def _filled(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Return a table without the columns in which no row has anything."""
    kept = [n for n in range(len(headings)) if n < FIXED or any(row[n] not in {"", "–"} for row in rows)]
    cells = [[*row[: FIXED - 1], *map(numbers.cell, row[FIXED - 1 :])] for row in rows]
    return [headings[n] for n in kept], [[row[n] for n in kept] for row in cells]


def _titles(part: Part) -> Callable[[str], str]:
    """Return what names the groups of a track in words; what stands behind a name in parentheses stays."""
    words, key = presentation.pages_of(part.name).words, part.track.table_by[-1]
    return lambda name: " (".join([words(key, name.split(" (")[0])[0], *name.split(" (", 1)[1:]])


def write_systems(site: Site) -> None:
    """Write a page for each system."""
    for name, page in site.systems.items():
        every = [(part, index) for part in site.parts.values() for index in range(len(part.entries))]
        places = [(part, index) for part, index in every if part.entries[index].report.system.name == name]
        entries = [part.entries[index] for part, index in places]
        site.write(
            page,
            "system.html",
            name=name,
            system=entries[0].report.system,
            cost=costs.cost_of(entries, site.prices) if site.prices else None,
            tracks=[_of_track(site, *entry) for entry in places],
        )


def _params(report: Report) -> str:
    """Return with which parameters a track was run."""
    params = sorted(report.system.params.items())
    return cut(", ".join(f"{key} {'null' if value is None else value}" for key, value in params), 400)


def _of_track(site: Site, part: Part, index: int) -> dict[str, object]:
    entry = part.entries[index]
    score, heading = board.first_number(entry)
    return {
        "part": part,
        "entry": entry,
        "score": score,
        "heading": heading,
        "params": _params(entry.report),
        "program": presentation.program(entry.report),
        "cost": costs.cost_of([entry], site.prices) if site.prices else None,
        "ceilings": ceilings([entry.report]),
        "forest": parts.forest(entry.track, entry.report),
        "titles": _titles(part),
        "gauge": board.gauge_of(entry, part.entries),
        "failing": parts.failing(entry),
    }
