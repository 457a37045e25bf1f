"""Resampling: the same for the same seed, the same as resampling rows, and by cluster when setups repeat."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy.sparse import csr_array

from interplay.core import extensions
from interplay.core.errors import InterplayError
from interplay.ratings.arrays import stream
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise import cells as counting
from interplay.ratings.pairwise.cells import Cells, count
from interplay.ratings.pairwise.fit import Prior, fit_many
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings, Weights
from interplay_lab.statistics.bootstrap import draw, replicate

FAST = Settings(resamples=400, clusters="match", interval="percentile", point="mean")
PINNED = [[145, 66, 32, 34], [133, 73, 35, 36], [140, 71, 33, 33]]


def league(n: int = 60, games: str = "gh", setups: bool = False, seed: int = 5) -> list[Match]:
    rng = np.random.default_rng(seed)
    matches = []
    for k in range(n):
        i, j = rng.choice(4, 2, replace=False)
        won = float(rng.choice([0, 0.5, 1, 0.25], p=[0.3, 0.1, 0.5, 0.1]))
        setup = f"s{k // 2}" if setups else None
        game = games[k // 2 % len(games)]
        matches.append(Match(game=game, setup=setup, seats=(f"p{i}", f"p{j}"), returns=(won, 1 - won)))
    return matches


def ledger(matches: list[Match]) -> Ledger:
    return collect(enumerate(matches))


def cells(matches: list[Match], options: Settings = FAST) -> Cells:
    return count(ledger(matches), options)


def test_the_stream_of_draws_is_pinned() -> None:
    """NumPy promises never to change these numbers; if this fails, published intervals can no longer be recomputed."""
    drawn = stream(7, "hive").multinomial(277, [0.5, 0.25, 0.125, 0.125], size=3)
    assert drawn.tolist() == PINNED


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not() -> None:
    first, again = rate(ledger(league()), FAST), rate(ledger(league()), FAST)
    assert first == again
    assert rate(ledger(league()), replace(FAST, seed=1)).ratings != first.ratings


def test_without_the_laboratory_intervals_are_robust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensions, "functions", lambda _group: {})
    assert rate(ledger(league(games="g")), Settings()).ratings[0].low is not None
    with pytest.raises(InterplayError, match="ratings of several games need the package interplay_lab"):
        rate(ledger(league()), Settings())
    with pytest.raises(InterplayError, match="resamples need the package interplay_lab, which is not installed"):
        rate(ledger(league()), FAST)


def test_chunks_do_not_change_what_is_drawn() -> None:
    whole = np.concatenate(list(draw(cells(league()), 50, 3)))
    parts = np.concatenate(list(draw(cells(league()), 50, 3, chunk_floats=200)))
    assert len(list(draw(cells(league()), 50, 3, chunk_floats=200))) > 5
    assert (whole == parts).all()


def test_memory_of_a_chunk_is_bounded() -> None:
    drawn = cells(league())
    assert all(chunk.size <= 1000 for chunk in draw(drawn, 300, 0, chunk_floats=1000))


@settings(deadline=None, max_examples=20)
@given(st.randoms(use_true_random=False), st.booleans())
@pytest.mark.slow
def test_the_order_of_lines_does_not_matter(random: Random, setups: bool) -> None:
    matches = league(setups=setups)
    shuffled = list(matches)
    random.shuffle(shuffled)
    options = Settings(resamples=40)
    assert rate(ledger(matches), options) == rate(ledger(shuffled), options)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 59))
@pytest.mark.slow
def test_which_seat_comes_first_does_not_matter(place: int) -> None:
    matches = league()
    turned = matches[place]
    assert turned.returns is not None
    matches[place] = Match(game=turned.game, setup=None, seats=turned.seats[::-1], returns=turned.returns[::-1])
    options = Settings(resamples=40)
    assert rate(ledger(matches), options) == rate(ledger(league()), options)


def test_another_game_does_not_change_what_is_drawn_in_this_one() -> None:
    extra = [Match(game="z", setup=None, seats=("p0", "p1"), returns=(1, 0))] * 5
    alone, beside = cells(league()), cells(league() + extra)
    inside = beside.stratum < 2
    for first, second in zip(draw(alone, 20, 0), draw(beside, 20, 0), strict=True):
        assert (first == second[:, inside]).all()


def test_drawing_cells_is_drawing_rows() -> None:
    """Means and variances of the counts are those of drawing the matches of each game one by one."""
    drawn = cells(league(200))
    times = np.concatenate(list(draw(drawn, 20_000, 1)))
    size = drawn.size[drawn.stratum]
    assert times.mean(axis=0) == pytest.approx(drawn.chance * size, rel=0.05)
    assert times.var(axis=0) == pytest.approx(size * drawn.chance * (1 - drawn.chance), rel=0.08)
    assert (times[:, drawn.stratum == 0].sum(axis=1) == drawn.size[0]).all()


def test_every_game_weighs_the_same() -> None:
    lopsided = league(40, games="g") + league(10, games="h", seed=9)
    wins, totals = cells(lopsided).expected
    assert totals.sum() == pytest.approx(50)
    alone = count(ledger(lopsided).only(["g"]), FAST)
    ratio = cells(lopsided).weight[0] * alone.expected[1].sum()
    assert ratio == pytest.approx(25)
    assert (wins <= totals).all()


def test_the_expected_resample_is_the_data() -> None:
    for resampling in ("within_game", "pooled"):
        options = replace(FAST, resampling=resampling)
        wins, totals = cells(league(), options).expected
        assert wins == pytest.approx(cells(league()).expected[0])
        assert totals == pytest.approx(cells(league()).expected[1])


def test_setups_that_repeat_are_drawn_whole() -> None:
    paired = league(setups=True)
    assert cells(paired, Settings()).clustered_by == "setup"
    assert cells(league(), Settings()).clustered_by == "match"
    assert int(cells(paired, Settings()).size.sum()) == 30
    for times in draw(cells(paired, Settings(clusters="setup")), 50, 0):
        _, totals = cells(paired, Settings(clusters="setup", weights="match")).totals(times)
        assert totals.sum(axis=1) == pytest.approx(np.full(50, 60.0))


@pytest.mark.parametrize("weights", ["game", "match"])
def test_clusters_and_matches_give_the_same_estimate(weights: Weights) -> None:
    paired = ledger(league(setups=True, games="g" if weights == "game" else "gh"))
    by_setup, by_match = (rate(paired, Settings(resamples=50, clusters=c, weights=weights)) for c in ("setup", "match"))
    assert {r.system: r.estimate for r in by_setup.ratings} == {r.system: r.estimate for r in by_match.ratings}


def test_repeating_every_match_within_its_setup_does_not_shrink_the_interval() -> None:
    once = [Match(game="g", setup=f"s{k}", seats=m.seats, returns=m.returns) for k, m in enumerate(league(200, "g"))]
    twice = [match for match in once for _ in range(2)]
    prior = Prior(kind="normal", strength=30)
    single = rate(ledger(once), Settings(resamples=300, prior=prior))
    double = rate(ledger(twice), Settings(resamples=300, prior=prior))
    careless = rate(ledger(twice), Settings(resamples=300, prior=prior, clusters="match"))
    for one, two, wrong in zip(single.ratings, double.ratings, careless.ratings, strict=True):
        assert two.low == pytest.approx(one.low, abs=1e-2)
        assert two.high == pytest.approx(one.high, abs=1e-2)
        assert one.se is not None
        assert two.se == pytest.approx(one.se, rel=1e-3)
        assert wrong.se == pytest.approx(one.se / 2**0.5, rel=0.03)


def test_replicates_are_what_fitting_each_resample_alone_gives() -> None:
    drawn = cells(league())
    start = np.zeros(len(drawn.systems))
    found = replicate(drawn, FAST.prior, start, resamples=30, seed=2)
    times = next(draw(drawn, 30, 2))
    wins, totals = drawn.totals(times)
    for row, won, total in zip(found.strengths, wins, totals, strict=True):
        alone = fit_many(won[None], total[None], drawn.pairs, FAST.prior, start)
        assert row == pytest.approx(alone.centred[0], abs=1e-8)


def test_dropped_draws_still_count_in_the_weights() -> None:
    drawn = [Match(game="h", setup=None, seats=("p0", "p1"), returns=(0.5, 0.5))] * 6
    decided = [Match(game="h", setup=None, seats=("p0", "p1"), returns=(1, 0))] * 2
    full = cells(league(8, games="g") + drawn + decided, replace(FAST, draws="drop"))
    in_h = full.stratum == 1
    assert full.weight[in_h] == pytest.approx(np.full(in_h.sum(), 1.0))
    assert full.draws >= 6
    assert full.totals((full.chance * full.size[full.stratum] * in_h)[None])[1].sum() == pytest.approx(2)


@settings(max_examples=30)
@given(st.data())
def test_entries_are_added_up_as_by_a_sparse_matrix_to_the_same_bits(data: st.DataObject) -> None:
    n, width, k = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 40)), data.draw(st.integers(0, 60))
    source = np.random.default_rng(data.draw(st.integers(0, 9)))
    to, of, value = np.sort(source.integers(0, n, k)), np.arange(k), source.random(k)
    rows = source.random((max(1, k), width))
    sparse = csr_array((value, (to, of)), shape=(n, len(rows))) @ rows
    assert counting.added_up(value, to, of, rows, n).tobytes() == np.asarray(sparse).tobytes()


def test_matches_of_a_pair_within_one_cell_are_one_entry() -> None:
    found = counting.tally(np.array([1, 0, 1]), np.array([0, 0, 0]), np.array([1.0, 1.0, 0.5]), np.ones(3))
    assert (found.cell.tolist(), found.pair.tolist()) == ([0, 1], [0, 0])
    assert (found.wins.tolist(), found.totals.tolist()) == ([1, 1.5], [1, 2])
