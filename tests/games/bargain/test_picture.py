"""Bargain drawn: the latest split, private values, messages whatever they hold, all offers."""

from xml.etree.ElementTree import tostring

import pytest

from interplay.tracks.games.bargain.picture import PICTURE
from interplay.tracks.games.bargain.rules import DEAL, TURNS, Action
from tests.games.bargain.test_rules import A, B, state_after
from tests.games.drawings import used, words


def test_the_pool_lies_in_the_middle_before_a_proposal_and_is_split_after_it() -> None:
    middle = PICTURE.size[0] / 2
    before, split = (PICTURE.frame(state_after(*actions), None) for actions in ((), (A,)))
    assert used(before) == [*["bargain-hat"], *["bargain-ball"] * 2, *["bargain-apple"] * 3]
    assert sorted(used(before)) == sorted(used(split))
    sides = {part.get("href"): float(part.get("x", 0)) < middle for part in split.iter("use")}
    assert sides == {"#bargain-hat": True, "#bargain-ball": False, "#bargain-apple": False}
    assert {"= 8", "= 6"} <= set(words(split))


def test_values_are_behind_dashed_frames() -> None:
    ground = PICTURE.ground(state_after())
    assert [part.get("stroke-dasharray") is not None for part in ground.iter("rect") if part.get("rx") == "6"] == [
        True
    ] * 2


@pytest.mark.parametrize(
    "message",
    [
        '<script>alert(1)</script><img src=x onerror="alert(1)">',
        "</text></svg><style>*{display:none}</style>",
        "\u202eright to left\u2066 and \x1b[31mred\x00",
        "&" * 1_000_000,
        "lone \ud800 surrogate",
        "\U0001f600 " * 400,
    ],
)
def test_hostile_messages_come_out_escaped_cut_and_printable(message: str) -> None:
    drawn = PICTURE.frame(state_after(Action((1, 0, 0), message)), None)
    text = tostring(drawn, encoding="unicode")
    assert "<script" not in text
    assert "<img" not in text
    assert "<style" not in text
    assert text.isprintable()
    assert len(text.encode()) <= 4_096


def test_captions_say_the_offer_and_how_it_ended() -> None:
    assert (
        PICTURE.caption(state_after()) == "Turn 1 of 20: seat 0 is to speak; the pool holds 1 hat, 2 balls, 3 apples."
    )
    assert PICTURE.caption(state_after(A)) == (
        "Turn 2 of 20: seat 1 is to speak; by the latest proposal seat 0 would get 1 hat, seat 1 2 balls, 3 apples, "
        "worth 8 and 6 of 10 to them."
    )
    assert PICTURE.caption(state_after(A, B, DEAL)) == "Seat 0 has accepted: seat 0 gets 9 and seat 1 gets 4 of 10."
    assert PICTURE.caption(state_after(*[A, B] * (TURNS // 2))).startswith("All 20 turns are over without a deal")
