"""What is in a picture, for tests of single games."""

from xml.etree.ElementTree import Element

from interplay.tracks.games.verdicts import Decision, Observed


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
