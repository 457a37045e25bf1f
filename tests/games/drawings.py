"""What is in a picture, for tests of single games."""

from xml.etree.ElementTree import Element, tostring

from interplay.tracks.games.verdicts import Decision, Observed

HOSTILE = (
    '<script>alert(1)</script><img src=x onerror="alert(1)">',
    "</text></svg><style>*{display:none}</style>",
    "\u202eright to left\u2066 and \x1b[31mred\x00",
    "&" * 1_000_000,
    "lone \ud800 surrogate",
    "\U0001f600 " * 400,
)
"""What players may send that would harm a page, if it came through."""


def harmless(drawn: Element) -> bool:
    """Return whether a frame is small, prints, and has no tag that somebody wrote."""
    text = tostring(drawn, encoding="unicode")
    tags = ("<script", "<img", "<style", "</svg")
    return text.isprintable() and len(text.encode()) <= 4_096 and not any(tag in text for tag in tags)


def words(drawn: Element) -> list[str]:
    """Return all lines of text, in order."""
    return [part.text or "" for part in drawn.iter("text")]


def looks(drawn: Element, look: str) -> list[Element]:
    """Return the parts with a class."""
    return [part for part in drawn.iter() if look in part.get("class", "").split()]


def used(drawn: Element) -> list[str]:
    """Return the ids of the symbols that are put, in order."""
    return [part.get("href", "")[1:] for part in drawn.iter("use")]


def after(state: object, seat: int, action: object) -> Observed:
    """Return the decision of *seat* for *action* in *state*, as a replay observes it."""
    return Observed(state, 0, seat, Decision(action, (), substituted=False, forfeited=False), ("",))
