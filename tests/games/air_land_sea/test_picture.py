"""Air, Land & Sea drawn: cards faceup and facedown with their strengths, what is hidden, what happened last."""

from interplay.tracks.games.air_land_sea.picture import PICTURE
from tests.games.air_land_sea.tables import DEAL, FULL_BATTLE, after, dealt, laid
from tests.games.drawings import looks, used, words


def test_cards_lie_in_their_columns_and_facedown_ones_show_a_strength() -> None:
    state = laid(("A1", "S1"), {"air": "A6 (L4)"}, {"sea": "S2 (A3)"})
    drawn = PICTURE.frame(state, None)
    assert set(used(drawn)) == {f"air_land_sea-{one}" for one in ("a6-up", "l4-down", "s2-up", "a3-down")}
    assert words(drawn)[-3:-1] == ["2", "4"]  # seat 1's facedown card is raised by its Escalation


def test_hands_and_deck_are_behind_dashed_frames() -> None:
    ground, drawn = PICTURE.ground(dealt(DEAL)), PICTURE.frame(dealt(DEAL), None)
    assert len([part for part in ground.findall("rect") if part.get("stroke-dasharray")]) == 3
    assert "hand A4 L1 A3 L5 S3 S5" in words(drawn)


def test_every_play_of_a_battle_is_told_and_framed() -> None:
    state = dealt(DEAL)
    for action in FULL_BATTLE[:-1]:
        state = after(state, action)
        drawn = PICTURE.frame(state, None)
        card = [part for part in looks(drawn, "mark-line") if part.get("rx") == "5"]
        assert len(card) == 1, action
        assert any(said.startswith(f"Seat {state.log[-1].seat} ") for said in words(drawn)), action


def test_the_end_of_a_battle_is_told() -> None:
    state = after(dealt(DEAL), "withdraw")
    assert words(PICTURE.frame(state, None))[-1] == "Seat 0 withdraws: seat 1 scores 2. Battle 2 begins."


def test_captions_say_strengths_and_points() -> None:
    state = laid(("A1", "S1"), {"air": "A6 (L4)"}, {"sea": "S2 (A3)"})
    assert PICTURE.caption(state) == (
        "Battle 1, seat 0 decides; victory points 0 to 0 (seat 0 to seat 1). "
        "Strengths: air 8 to 0, land 0 to 0, sea 0 to 6."
    )
    lost = state
    while not lost.over:
        lost = after(lost, "withdraw")
    assert PICTURE.caption(lost).startswith(f"Seat {int(lost.vp[1] > lost.vp[0])} has won the match; victory points ")
