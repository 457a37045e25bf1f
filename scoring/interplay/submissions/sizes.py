"""Selections with fixed rules and names, so that everybody's runs of one size are about the same items."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from interplay.core.errors import UnknownName
from interplay.core.records import Rule, Selection
from interplay.core.text import nearest, quoted
from interplay.submissions.selection import rule_of, with_name

EVERYTHING: Final = Rule()


@dataclass(frozen=True, slots=True)
class Part:
    """What a size has of one track: splits, the main ones where none are named, and a rule for their items."""

    splits: tuple[str, ...] = ()
    rule: Rule = EVERYTHING


Size = Mapping[str, Part]
"""Track -> part; a track without one is run whole."""
_SHORT = ("bargain", "tictactoe", "undercover")
"""Games of which few matches say something, and none can take more than 60 requests."""
_QUICK: Size = MappingProxyType(
    {
        "company": Part((), Rule(sample=160, sample_seed=1, spread=("kind",))),
        "games": Part(("llmarena",), Rule(where={"game": _SHORT}, sample=18, sample_seed=1, spread=("game", "side"))),
        "positions": Part((), Rule(sample=320, sample_seed=1, spread=("game", "kind"))),
        "scorekeeping": Part(("corrections",), Rule(sample=3, sample_seed=1, spread=("domain",))),
        "simulation": Part((), Rule(sample=240, sample_seed=1, spread=("task",))),
    }
)
_STANDARD: Size = MappingProxyType({"games": Part((), Rule(sample=320, sample_seed=1, spread=("game", "side")))})
SIZES: Mapping[str, tuple[str, Size]] = MappingProxyType(
    {"quick": ("quick-1", _QUICK), "standard": ("standard-1", _STANDARD), "full": ("", MappingProxyType({}))}
)
"""What is run under each size: the name under which its selections are recorded, and its parts.

A rule that changes gets a new name, and the old one stays, or files that were made with it could not be scored.
"""
QUICK_CALLS = 2_200
"""Requests that no run of the quick size takes more of, without a scaffold and without repeats."""
_NAMED: Mapping[str, Size] = MappingProxyType({name: size for name, size in SIZES.values() if name})


def part_of(size: str, track: str) -> Part:
    """Return what *size* has of *track*, with the name of its rule; raise ``UnknownName`` for another size."""
    if size not in SIZES:
        raise UnknownName(f"unknown size {quoted(size)}{nearest(size, SIZES)}; expected one of {', '.join(SIZES)}")
    name, parts = SIZES[size]
    if track not in parts:
        return Part()
    return Part(parts[track].splits, with_name(parts[track].rule, name))


def check(track: str, splits: tuple[str, ...], main: tuple[str, ...], selection: Selection) -> None:
    """Raise ``UnknownName`` for a selection with the name of a fixed rule but another rule, or of no fixed rule.

    *splits* are those that it is of, *main* those that are run when none are named.
    """
    if not selection.name:
        return
    if selection.name not in _NAMED or track not in _NAMED[selection.name]:
        hint = nearest(selection.name, _NAMED)
        known = ", ".join(_NAMED)
        raise UnknownName(f"found the name {quoted(selection.name)}{hint}, expected none, or one of {known}")
    part = _NAMED[selection.name][track]
    if rule_of(selection) != with_name(part.rule, selection.name) or splits != (part.splits or main):
        raise UnknownName(f"found another rule under the name {selection.name!r}")
