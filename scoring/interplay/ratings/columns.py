"""Plain lists and arrays, one entry a match, checked and entered into a ledger."""

import math
from collections.abc import Hashable, Iterable
from numbers import Integral, Real
from typing import TypeVar

import msgspec

from interplay.core.errors import RecordError, UnknownName
from interplay.core.explain import explain
from interplay.core.records import Record
from interplay.core.text import nearest, quoted
from interplay.ratings.ledger import Ledger, LedgerBuilder
from interplay.ratings.matches import MAX_EDGE, BadMatch, Match

GAME = "all"
"""The game of matches that came without groups."""
LONGEST_NAME = 200

Columns = dict[str, list[object] | None]
"""The lists by the name of their argument; ``None`` for one that was left out."""
R = TypeVar("R", bound=Record)


def columns(**given: Iterable[object] | None) -> Columns:
    """Return the arguments as lists; raise ``RecordError`` when they differ in length from the first or are empty."""
    found = {name: None if values is None else _list(name, values) for name, values in given.items()}
    (first, leading), *_ = found.items()
    if not leading:
        raise RecordError(f"found no {first}, expected at least one match")
    for name, values in found.items():
        if values is not None and len(values) != len(leading):
            raise RecordError(f"found {len(values)} {name} for {len(leading)} {first}, expected one a match")
    return found


def _list(name: str, values: Iterable[object]) -> list[object]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise RecordError(f"{name}: found {quoted(values)}, expected a list or an array with one entry a match")
    return list(values)


def names(values: Iterable[object], where: str) -> list[str]:
    """Return *values* as names: texts, or whole numbers written out; *where* is what messages call them."""
    return [_name(value, f"{where}[{place}]") for place, value in enumerate(values)]


def _name(value: object, where: str) -> str:
    text = str(value) if isinstance(value, str | Integral) and not isinstance(value, bool) else ""
    if not 0 < len(text) <= LONGEST_NAME:
        raise RecordError(
            f"{where}: found {quoted(value)}, expected a name of 1 to {LONGEST_NAME} characters or a whole number"
        )
    return text


def settings_of(type_: type[R], **given: object) -> R:
    """Return the settings that hold the arguments; raise ``ValueError`` naming those that are out of range."""
    for name, value in given.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{name}: found {value}, expected a finite number")
    raw = {name: msgspec.to_builtins(value) if isinstance(value, Record) else value for name, value in given.items()}
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as error:
        reasons = [f"{path.removeprefix('$.')}: {message}" for path, message in explain((type_,), raw)]
        raise ValueError("; ".join(reasons) or str(error)) from None


def duels(given: Columns, known: tuple[str, ...] | None) -> Ledger:
    """Return the ledger of matches between two: ``winners``, ``losers``, ``ties``, ``groups``, ``clusters``, ``edges``.

    Raises ``UnknownName`` for a system that is not among those *known*.
    """
    first, second = names(given["winners"] or (), "winners"), names(given["losers"] or (), "losers")
    if known is not None:
        _check_known(known, winners=first, losers=second)
    drawn, setups = _ties(given["ties"], len(first)), _setups(given["clusters"], len(first))
    edges = _edges(given["edges"], len(first))
    builder, entered = LedgerBuilder(), dict[tuple[str, str, str, bool, float], int]()
    for place, key in enumerate(zip(_games(given["groups"], len(first)), first, second, drawn, edges, strict=True)):
        if key not in entered:
            game, winner, loser, tie, edge = key
            returns = (0.5, 0.5) if tie else (1, 0)
            match = Match(game=game, seats=(winner, loser), setup=None, returns=returns, edge=edge)
            entered[key] = _entered(builder, match, place)
        builder.enter(entered[key], setups[place])
    return builder.close()


