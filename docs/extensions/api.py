"""The public names of the package, grouped, as directives of autodoc in a file that docs/api.md includes."""

import inspect
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

import interplay
from cards import write

GROUPS = {
    "Play and score": "evaluate evaluate_all run play aplay score judge",
    "Items and releases": "open_release load_items load_track load_game Item Prediction",
    "Submissions": "write_submission read_submission validate replay write_site",
    "Reports": "Report",
    "Compare, rate, analyse": "compare rate rating_statistics arena analyse analyse_items",
}
REST = "More"
ERRORS = "Errors"
LEFT_OUT = {"__version__", "ratings"}
MEMBERS = {"Report": "headline, metric, to_rows"}
"""The members to show of a class that has many."""


def groups() -> dict[str, list[str]]:
    """Return the public names by heading."""
    grouped = {heading: names.split() for heading, names in GROUPS.items()}
    known = {name for names in grouped.values() for name in names}
    others = [name for name in dir(interplay) if name not in known | LEFT_OUT]
    grouped[REST] = [name for name in others if not is_error(name)]
    grouped[ERRORS] = sorted(filter(is_error, others), key=lambda name: len(getattr(interplay, name).__mro__))
    return {heading: names for heading, names in grouped.items() if names}


def is_error(name: str) -> bool:
    """Return whether a public name is an exception."""
    value = getattr(interplay, name)
    return inspect.isclass(value) and issubclass(value, Exception)


def directive(name: str) -> Iterator[str]:
    """Yield the directive of a public name."""
    if is_error(name):
        yield f".. autoexception:: interplay.{name}"
    elif inspect.isclass(getattr(interplay, name)):
        yield from (f".. autoclass:: interplay.{name}", f"   :members: {MEMBERS.get(name, '')}".rstrip())
    else:
        yield f".. autofunction:: interplay.{name}"


def page() -> str:
    """Return the headings with their directives."""
    parts = []
    for heading, names in groups().items():
        lines = [line for name in names for line in directive(name)]
        parts.append("\n".join([f"## {heading}", "", "```{eval-rst}", *lines, "```"]))
    return "\n\n".join(parts) + "\n"


def write_names(app: Sphinx) -> None:
    """Write the file."""
    write(Path(app.srcdir) / "generated" / "api.md", page())


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the step above."""
    app.connect("builder-inited", write_names)
    return {"parallel_read_safe": True}
