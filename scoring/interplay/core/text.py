"""Pieces of messages: quoted values, the nearest known name, how to install what is missing."""

import difflib
from collections.abc import Iterable


def noop(*_arguments: object) -> None:
    """Do nothing; the default of callbacks such as ``on_progress``."""


def quoted(value: object) -> str:
    """Return *value* as it is quoted in messages: escaped, and cut to about 80 characters."""
    if isinstance(value, str) and len(value) > 80:
        return repr(value[:77]) + "…"
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


def whole(text: str) -> str:
    """Return *text* with question marks for half surrogate pairs, which no UTF-8 holds."""
    return text.encode("utf-8", "replace").decode()


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the known name closest to *name*, or an empty string."""
    close = difflib.get_close_matches(name[:200], list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def counted(number: int, things: str) -> str:
    """Return how many *things* there are; these are in the plural, which one of them loses.

    Example:
        >>> counted(1, "items"), counted(2_000, "items")
        ('1 item', '2,000 items')
    """
    singular = things.removesuffix("es") if things.endswith("ches") else things.removesuffix("s")
    if things.endswith("ies"):
        singular = things.removesuffix("ies") + "y"
    return f"{number:,} {singular if number == 1 else things}"


def money(dollars: float) -> str:
    """Return a number of US dollars, with as many digits as it needs.

    Example:
        >>> money(12.5), money(0.48261), money(0.00001), money(0)
        ('$12.50', '$0.4826', '$0.00001', '$0')
    """
    if not dollars:
        return "$0"
    digits = 2 if dollars >= 1 else 4 if dollars >= 0.001 else 8
    whole, _, rest = f"{dollars:,.{digits}f}".partition(".")
    return f"${whole}.{rest.rstrip('0').ljust(2, '0')}"


def printable(text: str, *, keep: str = "") -> str:
    """Return *text* with a question mark for each character that does not print, other than those to *keep*.

    What a submission, a model or a server wrote passes through here before it is shown to a person: control characters
    steer terminals, and others turn the direction of text around.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else "?" for c in text)


def in_markdown(text: str) -> str:
    """Neutralise what would break out of a table cell or render as markup; names come from submissions and servers."""
    for character in "\\`|<>[]*_":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def in_csv(text: str) -> str:
    """Return *text* with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
