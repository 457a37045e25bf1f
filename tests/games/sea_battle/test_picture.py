"""Sea Battle drawn: ships and wrecks, tracks and hits of a round that is over, the decider in one that is not."""

from interplay.tracks.games.pictures import Gathering
from interplay.tracks.games.sea_battle.picture import PICTURE
from interplay.tracks.games.shared.menu import Choice
from tests.games.drawings import after, looks, used, words
from tests.games.sea_battle.fleets import fleet, sail, sea

SHIPS = {0: (5, 5, "e", 0), 3: (6, 7, "e", 8)}
ORDERS = {0: "forward_left", 3: "stay_left"}


def test_ships_afloat_and_wrecks_are_drawn() -> None:
    drawn = PICTURE.frame(fleet(SHIPS), None)
    assert used(drawn).count("sea_battle-ship") == 2
    assert used(drawn).count("sea_battle-wreck") == 4


def test_a_round_shows_tracks_hits_and_what_they_did() -> None:
    before = fleet(SHIPS)
    state = sail(before, ORDERS)
    drawn = PICTURE.frame(state, after(before, 3, Choice("stay_left")))
    assert len(looks(drawn, "mark-line")) == 1  # ship 0 has sailed
    assert len(looks(drawn, "bad-line")) == 1  # and has hit ship 3
    assert words(drawn)[-12:] == ["0", *["10", "sunk"] * 5, "forward, fire left"]


def test_in_a_round_that_is_not_over_the_ship_that_decides_is_ringed() -> None:
    before = sail(fleet({**SHIPS, 4: (15, 15, "e", 0)}), {**ORDERS, 4: "stay_left"})
    drawn = [PICTURE.frame(before, after(before, seat, Choice("stay_left"))) for seat in (0, 4)]
    assert [len(looks(one, "mark-line")) for one in drawn] == [1, 1]
    assert not [line for one in drawn for line in looks(one, "bad-line")]  # not the shots of the round before


def test_a_round_that_is_not_over_shows_its_own_orders_so_far() -> None:
    before = sail(fleet({**SHIPS, 4: (15, 15, "e", 0)}), {**ORDERS, 4: "stay_left"})
    seen = [after(before, 0, Choice("stay")), after(before, 4, Choice("forward_right"))]
    drawn = words(PICTURE.frame(before, seen[-1]))
    assert "round 2: orders so far, damage (a ship sinks at 10)" in drawn
    assert "forward, fire left" not in drawn  # the order of ship 0 in the round before
    assert drawn[-1] == "forward, fire right"
    assert isinstance(PICTURE, Gathering)
    assert words(PICTURE.given(before, seen)) == ["stay"]


def test_hidden_damage_has_a_dashed_frame() -> None:
    frames = [
        [
            part
            for part in PICTURE.ground(fleet(SHIPS, water=sea(hide_damage=hidden))).iter()
            if part.get("stroke-dasharray")
        ]
        for hidden in (False, True)
    ]
    assert list(map(len, frames)) == [0, 6]


def test_captions_say_where_ships_are_and_how_it_ended() -> None:
    before = fleet(SHIPS)
    said = PICTURE.caption(before)
    assert said.startswith("After 0 of at most 100 rounds, all ships afloat are to act: ")
    assert "ship 3 at (6, 7) heading east, damage 8 of 10; ship 4 is sunk" in said
    assert PICTURE.caption(sail(before, ORDERS)).startswith("After 1 of at most 100 rounds, seats 0, 1, 2 have won: ")
