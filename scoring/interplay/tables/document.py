"""Reports as Markdown, for a repository or a paper's appendix."""

from collections.abc import Iterator

from interplay.core import extensions
from interplay.core.reports import Report
from interplay.core.text import in_markdown, printable
from interplay.tables import budgets, simulated
from interplay.tables.formats import markdown
from interplay.tables.notes import chances, labels, notes
from interplay.tables.scores import Detail, by_track, headings, rows
from interplay.tables.table import Table, tabulate


def document(reports: list[Report], *, detail: Detail = "table") -> str:
    """Return one Markdown document on all *reports*: what was scored, the table, and how to cite."""
    first = reports[0]
    lines = [
        f"# Interplay: {', '.join(dict.fromkeys(report.track for report in reports))}",
        "",
        f"Release {first.release}, manifest sha256 `{first.manifest_sha256}`; package {first.package_version}.",
        "",
    ]
    if any(report.modified_dataset for report in reports):
        lines += ["**Scored on a modified dataset: not comparable with anything else.**", ""]
    for track, part in by_track(reports):
        table = tabulate(headings(track, part), rows(part, track, detail=detail))
        lines += [f"## {track.name}", "", *_lines(table), "", track.legend, ""]
        below = notes(part) + chances(part)
        lines += [f"- {in_markdown(note)}" for note in below] + [""] * any(below)
    for tables, legend in sheets(reports, detail):
        for title, table in tables.items():
            lines += [f"## {title}", "", *_lines(table), "", legend, ""]
    lines += ["| system | submission sha256 | comparable with |", "|---|---|---|"]
    lines += [f"| {in_markdown(r.system.name)} | `{r.submission_sha256}` | {r.comparability_key} |" for r in reports]
    lines += ["", "```bibtex", first.bibtex, "```", ""]
    return printable("\n".join(lines), keep="\n")


def sheets(reports: list[Report], detail: Detail) -> Iterator[tuple[dict[str, Table], str]]:
    """Yield the tables by title that follow the scores, with their legend; budgets and simulations in full only."""
    if detail == "full":
        parts = ((track, part) for track, part in by_track(reports) if track.at_budgets)
        yield {f"{track.name}, {budgets.TITLE}": _at_budgets(track.name, part) for track, part in parts}, budgets.LEGEND
        yield simulated.tables(reports), simulated.LEGEND
    if any(report.judge_digest for report in reports):
        yield extensions.judgments("tables")(reports)


def _at_budgets(track: str, part: list[Report]) -> Table:
    named = zip(labels(part), part, strict=True)
    return budgets.table(track, ((name, r.budgets, r.half_score, r.lower_bound_share) for name, r in named))


def _lines(table: Table) -> list[str]:
    """Return *table* in Markdown, its first two columns to the left."""
    head, _, *body = markdown(table, headings=str)
    return [head, "|---|---|" + "---:|" * (len(table.columns) - 2), *body]
