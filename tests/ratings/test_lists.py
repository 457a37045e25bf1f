"""Ratings from plain lists and arrays: the same as choix, as ``rate`` on a file, and errors that say what to do."""

import doctest
import importlib
from pathlib import Path
from typing import Any

import choix
import msgspec
import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from interplay import ratings
from interplay.core.errors import RecordError, UnknownName
from interplay.core.release import Release
from interplay.ratings.matches import Match, MatchHeader
from tests.support import Cli

Duel = tuple[str, str, bool, str, str | None]
"""Winner, loser, whether they drew, game, and setup."""
WITH_EXAMPLES = ("files", "pairwise.tables", "rows")
CIRCLE = (["a", "a", "b", "c", "a", "b"], ["b", "c", "c", "a", "b", "a"])


SETTINGS = ("resamples", "level", "interval", "draws", "permutations", "sigma", "mu")


def kind_of(message: str) -> type[Exception]:
    """Return what is raised: a setting that cannot be is a wrong argument, anything else a fault of the matches."""
    return ValueError if message.partition(":")[0] in SETTINGS else RecordError


@pytest.mark.parametrize(
    "name",
    [
        *(f"interplay.ratings.{name}" for name in WITH_EXAMPLES),
        "interplay_lab.statistics.lists",
        "interplay_lab.statistics.strengths",
    ],
)
def test_examples_are_true(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted >= 3
    assert found.failed == 0


def test_public_names_are_documented_and_found() -> None:
    assert dir(ratings) == ratings.__all__ == sorted(ratings.__all__)
    for name in ratings.__all__:
        assert getattr(ratings, name).__doc__, name
    for name in ("bradley_terry", "fit_bradley_terry", "trueskill", "rate"):
        for section in ("Args:", "Returns:", "Raises:", "Example:"):
            assert section in getattr(ratings, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'bradly_terry'"):
        getattr(ratings, "bradly_terry")  # noqa: B009  type checkers know better


@st.composite
def duel(draw: st.DrawFn, *, setups: bool) -> Duel:
    winner, loser, *_ = draw(st.permutations("abcd"))
    setup = draw(st.sampled_from(["s", "t", "u", None])) if setups else None
    return winner, loser, draw(st.booleans()), draw(st.sampled_from(["hive", "pit"])), setup


def duels(*, setups: bool = True) -> st.SearchStrategy[list[Duel]]:
    return st.lists(duel(setups=setups), min_size=1, max_size=25)


def rated(matches: list[Duel], **options: Any) -> ratings.BradleyTerryTable:
    winners, losers, ties, games, setups = map(list, zip(*matches, strict=True))
    return ratings.bradley_terry(winners, losers, ties, games, setups, **{"resamples": 40, **options})


def written(path: Path, matches: list[Match]) -> Path:
    lines = [MatchHeader(format="interplay-matches/1"), *matches]
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path


def in_a_file(path: Path, matches: list[Duel], *, turned: bool) -> Path:
    """Write the matches, every second one with the loser in the first seat when *turned*."""
    records = []
    for place, (winner, loser, tie, game, setup) in enumerate(matches):
        seats, returns = (winner, loser), ((0.5, 0.5) if tie else (1.0, 0.0))
        if turned and place % 2:
            seats, returns = (loser, winner), returns[::-1]
        records.append(Match(game=game, setup=setup, seats=seats, returns=returns))
    return written(path, records)


PRIORS = st.sampled_from(
    [(ratings.Luce(0.001), "luce", 0.001), (ratings.Normal(1.5), "normal", 1.5), (None, "none", 1)]
)


@settings(max_examples=25)
@given(duels(), PRIORS, st.sampled_from(["half", "drop"]), st.sampled_from(["game", "match"]), st.booleans())
@pytest.mark.slow
def test_ratings_are_those_of_rate_on_a_file(
    tmp_path_factory: pytest.TempPathFactory,
    matches: list[Duel],
    prior: tuple[ratings.Luce | ratings.Normal | None, str, float],
    draws: Any,
    weights: Any,
    turned: bool,
) -> None:
    path = in_a_file(tmp_path_factory.mktemp("m") / "m.jsonl", matches, turned=turned)
    raw = {"draws": draws, "weights": weights, "resamples": 40, "seed": 3}
    how = msgspec.convert({**raw, "prior": {"kind": prior[1], "strength": prior[2]}}, ratings.Settings)
    expected = ratings.rate(path, method="bt", bradley_terry=how).groups[0].bradley_terry
    assert expected is not None
    found = rated(matches, prior=prior[0], draws=draws, weights=weights, seed=3)
    assert found.ratings == expected.ratings
    assert (found.tied, found.warnings, found.clusters) == (expected.tied, expected.warnings, expected.clusters)


def test_defaults_are_those_of_rate(tmp_path: Path) -> None:
    matches: list[Duel] = [
        (won, lost, False, "hive", None) for won, lost in zip(*CIRCLE, strict=True) for _ in range(4)
    ]
    report = ratings.rate(in_a_file(tmp_path / "m.jsonl", matches, turned=False))
    assert rated(matches, resamples=10_000) == report.groups[0].bradley_terry
    winners, losers = [m[0] for m in matches], [m[1] for m in matches]
    sides = list(zip(winners, losers, strict=True))
    assert ratings.trueskill(sides, [(1, 2)] * len(sides), ["hive"] * len(sides)) == report.groups[0].trueskill


@settings(max_examples=20)
@given(duels(), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_the_order_of_matches_does_not_matter(matches: list[Duel], random: Any) -> None:
    shuffled = list(matches)
    random.shuffle(shuffled)
    assert rated(shuffled) == rated(matches)


@settings(max_examples=20)
@given(duels(), st.permutations("wxyz"))
@pytest.mark.slow
def test_other_names_give_the_same_estimates(matches: list[Duel], new: list[str]) -> None:
    called = dict(zip("abcd", new, strict=True))
    renamed: list[Duel] = [(called[won], called[lost], *rest) for won, lost, *rest in matches]  # type: ignore[misc]
    before = {called[row.name]: row for row in rated(matches, resamples=0, unplayed="fit").ratings}
    after = rated(renamed, resamples=0, unplayed="fit")
    for row in after.ratings:
        assert row.estimate == pytest.approx(before[row.name].estimate, abs=2e-6)
        assert (row.n, row.points) == (before[row.name].n, before[row.name].points)


@settings(max_examples=20)
@given(duels(setups=False))
@pytest.mark.slow
def test_names_in_the_same_order_give_the_same_table(matches: list[Duel]) -> None:
    called = dict(zip("abcd", (3, 4, 5, 6), strict=True))
    columns = [list(column) for column in zip(*matches, strict=True)]
    first, second = (np.array([called[name] for name in column]) for column in columns[:2])
    found = ratings.bradley_terry(first, second, np.array(columns[2]), np.array(columns[3]), resamples=40)
    expected = rated(matches)
    assert [row.rating for row in found.ratings] == [row.rating for row in expected.ratings]
    assert [row.name for row in found.ratings] == [str(called[row.name]) for row in expected.ratings]


# Tables of wins


def tables(least: float) -> st.SearchStrategy[np.ndarray[Any, np.dtype[np.float64]]]:
    values = st.sampled_from([least, 0.5, 1.0, 3.0, 20.0])
    drawn = st.integers(1, 6).flatmap(lambda n: st.lists(values, min_size=n * n, max_size=n * n))
    return drawn.map(lambda flat: _table(flat, int(len(flat) ** 0.5)))


def _table(flat: list[float], n: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    wins = np.array(flat).reshape(n, n)
    np.fill_diagonal(wins, 0)
    return wins


@settings(max_examples=25)
@given(tables(0.0), st.sampled_from([1e-6, 1e-3, 1.0]))
def test_one_table_many_tables_and_choix_agree(wins: Any, alpha: float) -> None:
    one = ratings.fit_bradley_terry(wins, ratings.Luce(alpha))
    many = ratings.fit_bradley_terry(np.stack([wins, wins.T]), ratings.Luce(alpha))
    assert (one.shape, many.shape) == ((len(wins),), (2, len(wins)))
    assert one == pytest.approx(many[0], abs=1e-8)
    if len(wins) > 1:
        assert one == pytest.approx(iterated(wins, alpha), abs=1e-8)


def iterated(wins: Any, alpha: float) -> Any:
    """Return what choix finds; an example in which it does not get so close in so many rounds tells nothing."""
    try:
        return choix.ilsr_pairwise_dense(wins, alpha=alpha, max_iter=20_000, tol=1e-12)
    except RuntimeError:
        return reject()


@settings(max_examples=20)
@given(tables(0.25))
def test_without_a_prior_one_table_many_tables_and_choix_agree(wins: Any) -> None:
    one = ratings.fit_bradley_terry(wins, None)
    assert one == pytest.approx(ratings.fit_bradley_terry(wins[None], None)[0], abs=1e-8)
    if len(wins) > 1:
        assert one == pytest.approx(choix.ilsr_pairwise_dense(wins, max_iter=100_000, tol=1e-12), abs=1e-8)


@settings(max_examples=20)
@given(duels(setups=False))
def test_estimates_of_lists_are_those_of_choix(matches: list[Duel]) -> None:
    names = sorted({name for match in matches for name in match[:2]})
    wins = np.zeros((len(names), len(names)))
    for winner, loser, tie, *_ in matches:
        i, j = names.index(winner), names.index(loser)
        wins[i, j] += 0.5 if tie else 1
        wins[j, i] += 0.5 if tie else 0
    expected = choix.ilsr_pairwise_dense(wins, alpha=0.001, max_iter=100_000, tol=1e-12)
    found = rated(matches, weights="match", resamples=0, unplayed="fit").ratings
    estimates = np.array([row.estimate for row in sorted(found, key=lambda row: row.name)])
    assert estimates - estimates.mean() == pytest.approx(expected, abs=3e-6)  # the table has another zero


def test_one_table_is_fitted_by_choix(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, fit = [], choix.ilsr_pairwise_dense

    def noted(*arguments: Any, **options: Any) -> object:
        asked.append(options["alpha"])
        return fit(*arguments, **options)

    monkeypatch.setattr(choix, "ilsr_pairwise_dense", noted)
    ratings.fit_bradley_terry([[0, 1], [2, 0]], ratings.Luce(0.1))
    ratings.fit_bradley_terry([[0, 1], [2, 0]], None)
    ratings.fit_bradley_terry([[[0, 1], [2, 0]]])
    assert asked == [0.1, 0.0]


def test_where_choix_gives_up_newton_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = ratings.fit_bradley_terry([[0, 1], [2, 0]])

    def give_up(*_: object, **__: object) -> None:
        raise RuntimeError("Did not converge after 1000 iterations")

    monkeypatch.setattr(choix, "ilsr_pairwise_dense", give_up)
    assert ratings.fit_bradley_terry([[0, 1], [2, 0]]) == pytest.approx(expected, abs=1e-10)


def test_more_tables_than_fit_in_a_chunk_are_all_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = np.array([[[0, k + 1.0], [3, 0]] for k in range(7)])
    expected = ratings.fit_bradley_terry(wins)
    monkeypatch.setattr("interplay_lab.statistics.strengths.CHUNK_FLOATS", 8)
    assert ratings.fit_bradley_terry(wins) == pytest.approx(expected, abs=1e-12)
    assert ratings.fit_bradley_terry(np.zeros((0, 3, 3))).shape == (0, 3)


def test_a_normal_prior_is_fitted_alone_and_in_a_batch() -> None:
    wins = np.array([[0.0, 5], [1, 0]])
    one = ratings.fit_bradley_terry(wins, ratings.Normal(1.0))
    assert one == pytest.approx(ratings.fit_bradley_terry([wins, wins], ratings.Normal(1.0))[1], abs=1e-12)
    assert 0 < one[0] < np.log(5) / 2


@pytest.mark.parametrize(
    ("wins", "prior", "message"),
    [
        ([0, 1], ratings.Luce(), r"shape \(2,\), expected \(n, n\) or \(batch, n, n\)"),
        (np.zeros((0, 0)), ratings.Luce(), "n of at least 1"),
        ([[0, 1], [2]], ratings.Luce(), "not an array of numbers"),
        ([["x", "y"], ["z", "w"]], ratings.Luce(), "not an array of numbers"),
        ([[0, -1], [2, 0]], ratings.Luce(), r"wins\[0, 1\]: found -1.0, expected a finite number, 0 or more"),
        ([[[0, 1], [float("nan"), 0]]], ratings.Luce(), r"wins\[0, 1, 0\]: found nan"),
        ([[0, 1], [2, 3]], ratings.Luce(), r"wins\[1, 1\]: found wins of a system against itself"),
        ([[0, 1], [0, 0]], None, r"no finite estimate without a prior: .*system 1; use a prior such as Luce"),
        ([[[0, 1], [1, 0]], [[0, 1], [0, 0]]], None, "table 1: no finite estimate"),
        (np.kron(np.eye(2), [[0, 1], [1, 0]]), None, "system 2, 3; use a prior"),
        ([[0, 1], [2, 0]], ratings.Luce(0), r"found Luce\(alpha=0\), expected a strength from 1e-8"),
        ([[0, 1], [2, 0]], 0.001, r"found the prior 0.001, expected Luce\(...\), Normal\(...\) or None"),
        ([[[0, 1e300], [0, 0]]], ratings.Normal(1e6), "table 0: the fit did not converge; use a stronger prior"),
    ],
)
def test_tables_that_cannot_be_fitted_are_refused(wins: Any, prior: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        ratings.fit_bradley_terry(wins, prior)


# What lists may hold


def test_rows_of_a_table_fit_into_a_data_frame() -> None:
    table = ratings.bradley_terry(*CIRCLE, resamples=100, systems=["a", "b", "c", "d"])
    rows = table.to_rows()
    assert [row["name"] for row in rows] == [row.name for row in table.ratings]
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert all(value is None or isinstance(value, str | int | float) for row in rows for value in row.values())
    assert (rows[3]["rating"], rows[3]["n"], rows[3]["flags"]) == (None, 0, "unplayed")
    first = table.ratings[0]
    assert (rows[0]["low"], rows[0]["high"], rows[0]["n"]) == (first.low, first.high, first.n)
    assert table.settings == ratings.Settings(resamples=100)
    skill = ratings.trueskill([("a", "b")], [(1, 2)], permutations=2)
    assert [row["mu"] for row in skill.to_rows()] == [row.mu for row in skill.ratings]


def test_the_short_form_of_a_table_is_one_line() -> None:
    table = ratings.bradley_terry(list("abcdef"), list("bcdefa"), resamples=0, systems=list("abcdefg"))
    assert repr(table).startswith("BradleyTerryTable(7 systems, 6 matches: a +0.00, ")
    assert repr(table).endswith(", ...)")
    assert str(table.ratings[-1]) == "g without a rating"
    winners, losers = (list(names) * 10 for names in CIRCLE[:2])
    assert "[-" in str(ratings.bradley_terry(winners, losers).ratings[0])
    skill = ratings.trueskill([("a", "b")], [(1, 2)], permutations=0)
    assert repr(skill) == "TrueSkillTable(2 systems, 1 matches: a 29.40 (sigma 7.17), b 20.60 (sigma 7.17))"


def test_systems_that_nothing_connects_are_flagged_and_say_what_to_do() -> None:
    table = ratings.bradley_terry(["a", "b", "c", "x", "y"], ["b", "c", "a", "y", "x"], resamples=20)
    row = next(row for row in table.ratings if row.name == "x")
    assert (row.rating, row.flags) == (None, ("disconnected",))
    assert "play matches against one of them" in (row.reason or "")


def test_matches_of_one_cluster_are_drawn_together_and_missing_clusters_alone() -> None:
    winners, losers = ["a", "b"] * 20, ["b", "a"] * 20
    paired = ratings.bradley_terry(winners, losers, clusters=[k // 2 for k in range(40)], resamples=50)
    assert (paired.clusters, paired.clustered_by) == (20, "setup")
    alone = ratings.bradley_terry(winners, losers, resamples=50)
    assert paired.ratings[0].se is not None and alone.ratings[0].se is not None
    assert paired.ratings[0].se < alone.ratings[0].se / 3  # both always came out even
    missing = ratings.bradley_terry(winners, losers, clusters=[float("nan"), None] * 20, resamples=50)
    assert (missing.clusters, missing.clustered_by) == (40, "match")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([], []), {}, "found no winners, expected at least one match"),
        ((["a"], ["b", "c"]), {}, "found 2 losers for 1 winners, expected one a match"),
        ((["a"], ["b"], [True, False]), {}, "found 2 ties for 1 winners"),
        (("ab", "ba"), {}, "winners: found 'ab', expected a list or an array"),
        ((["a"], 3), {}, "losers: found 3, expected a list"),
        ((["a"], [None]), {}, r"losers\[0\]: found None, expected a name"),
        ((["a"], [True]), {}, r"losers\[0\]: found True, expected a name"),
        ((["a"], [1.5]), {}, r"losers\[0\]: found 1.5, expected a name"),
        ((["a"], [""]), {}, r"losers\[0\]: found '', expected a name"),
        ((["a", "a"], ["b", "a"]), {}, r"match 1 \(counted from 0\): found 'a' against itself"),
        ((["a"], ["b"], ["maybe"]), {}, r"ties\[0\]: found 'maybe', expected True or False"),
        ((["a"], ["b"], [float("nan")]), {}, r"ties\[0\]: found nan"),
        ((["a"], ["b"]), {"clusters": [[1]]}, r"clusters\[0\]: found \[1\], expected a name"),
        ((["a"], ["b"]), {"groups": [""]}, r"groups\[0\]: found ''"),
        ((["a"], ["b"]), {"prior": "luce"}, "found the prior 'luce', expected Luce"),
        ((["a"], ["b"]), {"resamples": -1}, "resamples: found -1"),
        ((["a"], ["b"]), {"level": 1.0}, "level: found 1"),
        ((["a"], ["b"]), {"level": float("nan")}, "level: found nan, expected a finite number"),
        ((["a"], ["b"]), {"interval": "percentil"}, "interval: found 'percentil'"),
        ((["a"], ["b"]), {"draws": 3}, "draws: found 3"),
    ],
)
def test_lists_that_cannot_be_rated_are_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(kind_of(message), match=message):
        ratings.bradley_terry(*arguments, **options)


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"losers\[0\]: unknown system 'betta' \(did you mean 'beta'\?\); add it to"):
        ratings.bradley_terry(["alpha"], ["betta"], systems=["alpha", "beta"])


# TrueSkill


@settings(max_examples=20)
@given(st.lists(st.tuples(st.permutations("abcd"), st.integers(1, 3), st.integers(1, 3), st.booleans()), min_size=1))
def test_skills_are_those_of_rate_on_a_file(tmp_path_factory: pytest.TempPathFactory, drawn: list[Any]) -> None:
    sides, ranks, records = [], [], []
    for (a, b, c, d), first, second, teams in drawn:
        if teams:
            sides.append(([a, b], [c, d]))
            record = Match(
                game="g", setup=None, seats=(a, b, c, d), ranks=(first,) * 2 + (second,) * 2, teams=(1, 1, 2, 2)
            )
        else:
            sides.append((a, b))
            record = Match(game="g", setup=None, seats=(a, b), ranks=(first, second))
        ranks.append((first, second))
        records.append(record)
    path = written(tmp_path_factory.mktemp("m") / "m.jsonl", records)
    report = ratings.rate([path], method="trueskill", trueskill=ratings.TrueSkillSettings(permutations=3, seed=5))
    expected = report.groups[0].trueskill
    zero_based = [[rank - 1 for rank in places] for places in ranks]
    assert ratings.trueskill(sides, zero_based, ["g"] * len(sides), permutations=3, seed=5) == expected


@settings(max_examples=20)
@given(duels(setups=False), st.randoms(use_true_random=False))
def test_skills_do_not_depend_on_the_order_of_matches(matches: list[Duel], random: Any) -> None:
    shuffled = list(matches)
    random.shuffle(shuffled)
    first, second = (
        ratings.trueskill([m[:2] for m in order], [(1, 1 if m[2] else 2) for m in order], permutations=2)
        for order in (matches, shuffled)
    )
    assert [(row.name, row.mu, row.sigma) for row in first.ratings] == [(r.name, r.mu, r.sigma) for r in second.ratings]


@pytest.mark.parametrize(
    ("sides", "ranks", "options", "message"),
    [
        ([], [], {}, "found no sides, expected at least one match"),
        ([("a", "b")], [], {}, "found 0 ranks for 1 sides"),
        ([("a", "b")], [(1, 2, 3)], {}, r"ranks\[0\]: found 3 ranks for 2 sides, expected one a side"),
        ([("a",)], [(1,)], {}, r"sides\[0\]: found 1 side, expected at least two"),
        ([("a", [])], [(1, 2)], {}, r"sides\[0\]: found a side without names"),
        (["ab"], [(1, 2)], {}, r"sides\[0\]: found 'ab', expected a list of sides"),
        ([("a", None)], [(1, 2)], {}, r"sides\[0\]\[1\]: found None, expected a name"),
        ([("a", ["b", None])], [(1, 2)], {}, r"sides\[0\]\[1\]\[1\]: found None, expected a name"),
        ([("a", "b")], [(1, "x")], {}, r"ranks\[0\]: found \(1, 'x'\), expected a number a side"),
        ([("a", "b")], [1], {}, r"ranks\[0\]: found 1, expected a number a side"),
        ([("a", ["a", "b"])], [(1, 2)], {}, r"match 0 .*: found 'a' against itself"),
        ([("a", "b")], [(1, 1)], {"draw_probability": 0.0}, "match:0: found a draw, expected none"),
        ([("a", "b")], [(1, 2)], {"permutations": -1}, "permutations: found -1"),
        ([("a", "b")], [(1, 2)], {"sigma": 0.0}, "sigma: found 0"),
        ([("a", "b")], [(1, 2)], {"mu": float("nan")}, "mu: found nan, expected a finite number"),
    ],
)
def test_meetings_that_cannot_be_rated_are_refused(sides: Any, ranks: Any, options: Any, message: str) -> None:
    with pytest.raises(kind_of(message), match=message):
        ratings.trueskill(sides, ranks, **options)


# Files


def test_rate_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="found no paths, expected at least one file"):
        ratings.rate([])
    path = written(tmp_path / "m.jsonl", [Match(game="g", setup=None, seats=("a", "b"), returns=(1, 0))])
    with pytest.raises(RecordError, match="to submissions on the games track, not to match results"):
        ratings.rate(path, suite="gamebench")
    with pytest.raises(ValueError, match="method: found 'elo', expected one of bt, trueskill, both"):
        ratings.rate(path, method="elo")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="by: found 'games'"):
        ratings.rate(path, by="games")  # type: ignore[arg-type]


@pytest.mark.slow
def test_rate_takes_submissions_and_a_release_or_its_directory(cli: Cli, release: Release, tmp_path: Path) -> None:
    played = tmp_path / "mine.jsonl"
    ran = cli("run", "--track", "games", "--model", "bot:random", "--game", "tictactoe", "--limit", 4, "-o", played)
    assert ran.status == 0, ran.err
    how: Any = {"method": "bt", "bradley_terry": ratings.Settings(resamples=0)}
    found = ratings.rate(str(played), **how)
    assert repr(found).startswith(
        f"RatingReport({len(found.averages.systems)} systems, {found.matches} matches: all games"
    )
    assert found.matches > 0
    assert found == ratings.rate([played], release=release, **how) == ratings.rate(played, release=release.root, **how)
    assert ratings.rate(played, suite="gamebench", **how).matches == 0
