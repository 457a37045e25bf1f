"""Build a site: score the submissions once, choose what gets a page, and write all pages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.version import __version__
from interplay.report import table
from interplay.report.marks import notes
from interplay.site import pages
from interplay.site.choice import PAGES, Pick, picked
from interplay.site.scored import Entry
from interplay.site.shown import Judged, Shown, judged, shown
from interplay.site.texts import cut
from interplay.site.views import board, parts
from interplay.site.views.board import Column
from interplay.site.views.replies import standing
from interplay.submissions.pool import ItemPool

TITLE = "Interplay report"
BESIDE = 8
"""Systems whose replies stand on the page of one item."""
_SLUG = re.compile(r"[^a-z0-9]+")


class Head(NamedTuple):
    """What every page knows of the site."""

    title: str
    tracks: Sequence[Column]


class Link(NamedTuple):
    """A link to the page of an item, and how the system did on it that it was picked for."""

    page: str
    text: str
    who: str
    score: str
    mark: str


@dataclass(frozen=True)
class Part:
    """A track on a site: its entries, the items that have a page, and what the submissions hold of them."""

    entries: Sequence[Entry]
    picks: Sequence[Pick]
    names: Mapping[Pick, str]
    found: Sequence[Mapping[str, Sequence[Shown]]]

    @property
    def name(self) -> str:
        """The name of the track."""
        return self.entries[0].report.track

    @cached_property
    def beside(self) -> list[int]:
        """The places of the entries whose replies are shown."""
        return beside(self.entries)

    def chosen(self) -> str:
        """Return which of the items have a page, and how many there are."""
        entries = self.entries
        if self.name == "games":
            total, what = sum(entry.report.counts["episodes"] for entry in entries), "matches"
        else:
            total, what = len({item_id for entry in entries for item_id in entry.items}), "items"
        if len(self.picks) == total:
            return f"All {total:,} {what} have a page."
        how = "from each part of the track in turn, what a system did worst first, systems taking turns"
        return f"{len(self.picks):,} of {total:,} {what} have a page: {how}. More with --pages."

    def links(self, place: int | None = None) -> list[Link]:
        """Return links to the pages of items; of those picked for the entry at *place* alone, where one is given."""
        found = []
        for pick in self.picks:
            if place in (None, pick.entry) or (self.name != "games" and place in self.beside):
                entry = self.entries[pick.entry if place is None else place]
                if pick.item_id in entry.items:
                    score, mark = standing(entry, pick.item_id)
                    found.append(Link(self.names[pick], pick.item_id, entry.label, score, mark))
        return found


@dataclass(frozen=True)
class Site:
    """A site to be written: its folder, its parts by track, and the pages of its systems by name."""

    folder: Path
    title: str
    release: Release
    parts: Mapping[str, Part]
    systems: Mapping[str, str]
    verdicts: Judged
    written: list[str] = field(default_factory=list)

    @cached_property
    def columns(self) -> list[Column]:
        """The tracks, as the leaderboard has them."""
        pages_ = {name: f"track-{name}.html" for name in self.parts}
        return board.columns({name: part.entries for name, part in self.parts.items()}, pages_)

    def column(self, track: str) -> Column:
        """Return what is said of a track."""
        return next(one for one in self.columns if one.name == track)

    @property
    def about(self) -> str:
        """What the scores were made with."""
        manifest = self.release.manifest
        marked = " Made on a modified dataset: not comparable with anything else." if self.release.modified else ""
        digest = self.release.manifest_sha256[:12]
        return f"{manifest.name} release {manifest.release}, manifest sha256 {digest}…, package {__version__}.{marked}"

    def write(self, place: str, template: str, **values: object) -> None:
        """Write one page."""
        head = Head(self.title, self.columns)
        page = pages.rendered(template, {"site": head, "here": place, "about": self.about, **values})
        pages.write(self.folder / place, page)
        self.written.append(place)


def beside(entries: Sequence[Entry]) -> list[int]:
    """Return the places of the entries that stand beside each other: those that know something, and the best other."""
    order = [n for n, entry in enumerate(entries) if not entry.blind]
    order += [n for n, entry in enumerate(entries) if entry.blind][:1]
    return sorted(order[:BESIDE])


def planned(
    folder: Path,
    entries: Sequence[Entry],
    release: Release,
    *,
    most: int | None = PAGES,
    title: str = TITLE,
    judgments: Sequence[Path] = (),
) -> Site:
    """Return the site of *entries*, with at most *most* pages of items or matches for each track, all for ``None``."""
    pool = ItemPool(release)
    tracks = dict.fromkeys(entry.report.track for entry in entries)
    held = {name: [entry for entry in entries if entry.report.track == name] for name in tracks}
    names = dict.fromkeys(entry.report.system.name for entry in entries)
    systems = {name: f"system-{n:03}{slug(name)}.html" for n, name in enumerate(names, 1)}
    made = {name: _part(own, pool, most) for name, own in held.items()}
    return Site(folder, title, release, made, systems, judged(judgments))


def slug(name: str) -> str:
    """Return what of *name* can stand in the name of a file, behind a hyphen; nothing where nothing can."""
    plain = _SLUG.sub("-", name[:200].lower()).strip("-")[:48].strip("-")
    return f"-{plain}" if plain else ""


def _part(entries: Sequence[Entry], pool: ItemPool, most: int | None) -> Part:
    track = entries[0].track
    picks = picked(track, entries, most)
    names = {pick: f"{track.name}-{n:04}{slug(pick.item_id)}.html" for n, pick in enumerate(picks, 1)}
    are_matches, near = track.name == "games", set(beside(entries))
    found: list[Mapping[str, Sequence[Shown]]] = []
    for place, entry in enumerate(entries):
        wanted = {p.item_id for p in picks if p.entry == place or (not are_matches and place in near)}
        wanted &= entry.items.keys()
        held = shown(entry.path, pool, wanted) if wanted else {}
        found.append(held)
    return Part(entries, picks, names, found)


class Plot(NamedTuple):
    """A chart or a forest plot, or both, with a note below."""

    chart: object
    forest: object
    note: str


def plots(part: Part, systems: Mapping[str, str]) -> list[Plot]:
    """Return the charts of a track: its headlines, or the curves of the horizon; in games ratings beside."""
    track, entries = part.entries[0].track, part.entries
    found = [Plot(board.horizons(entries, systems), None, "")] if track.name == "horizon" else []
    found += [Plot(None, plot, "") for plot in (board.headlines(track, entries, systems),) if plot]
    ratings = board.rated(entries) if track.name == "games" else None
    if ratings is not None:
        tied = "".join(f" Cannot be told apart: {', '.join(names)}." for names in ratings.tied)
        count = f"{ratings.matches:,} matches that were won and lost; bots as opponents are called by their strength."
        found.append(Plot(None, board.ratings(ratings, systems), count + tied))
    return [plot for plot in found if plot.chart or plot.forest]


def write_boards(site: Site) -> None:
    """Write the leaderboard and a page for each track."""
    by_track = {name: part.entries for name, part in site.parts.items()}
    drawn = {name: plots(part, site.systems) for name, part in site.parts.items()}
    rows = board.lines(by_track, site.systems)
    site.write("index.html", "index.html", rows=rows, plots=[plot for own in drawn.values() for plot in own])
    for name, part in site.parts.items():
        _write_track(site, part, drawn[name])


def _write_track(site: Site, part: Part, drawn: Sequence[Plot]) -> None:
    track, reports = part.entries[0].track, [entry.report for entry in part.entries]
    near = [part.entries[n] for n in beside(part.entries)] + [e for e in part.entries if e.blind][1:]
    near = near[: parts.MOST_COLUMNS]
    site.write(
        f"track-{part.name}.html",
        "track.html",
        track=site.column(part.name),
        plots=drawn,
        headings=table.headings(track),
        rows=table.rows(reports, track, detail="summary"),
        notes=notes(reports),
        parts=(matrix := parts.matrix(track, near)),
        unscored=parts.unscored(track, matrix),
        part_name=track.shown_by[-1],
        part_systems=[entry.label for entry in near],
        left_out=len(part.entries) - len(near),
        links=part.links(),
        chosen=part.chosen(),
    )


def write_systems(site: Site) -> None:
    """Write a page for each system."""
    for name, page in site.systems.items():
        own = [
            (part, place)
            for part in site.parts.values()
            for place, entry in enumerate(part.entries)
            if entry.report.system.name == name
        ]
        details = _details(own[0][0].entries[own[0][1]].report)
        site.write(page, "system.html", name=name, details=details, tracks=[_of_track(site, *one) for one in own])


def _details(report: Report) -> str:
    """Return what a submission says of its system."""
    system = report.system
    params = ", ".join(f"{key} {value}" for key, value in sorted(system.params.items()))
    told = (system.provider, f"version {system.version}" if system.version else "", system.scaffold, params)
    return cut("; ".join(text for text in told if text), 400)


def _of_track(site: Site, part: Part, place: int) -> dict[str, object]:
    entry = part.entries[place]
    report, track, usage = entry.report, entry.track, entry.usage
    plot = parts.forest(track, report)
    near = [part.entries[n] for n in dict.fromkeys((*beside(part.entries), place))]
    tokens = f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out" if usage.prompt_tokens else ""
    return {
        "track": part.name,
        "page": site.column(part.name).page,
        "score": board.score(report.headline, track.metrics[0].digits),
        "heading": board.heading(track),
        "played": f"{report.counts['played']:,} of {report.counts['episodes']:,} episodes played",
        "selected": report.selected,
        "tokens": tokens,
        "best": plot.rows[0].label if plot and plot.rows[0].text != plot.rows[-1].text else "",
        "worst": plot.rows[-1].label if plot else "",
        "forest": plot,
        "failing": parts.failing(entry),
        "duels": parts.duels(entry, near, site.systems),
        "links": part.links(place),
        "chosen": part.chosen(),
    }
