"""A search server: a few short texts with fields, queries, a score, facets and pages.

Commands are ``add ID TOPIC YEAR | TITLE | TEXT``, ``change`` with the same, ``remove ID``, ``size N`` (hits a page),
and two that show a page: ``find QUERY`` its first, ``more`` the next page of the last query.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.thoughts import ThoughtsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

THOUGHTS = form("thoughts", ThoughtsParams(pattern=r"[^:]*", means="lines without a colon"))

IN_TITLE, IN_TEXT = 3, 1
"""What a word that is asked for counts."""
_WORD = re.compile(r"[a-z0-9]+", re.ASCII)
_TERM = re.compile(r"(-?)(?:(topic|year):(\S+)|([a-z0-9]+)(\*?))", re.ASCII)
_YEARS = re.compile(r"(\d{4})(?:-(\d{4}))?", re.ASCII)


class Shelf(Record, frozen=True):
    """The leaflets at the start, each as ``g1 soil 2019 | title | text``, and how many hits a page has."""

    leaflets: tuple[str, ...] = ()
    size: int = 3


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A text with its fields; words are in lower case."""

    name: str
    topic: str
    year: int
    title: tuple[str, ...]
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A condition: a word (``begins``: or one that begins so), a topic, or years from and to."""

    excluded: bool
    word: str = ""
    begins: bool = False
    topic: str = ""
    years: tuple[int, int] | None = None

    def score(self, leaflet: Leaflet) -> int:
        """Return what the word counts in a leaflet; 0 for one that is excluded, and for a filter."""
        if self.excluded or not self.word:
            return 0
        return IN_TITLE * self._among(leaflet.title) + IN_TEXT * self._among(leaflet.text)

    def fits(self, leaflet: Leaflet) -> bool:
        """Return whether a leaflet fulfils the condition."""
        if self.years is not None:
            matches = self.years[0] <= leaflet.year <= self.years[1]
        else:
            matches = leaflet.topic == self.topic if self.topic else self._among((*leaflet.title, *leaflet.text))
        return matches is not self.excluded

    def _among(self, words: Sequence[str]) -> bool:
        return any(word.startswith(self.word) if self.begins else word == self.word for word in words)


Query = tuple[tuple[Term, ...], ...]
"""Groups that must all be fulfilled, each by one of its terms."""


class Server:
    """The leaflets by their names, and the last query with the page that was shown of it."""

    def __init__(self, setup: Shelf) -> None:
        leaflets = map(leaflet, setup.leaflets)
        self._leaflets = {item.name: item for item in leaflets}
        self._size = setup.size
        self._query: Query = ()
        self._page = 1

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey all commands; show the page that the last one asks for."""
        for command in commands:
            self._obey(command.strip())
        hits = self._hits()
        lines = tuple(self._page_lines(hits))
        checks = [
            content("labelled", LabelledParams(expected=lines)),
            form("bare", BareParams(may_fence=True)),
            THOUGHTS,
        ]
        if not hits:
            none = PatternParams(pattern=r"(?m)^(g\d+|topics|page):", means="no hit", whole=False, absent=True)
            checks.append(content("pattern", none))
        return Answer("\n".join(lines), tuple(checks))

    def _obey(self, command: str) -> None:
        verb, _, rest = command.partition(" ")
        if verb in {"add", "change"}:
            new = leaflet(rest)
            self._leaflets[new.name] = new
        elif verb == "remove":
            del self._leaflets[rest]
        elif verb == "size":
            self._size = int(rest)
        elif verb in {"find", "more"}:
            self._page = 1 if verb == "find" else self._page + 1
            self._query = query(rest) if verb == "find" else self._query
        else:
            raise ValueError(f"found the command {command!r}, expected add, change, remove, size, find or more")

    def _hits(self) -> list[tuple[int, Leaflet]]:
        """Return scores and leaflets, the best first, then by their names' numbers."""
        terms = [term for group in self._query for term in group]
        fitting = (item for item in self._leaflets.values() if fulfils(item, self._query))
        scored = [(sum(term.score(item) for term in terms), item) for item in fitting]
        return sorted(scored, key=lambda hit: (-hit[0], int(hit[1].name[1:])))

    def _page_lines(self, hits: Sequence[tuple[int, Leaflet]]) -> Iterator[str]:
        yield f"found: {len(hits)}"
        if not hits:
            return
        start = (self._page - 1) * self._size
        pages = -(-len(hits) // self._size)
        if not 1 <= self._page <= pages:
            raise ValueError(f"found page {self._page}, expected one of {pages}")
        yield from (f"{item.name}: {score}" for score, item in hits[start : start + self._size])
        counted = Counter(item.topic for _, item in hits)
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        yield "topics: " + ", ".join(f"{topic} {number}" for topic, number in ordered)
        yield f"page: {self._page} of {pages}"


def fulfils(item: Leaflet, wanted: Query) -> bool:
    """Return whether a leaflet is a hit."""
    return all(any(term.fits(item) for term in group) for group in wanted)


def leaflet(line: str) -> Leaflet:
    """Return the leaflet that a line describes; raise ``ValueError`` where it does not."""
    head, title, text = line.split(" | ")
    name, topic, year = head.split()
    words = (tuple(_WORD.findall(part.lower())) for part in (title, text))
    return Leaflet(name, topic, int(year), *words)


def query(text: str) -> Query:
    """Return the query that a text says: terms side by side, all wanted, ``OR`` between two that are one group."""
    groups: list[tuple[Term, ...]] = []
    joined = False
    for word in text.split():
        if word == "OR":
            joined = True
            continue
        groups.append((*(groups.pop() if joined else ()), _term(word)))
        joined = False
    return tuple(groups)


def _term(text: str) -> Term:
    match = _TERM.fullmatch(text.lower())
    if match is None:
        raise ValueError(f"found {text!r}, expected a word, topic:... or year:...")
    if match[2] == "topic":
        return Term(match[1] == "-", topic=match[3])
    if match[2] == "year" and (years := _YEARS.fullmatch(match[3])) is not None:
        return Term(match[1] == "-", years=(int(years[1]), int(years[2] or years[1])))
    return Term(match[1] == "-", word=match[4], begins=bool(match[5]))
