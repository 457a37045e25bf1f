"""The analysis of Two Rooms and a Boom on hand-made matches with known numbers."""

from collections.abc import Sequence

from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.two_rooms_and_a_boom.analysis import ANALYSIS, ways_to_win
from interplay.tracks.games.two_rooms_and_a_boom.rules import GAME
from tests.games import matches
from tests.games.two_rooms_and_a_boom.test_rules import quiet, send, setup

SENDS = {1: ("send_p4", "send_p3", "send_p5"), 5: ("send_p3", "send_p5", "send_p3")}
TALK = {
    ("ask", 0): '{"action": "ask_p4", "text": "Your team?"}',
    ("answer", 3): '{"action": "answer", "text": "I am blue."}',
    ("report", 3): '{"action": "report", "text": "P1 is red, and I am the president."}',
    ("report", 4): '{"action": "report", "text": "I am red."}',
    ("report", 0): '{"action": "report", "text": "Hello."}',
}
"""What is said in round 1; afterwards nobody says anything."""


def measured(seats: Sequence[int]) -> dict[str, tuple[float, float]]:
    item = replace(matches.item(GAME.name), setup=setup())

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        state = at.state
        if state.phase == "send":
            return SENDS[at.seat][state.round]
        quiet_reply = {"ask": "skip", "answer": "decline", "report": "no_report"}[state.phase]
        return TALK.get((state.phase, at.seat), quiet_reply) if state.round == 0 else quiet_reply

    measures = ANALYSIS.measure(matches.verified(item, matches.play(item, reply), seats))
    assert set(measures.ratios) == set(ANALYSIS.titles)
    return dict(measures.ratios)


def test_a_match_is_counted_from_either_side() -> None:
    blue, red = measured((0, 1, 2)), measured((3, 4, 5))
    assert blue["win_rate_as_blue"] == (1, 1)
    assert blue["win_rate_as_red"] == red["win_rate_as_blue"] == (0, 0)
    assert red["win_rate_as_red"] == (0, 1)
    assert blue["question_rate"] == (1, 9)
    assert red["question_rate"] == (0, 9)
    assert red["answer_rate"] == (1, 1)
    assert blue["note_rate"] == (1, 6)
    assert red["note_rate"] == (2, 6)
    assert blue["claim_rate"] == (0, 1)
    assert red["claim_rate"] == (3, 3)
    assert red["false_claim_rate"] == (2, 3)
    assert red["false_to_friends"] == (0, 1)
    assert red["false_to_opponents"] == (2, 2)


def test_a_hostage_is_worth_the_chance_that_it_leaves() -> None:
    state = quiet(send(send(GAME.start(setup()), 4, 3), 3, 5))
    assert [ways_to_win(state, 1, hostage) for hostage in (0, 4)] == [1, 1]
    assert measured((0, 1, 2, 3, 4, 5))["good_send_rate"][1] <= 6
    leading = quiet(send(send(GAME.start(setup(roles=(1, 3))), 1, 5), 4, 3))
    assert leading.now[3] == 1
    both = quiet(send(send(GAME.start(setup(roles=(1, 3))), 1, 5), 5, 3))
    assert both.now[1] == both.now[3] == 0
    assert [ways_to_win(both, 1, hostage) for hostage in both.mates(1)] == [0, 2]
