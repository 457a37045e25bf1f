"""Drive one dialogue: which messages a system sees, and when.

Probes never enter the later context. A failed probe is put again with the next suffix; neither the failed reply nor an
earlier attempt is shown. The initial prompt opens the first user message, because not every chat template has a system
role.
"""

from dataclasses import dataclass, replace
from typing import Literal

from interplay.core import replies
from interplay.core.driver import Ask, Reply, Steps
from interplay.core.errors import DatasetError
from interplay.core.records import Message, Usage
from interplay.tracks.scorekeeping.records import Answer, Item, Prediction, Probe, ProbeReplies, Round, Tags
from interplay.tracks.scorekeeping.rules import Knowledge, Plan, plan_of, probe_label

MAX_REPLY = 20_000
"""Characters kept of a reply, the last ones. No valid reply comes near; it bounds what a runaway model adds."""

NOTHING = "(no answer)"
"""What stands in the conversation for an answer without words: some servers refuse an empty message."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is true at an ask, for bots: ``shared`` is the right label, ``value`` the slot's current value.

    ``asked`` counts the requests for the slot so far; ``is_last`` says whether the last one was for it.
    """

    item_id: str
    trial: int
    kind: Literal["answer", "probe"]
    round: int
    slot: str
    value: str
    shared: bool
    stale: bool
    asked: int
    is_last: bool
    tags: Tags


def episode(item: Item, trial: int = 0) -> Steps[Prediction]:
    """Yield the asks of one dialogue, be sent their replies, and return the prediction."""
    return _Dialogue(item, trial).steps()


class _Dialogue:
    def __init__(self, item: Item, trial: int) -> None:
        self.item = item
        self.trial = trial
        self.plan: Plan = plan_of(item)
        self.knowledge = Knowledge(self.plan)
        self.context: list[Message] = []
        self.answers: list[Answer] = []
        self.probes: list[ProbeReplies] = []
        self.workings: list[str] = []
        self.usage = Usage()
        self.failures = 0

    def steps(self) -> Steps[Prediction]:
        for number, round_ in enumerate(self.item.rounds):
            valid = (yield from self._answer(number, round_)) and (yield from self._probe_all(number, round_))
            if not valid:
                break
        return Prediction(
            item_id=self.item.item_id,
            trial=self.trial,
            answers=tuple(self.answers),
            probes=tuple(self.probes),
            workings=tuple(self.workings),
            usage=self.usage,
        )

    def _answer(self, number: int, round_: Round) -> Steps[bool]:
        """Put the request of a round; return whether the episode goes on. Round 0 has none."""
        self.knowledge.update(number)
        if round_.request is None:
            return True
        self.context.append(self._user(request_text(self.item, round_)))
        reply = yield from self._ask(self.context, "answer", number, round_.request.slot)
        kept = replies.visible(reply.text) or NOTHING if self.item.rules.tag == "plain" else reply.text
        self.context.append(Message(role="assistant", content=kept))
        self.answers.append(Answer(round=number, text=reply.text, cut=reply.cut))
        return self.knowledge.answer(number, reply.text) is not None

    def _probe_all(self, number: int, round_: Round) -> Steps[bool]:
        """Put the probes of a round; return whether the episode goes on."""
        for probe in round_.probes:
            self.failures += not (yield from self._probe(number, probe))
            if self.failures >= self.item.rules.failures and self.item.rules.after_failed_probe == "stop":
                break
        return self.failures < self.item.rules.failures

    def _probe(self, number: int, probe: Probe) -> Steps[bool]:
        """Put one probe until a reply is valid or the attempts are used up; return whether one was valid."""
        attempts: list[str] = []
        valid = cut = False
        while not valid and len(attempts) < self.item.rules.attempts:
            message = self._user(probe_text(self.item, probe, len(attempts)))
            reply = yield from self._ask([*self.context, message], "probe", number, probe.slot)
            attempts.append(reply.text)
            cut = reply.cut
            valid = probe_label(reply.text, self.item.tags, self.item.rules) is not None
        self.probes.append(ProbeReplies(round=number, slot=probe.slot, attempts=tuple(attempts), cut=cut))
        return valid

    def _ask(self, messages: list[Message], kind: Literal["answer", "probe"], number: int, slot: str) -> Steps[Reply]:
        index = self.plan.names.index(slot)
        situation = Situation(
            item_id=self.item.item_id,
            trial=self.trial,
            kind=kind,
            round=number,
            slot=slot,
            value=current_value(self.item, slot, number),
            shared=self.knowledge.shared[index],
            stale=self.knowledge.stale[index],
            asked=self.plan.requested[: number + 1].count(index),
            is_last=self.plan.requested[number] == index,
            tags=self.item.tags,
        )
        reply = yield Ask(tuple(messages), situation)
        self.usage += reply.usage
        self.workings += [text[-MAX_REPLY:] for text in (*reply.workings, reply.reasoning) if text]
        return replace(reply, text=reply.text[-MAX_REPLY:])

    def _user(self, text: str) -> Message:
        opening = "" if self.context else self.item.initial_prompt + "\n\n"
        return Message(role="user", content=opening + text)


def current_value(item: Item, slot: str, number: int) -> str:
    """Return the value of *slot* after the updates of rounds 0 to *number*, as it is written."""
    value = next(s.value for s in item.slots if s.name == slot)
    for round_ in item.rounds[: number + 1]:
        for update in round_.updates:
            value = update.value if update.slot == slot else value
    return value


def request_text(item: Item, round_: Round) -> str:
    """Return the message that opens a round: private updates of the moderator first, then the request."""
    if round_.request is None:
        raise ValueError("round 0 has no request")
    lines = [f"{item.tags.moderator}: {_worded(item, update.text)}" for update in round_.updates]
    return "\n\n".join([*lines, f"{item.tags.questioner}: {_worded(item, round_.request.text)}"])


def probe_text(item: Item, probe: Probe, attempt: int) -> str:
    """Return the message of a probe at an attempt, counted from 0."""
    suffix = item.suffixes[min(attempt, len(item.suffixes) - 1)] if item.suffixes else ""
    return f"{item.tags.moderator}: {_worded(item, probe.text)} {suffix}".rstrip()


def _worded(item: Item, text: str | None) -> str:
    if text is None:
        raise DatasetError(f"{item.item_id} has no wordings, so it can be scored but not run")
    return text
