"""Write the pages of items and matches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from interplay.core.release import Release
from interplay.core.text import noop
from interplay.judging.records import Judgment
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK as GAMES
from interplay_lab.site import boards, glossary, listing, pages, pairs, presentation
from interplay_lab.site.build import Part, Site
from interplay_lab.site.choice import Pick
from interplay_lab.site.predictions import Trial
from interplay_lab.site.presentation import Attempts
from interplay_lab.site.replacing import replacing
from interplay_lab.site.scored import Entry
from interplay_lab.site.views import matches


def write_items(site: Site) -> None:
    """Write the pages of all picked items."""
    for part in site.parts.values():
        for pick in part.picks:
            write = _write_match if part.name == "games" else _write_item
            write(site, part, pick)


def write(site: Site, more: Callable[[Site], None] = noop) -> None:
    """Write all pages of *site*, the last ones with *more*, as ``replacing`` does."""
    with replacing(site.folder) as folder:
        fresh = replace(site, folder=folder)
        boards.write_boards(fresh)
        boards.write_systems(fresh)
        write_items(fresh)
        listing.write_tables(fresh)
        pairs.write_pairs(fresh)
        fresh.write("glossary.html", "glossary.html", terms=glossary.terms().items())
        pages.write_shared(folder)
        more(fresh)


def write_match(path: Path, item: Item, prediction: Prediction, name: str, release: Release) -> None:
    """Write a page of its own for one match of the system *name*; raise ``PredictionError`` where the referee stops."""
    match = matches.view(Trial(item, prediction, GAMES.grader(item)(prediction)), name)
    values = {"match": match, "about": f"{release.manifest.name} release {release.manifest.release}", "here": ""}
    nothing = dict.fromkeys(("site", "track", "before", "after"))
    pages.write(path, pages.rendered("match.html", {**values, **nothing, "verdicts": (), "rest": ()}))


def _judged(site: Site, entry: Entry, item_id: str) -> Sequence[tuple[str, Judgment]]:
    return site.verdicts.get((entry.report.submission_sha256, item_id), ())


def _write_match(site: Site, part: Part, pick: Pick) -> None:
    entry = part.entries[pick.entry]
    match = part.predictions[pick.entry][pick.item_id][0]
    site.write(
        part.names[pick],
        "match.html",
        track=part,
        match=matches.view(match, entry.report.system.name, limit=entry.limit),
        verdicts=_judged(site, entry, pick.item_id),
        rest=matches.others(pick.item_id, part.entries, part.linked, pick.entry),
        **_near(part, pick),
    )


def _near(part: Part, pick: Pick) -> dict[str, tuple[str, str, str] | None]:
    """Return links to the pages before and after that of *pick*: page, title and id."""
    index, title = part.picks.index(pick), presentation.pages_of(part.name).title
    near = [part.picks[n] if 0 <= n < len(part.picks) else None for n in (index - 1, index + 1)]
    links = [(part.names[p], title(part.items[p.item_id]) or p.item_id, p.item_id) if p else None for p in near]
    return {"before": links[0], "after": links[1]}


def _write_item(site: Site, part: Part, pick: Pick) -> None:
    presented, item_id = presentation.pages_of(part.name), pick.item_id
    hrefs = [site.systems[entry.report.system.name] for entry in part.entries]
    attempts = []
    for n in (pick.entry, *(n for n in part.beside if n != pick.entry)):
        if trials := part.predictions[n].get(item_id):
            entry = part.entries[n]
            attempts.append(Attempts(entry, hrefs[n], trials, _judged(site, entry, item_id)))
    site.write(
        part.names[pick],
        presented.template,
        track=part,
        item_id=item_id,
        heading=presented.title(part.items[item_id]) or item_id,
        where=presented.fields(part.entries[pick.entry].items[item_id].where),
        rest=matches.others(item_id, part.entries, {(item_id, n): href for n, href in enumerate(hrefs)}, -1),
        **_near(part, pick),
        **presented.values(attempts, part.context.get(item_id)),
    )
