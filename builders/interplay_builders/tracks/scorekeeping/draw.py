"""Draw the items of the track from its texts and a seed."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import zip_longest
from typing import Literal

from interplay.core.driver import Reply
from interplay.core.randomness import Stream
from interplay.core.records import Message, Name, Record
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import Situation, episode
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Probe, Request, Round, RoundNumber, Rules, Slot, Tags, Update
from interplay.tracks.scorekeeping.rules import plan_of
from interplay_builders.tracks.scorekeeping.domains import Domain, Protocol, Split, leads_in, says_again, worded
from interplay_builders.tracks.scorekeeping.schedule import Order, Turn, corrected, plain
from interplay_builders.tracks.scorekeeping.values import chosen

BASE_PER_DOMAIN = 10
CORRECTIONS = range(24, 36)
"""Numbers of a domain's instances of the corrections split; those below were published with other orders."""
ROUNDS, UPDATES, INFORMATIVE = 20, 8, 18
"""Requests, corrections and informative probes of each instance of the corrections split."""
ATTEMPTED = 100
"""Orders that are tried for an instance, as for some no values go together."""
ATTEMPTS = {"base": 5, "corrections": 3}
"""How often a probe is put, by split: as in the paper, and for about the same number of requests at most."""
FAILURES = 10
"""Failed probes that abort an episode: enough to tell a model that cannot do it from one that slips."""


class ProbeItem(Record, frozen=True):
    """One probe with the dialogue before it, answers teacher-forced, for single-turn evaluation.

    ``gold`` is the right reply's first word; ``shared`` is the same as a truth value. ``stale`` marks a slot whose
    value was told and then changed; ``informative`` a probe that the headline is about.
    """

    canary: str
    probe_id: Name
    item_id: Name
    split: Name
    domain: Name
    round: RoundNumber
    slot: Name
    messages: tuple[Message, ...]
    gold: Literal["yes", "no"]
    shared: bool
    stale: bool
    informative: bool


def draw_base(domains: tuple[Domain, ...], protocol: Protocol, seed: str, canary: str) -> Iterator[Item]:
    """Yield the split ``base``: each slot is asked for exactly once."""
    for domain in domains:
        used: Counter[str] = Counter()
        for number in range(BASE_PER_DOMAIN):
            stream = Stream(f"scorekeeping/base/{domain.name}", seed, f"order/{number}")
            turns = plain(len(domain.slots_of("base")), stream)
            yield _Drawing(domain, protocol, seed, canary, "base", number, used).item(turns)


def draw_corrections(domains: tuple[Domain, ...], protocol: Protocol, seed: str, canary: str) -> Iterator[Item]:
    """Yield the split ``corrections``: values change after they were given, and are asked for again."""
    for domain in domains:
        if not domain.corrects:
            continue
        used: Counter[str] = Counter()
        for number in CORRECTIONS:
            drawing = _Drawing(domain, protocol, seed, canary, "corrections", number, used)
            yield next(item for attempt in range(ATTEMPTED) if (item := _with_values(drawing, seed, attempt)))


def _with_values(drawing: "_Drawing", seed: str, attempt: int) -> Item | None:
    """Return the item of the order of an *attempt*; ``None`` if no values go together through its corrections."""
    n_slots = len(drawing.names)
    try:
        return drawing.item(_corrected(drawing.domain.name, n_slots, seed, drawing.number, attempt))
    except ValueError:
        return None


@cache
def _corrected(domain: str, n_slots: int, seed: str, number: int, attempt: int) -> Order:
    stream = Stream(f"scorekeeping/corrections/{domain}", seed, f"order/{number}/{attempt}")
    return corrected(n_slots, ROUNDS, UPDATES, INFORMATIVE, stream)


def probe_items(item: Item) -> Iterator[ProbeItem]:
    """Yield each probe of *item* with the dialogue before it, every answer being the right one."""
    steps, plan = episode(item), plan_of(item)
    headline = {(number, plan.names[slot]) for number, slot in informative(plan)}
    ask = next(steps)
    while True:
        at = ask.situation
        if isinstance(at, Situation) and at.kind == "probe":
            yield ProbeItem(
                canary=item.canary,
                probe_id=f"{item.item_id}/{at.round}/{at.slot}",
                item_id=item.item_id,
                split=item.split,
                domain=item.domain,
                round=at.round,
                slot=at.slot,
                messages=ask.messages,
                gold="yes" if at.shared else "no",
                shared=at.shared,
                stale=at.stale,
                informative=(at.round, at.slot) in headline,
            )
        try:
            ask = steps.send(Reply(BOTS["oracle"](ask)))
        except StopIteration:
            return