def meetings(given: Columns) -> Ledger:
    """Return the ledger of matches between any number of ``sides`` with ``ranks``, of ``groups``."""
    sides = [_sides(value, f"sides[{place}]") for place, value in enumerate(given["sides"] or ())]
    ranks = [_ranks(value, f"ranks[{place}]") for place, value in enumerate(given["ranks"] or ())]
    builder = LedgerBuilder()
    for place, game in enumerate(_games(given["groups"], len(sides))):
        if len(sides[place]) != len(ranks[place]):
            found = f"found {len(ranks[place])} ranks for {len(sides[place])} sides"
            raise RecordError(f"ranks[{place}]: {found}, expected one a side")
        seated = [(name, team) for team, side in enumerate(sides[place]) for name in side]
        match = Match(
            game=game,
            seats=tuple(name for name, _ in seated),
            setup=None,
            ranks=tuple(ranks[place][team] for _, team in seated),
            teams=tuple(team + 1 for _, team in seated),
        )
        builder.enter(_entered(builder, match, place), None)
    return builder.close()


def _entered(builder: LedgerBuilder, match: Match, place: int) -> int:
    try:
        return builder.number(match, "match", place)
    except BadMatch as error:
        raise RecordError(f"match {place} (counted from 0): {error}") from None


def _games(groups: list[object] | None, n: int) -> list[str]:
    return [GAME] * n if groups is None else names(groups, "groups")


def _check_known(known: tuple[str, ...], **given: list[str]) -> None:
    listed = set(known)
    for where, values in given.items():
        for place, name in enumerate(values):
            if name not in listed:
                message = f"{where}[{place}]: unknown system {quoted(name)}{nearest(name, known)}"
                raise UnknownName(f"{message}; add it to systems, which has {', '.join(sorted(known)[:10])}")


def _ties(given: list[object] | None, n: int) -> list[bool]:
    if given is None:
        return [False] * n
    for place, value in enumerate(given):
        if value not in (True, False):
            raise RecordError(f"ties[{place}]: found {quoted(value)}, expected True or False")
    return [bool(value) for value in given]


def _edges(given: list[object] | None, n: int) -> list[float]:
    for place, value in enumerate(given or ()):
        if isinstance(value, bool) or not isinstance(value, Real) or not abs(float(value)) <= MAX_EDGE:
            expected = f"a number from -{MAX_EDGE:g} to {MAX_EDGE:g}"
            raise RecordError(f"edges[{place}]: found {quoted(value)}, expected {expected}")
    return [0.0] * n if given is None else [float(value) for value in given if isinstance(value, Real)]


def _setups(given: list[object] | None, n: int) -> list[str | None]:
    """Return a setup for each cluster, none where the cluster is missing."""
    if given is None:
        return [None] * n
    found, numbers = list[str | None](), dict[Hashable, str]()
    for place, value in enumerate(given):
        if not isinstance(value, Hashable):
            raise RecordError(f"clusters[{place}]: found {quoted(value)}, expected a name, a number or None")
        missing = value is None or (isinstance(value, float) and math.isnan(value))
        found.append(None if missing else numbers.setdefault(value, str(len(numbers))))
    return found


def _sides(value: object, where: str) -> list[list[str]]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise RecordError(f"{where}: found {quoted(value)}, expected a list of sides")
    sides = [
        [_name(side, place)] if isinstance(side, str) or not isinstance(side, Iterable) else names(side, place)
        for place, side in ((f"{where}[{number}]", side) for number, side in enumerate(value))
    ]
    if len(sides) < 2 or not all(sides):
        found = "a side without names" if len(sides) > 1 else f"{len(sides)} side"
        raise RecordError(f"{where}: found {found}, expected at least two sides, each with a name")
    return sides


def _ranks(value: object, where: str) -> list[int]:
    """Return places from 1, the lowest of *value* first."""
    given = list(value) if isinstance(value, Iterable) else [None]
    places = [float(rank) if isinstance(rank, Real) else math.nan for rank in given]
    if any(map(math.isnan, places)):
        raise RecordError(f"{where}: found {quoted(value)}, expected a number a side, the lowest for the best")
    ordered = sorted(set(places))
    return [ordered.index(place) + 1 for place in places]
