"""The word pairs and the clue bank of Undercover are complete, clean and honest as far as a program can tell."""

import re
from collections import Counter
from importlib import resources
from itertools import combinations

from interplay.tracks.games import undercover
from interplay.tracks.games.undercover.bank import bank, entries, stems
from interplay.tracks.games.undercover.text import clean, inflections, tokens
from interplay.tracks.games.undercover.words import PAIRS

WORDS = [word for pair in PAIRS for word in pair.words]


def test_there_are_enough_pairs_of_varied_categories_and_half_are_held_out() -> None:
    assert len(PAIRS) == 240
    assert len({pair.pair_id for pair in PAIRS}) == 240
    sizes = Counter((pair.category, pair.reserved) for pair in PAIRS)
    assert len({category for category, _ in sizes}) == 15
    assert set(sizes.values()) == {8}


def test_words_are_single_lower_case_and_occur_once() -> None:
    assert all(re.fullmatch("[a-z]{3,}", word) for word in WORDS)
    assert len(set(WORDS)) == len(WORDS)
    for first, second in combinations(sorted(WORDS), 2):
        assert not inflections(first) & inflections(second) or (first, second) in CHANCE, (first, second)


CHANCE = {("bowl", "bowling")}
"""Words that look like forms of each other and name quite different things, in different pairs."""


def test_neither_word_of_a_pair_contains_the_other_or_is_nearly_it() -> None:
    for pair in PAIRS:
        first, second = pair.words
        assert first not in second
        assert second not in first
        assert len(set(first) ^ set(second)) >= 2, pair


def test_every_pair_is_in_the_bank_under_the_same_words() -> None:
    assert {pair_id: entry.words for pair_id, entry in entries().items()} == {p.pair_id: p.words for p in PAIRS}


def test_every_word_has_clues_most_of_which_fit_both_words() -> None:
    for word in WORDS:
        association = bank().about(word)
        assert len(association.shared) >= 4
        assert len(association.distinct) >= 2
        assert len(association.shared) > len(association.distinct)
        assert association.shared == bank().about(association.other).shared


def test_clues_are_short_clean_and_differ_within_a_pair() -> None:
    for entry in entries().values():
        clues = (*entry.clues.both, *entry.clues.first, *entry.clues.second)
        assert len({tuple(tokens(clue)) for clue in clues}) == len(clues), entry.words
        for clue in clues:
            assert re.fullmatch("[a-z0-9 ,-]{4,60}", clue), clue
            assert clue == clean(clue)


def test_no_clue_contains_a_word_of_its_pair_a_form_of_it_or_a_part_of_it() -> None:
    for entry in entries().values():
        for clue in (*entry.clues.both, *entry.clues.first, *entry.clues.second):
            for word in entry.words:
                said = set(tokens(clue))
                assert not said & inflections(word), (word, clue)
                assert len(word) < 4 or word not in clue, (word, clue)
                parts = {t for t in said if len(t) >= 3 and (word.startswith(t) or word.endswith(t))}
                assert parts <= {"eat", "for", "the", "one", "old", "ear", "can"}, (word, clue)


def test_no_clue_is_used_so_often_that_it_says_nothing() -> None:
    used = Counter(clue for entry in entries().values() for clue in (*entry.clues.both, *entry.clues.first))
    assert max(used.values()) <= 16
    assert sum(count > 1 for count in used.values()) < len(used) / 8


def test_own_clues_and_near_words_tell_the_words_of_a_pair_apart() -> None:
    for entry in entries().values():
        near = [set(text.split()) for text in (entry.near.both, entry.near.first, entry.near.second)]
        assert not near[0] & near[1] or not near[0] & near[2], entry.words
        first, second = (bank().about(word).stems for word in entry.words)
        assert len(first - second) >= 4, entry.words
        assert len(second - first) >= 4, entry.words


def test_clues_of_one_word_can_be_told_from_the_other_by_their_words_alone() -> None:
    """But for a few that are made of words that may be said of anything (a star: we live on one)."""
    vague = [
        clue
        for association in bank().associations.values()
        for clue in association.distinct
        if stems(clue).isdisjoint(association.alone)
    ]
    assert len(vague) < 10, vague


def test_everyday_words_are_plain_words_that_occur_once() -> None:
    lines = resources.files(undercover).joinpath("everyday.txt").read_text(encoding="utf-8").splitlines()[1:]
    words = " ".join(lines).split()
    assert all(re.fullmatch("[a-z]{2,}", word) for word in words)
    assert [word for word, times in Counter(words).items() if times > 1] == []
