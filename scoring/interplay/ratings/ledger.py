"""Reading and counting match results: distinct results once, and two small integers a match.

``Ledger`` is what every rating starts from. ``read_matches`` fills one from files; ``collect`` fills one from match
records that were made in memory, such as games replayed from a submission.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from interplay.core.errors import RecordError
from interplay.core.jsonl import Reader
from interplay.core.records import Finding
from interplay.ratings.arrays import IntArray
from interplay.ratings.matches import MATCHES, BadMatch, Match, MatchHeader, Result, explain_line, result_of

MEMORY = "<memory>"
"""What stands for a file of matches that were replayed from submissions."""
MAX_SYSTEMS = 1000
"""Different systems in one ledger. A fit needs memory and time that grow with the square and cube of their number."""


@dataclass(frozen=True)
class Ledger:
    """Match results in the order of their recording, each distinct result held once.

    ``sequence`` has one entry a match, an index into ``results``; ``setups`` numbers the (game, setup) a match was
    played from, -1 for none. ``categories`` pairs a game with the kinds of reasoning it asks for.
    """

    results: tuple[Result, ...]
    sequence: IntArray
    setups: IntArray
    categories: tuple[tuple[str, tuple[str, ...]], ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The games, in alphabetical order."""
        return tuple(sorted({result.game for result in self.results}))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in alphabetical order."""
        return tuple(sorted({system for result in self.results for side in result.sides for system in side}))

    def counted(self) -> Iterator[tuple[Result, int]]:
        """Yield each distinct result with the number of its matches."""
        times = np.bincount(self.sequence, minlength=len(self.results)).tolist()
        yield from zip(self.results, times, strict=True)

    def played(self) -> Counter[str]:
        """Return how many matches each system played in."""
        played: Counter[str] = Counter()
        for result, times in self.counted():
            played.update(dict.fromkeys(chain(*result.sides), times))
        return played

    def only(self, games: Iterable[str]) -> "Ledger":
        """Return the matches of *games*, in the same order."""
        wanted = set(games)
        inside = np.array([result.game in wanted for result in self.results], dtype=bool)
        keep = inside[self.sequence] if len(self.results) else np.zeros(0, dtype=bool)
        number = np.cumsum(inside) - 1
        results = tuple(result for result in self.results if result.game in wanted)
        return Ledger(results, number[self.sequence[keep]], self.setups[keep], self.categories, self.warnings)


class LedgerBuilder:
    """Writes a ledger match by match. Raises ``BadMatch`` for what cannot have happened or is too much."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._setups: dict[tuple[str, str], int] = {}
        self._systems: set[str] = set()
        self._results: list[Result] = []
        self.sequence = array("q")
        self.setups = array("q")
        self.categories: dict[str, tuple[str, ...]] = {}

    def number(self, match: Match, file: str, line: int) -> int:
        """Return the number of the result of *match*, entering it when it is new."""
        key = (match.game, match.seats, match.returns, match.ranks, match.teams, match.edge)
        known = self._numbers.get(key)
        if known is None:
            result = result_of(match, file, line)
            for system in match.seats:
                if system not in self._systems and len(self._systems) == MAX_SYSTEMS:
                    raise BadMatch("$.seats", f"found {system[:80]!r}, one more than {MAX_SYSTEMS} different systems")
                self._systems.add(system)
            known = self._numbers[key] = len(self._results)
            self._results.append(result)
        return known

    def enter(self, number: int, setup: str | None) -> None:
        """Add one match with the result of that *number*; ``None`` is no setup, which is numbered -1."""
        self.sequence.append(number)
        if setup is None:
            self.setups.append(-1)
        else:
            self.setups.append(self._setups.setdefault((self._results[number].game, setup), len(self._setups)))

    def close(self, warnings: Iterable[Finding] = ()) -> Ledger:
        """Return what was written."""
        return Ledger(
            results=tuple(self._results),
            sequence=np.frombuffer(self.sequence, dtype=np.int64) if self.sequence else np.zeros(0, dtype=np.int64),
            setups=np.frombuffer(self.setups, dtype=np.int64) if self.setups else np.zeros(0, dtype=np.int64),
            categories=tuple(sorted(self.categories.items())),
            warnings=tuple(warnings),
        )


def collect(
    matches: Iterable[tuple[int, Match]], file: str = MEMORY, categories: Mapping[str, tuple[str, ...]] | None = None
) -> Ledger:
    """Return the ledger of numbered *matches*; raise ``RecordError`` naming the first that cannot be."""
    builder = LedgerBuilder()
    builder.categories.update(categories or {})
    for line, match in matches:
        try:
            builder.enter(builder.number(match, file, line), match.setup)
        except BadMatch as error:
            finding = Finding(severity="error", file=file, line=line, path=error.path, message=str(error))
            raise RecordError(f"{file} holds a match that cannot be rated", [finding]) from None
    return builder.close()


def read_matches(paths: Iterable[Path], opened: dict[Path, Reader[Any]] | None = None) -> Ledger:
    """Return the matches of the files at *paths*, in order; *opened* takes in what read them.

    Raises ``RecordError`` with a finding for each line that is wrong, or when there is no match at all. Memory grows
    by 16 bytes a match, and by each distinct result and setup name.
    """
    builder = LedgerBuilder()
    findings: list[Finding] = []
    opened = {} if opened is None else opened
    paths = list(paths)
    for path in paths:
        reader = opened[path] = _MatchReader(path, builder)
        reader.read()
        findings.extend(reader.findings)
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise RecordError("the match results cannot be rated", errors)
    if not builder.sequence:
        raise RecordError(f"{', '.join(map(str, paths)) or 'no file'}: found no matches, expected at least one")
    return builder.close(findings)


class _MatchReader(Reader[MatchHeader | Match]):
    def __init__(self, path: Path, builder: LedgerBuilder) -> None:
        super().__init__(path, MatchHeader, Match)
        self._builder = builder

    def explain(self, value: object) -> Iterable[tuple[str, str]]:
        """Yield why *value* is not a line of match results, returns outside 0 to 1 by themselves."""
        return explain_line(value)

    def read(self) -> None:
        """Enter every match; what is wrong ends up in ``findings``."""
        results = self._results()
        first = next(results, None)
        line, header = first or (1, None)
        if isinstance(header, MatchHeader):
            self._note_categories(line, header)
        elif first is None or header is not None:
            what = "an empty file" if first is None else "a match"
            self.error(line, f"found {what}, expected the header line of {MATCHES}")
        for line, record in results:
            if isinstance(record, Match):
                self._enter(line, record)
            elif record is not None:
                self.error(line, "found a second header, expected a match")

    def _note_categories(self, line: int, header: MatchHeader) -> None:
        for game, kinds in header.categories.items():
            known = self._builder.categories.setdefault(game, kinds)
            if set(known) != set(kinds):
                expected = f"{', '.join(known)} as in another file"
                self.error(line, f"found {', '.join(kinds)}, expected {expected}", f"$.categories.{game}")

    def _enter(self, line: int, match: Match) -> None:
        try:
            self._builder.enter(self._builder.number(match, str(self.path), line), match.setup)
        except BadMatch as error:
            self.error(line, str(error), error.path)
