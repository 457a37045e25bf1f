"""Plain lists and arrays, one entry a match, checked and entered into a ledger."""

import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import TypeVar

from interplay.core.errors import RecordError, UnknownName
from interplay.core.text import nearest, quoted
from interplay.ratings.ledger import Ledger, LedgerBuilder
from interplay.ratings.matches import MAX_EDGE, BadMatch, Match

GAME = "all"
"""The game of matches that came without groups."""
LONGEST_NAME = 200

Columns = dict[str, list[object] | None]
"""The lists by the name of their argument; ``None`` for one that was left out."""
V = TypeVar("V")


def columns(**given: Iterable[object] | None) -> Columns:
    """Return the arguments as lists; raise ``RecordError`` when they differ in length from the first or are empty."""
    lists = {name: None if values is None else _list(name, values) for name, values in given.items()}
    (first, leading), *_ = lists.items()
    if not leading:
        raise RecordError(f"found no {first}, expected at least one match")
    for name, values in lists.items():
        if values is not None and len(values) != len(leading):
            raise RecordError(f"found {len(values)} {name} for {len(leading)} {first}, expected one a match")
    return lists


def _list(name: str, values: Iterable[object]) -> list[object]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise RecordError(f"{name}: found {quoted(values)}, expected a list or an array with one entry a match")
    return list(values)


def _read(values: Iterable[object], where: str, parse: Callable[[object], V], expected: str) -> list[V]:
    """Return what *parse* makes of each value; raise ``RecordError`` naming the value that it refuses."""
    entries = []
    for index, value in enumerate(values):
        try:
            entries.append(parse(value))
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"{where}[{index}]: found {quoted(value)}, expected {expected}") from None
    return entries


def names(values: Iterable[object], where: str) -> list[str]:
    """Return *values* as names: texts, or whole numbers written out; *where* is what messages call them."""
    return [_name(value, f"{where}[{index}]") for index, value in enumerate(values)]


def _name(value: object, where: str) -> str:
    text = str(value) if isinstance(value, str | Integral) and not isinstance(value, bool) else ""
    if not 0 < len(text) <= LONGEST_NAME:
        expected = f"a name of 1 to {LONGEST_NAME} characters or a whole number"
        raise RecordError(f"{where}: found {quoted(value)}, expected {expected}")
    return text


def duels(given: Columns, known: tuple[str, ...] | None) -> Ledger:
    """Return the ledger of matches between two: ``winners``, ``losers``, ``ties``, ``groups``, ``clusters``, ``edges``.

    Raises ``UnknownName`` for a system that is not among those *known*.
    """
    first, second = names(given["winners"] or (), "winners"), names(given["losers"] or (), "losers")
    n = len(first)
    for where, listed in (("winners", first), ("losers", second)) if known is not None else ():
        _check_known(known or (), where, listed)
    ties = _read(given["ties"] or [False] * n, "ties", _flag, "True or False")
    edges = _read(given["edges"] or [0.0] * n, "edges", _edge, f"a number from -{MAX_EDGE:g} to {MAX_EDGE:g}")
    setups = _setups(given["clusters"] or [None] * n)
    builder, numbers = LedgerBuilder(), dict[tuple[str, str, str, bool, float], int]()
    for index, key in enumerate(zip(_games(given, n), first, second, ties, edges, strict=True)):
        if key not in numbers:
            game, winner, loser, is_tie, edge = key
            returns = (0.5, 0.5) if is_tie else (1, 0)
            match = Match(game=game, seats=(winner, loser), setup=None, returns=returns, edge=edge)
            numbers[key] = _number(builder, match, index)
        builder.enter(numbers[key], setups[index])
    return builder.close()


def meetings(given: Columns) -> Ledger:
    """Return the ledger of matches between any number of ``sides`` with ``ranks``, of ``groups``."""
    sides = [_sides(value, f"sides[{index}]") for index, value in enumerate(given["sides"] or ())]
    ranks = _read(given["ranks"] or (), "ranks", _ranks, "a number a side, the lowest for the best")
    builder = LedgerBuilder()
    for index, game in enumerate(_games(given, len(sides))):
        if len(sides[index]) != len(ranks[index]):
            difference = f"found {len(ranks[index])} ranks for {len(sides[index])} sides"
            raise RecordError(f"ranks[{index}]: {difference}, expected one a side")
        seated = [(name, team) for team, side in enumerate(sides[index]) for name in side]
        match = Match(
            game=game,
            seats=tuple(name for name, _ in seated),
            setup=None,
            ranks=tuple(ranks[index][team] for _, team in seated),
            teams=tuple(team + 1 for _, team in seated),
        )
        builder.enter(_number(builder, match, index), None)
    return builder.close()


def _number(builder: LedgerBuilder, match: Match, index: int) -> int:
    try:
        return builder.number(match, "match", index)
    except BadMatch as error:
        raise RecordError(f"match {index} (counted from 0): {error}") from None


def _games(given: Columns, n: int) -> list[str]:
    groups = given["groups"]
    return [GAME] * n if groups is None else names(groups, "groups")


def _check_known(known: tuple[str, ...], where: str, listed: list[str]) -> None:
    everyone = set(known)
    for index, name in enumerate(listed):
        if name not in everyone:
            message = f"{where}[{index}]: unknown system {quoted(name)}{nearest(name, known)}"
            raise UnknownName(f"{message}; add it to systems, which has {', '.join(sorted(known)[:10])}")


def _flag(value: object) -> bool:
    return {True: True, False: False}[value]  # type: ignore[index]


def _edge(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not abs(float(value)) <= MAX_EDGE:
        raise ValueError
    return float(value)


def _setups(clusters: list[object]) -> list[str | None]:
    """Return a setup for each cluster, ``None`` where the cluster is missing."""
    numbers: dict[object, str] = {None: ""}

    def setup(value: object) -> str | None:
        is_missing = isinstance(value, float) and math.isnan(value)
        return numbers.setdefault(None if is_missing else value, str(len(numbers))) or None

    return _read(clusters, "clusters", setup, "a name, a number or None")


def _sides(value: object, where: str) -> list[list[str]]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise RecordError(f"{where}: found {quoted(value)}, expected a list of sides")
    sides = [
        [_name(side, at)] if isinstance(side, str) or not isinstance(side, Iterable) else names(side, at)
        for at, side in ((f"{where}[{number}]", side) for number, side in enumerate(value))
    ]
    if len(sides) < 2 or not all(sides):
        problem = "a side without names" if len(sides) > 1 else f"{len(sides)} side"
        raise RecordError(f"{where}: found {problem}, expected at least two sides, each with a name")
    return sides


def _ranks(value: object) -> list[int]:
    """Return ranks from 1, the lowest of *value* first."""
    given = list(value) if isinstance(value, Iterable) else [None]
    ranks = [float(rank) if isinstance(rank, Real) else math.nan for rank in given]
    if any(map(math.isnan, ranks)):
        raise ValueError
    ordered = sorted(set(ranks))
    return [ordered.index(rank) + 1 for rank in ranks]
