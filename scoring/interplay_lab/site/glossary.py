"""The one glossary: the documentation includes its file, and pages show it and link to it."""

import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup, escape

from interplay_lab.site.texts import clean

_ENTRY = re.compile(r"^(?! |`)(.+)\n((?:  .+\n)+)", re.MULTILINE)
_SEE = re.compile(r"\s*See \[[^\]]*\]\([^)]*\)\.")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_TERM = Markup('<a class="term" href="glossary.html#{}" data-means="{}">{}</a>')


@cache
def terms() -> dict[str, str]:
    """Return the definition of each term."""
    text = files("interplay_lab.site").joinpath("glossary.md").read_text(encoding="utf-8")
    return {
        word: " ".join(_LINK.sub(r"\1", _SEE.sub("", means)).replace("`", "").split())
        for word, means in _ENTRY.findall(text)
    }


def anchor(word: str) -> str:
    """Return the id of a term on the page of the glossary."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower())


def linked(text: str) -> Markup:
    """Return *text*, escaped, in which each term is a link to the glossary where it first appears."""
    known = {word.lower(): means for word, means in terms().items() if word != "draw"}  # which in games is a tie
    words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    pieces = re.split(rf"(?<![\w-])({words})(?=(?:e?s)?(?![\w-]))", clean(text), flags=re.IGNORECASE)
    means = [known.pop(piece.lower(), "") if n % 2 else "" for n, piece in enumerate(pieces)]
    links = (_TERM.format(anchor(p), mean, p) if mean else escape(p) for p, mean in zip(pieces, means, strict=True))
    return Markup().join(links)
