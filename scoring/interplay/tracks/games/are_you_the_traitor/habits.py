"""Habits of straightforward speakers in Are You the Traitor: questions and answers of each role, in percent.

The candid bot speaks by these tables, and the sleuth interprets others by them. The sleuth itself speaks by the
``MASKED_`` tables, which are the same for roles that others should not distinguish.
"""

from collections.abc import Mapping

Asking = Mapping[str, int]
"""Kind of question, and ``/w`` where it is put to a wizard -> weight."""
Answering = Mapping[str, Mapping[str, int]]
"""Kind of question -> kind of answer -> weight; ``suspect/w`` names a wizard."""

ASKING: Mapping[str, Asking] = {
    "traitor": {"ask_traitor": 35, "ask_role": 25, "ask_key": 20, "ask_prove/w": 10, "ask_suspect": 10},
    "evil": {"ask_key": 30, "ask_role": 30, "ask_traitor": 25, "ask_suspect": 10, "ask_prove/w": 5},
    "good": {"ask_traitor": 45, "ask_role": 25, "ask_key": 10, "ask_suspect": 10, "ask_prove/w": 10},
    "holder": {"ask_prove/w": 65, "ask_traitor": 15, "ask_role": 10, "ask_suspect/w": 5, "ask_suspect": 5},
    "guard": {"ask_traitor": 50, "ask_prove/w": 15, "ask_suspect": 15, "ask_role": 15, "ask_key": 5},
}
_WIZARD_ASKED: Mapping[str, Answering] = {
    "good": {
        "ask_role": {"good": 90, "evade": 10},
        "ask_prove": {"good": 75, "suspect/w": 20, "evade": 5},
        "ask_traitor": {"good": 75, "not_traitor": 20, "evade": 5},
        "ask_key": {"good": 45, "not_holder": 45, "evade": 10},
        "ask_suspect": {"suspect/w": 50, "suspect": 40, "evade": 10},
    },
    "evil": {
        "ask_role": {"good": 75, "evade": 25},
        "ask_prove": {"good": 55, "suspect/w": 20, "evade": 25},
        "ask_traitor": {"good": 55, "not_traitor": 30, "evade": 15},
        "ask_key": {"good": 35, "not_holder": 45, "evade": 20},
        "ask_suspect": {"suspect/w": 50, "suspect": 25, "evade": 25},
    },
}
ANSWERING: Mapping[str, Answering] = {
    **_WIZARD_ASKED,
    "traitor": {
        "ask_role": {"guard": 65, "evade": 25, "not_traitor": 10},
        "ask_prove": {"guard": 65, "evade": 25, "not_traitor": 10},
        "ask_traitor": {"not_traitor": 45, "guard": 25, "evade": 30},
        "ask_key": {"not_holder": 55, "guard": 25, "evade": 20},
        "ask_suspect": {"suspect": 55, "suspect/w": 15, "evade": 30},
    },
    "holder": {
        "ask_role": {"guard": 45, "evade": 35, "not_traitor": 15, "holder": 5},
        "ask_prove": {"guard": 45, "evade": 35, "not_traitor": 15, "holder": 5},
        "ask_traitor": {"not_traitor": 55, "guard": 20, "evade": 20, "holder": 5},
        "ask_key": {"not_holder": 40, "evade": 40, "guard": 15, "holder": 5},
        "ask_suspect": {"suspect": 40, "suspect/w": 30, "evade": 30},
    },
    "guard": {
        "ask_role": {"guard": 85, "not_traitor": 10, "evade": 5},
        "ask_prove": {"guard": 85, "not_traitor": 10, "evade": 5},
        "ask_traitor": {"guard": 50, "not_traitor": 45, "evade": 5},
        "ask_key": {"guard": 50, "not_holder": 45, "evade": 5},
        "ask_suspect": {"suspect": 75, "suspect/w": 5, "evade": 20},
    },
}

_OF_WIZARDS: Asking = {"ask_traitor": 65, "ask_role": 20, "ask_suspect": 15}
_OF_OTHERS: Asking = {"ask_traitor": 60, "ask_role": 20, "ask_suspect": 20}
_OTHERS, _WIZARDS = ("traitor", "holder", "guard"), ("good", "evil")
MASKED_ASKING: Mapping[str, Asking] = {
    **dict.fromkeys(_OTHERS, _OF_OTHERS),
    **dict.fromkeys(_WIZARDS, _OF_WIZARDS),
}
_WIZARD_MASK: Answering = {
    "ask_role": {"good": 100},
    "ask_prove": {"good": 80, "suspect/w": 20},
    "ask_traitor": {"good": 80, "not_traitor": 20},
    "ask_key": {"good": 50, "not_holder": 50},
    "ask_suspect": {"suspect/w": 55, "suspect": 45},
}
_OTHER_MASK: Answering = {
    "ask_role": {"guard": 90, "not_traitor": 10},
    "ask_prove": {"guard": 90, "not_traitor": 10},
    "ask_traitor": {"guard": 55, "not_traitor": 45},
    "ask_key": {"guard": 50, "not_holder": 50},
    "ask_suspect": {"suspect": 100},
}
MASKED_ANSWERING: Mapping[str, Answering] = {
    **dict.fromkeys(_OTHERS, _OTHER_MASK),
    **dict.fromkeys(_WIZARDS, _WIZARD_MASK),
}
