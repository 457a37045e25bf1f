"""Rules of Air, Land & Sea: the specified cases, what else the rules say, invariants."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import PACK
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import DOWN, WITHDRAWAL, State, destroys, strengths, totals, winner_by
from interplay.tracks.games.air_land_sea.text import observation
from tests.games import matches
from tests.games.air_land_sea.tables import DEAL, FULL_BATTLE, NAMES, after, cards, dealt, laid, listed, walk, zones

AIR, LAND, SEA = range(3)


# The specified cases, by their numbers.


def test_1_who_always_withdraws_loses_by_twelve_to_nothing_in_six_battles() -> None:
    state = dealt()
    for battle in range(1, 7):
        assert (state.battle, state.vp, state.first) == (battle, (0, 2 * battle - 2), (battle - 1) % 2)
        if state.turn == 1:
            state = after(state, next(i for i in listed(state) if i.startswith("improvise")))
        state = after(state, "withdraw")
    assert GAME.to_move(state) == ()
    assert GAME.outcome(state).returns == GAME.outcome(state).points == (0.0, 1.0)
    assert GAME.outcome(state).reason == "withdrawal"
    assert [battle.left for battle in state.past] == [6] * 6


@pytest.mark.parametrize(("first", "left", "points"), [(0, 3, 3), (1, 4, 3), (1, 2, 4), (0, 1, 4), (1, 1, 6)])
def test_2_a_withdrawal_costs_by_role_and_cards_left(first: int, left: int, points: int) -> None:
    hand = " ".join(NAMES[:left])
    state = after(laid((hand, "S1 S2"), first=first), "withdraw")
    assert state.vp == (0, points)
    assert (state.past[0].left, state.past[0].winner) == (left, 1)


def test_2_the_whole_table_of_withdrawals() -> None:
    assert [WITHDRAWAL[0][left] for left in range(6, -1, -1)] == [2, 2, 2, 3, 3, 4, 6]
    assert [WITHDRAWAL[1][left] for left in range(6, -1, -1)] == [2, 2, 3, 3, 4, 6, 6]


def test_3_a_full_battle_is_counted_as_by_hand() -> None:
    states = [dealt(DEAL)]
    for action_id in FULL_BATTLE:
        states.append(after(states[-1], action_id))
    at = dict(zip(FULL_BATTLE, states, strict=False))
    assert at["improvise_s6_land"].sides[0][LAND] == cards("(L6)")
    covered = states[FULL_BATTLE.index("deploy_l4_land") + 1]
    assert strengths(covered.sides[1], LAND) == (4, 4)
    uncovered = states[FULL_BATTLE.index("deploy_l4_land") + 3]
    assert strengths(uncovered.sides[1], LAND) == (6, 4), "S2 is still faceup in sea"
    end = states[-1]
    assert end.vp == (6, 0)
    assert end.past[0].totals == ((7, 4, 6), (2, 11, 4))
    assert (end.past[0].left, end.past[0].winner, end.battle) == (-1, 0, 2)
    assert end.order == (SEA, AIR, LAND)
    assert end.first == end.turn == 1


@pytest.mark.parametrize(
    ("order", "raised"), [("air land sea", (0, 3, 0)), ("sea air land", (0, 3, 3)), ("land sea air", (0, 0, 3))]
)
def test_4_support_adds_to_adjacent_theaters_only(order: str, raised: tuple[int, int, int]) -> None:
    found = totals(laid(("A6", "S6"), own={"air": "A1"}, order=order))[0]
    assert found == (1, *raised[1:])


@pytest.mark.parametrize("owner", [0, 1])
def test_5_containment_destroys_what_either_player_improvises(owner: int) -> None:
    columns = {"air": "A5"}
    state = laid(("L1 L2", "S1 S2"), own={} if owner else columns, opp=columns if owner else {})
    done = after(state, "improvise_l1_sea")
    assert done.sides == state.sides
    assert done.hands[0] == cards("L2")
    assert done.deck == (*state.deck, *cards("L1"))
    assert done.log[-1].destroyed
    assert not done.log[-1].open


def test_5_containment_destroys_what_reinforce_plays() -> None:
    state = laid(("L1 L2", "S1 S2"), own={"air": "A5"})
    top, rest = state.deck[0], state.deck[1:]
    done = after(state, "deploy_l1_land", "reinforce_sea")
    assert done.deck == (*rest, top)
    assert done.sides[0] == (cards("A5"), cards("L1"), ())


def test_6_blockade_destroys_the_fourth_card_of_an_adjacent_theater() -> None:
    state = laid(("L2 A6 L6", "A2 A3"), own={"sea": "S5", "land": "(A1)"}, opp={"land": "L3 (S1)"})
    done = after(state, "deploy_l2_land")
    assert done.turn == 1, "no flip is asked"
    assert done.deck == (*state.deck, *cards("L2"))
    assert done.sides == state.sides
    assert done.log[-1].destroyed
    assert done.log[-1].open


def test_6_blockade_lets_the_third_card_pass_and_other_theaters() -> None:
    two = laid(("L2 A6", "A2 A3"), own={"sea": "S5", "land": "(A1)"}, opp={"land": "L3"})
    assert after(two, "deploy_l2_land").stack[-1].kind == "ambush"
    full = {"air": "(A1) (L4) (S1)"}
    far = laid(("A6 L2", "A2 A3"), own={"sea": "S5", **full})
    assert after(far, "deploy_a6_air").sides[0][AIR][-1] == cards("A6")[0]
    facedown = laid(("A6 L2", "A2 A3"), own={"sea": "(S5)", "land": "(A1) (L4) (S1)"})
    assert after(facedown, "improvise_a6_land").sides[0][LAND][-1] == cards("(A6)")[0]


def test_7_cover_fire_sets_what_lies_beneath_it() -> None:
    state = laid(("A6", "S6"), own={"land": "L6 (A1) L4", "sea": "S2"})
    assert strengths(state.sides[0], LAND) == (4, 4, 4)
    assert totals(state)[0][LAND] == 12
    above = laid(("A6", "S6"), own={"land": "L4 L6 (A1)"})
    assert strengths(above.sides[0], LAND) == (4, 6, 2)
    assert strengths(laid(("A6", "S6"), own={"land": "L6 (L4)"}).sides[0], LAND) == (6, 2)


def test_8_after_disrupt_both_flip_and_then_abilities_follow_in_this_order() -> None:
    state = laid(("L5 L6", "S6 S5"), own={"air": "(L2)"}, opp={"sea": "(A3)", "land": "(A1)"})
    asked = after(state, "deploy_l5_land")
    assert (asked.seat, listed(asked)) == (0, ["flip_air_own", "flip_land_own"])
    reply = after(asked, "flip_air_own")
    assert (reply.seat, listed(reply)) == (1, ["flip_land_own", "flip_sea_own"])
    ambush = after(reply, "flip_sea_own")
    assert (ambush.seat, ambush.stack[-1].kind, ambush.stack[-1].card) == (0, "ambush", cards("L2")[0])
    maneuver = after(ambush, "flip_air_own")
    assert (maneuver.seat, maneuver.stack[-1].kind) == (1, "maneuver")
    assert listed(maneuver) == ["flip_land_own", "flip_land_opp"]
    done = after(maneuver, "flip_land_opp")
    assert (done.turn, done.stack) == (1, ())
    assert done.sides[0] == (cards("(L2)"), cards("(L5)"), ())


def test_9_air_drop_serves_the_next_play_only() -> None:
    state = laid(("A2 S6 L1", "L2 L6 L5"))
    dropped = after(state, "deploy_a2_air")
    assert dropped.air_drop == (True, False)
    own = after(dropped, "improvise_l6_sea")
    assert {"deploy_s6_air", "deploy_s6_land", "deploy_s6_sea"} <= set(listed(own))
    flag_gone = after(own, "improvise_l1_land", "improvise_l5_air")
    assert flag_gone.air_drop == (False, False)
    assert [i for i in listed(flag_gone) if i.startswith("deploy")] == ["deploy_s6_sea"]


def test_9_flipping_air_drop_facedown_does_not_cancel_it() -> None:
    state = after(laid(("A2 S6", "L3 L6")), "deploy_a2_air", "deploy_l3_land", "flip_air_opp")
    assert state.sides[0][AIR] == cards("(A2)")
    assert "deploy_s6_air" in listed(state)


def test_10_redeploy_is_followed_by_a_play_without_withdrawal() -> None:
    state = laid(("S4 A1", "L2 L3"), own={"land": "(L6) (S6)"})
    asked = after(state, "deploy_s4_sea")
    assert listed(asked) == ["return_l6", "return_s6", "return_none"]
    playing = after(asked, "return_l6")
    assert playing.sides[0][LAND] == cards("(S6)")
    assert listed(playing)[:2] == ["deploy_a1_air", "deploy_l6_land"]
    assert "withdraw" not in listed(playing)
    done = after(playing, "deploy_l6_land")
    assert (len(done.hands[0]), done.turn) == (len(state.hands[0]) - 1, 1)
    assert done.sides[0] == ((), cards("(S6) L6"), cards("S4"))


def test_10_redeploy_may_be_declined_and_is_asked_even_without_facedown_cards() -> None:
    asked = after(laid(("S4 A1", "L2 L3"), own={"land": "L6"}), "deploy_s4_sea")
    assert listed(asked) == ["return_none"]
    assert after(asked, "return_none").turn == 1


@pytest.mark.parametrize("first", [0, 1])
def test_11_ties_go_to_the_first_player(first: int) -> None:
    state = laid(("A6", ""), own={"air": "A5"}, first=first)
    done = after(state, "improvise_a6_land")
    assert done.past[0].totals == ((5, 0, 0), (0, 0, 0))
    assert done.vp == ((6, 0) if first == 0 else (0, 6))
    assert winner_by(((0, 0, 0), (0, 0, 0)), first) == first


def test_12_ambush_alone_can_only_turn_itself_facedown() -> None:
    asked = after(laid(("L2 A6", "S6 S5")), "deploy_l2_land")
    assert listed(asked) == ["flip_land_own"]
    done = after(asked, "flip_land_own")
    assert done.sides[0][LAND] == cards("(L2)")
    assert totals(done)[0] == (0, 2, 0)


# What else the rules say.


def test_maneuver_reaches_adjacent_theaters_of_both_sides_or_does_nothing() -> None:
    state = laid(("A3 A6", "S6 S5"), own={"land": "L6", "sea": "S1"}, opp={"land": "(L1) L5", "sea": "S2"})
    assert listed(after(state, "deploy_a3_air")) == ["flip_land_own", "flip_land_opp"]
    alone = laid(("A3 A6", "S6 S5"), own={"sea": "S1"}, opp={"air": "A5"})
    assert after(alone, "deploy_a3_air").turn == 1


def test_an_ability_works_for_the_owner_wherever_the_card_lies() -> None:
    state = laid(("L2 A6", "S6 S5"), opp={"sea": "(A3)", "land": "L1"})
    asked = after(state, "deploy_l2_land", "flip_sea_opp")
    assert (asked.seat, asked.stack[-1].kind) == (1, "maneuver")
    assert listed(asked) == ["flip_land_own", "flip_land_opp"]


def test_reinforce_shows_the_drawn_card_to_its_owner_only() -> None:
    state = after(laid(("L1 A6", "S6 S5"), deck="A2 A1 A3 A4 A5 L2 L3 L4 L5 L6 S1 S2 S3 S4"), "deploy_l1_land")
    assert "You drew A2 Air Drop" in prompted(state, 0)
    assert "A2" not in prompted(state, 1)
    assert listed(state) == ["reinforce_air", "reinforce_sea"]
    done = after(state, "reinforce_sea")
    assert done.sides[0][SEA] == cards("(A2)")
    assert len(done.deck) == 13
    assert "You drew A2 Air Drop and played it facedown into sea." in prompted(done, 0)
    assert "Your opponent drew a card and played it facedown into sea." in prompted(done, 1)


def test_reinforce_with_an_empty_deck_does_nothing() -> None:
    everything = {"land": "(A1) (A2) (A3) (A4) (A5) (L2)", "sea": "(L3) (L4) (L5) (L6)"}
    state = laid(("L1 A6", "S6 S5"), own=everything, opp={"air": "(S1) (S2) (S3) (S4)"}, deck="")
    assert after(state, "deploy_l1_land").turn == 1


def test_every_play_uses_up_a_waiting_air_drop_also_that_of_reinforce() -> None:
    state = replace(laid(("L1 A6", "S6 S5")), air_drop=(True, True))
    asked = after(state, "deploy_l1_sea")
    assert asked.air_drop == (False, True)
    flipped = replace(laid(("L3 A6", "S6 S5"), opp={"air": "(L1)"}), air_drop=(False, True))
    assert after(flipped, "deploy_l3_land", "flip_air_opp", "reinforce_land").air_drop == (False, False)


def test_aerodrome_lets_light_cards_into_any_theater_while_it_is_faceup() -> None:
    state = laid(("S3 S5", "L6 L5"), own={"air": "A4 A6"})
    assert [i for i in listed(state) if i.startswith("deploy")] == [
        *("deploy_s3_air", "deploy_s3_land", "deploy_s3_sea", "deploy_s5_sea")
    ]
    facedown = laid(("S3 S5", "L6 L5"), own={"air": "(A4)"})
    assert [i for i in listed(facedown) if i.startswith("deploy")] == ["deploy_s3_sea", "deploy_s5_sea"]
    theirs = laid(("S3 S5", "L6 L5"), opp={"air": "A4"})
    assert [i for i in listed(theirs) if i.startswith("deploy")] == ["deploy_s3_sea", "deploy_s5_sea"]


def test_transport_moves_any_own_card_on_top_of_another_column_as_it_lies() -> None:
    state = laid(("S1 A6", "L6 L5"), own={"land": "(L2) L4", "sea": "S6"})
    asked = after(state, "deploy_s1_sea")
    assert listed(asked) == [
        *("move_l2_air", "move_l2_sea", "move_l4_air", "move_l4_sea", "move_s6_air", "move_s6_land"),
        *("move_s1_air", "move_s1_land", "move_none"),
    ]
    assert after(asked, "move_l2_sea").sides[0] == ((), cards("L4"), cards("S6 S1 (L2)"))
    assert after(asked, "move_s6_land").sides[0] == ((), cards("(L2) L4 S6"), cards("S1"))
    assert after(asked, "move_none").sides == asked.sides


def test_moving_is_no_play_for_containment_blockade_and_air_drop() -> None:
    state = laid(("S1 A6", "L6 L5"), own={"land": "(L2) L4 (S6)", "air": "A5"}, opp={"sea": "S5"})
    asked = replace(after(state, "deploy_s1_sea"), air_drop=(True, False))
    done = after(asked, "move_s1_land")
    assert done.sides[0][LAND] == cards("(L2) L4 (S6) S1")
    assert done.air_drop == (True, False)


def test_escalation_raises_own_facedown_cards_also_when_covered() -> None:
    state = laid(("A6", "L6"), own={"sea": "S2 (A1)", "air": "(L1)"}, opp={"land": "(S6)"})
    assert totals(state) == ((4, 0, 6), (0, 2, 0))
    down = laid(("A6", "L6"), own={"sea": "(S2) (A1)"})
    assert totals(down)[0] == (0, 0, 4)


def test_disrupt_passes_over_an_opponent_without_cards() -> None:
    asked = after(laid(("L5 A6", "S6 S5"), own={"sea": "(L2)"}), "deploy_l5_land")
    done = after(asked, "flip_sea_own")
    assert (done.seat, done.stack[-1].kind) == (0, "ambush"), "what the one flip triggered still follows"
    assert after(done, "flip_land_own").turn == 1


def test_a_triggered_ability_follows_even_if_its_card_was_turned_facedown_meanwhile() -> None:
    state = laid(("L5 L6", "S6 S5"), own={"sea": "(L2)"}, opp={"air": "(S3)", "land": "A6"})
    first = after(state, "deploy_l5_land", "flip_sea_own", "flip_air_own", "flip_air_opp")
    assert first.sides[1][AIR] == cards("(S3)")
    assert (first.seat, first.stack[-1].kind, first.stack[-1].card) == (1, "maneuver", cards("S3")[0])


def test_a_card_is_destroyed_only_by_what_lies_faceup_on_the_table() -> None:
    state = laid(("A6", "S6"), own={"sea": "S5", "land": "(A5) (A1) (A2)"})
    assert destroys(state, LAND, facedown=False)
    assert not destroys(state, AIR, facedown=True)
    assert not destroys(laid(("A6", "S6"), own={"sea": "(S5)", "land": "L1 L2 L3"}), LAND, facedown=True)


def test_a_battle_follows_with_the_rightmost_theater_moved_to_the_left() -> None:
    state = dealt(DEAL)
    orders, firsts = [state.order], [state.first]
    for _ in range(3):
        state = after(state, "withdraw")
        orders.append(state.order)
        firsts.append(state.first)
    assert orders == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]
    assert firsts == [0, 1, 0, 1]
    assert state.hands == (PACK[:6], PACK[6:12])
    assert (state.log, state.sides, state.air_drop) == ((), (((), (), ()), ((), (), ())), (False, False))


def test_the_longest_match_has_eleven_battles() -> None:
    state = dealt()
    while GAME.to_move(state):
        loser = 0 if state.vp[1] <= state.vp[0] else 1
        ids = listed(state)
        state = after(state, "withdraw" if state.seat == loser else next(i for i in ids if i.startswith("improvise")))
    assert state.battle == 11
    assert state.vp == (10, 12)
    assert GAME.outcome(state).returns == (10 / 22, 12 / 22)


def test_a_beaten_player_keeps_the_share_of_the_points() -> None:
    state = replace(dealt(DEAL), vp=(8, 6))
    done = after(state, *FULL_BATTLE)
    assert GAME.outcome(done).returns == (14 / 20, 6 / 20)
    assert GAME.outcome(done).reason == "fought"
    assert done.sides[0][AIR] == cards("A4 A3"), "the last table stays for those who watch"


def test_a_forfeit_gives_the_other_seat_everything() -> None:
    assert GAME.forfeit(dealt(), 0).returns == (0.0, 1.0)
    assert GAME.forfeit(dealt(), 1).points == (1.0, 0.0)


# Invariants.


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
@pytest.mark.slow
def test_every_state_keeps_the_invariants(seed: int) -> None:
    item = matches.item("air_land_sea", seed=str(seed))
    stream = Stream("tests", seed, "walk")
    before: State | None = None
    for state in walk(GAME.start(item.setup), stream, withdrawing=seed % 2 == 0):
        assert tuple(sorted(zones(state))) == PACK
        assert sorted(state.order) == [0, 1, 2]
        assert all(list(strengths(side, t)) == expected(side, t) for side in state.sides for t in range(3))
        if before is not None:
            assert all(new >= old for new, old in zip(state.vp, before.vp, strict=True))
            asked = before.stack[-1].kind if before.stack else "turn"
            if asked in ("maneuver", "ambush", "disrupt", "reply") and state.battle == before.battle and not state.over:
                assert len(turned(before) ^ turned(state)) == 1
        if GAME.to_move(state):
            assert len(set(listed(state))) == len(listed(state))
            hidden = set(PACK) - seen(state, 1 - state.seat)
            assert not hidden & {card for card in PACK if NAMES[card] in prompted(state, 1 - state.seat)}
        before = state


def seen(state: State, seat: int) -> set[int]:
    """Return the cards that a seat has in hand or on its side, or that an event it may know names."""
    own = set(state.hands[seat]) | {card % DOWN for column in state.sides[seat] for card in column}
    events = {event.card for event in state.log if event.open or event.seat == seat}
    return own | events


def prompted(state: State, seat: int) -> str:
    return observation(state, seat)


def turned(state: State) -> set[int]:
    """Return the cards that lie facedown on the table."""
    return {card for side in state.sides for column in side for card in column if card >= DOWN}


def expected(side: tuple[tuple[int, ...], ...], theater: int) -> list[int]:
    """Return the strengths of a column, worked out card by card from what is printed."""
    names = [("" if card < DOWN else "?") + NAMES[card % DOWN] for card in side[theater]]
    raised = any(NAMES[card] == "S2" for column in side for card in column if card < DOWN)
    found = []
    for place, name in enumerate(names):
        if "L4" in names[place + 1 :]:
            found.append(4)
        elif name.startswith("?"):
            found.append(4 if raised else 2)
        else:
            found.append(int(name[1]))
    return found


@pytest.mark.parametrize("policy", ["random", "first", "last", "flips"])
def test_matches_end_in_time(policy: str) -> None:
    longest = 0
    for seed in range(1_000 if policy == "random" else 30):
        state = GAME.start(matches.item("air_land_sea", seed=f"end{seed}").setup)
        stream = Stream("tests", seed, "end")
        rounds = 0
        while GAME.to_move(state):
            choices = GAME.fallback(state, state.seat) if policy == "flips" else GAME.legal(state, state.seat)
            choice = choices[0 if policy == "first" else -1] if policy in ("first", "last") else None  # type: ignore[index]
            state = GAME.apply(state, {state.seat: choice or stream.choice(choices)})  # type: ignore[arg-type]
            rounds += 1
        longest = max(longest, rounds)
        assert state.battle <= 11
    assert longest < GAME.longest
