"""Comparisons of systems: which are not distinguishable."""

from collections.abc import Sequence
from typing import NamedTuple

from interplay_lab.compare.reports import Scores
from interplay_lab.site import charts
from interplay_lab.site.scored import Entry

LETTERS = 26


class Ties(NamedTuple):
    """The letters of each system, shared by systems that are not distinguishable, and whether pairs were compared."""

    letters: tuple[str, ...]
    paired: bool


def key_of(entry: Entry) -> tuple[str, object]:
    """Return the rival and options of rules, which must be equal for two submissions to have the same items."""
    return entry.rival, tuple(sorted({} if (rule := entry.report.selection) is None else rule.options.items()))


def ties(entries: Sequence[Entry], scores: Scores) -> Ties:
    """Return the letters of systems on the same items: systems that share one are not distinguishable.

    They result from the paired comparison of all of them, or without one from overlapping intervals.
    """
    letters, used, paired = [""] * len(entries), 0, True
    keys = [(entry.report.comparability_key, key_of(entry)) for entry in entries]
    for key in dict.fromkeys(keys):
        places = [n for n, other in enumerate(keys) if other == key]
        if len(places) < 2:
            continue
        sets = scores.alike(places)
        if sets is None:
            paired = False
            bounds = [charts.bounds(entries[n].report.headline) for n in places]  # open where a headline is unbounded
            sets = [tuple(places[n] for n in run) for run in charts.runs(bounds)]
        for alike in sets:
            if len(alike) > 1:
                for index in alike:
                    letters[index] += chr(ord("a") + used % LETTERS)
                used += 1
    return Ties(tuple(letters), paired)
