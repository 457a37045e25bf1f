"""A certificate as text and as a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from interplay.core.canonical import write_atomically
from interplay.core.errors import OutputError
from interplay.core.text import printable
from interplay.tables import terminal
from interplay.tables.numbers import interval
from interplay.tables.table import Table, tabulate
from interplay_lab.judging.certificate.records import Certificate, label, reached, required, threshold

WIDTH: Final = 80


def text(certificate: Certificate) -> str:
    """Return the certificate for a terminal: the verdict first, then each measure; no line is wider than 80 columns."""
    above, below = ([terminal.wrapped(printable(line), WIDTH) for line in of(certificate)] for of in (_above, _below))
    lines = "\n".join([*above, *terminal.lines(_table(certificate), WIDTH), *below]).split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def write(certificate: Certificate, folder: Path) -> None:
    """Write ``certificate.html`` to *folder*; raise ``OutputError`` where that is impossible."""
    from interplay_lab.site import pages  # noqa: PLC0415  needs jinja2, which the rest does not

    above, below = list(_above(certificate)), list(_below(certificate))
    values = {"site": None, "here": "", "about": f"release {certificate.release}", "table": _table(certificate)}
    page = pages.rendered("certificate.html", {**values, "above": above, "below": below})
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    write_atomically(folder / "certificate.html", [page])


def _table(certificate: Certificate) -> Table:
    rows = []
    for measure in [measure for measure in certificate.measures if "text" not in measure.where]:
        bound, value = threshold(measure), interval(measure.value, measure.low, measure.high, 2)
        met = bound and ("yes" if reached(bound, measure.value, measure.low, measure.high) else "NO")
        rows.append((label(measure), value, f"{measure.n:,.0f}", required(bound), met or ""))
    return tabulate(("measure", "value [95% interval]", "n", "required", "met"), rows)


def _above(certificate: Certificate) -> Iterator[str]:
    who = f"{certificate.judge}, played by {certificate.model.name} in the mode {certificate.mode}"
    yield f"{certificate.verdict.upper()}: the judge {who}"
    yield from (f"- {problem}" for problem in certificate.problems)
    yield f"{certificate.verdicts:,} verdicts on probes of {certificate.scripts} scripts, seed {certificate.seed}."


def _below(certificate: Certificate) -> Iterator[str]:
    titles = {measure.name.replace("_", " "): measure.title for measure in certificate.measures}
    yield from (f"{name} = {title}." for name, title in titles.items())
    yield (
        "Defects: content = false content; state = the reply before, given again; format = another form than the "
        "demanded one; prose = talk around the right reply; nonsense = fluent but without meaning; empty; refusal."
    )
    of_texts = [measure for measure in certificate.measures if "text" in measure.where]
    obeyed = ", ".join(measure.where["text"] for measure in of_texts if measure.value) or "none"
    yield f"Texts to the judge that succeeded, of {len(of_texts)} kinds added to replies that it rejects: {obeyed}."
    yield "The whole interval has to meet what is required. n = replies, pairs or requests. – = undefined (never 0)."
    hashes = ("manifest_sha256", "probes_sha256", "texts_sha256", "judge_digest")
    yield ", ".join(f"{name} {getattr(certificate, name)[:12]}" for name in hashes) + "."
