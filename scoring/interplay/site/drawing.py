"""The pictures of matches, for games that have one, as markup for a page."""

from typing import Any, Protocol, cast
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from interplay.core.errors import UnknownName
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Observed


class Picture(Protocol):
    """What a match of one game looks like; elements are ``<g>``, coloured by the classes of the style sheet."""

    size: tuple[int, int]
    """Width and height of the viewBox, which begins at 0 0."""

    def ground(self, state: Any) -> Element:
        """Return what never changes in a match."""
        ...

    def frame(self, state: Any, seen: Observed | None) -> Element:
        """Return what is on the ground in *state*, with the decision *seen* that led there marked."""
        ...

    def caption(self, state: Any) -> str:
        """Return the state in one sentence."""
        ...


def picture_of(game: str) -> Picture | None:
    """Return the picture of *game*, or nothing where it has none."""
    make = getattr(catalogue, "picture", None)
    if make is None:
        return None
    try:
        return cast("Picture | None", make(game))
    except UnknownName:
        return None


def markup(element: Element) -> Markup:
    """Return *element* as markup; texts in it are escaped."""
    return Markup(tostring(element, encoding="unicode"))  # noqa: S704  made of elements, so escaped
