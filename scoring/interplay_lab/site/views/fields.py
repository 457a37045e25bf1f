"""What the keys that an item is grouped by mean, in words for those who have not read a card."""

from collections.abc import Mapping
from typing import NamedTuple

Means = Mapping[str, str]
_SPLITS: Means = {
    "base": "nothing is corrected; as the game of the paper",
    "corrections": "facts change on the way",
    "single": "all operations in one message",
    "turns": "the operations in several messages, a report after each",
    "turns_true": "one turn of several; the reports before it are true ones",
    "hard": "needs thought; headlines are about it",
    "easy": "a rule finds the best move",
}
_KEYS: Mapping[str, tuple[str, Means]] = {
    "split": ("split", _SPLITS),
    "level": ("operations", {}),
    "events": ("events", {}),
    "subset": ("subset", {"hard": "some simulator failed here or before", "easy": "no simulator had failed"}),
    "script_type": (
        "request",
        {
            "last_only": "the last one of a dialogue",
            "first_challenging": "the first one at which a simulator failed",
            "subsequent_challenging": "one after a simulator's error, which stays in the dialogue",
        },
    ),
    "decided_by": (
        "decided by",
        {
            "program": "checks decide nearly every word of a right reply",
            "judge": "checks hold constraints only; whether the meaning is right is left to a judge",
        },
    ),
}
_KINDS: Mapping[str, Means] = {
    "company": {
        "first": "does somebody know a thing",
        "stale": "does somebody believe what is out of date",
        "second": "does somebody think that somebody else knows",
        "recall": "who knows a thing",
    },
    "simulation": {"stateful": "replies depend on earlier requests", "stateless": "each request stands alone"},
}


class Field(NamedTuple):
    """A key of an item with its value; ``means`` is nothing where the value speaks for itself."""

    name: str
    value: str
    means: str


def fields(track: str, where: Mapping[str, str]) -> list[Field]:
    """Return the fields of an item of *track*, but for a split that says nothing of it."""
    found = []
    for key, value in where.items():
        name, means = _KEYS.get(key, (key.replace("_", " "), {}))
        if key == "kind":
            means = _KINDS.get(track, {})
        if key != "split" or value in means:
            found.append(Field(name, value.replace("_", " "), means.get(value, "")))
    return found
