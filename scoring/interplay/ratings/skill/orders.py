"""TrueSkill over the order of matches: as recorded, and as mean and spread over seeded permutations.

TrueSkill updates after each match, so the same matches in another order give other ratings. A rating here is therefore
the mean over permutations, with the standard deviation between permutations beside it. The permutations start from an
order that does not depend on the file's: only the columns named ``recorded`` do. A system that holds several seats of
one side counts as one player.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from interplay.core.errors import RecordError
from interplay.ratings.arrays import FloatArray, IntArray, bits
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.graph import component_warnings, components
from interplay.ratings.pairwise.tables import ADVICE, Flag
from interplay.ratings.rows import rounded
from interplay.ratings.skill.corrections import draws, wins
from interplay.ratings.skill.players import Players, margin
from interplay.ratings.skill.tables import TrueSkillRating, TrueSkillSettings, TrueSkillTable

CHUNK_STEPS = 2**25
"""Matches that one chunk of permutations may hold (128 MB)."""
WIDE = 50
"""From this many orders on, playing them side by side is faster than one after the other."""
MANY_STEPS = 100_000
"""With fewer matches in all orders together, results keep the bits that the closed form gave one by one."""


@dataclass(frozen=True)
class Meetings:
    """Of each of n systems: how many matches it ``played``, its ``group``, and the design ``effect`` of its setups.

    Group 0 is the main one (see ``components``). The effect is that of matches which repeat each other within a setup:
    the mean number of matches in the setup of a match (Kish 1965). ``setups`` counts all independent starts.
    """

    played: IntArray
    group: IntArray
    effect: FloatArray
    setups: int


def rate(ledger: Ledger, settings: TrueSkillSettings, systems: tuple[str, ...] | None = None) -> TrueSkillTable:
    """Return the TrueSkill table of *ledger*; *systems* may name systems without matches here.

    Raises ``RecordError`` when draws are declared impossible and a match was drawn.
    """
    names = ledger.systems if systems is None else tuple(sorted(systems))
    chance = draw_probability(ledger, settings)
    players = Players(ledger.results, names, settings, chance)
    recorded = players.play(ledger.sequence)
    mus, sigmas, skipped = permuted(players, ledger, settings, chance, len(names))
    met = meetings(ledger, names)
    rows = _ratings(names, met, recorded[:2], mus, sigmas, settings.sigma)
    return TrueSkillTable(
        settings=settings,
        games=ledger.games,
        matches=len(ledger.sequence),
        setups=met.setups,
        draw_probability=rounded(chance),
        ratings=tuple(sorted(rows, key=lambda r: (r.rank is None, r.rank, r.system))),
        warnings=_warnings(names, met, len(ledger.sequence), recorded[2] + skipped),
    )


def _warnings(names: tuple[str, ...], met: Meetings, matches: int, unstable: int) -> tuple[str, ...]:
    warnings = [f"{unstable} updates were left out: too improbable to compute"] if unstable else []
    if met.setups < matches:
        setups = "1 setup" if met.setups == 1 else f"{met.setups} setups"
        warnings.append(
            f"{matches} matches come from {setups}, but sigma treats all matches as independent; "
            "sigma by setup counts the matches of a setup as one"
        )
    return (*warnings, *component_warnings(names, met.group, met.played))


def draw_probability(ledger: Ledger, settings: TrueSkillSettings) -> float:
    """Return the probability of a draw between equals: as set, or the share of draws (half of one added, of two)."""
    drawn = np.array([result.is_draw for result in ledger.results], dtype=bool)
    n_drawn = int(drawn[ledger.sequence].sum()) if len(drawn) else 0
    if settings.draw_probability is None:
        return (n_drawn + 0.5) / (len(ledger.sequence) + 1)
    if settings.draw_probability == 0 and n_drawn:
        first = next(result for result in ledger.results if result.is_draw)
        raise RecordError(f"{first.location}: found a draw, expected none with a draw probability of 0")
    return settings.draw_probability


def permuted(
    players: Players, ledger: Ledger, settings: TrueSkillSettings, chance: float, n: int
) -> tuple[FloatArray, FloatArray, int]:
    """Return mu and sigma (permutations x n) after each permutation, and how many updates could not be computed."""
    mus, sigmas, skipped = [np.zeros((0, n))], [np.zeros((0, n))], 0
    duels = players.duels
    for orders in _orders(ledger, settings):
        if duels is not None and len(orders) >= WIDE and orders.size >= MANY_STEPS:
            mu, sigma = play_together(duels, orders, n, settings, margin(settings, chance))
        else:
            played = [players.play(order) for order in orders]
            mu, sigma = np.stack([p[0] for p in played]), np.stack([p[1] for p in played])
            skipped += sum(p[2] for p in played)
        mus.append(mu)
        sigmas.append(sigma)
    return np.concatenate(mus), np.concatenate(sigmas), skipped


def _orders(ledger: Ledger, settings: TrueSkillSettings) -> Iterator[NDArray[np.int32]]:
    """Yield chunks (b x matches) of permutations of the results.

    The order of raw 64-bit words of PCG64, whose stream NumPy keeps stable, is what permutes.
    """
    keys = [(r.game, r.sides, r.ranks, r.returns or ()) for r in ledger.results]
    rank = np.empty(len(keys), dtype=np.int64)
    rank[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    canonical = ledger.sequence[np.argsort(rank[ledger.sequence], kind="stable")]
    source = bits(settings.seed, "order of matches")
    step = max(1, CHUNK_STEPS // max(1, len(canonical)))
    for begin in range(0, settings.permutations, step):
        orders = np.empty((min(step, settings.permutations - begin), len(canonical)), dtype=np.int32)
        for order in orders:
            order[:] = canonical[np.argsort(source.random_raw(len(canonical)), kind="stable")]
        yield orders


def play_together(
    duels: list[tuple[int, int, bool]], orders: NDArray[np.integer], n: int, settings: TrueSkillSettings, edge: float
) -> tuple[FloatArray, FloatArray]:
    """Return mu and sigma (b x n) after each of the *orders* (b x matches) of *duels*, all played side by side."""
    table = np.array(duels, dtype=np.int64).reshape(-1, 3)
    rows = np.arange(len(orders))
    mu = np.full((len(orders), n), settings.mu)
    variance = np.full((len(orders), n), settings.sigma**2)
    for numbers in orders.T:
        first, second, drawn = table[numbers].T
        var_1, var_2 = variance[rows, first] + settings.tau**2, variance[rows, second] + settings.tau**2
        total = 2 * settings.beta**2 + var_1 + var_2
        spread = np.sqrt(total)
        gap, least, is_drawn = (mu[rows, first] - mu[rows, second]) / spread, edge / spread, drawn.astype(bool)
        v, w = wins(gap, least)
        if is_drawn.any():
            v[is_drawn], w[is_drawn] = draws(gap[is_drawn], least[is_drawn])
        mu[rows, first] += var_1 * v / spread
        mu[rows, second] -= var_2 * v / spread
        variance[rows, first] = var_1 * (1 - var_1 * w / total)
        variance[rows, second] = var_2 * (1 - var_2 * w / total)
    return mu, np.sqrt(variance)


def _ratings(
    names: tuple[str, ...],
    met: Meetings,
    recorded: tuple[FloatArray, FloatArray],
    mus: FloatArray,
    sigmas: FloatArray,
    begun: float,
) -> Iterator[TrueSkillRating]:
    """Yield the row of each system; *mus* and *sigmas* are those of the permutations (b x n)."""
    mu = np.round(mus.mean(axis=0) if len(mus) else recorded[0], 6)
    sigma = sigmas.mean(axis=0) if len(sigmas) else recorded[1]
    sigma_by_setup, rated = by_setup(sigma, begun, met.effect), (met.played > 0) & (met.group == 0)
    for i, (name, matches, orders) in enumerate(zip(names, met.played.tolist(), mus.T, strict=True)):
        if not rated[i]:
            flag: Flag = "disconnected" if matches else "unplayed"
            yield TrueSkillRating(system=name, matches=matches, reason=f"{flag}: {ADVICE[flag]}")
            continue
        yield TrueSkillRating(
            system=name,
            mu=rounded(mu[i]),
            sigma=rounded(sigma[i]),
            sigma_by_setup=rounded(sigma_by_setup[i]),
            order_sd=rounded(orders.std(ddof=1)) if len(orders) > 1 else None,
            lowest=rounded(orders.min()) if len(orders) else None,
            highest=rounded(orders.max()) if len(orders) else None,
            recorded_mu=rounded(recorded[0][i]),
            recorded_sigma=rounded(recorded[1][i]),
            matches=matches,
            rank=1 + int((mu[rated] > mu[i]).sum()),
        )


def meetings(ledger: Ledger, names: tuple[str, ...]) -> Meetings:
    """Return who of *names* met whom in *ledger*; a match without a setup is a start of its own."""
    system, setup, first = _appearances(ledger, names)
    known, n_setups = setup >= 0, int(setup.max(initial=-1)) + 1
    appearance, times = np.unique(system[known] * n_setups + setup[known], return_counts=True)
    played = np.bincount(system, minlength=len(names)).astype(np.int64)
    squares = np.bincount(appearance // max(1, n_setups), times.astype(np.float64) ** 2, minlength=len(names))
    squares += np.bincount(system[~known], minlength=len(names))
    alone = int((ledger.setups < 0).sum())
    return Meetings(
        played=played,
        group=components(len(names), np.unique(np.stack([first, system], axis=1), axis=0), played),
        effect=np.maximum(squares, 1) / np.maximum(played, 1),
        setups=alone + len(np.unique(ledger.setups[ledger.setups >= 0])),
    )


def by_setup(sigma: FloatArray, begun: float, effect: FloatArray) -> FloatArray:
    """Return *sigma* (n) with what matches added to the precision of ratings *begun* at divided by *effect* (n)."""
    before, after = begun**-2, sigma**-2
    spread: FloatArray = (before + (after - before) / np.where(after > before, effect, 1.0)) ** -0.5
    return spread


def _appearances(ledger: Ledger, names: tuple[str, ...]) -> tuple[IntArray, IntArray, IntArray]:
    """Return, for each appearance of a system in a match, its number, that of the setup (-1 for none) and of the first.

    The first is the system that is named first in the match.
    """
    number = {name: index for index, name in enumerate(names)}
    sides = [[number[name] for side in result.sides for name in side] for result in ledger.results]
    table = np.full((len(sides), max(map(len, sides), default=1)), -1, dtype=np.int64)
    for row, members in zip(table, sides, strict=True):
        row[: len(members)] = members
    seated = table[ledger.sequence] if sides else table
    there = seated >= 0
    n_seated = there.sum(axis=1)
    return seated[there], np.repeat(ledger.setups, n_seated), np.repeat(seated[:, 0], n_seated)
