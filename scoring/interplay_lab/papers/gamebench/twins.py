"""Section 5, confirming that a benchmark tests reasoning: usual games and their twins, each with and without a guide.

Matches of one system are compared where they share setup, side and trial, whether they are in one file or in several.
Means weight games equally; intervals are over setups.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

import numpy as np

from interplay.core import intervals
from interplay.submissions.health import is_doubtful
from interplay.tables.table import Cell, Table
from interplay.tracks.games import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import WORDS
from interplay_lab.papers.records import Content, Missing, columns_of

Match = tuple[str, str, str, int]  # game, setup, side and trial
Asked = tuple[bool, bool]
"""Whether a match is one of a twin, and whether the player had the guide."""
Scores = Mapping[Asked, Mapping[Match, float]]
USUAL, TWIN, GUIDED, GUIDED_TWIN = (False, False), (True, False), (False, True), (True, True)
CONTRASTS: Final[Mapping[str, Mapping[Asked, int]]] = {
    "twin": {TWIN: 1, USUAL: -1},
    "twin, both with guide": {GUIDED_TWIN: 1, GUIDED: -1},
    "guide": {GUIDED: 1, USUAL: -1},
    "guide in the twin": {GUIDED_TWIN: 1, TWIN: -1},
    "guide: twin minus usual": {GUIDED_TWIN: 1, TWIN: -1, GUIDED: -1, USUAL: 1},
}
"""What a difference is the effect of, and the sign of each mean in it."""


def effects(given: Given) -> Content:
    """Return what twins and guides change in the scores of each system, over all games that have both."""
    rows = [
        (system, effect, *_difference(scores, signs))
        for system, scores in _scores(given).items()
        for effect, signs in CONTRASTS.items()
    ]
    return _table(given, "effects", rows)


def by_game(given: Given) -> Content:
    """Return what the twin of each game changes in the scores of each system, without guides."""
    rows = [
        (system, catalogue.load(game).title, *_difference(scores, CONTRASTS["twin"], game))
        for system, scores in _scores(given).items()
        for game in sorted({match[0] for match in scores[TWIN]})
    ]
    return _table(given, "by game", rows)


def _table(given: Given, kind: str, every: Sequence[tuple[Cell, ...]]) -> Content:
    rows = tuple(row for row in every if row[2])
    if not rows:
        return Missing(reason=f"found no match that was played in two of these ways; needed: {WORDS['notes']['twins']}")
    warned = ((entry.label, warning.message) for entry in given.on("games") for warning in entry.report.warnings)
    doubts = [f"{label}: {message}" for label, message in warned if is_doubtful(message)]
    return Table(columns=columns_of(WORDS[kind]), rows=rows, notes=(WORDS["notes"]["effects"], *doubts))


def _scores(given: Given) -> Mapping[str, Scores]:
    """Return the scores of each system; those of several twins of a game are averaged."""
    every: dict[str, dict[Asked, dict[Match, list[float]]]] = {}
    for entry in given.on("games"):
        scores = every.setdefault(entry.header.system.name, defaultdict(lambda: defaultdict(list)))
        for grade in entry.grades:
            item, score = entry.items[grade.item_id], grade.values.get("score")
            asked = item.setup.option("twin") > 0, item.setup.option("guide") > 0
            if score is not None:
                scores[asked][item.game, item.pair, item.side, grade.trial].append(score)
    return {
        system: {asked: {m: fmean(x) for m, x in scores[asked].items()} for asked in (USUAL, TWIN, GUIDED, GUIDED_TWIN)}
        for system, scores in every.items()
    }


def _difference(scores: Scores, signs: Mapping[Asked, int], game: str = "") -> tuple[Cell, ...]:
    """Return the number of matches, the means with sign 1 and -1, and their difference with its interval."""
    shared = sorted(m for m in set.intersection(*(set(scores[asked]) for asked in signs)) if game in ("", m[0]))
    if not shared:
        return (0, None, None, None, None, None)
    more, less = (np.array([sum(scores[a][m] for a in signs if signs[a] == sign) for m in shared]) for sign in (1, -1))
    values = np.stack([more, less, more - less], axis=1)
    strata = np.unique([game for game, *_ in shared], return_inverse=True)[1]
    clusters = np.unique([f"{game}/{pair}" for game, pair, *_ in shared], return_inverse=True)[1]
    moments = intervals.moments(values, np.ones_like(values), strata, clusters, np.zeros(3))
    bounds = intervals.interval(moments, 2, "setups")
    means = (None, None) if len(signs) > 2 else map(float, moments.mean[:2])  # sums of two scores say nothing
    return len(shared), *means, float(moments.mean[2]), bounds.low, bounds.high
