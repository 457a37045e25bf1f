"""Rules of the game as pure functions: what a reply says, and what the questioner knows after it.

A slot's truth value is *shared* (True) when the questioner has been told its current value, else *private*.

Base rule (the reference implementation's): a slot turns shared when its request has been answered, also by a wrong
value; or earlier, when any answer contains its value as a case-insensitive substring.

Correction rule (ours): an update gives a slot a new value. If the slot was shared, it turns private and *stale*. A
stale slot turns shared only when an answer contains the new value: repeating the old value, or naming a third one,
does not tell the questioner what is true now. An update of a slot that was still private changes its value and nothing
else.

Rule of answers (ours, ``Rules.answers``): a value that was said is shared from then on. An answer fills its slot only
if it gives the current value, reveals no value that was not asked for, and its own value had not been revealed before.
Values that were given when they were asked for may be repeated.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from msgspec import Struct

from interplay.core import replies
from interplay.core.errors import DatasetError
from interplay.tracks.scorekeeping import answers
from interplay.tracks.scorekeeping.records import Item, Rules, Tags


def answer_body(text: str, tags: Tags, rules: Rules) -> str | None:
    """Return what an answer says without its tag, or ``None`` when the reply is invalid.

    Valid replies start with the tag and, unless the rules accept continuations, are one line. The tag is removed
    wherever it occurs.
    """
    body = _after_tag(text, tags.answer, rules)
    if body is None:
        return None
    tag = tags.answer + ":"
    return (_tag(tags.answer).sub("", body) if rules.tag == "plain" else body.replace(tag, "")).strip()


def probe_label(text: str, tags: Tags, rules: Rules) -> bool | None:
    """Return what a reply to a probe claims: True for yes (shared), False for no, ``None`` when it is invalid.

    A valid reply starts with its tag; the first word after it is *yes* or *no* in any case, and not both.
    """
    body = (_after_tag(text, tags.aside, rules) or "").lstrip(_DECORATION if rules.tag == "plain" else None)
    if rules.tag == "plain" and _BOTH.match(body):
        return None
    body = body[:4].lower()
    for word, label in (("yes", True), ("no", False)):
        if body.startswith(word) and not body[len(word) : len(word) + 1].isalnum():
            return label
    return None


_BOTH = re.compile(
    r"(?:yes|no)(?:\W{1,3}(?:and|or)\W{1,3}|\W{0,2}/\W{0,2})(?:yes|no)\b|(?:yes, no|no, yes)\W{0,3}\Z", re.IGNORECASE
)


def _after_tag(raw: str, name: str, rules: Rules) -> str | None:
    """Return what follows the tag that opens the visible reply, ``None`` where another text does or a line follows."""
    if rules.tag == "exact":
        text, tag = raw.strip(), name + ":"
        is_valid = text.startswith(tag) and not (rules.continuation == "invalid" and _continues(text))
        return text[len(tag) :] if is_valid else None
    text = replies.visible(raw)
    if text.startswith("```") and text.endswith("```"):
        text = text.partition("\n")[2].removesuffix("```").strip()
    match = _tag(name).match(text)
    if match is None:
        return None
    body = text[match.end() :].strip(_DECORATION)
    return None if rules.continuation == "invalid" and _continues(body) else body


@cache
def _tag(name: str) -> re.Pattern[str]:
    return re.compile(rf"[*_`\"'>#+\u2018\u201c\u2022 \t-]{{0,40}}{re.escape(name)}[*_` \t]*:[*_`]*", re.IGNORECASE)


_DECORATION = " \t\r\n*_`\"'\u2018\u2019\u201c\u201d"
"""What may stand around a tag and its text without being part of them."""


def _continues(text: str) -> bool:
    return "\n" in text or "\r" in text


@dataclass(frozen=True, slots=True)
class Plan:
    """An item in the form that scoring needs: slots as indices, values as answers are compared with them."""

    item: Item
    names: tuple[str, ...]
    start_values: tuple[str, ...]
    requested: tuple[int, ...]
    """Slot index of the request of each round; -1 for round 0."""
    updates: tuple[tuple[tuple[int, str], ...], ...]
    """(slot index, new value) before the request of each round."""
    probed: tuple[tuple[int, ...], ...]
    """Slot indices of the probes of each round, in frozen order."""
    labels: dict[str, bool | None] = field(default_factory=dict, compare=False)
    """What short replies to probes claim, remembered by the scorer."""

    @property
    def middle(self) -> int:
        """The probing round of middle accuracy: the third of six, ``int((n + 1) / 2) - 1`` for n slots."""
        return len(self.probed) // 2 - 1


def plan_of(item: Item) -> Plan:
    """Return the plan of *item*; raise ``DatasetError`` for an item that cannot be played."""
    asks = [round_.request is not None for round_ in item.rounds]
    if not asks or asks[0] or not all(asks[1:]):
        raise DatasetError(f"{item.item_id}: every round but the first must have a request, and the first none")
    names = tuple(slot.name for slot in item.slots)
    index = {name: i for i, name in enumerate(names)}
    normal = str.lower if item.rules.answers == "any" else answers.plain
    try:
        return Plan(
            item=item,
            names=names,
            start_values=tuple(normal(slot.value) for slot in item.slots),
            requested=tuple(-1 if r.request is None else index[r.request.slot] for r in item.rounds),
            updates=tuple(tuple((index[u.slot], normal(u.value)) for u in r.updates) for r in item.rounds),
            probed=tuple(tuple(index[p.slot] for p in r.probes) for r in item.rounds),
        )
    except KeyError as error:
        raise DatasetError(f"{item.item_id} names the slot {error.args[0]!r}, which it does not have") from None


class Heard(Struct, frozen=True, gc=False):
    """What came of the answer of a round: whether it filled its slot, and whether it had its form."""

    filled: bool
    formed: bool


class Knowledge:
    """What the questioner knows, kept up to date round by round. The only mutable state of the rules."""

    def __init__(self, plan: Plan) -> None:
        self.values = list(plan.start_values)
        self.shared = [False] * len(plan.names)
        self.stale = [False] * len(plan.names)
        self._plan = plan
        self._olds: list[list[str]] = [[] for _ in plan.names]
        """Values that each slot had before."""
        self._given: list[set[str]] = [set() for _ in plan.names]
        """Values of each slot that were told when it was asked for."""
        self._given_away = [False] * len(plan.names)

    def update(self, round_number: int) -> None:
        """Apply the private changes before the request of a round."""
        for slot, value in self._plan.updates[round_number]:
            self._olds[slot].append(self.values[slot])
            self.values[slot] = value
            self.stale[slot] = self.stale[slot] or self.shared[slot]
            self.shared[slot] = self._given_away[slot] = False

    def answer(self, round_number: int, text: str) -> Heard | None:
        """Take in the raw answer of a round; return ``None`` where it aborts the episode."""
        item = self._plan.item
        body = answer_body(text, item.tags, item.rules)
        if item.rules.answers == "any":
            return None if body is None else Heard(self.hear(round_number, body), formed=True)
        if body is not None:
            return Heard(self._listen(round_number, body, is_formed=True), formed=True)
        visible = replies.visible(text)
        if not _tag(item.tags.aside).match(visible):
            self._listen(round_number, visible, is_formed=False)
        return Heard(filled=False, formed=False)

    def hear(self, round_number: int, body: str) -> bool:
        """Take in what the answer of a round says; return whether it filled the slot that was asked for."""
        if self._plan.item.rules.answers == "asked":
            return self._listen(round_number, body, is_formed=True)
        lower = body.lower()
        asked = self._plan.requested[round_number]
        shared, stale = self.shared, self.stale
        if not stale[asked]:
            shared[asked] = True
        for slot, value in enumerate(self.values):
            if value in lower:
                shared[slot] = True
                stale[slot] = False
        return self.values[asked] in lower

    def _listen(self, round_number: int, body: str, *, is_formed: bool) -> bool:
        plain = answers.plain(body)
        asked = self._plan.requested[round_number]
        leaked = set(self._leaked(plain, asked))
        if is_formed and plain and not self.stale[asked]:
            self.shared[asked] = True
        for slot, value in enumerate(self.values):
            if answers.holds(plain, value) or (slot == asked and value in plain):
                self.shared[slot] = True
                self.stale[slot] = False
                self._given_away[slot] = self._given_away[slot] or slot in leaked
        self._given[asked].update(v for v in (self.values[asked], *self._olds[asked]) if v in plain)
        given = answers.gives(plain, self.values[asked], self._olds[asked])
        return given and not leaked and not self._given_away[asked]

    def _leaked(self, text: str, asked: int) -> Iterator[int]:
        """Yield each slot whose value *text* gives away before it was shared."""
        for slot, value in enumerate(self.values):
            known = (v for v in (value, *self._olds[slot]) if v not in self._given[slot])
            if slot != asked and any(answers.holds(text, v) for v in known):
                yield slot
