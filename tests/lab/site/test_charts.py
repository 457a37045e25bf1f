"""Charts put numbers where they belong."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.tables import numbers
from interplay_lab.site import charts
from interplay_lab.site.charts import Number
from interplay_lab.site.pages import environment


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_an_axis_holds_all_values_between_few_round_numbers(values: list[float]) -> None:
    axis = charts.axis(values)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert 2 <= len(axis.ticks) <= 8
    places = [axis.at(value) for value in values]
    assert all(place is not None and 0 <= place <= 100 for place in places)


def test_an_axis_of_nothing_is_an_axis() -> None:
    assert charts.axis([], keep=(math.inf,)).ticks


def test_marks_are_in_the_order_of_their_numbers_and_undefined_ones_have_none() -> None:
    plot = charts.forest(
        "t", [Number("a", "", "50", 50, 40, 60), Number("b", "", "–", None, None, None)], keep=(0, 100)
    )
    first, second = plot.rows
    assert [plot.axis.at(number) for number in (first.low, first.value, first.high)] == [40, 50, 60]
    assert plot.axis.at(second.value) is None
    assert [plot.axis.at(number) for number in (-9, 0, 109)] == [-1, 0, 101]


@pytest.mark.parametrize(
    ("bounds", "together"),
    [
        ([(9, 10), (5, 6), (1, 2)], []),
        ([(5, 10), (4, 6), (1, 4.5)], [(0, 1), (1, 2)]),
        ([(5, 10), (4, 9), (3, 8)], [(0, 1, 2)]),
        ([(2, 3), (1, 9), (0, 1.5), (0, 0.5)], [(0, 1), (1, 2), (2, 3)]),
        ([(100, 100), (0, 0), (0, 0)], [(1, 2)]),
        ([], []),
    ],
)
def test_systems_are_together_where_all_intervals_of_a_run_overlap(
    bounds: list[charts.Bounds], together: list[tuple[int, ...]]
) -> None:
    assert charts.runs(bounds) == together


def test_a_curve_goes_up_where_shares_do() -> None:
    points = {8: charts.Point(0.0, None, None, "8: none"), 32: charts.Point(1.0, 0.8, 1.0, "32: all")}
    curve = {"label": "<a>", "href": "", "points": points, "look": "series-0", "text": "", "label_at": 50.0}
    chart = {"title": "t", "across": "", "about": "", "x": {8: 0.0, 32: 100.0, 64: 50.0}, "curves": [curve]}
    page = environment().get_template("macros.html").module.curves(chart)  # type: ignore[attr-defined]
    assert 'points="0,100 100,0"' in page
    assert page.count('class="series-0 reach"') == 1
    assert 'y1="42.0" y2="0.0"' in page
    assert "<td>none</td>" not in page
    assert page.count("<td>–</td>") == 1
    assert "&lt;a&gt;" in page


def test_labels_of_curves_that_would_overlap_are_moved_apart() -> None:
    assert charts.spread([20, 60]) == [20, 60]
    assert charts.spread([50, 50, 49]) == [55, 61, 49]
    assert charts.spread([100, 100]) == [94, 100]


def test_what_is_rounded_to_zero_has_no_sign() -> None:
    assert [numbers.cell(numbers.number(value, 0)) for value in (-0.4, -1.6)] == ["0", "−2"]
    assert numbers.number(-0.04, 1, "z") == "0.0"
    assert numbers.cell("-0.0 [-0.04, -10]") == "0.0 [−0.04, −10]"
