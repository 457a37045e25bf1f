"""No text of the release insults anyone, and none contains what looks like a person's address or number.

The lists in ``decency.toml`` are small and our own. They find slips, not malice: all texts are written for the release.
"""

import codecs
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from interplay.core.records import Record

_SOURCE = Path(__file__).with_name("decency.toml")
_MAIL = re.compile(r"[\w.+-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)")
_TELEPHONE = re.compile(
    r"(?<![\w.,+/-])(?:"
    r"\+\d{1,3}(?:[ .-]?\(\d{1,4}\)|[ .-]\d{1,4})(?:[ .-]\d{2,4}){2,3}"  # +49 30 1234 5678
    r"|(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}"  # (212) 555-0123
    r")(?![\w,/-])",
    re.ASCII,
)
_ADDRESS = re.compile(
    r"\b\d{1,5}[A-Za-z]? (?:[A-Z][a-z]+ ){1,3}(?:Street|St\.|Avenue|Ave\.|Road|Rd\.|Lane|Drive|Boulevard|Blvd|Court)\b"
    r"|\b[A-Z][a-zäöü]+(?:straße|strasse|gasse|weg) \d{1,4}\b"
)


class Lists(Record, frozen=True):
    """The lists of ``decency.toml``; ``coded`` words are moved by thirteen letters."""

    toxic: tuple[str, ...]
    coded: tuple[str, ...]
    mail: tuple[str, ...]
    telephone: tuple[str, ...]
    address: tuple[str, ...]


def problems(text: str) -> Iterator[str]:
    """Yield what is wrong with *text*: words that it must not contain, and personal data outside the white lists."""
    known = lists()
    yield from (f"found the word {match[0]!r}, expected none of the toxic words" for match in _toxic().finditer(text))
    for match in _MAIL.finditer(text):
        domain = match[1].lower().strip(".-")
        if not any(domain == name or domain.endswith(f".{name}") for name in known.mail):
            yield f"found the e-mail address {match[0]!r}, expected one in a reserved domain such as example.com"
    for match in _TELEPHONE.finditer(text):
        digits = "".join(c for c in match[0] if c.isdigit())
        if not any(number in digits for number in known.telephone):
            yield f"found the telephone number {match[0]!r}, expected a fictional one such as 212-555-0123"
    for match in _ADDRESS.finditer(text):
        if not any(address.startswith(match[0]) or match[0].endswith(address) for address in known.address):
            yield f"found the address {match[0]!r}, expected none, or one of the white list"


@lru_cache(maxsize=1)
def lists() -> Lists:
    """Return the lists."""
    return msgspec.convert(tomllib.loads(_SOURCE.read_text(encoding="utf-8")), Lists)


@lru_cache(maxsize=1)
def _toxic() -> re.Pattern[str]:
    words = [*lists().toxic, *(codecs.decode(word, "rot13") for word in lists().coded)]
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
