"""Connect Four's solved positions: scores recomputed by a search of our own, and by bitbully where it is installed."""

from collections import Counter
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import bits, column_of, landings, mirrored
from interplay.tracks.games.connect_four.rules import GAME
from interplay.tracks.games.connect_four.search import Search
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import connect_four
from interplay_builders.tracks.positions.connect_four import (
    EASY_POOL,
    HARD_POOL,
    Labelled,
    depth,
    discs_after,
    is_hard,
    kind,
    pool,
    positions,
)
from tests.games.connect_four import label_positions


@cache
def every() -> list[Labelled]:
    return pool(EASY_POOL) + pool(HARD_POOL)


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def solved(labelled: Labelled) -> tuple[int | None, ...]:
    """Return the scores of all columns by our own search to the end."""
    sides = discs_after(labelled.moves)
    discs = sides[0] | sides[1]
    cells = bits(landings(discs))
    values = Search(10**9).values(sides[len(labelled.moves) % 2], discs, 42, cells, exact=True)
    columns = {column_of(bit): value // 100 for bit, value in values.items()}
    return tuple(columns.get(column) for column in range(1, 8))


def test_a_sample_of_late_positions_has_the_scores_of_our_own_search() -> None:
    late = [labelled for labelled in every() if len(labelled.moves) >= 20]
    assert len(late) > 250
    for labelled in Stream("tests", 0, "sample").sample(late, 25):
        assert solved(labelled) == labelled.scores, labelled.moves


def test_a_sample_of_all_positions_has_the_scores_of_bitbully() -> None:
    pytest.importorskip("bitbully", reason="bitbully, an AGPL solver, is not installed")
    score = label_positions.scorer()
    for labelled in Stream("tests", 1, "sample").sample(every(), 30):
        assert score(labelled.moves) == labelled.scores, labelled.moves


def test_bitbully_gives_the_published_scores() -> None:
    pytest.importorskip("bitbully", reason="bitbully, an AGPL solver, is not installed")
    score = label_positions.scorer()
    assert score(()) == (-2, -1, 0, 1, 0, -1, -2)
    assert score((4,)) == (-4, -2, -2, -1, -2, -2, -4)
    assert score((4, 4, 5, 5, 6, 6)) == (17, 17, 18, 17, 17, 17, 18)


def test_immediate_wins_have_the_highest_score_that_is_possible() -> None:
    for labelled in every():
        first = 22 - (len(labelled.moves) // 2 + 1)
        assert (max(score for _, score in labelled.valued) == first) == (kind(labelled) == "must-win")


def test_the_pool_has_each_position_and_its_mirror_image_once() -> None:
    keys = set()
    for labelled in every():
        first, second = discs_after(labelled.moves)
        keys.add(min((first, second), (mirrored(first), mirrored(second))))
        assert 8 <= len(labelled.moves) <= 30
        assert len({(score > 0) - (score < 0) for _, score in labelled.valued}) > 1
    assert len(keys) == len(every()) == 1287


def test_in_hard_positions_one_column_keeps_the_outcome_and_the_end_is_far() -> None:
    found = pool(HARD_POOL)
    assert len(found) == 600
    for labelled in found:
        outcomes = [outcome for _, outcome in labelled.outcomes]
        assert outcomes.count(max(outcomes)) == 1
        assert depth(labelled) >= 9
        assert kind(labelled) == ("only-win" if max(outcomes) > 0 else "only-defence")
        assert is_hard(labelled)
    assert not any(depth(labelled) > 12 for labelled in pool(EASY_POOL))


def test_few_hard_positions_are_found_by_simple_rules() -> None:
    assert sum(map(label_positions.is_found, pool(HARD_POOL))) == label_positions.HARD[True]


@pytest.mark.slow
def test_positions_are_balanced_unfinished_and_value_every_open_column() -> None:
    assert Counter(p.split for p in made()) == {"easy": 100, "hard": 300}
    assert {p.kind for p in made() if p.split == "hard"} == {"only-win", "only-defence"}
    for position in made():
        values = [v.value for v in position.values]
        assert {*values} <= {1, 0, -1}
        assert position.penalty == max(values) - min(values) > 0
        assert position.messages[0].content.count("Open columns") == 1


def test_the_seed_chooses_positions_order_and_sides() -> None:
    assert tuple(positions("test", "canary")) == made()
    assert tuple(positions("other", "canary")) != made()
    assert [p.item_id for p in made()[:2]] == ["connect_four/0000", "connect_four/0001"]
    first = made()[0]
    assert len(first.played) % 2 == first.seat
    assert GAME.deal("test", {"opening_plies": 0}, "strict") == first.setup


@pytest.mark.parametrize(
    ("moves", "scores", "plies", "level", "tag"),
    [
        ((4, 4, 5, 5, 6, 6), (17, 17, 18, 17, 17, 17, 18), 1, False, "must-win"),
        ((1, 2, 1, 2, 1), (0, -18, -18, -18, -18, -18, -18), 2, False, "must-block"),
        ((4,), (0, -2, -2, -1, -2, -2, -4), 40, True, "only-defence"),
        ((4,), (0, -18, -18, -18, -18, -18, -1), 40, False, "only-defence"),
        ((), (-2, -1, 0, 1, 0, -1, -2), 41, True, "only-win"),
        ((), (-2, -1, 0, 1, 1, -1, -2), 41, False, "only-win"),
        ((4,), (15, 0, 0, 0, 0, 0, 0), 13, True, "only-win"),
        ((), (18, 0, 0, 0, 0, 0, 0), 7, False, "only-win"),
    ],
)
def test_difficulty_is_how_far_ahead_one_must_look(
    moves: tuple[int, ...], scores: tuple[int, ...], plies: int, level: bool, tag: str
) -> None:
    labelled = Labelled(moves, scores)
    assert (depth(labelled), is_hard(labelled), kind(labelled)) == (plies, level, tag)
    assert depth(labelled.mirrored()) == plies


@pytest.mark.parametrize("line", ["1234\t1\t2", "x\t1\t1\t1\t1\t1\t1\t1", "12\t1\t1\t1\t1\t1\t1\tone"])
def test_a_broken_line_of_the_pool_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"found|literal"):
        connect_four._read(line)
