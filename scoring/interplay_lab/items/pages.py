"""An item analysis as text, and its items as CSV."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from interplay.core.text import counted, printable
from interplay.tables import terminal
from interplay.tables.formats import as_csv
from interplay.tables.numbers import number
from interplay.tables.table import Table, tabulate
from interplay_lab.items.records import AnalysedItem, ItemAnalysis, Separates

WIDTH = 80
LISTED = 8
"""Items of a table."""
REASONS: Final[dict[Separates, str]] = {
    "all full": "all have full marks",
    "all none": "all have a score of 0",
    "all alike": "all have the same score",
}
"""Why items separate no two systems."""
COLUMNS = AnalysedItem.__struct_fields__


def text(analysis: ItemAnalysis, width: int = WIDTH) -> str:
    """Return the analysis for a terminal: no line is wider than *width*."""
    about = f"{analysis.track}, release {analysis.release}: {counted(len(analysis.items), 'items')}"
    if analysis.clusters < len(analysis.items):
        about += f" of {counted(analysis.clusters, analysis.cluster_unit)}"
    lines = [terminal.wrapped(printable(f"{about}, {len(analysis.systems)} systems"), width)]
    lines += terminal.lines(_systems(analysis), width)
    for title, items in _chosen(analysis):
        lines += ["", title, *terminal.lines(_items(analysis, items), width)]
    lines += ["", *(terminal.wrapped(printable(line), width) for line in sentences(analysis)), ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n"))


def sentences(analysis: ItemAnalysis) -> Iterator[str]:
    """Yield the notes below the tables."""
    is_separating = any(item.separates == "some" for item in analysis.items)
    if is_separating:
        alpha, half = number(analysis.alpha), f"split half by {analysis.cluster_unit} {number(analysis.split_half)}"
        likeness = "maximum 1; it depends on these systems, and grows with how much they differ"
        yield f"Reliability of the mean over all items: alpha {alpha}, {half} ({likeness})."
    yield _alike(analysis)
    if is_separating:
        yield _against(analysis)
    if analysis.model is None:
        yield f"No item response model: {analysis.reason}."
    else:
        name = "Rasch's model" if analysis.model == "rasch" else "Two-parameter model"
        yield f"{name} of {counted(analysis.binary_items, 'items')} that are scored right or wrong."
    yield from (f"Note: {note}." for note in analysis.notes)
    yield _legend(analysis) if is_separating else "– = undefined."


def _against(analysis: ItemAnalysis) -> str:
    against = sum((item.item_rest or 0) < 0 for item in analysis.items)
    if not against:
        return "No item correlates negatively with the rest."
    goes = "correlates" if against == 1 else "correlate"
    advice = "check them first, with interplay score --json or in the pages of interplay report"
    return f"{counted(against, 'items')} {goes} negatively with the rest: {advice}."


def _alike(analysis: ItemAnalysis) -> str:
    counts = Counter(item.separates for item in analysis.items)
    alike = len(analysis.items) - counts["some"]
    if not alike:
        return "Every item separates at least two of these systems."
    reasons = ", ".join(f"{words} in {counts[name]:,}" for name, words in REASONS.items() if counts[name])
    if not counts["some"]:
        return f"No item separates two of these systems: {reasons}."
    separate = "separates" if alike == 1 else "separate"
    return f"{alike:,} of {counted(len(analysis.items), 'items')} {separate} no two of these systems: {reasons}."


def _legend(analysis: ItemAnalysis) -> str:
    text = f"mean: {analysis.metric} over the systems; item-rest: correlation of an item with the sum of all others"
    if analysis.model is not None:
        text += "; ability ± standard error and difficulty: in logits; at equal values half of the replies are right"
    return f"{text[0].upper()}{text[1:]}. – = undefined."


def table(analysis: ItemAnalysis) -> str:
    """Return all items as CSV with a heading; what is undefined is empty."""
    rows = ([getattr(item, name) for name in COLUMNS] for item in analysis.items)
    return as_csv(tabulate(COLUMNS, rows), digits=6)


def _systems(analysis: ItemAnalysis) -> Table:
    headings = ["system", f"{analysis.headline_name} [{analysis.percent}% interval]"]
    headings += ["ability (logits)"] * (analysis.model is not None)
    rows = []
    for system in analysis.systems:
        ability = (f"{system.ability:.2f} ± {system.ability_error or 0:.2f}",) if system.ability is not None else ()
        rows.append((system.label, system.text, *ability))
    return tabulate(headings, rows)


def _chosen(analysis: ItemAnalysis) -> Iterator[tuple[str, Sequence[AnalysedItem]]]:
    """Yield tables of items: the hardest and easiest that separate, and those with the most negative correlations."""
    some = [item for item in analysis.items if item.separates == "some"]
    hard = sorted(some, key=lambda item: (item.mean, item.item_id))
    if 0 < len(hard) <= LISTED:
        yield "items that separate systems, hardest first", hard
    elif hard:
        yield f"hardest items that separate systems ({LISTED} of {len(hard):,})", hard[:LISTED]
        yield "easiest of them", hard[-LISTED:][::-1]
    against = sorted((item for item in some if (item.item_rest or 0) < 0), key=lambda item: item.item_rest or 0)
    if against:
        title = f"most negative correlation with the rest ({min(LISTED, len(against))} of {len(against):,})"
        yield title, against[:LISTED]


def _items(analysis: ItemAnalysis, items: Sequence[AnalysedItem]) -> Table:
    names = ("mean", "item_rest", *(("difficulty",) * (analysis.model is not None)))
    rows = ((item.item_id, *(number(getattr(item, name)) for name in names)) for item in items)
    return tabulate(("item", *(name.replace("_", "-") for name in names)), rows)
