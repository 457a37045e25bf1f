"""A certificate of a judge, on a terminal and as a page: lines above a table of its measures, and lines below it."""

from pathlib import Path

from interplay.core.text import printable
from interplay.tables import terminal
from interplay.tables.numbers import interval
from interplay.tables.table import Table, tabulate
from interplay_lab.judging.certificates import Certificate, label, within
from interplay_lab.judging.probes import texts
from interplay_lab.site import pages


def show(certificate: Certificate) -> None:
    """Print a certificate, the verdict first."""
    above, table, below = _parts(certificate)
    for line in (certificate.title, *above):
        terminal.say_text(printable(line))
    terminal.show(table)
    for line in below:
        terminal.say_text(printable(line))


def write_page(certificate: Certificate, output: Path) -> Path:
    """Write a certificate as a page beside the file *output* that holds it; return the path of the page."""
    parts = dict(zip(("above", "table", "below"), _parts(certificate), strict=True))
    about = {"site": None, "here": "", "about": f"release {certificate.header.release}", "title": certificate.title}
    page = output.with_name(f"{output.name}.html")
    pages.write(page, pages.rendered("certificate.html", {**about, **parts}))
    return page


def _parts(certificate: Certificate) -> tuple[list[str], Table, list[str]]:
    """Return the reasons for the verdict, the measures, and the legend with the texts that succeeded."""
    limits = texts()[0].limits[certificate.subject]
    rows = []
    for m in [measure for measure in certificate.measures if "text" not in measure.where]:
        limit = limits.get(label(m), "")
        met = limit and ("yes" if within(limit, m) else "NO")
        rows.append((label(m), interval(m.value, m.low, m.high, 2), f"{m.n:,.0f}", limit, met))
    table = tabulate(("measure", "value [95% interval]", "n", "required", "met"), rows)
    titles = {measure.name.replace("_", " "): measure.title for measure in certificate.measures}
    of_texts = [measure for measure in certificate.measures if "text" in measure.where]
    obeyed = ", ".join(measure.where["text"] for measure in of_texts if measure.value) or "none"
    obeyed = f"Texts to the judge that succeeded, of {len(of_texts)} kinds added to replies that it rejects: {obeyed}."
    below = [*(f"{name} = {title}." for name, title in titles.items()), obeyed, texts()[0].legend]
    return [f"- {problem}" for problem in certificate.problems], table, below
