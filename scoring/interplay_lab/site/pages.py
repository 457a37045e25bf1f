"""Write pages from templates with everything escaped, and a policy that names the style sheet and the scripts."""

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from interplay.core.canonical import write_atomically
from interplay.core.errors import OutputError
from interplay.core.text import counted
from interplay.core.version import __version__
from interplay.tables.numbers import compact, minus, number
from interplay_lab.site import glossary
from interplay_lab.site.texts import clean, cut

GENERATOR = f"interplay {__version__}"
_PACKAGE = "interplay_lab.site"
_GENERATED = b'<meta name="generator" content="interplay '
_REST = re.compile(
    r"\.(index|glossary|site|compare|pairs|[a-z_-]+-\d{4}|(track|system|items|data|prompts)-)[a-z0-9._-]*\.[a-z0-9_]{8}"
)
"""The names of files that become pages when they are whole."""
_SHARED = {"site.css": ("style.css", "take.css"), "site.js": ("script.js", "take.js"), "compare.js": ("compare.js",)}
"""The files that pages of a site share, and their sources."""
_SUFFIXES = {".html", ".css", ".js"}


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
    templates.filters.update(linked=glossary.linked, anchor=glossary.anchor)
    templates.filters.update(cut=cut, compact=partial(compact, millions=10_000_000, digits=0), counted=counted)
    templates.filters.update(minus=minus, number=lambda *of: minus(number(*of)))
    templates.filters["query"] = lambda text: quote(clean(text), safe="")
    style, script, _ = (Markup(_source(*names)) for names in _SHARED.values())  # noqa: S704  part of the package
    alone = policy(digest(style), digest(script))
    templates.globals.update(style=style, script=script, policy=alone, nonce="", generator=GENERATOR)
    return templates


def _source(*names: str) -> str:
    return "".join(files(_PACKAGE).joinpath(name).read_text(encoding="utf-8") for name in names)


def _finalized(value: Any) -> Any:
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that allows these sources of style sheets and of scripts only."""
    parts = ("default-src 'none'", f"style-src {style}", f"script-src {script}", "img-src data:")
    return "; ".join((*parts, "base-uri 'none'", "form-action 'none'"))


def shared(nonce: str) -> dict[str, str]:
    """Return the values of a page that loads the files of its site, which *nonce* allows (note 0104)."""
    return {"nonce": nonce, "policy": policy(f"'nonce-{nonce}'", f"'nonce-{nonce}'")}


def digest(text: str) -> str:
    """Return the hash of a style sheet or a script, as a policy names it."""
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
    if not (is_rest or path.suffix in _SUFFIXES) or path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as source:
        start = source.read(2_000)
    return _GENERATED in start or (is_rest and not start)


def write(path: Path, page: bytes) -> None:
    """Write a page."""
    write_atomically(path, [page])


def write_file(path: Path, text: str) -> None:
    """Write a style sheet or a script of a site, marked as one."""
    write(path, f'/* <meta name="generator" content="{GENERATOR}"> */\n{text}'.encode())


def write_shared(folder: Path) -> None:
    """Write the style sheet and the script of a site."""
    for name, sources in _SHARED.items():
        write_file(folder / name, _source(*sources))


def write_data(path: Path, value: object) -> None:
    """Write *value* as a script that gives it to the page: compressed, so that no text in it can be markup or code."""
    packed = base64.b64encode(gzip.compress(msgspec.json.encode(value), mtime=0)).decode()
    write_file(path, f'interplayData("{path.name}", "{packed}");\n')
