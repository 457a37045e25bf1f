"""Habits of straightforward speakers in Two Rooms and a Boom: answers in percent, by role and kind of question.

The candid bot speaks by these tables. The schemer interprets others by them, and answers probable opponents by
``DECEIT``.
"""

from collections.abc import Mapping

Answers = Mapping[str, int]

HABITS: Mapping[str, Mapping[str, Answers]] = {
    "blue": {
        "ask_team": {"blue": 85, "red": 5, "evade": 10},
        "ask_role": {"plain": 80, "president": 5, "evade": 15},
    },
    "president": {
        "ask_team": {"blue": 70, "red": 10, "evade": 20},
        "ask_role": {"plain": 40, "president": 30, "evade": 30},
    },
    "red": {
        "ask_team": {"red": 80, "blue": 10, "evade": 10},
        "ask_role": {"plain": 80, "bomber": 5, "evade": 15},
    },
    "bomber": {
        "ask_team": {"red": 60, "blue": 20, "evade": 20},
        "ask_role": {"plain": 35, "bomber": 30, "evade": 35},
    },
}
DECEIT: Mapping[str, Mapping[str, Answers]] = {
    "blue": {"ask_team": {"red": 60, "evade": 40}, "ask_role": {"president": 50, "plain": 50}},
    "president": {"ask_team": {"red": 80, "evade": 20}, "ask_role": {"plain": 100}},
    "red": {"ask_team": {"red": 60, "evade": 40}, "ask_role": {"plain": 100}},
    "bomber": {"ask_team": {"blue": 100}, "ask_role": {"plain": 100}},
}
"""Answers to opponents: blue players draw suspicion on themselves, red ones leave hiding to the bomber."""
RESERVE: Mapping[str, Answers] = {
    "ask_team": {"evade": 100},
    "ask_role": {"plain": 60, "evade": 40},
}
"""Answers to a player who may be of either team."""
