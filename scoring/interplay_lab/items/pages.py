"""An item analysis as text, and its items as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from interplay.core.text import counted, in_csv, printable
from interplay.report import layout
from interplay.report.layout import Column, Grid
from interplay_lab.items.records import AnalysedItem, ItemAnalysis, Separates

WIDTH = 80
SHOWN = 8
"""Items of a table."""
REASONS: Final[dict[Separates, str]] = {
    "all full": "all have full marks",
    "all none": "none has anything",
    "all alike": "all have the same",
}
"""What is said of items that separate no two systems."""
COLUMNS = (
    "item_id",
    "mean",
    "deviation",
    "item_rest",
    "separates",
    "difficulty",
    "difficulty_error",
    "discrimination",
)


def text(found: ItemAnalysis, width: int = WIDTH) -> str:
    """Return the analysis for a terminal: no line is wider than *width*."""
    from rich.console import Console  # noqa: PLC0415  loaded when shown

    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, color_system=None)
    about = f"{found.track}, release {found.release}: {counted(len(found.items), 'items')}"
    clusters = f" of {counted(found.clusters, found.cluster_unit)}" if found.clusters < len(found.items) else ""
    console.out(layout.wrapped(printable(f"{about}{clusters}, {len(found.systems)} systems"), width))
    layout.show(_systems(found), console)
    for title, items in _chosen(found):
        console.out(f"\n{title}")
        layout.show(_table(found, items), console)
    body = "\n".join(layout.wrapped(printable(line), width) for line in sentences(found))
    return "\n".join(line.rstrip() for line in f"{stream.getvalue()}\n{body}\n".split("\n"))


def sentences(found: ItemAnalysis) -> Iterator[str]:
    """Yield what is to be known beside the tables."""
    yield (
        f"Reliability of the mean over all items: alpha {_number(found.alpha)}, split half by {found.cluster_unit} "
        f"{_number(found.split_half)} (of 1; it is that of these systems, and grows with how unlike they are)."
    )
    yield _alike(found)
    against = sum(item.item_rest is not None and item.item_rest < 0 for item in found.items)
    goes = "goes" if against == 1 else "go"
    advice = "look there first, with interplay score --json or in the pages of interplay report"
    told = f"{counted(against, 'items')} {goes} against the rest (negative correlation): {advice}"
    yield f"{told}." if against else "No item goes against the rest (negative correlation)."
    if found.model is None:
        yield f"No item response model: {found.reason}."
    else:
        name = "Rasch's model" if found.model == "rasch" else "Two-parameter model"
        yield f"{name} of {counted(found.binary_items, 'items')} in which a reply is right or worth nothing."
    yield from (f"Note: {note}." for note in found.notes)
    yield _legend(found)


def _alike(found: ItemAnalysis) -> str:
    counts = Counter(item.separates for item in found.items)
    alike = len(found.items) - counts["some"]
    if not alike:
        return "Every item separates two of these systems at least."
    told = ", ".join(f"{words} in {counts[name]:,}" for name, words in REASONS.items() if counts[name])
    separate = "separates" if alike == 1 else "separate"
    return f"{alike:,} of {counted(len(found.items), 'items')} {separate} no two of these systems: {told}."


def _legend(found: ItemAnalysis) -> str:
    told = f"mean: {found.metric}, over the systems; item-rest: how an item's score goes with the sum of all others"
    if found.model is not None:
        told += "; ability ± standard error and difficulty: in logits, equal where half of the replies are right"
    return f"{told[0].upper()}{told[1:]}. – is undefined."


def table(found: ItemAnalysis) -> str:
    """Return all items as CSV with a heading; what is undefined is empty."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in found.items:
        writer.writerow([_cell(getattr(item, name)) for name in COLUMNS])
    return stream.getvalue()


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return in_csv(printable(value)) if isinstance(value, str) else f"{value:.6g}"


def _systems(found: ItemAnalysis) -> Grid:
    fitted = found.model is not None
    columns = (
        layout.name("system"),
        Column(f"{found.headline_name} [{found.percent}% interval]"),
        *((Column("ability (logits)"),) * fitted),
    )
    rows = []
    for one in found.systems:
        ability = (f"{one.ability:.2f} ± {one.ability_error or 0:.2f}",) if one.ability is not None else ()
        rows.append((one.label, one.shown, *ability))
    return Grid(columns, tuple(rows), boxed=True)


def _chosen(found: ItemAnalysis) -> Iterator[tuple[str, Sequence[AnalysedItem]]]:
    """Yield tables of items: the hardest and the easiest that separate, and those that go most against the rest."""
    some = [item for item in found.items if item.separates == "some"]
    hard = sorted(some, key=_hardness)
    if 0 < len(hard) <= SHOWN:
        yield "items that separate systems, the hardest first", hard
    elif hard:
        yield f"hardest items that separate systems ({SHOWN} of {len(hard):,})", hard[:SHOWN]
        yield "easiest of them", hard[-SHOWN:][::-1]
    against = sorted(
        (item for item in some if item.item_rest is not None and item.item_rest < 0), key=lambda i: i.item_rest or 0
    )
    if against:
        yield f"most against the rest ({min(SHOWN, len(against))} of {len(against):,})", against[:SHOWN]


def _hardness(item: AnalysedItem) -> tuple[float, str]:
    return item.mean, item.item_id


def _table(found: ItemAnalysis, items: Sequence[AnalysedItem]) -> Grid:
    fitted = found.model is not None
    columns = (layout.name("item"), Column("mean"), Column("item-rest"), *((Column("difficulty"),) * fitted))
    rows = []
    for item in items:
        more = (_number(item.difficulty),) if fitted else ()
        rows.append((item.item_id, f"{item.mean:.2f}", _number(item.item_rest), *more))
    return Grid(columns, tuple(rows), boxed=True)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
