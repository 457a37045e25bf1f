"""Habits of straightforward speakers in Two Rooms and a Boom: answers in percent, by role and kind of question.

The candid bot speaks by these tables. The schemer interprets others by them, and answers probable opponents by
``DECEIT``.
"""

from collections.abc import Mapping

from interplay.tracks.games.shared.lines import table

Answers = Mapping[str, int]

_TABLES = table("two_rooms_and_a_boom", "habits.toml", dict[str, Mapping[str, Mapping[str, Answers]]])
HABITS, DECEIT = _TABLES["habits"], _TABLES["deceit"]
RESERVE: Mapping[str, Answers] = {"ask_team": {"evade": 100}, "ask_role": {"plain": 60, "evade": 40}}
"""Answers to a player who may be of either team."""
