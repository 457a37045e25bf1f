"""The page on which two systems are compared, and its data (note 0107)."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from interplay.tables.numbers import interval, minus, p_value
from interplay_lab.compare.records import ALPHA
from interplay_lab.compare.reports import Beside
from interplay_lab.compare.tables import DIGITS
from interplay_lab.site import pages, presentation
from interplay_lab.site.build import COMPARE, Part, Site
from interplay_lab.site.scored import PREFIX, Entry
from interplay_lab.site.texts import clean
from interplay_lab.site.views.versus import key_of

MOST = 20
"""Systems of a track whose pairs have differences; the others have their items side by side."""
DATA = "pairs.js"
_OTHER_RULES = "they were played by other rules or against other systems, so no item is the same"


class Line(NamedTuple):
    """The difference of two systems on some items, as the page and its data have it."""

    items: int
    clusters: int
    text: str
    p: str
    better: bool
    reason: str


def write_pairs(site: Site) -> None:
    """Write the page that compares systems, and its data, where a track has two."""
    parts = [part for part in site.parts.values() if len(part.entries) > 1]
    if not parts:
        return
    data = {part.name: _data(site, part) for part in parts}
    pages.write_data(site.folder / DATA, data)
    site.write(COMPARE, "compare.html", data=data, most=MOST)


_Lines = dict[tuple[int, int], tuple[Line, list[tuple[str, list[str], Line]]]]
"""Two places -> the difference, and those by part, with the name of each part and the values that make it."""


def _lines(part: Part, order: Sequence[int]) -> _Lines:
    words, lines = presentation.pages_of(part.name).words, _Lines()
    for first, second in map(sorted, combinations(order[:MOST], 2)):  # the better one first, as ``compare`` has it
        a, b = part.entries[first], part.entries[second]
        if key_of(a) != key_of(b):
            lines[first, second] = Line(0, 0, "–", "–", better=False, reason=_OTHER_RULES), []
            continue
        by_part, differences = list[tuple[str, list[str], Line]](), part.scores.parts(first, second)
        for where, diff in differences:
            *outer, (last, value) = where.items()
            shared = sum(other[last] == value for other, _ in differences) > 1
            aside = f" ({' / '.join(words(*pair)[0] for pair in outer)})" if shared else ""
            by_part.append((words(last, value)[0] + aside, [*map(clean, where.values())], _line(part, diff)))
        lines[first, second] = _line(part, part.scores.difference(first, second)), by_part
    return lines


def _line(part: Part, diff: Beside) -> Line:
    text = minus(interval(diff.value, diff.low, diff.high, DIGITS[part.scores.unit], "+"))
    return Line(diff.items, diff.clusters, text, p_value(diff.p), diff.p is not None and diff.p < ALPHA, diff.reason)


def _system(site: Site, entry: Entry) -> tuple[object, ...]:
    """Return label, name and page of a system, whether it is a program, and its scores at budgets of tokens."""
    report = entry.report
    name, is_program = report.system.name, report.system.name.startswith(PREFIX)
    budgets = [(b.tokens, b.score, *(b.ci or ())) for b in report.budgets if b.score is not None and not is_program]
    return clean(entry.label), clean(name), site.systems[name], is_program, budgets


def _data(site: Site, part: Part) -> dict[str, object]:
    """Return what the page has to know of a track; models come first in the ``order`` of its systems."""
    track = part.entries[0].track
    tops = [spec.scale[1] for spec in track.metrics if spec.name == track.at_budgets]
    systems = [_system(site, entry) for entry in part.entries]
    order = sorted(range(len(systems)), key=lambda n: bool(systems[n][3]))
    return {
        "unit": part.scores.unit,
        "percent": track.headline.percent,
        "clusters": track.cluster_unit,
        "by": presentation.pages_of(part.name).keys.get(track.table_by[-1], (track.table_by[-1], {}))[0],
        "top": tops[0] if tops else 1.0,
        "systems": systems,
        "order": order,
        "pairs": {f"{first} {second}": both for (first, second), both in _lines(part, order).items()},
    }
