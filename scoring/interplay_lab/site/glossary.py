"""The one glossary: the documentation includes its file, and pages show it and link to it."""

import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup, escape

from interplay_lab.site.texts import clean

_ENTRY = re.compile(r"^(?! |`)(.+)\n((?:  .+\n)+)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@cache
def terms() -> dict[str, str]:
    """Return the definition of each term."""
    text = files("interplay_lab.site").joinpath("glossary.md").read_text(encoding="utf-8")
    return {word: " ".join(_LINK.sub(r"\1", means).replace("`", "").split()) for word, means in _ENTRY.findall(text)}


def anchor(word: str) -> str:
    """Return the id of a term on the page of the glossary."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower())


@cache
def _pattern() -> re.Pattern[str]:
    longest = sorted(terms(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?=(?:e?s)?(?![\w-]))", re.IGNORECASE)


def linked(text: str) -> Markup:
    """Return *text*, escaped, in which each term is a link to the glossary where it first appears."""
    known, parts, end = {word.lower(): word for word in terms()}, [Markup()], 0
    text = clean(text)
    for match in _pattern().finditer(text):
        word = known.pop(match[1].lower(), "")
        if word:
            link = Markup('<a class="term" href="glossary.html#{}" data-means="{}">{}</a>')
            parts += [escape(text[end : match.start()]), link.format(anchor(word), terms()[word], match[1])]
            end = match.end()
    return Markup().join([*parts, escape(text[end:])])
