"""Pieces of messages: quoted values, the nearest known name, how to install what is missing."""

import difflib
from collections.abc import Iterable


def quoted(value: object) -> str:
    """Return *value* as it is quoted in messages: escaped, and cut to about 80 characters."""
    if isinstance(value, str) and len(value) > 80:
        return repr(value[:77]) + "…"
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


def printable(text: str, keep: str = "") -> str:
    """Return *text* with ``?`` for what is no printable character, nor one to *keep*.

    Control characters, escape sequences and marks that turn the direction of text would command a terminal.
    """
    return "".join(c if c.isprintable() or c in keep else "?" for c in text)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the known name closest to *name*, or an empty string."""
    close = difflib.get_close_matches(name[:200], list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra of this package, from the index and in a checkout."""
    return f"pip install 'interplay-bench[{extra}]' (in a checkout: pip install '.[{extra}]')"
