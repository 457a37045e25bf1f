"""A certificate of a judge as a page of its own."""

from pathlib import Path

from interplay.core.errors import OutputError
from interplay_lab.judging.certificate.pages import above, below, table
from interplay_lab.judging.certificate.records import Certificate
from interplay_lab.site import pages


def write_page(certificate: Certificate, folder: Path) -> None:
    """Write ``certificate.html`` to *folder*; raise ``OutputError`` where that is impossible."""
    values = {"above": list(above(certificate)), "below": list(below(certificate)), "table": table(certificate)}
    page = {"site": None, "here": "", "about": f"release {certificate.release}", **values}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    pages.write(folder / "certificate.html", pages.rendered("certificate.html", page))
