"""The reply names these stops in this order, and no other place between them; its last number is the total.

Read are all words that name a place, whatever arrows, commas and line breaks stand between them.
"""

import re
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.checks.reading import body, listed, numbers

_WORD = re.compile(r"[^\W_]+")


class RouteParams(Params, frozen=True):
    """The stops and the total expected. ``places`` are the words that name a place; case does not count."""

    stops: Annotated[tuple[str, ...], Meta(min_length=1)]
    places: Annotated[tuple[str, ...], Meta(min_length=1)]
    total: float

    def problem(self, reply: str) -> str:
        text, places = body(reply), {stop.casefold(): stop for stop in self.places}
        stops = [places[word.casefold()] for word in _WORD.findall(text) if word.casefold() in places]
        if stops != list(self.stops):
            return f"found the stops {listed(stops, 12) or 'of no route'}, expected {listed(self.stops, 12)}"
        rest = _WORD.sub(lambda match: " " if match[0].casefold() in places else match[0], text)
        total = next(reversed(numbers(rest)), None)
        if total is None:
            return f"found no total, expected {self.total:g}"
        return "" if total == self.total else f"found the total {total:g}, expected {self.total:g}"
