"""A certificate of a judge, on a terminal and as a page: lines above a table of its measures, and lines below it."""

from collections.abc import Iterator
from pathlib import Path

from interplay.core.text import printable
from interplay.tables import terminal
from interplay.tables.numbers import interval
from interplay.tables.table import Table, tabulate
from interplay_lab.judging.certificate.probes import texts
from interplay_lab.judging.certificate.records import Certificate, label, required, within
from interplay_lab.site import pages


def show(certificate: Certificate) -> None:
    """Print a certificate, the verdict first."""
    for line in _above(certificate):
        terminal.say_text(printable(line))
    terminal.show(_table(certificate))
    for line in _below(certificate):
        terminal.say_text(printable(line))


def write_page(certificate: Certificate, folder: Path) -> None:
    """Write ``certificate.html`` to *folder*; raise ``OutputError`` where that is impossible."""
    values = {"above": list(_above(certificate)), "below": list(_below(certificate)), "table": _table(certificate)}
    page = {"site": None, "here": "", "about": f"release {certificate.header.release}", **values}
    pages.write(folder / "certificate.html", pages.rendered("certificate.html", page))


def _above(certificate: Certificate) -> Iterator[str]:
    yield f"{certificate.verdict.upper()}: the judge {certificate.who}"
    yield from (f"- {problem}" for problem in certificate.problems)
    yield f"{certificate.verdicts:,} verdicts on probes of {certificate.scripts} scripts, seed {certificate.seed}."


def _table(certificate: Certificate) -> Table:
    rows = []
    for m in [measure for measure in certificate.measures if "text" not in measure.where]:
        limits = certificate.limits(m)
        met = "" if limits is None else "yes" if within(limits, m.value, m.low, m.high) else "NO"
        value = interval(m.value, m.low, m.high, 2)
        rows.append((label(m), value, f"{m.n:,.0f}", required(limits) if limits else "", met))
    return tabulate(("measure", "value [95% interval]", "n", "required", "met"), rows)


def _below(certificate: Certificate) -> Iterator[str]:
    titles = {measure.name.replace("_", " "): measure.title for measure in certificate.measures}
    yield from (f"{name} = {title}." for name, title in titles.items())
    of_texts = [measure for measure in certificate.measures if "text" in measure.where]
    obeyed = ", ".join(measure.where["text"] for measure in of_texts if measure.value) or "none"
    yield f"Texts to the judge that succeeded, of {len(of_texts)} kinds added to replies that it rejects: {obeyed}."
    yield texts()[0].legend
    header = certificate.header
    hashes = {"manifest": header.manifest_sha256, "probes": header.submissions[0].sha256}
    hashes |= {"texts": certificate.texts_sha256, "judge": header.judge_digest}
    yield f"sha256: {', '.join(f'{name} {digest[:12]}' for name, digest in hashes.items())}."
