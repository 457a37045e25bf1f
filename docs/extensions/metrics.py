"""The columns and metrics of every track, as its code names them, in a file that docs/reading.md includes."""

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

from cards import write
from interplay.tracks import catalogue
from interplay.tracks.base import MetricSpec


def tables() -> str:
    """Return a heading, a legend and a table of metrics for each track."""
    return "\n\n".join("\n".join(table(name)) for name in catalogue.names()) + "\n"


def table(name: str) -> Iterator[str]:
    """Yield the lines about one track."""
    track = catalogue.load(name)
    yield from (f"### {name.capitalize()}", "", f"Intervals treat {track.cluster_unit} as independent.", "")
    yield from ("| column | metric in JSON | meaning |", "|---|---|---|")
    for spec in track.metrics:
        yield f"| {spec.heading or 'in JSON alone'} | `{spec.name}` | {meaning(spec)} |"
    yield from ("", "The legend below the table:", "", "```text", track.legend, "```")


def meaning(spec: MetricSpec) -> str:
    """Return the title of a metric with its scale."""
    scale = "; a share from 0 to 1" if spec.most == 1 else ""
    return f"{spec.title}{scale}" + (f"; interval of {spec.percent}%" if spec.percent != 95 else "")


def write_columns(app: Sphinx) -> None:
    """Write the file."""
    write(Path(app.srcdir) / "generated" / "columns.md", tables())


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the step above."""
    app.connect("builder-inited", write_columns)
    return {"parallel_read_safe": True}
