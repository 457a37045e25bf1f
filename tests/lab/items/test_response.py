"""Item response models: what they recover, what a library finds, and what nothing can be said of."""

import numpy as np
import pytest
from numpy.typing import NDArray

from interplay_lab.items.response import Responses, fitted

Floats = NDArray[np.float64]


def drawn(systems: int, items: int, seed: int, slopes: float = 0.0) -> tuple[Floats, Floats, Floats, Floats]:
    """Return abilities, difficulties, discriminations and who was right in what."""
    random = np.random.default_rng(seed)
    ability, difficulty = random.normal(0, 1.2, systems), random.normal(0, 1.5, items)
    slope = np.exp(random.normal(0, slopes, items))
    chance = 1 / (1 + np.exp(-slope * (ability[:, None] - difficulty)))
    return ability, difficulty, slope, (random.random((systems, items)) < chance).astype(np.float64)


@pytest.mark.slow
def test_rasch_recovers_abilities_difficulties_and_their_errors() -> None:
    ability, difficulty, _, right = drawn(40, 300, 3)
    found = fitted(right)
    assert np.corrcoef(found.ability, ability)[0, 1] > 0.98
    assert np.corrcoef(found.difficulty, difficulty)[0, 1] > 0.95
    assert found.spread == pytest.approx(ability.std(), abs=0.2)
    shift = (found.difficulty - difficulty).mean()
    off = np.abs(found.difficulty - difficulty - shift) / found.difficulty_error
    assert 0.9 < (off < 1.96).mean() < 0.99
    assert (np.abs(found.ability - ability - shift) / found.ability_error < 1.96).mean() > 0.85


def test_eight_systems_already_order_items() -> None:
    _, difficulty, _, right = drawn(8, 500, 5)
    assert np.corrcoef(fitted(right).difficulty, difficulty)[0, 1] > 0.75


def test_discriminations_come_out_of_many_systems() -> None:
    _, difficulty, slope, right = drawn(400, 40, 7, slopes=0.4)
    found = fitted(right, with_slopes=True)
    assert np.corrcoef(np.log(found.discrimination), np.log(slope))[0, 1] > 0.8
    assert np.corrcoef(found.difficulty, difficulty)[0, 1] > 0.97


@pytest.mark.parametrize(("systems", "items"), [(40, 200), (200, 60)])
def test_a_library_finds_the_same_difficulties(systems: int, items: int) -> None:
    girth = pytest.importorskip("girth", reason="girth (extra dev) is the reference")
    *_, right = drawn(systems, items, 11)
    right = right[:, (right.mean(axis=0) > 0.1) & (right.mean(axis=0) < 0.9)]
    theirs = np.asarray(girth.rasch_mml(right.T.astype(int))["Difficulty"])
    ours = fitted(right).difficulty
    assert np.corrcoef(ours, theirs)[0, 1] > 0.998
    assert np.abs((ours - ours.mean()) - (theirs - theirs.mean())).max() < 0.2


def test_items_that_all_pass_or_none_stay_finite() -> None:
    *_, right = drawn(12, 50, 2)
    right[:, 0], right[:, 1] = 1, 0
    right[0], right[1] = 1, 0
    for found in (fitted(right), fitted(right, with_slopes=True)):
        assert isinstance(found, Responses)
        assert np.isfinite(found.difficulty).all() and np.isfinite(found.ability).all()
        assert found.difficulty[0] == found.difficulty.min() < found.difficulty[1] == found.difficulty.max()
        assert found.ability[0] == found.ability.max() and found.ability[1] == found.ability.min()


def test_the_same_data_give_the_same_model() -> None:
    *_, right = drawn(9, 80, 4)
    one, two = fitted(right), fitted(right.copy())
    assert (one.difficulty == two.difficulty).all() and (one.ability == two.ability).all()


@pytest.mark.parametrize("right", [np.array([[0.5, 1], [0, 1]]), np.ones((1, 5)), np.ones(4), np.full((3, 3), np.nan)])
def test_what_is_not_right_or_wrong_is_refused(right: Floats) -> None:
    with pytest.raises(ValueError, match="of 0 and 1"):
        fitted(right)
