"""Ratings from plain lists and arrays: one entry a match."""

from collections.abc import Hashable, Iterable, Sequence

from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.tables import (
    BradleyTerryTable,
    Draws,
    Fit,
    IntervalMethod,
    Luce,
    Normal,
    Resampling,
    Settings,
    Unplayed,
    Weights,
)
from interplay.ratings.report import settings_of
from interplay.ratings.skill import orders
from interplay.ratings.skill.tables import TrueSkillSettings, TrueSkillTable
from interplay_lab.statistics.columns import columns, duels, meetings, names
from interplay_lab.statistics.strengths import LUCE, record_of


def bradley_terry(
    winners: Iterable[str | int],
    losers: Iterable[str | int],
    ties: Iterable[bool] | None = None,
    groups: Iterable[str | int] | None = None,
    clusters: Iterable[Hashable] | None = None,
    *,
    edges: Iterable[float] | None = None,
    systems: Iterable[str | int] | None = None,
    prior: Luce | Normal | None = LUCE,
    resamples: int = 10_000,
    seed: int = 0,
    draws: Draws = "half",
    weights: Weights = "game",
    resampling: Resampling = "within_game",
    interval: IntervalMethod = "robust",
    level: float = 0.9,
    unplayed: Unplayed = "exclude",
    fit: Fit = "newton",
) -> BradleyTerryTable:
    """Return Bradley-Terry ratings with intervals and ranks, as ``interplay rate`` makes them.

    Lists, tuples, NumPy arrays and columns of data frames are all taken, one entry a match. Neither their order nor
    who stands first in a tie changes a result.

    Args:
        winners: Who won each match. Names are texts, or whole numbers, which are then read as texts.
        losers: Who lost it.
        ties: Whether the match was drawn; the two are then only who played. Default: none was.
        groups: Which game (or benchmark, or topic) the match belongs to. Default: all to one.
        clusters: What the match was played from, such as a setup or a prompt; matches of one group from one cluster
            are drawn together. ``None`` stands for a cluster of its own. Default: all of their own.
        edges: Log-odds by which the winner was ahead by its side alone, between equals; negative where the loser was.
            Of a tie, by which the one listed as winner was. Default: 0.
        systems: Names to list even when they have not played; others are then refused. Default: those who played.
        prior: ``Luce(alpha)``, ``Normal(sd)``, or ``None`` for plain maximum likelihood.
        resamples: How many bootstrap resamples, for ``percentile`` intervals.
        seed: Where the resamples begin; the same seed gives the same result.
        draws: A tie is half a win for each, or dropped.
        weights: Every group counts the same (``game``), or every match does (``match``).
        resampling: Draw each group's clusters anew (``within_game``), or those of all groups together (``pooled``).
        interval: How intervals are made: from the variance (``robust``), or from resamples (``percentile``).
        level: How much an interval covers, and how probable it is that all ranks hold together.
        unplayed: Systems that are not connected with the others get no rating (``exclude``), or the prior's (``fit``).
        fit: What finds the estimate: Newton's method, or ``choix``, which knows neither edges nor the normal prior.

    Returns:
        A table: ``ratings`` has one row a system, best first, with ``name``, ``rating``, ``low``, ``high``, ``n`` and
        more; ``to_rows()`` gives dictionaries, for a data frame; ``settings`` are the parameters. A bound is ``None``
        where nothing bounds the rating, such as above a system that never lost. A rating that the
        matches do not determine is ``None`` or flagged, and its ``reason`` says what to do: so are the ratings of
        systems that no chain of matches connects with the rest.

    Raises:
        RecordError: The lists differ in length or are empty, or a system plays against itself.
        ValueError: A setting is not one that there is.
        UnknownName: A name is not among *systems*.

    Example:
        >>> from interplay import ratings
        >>> table = ratings.bradley_terry(["a", "a", "b", "a"] * 20, ["b", "c", "c", "b"] * 20, resamples=1000)
        >>> [(row.name, row.rank, row.n) for row in table.ratings]
        [('a', 1, 60), ('b', 2, 60), ('c', 3, 40)]
        >>> table.to_rows()[0]["flags"]
        'undefeated'
    """
    chosen = {"draws": draws, "weights": weights, "resampling": resampling, "interval": interval}
    others = {"unplayed": unplayed, "fit": fit, "resamples": resamples, "seed": seed, "level": level}
    settings = settings_of(Settings, prior=record_of(prior), **chosen, **others)
    given = columns(winners=winners, losers=losers, ties=ties, groups=groups, clusters=clusters, edges=edges)
    known = None if systems is None else tuple(dict.fromkeys(names(systems, "systems")))
    return standings.rate(duels(given, known), settings, known)


def trueskill(
    sides: Iterable[Sequence[str | int | Sequence[str | int]]],
    ranks: Iterable[Sequence[int]],
    groups: Iterable[str | int] | None = None,
    *,
    permutations: int = 100,
    seed: int = 0,
    draw_probability: float | None = 0.1,
    mu: float = 25.0,
    sigma: float = 25 / 3,
    beta: float = 25 / 6,
    tau: float = 25 / 300,
) -> TrueSkillTable:
    """Return TrueSkill ratings, averaged over seeded permutations of the matches.

    Args:
        sides: The sides of each match; a side is a name, or a list of names that play together.
        ranks: The place of each side, the lowest for the best; equal places are a tie.
        groups: Which game the match belongs to. Default: all to one.
        permutations: How many orders of the matches to average over; 0 for the given order only.
        seed: Where the permutations begin; the same seed gives the same result.
        draw_probability: How likely equals draw; ``None`` estimates it from the matches.
        mu: The mean that everybody starts with.
        sigma: The standard deviation that everybody starts with.
        beta: How much performance varies around skill.
        tau: How much skill changes between matches.

    Returns:
        A table: ``ratings`` has one row a system, best first, with ``name``, ``mu``, ``sigma``, ``n``, and how far
        ``mu`` depends on the order; ``to_rows()`` gives dictionaries; ``settings`` are the parameters.

    Raises:
        RecordError: The lists differ in length or are empty, or a match cannot have happened.
        ValueError: A setting is out of range.

    Example:
        >>> from interplay import ratings
        >>> table = ratings.trueskill([("a", "b"), ("b", "c"), (["a", "c"], "b")], [(1, 2), (1, 1), (1, 2)])
        >>> [row.name for row in table.ratings]
        ['a', 'c', 'b']
    """
    given = columns(sides=sides, ranks=ranks, groups=groups)
    numbers = {"mu": mu, "sigma": sigma, "beta": beta, "tau": tau, "draw_probability": draw_probability}
    settings = settings_of(TrueSkillSettings, permutations=permutations, seed=seed, **numbers)
    return orders.rate(meetings(given), settings)
