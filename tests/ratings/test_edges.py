"""The known advantage of a side: taken off by Bradley-Terry, told by TrueSkill, refused where it means nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from interplay import ratings
from interplay.core.errors import RecordError
from interplay.ratings.ledger import collect, read_matches
from interplay.ratings.matches import BadMatch, Match, result_of
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings

Write = Callable[..., Path]
EDGE = float(np.log(4))
"""The side that is ahead wins four of five between equals."""


def one_sided(edge: float) -> list[Match]:
    """Return matches of equals in which a always has the better side, and wins four of five."""
    return [
        Match(game="g", setup=None, seats=("a", "b"), returns=(won, 1 - won), edge=edge) for won in [1, 1, 1, 1, 0] * 20
    ]


def test_equals_tie_when_the_edge_of_the_side_is_known() -> None:
    known, unknown = (rate(collect(enumerate(one_sided(edge))), Settings()) for edge in (EDGE, 0.0))
    assert [row.rating for row in known.ratings] == pytest.approx([0, 0], abs=1e-4)
    assert [(row.best_rank, row.worst_rank) for row in known.ratings] == [(1, 2), (1, 2)]
    assert [(row.best_rank, row.worst_rank) for row in unknown.ratings] == [(1, 1), (2, 2)]


def test_the_edge_is_that_of_the_first_side_whoever_is_named_first() -> None:
    turned = [
        Match(game="g", setup=None, seats=("b", "a"), returns=(m.returns or ())[::-1], edge=-m.edge)
        for m in one_sided(EDGE)
    ]
    assert rate(collect(enumerate(turned)), Settings()) == rate(collect(enumerate(one_sided(EDGE))), Settings())


def test_edges_are_read_from_files_and_from_lists_alike(write_matches: Write) -> None:
    rows = [
        {"game": "g", "seats": ["a", "b"], "returns": [won, 1 - won], "edge": edge, "setup": f"s{k}"}
        for k, (won, edge) in enumerate([(1, 1.5), (0, 1.5), (1, -0.5), (1, -0.5), (0, 0.0)] * 4)
    ]
    read = rate(read_matches([write_matches(*rows)]), Settings(clusters="match"))
    wins = [
        ("a", "b", row["edge"]) if row["returns"] == [1, 0] else ("b", "a", -float(str(row["edge"]))) for row in rows
    ]
    winners, losers, edges = zip(*wins, strict=True)
    listed = ratings.bradley_terry(winners, losers, edges=edges)
    assert [row.rating for row in listed.ratings] == [row.rating for row in read.ratings]
    assert [row.low for row in listed.ratings] == [row.low for row in read.ratings]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"edge": 10.5}, "at most 10"),
    ({"edge": -11}, "at least -10"),
    ({"edge": "1"}, "expected number"),
]


@pytest.mark.parametrize(("fields", "message"), BAD)
def test_edges_out_of_range_are_refused(write_matches: Write, fields: dict[str, Any], message: str) -> None:
    path = write_matches({"game": "g", "seats": ["a", "b"], "returns": [1, 0], **fields})
    with pytest.raises(RecordError, match=r"\$.edge") as caught:
        read_matches([path])
    assert message in str(caught.value)


def test_an_edge_needs_two_sides_of_one_system_each() -> None:
    three = Match(game="g", setup=None, seats=("a", "b", "c"), ranks=(1, 2, 3), edge=0.5)
    with pytest.raises(BadMatch, match=r"found the edge 0\.5 with 3 systems on 3 sides, expected two systems"):
        result_of(three, "f", 1)
    teams = Match(game="g", setup=None, seats=("a", "b", "b"), ranks=(1, 2, 2), edge=0.5)
    assert result_of(teams, "f", 1).edge == 0.5


def test_edges_of_lists_must_be_numbers_in_range() -> None:
    for edge in (float("nan"), 11, "x"):
        with pytest.raises(RecordError, match=r"edges\[0\]"):
            ratings.bradley_terry(["a"], ["b"], edges=[edge])


def test_trueskill_says_that_it_takes_no_edge_off(write_matches: Write) -> None:
    row = {"game": "hive", "seats": ["a", "b"], "returns": [1, 0], "edge": 0.5}
    path = write_matches(row, row)
    assert "TrueSkill does not correct for the advantage" in str(ratings.rate(path).warnings[-1])
    assert ratings.rate(path, method="bt").warnings == ()


def test_matches_without_an_edge_are_written_without_the_field() -> None:
    plain = Match(game="g", setup=None, seats=("a", "b"), returns=(1, 0))
    assert b"edge" not in msgspec.json.encode(plain)
