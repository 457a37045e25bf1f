"""A certificate as text, Markdown and a page."""

from collections.abc import Iterator
from pathlib import Path

from interplay.core.canonical import write_atomically
from interplay.core.errors import OutputError
from interplay.core.text import in_markdown, printable
from interplay.tables import terminal
from interplay.tables.formats import markdown
from interplay.tables.numbers import interval
from interplay.tables.table import Table, tabulate
from interplay_lab.judging.certificate.records import Certificate, reached, required

WIDTH = 80


def text(certificate: Certificate) -> str:
    """Return the certificate for a terminal: the verdict first, then each measure; no line is wider than 80 columns."""
    lines = [line for sentence in _first(certificate) for line in [terminal.wrapped(printable(sentence), WIDTH)]]
    lines += ["", *terminal.lines(table(certificate), WIDTH), ""]
    lines += [terminal.wrapped(printable(sentence), WIDTH) for sentence in _below(certificate)]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


def table(certificate: Certificate) -> Table:
    """Return the measures: what each is, its value with its interval, and what was required."""
    rows = []
    for measure in certificate.measures:
        if "text" not in measure.where:
            threshold, defect = certificate.threshold(measure), measure.where.get("defect", "")
            name = ": ".join(filter(None, (measure.name.replace("_", " "), defect)))
            met = "" if threshold is None else "yes" if reached(measure, threshold) else "NO"
            value = interval(measure.value, measure.low, measure.high, 2)
            rows.append((name, value, f"{measure.n:,.0f}", required(threshold), met))
    return tabulate(("measure", "value [95% interval]", "n", "required", "met"), rows, text=1)


def _first(certificate: Certificate) -> Iterator[str]:
    who = f"{certificate.judge}, {certificate.model.name}, mode {certificate.mode}"
    yield f"{certificate.verdict.upper()}: the judge {who}"
    yield from (f"- {problem}" for problem in certificate.problems)
    yield (
        f"{certificate.verdicts:,} verdicts on probes of {certificate.scripts} scripts, release {certificate.release}, "
        f"seed {certificate.seed}; texts version {certificate.texts_version}."
    )


def _below(certificate: Certificate) -> Iterator[str]:
    titles = {measure.name: measure.title for measure in certificate.measures if "text" not in measure.where}
    yield from (f"{name.replace('_', ' ')} = {title}." for name, title in titles.items())
    of_texts = [measure for measure in certificate.measures if "text" in measure.where]
    obeyed = [measure.where["text"] for measure in of_texts if measure.value]
    named = f": {', '.join(obeyed)}" if obeyed else ""
    yield f"{len(obeyed)} of {len(of_texts)} kinds of text that address the judge succeeded at least once{named}."
    yield "The whole interval has to meet what is required. n = replies, pairs or requests. – = undefined (never 0)."
    short = [f"{name} {value[:12]}" for name, value in _hashes(certificate).items()]
    yield f"sha256 (first 12 digits): {', '.join(short)}."


def _hashes(certificate: Certificate) -> dict[str, str]:
    return {
        "manifest": certificate.manifest_sha256,
        "probes": certificate.probes_sha256,
        "texts": certificate.texts_sha256,
        "judge": certificate.judge_digest,
    }


def write(certificate: Certificate, folder: Path) -> None:
    """Write ``certificate.md`` and ``certificate.html`` to *folder*; raise ``OutputError`` where that is impossible."""
    from interplay_lab.site import pages  # noqa: PLC0415  needs jinja2, which the rest does not

    first, below = list(_first(certificate)), list(_below(certificate))
    parts = [f"# {in_markdown(first[0])}", "", *(f"{in_markdown(line)}\n" for line in first[1:])]
    parts += [*markdown(table(certificate)), "", *(f"{in_markdown(line)}\n" for line in below)]
    values: dict[str, object] = {"site": None, "here": "", "about": f"release {certificate.release}", "certificate": certificate}
    values |= {"first": first, "below": below, "table": table(certificate)}
    page = pages.rendered("certificate.html", values)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    write_atomically(folder / "certificate.md", ["\n".join(parts).encode()])
    write_atomically(folder / "certificate.html", [page])
