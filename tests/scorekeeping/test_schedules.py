"""Drawn orders of requests and corrections: what their rounds alone say of the labels."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import pytest

from tests.benchmarks.scorekeeping_schedules import N_SLOTS, TABLES, Row, by_table, orders, rows


@pytest.fixture(scope="module")
def drawn() -> tuple[list[Row], list[Row]]:
    """Return the informative probes of two draws."""
    return rows(orders("one")), rows(orders("two"))


ABOVE_TARGET = "rounds since the last request"
"""Gains 12 to 20 on a draw; decision 0089 says so."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TABLES if name != ABOVE_TARGET])
def test_no_table_of_rounds_learned_on_one_draw_gains_much_on_another(
    name: str, drawn: tuple[Sequence[Row], Sequence[Row]]
) -> None:
    """The standard error of a draw is 4 points, so 18 is two of them above the 10 that no such policy may have."""
    key, (first, second) = TABLES[name], drawn
    assert by_table(key, first, second) < 18
    assert by_table(key, second, first) < 18


@pytest.mark.slow
def test_a_reader_of_requests_and_corrections_knows_every_label(drawn: tuple[Sequence[Row], Sequence[Row]]) -> None:
    for found in drawn:
        assert {(row[1][-1] >= row[2][-1]) is row[3] for row in found} == {True}


@pytest.mark.slow
def test_no_round_of_the_last_correction_has_one_label(drawn: tuple[Sequence[Row], Sequence[Row]]) -> None:
    """Release 0.2 had 73 probes about slots corrected last in round 3, all of them yes."""
    labels: dict[int, list[bool]] = defaultdict(list)
    for row in (*drawn[0], *drawn[1]):
        labels[row[2][-1]].append(row[3])
    assert all(0.2 < fmean(found) < 0.8 for found in labels.values() if len(found) >= 80)
    assert N_SLOTS == 5
