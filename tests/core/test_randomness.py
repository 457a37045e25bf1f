"""Named streams of random numbers: fixed for ever, uniform, and independent of each other."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.randomness import PREFIX, Stream

SHARED = "llmarena-v1"
"""Prefix of the published vectors that this construction must agree with."""
FROZEN_WORDS = [
    8371848805150025858,
    4200744995861806400,
    14892373254539536590,
    12191490413514409485,
    9497165347102676186,
]
FROZEN_SHUFFLE = "cdgfhbae"


def test_published_vectors_are_reproduced() -> None:
    assert Stream("undercover", 0, "seat", prefix=SHARED).below(2**64) == 5305417530718282432
    assert Stream("undercover", 0, "seat", prefix=SHARED).below(5) == 2
    assert Stream("undercover", 0, "pair", prefix=SHARED).below(70) == 64
    values = Stream("bid", 0, "values", prefix=SHARED)
    assert [1 + values.below(1000), 1 + values.below(1000)] == [516, 567]
    assert Stream("holdem", 0, "button", prefix=SHARED).below(2) == 1
    deck = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    dealt = Stream("holdem", 0, "deck", prefix=SHARED).shuffled(deck)
    assert dealt[:6] == ["Th", "2h", "Qs", "9h", "6d", "Qd"]


def test_own_streams_never_change() -> None:
    assert PREFIX == "interplay-1"
    stream = Stream("scorekeeping", "interplay-0.1", "test")
    assert [stream.below(2**64) for _ in range(5)] == FROZEN_WORDS
    assert Stream("scorekeeping", 0, "test").shuffled("abcdefgh") == list(FROZEN_SHUFFLE)


def test_words_are_those_of_the_hash_in_order() -> None:
    digests = b"".join(hashlib.sha256(f"interplay-1|a|7|b|{block}".encode()).digest() for block in range(2))
    words = [int.from_bytes(digests[start : start + 8], "big") for start in range(0, 64, 8)]
    stream = Stream("a", 7, "b")
    assert [stream.below(2**64) for _ in words] == words


def test_words_beyond_the_last_whole_multiple_are_rejected() -> None:
    bound = 2**63 + 1  # 2**64 holds it once, so every word from the bound up is rejected
    words = Stream("a", 0, "b")
    expected = [word for word in (words.below(2**64) for _ in range(40)) if word < bound]
    assert 5 < len(expected) < 35
    stream = Stream("a", 0, "b")
    assert [stream.below(bound) for _ in expected] == expected


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_bounds_without_a_uniform_answer_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="expected a bound from 1 to"):
        Stream("a", 0, "b").below(n)


@pytest.mark.parametrize("n", [2, 3, 5, 7, 10])
def test_below_is_uniform(n: int) -> None:
    stream, draws = Stream("uniform", 0, str(n)), 20_000
    counts = Counter(stream.below(n) for _ in range(draws))
    expected = draws / n
    chi_square = sum((counts[k] - expected) ** 2 / expected for k in range(n))
    assert sorted(counts) == list(range(n))
    assert chi_square < 30  # the 0.999 quantile is 27.9 for 9 degrees of freedom


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream, draws = Stream("uniform", 0, "shuffle"), 12_000
    counts = Counter(tuple(stream.shuffled("abc")) for _ in range(draws))
    assert len(counts) == 6
    assert sum((count - draws / 6) ** 2 / (draws / 6) for count in counts.values()) < 21


@given(st.integers(1, 2**64), st.integers(), st.text(st.characters(codec="utf-8")))
def test_below_stays_below(n: int, seed: int, purpose: str) -> None:
    assert 0 <= Stream("any", seed, purpose).below(n) < n


@given(st.lists(st.integers()), st.integers())
def test_shuffle_is_a_permutation_and_leaves_its_argument_alone(items: list[int], seed: int) -> None:
    before = list(items)
    assert sorted(Stream("any", seed, "shuffle").shuffled(items)) == sorted(items)
    assert items == before


@given(st.lists(st.integers(), unique=True, min_size=1), st.integers(), st.data())
def test_sample_takes_different_positions(items: list[int], seed: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(items)))
    drawn = Stream("any", seed, "sample").sample(items, k)
    assert len(drawn) == len(set(drawn)) == k
    assert set(drawn) <= set(items)
    assert Stream("any", seed, "choice").choice(items) in items


def test_scope_seed_and_purpose_each_give_another_stream() -> None:
    names = [("a", 0, "b"), ("a", 1, "b"), ("a", 0, "c"), ("b", 0, "b")]
    assert len({Stream(*name).below(2**64) for name in names}) == len(names)
