"""The tables of all items: a page for each track, and the data files that its script reads (note 0104)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from interplay.core.driver import RIVAL, SYSTEM
from interplay.tracks.games import catalogue
from interplay_lab.site import pages, presentation
from interplay_lab.site.build import Part, Site
from interplay_lab.site.seen import LONGEST, Seen
from interplay_lab.site.texts import clean, cut
from interplay_lab.site.views.parts import FLAGS
from interplay_lab.site.views.replies import standing
from interplay_lab.site.views.results import got

FIRST = 50
"""Rows of a page of the table, and those that are readable without a script."""
MOST_PROMPT = 3_000
"""Most characters of a prompt in the data of a table."""
MOST_TEXT = 16_000_000
"""Most characters of all replies of a submission in the data of a table; longer ones are cut more."""
SHORTEST = 200


class Listed(NamedTuple):
    """An item in the table, in words: ``where`` names its group with all keys, ``seat`` is that of the system."""

    item_id: str
    title: str
    group: str
    where: str
    opponent: str
    seat: str
    players: tuple[str, ...]


class Row(NamedTuple):
    """A row of the table: the places of its system and its item, what came of it, and its page, if it has one."""

    system: int
    item: int
    value: float | None
    score: str
    mark: str
    result: str
    outcome: str
    moves: int
    flags: tuple[str, ...]
    page: str


def page_name(track: str) -> str:
    """Return the name of the page with the table of a track."""
    return f"items-{track}.html"


def write_tables(site: Site) -> None:
    """Write the table of each track, and its data."""
    for part in site.parts.values():
        items = {item_id: n for n, item_id in enumerate(dict.fromkeys(i for e in part.entries for i in e.items))}
        listed, rows = [_listed(part, item_id) for item_id in items], [*_rows(part, items)]
        keys, last = presentation.pages_of(part.name), part.entries[0].track.table_by[-1]
        groups = {item.group: keys.words(last, item.group) for item in listed}
        names = [f"data-{part.name}-{n:03}.js" for n in range(1, len(part.entries) + 1)]
        systems = [(e.label, name, e.report.system.name) for e, name in zip(part.entries, names, strict=True)]
        values = {"systems": systems, "items": listed, "rows": rows, "groups": groups, "last": LONGEST}
        pages.write_data(site.folder / f"items-{part.name}.js", _cleaned(values))
        if any(part.replies):
            pages.write_data(site.folder / f"prompts-{part.name}.js", _cleaned(_prompts(part, items)))
        for name, (most, data) in zip(names, map(_data, part.entries, part.replies), strict=True):
            pages.write_data(site.folder / name, _cleaned(data, most))
        first = [(row, part.entries[row.system].label, listed[row.item]) for row in rows[:FIRST]]
        site.write(
            page_name(part.name),
            "items.html",
            track=site.column(part.name),
            group_name=keys.keys.get(last, (last, {}))[0],
            groups=groups,
            rows=first,
            total=len(rows),
            has_prompts=any(part.replies),
        )


def _listed(part: Part, item_id: str) -> Listed:
    item, track = part.items[item_id], part.entries[0].track
    where = next(entry.items[item_id].where for entry in part.entries if item_id in entry.items)
    *outer, last = track.table_by
    group, aside = where.get(last, ""), " / ".join(where.get(key, "") for key in outer)
    players = tuple(map(_player, getattr(item, "players", ())))
    seats = ", ".join(map(str, seats_of(item)))
    opponents = ", ".join(dict.fromkeys(name for name in players if name != SYSTEM))
    title = presentation.pages_of(track.name).title(item) or item_id
    return Listed(item_id, title, group, f"{group} ({aside})" if aside else group, opponents, seats, players)


def _player(name: str) -> str:
    known = {SYSTEM: SYSTEM, RIVAL: "the other system"}
    return known.get(name) or name.removeprefix("bot:").partition("@")[0] + " bot"


def _rows(part: Part, items: Mapping[str, int]) -> Iterator[Row]:
    linked = part.linked
    for index, entry in enumerate(part.entries):
        first = {grade.item_id: grade for grade in reversed(entry.seen)}
        for item_id, item in entry.items.items():
            score, mark = standing(entry, item_id)
            grade = first.get(item_id)
            result, outcome = _result(part.items[item_id], grade)
            moves = len(grade.moves) if grade else 0
            flags = tuple(words for name, words in FLAGS.items() if item.values.get(name) or item.counts.get(name))
            value, page = entry.quality(item_id), linked.get((item_id, index), "")
            yield Row(index, items[item_id], value, score, mark, result, outcome, moves, flags, page)


def _result(item: Any, grade: Seen | None) -> tuple[str, str]:
    """Return what the system got in a match, and whether it won, where matches of the game are won."""
    if grade is None or grade.outcome is None:
        return "", ""
    game, points, seats = catalogue.load(item.game), grade.outcome.points, seats_of(item)
    result = got(game, grade.outcome, seats[0])
    if not game.rated or len(seats) == len(points):
        return result, ""
    if max(points) == min(points):
        return result, "drawn"
    return result, "won" if points[seats[0]] == max(points) else "lost"


def seats_of(item: Any) -> list[int]:
    """Return the seats of the system in a match; none for other items."""
    return [seat for seat, name in enumerate(getattr(item, "players", ())) if name == SYSTEM]


def _prompts(part: Part, items: Mapping[str, int]) -> dict[str, tuple[str, str]]:
    """Return the prompt of each item, and what is right."""
    right = presentation.pages_of(part.name).right
    return {
        item_id: (cut(_prompt(part.items[item_id]), MOST_PROMPT), cut(right(part.items[item_id]), LONGEST))
        for item_id in items
    }


def _prompt(item: Any) -> str:
    messages = [f"[{message.role}]\n{message.content}" for message in getattr(item, "messages", ())]
    return "\n\n".join([*messages, *getattr(item, "requests", ())]) or getattr(item, "initial_prompt", "")


def _data(entry: Any, replies: Mapping[tuple[str, int], Sequence[tuple[str, str]]]) -> tuple[int, dict[str, Any]]:
    """Return the data of a submission by item, and the most characters of a text in it."""
    by_item: dict[str, list[Any]] = {}
    lengths = [len(text) for said in replies.values() for _, text in said]
    for grade in entry.seen:
        values = msgspec.to_builtins(grade)
        by_item.setdefault(grade.item_id, []).append({**values, "said": replies.get((grade.item_id, grade.trial), ())})
        lengths += [len(text) for move in grade.moves for text in move.replies]
    most = LONGEST if sum(lengths) <= MOST_TEXT else max(SHORTEST, MOST_TEXT // len(lengths))
    return most, by_item


def _cleaned(value: Any, most: int = LONGEST * 2) -> Any:
    """Return *value* with all texts as they stand on pages."""
    if isinstance(value, str):
        return clean(cut(value, most))
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(inner, most) for key, inner in value.items()}
    return [_cleaned(inner, most) for inner in value] if isinstance(value, list | tuple) else value
