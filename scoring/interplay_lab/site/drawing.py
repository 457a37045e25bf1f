"""Pictures of matches as markup for a page."""

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.pictures import Picture
from interplay.tracks.games.verdicts import Observed


def picture_of(game: str) -> Picture | None:
    """Return the picture of *game*, or ``None``."""
    return catalogue.picture(game) if game in catalogue.PICTURES.names() else None


def state_after(game: Game[Any, Any], turns: Sequence[Observed]) -> Any:
    """Return the state after the decisions of one round; a forfeit ends a match where it is."""
    state = turns[0].state
    if any(turn.decision.forfeited for turn in turns):
        return state
    return game.apply(state, {turn.seat: turn.decision.action for turn in turns})


def board_of(game: str, start: Any, state: Any, observed: Observed | None) -> str:
    """Return the board of a *state* on the ground of the *start* as a picture alone; nothing for a game without one."""
    picture = picture_of(game)
    if picture is None:
        return ""
    drawn = markup(picture.ground(start)) + markup(picture.frame(state, observed))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.size[0]} {picture.size[1]}">{drawn}</svg>'


def markup(element: Element) -> Markup:
    """Return *element* as markup; texts in it are escaped."""
    return Markup(tostring(element, encoding="unicode"))  # noqa: S704  made of elements, so escaped
