"""Near-duplicates: MinHash agrees with the exact similarity, and is the same everywhere."""

from itertools import combinations

import numpy as np
import pytest

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.gates import near

WORDS = [f"word{n}" for n in range(400)]


def text(stream: Stream, length: int) -> list[str]:
    return [stream.choice(WORDS) for _ in range(length)]


def variants() -> list[tuple[str, str]]:
    """Return texts in groups of five: one, and four that share less and less of it."""
    found = []
    for group in range(12):
        stream = Stream("test", group, "near")
        base = text(stream, 120)
        for number, kept in enumerate((120, 110, 90, 60, 20)):
            found.append((f"{group}/{number}", " ".join(base[:kept] + text(stream, 120 - kept))))
    return found


def test_shingles_ignore_case_and_marks_and_keep_short_texts_whole() -> None:
    assert near.shingles("One, two: THREE four five -- six!") == {"one two three four five", "two three four five six"}
    assert near.shingles("Only three words") == {"only three words"}
    assert near.shingles(" ... ") == frozenset()


def test_estimates_are_close_to_the_exact_similarity() -> None:
    grams = [near.shingles(found) for _, found in variants()]
    signatures = [near.minima(found) for found in grams]
    errors = [
        near.estimate(signatures[i], signatures[j]) - near.jaccard(grams[i], grams[j])
        for i, j in combinations(range(len(grams)), 2)
        if near.jaccard(grams[i], grams[j]) > 0
    ]
    assert len(errors) >= 100
    assert max(map(abs, errors)) < 4 * (0.25 / near.MINIMA) ** 0.5  # four standard errors where they are largest
    assert abs(float(np.mean(errors))) < 0.02


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.8, 1.0])
def test_exactly_the_pairs_are_found_that_comparing_all_finds(threshold: float) -> None:
    texts = variants()
    grams = [near.shingles(found) for _, found in texts]
    expected = {
        (texts[i][0], texts[j][0])
        for i, j in combinations(range(len(texts)), 2)
        if near.jaccard(grams[i], grams[j]) >= threshold
    }
    assert {(pair.first, pair.other) for pair in near.near_duplicates(texts, threshold)} == expected
    assert (expected != set()) is (threshold < 1.0)


def test_the_same_text_twice_is_found_and_empty_texts_never_are() -> None:
    (pair,) = near.near_duplicates([("a", "To be, or not to be."), ("b", "to be or not to be"), ("c", ""), ("d", "")])
    assert pair == near.Pair("a", "b", 1.0)


def test_signatures_are_the_same_on_every_machine() -> None:
    signature = near.minima(near.shingles("the quick brown fox jumps over the lazy dog"))
    assert signature.dtype == np.uint64
    assert [int(n) for n in signature[:2]] == [3635715379134117624, 341736923012209056]
