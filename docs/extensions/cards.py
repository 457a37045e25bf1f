"""The cards of the release as pages: docs/tracks includes those of tracks, the others become pages of their own."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
CARDS = ROOT / "cards"
TRACKS = ROOT / "docs" / "tracks"
LINK = re.compile(r"\]\((?![a-z]+:|#|/)([^)#\s]+)(#[^)\s]*)?\)")


def pages() -> Iterator[Path]:
    """Yield the cards that become pages of their own, as paths below cards/."""
    included = {"card.md", *(path.name for path in TRACKS.glob("*.md"))}
    for path in sorted(CARDS.rglob("*.md")):
        if path.relative_to(CARDS).as_posix() not in included:
            yield path.relative_to(CARDS)


def linked(text: str, folder: Path) -> str:
    """Return *text* of a file in *folder* with its links to cards leading to their pages."""

    def target(match: re.Match[str]) -> str:
        path = Path(os.path.normpath(folder / match[1]))
        if not path.is_relative_to(CARDS):
            return match[0]
        name = path.relative_to(CARDS).as_posix()
        place = "tracks" if (TRACKS / name).exists() else "cards"
        return f"](/{place}/{name}{match[2] or ''})"

    return LINK.sub(target, text)


def card(path: Path) -> str:
    """Return the text of a card as the release has it, with links for the site."""
    manifest = json.loads((ROOT / "dataset" / "manifest.json").read_text(encoding="utf-8"))
    text = Template(path.read_text(encoding="utf-8")).substitute(manifest)
    return linked(text, path.parent)


def write(path: Path, text: str) -> None:
    """Write a page, unless it is there already, so that only what changed is built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_pages(app: Sphinx) -> None:
    """Write the cards that are pages of their own."""
    for path in pages():
        write(Path(app.srcdir) / "cards" / path, card(CARDS / path))


def read_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Lead a page's links to cards to the pages made of them."""
    source[0] = linked(source[0], (Path(app.srcdir) / docname).parent)


def read_include(app: Sphinx, path: Path, docname: str, content: list[str]) -> None:  # noqa: ARG001  Sphinx's arguments
    """Replace an included card by its text for the site."""
    source = Path(os.path.normpath(Path(app.srcdir) / path))
    if source.is_relative_to(CARDS):
        content[0] = card(source)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the steps above."""
    app.connect("builder-inited", write_pages)
    app.connect("source-read", read_page)
    app.connect("include-read", read_include)
    return {"parallel_read_safe": True}
