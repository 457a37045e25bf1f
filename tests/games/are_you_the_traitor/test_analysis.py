"""The analysis of Are You the Traitor on a hand-made match with known numbers."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games.are_you_the_traitor.analysis import ANALYSIS
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.verdicts import Measures
from tests.games import matches
from tests.games.are_you_the_traitor.test_rules import setup


def measured(seats: Sequence[int], told: str = "I am the guard.") -> Measures:
    """Play three rounds: evil right after the key holder told something; it at a wizard's expense; evil again."""
    item = replace(matches.item(GAME.name), setup=setup((0, 1, 3, 3, 3, 0, 1), asker=1))

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        state, seat = at.state, at.seat
        match state.phase:
            case "ask":
                return "skip" if state.round == 1 else '{"action": "ask_p4", "text": "Who are you?"}'
            case "answer":
                said = told if state.round == 0 else "(silence)"
                return f'{{"action": "answer", "text": "{said}"}}'
            case "poll":
                return "stop" if seat == (3 if state.round == 1 else 1) else "pass"
        return "accuse_p2" if seat == 3 else "accuse_p4"

    measures = ANALYSIS.measure(matches.verified(item, matches.play(item, reply), seats))
    assert set(measures.ratios) | set(measures.samples) == set(ANALYSIS.titles)
    return measures


def test_a_match_of_three_rounds_is_counted_from_either_side() -> None:
    evil, good = measured((0, 1)).ratios, measured((2, 3, 4)).ratios
    assert evil["round_win_rate"] == (2, 3)
    assert good["round_win_rate"] == (1, 3)
    assert evil["right_as_evil_wizard"] == (2, 2)
    assert good["right_as_evil_wizard"] == (0, 0)
    assert good["right_as_key_holder"] == (1, 1)
    assert evil["impossible_rate"] == (0, 2)
    assert evil["stop_rate"] == (2, 3)
    assert good["stop_rate"] == (1, 2)
    assert evil["forced_rate"] == good["forced_rate"] == (0, 3)
    assert evil["question_rate"] == (2, 3)
    assert good["question_rate"] == (0, 0)
    assert good["answer_rate"] == (1, 2)
    assert good["claim_rate"] == (1, 1)
    assert good["false_claim_rate"] == (1, 1)


def test_rounds_are_counted_for_both_teams_when_one_player_holds_all_seats() -> None:
    whole = measured((0, 1, 2, 3, 4))
    assert whole.ratios["round_win_rate"] == (3, 6)
    assert whole.samples == {"exchanges": (1.0, 1.0, 1.0), "rounds": (3.0,)}


@pytest.mark.parametrize("told", ["I am on the good team.", "I'm on the good side", "I'm loyal to the good team"])
def test_a_true_claim_of_a_team_is_a_claim_and_no_lie(told: str) -> None:
    good = measured((2, 3, 4), told).ratios
    assert good["claim_rate"] == (1, 1)
    assert good["false_claim_rate"] == (0, 1)
    assert measured((2, 3, 4), "I am on the evil team.").ratios["false_claim_rate"] == (1, 1)
    assert measured((2, 3, 4), "P2 seems trustworthy").ratios["claim_rate"] == (0, 1)
