"""Selections with fixed rules and names, so that everybody's runs of one size are about the same items."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from interplay.core.errors import UnknownName
from interplay.core.records import Selection
from interplay.core.text import nearest, quoted
from interplay.submissions.selection import rule_of
from interplay.tracks.base import Part
from interplay.tracks.catalogue import load
from interplay.tracks.catalogue import names as track_names

SIZES = ("quick", "standard", "full")
"""Sizes of runs; the last part that a track declares under the name of a size, such as ``quick-1``, is what it takes.

A rule that changes gets a new name, and the old one stays, or files that were made with it could not be scored.
"""
_LONG = "a dialogue takes up to 255 requests; run --size standard --track scorekeeping -o OTHER"
LEFT_OUT: Mapping[str, Mapping[str, str]] = MappingProxyType({"quick": {"scorekeeping": _LONG}})
"""Tracks that an evaluation of a size does not run, and why (decision 0078)."""
QUICK_CALLS = 1_500
"""Requests that no run of the quick size takes more of, without a scaffold and without repeats."""


def omissions(size: str, tracks: Iterable[str]) -> list[str]:
    """Return a line on each track that *size* leaves out; none if *tracks* are only some of the others."""
    omitted = LEFT_OUT.get(size, {})
    is_all = {*tracks, *omitted} >= {*track_names()}
    return [f"size {size} is without {name}: {reason}" for name, reason in omitted.items() if is_all]


def part_of(size: str, track: str) -> Part:
    """Return what *size* has of *track*, with the name of its rule; raise ``UnknownName`` for another size."""
    if size not in SIZES:
        raise UnknownName(f"unknown size {quoted(size)}{nearest(size, SIZES)}; expected one of {', '.join(SIZES)}")
    named = (entry for entry in load(track).parts.items() if entry[0].startswith(f"{size}-"))
    name, part = next(reversed([*named]), ("", Part()))
    return Part(part.splits, replace(part.rule, name=name))


def check(track: str, splits: tuple[str, ...], main: tuple[str, ...], selection: Selection) -> None:
    """Raise ``UnknownName`` for a selection with the name of a fixed rule but another rule, or of no fixed rule.

    *splits* are those that it is of, *main* those that are run when none are named.
    """
    if not selection.name:
        return
    part = load(track).parts.get(selection.name)
    if part is None:
        names = [*load(track).parts]
        named = f"{quoted(selection.name)}{nearest(selection.name, names)}"
        raise UnknownName(f"found the name {named}, expected none, or one of {', '.join(names)}")
    if rule_of(selection) != replace(part.rule, name=selection.name) or splits != (part.splits or main):
        raise UnknownName(f"found a different rule under the name {selection.name!r}")
