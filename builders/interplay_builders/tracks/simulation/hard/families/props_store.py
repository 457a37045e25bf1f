"""A theatre's store of props, told by chat what goes where: bulk moves, repaints, loans, undoing, earlier messages."""

from dataclasses import dataclass, field, replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, joined, may_ask, nth, session, sizes
from interplay_builders.tracks.simulation.hard.words import listed, phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "props-store-memory", "props_store")
LEVELS = {1: (10, 12, 12), 2: (200, 16, 30), 3: (900, 40, 48), 4: (2600, 60, 60)}
"""Of each level: requests, turns before the last, and things at most."""
CRATES = "ABCDEF"
Crates = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Bulk:
    """A request about crates that can be repeated with other crates; ``kind`` and ``key`` say which things move."""

    kind: str
    a: str
    b: str
    key: str = ""

    def apply(self, crates: Crates) -> None:
        """Move the things."""
        source = crates[self.a]
        if self.kind == "swap":
            crates[self.a], crates[self.b] = crates[self.b], source
        elif self.kind == "flip":
            crates[self.a] = source[::-1]
        elif self.kind == "every":
            for a in CRATES.replace(self.b, ""):
                Bulk("kind", a, self.b, self.key).apply(crates)
        else:
            alike = [thing for thing in source if self.key in thing.split()]
            self._move(crates, {"tip": source, "top": source[-1:], "low": source[:1]}.get(self.kind, alike))

    def _move(self, crates: Crates, chosen: list[str]) -> None:
        source = crates[self.a]
        crates[self.a] = [thing for thing in source if thing not in chosen]
        crates[self.b] = [*crates[self.b], *chosen]

    def swapped(self, a: str, b: str) -> "Bulk":
        """Return the request with two crates exchanged."""
        other = {a: b, b: a}
        return replace(self, a=other.get(self.a, self.a), b=other.get(self.b, self.b))


KINDS = ("colour", "noun", "colour", "noun", "every", "every", "flip", "tip", "top", "low", "swap")


