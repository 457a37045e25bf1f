"""What is said of how a match ended, what it is worth and what it scores; what is measured, in words."""

import re

import pytest
from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM
from interplay.tracks.base import Grade
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Item, Scale
from interplay.tracks.games.track import TRACK
from interplay.tracks.games.verdicts import Verified
from interplay_lab.site import results
from interplay_lab.site.views.matches import _FACTS, _measured, _ratio
from tests.games import matches


def told(item: Item, caption: str = "The grid is full: a draw.") -> results.Explanation:
    grade: Grade = TRACK.grader(item)(matches.play(item, matches.randomly(item.pair)))
    names = tuple(f"{player} {seat}" for seat, player in enumerate(item.players))
    return results.explain(grade.source, grade, catalogue.load(item.game), names, caption)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (-30.14, "chips", "−30.1 chips"),
        (1.0, "points", "1 point"),
        (0.47596, "points", "0.476 points"),
        (1.44, "dollars", "$1.44"),
        (0.00225641, "share", "0.226% of what the best bid earns"),
        (3.0, "value", "a value of 3 of 10"),
        (-0.0001, "stones", "−0.0001 stones"),
    ],
)
def test_amounts_have_their_unit(value: float, unit: str, said: str) -> None:
    assert results.amount(value, unit) == said


def test_a_score_comes_with_what_is_zero_and_hundred() -> None:
    item = matches.item("tictactoe", (SYSTEM, "bot:greedy@1"), "a", "strict")
    said = told(replace(item, scale=Scale(unit="points", zero=0.2, hundred=0.7)))
    assert said.ending == "The grid is full."
    assert "where 0 = 0.2 points, the best uninformed baseline, and 100 = 0.7 points, the strong bot." in said.worth
    assert said.score.removeprefix("−").isdigit()


def test_a_match_without_a_scale_says_why_it_has_no_score() -> None:
    alone = told(matches.item("tictactoe", (SYSTEM, "bot:greedy@1"), "a", "strict"))
    against = told(matches.item("tictactoe", (SYSTEM, RIVAL), "a", "strict"))
    assert alone.score == against.score == "no score"
    assert "the strong bot is not clearly better than the best uninformed baseline" in alone.worth
    assert "matches against another system have no scale" in against.worth


def test_a_system_that_plays_itself_did_not_win() -> None:
    said = told(matches.item("tictactoe", (SYSTEM, SYSTEM), "a", "strict"))
    assert "played itself, seat" in said.result or "drew" in said.result


def test_a_result_names_the_opponents_and_what_the_system_got() -> None:
    ended = told(matches.item("tictactoe", (SYSTEM, "bot:greedy@1"), "a", "strict")).result
    assert re.fullmatch(r"system 0 (won|lost|drew) against bot:greedy@1 1\.", ended)
    shared = told(matches.item("codenames", (SYSTEM, SYSTEM, "bot:careful@1", "bot:careful@1"), "a", "strict"))
    assert re.fullmatch(
        r"system 0 (won|lost) against bot:careful@1 2 and bot:careful@1 3(, \d+% of the points)?\.", shared.result
    )


def test_what_matters_most_in_a_match_is_shown_first_and_the_rest_folded() -> None:
    for game, words in _FACTS.items():
        analysis = catalogue.analysis_of(game)
        assert analysis is not None
        assert set(words) <= set(analysis.titles), game
        assert len(set(words.values())) == len(words)
    item = matches.item("connect_four", (SYSTEM, "bot:greedy@1"), "a", "strict")
    match = TRACK.grader(item)(matches.play(item, matches.randomly(item.pair))).source
    analysis = catalogue.analysis_of("connect_four")
    assert isinstance(match, Verified)
    assert analysis is not None
    facts = list(_measured(analysis, match, _FACTS["connect_four"]))
    first = [title for matters, title, _ in facts if matters]
    assert 1 <= len(first) <= 3
    assert set(first) <= set(_FACTS["connect_four"].values())
    assert [matters for matters, _, _ in facts] == sorted((matters for matters, _, _ in facts), reverse=True)
    assert not any(matters for matters, _, _ in _measured(analysis, match, {}))


@pytest.mark.parametrize(
    ("top", "bottom", "said"),
    [(8, 19, "8 of 19"), (-4, 1, "−4"), (2.5, 4, "0.625, mean of 4"), (9.5, 12.5, "0.76 (9.5 of 12.5)")],
)
def test_a_ratio_is_said_in_words(top: float, bottom: float, said: str) -> None:
    assert _ratio(top, bottom) == said
