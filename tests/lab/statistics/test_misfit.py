"""The test of misfit: circles are found, what fits passes, and repeats within a setup are no evidence."""

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.stats import chi2

from interplay import ratings
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.fit import Prior
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import REFERENCE, Settings
from interplay_lab.statistics.misfit import Misfit, misfit
from interplay_lab.statistics.misfit import examine as misfit_of
from tests.benchmarks.ratings.misfit import designs, rates

FAST = Settings(resamples=0)
CIRCLE = {("a", "b"): (40, 0), ("b", "c"): (40, 0), ("a", "c"): (0, 40)}


def ledger(scores: dict[tuple[str, str], tuple[int, int]], setups: int | None = None) -> Ledger:
    """Return matches won and lost by the first of each pair, from so many *setups* a pair."""
    matches = [
        Match(game="g", setup=None if setups is None else f"{pair}{k % setups}", seats=pair, returns=(share, 1 - share))
        for pair, (won, lost) in scores.items()
        for k, share in enumerate([1.0] * won + [0.0] * lost)
    ]
    return collect(enumerate(matches))


def examine(made: Ledger, settings: Settings = FAST) -> Misfit:
    return misfit(count(made, settings), settings)


def test_a_circle_is_said_not_to_fit_and_its_worst_pair_is_named() -> None:
    assert [row.rating for row in rate(ledger(CIRCLE), FAST).ratings] == [0, 0, 0]
    fit = misfit_of(ledger(CIRCLE), FAST)
    assert (fit.p, fit.degrees) == (0.001, 1)
    assert fit.worst is not None
    assert (fit.worst.observed, fit.worst.expected) == (1.0, 0.5)
    assert "one rating per system does not explain these results" in fit.warnings[0]
    assert "a scored 100% of the points against b, expected 50%" in fit.warnings[0]


def test_scipy_and_another_fit_give_the_same_chi_squared_and_p() -> None:
    rng = np.random.default_rng(3)
    names, wins = "abcdef", np.zeros((6, 6))
    for i, j in zip(*np.triu_indices(6, 1), strict=True):
        wins[i, j] = rng.binomial(60, 1 / (1 + np.exp(0.3 * (i - j) - 0.35 * rng.normal())))
        wins[j, i] = 60 - wins[i, j]
    found = examine(
        ledger({(names[i], names[j]): (int(wins[i, j]), int(wins[j, i])) for i in range(6) for j in range(i)})
    )
    strengths = ratings.fit_bradley_terry(wins, prior=None)
    share = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    upper = np.triu_indices(6, 1)
    pearson = ((wins - 60 * share) ** 2 / (60 * share * (1 - share)))[upper].sum()
    assert found.chi_squared is not None and found.design_effect is not None and found.p is not None
    assert found.chi_squared * found.design_effect == pytest.approx(pearson, rel=1e-3)
    assert found.design_effect == pytest.approx(1, abs=0.1)
    assert found.degrees == 15 - 5
    assert 0.005 < found.p < 0.5
    assert found.p == pytest.approx(chi2.sf(pearson, 10), abs=0.03)


def test_copies_of_one_match_are_no_evidence_of_a_circle() -> None:
    apart, one = examine(ledger(CIRCLE, setups=40)), examine(ledger(CIRCLE, setups=1))
    assert apart.p == 0.001
    assert one.p is not None and one.p > 0.1
    assert one.design_effect is not None and one.design_effect > 20


@pytest.mark.parametrize("scores", [{("a", "b"): (9, 1)}, {("a", "b"): (9, 1), ("b", "c"): (0, 5)}, {}])
def test_without_a_circle_of_matches_there_is_nothing_to_test(scores: dict[tuple[str, str], tuple[int, int]]) -> None:
    found = examine(ledger(scores))
    assert (found.p, found.chi_squared, found.worst, found.warnings) == (None, None, None, ())
    assert "no cycle" in (found.reason or "")


def test_pooled_resampling_has_no_test() -> None:
    found = examine(ledger(CIRCLE), replace(REFERENCE, resamples=0))
    assert (found.p, found.warnings) == (None, ())
    assert "pooled" in (found.reason or "")


def test_results_exactly_as_expected_fit() -> None:
    even = dict.fromkeys(CIRCLE, (20, 20))
    assert (examine(ledger(even)).p, examine(ledger(even)).chi_squared) == (1.0, 0.0)
    drawn = collect(
        enumerate(Match(game="g", setup=None, seats=pair, returns=(0.5, 0.5)) for pair in CIRCLE for _ in range(9))
    )
    assert examine(drawn).p == 1.0


def test_one_upset_is_no_misfit() -> None:
    ladder = {("a", "b"): (30, 2), ("b", "c"): (30, 2), ("a", "c"): (29, 1)}
    found = examine(ledger(ladder))
    assert found.p is not None and found.p > 0.05


def test_dropped_draws_and_a_strong_prior_do_not_disturb_the_test() -> None:
    scores = {("a", "b"): (15, 5), ("b", "c"): (15, 5), ("a", "c"): (18, 2)}
    made = ledger(scores)
    tight = replace(FAST, prior=Prior(kind="normal", strength=0.05))
    assert examine(made, tight) == examine(made)
    draws = [Match(game="g", setup=None, seats=("a", "d"), returns=(0.5, 0.5))] * 3
    others = [
        Match(game="g", setup=None, seats=pair, returns=(share, 1 - share))
        for pair, counts in scores.items()
        for share, times in zip((1.0, 0.0), counts, strict=True)
        for _ in range(times)
    ]
    dropped, whole = examine(collect(enumerate(draws + others)), replace(FAST, draws="drop")), examine(made)
    assert dropped.degrees == 1
    assert dropped.chi_squared == pytest.approx(whole.chi_squared, abs=0.2)


def test_the_same_matches_give_the_same_test() -> None:
    assert examine(ledger(CIRCLE)) == examine(ledger(dict(reversed(CIRCLE.items()))))


@pytest.mark.parametrize("place", [3, 4, 5], ids=lambda place: designs()[place].name.split(":")[0])
@pytest.mark.slow
def test_results_that_fit_seldom_raise_a_false_alarm(place: int) -> None:
    false, _, _ = rates(designs()[place], 100)
    assert false <= 0.02
