"""Reports as Markdown, for a repository or a paper's appendix."""

from collections.abc import Iterable, Sequence

from interplay.core.reports import Report
from interplay.core.text import in_markdown, printable
from interplay.report import judged, marks, simulated
from interplay.report.table import AnyTrack, Detail, by_track, headings, rows


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
        lines += [f"## {track.name}", "", *_table(part, track, detail=detail), "", track.legend, ""]
        told = marks.notes(part) + marks.chances(part)
        lines += [f"- {in_markdown(note)}" for note in told] + [""] * any(told)
    for sheet in simulated.sheets(reports) if detail == "full" else ():
        lines += [f"## {sheet.title}", "", *_grid(sheet.headings, sheet.rows), "", simulated.LEGEND, ""]
    for sheet in judged.sheets(reports):
        lines += [f"## {sheet.title}", "", *_grid(sheet.headings, sheet.rows), "", judged.LEGEND, ""]
    lines += ["| system | submission sha256 | comparable with |", "|---|---|---|"]
    lines += [f"| {in_markdown(r.system.name)} | `{r.submission_sha256}` | {r.comparability_key} |" for r in reports]
    lines += ["", "```bibtex", first.bibtex, "```", ""]
    return printable("\n".join(lines), keep="\n")


def _table(reports: list[Report], track: AnyTrack, *, detail: Detail) -> list[str]:
    return _grid(headings(track), rows(reports, track, detail=detail))


def _grid(columns: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(columns) + " |", "|---|---|" + "---:|" * (len(columns) - 2)]
    return lines + ["| " + " | ".join(map(in_markdown, row)) + " |" for row in body]
