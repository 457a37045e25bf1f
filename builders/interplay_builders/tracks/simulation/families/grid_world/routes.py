"""Fastest routes: on a network of roads that changes, and on a town map of cells."""

import heapq
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.route import RouteParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.sessions import content, fence, form

ROADS = (
    ("Ash", "Birch", 6),
    ("Ash", "Cedar", 9),
    ("Birch", "Cedar", 3),
    ("Birch", "Dale", 11),
    ("Cedar", "Elm", 7),
    ("Dale", "Elm", 4),
    ("Dale", "Fern", 5),
    ("Elm", "Grove", 8),
    ("Fern", "Grove", 3),
    ("Fern", "Hazel", 9),
    ("Grove", "Hazel", 6),
    ("Cedar", "Hazel", 21),
)
TOWNS = ("Ash", "Birch", "Cedar", "Dale", "Elm", "Fern", "Grove", "Hazel")
MAP = ("...#....", ".#.#.#~.", ".#...#..", ".###~##.", ".~....~.", "##.##.#.", "...#..#.", ".#...#..")
CELLS = tuple(f"{column}{row}" for row in range(1, 9) for column in "ABCDEFGH")
Onward = Callable[[str], Iterable[tuple[str, int]]]
Route = tuple[int, tuple[str, ...]]
_ALONE = form("bare", BareParams(most_lines=2, may_fence=True))


def fastest(onward: Onward, start: str, goal: str) -> Route | None:
    """Return total and stops of the fastest route: of equals the one with fewer stops, then first in the alphabet."""
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 1, (start,))]
    done: set[str] = set()
    while queue:
        total, count, stops = heapq.heappop(queue)
        if stops[-1] == goal:
            return total, stops
        if stops[-1] in done:
            continue
        done.add(stops[-1])
        for stop, cost in onward(stops[-1]):
            if stop not in done:
                heapq.heappush(queue, (total + cost, count + 1, (*stops, stop)))
    return None


def chained(onward: Onward, places: Sequence[str]) -> Route | None:
    """Return the fastest route to each of *places* in turn, put together."""
    total, stops = 0, tuple(places[:1])
    for start, goal in pairwise(places):
        leg = fastest(onward, start, goal)
        if leg is None:
            return None
        total, stops = total + leg[0], (*stops, *leg[1][1:])
    return total, stops


class Network:
    """Roads in both directions, with minutes; closures and changes stay until they are taken back."""

    def __init__(self) -> None:
        self._minutes = {
            (a, b): minutes for start, other, minutes in ROADS for a, b in ((start, other), (other, start))
        }
        self._closed: set[tuple[str, str]] = set()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``close``, ``open``, ``oneway``, ``set`` and answer ``route Ash Dale Hazel`` (all after, in turn)."""
        asked: list[str] = []
        for command in commands:
            verb, *words = command.split()
            if verb == "route":
                asked = words
            else:
                self._change(verb, words)
        if not asked:
            return Answer("noted", (*texts("noted"), _ALONE))
        route = chained(self._onward, asked)
        if route is None:
            return Answer("no route", (*texts("no route"), _ALONE))
        names = "|".join(TOWNS)
        pattern = rf"(?:{names})(?: > (?:{names}))+\n\d+ min"
        return Answer(f"{' > '.join(route[1])}\n{route[0]} min", (*routed(route, TOWNS, pattern), _ALONE))

    def _change(self, verb: str, words: Sequence[str]) -> None:
        start, other = words[0], words[1]
        both = {(start, other), (other, start)}
        if verb == "close":
            self._closed |= both
        elif verb == "open":
            self._closed -= both
        elif verb == "oneway":
            self._closed |= {(other, start)}
        elif verb == "set":
            self._minutes.update(dict.fromkeys(both, int(words[2])))
        else:
            raise ValueError(f"found the command {verb!r}, expected close, open, oneway, set or route")

    def _onward(self, stop: str) -> list[tuple[str, int]]:
        roads = self._minutes.items()
        return [(b, minutes) for (a, b), minutes in roads if a == stop and (a, b) not in self._closed]


class Town:
    """The map of cells; every request stands alone."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Answer ``route A1 H8`` after ``close D4`` and ``cost E5 4`` of the same request."""
        costs = {cell: {".": 1, "~": 3, "#": 0}[MAP[int(cell[1]) - 1]["ABCDEFGH".index(cell[0])]] for cell in CELLS}
        asked: list[str] = []
        for command in commands:
            verb, *words = command.split()
            if verb == "route":
                asked = words
            elif verb == "close":
                costs.update(dict.fromkeys(words, 0))
            elif verb == "cost":
                costs[words[0]] = int(words[1])
            else:
                raise ValueError(f"found the command {verb!r}, expected route, close or cost")
        route = chained(lambda cell: [(c, costs[c]) for c in neighbours(cell) if costs[c]], asked)
        if route is None:
            return Answer("unreachable", (*texts("unreachable"), BLOCK), encode=fence)
        pattern = r"[A-H][1-8](?: [A-H][1-8])+\ncost \d+"
        checks = (*routed(route, CELLS, pattern), BLOCK)
        return Answer(f"{' '.join(route[1])}\ncost {route[0]}", checks, encode=fence)


def neighbours(cell: str) -> list[str]:
    """Return the cells beside, above and below."""
    column, row = "ABCDEFGH".index(cell[0]), int(cell[1])
    places = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return ["ABCDEFGH"[c] + str(r) for c, r in places if 0 <= c < 8 and 1 <= r <= 8]


def texts(text: str) -> tuple[Check, ...]:
    """Return the checks of an answer where there is no route to tell."""
    return (
        content("text", TextParams(accepted=(text, f"{text}."), case=False)),
        form("pattern", PatternParams(pattern=re.escape(text), means=f"the bare words {text!r}")),
    )


def routed(route: Route, places: tuple[str, ...], pattern: str) -> tuple[Check, ...]:
    """Return the checks of a route."""
    return (
        content("route", RouteParams(stops=route[1], places=places, total=route[0])),
        form("pattern", PatternParams(pattern=pattern, means="the stops, then the total, in two lines")),
    )
