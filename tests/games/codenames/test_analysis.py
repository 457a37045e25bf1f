"""The analysis of Codenames on a hand-made match with known numbers."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games.codenames.analysis import ANALYSIS
from interplay.tracks.games.records import Draw
from tests.games import matches

KEY = (0,) * 9 + (1,) * 8 + (2,) * 3 + (3,)


def clue(text: str) -> str:
    return f'{{"action": "submit_clue", "text": "{text}"}}'


SCRIPT = [
    *(clue("zzz,2"), "guess_0", "guess_1", "guess_2"),  # the bonus guess is used, and right
    *(clue("zza,3"), "guess_9", "end_turn"),  # stopped early
    *(clue("zzz,1"), "guess_3", "end_turn"),  # the clue is repeated, met, and the bonus left
    *("no", "no", "no", "end_turn"),  # no clue
    *(clue("zzb,0"), "guess_4", "guess_17"),  # without a limit; a neutral word
    *(clue("zzc,1"), "guess_10", "guess_5"),  # the bonus guess is wrong
    *(clue("zzd,2"), "guess_6", "guess_20"),  # the assassin
]


def measured(seats: Sequence[int]) -> tuple[dict[str, tuple[float, float]], tuple[float, ...]]:
    item = matches.item("codenames")
    item = replace(item, setup=replace(item.setup, draws=(Draw(name="key", values=KEY),)))
    texts = iter(SCRIPT)

    def reply(ask: Ask) -> str:
        return next(texts)

    match = matches.verified(item, matches.play(item, reply), seats)
    assert next(texts, None) is None
    assert match.verdict.outcome.reason == "assassin"
    measures = ANALYSIS.measure(match)
    assert set(measures.ratios) | set(measures.samples) == set(ANALYSIS.titles)
    return dict(measures.ratios), measures.samples["turns"]


def test_red() -> None:
    found, turns = measured((0, 1))
    chances = [9 / 21, 8 / 20, 7 / 19, 6 / 17, 5 / 16, 4 / 15, 3 / 12, 2 / 11]
    assert found.pop("guess_chance") == pytest.approx((sum(chances), 8))
    assert turns == (4,)
    assert found == {
        "no_clue_rate": (0, 4),
        "clue_number": (5, 3),
        "unlimited_rate": (1, 4),
        "repeated_clue_rate": (1, 4),
        "words_per_clue": (6, 4),
        "clue_met_rate": (2, 3),
        "first_guess_accuracy": (4, 4),
        "guess_accuracy": (6, 8),
        "neutral_rate": (1, 8),
        "opposing_rate": (0, 8),
        "assassin_rate": (1, 8),
        "bonus_use": (1, 2),
        "bonus_accuracy": (1, 1),
        "early_stop_rate": (0, 3),
    }


def test_blue() -> None:
    found, turns = measured((2, 3))
    found.pop("guess_chance")
    assert turns == (3,)
    assert found == {
        "no_clue_rate": (1, 3),
        "clue_number": (4, 2),
        "unlimited_rate": (0, 2),
        "repeated_clue_rate": (0, 2),
        "words_per_clue": (2, 2),
        "clue_met_rate": (1, 2),
        "first_guess_accuracy": (2, 2),
        "guess_accuracy": (2, 3),
        "neutral_rate": (0, 3),
        "opposing_rate": (1, 3),
        "assassin_rate": (0, 3),
        "bonus_use": (1, 1),
        "bonus_accuracy": (0, 1),
        "early_stop_rate": (1, 2),
    }
