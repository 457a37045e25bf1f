"""The kitty of seven people on a trip, one of whom disputes a balance."""

from dataclasses import dataclass, replace
from typing import cast

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.families.ledger.money import euros, signed_euros
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.erring import Book, Change, Dialogue, Event, State
from interplay_builders.tracks.simulation.hard.words import Speaker, listed, task_of, texts_of

PEOPLE = ("Ana", "Dev", "Jonas", "Marta", "Pia", "Sven", "Yusuf")
LEAST = 4
"""People who are there at any time, at least."""
COLUMN = "balance"
HANDED = "the money"
STEP = 840
"""Cents; what is paid is a multiple, so that up to eight shares come out even."""
TURNS = (12, 60, 130, 200)


@dataclass(frozen=True, slots=True)
class Entry:
    """A payment: money handed over has one share, for who got it; what was cancelled has none."""

    number: int
    payer: str
    amount: int
    what: str
    shares: dict[str, int]
    present: tuple[str, ...] = PEOPLE

    @property
    def note(self) -> str:
        """What complaints call it."""
        return f"number {self.number} ({self.what})"

    @property
    def can_change(self) -> bool:
        """Return whether it still counts, and is no money that somebody handed over."""
        return bool(self.shares) and not self.what.startswith(HANDED)

    def apply(self, state: State) -> None:
        """Credit who paid, and charge who was in."""
        for person, count in self.shares.items():
            part = self.amount * count // sum(self.shares.values())
            state[self.payer, COLUMN] += part
            state[person, COLUMN] -= part


def _change(events: tuple[Event, ...], speaker: Speaker, stream: Stream, most: int) -> Change:
    """Return one or two new entries, or the correction of an earlier one."""
    entries = cast("tuple[Entry, ...]", events)
    if sum(entry.can_change for entry in entries) > 1 and not stream.below(3):
        return _correction(entries, speaker, stream)
    after, texts = entries, list[str]()
    for _ in range(1 + stream.below(most)):
        entry, text = _payment(after, speaker, stream)
        after = (*after, entry)
        texts.append(text)
    numbers = listed([str(entry.number) for entry in after[len(entries) :]])
    return Change(stream.choice((". ", "\n")).join(texts), speaker.phrase("noted", n=numbers), after)


def _payment(entries: tuple[Entry, ...], speaker: Speaker, stream: Stream) -> tuple[Entry, str]:
    present, text = _travellers(entries, speaker, stream)
    number, payer = len(entries) + 1, stream.choice(present)
    people_here = frozenset(present)
    earlier = [entry for entry in entries if entry.can_change and entry.shares.keys() <= people_here]
    if earlier and not stream.below(6):
        entry = replace(stream.choice(earlier), payer=payer, present=present)
        text += speaker.phrase("repeat", n=entry.number, what=entry.what, payer=payer)
        return replace(entry, number=number), text
    amount = STEP * (1 + stream.below(40))
    if not stream.below(6):
        taker = stream.choice([person for person in PEOPLE if person != payer])
        text += speaker.phrase("gave", giver=payer, taker=taker, amount=euros(amount))
        return Entry(number, payer, amount, f"{HANDED} from {payer} to {taker}", {taker: 1}, present), text
    used = {entry.what for entry in entries}
    things = [f"{kind} in {spot}" for kind in speaker.texts["kinds"] for spot in speaker.texts["spots"]]
    what = stream.choice([what for what in things if what not in used] or things)
    people = sorted(stream.sample(present, min(2 + stream.below(4), len(present)))) if stream.below(2) else [*present]
    shares = dict.fromkeys(people, 1)
    is_all = len(people) == len(present)
    suffix = speaker.phrase("everybody") if is_all else speaker.phrase("only", people=listed(people))
    if not stream.below(4):
        who = stream.choice(people)
        shares[who] = 2
        suffix += speaker.phrase("double", who=who)
    text += speaker.phrase("paid", payer=payer, amount=euros(amount), what=what) + suffix
    return Entry(number, payer, amount, what, shares, present), text


def _travellers(entries: tuple[Entry, ...], speaker: Speaker, stream: Stream) -> tuple[tuple[str, ...], str]:
    """Return who is there, and what the user says if somebody leaves or comes back."""
    present = entries[-1].present if entries else PEOPLE
    if len(entries) < 5 or stream.below(9):
        return present, ""
    who = stream.choice(PEOPLE if len(present) > LEAST else [p for p in PEOPLE if p not in present])
    after = tuple(person for person in PEOPLE if (person in present) != (person == who))
    return after, speaker.phrase("leaves" if who in present else "joins", who=who) + " "


def _correction(entries: tuple[Entry, ...], speaker: Speaker, stream: Stream) -> Change:
    """Return a change of an earlier entry that still counts."""
    entry = stream.choice([entry for entry in entries if entry.can_change])
    facts = {"n": entry.number, "what": entry.what, "old": euros(entry.amount)}
    kind = stream.below(4)
    if kind == 0 and len(entry.shares) > 1:
        who = stream.choice([*entry.shares])
        new = replace(entry, shares={person: n for person, n in entry.shares.items() if person != who})
        text = speaker.phrase("without", who=who, **facts)
    elif kind == 1:
        new, text = replace(entry, shares={}), speaker.phrase("cancel", **facts)
    else:
        sign = 1 if stream.below(2) or entry.amount < 9 * STEP else -1
        amount = entry.amount + sign * STEP * (1 + stream.below(8))
        new, text = replace(entry, amount=amount), speaker.phrase("amount", amount=euros(amount), **facts)
    after = tuple(new if other is entry else other for other in entries)
    return Change(text, speaker.phrase("changed", n=entry.number), after)


BOOK = Book(texts_of(__file__), PEOPLE, (COLUMN,), _change, signed_euros, lambda figure: figure[0])
TASK = task_of(BOOK.texts, "trip-kitty", "kitty")
FAMILY = Family(lambda stream, turns: Dialogue(BOOK, stream).session(TASK, turns), TURNS)
