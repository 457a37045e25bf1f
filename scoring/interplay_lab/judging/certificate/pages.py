"""A certificate as text."""

from collections.abc import Iterator
from typing import Final

from interplay.core.text import printable
from interplay.tables import terminal
from interplay.tables.numbers import interval
from interplay.tables.table import Table, tabulate
from interplay_lab.judging.certificate.records import Certificate, label, reached, required, threshold

WIDTH: Final = 80


def text(certificate: Certificate) -> str:
    """Return the certificate for a terminal: the verdict first, then each measure; no line is wider than 80 columns."""
    first, last = ([terminal.wrapped(printable(line), WIDTH) for line in of(certificate)] for of in (above, below))
    lines = "\n".join([*first, *terminal.lines(table(certificate), WIDTH), *last]).split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def table(certificate: Certificate) -> Table:
    """Return the measures: value with interval, what is required, and whether it is met."""
    rows = []
    for measure in [measure for measure in certificate.measures if "text" not in measure.where]:
        bound, value = threshold(measure), interval(measure.value, measure.low, measure.high, 2)
        met = bound and ("yes" if reached(bound, measure.value, measure.low, measure.high) else "NO")
        rows.append((label(measure), value, f"{measure.n:,.0f}", required(bound), met or ""))
    return tabulate(("measure", "value [95% interval]", "n", "required", "met"), rows)


def above(certificate: Certificate) -> Iterator[str]:
    """Yield what stands above the table: the verdict, and the reasons for it."""
    who = f"{certificate.judge}, played by {certificate.model.name} in the mode {certificate.mode}"
    yield f"{certificate.verdict.upper()}: the judge {who}"
    yield from (f"- {problem}" for problem in certificate.problems)
    yield f"{certificate.verdicts:,} verdicts on probes of {certificate.scripts} scripts, seed {certificate.seed}."


def below(certificate: Certificate) -> Iterator[str]:
    """Yield the legend, the texts to the judge that succeeded, and the hashes."""
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
