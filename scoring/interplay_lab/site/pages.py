"""Write pages from templates with everything escaped, and with an inlined style sheet and script named in a policy."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from interplay.core.canonical import write_atomically
from interplay.core.errors import OutputError
from interplay.core.text import counted
from interplay.core.version import __version__
from interplay.tables.numbers import compact
from interplay_lab.site.texts import clean, cut

GENERATOR = f"interplay {__version__}"
_PACKAGE = "interplay_lab.site"
_GENERATED = b'<meta name="generator" content="interplay '
_REST = re.compile(r"\.(index|track-|system-|[a-z_-]+-\d{4})[a-z0-9.-]*\.[a-z0-9_]{8}")
"""The names of files that become pages when they are whole."""


@cache
def environment() -> Environment:
    """Return the templates, which escape all values and replace invisible characters by their codes."""
    templates = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters.update(cut=cut, compact=partial(compact, millions=10_000_000, digits=0), counted=counted)
    texts = (files(_PACKAGE).joinpath(name).read_text(encoding="utf-8") for name in ("style.css", "script.js"))
    style, script = map(Markup, texts)
    templates.globals.update(style=style, script=script, policy=policy(style, script), generator=GENERATOR)
    return templates


def _finalized(value: Any) -> Any:
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that allows this style sheet and script only."""
    parts = ("default-src 'none'", f"style-src {_hash(style)}", f"script-src {_hash(script)}", "img-src data:")
    return "; ".join((*parts, "base-uri 'none'", "form-action 'none'"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def rendered(template: str, values: Mapping[str, object]) -> bytes:
    """Return the page of *template* with *values*."""
    text = environment().get_template(template).render(values)
    return text.encode("utf-8", "replace")


def check(folder: Path) -> None:
    """Raise ``OutputError`` if *folder* contains anything but the pages of a site, or is where the process runs."""
    if Path.cwd().is_relative_to(folder.resolve()):
        raise OutputError(f"{folder} is the working directory, and would be replaced; choose another -o")
    try:
        contents = sorted(folder.iterdir()) if folder.exists() else []
        foreign = next((path for path in contents if not is_page(path)), None)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    if foreign is not None:
        raise OutputError(f"{folder} has {foreign.name!r}, which is no page of a site; choose another -o")


def is_page(path: Path) -> bool:
    """Return whether *path* is a page of a site, or what a process that was killed left of one."""
    is_rest = _REST.fullmatch(path.name) is not None
    if not (is_rest or path.suffix == ".html") or path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as source:
        start = source.read(2_000)
    return _GENERATED in start or (is_rest and not start)


def write(path: Path, page: bytes) -> None:
    """Write a page."""
    write_atomically(path, [page])
