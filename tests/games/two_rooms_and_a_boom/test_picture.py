"""Two Rooms and a Boom drawn: who is where, talk and notes whatever they hold, hostages, the end."""

import pytest
from msgspec.structs import replace

from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.two_rooms_and_a_boom.picture import PICTURE
from interplay.tracks.games.two_rooms_and_a_boom.rules import GAME, Note, Talk
from tests.games.drawings import HOSTILE, after, harmless, looks, used, words
from tests.games.two_rooms_and_a_boom.test_rules import act, quiet, rooms, send, setup

MIDDLE = PICTURE.size[0] / 2


def test_everybody_stands_in_their_room() -> None:
    for state in (GAME.start(setup()), send(GAME.start(setup()), 4, 3)):
        drawn = PICTURE.frame(state, None)
        stands = {int(use.get("href", "")[-1]): float(use.get("x", 0)) > MIDDLE for use in drawn.iter("use")}
        assert stands == {member: bool(room) for member, room in enumerate(state.now)}


def test_leaders_wear_crowns_and_the_special_two_are_marked() -> None:
    symbols = {part.get("id", "")[-1]: part for part in PICTURE.ground(GAME.start(setup())).iter("g") if part.get("id")}
    assert {seat for seat, drawn in symbols.items() if "M-13-29" in "".join(p.get("d", "") for p in drawn)} == {
        "1",
        "5",
    }
    assert {seat for seat, drawn in symbols.items() if looks(drawn, "bad")} == {"3"}  # the bomb's spark


def test_talk_and_notes_are_bubbles_with_an_arrow() -> None:
    asked = act(GAME.start(setup()), "ask_p2", "Who are you?")
    drawn = PICTURE.frame(asked, None)
    assert {"P1 (seat 0) asks P2", "“Who are you?”"} <= set(words(drawn))
    answered = act(asked, "answer", "Blue.")
    assert {"P2 (seat 1) answers", "“Blue.”"} <= set(words(PICTURE.frame(answered, None)))
    written = act(answered, "report", "P2 is blue.")
    assert {"P1 (seat 0) writes to P2", "“P2 is blue.”"} <= set(words(PICTURE.frame(written, None)))


def test_a_choice_of_a_hostage_is_ringed_until_both_are_known() -> None:
    state = quiet(GAME.start(setup()))
    drawn = PICTURE.frame(state, after(state, 1, Choice("send_p4")))
    (ring,) = [part for part in looks(drawn, "mark-line") if part.get("stroke-dasharray")]
    (place,) = [use for use in drawn.iter("use") if use.get("href", "").endswith("seat3")]
    assert ring.get("cx") == place.get("x")


def test_hostages_are_shown_on_their_way() -> None:
    state = send(GAME.start(setup()), 4, 3)
    drawn = PICTURE.frame(state, None)
    assert "hostages of round 1: P4 to room 1, P3 to room 0" in words(drawn)
    assert len([part for part in looks(drawn, "mark-line") if part.tag == "path"]) == 2
    assert rooms(state) == ((1, 2, 3), (4, 5, 6))


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_talk_comes_out_escaped_cut_and_printable(said: str) -> None:
    start = GAME.start(setup())
    assert harmless(PICTURE.frame(replace(start, talks=(Talk(0, 0, 1, said, said),)), None))
    noted = replace(start, talks=(Talk(0, 0),), notes=(Note(0, 0, 1, said, 1),))
    assert harmless(PICTURE.frame(noted, None))


def test_captions_say_rooms_roles_and_who_has_won() -> None:
    start = GAME.start(setup())
    assert PICTURE.caption(start) == (
        "Round 1 of 3: seat 0 (P1) may ask somebody; room 0 holds seat 0 (P1, blue, president), seat 1 (P2, blue, "
        "leader), seat 3 (P4, red, bomber) and room 1 holds seat 2 (P3, blue), seat 4 (P5, red), "
        "seat 5 (P6, red, leader)."
    )
    apart = send(send(send(start, 4, 3), 3, 5), 5, 3)
    assert PICTURE.caption(apart).startswith("President and bomber are apart: blue wins; room 0 holds ")
    together = send(send(send(start, 4, 3), 3, 5), 1, 3)
    assert PICTURE.caption(together).startswith("President and bomber are together: red wins; room 0 holds ")
    assert len(used(PICTURE.frame(together, None))) == 6
