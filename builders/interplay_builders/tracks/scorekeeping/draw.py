"""Draw the items of the track from its texts and a seed."""

from collections.abc import Iterator

from interplay.core.driver import Reply
from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import Situation, episode
from interplay.tracks.scorekeeping.records import Item, Probe, ProbeItem, Request, Round, Rules, Slot, Tags, Update
from interplay_builders.tracks.scorekeeping.domains import Domain, Protocol
from interplay_builders.tracks.scorekeeping.schedule import Turn, corrected, plain

BASE_PER_DOMAIN = 10
UPDATES_PER_INSTANCE = (2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4)
"""Corrections in each of a domain's instances of the corrections split."""


def draw_base(domains: tuple[Domain, ...], protocol: Protocol, seed: str, canary: str) -> Iterator[Item]:
    """Yield the split ``base``: each slot is asked for exactly once."""
    for domain in domains:
        for number in range(BASE_PER_DOMAIN):
            stream = Stream(f"scorekeeping/base/{domain.name}", seed, f"order/{number}")
            yield _Drawing(domain, protocol, seed, canary, "base", number).item(plain(len(domain.slots), stream))


def draw_corrections(domains: tuple[Domain, ...], protocol: Protocol, seed: str, canary: str) -> Iterator[Item]:
    """Yield the split ``corrections``: values change after they were given, and are asked for again."""
    for domain in domains:
        if not domain.corrects:
            continue
        for number, updates in enumerate(UPDATES_PER_INSTANCE):
            stream = Stream(f"scorekeeping/corrections/{domain.name}", seed, f"order/{number}")
            turns = corrected(len(domain.slots), updates, stream)
            yield _Drawing(domain, protocol, seed, canary, "corrections", number).item(turns)


def probe_items(item: Item) -> Iterator[ProbeItem]:
    """Yield each probe of *item* with the dialogue before it, every answer being the right one."""
    steps = episode(item)
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
            )
        try:
            ask = steps.send(Reply(BOTS["oracle"](ask)))
        except StopIteration:
            return


class _Drawing:
    """Chooses values and wordings of one item; one stream for each purpose."""

    def __init__(self, domain: Domain, protocol: Protocol, seed: str, canary: str, split: str, number: int) -> None:
        self.domain, self.protocol, self.seed, self.canary = domain, protocol, seed, canary
        self.split, self.number = split, number
        self.names = tuple(domain.slots)
        self.texts = tuple(domain.slots.values())
        # Without replacement over the instances of a split, so that values recur as little as they can.
        self.pools = [self._values(name, texts.values) for name, texts in domain.slots.items()]
        self.values = [pool.pop() for pool in self.pools]

    def item(self, turns: tuple[Turn, ...]) -> Item:
        slots = tuple(
            Slot(name=name, label=texts.label, value=value)
            for name, texts, value in zip(self.names, self.texts, self.values, strict=True)
        )
        rounds = [Round(updates=(), request=None, probes=self._probes(0))]
        rounds += [self._round(number, turn) for number, turn in enumerate(turns, 1)]
        return Item(
            canary=self.canary,
            item_id=f"{self.split}/{self.domain.name}/{self.number}",
            split=self.split,
            domain=self.domain.name,
            rules=Rules(tag="plain"),
            tags=Tags(
                questioner=self.domain.questioner,
                moderator=self.protocol.moderator,
                answer=self.protocol.answer,
                aside=self.protocol.aside,
            ),
            slots=slots,
            initial_prompt=self._prompt(slots),
            suffixes=self.protocol.suffixes,
            rounds=tuple(rounds),
        )

    def _stream(self, purpose: str) -> Stream:
        return Stream(f"scorekeeping/{self.split}/{self.domain.name}", self.seed, f"{purpose}/{self.number}")

    def _values(self, name: str, values: tuple[str, ...]) -> list[str]:
        order = Stream(f"scorekeeping/{self.split}/{self.domain.name}", self.seed, f"values/{name}").shuffled(values)
        start = self.number % len(order)
        return (order[start:] + order[:start])[::-1]

    def _round(self, number: int, turn: Turn) -> Round:
        updates = () if turn.updated is None else (self._update(number, turn.updated),)
        texts = self.texts[turn.asked]
        wordings = texts.repeats if turn.again else texts.requests
        variant = self._stream(f"request/{number}").below(len(wordings))
        request = Request(slot=self.names[turn.asked], variant=variant, text=wordings[variant])
        return Round(updates=updates, request=request, probes=self._probes(number))

    def _update(self, number: int, slot: int) -> Update:
        wording = self._stream(f"update/{number}").choice(self.texts[slot].updates)
        value = self.pools[slot].pop()
        return Update(slot=self.names[slot], value=value, text=wording.replace("{value}", value))

    def _probes(self, number: int) -> tuple[Probe, ...]:
        stream = self._stream(f"probes/{number}")
        order = stream.shuffled(range(len(self.names)))
        variants = [stream.below(len(self.texts[slot].probes)) for slot in order]
        return tuple(
            Probe(slot=self.names[slot], variant=variant, text=self.texts[slot].probes[variant])
            for slot, variant in zip(order, variants, strict=True)
        )

    def _prompt(self, slots: tuple[Slot, ...]) -> str:
        lines = [f"{slot.label}: {slot.value}" for slot in slots]
        rules = [self.protocol.rules, *([self.protocol.corrections] if self.split == "corrections" else [])]
        told = "\n".join([*rules, "", self.protocol.closing])
        told = told.replace("{partner}", self.domain.partner).replace("{questioner}", self.domain.questioner)
        return "\n".join([self.domain.opening, "", *lines, "", self.domain.unknown, "", told])
