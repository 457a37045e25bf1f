"""Tables for a terminal."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from interplay.types import Group, Manifest, Metric, Report

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

COLUMNS = ("main_score", "kappa", "slot_filling", "accuracy", "middle_accuracy")
LEGEND = """\
score = played x mean main score: aborted, failed and missing episodes count 0. main = mean main score
of the episodes played to their end; slots = slot filling; acc., middle = accuracy over all probes, and
over those of the middle round. – is undefined, which is never 0."""


def show(table: "Table") -> None:
    """Print *table* to stdout; wide enough for all columns where stdout is no terminal."""
    from rich.console import Console  # noqa: PLC0415  loaded when shown

    width = None if sys.stdout.isatty() else 100
    Console(width=width, highlight=False).print(table)


def dataset_table(manifest: Manifest) -> "Table":
    """Return the data files of a release: config, rows, bytes, hash."""
    from rich.table import Table  # noqa: PLC0415  loaded when shown

    table = Table(title=None)
    for name, justify in (("config", "left"), ("rows", "right"), ("bytes", "right"), ("sha256", "left")):
        table.add_column(name, justify="right" if justify == "right" else "left")
    for entry in manifest.files:
        if entry.config is not None:
            table.add_row(entry.config, f"{entry.rows:,}", f"{entry.bytes:,}", entry.sha256[:16] + "…")
    return table


def metric(group: Group, name: str) -> Metric | None:
    """Return the metric called *name* of *group*."""
    return next((m for m in group.metrics if m.name == name), None)


def number(value: float | None, *, digits: int = 2) -> str:
    """Return *value* for a table; an en dash where it is undefined."""
    return "–" if value is None else f"{value:.{digits}f}"


def interval(found: Metric | None, *, digits: int = 1) -> str:
    """Return ``value [low, high]``."""
    if found is None or found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return number(found.value, digits=digits)
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def rows(reports: list[Report], *, by_domain: bool) -> list[tuple[str, ...]]:
    """Return a row for each system and split: system, part, played, headline with interval, and further metrics.

    With *by_domain* a split is followed by its domains, indented.
    """
    return [_row(report, group) for report in reports for group in _parts(report, by_domain=by_domain)]


def _parts(report: Report, *, by_domain: bool) -> Iterator[Group]:
    for split in report.groups:
        if set(split.where) == {"split"}:
            yield split
            for group in report.groups if by_domain else ():
                if len(group.where) > 1 and group.where["split"] == split.where["split"]:
                    yield group


def _row(report: Report, group: Group) -> tuple[str, ...]:
    *outer, part = group.where.values()
    return (
        report.system.name,
        "  " * len(outer) + part,
        f"{group.counts['played']}/{group.counts['episodes']}",
        interval(metric(group, report.headline)),
        *(_short(metric(group, name)) for name in COLUMNS),
    )


def _short(found: Metric | None) -> str:
    if found is None:
        return "–"
    return number(found.value, digits=1 if found.name == "main_score" else 2)


def unplayed(report: Report) -> str:
    """Return a line that says why episodes were not played, with an example, or nothing when all were."""
    lost = report.counts["episodes"] - report.counts["played"]
    example = next((i for i in report.per_item if i.counts["played"] == 0 and i.reasons), None)
    if not lost or example is None:
        return ""
    why = next(iter(example.reasons.values()))
    return f"{report.system.name}: {lost} of {report.counts['episodes']} episodes not played; {example.item_id}: {why}"


HEADINGS = ("system", "part", "played", "score [95% interval]", "main", "kappa", "slots", "acc.", "middle")


def _plain(text: str) -> "Text":
    """Return *text* as it is: no markup, and no control characters; names come from submissions."""
    from rich.text import Text  # noqa: PLC0415  loaded when shown

    return Text("".join(c if c.isprintable() else "?" for c in text))


def score_table(reports: list[Report], *, by_domain: bool) -> "Table":
    """Return the scores of *reports*, one line for each system and part."""
    from rich import box  # noqa: PLC0415  loaded when shown
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number_, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="left" if number_ < 2 else "right", no_wrap=True)
    last: str | None = None
    for row in rows(reports, by_domain=by_domain):
        if last is not None and row[0] != last:
            table.add_section()
        table.add_row(*map(_plain, ("" if row[0] == last else row[0], *row[1:])))
        last = row[0]
    return table
