"""What matches against common opponents say of two systems: the difference of their Bradley-Terry ratings."""

from collections.abc import Sequence
from functools import partial
from statistics import NormalDist

import numpy as np

from interplay.core.reports import rounded
from interplay.ratings.ledger import collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.fit import expected_share
from interplay.ratings.pairwise.precision import MIN_CLUSTERS
from interplay.ratings.pairwise.tables import Settings
from interplay_lab.compare.records import Rated

NOT_DUELS = "no match of two sides that both systems played has a winner"


def rated(first: str, second: str, matches: Sequence[Match]) -> Rated | None:
    """Return the difference of two systems by *matches* of both, nothing where these rate nobody.

    Matches in which more than two systems met, or that pay a sum instead of being won, do not count. An interval is
    that of ``interplay rate``, of ``Settings().level``, and open to the side on which a system never lost or won.
    """
    duels = [match for match in matches if len(set(match.seats)) == 2]
    met = [{s for match in duels if name in match.seats for s in match.seats} - {name} for name in (first, second)]
    direct = second in met[0]
    common = tuple(sorted((met[0] & met[1]) - {first, second}))
    known = {first, second, *common}
    shared = [match for match in duels if set(match.seats) <= known and {first, second} & set(match.seats)]
    if not common and not direct:
        return None
    pair = partial(Rated, first=first, second=second, opponents=common, matches=len(shared))
    ledger, settings = collect(enumerate(shared, 1)), Settings()
    table = standings.rate(ledger, settings)
    about = {row.system: row for row in table.ratings}
    left, right = about.get(first), about.get(second)
    if left is None or right is None or left.estimate is None or right.estimate is None:
        why = next((row.reason for row in (left, right) if row is not None and row.estimate is None), NOT_DUELS)
        return pair(reason=why)
    value = left.estimate - right.estimate
    if any("undefeated" in row.flags or "winless" in row.flags or "open" in row.flags for row in (left, right)):
        return pair(reason=left.reason or right.reason)
    core = standings.core(count(ledger, settings), settings)
    judged, i, j = standings.judge(core, settings), *map(core.systems.index, (first, second))
    pair = partial(pair, value=rounded(value), win_probability=rounded(float(expected_share(np.array([value]))[0])))
    if judged.open[i] or judged.open[j] or judged.known.between[i, j] < MIN_CLUSTERS:
        return pair()
    reach = NormalDist().inv_cdf((1 + settings.level) / 2) * float(judged.known.gaps[i, j])
    return pair(low=rounded(value - reach), high=rounded(value + reach))
