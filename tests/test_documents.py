"""Documents hold together: what they link, cite and name is there."""

import re
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
FROZEN = ("cards/", "dataset/")
"""Published with the data; their text changes with a new release only, so that they may name modules of their time."""
MADE_INTO_ANOTHER = "cards/card.md"
"""Becomes dataset/README.md, which is where its links lead."""
CODE = re.compile(r"^(`{3,}).*?^\1`*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")
CITED = re.compile(r"`([\w*.-]*/[\w*./-]*\.(?:py|md|toml|jsonl)|[\w*.-]+/[\w*./-]*/)`")
PLACES = (
    "",
    "builders",
    "builders/interplay_builders",
    "dataset",
    "scoring",
    "scoring/interplay",
    "scoring/interplay/judging",
    "tests",
    "tests/benchmarks",
)
"""Folders that paths in documents are told from, beside the document's own."""


def documents() -> list[str]:
    """Return the Markdown files of the checkout; those that Git knows, so that environments and caches stay out."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()] or ["README.md"]


def anchors(text: str) -> set[str]:
    """Return what headings can be linked by, as GitHub makes it of them."""
    headings = re.findall(r"^#{1,6}\s+(.+?)\s*#*$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(name: str, text: str) -> list[str]:
    """Return the links within the checkout that lead nowhere."""
    wrong = []
    for link in LINK.findall(CODE.sub("", text)):
        path, _, anchor = unquote(link).partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (ROOT / name).parent / path if path else ROOT / name
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("name", sorted({*documents()} - {MADE_INTO_ANOTHER}))
def test_links_lead_somewhere(name: str) -> None:
    assert broken(name, (ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[a](README.md)", []),
        ("[a](README.md#the-tests) [b](docs/none.md)", ["README.md#the-tests", "docs/none.md"]),
        ("[a](README.md#use-your-own-code)", []),
        ("[a](#nowhere)", ["#nowhere"]),
        ("![picture](none.png)", ["none.png"]),
        ("`[a](none.md)` and\n```\n[b](none.md)\n```\n", []),
        ("[a](https://example.org/none)", []),
    ],
)
def test_a_broken_link_is_found(text: str, found: list[str]) -> None:
    assert broken("README.md", text) == found


@pytest.mark.parametrize("name", [name for name in documents() if not name.startswith(FROZEN)])
def test_files_that_are_cited_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    places = [(ROOT / name).parent, *(ROOT / place for place in PLACES)]
    assert [path for path in CITED.findall(text) if not any(any(place.glob(path)) for place in places)] == []
