"""The tables of all items: a page for each track, and the data files that its script reads (note 0104)."""

import zlib
from typing import Any

import msgspec
from msgspec import structs

from interplay.submissions import reading
from interplay.tracks.games import catalogue
from interplay_lab.site import pages, presentation
from interplay_lab.site.build import Part, Site
from interplay_lab.site.results import amount
from interplay_lab.site.scored import Entry
from interplay_lab.site.texts import clean, cut
from interplay_lab.site.views.parts import FLAGS
from interplay_lab.site.views.replies import standing

FIRST = 50
"""Rows that are readable without a script."""
LONGEST, MOST = 2_000, 16_000_000
"""Most characters of a text in the data, and of all texts of a submission; where they are more, each is cut more."""
_UNSEEN = {"usage", "x", "reasoning", "workings", "players", "claimed", "record"}
"""Fields of predictions that are not written."""


def write_tables(site: Site) -> None:
    """Write the table of each track, and its data."""
    for part in site.parts.values():
        track, words = part.track, presentation.pages_of(part.name)
        where = {item_id: item.where for entry in part.entries for item_id, item in entry.items.items()}
        places, keys = {item_id: n for n, item_id in enumerate(where)}, track.table_by
        grouped = {item_id: [values.get(key, "") for key in keys] for item_id, values in where.items()}
        players = {item_id: getattr(part.items[item_id], "players", ()) for item_id in where}
        items = [(i, words.title(part.items[i]) or i, grouped[i], players[i]) for i in where]
        moves = [{grade.item_id: len(grade.moves) for grade in entry.remarks} for entry in part.entries]
        pairs = [(n, item_id) for n, entry in enumerate(part.entries) for item_id in entry.items]
        pairs.sort(key=lambda pair: (pair[1], pair[0]) not in part.linked)
        rows = [(n, places[i], moves[n].get(i, 0), *_row(part, n, i)) for n, i in pairs]
        groups = {group[-1]: words.words(keys[-1], group[-1]) for _, _, group, _ in items}
        names = [f"data-{part.name}-{n:03}.js" for n in range(1, len(part.entries) + 1)]
        systems = [(e.label, name, e.report.system.name, e.limit) for e, name in zip(part.entries, names, strict=True)]
        table = {"systems": systems, "items": items, "rows": rows, "groups": groups, "last": LONGEST}
        pages.write_data(site.folder / f"items-{part.name}.js", _cleaned(table))
        boards = {item_id: words.board(part.items[item_id]) for item_id in where}
        prompts = {clean(i): (*_cleaned(_prompt(part.items[i])), board) for i, board in boards.items()}
        pages.write_data(site.folder / f"prompts-{part.name}.js", prompts)
        for entry, name in zip(part.entries, names, strict=True):
            pages.write_data(site.folder / name, _data(entry))
        first = [(rows[at], part.entries[n].label, items[places[i]]) for at, (n, i) in enumerate(pairs[:FIRST])]
        name, values = f"items-{part.name}.html", {"groups": groups, "rows": first, "total": len(rows)}
        group_name = words.keys.get(keys[-1], (keys[-1], {}))[0]
        site.write(name, "items.html", track=part, group_name=group_name, **values)


def _row(part: Part, index: int, item_id: str) -> tuple[object, ...]:
    """Return value, score, mark, result, outcome, problems and page of an item of the entry at *index*."""
    entry = part.entries[index]
    item, result, outcome = entry.items[item_id], "", ""
    if part.name == "games" and item.counts["played"]:
        game = catalogue.load(item.where["game"])
        won, drawn, returns = ((item.values[name] or 0) for name in ("win", "draw", "returns"))
        outcome = ("won" if won >= 0.5 else "drawn" if drawn >= 0.5 else "lost") if game.rated else ""
        result = outcome if game.paid == "points" else amount(returns, game.paid)
    flags = [name for name in FLAGS.split() if item.values.get(name) or item.counts.get(name)]
    page = part.linked.get((item_id, index), "")
    return entry.quality(item_id), *standing(entry, item_id), result, outcome, flags, page


def _prompt(item: Any) -> tuple[str, dict[str, Any]]:
    """Return what was asked, and the fields that say what is right."""
    messages = [f"[{message.role}]\n{message.content}" for message in getattr(item, "messages", ())]
    asked = "\n\n".join([*messages, *getattr(item, "requests", ())]) or getattr(item, "initial_prompt", "")
    right = [name for name in ("reference", "gold", "expected", "report", "values") if hasattr(item, name)]
    return asked, {name: msgspec.to_builtins(getattr(item, name)) for name in right}


def _data(entry: Entry) -> Any:
    """Return the predictions of a submission with what was said of them, by item."""
    _, records = reading.read(entry.path)
    sent = {entry.track.identity(record): msgspec.to_builtins(record) for record in records}
    by_item: dict[str, list[dict[str, Any]]] = {}
    for grade in entry.remarks:
        remark = {**sent[grade.item_id, grade.trial], **msgspec.to_builtins(structs.replace(grade, board=b""))}
        by_item.setdefault(grade.item_id, []).append(remark)
    total = len(msgspec.json.encode(by_item))
    data: dict[str, list[dict[str, Any]]] = _cleaned(by_item, LONGEST if total <= MOST else LONGEST * MOST // total)
    for grade in entry.remarks:
        for trial in data[clean(grade.item_id)] if grade.board else ():
            if trial["trial"] == grade.trial:
                trial["board"] = zlib.decompress(grade.board).decode()
    return data


def _cleaned(value: Any, most: int = LONGEST) -> Any:
    """Return *value* with all texts as they are written on pages, cut to *most* characters."""
    if isinstance(value, str):
        return clean(cut(value, most))
    if isinstance(value, dict):
        return {clean(key): _cleaned(inner, most) for key, inner in value.items() if key not in _UNSEEN}
    return [_cleaned(inner, most) for inner in value] if isinstance(value, list | tuple) else value
