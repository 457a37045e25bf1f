"""Pictures of matches as markup for a page."""

from typing import Any
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Observed


def board_of(game: str, start: Any, state: Any, observed: Observed | None) -> str:
    """Return the board of a *state* on the ground of the *start* as a picture alone; nothing for a game without one."""
    picture = catalogue.picture_of(game)
    if picture is None:
        return ""
    drawn = markup(picture.ground(start)) + markup(picture.frame(state, observed))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.size[0]} {picture.size[1]}">{drawn}</svg>'


def markup(element: Element) -> Markup:
    """Return *element* as markup; texts in it are escaped."""
    return Markup(tostring(element, encoding="unicode"))  # noqa: S704  made of elements, so escaped