class _Drawing:
    """Chooses values and wordings of one item; one stream for each purpose.

    *used* counts how often earlier items of the split have each value, so that values recur as little as they can.
    """

    def __init__(
        self, domain: Domain, protocol: Protocol, seed: str, canary: str, split: Split, number: int, used: Counter[str]
    ) -> None:
        self.domain, self.protocol, self.seed, self.canary = domain, protocol, seed, canary
        self.split: Split = split
        self.number, self.used = number, used
        slots = domain.slots_of(split)
        self.names = tuple(slots)
        self.texts = tuple(slots.values())
        self.updates = [self._order("updates", name, texts.updates) for name, texts in slots.items()]

    def item(self, turns: Order) -> Item:
        self.repeats = self._repeats(turns)
        values = iter(self._values([self.names[slot] for turn in turns for slot in turn.updated]))
        slots = tuple(
            Slot(name=name, label=texts.label, value=next(values))
            for name, texts in zip(self.names, self.texts, strict=True)
        )
        rounds = [Round(updates=(), request=None, probes=self._probes(0, set()))]
        changed: set[int] = set()
        for number, turn in enumerate(turns, 1):
            changed |= set(turn.updated)
            rounds.append(self._round(number, turn, values, changed))
        return Item(
            canary=self.canary,
            item_id=f"{self.split}/{self.domain.slug}/{self.number}",
            split=self.split,
            domain=self.domain.name,
            rules=Rules(attempts=ATTEMPTS[self.split], failures=FAILURES, tag="plain", answers="asked"),
            tags=Tags(
                questioner=self.domain.questioner,
                moderator=self.protocol.moderator,
                answer=self.protocol.answer,
                aside=self.protocol.aside,
            ),
            slots=slots,
            initial_prompt=self._prompt(slots),
            suffixes=_suffixes(self.protocol.suffixes, ATTEMPTS[self.split]),
            rounds=tuple(rounds),
        )

    def _stream(self, purpose: str) -> Stream:
        return Stream(f"scorekeeping/{self.split}/{self.domain.name}", self.seed, f"{purpose}/{self.number}")

    def _values(self, updated: Sequence[str]) -> tuple[str, ...]:
        """Return a value for each slot, then one for each of the slots *updated*; rare ones are tried first."""
        pools = {
            name: sorted(self._turned(name, texts.values), key=self.used.__getitem__)
            for name, texts in zip(self.names, self.texts, strict=True)
        }
        values = chosen(self.domain, pools, updated)
        self.used.update(values)
        return values

    def _turned(self, name: str, values: tuple[str, ...]) -> list[str]:
        """Return *values* in the slot's random order, begun at another one for each instance."""
        order = Stream(f"scorekeeping/{self.split}/{self.domain.name}", self.seed, f"values/{name}").shuffled(values)
        start = self.number % len(order)
        return order[start:] + order[:start]

    def _round(self, number: int, turn: Turn, values: Iterator[str], changed: Set[int]) -> Round:
        updates = tuple(self._update(slot, next(values)) for slot in turn.updated)
        texts = self.texts[turn.asked]
        if turn.again:
            text = self.repeats[turn.asked].pop()
            variant = texts.repeats.index(text)
        else:
            known = [n for n, words in enumerate(texts.requests) if number > 1 or not leads_in(words)]
            variant = self._stream(f"request/{number}").choice(known)
            text = texts.requests[variant]
        request = Request(slot=self.names[turn.asked], variant=variant, text=text)
        return Round(updates=updates, request=request, probes=self._probes(number, changed))

    def _repeats(self, turns: Order) -> list[list[str]]:
        """Return for each slot the wordings of its repeated requests, the first one last.

        Those that say so take turns with those that do not. Half of the slots begin with one that does, both of those
        that are asked for again before they are corrected and of the others: so it tells nothing of what is shared.
        """
        begun: Counter[bool] = Counter()
        rounds = [
            self._order("repeats", name, texts.repeats) for name, texts in zip(self.names, self.texts, strict=True)
        ]
        for slot in self._stream("again").shuffled(range(len(rounds))):
            first = next((n for n, turn in enumerate(turns) if turn.again and turn.asked == slot), None)
            if first is not None:
                is_late = any(slot in turn.updated for turn in turns[:first])
                rounds[slot] = _alternating(rounds[slot], first=(begun[is_late] + self.number) % 2 == 0)
                begun[is_late] += 1
        return rounds

    def _order(self, purpose: str, name: str, wordings: tuple[str, ...]) -> list[str]:
        """Return *wordings* in random order; within an item none comes twice."""
        return self._stream(f"{purpose}/{name}").shuffled(wordings)

    def _update(self, slot: int, value: str) -> Update:
        text = self.updates[slot].pop().replace("{value}", value)
        return Update(slot=self.names[slot], value=value, text=text)

    def _probes(self, number: int, changed: Set[int]) -> tuple[Probe, ...]:
        """Return a probe of each slot; those *changed* so far are asked for as they are now."""
        stream = self._stream(f"probes/{number}")
        order = stream.shuffled(range(len(self.names)))
        variants = [stream.below(len(self.texts[slot].probes)) for slot in order]
        texts = (
            worded(self.texts[slot].probes[variant], has_changed=slot in changed)
            for slot, variant in zip(order, variants, strict=True)
        )
        return tuple(
            Probe(slot=self.names[slot], variant=variant, text=text)
            for slot, variant, text in zip(order, variants, texts, strict=True)
        )

    def _prompt(self, slots: tuple[Slot, ...]) -> str:
        lines = [f"{slot.label}: {slot.value}" for slot in slots]
        rules = [self.protocol.rules, *([self.protocol.corrections] if self.split == "corrections" else [])]
        closing = "\n".join([*rules, "", self.protocol.closing])
        closing = closing.replace("{partner}", self.domain.partner).replace("{questioner}", self.domain.questioner)
        return "\n".join([self.domain.opening, "", *lines, "", self.domain.unknown, "", closing])


def _suffixes(suffixes: Sequence[str], attempts: int) -> tuple[str, ...]:
    """Return a suffix for each of *attempts*; the last one says that it is the last."""
    return (*suffixes[: attempts - 1], suffixes[-1])


def _alternating(wordings: Sequence[str], *, first: bool) -> list[str]:
    """Return *wordings* so that popping them takes turns; *first* tells whether the first one popped says "again"."""
    groups = [[text for text in wordings if says_again(text) is kind] for kind in (first, not first)]
    pairs = zip_longest(*groups)
    return [text for pair in pairs for text in pair if text is not None][::-1]
