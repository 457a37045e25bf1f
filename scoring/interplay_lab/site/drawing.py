"""Pictures of matches as markup for a page."""

from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from interplay.tracks.games import catalogue
from interplay.tracks.games.pictures import Picture


def picture_of(game: str) -> Picture | None:
    """Return the picture of *game*, or ``None``."""
    return catalogue.picture(game) if game in catalogue.PICTURES.names() else None


def markup(element: Element) -> Markup:
    """Return *element* as markup; texts in it are escaped."""
    return Markup(tostring(element, encoding="unicode"))  # noqa: S704  made of elements, so escaped
