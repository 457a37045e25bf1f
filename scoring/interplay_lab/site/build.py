"""A site before it is written: the entries of each track, which items get a page, and what all pages know."""

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from interplay.core.release import Release
from interplay.core.version import __version__
from interplay.submissions.cache import ItemCache
from interplay_lab.compare.reports import Scores
from interplay_lab.site import pages
from interplay_lab.site.choice import PAGES, Pick, picked
from interplay_lab.site.costs import Prices
from interplay_lab.site.predictions import JudgeReplies, Trial, read_judge_replies, read_trials
from interplay_lab.site.presentation import pages_of
from interplay_lab.site.scored import AnyTrack, Entry
from interplay_lab.site.views import board, versus

TITLE = "Interplay report"
COMPARE = "compare.html"
"""The page on which two systems are compared."""
COMMAND = "interplay report"
BESIDE = 8
"""Systems whose replies stand on the page of one item."""
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Part:
    """A track on a site: its entries, the items that have a page, and what the submissions hold of them.

    ``context`` is what the page of an item has to know of other items, by item.
    """

    entries: Sequence[Entry]
    picks: Sequence[Pick]
    names: Mapping[Pick, str]
    predictions: Sequence[Mapping[str, Sequence[Trial]]]
    scores: Scores
    context: Mapping[str, object] = field(default_factory=dict)
    items: Mapping[str, Any] = field(default_factory=dict)

    @property
    def track(self) -> AnyTrack:
        """The track."""
        return self.entries[0].track

    @property
    def name(self) -> str:
        """The name of the track."""
        return self.track.name

    @property
    def page(self) -> str:
        """The page of the track."""
        return f"track-{self.name}.html"

    @property
    def heading(self) -> str:
        """What the headline is called."""
        return board.heading(self.track)

    @property
    def about(self) -> str:
        """What the track measures."""
        return pages_of(self.name).about

    @cached_property
    def beside(self) -> list[int]:
        """The places of the entries whose replies are shown."""
        return beside(self.entries)

    @cached_property
    def ties(self) -> versus.Ties:
        """Sets of systems that are not distinguishable."""
        return versus.ties(self.entries, self.scores)

    @cached_property
    def linked(self) -> Mapping[tuple[str, int], str]:
        """The page that shows the replies of an entry to an item, by the item's id and the place of the entry."""
        near = () if self.name == "games" else self.beside
        return {
            (pick.item_id, n): page
            for pick, page in self.names.items()
            for n in (pick.entry, *near)
            if pick.item_id in self.predictions[n]
        }


@dataclass(frozen=True)
class Site:
    """A site to be written: its folder, its parts by track, the pages of its systems by name, and what wrote it.

    Every page has the *note* above its title, which says how far a run is that is not finished.
    """

    folder: Path
    title: str
    release: Release
    parts: Mapping[str, Part]
    systems: Mapping[str, str]
    verdicts: JudgeReplies
    prices: Prices
    note: str = ""
    command: str = COMMAND

    @property
    def about(self) -> str:
        """What the scores were made with."""
        manifest = self.release.manifest
        marked = " Made on a modified dataset: not comparable with anything else." if self.release.modified else ""
        digest = self.release.manifest_sha256[:12]
        return f"{manifest.name} release {manifest.release}, manifest sha256 {digest}…, package {__version__}.{marked}"

    @property
    def tracks(self) -> list[Part]:
        """The parts, for the navigation."""
        return [*self.parts.values()]

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries of all parts."""
        return [entry for part in self.tracks for entry in part.entries]

    @property
    def compare(self) -> str:
        """The page on which two systems are compared, if there is one."""
        return COMPARE if any(len(part.entries) > 1 for part in self.tracks) else ""

    @property
    def date(self) -> str:
        """The day of SOURCE_DATE_EPOCH, where that is set: without it the same input gives the same pages."""
        seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
        return f"{datetime.fromtimestamp(int(seconds), UTC):%Y-%m-%d}" if re.fullmatch("[0-9]{1,11}", seconds) else ""

    @cached_property
    def nonce(self) -> str:
        """The word that allows scripts: a hash of submissions and judgments, so that none of them can contain it."""
        texts = [entry.report.submission_sha256 for entry in self.entries] + [repr(self.verdicts), self.title]
        return hashlib.sha256("\n".join(texts).encode("utf-8", "replace")).hexdigest()[:32]

    def write(self, page_name: str, template: str, **values: object) -> None:
        """Write one page."""
        common = {"site": self, "here": page_name, "about": self.about, **pages.shared(self.nonce)}
        pages.write(self.folder / page_name, pages.rendered(template, {**common, **values}))


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
    prices: Prices | None = None,
    note: str = "",
    command: str = COMMAND,
) -> Site:
    """Return the site of *entries*, with at most *most* pages of items or matches for each track, all for ``None``.

    Costs are at the *prices* by system.
    """
    cache = ItemCache(release)
    tracks = dict.fromkeys(entry.report.track for entry in entries)
    by_track = {name: [entry for entry in entries if entry.report.track == name] for name in tracks}
    names = dict.fromkeys(entry.report.system.name for entry in entries)
    systems = {name: f"system-{n:03}{slug(name)}.html" for n, name in enumerate(names, 1)}
    parts = {name: _part(group, cache, most) for name, group in by_track.items()}
    return Site(folder, title, release, parts, systems, read_judge_replies(judgments), prices or {}, note, command)


def slug(name: str) -> str:
    """Return what of *name* can stand in the name of a file, behind a hyphen; nothing where nothing can."""
    plain = _SLUG.sub("-", name[:200].lower()).strip("-")[:48].strip("-")
    return f"-{plain}" if plain else ""


def _part(entries: Sequence[Entry], cache: ItemCache, most: int | None) -> Part:
    track = entries[0].track
    picks = picked(track, entries, most)
    names = {pick: f"{track.name}-{n:04}{slug(pick.item_id)}.html" for n, pick in enumerate(picks, 1)}
    are_matches, near = track.name == "games", set(beside(entries))
    predictions: list[Mapping[str, Sequence[Trial]]] = []
    for index, entry in enumerate(entries):
        paged = {p.item_id for p in picks if p.entry == index or (not are_matches and index in near)}
        wanted = paged & entry.items.keys()
        predictions.append(read_trials(entry.path, cache, wanted) if wanted else {})
    items = {track.item_id(item): item for item in cache.items(track)}
    context = pages_of(track.name).context(cache.items(track), {pick.item_id for pick in picks})
    scores = Scores(track, [entry.report for entry in entries], items)
    return Part(entries, picks, names, predictions, scores, context, items)
