"""Write the pages of items and matches."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from interplay.core.release import Release
from interplay.tables.numbers import minus
from interplay.tracks.company.records import Item as Question
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK as GAMES
from interplay.tracks.horizon.records import Item as Session
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay.tracks.simulation.records import Script
from interplay_lab.site import boards, build, pages
from interplay_lab.site.build import Part, Site
from interplay_lab.site.choice import Pick
from interplay_lab.site.drawing import markup, picture_of
from interplay_lab.site.scored import Entry
from interplay_lab.site.shown import Said, Shown
from interplay_lab.site.views import episodes, matches, replies
from interplay_lab.site.views.fields import fields
from interplay_lab.site.views.notes import why

MOST_CHOOSING = 6
"""Names of systems beside a move that they chose."""


class Value(NamedTuple):
    """A move of a position: what it is worth, how much less than the best, and who chose it."""

    action: str
    value: str
    regret: str
    chosen: str
    best: bool


class Drawn(NamedTuple):
    """The picture of a position."""

    size: tuple[int, int]
    ground: Markup
    frame: Markup
    caption: str
    told: str
    legend: tuple[str, ...]


def write_items(site: Site) -> None:
    """Write the pages of all picked items."""
    for part in site.parts.values():
        for pick in part.picks:
            if part.name == "games":
                _write_match(site, part, pick)
            elif part.name == "scorekeeping":
                _write_dialogue(site, part, pick)
            else:
                _write_item(site, part, pick)


def write(site: Site) -> None:
    """Write all pages of *site*; raise ``OutputError`` where its folder holds anything but pages."""
    pages.take(site.folder)
    boards.write_boards(site)
    boards.write_systems(site)
    write_items(site)


def write_match(path: Path, item: Item, prediction: Prediction, name: str, release: Release) -> None:
    """Write a page of its own for one match of the system *name*; raise ``PredictionError`` where the referee stops."""
    grade = GAMES.grader(item)(prediction)
    manifest = release.manifest
    values = {
        "site": None,
        "here": "",
        "track": None,
        "about": f"{manifest.name} release {manifest.release}",
        "match": matches.view(Shown(item, prediction, grade), name),
        "verdicts": (),
        "rest": (),
        "chosen": "",
    }
    pages.write(path, pages.rendered("match.html", values))


def _said(site: Site, entry: Entry, item_id: str) -> Sequence[Said]:
    return site.verdicts.get((entry.report.submission_sha256, item_id), ())


def _places(part: Part, pick: Pick) -> list[int]:
    """Return the places of the entries that have replies on the page of *pick*, the one that it is for first."""
    near = [pick.entry, *(n for n in build.beside(part.entries) if n != pick.entry)]
    return [n for n in near if pick.item_id in part.found[n]]


def _write_match(site: Site, part: Part, pick: Pick) -> None:
    entry = part.entries[pick.entry]
    shown = part.found[pick.entry][pick.item_id][0]
    by_place = {(one.item_id, one.entry): page for one, page in part.names.items()}
    site.write(
        part.names[pick],
        "match.html",
        track=site.column(part.name),
        match=matches.view(shown, entry.report.system.name),
        verdicts=_said(site, entry, pick.item_id),
        rest=matches.others(pick.item_id, part.entries, by_place, pick.entry),
        chosen=part.chosen(),
    )


def _write_dialogue(site: Site, part: Part, pick: Pick) -> None:
    held = [(part.entries[n], part.found[n][pick.item_id][0]) for n in _places(part, pick)]
    item = held[0][1].item
    site.write(
        part.names[pick],
        "episode.html",
        **_common(site, part, pick),
        prompt=item.initial_prompt,
        aside=item.tags.aside,
        scored=episodes.is_scored(item),
        truths=episodes.TRUTHS,
        timelines=[episodes.timeline(e, site.systems[e.report.system.name], one) for e, one in held],
    )


def _common(site: Site, part: Part, pick: Pick) -> dict[str, object]:
    """Return what the pages of items of all tracks hold but games."""
    place = part.picks.index(pick)
    near = [part.picks[n] if 0 <= n < len(part.picks) else None for n in (place - 1, place + 1)]
    before, after = ((part.names[one], one.item_id) if one else None for one in near)
    links = {(pick.item_id, n): site.systems[one.report.system.name] for n, one in enumerate(part.entries)}
    return {
        "track": site.column(part.name),
        "item_id": pick.item_id,
        "where": fields(part.name, part.entries[pick.entry].items[pick.item_id].where),
        "before": before,
        "after": after,
        "rest": matches.others(pick.item_id, part.entries, links, -1),
        "chosen": part.chosen(),
    }


def _write_item(site: Site, part: Part, pick: Pick) -> None:
    held = [(part.entries[n], part.found[n][pick.item_id]) for n in _places(part, pick)]
    item = held[0][1][0].item
    title, reference = _reference(item)
    stages = part.stages.get(pick.item_id, ())
    operations = [stage.operation for stage in stages]
    reasons = why(item) if isinstance(item, Question) else None
    site.write(
        part.names[pick],
        "item.html",
        **_common(site, part, pick),
        picture=_picture(item),
        turns=replies.turns(item, reasons.notes if reasons else ()),
        why=reasons,
        stages=stages,
        labels=[line.label for line in item.report] if isinstance(item, Session) and len(item.expected) == 1 else (),
        checked=isinstance(item, Script),
        unjudged=isinstance(item, Script) and item.decided_by == "judge",
        reference_title=title,
        reference=reference,
        values=_values(item, held) if isinstance(item, Position) else (),
        method=item.method if isinstance(item, Position) else "",
        scale=_scale(item),
        replies=[
            replies.reply(
                entry, site.systems[entry.report.system.name], own, _said(site, entry, pick.item_id), operations
            )
            for entry, own in held
        ],
    )


def _reference(item: object) -> tuple[str, str]:
    """Return what a right reply to an item is, with a heading; nothing for those whose page says it otherwise."""
    if isinstance(item, Script):
        return "A reply that passes", item.reference
    return ("The right answer", ", ".join(item.gold)) if isinstance(item, Question) else ("", "")


def _picture(item: object) -> Drawn | None:
    picture = picture_of(item.game) if isinstance(item, Position) else None
    if picture is None or not isinstance(item, Position):
        return None
    state = plan_of(item).state
    frame = markup(picture.frame(state, None))
    told = f"Asked is seat {item.seat}, the “you” of the prompt; the picture shows what that seat does not see, too."
    return Drawn(picture.size, markup(picture.ground(state)), frame, picture.caption(state), told, picture.legend)


def _scale(item: object) -> str:
    """Return how the regret of a move becomes the score of a reply; nothing for items that are no positions."""
    if not isinstance(item, Position):
        return ""
    if not item.blind:
        return "No score, because who sees the list of moves alone finds the best one here, too."
    return (
        f"Score = 100 (1 − regret / {item.blind:.3g}): 100 for the best move, 0 for a regret of {item.blind:.3g}, that "
        f"of a player who sees the list of moves alone, below 0 for a worse one. A reply without a legal move counts "
        f"as a regret of {item.penalty:.3g}."
    )


def _values(item: Position, held: Sequence[tuple[Entry, Sequence[Shown]]]) -> list[Value]:
    """Return the moves of a position, the best first."""
    best = max(one.value for one in item.values)
    chosen: dict[str, list[str]] = {}
    for entry, trials in held:
        action = getattr(trials[0].grade.detail, "action", None)
        if action is not None:
            chosen.setdefault(action, []).append(entry.label)
    found = []
    for one in sorted(item.values, key=lambda one: -one.value):
        names = chosen.get(one.action, [])
        more = f" and {len(names) - MOST_CHOOSING} more" if len(names) > MOST_CHOOSING else ""
        said = ", ".join(names[:MOST_CHOOSING]) + more
        value, regret = minus(f"{one.value:g}"), f"{best - one.value:g}"
        found.append(Value(one.action, value, regret, said, one.value == best))
    return found
