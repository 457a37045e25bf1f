"""How people without much guile answer in Two Rooms and a Boom, in percent, by role and kind of question.

The candid bot speaks by these tables, the schemer reads others by them and keeps to ``DECEIT`` with those it takes for
opponents.
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
"""What opponents are told: blue players draw suspicion on themselves, red ones leave it to the bomber to hide."""
RESERVE: Mapping[str, Answers] = {
    "ask_team": {"evade": 100},
    "ask_role": {"plain": 60, "evade": 40},
}
"""What one says to somebody who can be either."""