@dataclass
class Store:
    """The store as the dictation goes on; ``near`` are crates of simulators that forget something."""

    chance: Stream
    most: int
    crates: Crates = field(default_factory=lambda: {name: [] for name in CRATES})
    loans: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    batches: list[list[Bulk] | None] = field(default_factory=list)
    lunch: Crates | None = None
    latest: Bulk | None = None
    painted: dict[str, str] = field(default_factory=dict)
    before: Crates | None = None
    near: list[Crates] = field(default_factory=list)

    def message(self, size: int, *, first: bool) -> list[str]:
        """Take *size* requests, and return them as the user words them."""
        self.batch: list[Bulk] | None = []
        self.before = None
        if not first and size > 1 and self.chance.below(5) == 0:
            requests = [self._bulk() for _ in range(min(size, 4))]
        else:
            requests = [self._add() if first and len(self.names) < self.most else self._request() for _ in range(size)]
        self.batches.append(self.batch or None)
        return requests

    def question(self) -> tuple[str, str]:
        """Return a question about things, and the answer."""
        if self.chance.below(2):
            name = self.chance.choice(CRATES)
            return phrase(self.chance, TEXTS["ask_count"], a=name), str(len(self.crates[name]))
        thing = self.chance.choice(self._things())
        return phrase(self.chance, TEXTS["ask_where"], t=thing), self._crate(thing)

    def rewind(self) -> str:
        """Undo all since lunch except for the paint."""
        before = {name: list(things) for name, things in (self.lunch or {}).items()}
        self.near += [self.crates, before]
        self.crates = {name: [self.painted.get(t, t) for t in things] for name, things in before.items()}
        self.lunch = None
        return phrase(self.chance, TEXTS["rewind" if self.painted else "rewind_all"])

    def pause(self) -> str:
        """Go for lunch; nothing is lent then."""
        self.batches.append(None)
        self.lunch, self.painted = {name: list(things) for name, things in self.crates.items()}, {}
        return phrase(self.chance, TEXTS["lunch"])

    def _things(self) -> list[str]:
        return [thing for name in CRATES for thing in self.crates[name]]

    def _crate(self, thing: str) -> str:
        return next(name for name in CRATES if thing in self.crates[name])

    def _request(self) -> str:
        draw, kept, repeatable = self.chance.below(24), self.before, self.batch
        self.before, self.batch = {name: list(things) for name, things in self.crates.items()}, None
        numbers = [n for n, batch in enumerate(self.batches) if batch]
        if draw == 3 and kept is not None:
            self.near.append(self.crates)
            self.crates, self.before = kept, None
            return phrase(self.chance, TEXTS["undo"])
        known = (
            (draw < 3 and len(self.names) < self.most, self._add),
            (3 < draw < 7, self._thing),
            (draw == 7, self._paint),
            (8 < draw < 12 and self.lunch is None, self._loan),
            (draw > 20 and bool(numbers), lambda: self._again(self.chance.choice(numbers))),
        )
        if (request := next((request for fits, request in known if fits), None)) is not None:
            return request()
        self.batch = repeatable
        return self._bulk()

    def _add(self) -> str:
        free = [f"{c} {n}" for c in TEXTS["colours"] for n in TEXTS["nouns"] if f"{c} {n}" not in self.names]
        things, name = self.chance.sample(free, 2 + self.chance.below(3)), self.chance.choice(CRATES)
        self.names.update(things)
        self.crates[name] = [*self.crates[name], *things]
        self.batch = None
        return phrase(self.chance, TEXTS["add"], a=name, things=listed(things))

    def _thing(self) -> str:
        thing = self.chance.choice(self._things())
        name = self.chance.choice([c for c in CRATES if thing not in self.crates[c]])
        self._remove(thing)
        self.crates[name] = [*self.crates[name], thing]
        return phrase(self.chance, TEXTS["thing"], t=thing, a=name)

    def _paint(self) -> str:
        thing = self.chance.choice(self._things())
        free = [c for c in TEXTS["colours"] if f"{c} {thing.split()[1]}" not in self.names]
        if not free:
            return self._thing()
        colour = self.chance.choice(free)
        new = f"{colour} {thing.split()[1]}"
        self.names.add(new)
        former = next((old for old, name in self.painted.items() if name == thing), thing)
        self.painted[former] = new
        self.crates = {c: [new if t == thing else t for t in things] for c, things in self.crates.items()}
        self.before = None
        return phrase(self.chance, TEXTS["paint"], t=thing, k=colour)

    def _loan(self) -> str:
        self.before = None
        away = [thing for thing, (*_, turn) in self.loans.items() if turn < len(self.batches)]
        if away and (len(away) > 2 or self.chance.below(2)):
            thing = self.chance.choice(away)
            person, name, _ = self.loans.pop(thing)
            self.near.append({c: [t for t in things if t != thing] for c, things in self.crates.items()})
            self.crates[name] = [*self.crates[name], thing]
            return phrase(self.chance, TEXTS["home"], p=person, t=thing)
        thing, person = self.chance.choice(self._things()), self.chance.choice(TEXTS["people"])
        self.loans[thing] = person, self._crate(thing), len(self.batches)
        self._remove(thing)
        return phrase(self.chance, TEXTS["lend"], p=person, t=thing)

    def _again(self, number: int) -> str:
        batch = self.batches[number] or []
        used = sorted({crate for bulk in batch for crate in (bulk.a, bulk.b)})
        a, b = sorted((self.chance.choice(used), self.chance.choice(CRATES)))
        if a == b:
            a, b = used[:2]
        for bulk in batch:
            bulk.swapped(a, b).apply(self.crates)
        self.before = None
        return phrase(self.chance, TEXTS["again"], n=nth(number + 1), a=a, b=b)

    def _bulk(self) -> str:
        name, a = self.chance.choice(KINDS), self.chance.choice([name for name in CRATES if self.crates[name]])
        last = self.latest.b + self.latest.a if self.latest and self.latest.kind == name else ""
        b = self.chance.choice([crate for crate in CRATES if crate != a and {*last} != {a, crate}])
        colour, noun = self.chance.choice(self.crates[a]).split()
        key = {"noun": noun, "colour": colour, "every": self.chance.choice((colour, noun))}.get(name, "")
        self.latest = Bulk("kind" if name in {"noun", "colour"} else name, a, b, key)
        self.latest.apply(self.crates)
        if self.batch is not None:
            self.batch.append(self.latest)
        name += "_noun" if name == "every" and key == noun else ""
        return phrase(self.chance, TEXTS[name], a=a, b=b, k=key)

    def _remove(self, thing: str) -> None:
        self.crates = {c: [t for t in things if t != thing] for c, things in self.crates.items()}


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dictation; lunch is at half of it, and what followed is taken back at five eighths."""
    requests, count, most = LEVELS[level]
    store, turns = Store(chance, most), list[Turn]()
    parts = sizes(requests, count - 2)
    for number, size in enumerate(parts):
        asked = store.message(size, first=number < 2)
        reply = "ok"
        if number % 3 == 2 and may_ask(number, count):
            question, reply = store.question()
            asked.append(question)
            store.batches[-1] = None
        turns.append(Turn(joined(chance, asked), reply))
        if number == len(parts) // 2:
            turns.append(Turn(store.pause(), "ok"))
        if number == len(parts) * 5 // 8:
            store.batches.append(None)
            turns.append(Turn(store.rewind(), "ok"))
    upside_down = {name: things[::-1] for name, things in store.crates.items()}
    tables = [
        [(name, thing) for name in CRATES for thing in crates[name]]
        for crates in (store.crates, *store.near[-3:], upside_down)
    ]
    return session(TASK, turns, phrase(chance, TEXTS["final"]), tables[0], tables[1:])


FAMILY = Family(dialogue, (1, 2, 3, 4))
