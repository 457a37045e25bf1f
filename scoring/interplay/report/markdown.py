"""Reports as Markdown, for a repository or a paper's appendix."""

from interplay.report.table import HEADINGS, rows
from interplay.types import Report


def document(reports: list[Report], *, by_domain: bool = False) -> str:
    """Return one Markdown document on all *reports*: what was scored, the table, and how to cite."""
    first = reports[0]
    lines = [
        f"# Interplay: {first.track}",
        "",
        f"Release {first.release}, manifest sha256 `{first.manifest_sha256}`; package {first.package_version}.",
        "`score` is played x mean main score: episodes that were aborted, failed or missing count 0.",
        "",
    ]
    if any(report.modified_dataset for report in reports):
        lines += ["**Scored on a modified dataset: not comparable with anything else.**", ""]
    lines += _table(reports, by_domain=by_domain)
    lines += ["", "| system | submission sha256 | comparable with |", "|---|---|---|"]
    lines += [f"| {_cell(r.system.name)} | `{r.submission_sha256}` | {r.comparability_key} |" for r in reports]
    lines += ["", "```bibtex", first.bibtex, "```", ""]
    return "\n".join(lines)


def _table(reports: list[Report], *, by_domain: bool) -> list[str]:
    lines = ["| " + " | ".join(HEADINGS) + " |", "|---|---|" + "---:|" * (len(HEADINGS) - 2)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows(reports, by_domain=by_domain)]


def _cell(text: str) -> str:
    """Neutralise what would break out of a table cell or render as markup; names come from submissions."""
    for character in "\\`|<>[]*_":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())
