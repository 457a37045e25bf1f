"""A theatre's store of props, told by chat what goes where: bulk moves, repaints, loans, undoing, earlier messages."""

from dataclasses import dataclass, field, replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, joined, listed, nth, phrase, session, sizes
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TASK = TaskSpec(
    task_id="props-store-memory",
    name="Props Store Memory",
    kind="stateful",
    family="props_store",
    request_type="moves, loans and repaints of props in crates, and questions where they are",
    brief="""
I'm packing props for our amateur theatre, both hands full, so please be the memory of the store and I'll just \
dictate. Six crates, A to F, all empty this morning. Whatever goes into a crate goes on top of what's in there, and \
when I move several things at once they keep their order. "Newest" is always the top one of a crate, "oldest" the \
bottom one. Lent things are in no crate until they're back. If I swap two crates I mean what's inside. Say "ok" unless \
I ask something, and then just the answer.
""".strip(),
)
LEVELS = {1: (16, 12, 14), 2: (56, 14, 20), 3: (160, 20, 30), 4: (400, 30, 40)}
"""Of each level: requests, turns before the last, and things at most."""
CRATES = "ABCDEF"
COLOURS = ("red", "blue", "green", "black", "white", "yellow")
NOUNS = ("lamp", "hat", "vase", "rug", "mask", "chair", "book", "bell", "fan", "mug")
PEOPLE = ("Ben", "Iris", "Tomek", "Lale")
Crates = dict[str, list[str]]
ADD = (
    "into {a} go the {things}",
    "{things} go into {a}, in that order",
    "new in {a}: {things}",
    "Put the {things} in {a}.",
)
THING = ("the {t} goes to {a}", "move the {t} to {a}", "{t} into {a} please", "I've put the {t} in {a}.")
COLOUR = (
    "everything {k} from {a} into {b}",
    "whatever is {k} in {a} moves to {b}",
    "all the {k} stuff in {a} goes over to {b}",
)
NOUN = ("all {k}s from {a} into {b}", "any {k}s in {a} move to {b}", "the {k}s that are in {a} go over to {b}")
TIP = ("put all of {a} into {b}", "{a} gets emptied into {b}", "Everything in {a} goes into {b}, same order.")
TOP = ("the newest from {a} goes into {b}", "top one of {a} over to {b}", "newest thing in {a} into {b}")
LOW = ("the oldest in {a} goes into {b}", "the bottom one of {a} over to {b}", "oldest of {a} into {b}")
SWAP = ("swap {a} and {b}", "{a} and {b} change places.", "swap what's in {a} with what's in {b}")
PAINT = ("I painted the {t}, it's {k} now", "the {t} gets a coat of {k}", "paint job: the {t} is {k} from now on")
LEND = ("{p} borrows the {t}", "{p} takes the {t} to rehearsal.", "the {t} is with {p} for now")
HOME = (
    "{p} brought the {t} back, it goes into the crate it left",
    "{t} is back from {p}, put it into the crate it came from",
    "{p} returned the {t}, into its old crate",
)
AGAIN = (
    "same as in my {n} message, but with {a} and {b} swapped",
    "do what my {n} message said once more, only {a} for {b} and {b} for {a}",
    "and again the whole of my {n} message, {a} and {b} the other way round",
)
LUNCH = ("lunch now, back in half an hour", "ok I'm off for lunch. back in a bit", "Break for lunch.")
REWIND = (
    "oh dear, wrong list. undo all I've asked since lunch, but what I painted stays painted",
    "everything since lunch was nonsense, please take it back. Only the paint is real of course",
    "Undo it all back to lunch, except the painting, I can't unpaint things.",
)
UNDO = ("no wait, not that last one", "scratch that last one", "Undo that last thing.")
ASK_WHERE = ("where's the {t}?", "which crate is the {t} in?", "remind me, where is the {t} now?")
ASK_COUNT = ("how many things in {a}?", "what's the count in {a}?", "how many are there in {a} now?")
FINAL = (
    "Van's here. What's in which crate now? Code block, a line each thing like A | red lamp, A to F, oldest first.",
    "right, the list for the van please: a code block, lines like A | red lamp, crate by crate, oldest at the top",
    "done! print me all crates, A to F, one thing a line as in A | red lamp, oldest first, in one code block",
)


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
            return
        chosen = {
            "kind": [thing for thing in source if self.key in thing.split()],
            "tip": list(source),
            "top": source[-1:],
            "low": source[:1],
        }[self.kind]
        crates[self.a] = [thing for thing in source if thing not in chosen]
        crates[self.b] = [*crates[self.b], *chosen]

    def swapped(self, a: str, b: str) -> "Bulk":
        """Return the request with two crates exchanged."""
        other = {a: b, b: a}
        return replace(self, a=other.get(self.a, self.a), b=other.get(self.b, self.b))


WORDINGS = {"swap": SWAP, "kind": COLOUR, "tip": TIP, "top": TOP, "low": LOW}


@dataclass
class Store:
    """The store as the dictation goes on; ``near`` are crates of simulators that forget something."""

    chance: Stream
    most: int
    crates: Crates = field(default_factory=lambda: {name: [] for name in CRATES})
    loans: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    batches: list[list[Bulk] | None] = field(default_factory=list)
    lunch: Crates | None = None
    painted: dict[str, str] = field(default_factory=dict)
    before: Crates | None = None
    near: list[Crates] = field(default_factory=list)

    def message(self, size: int, *, first: bool) -> list[str]:
        """Take *size* requests, and return them as the user words them."""
        self.batch: list[Bulk] | None = []
        self.before = None
        requests = [self._add() if first else self._request() for _ in range(size)]
        self.batches.append(self.batch or None)
        return requests

    def question(self) -> tuple[str, str]:
        """Return a question about things, and the answer."""
        if self.chance.below(2):
            name = self.chance.choice(CRATES)
            return phrase(self.chance, ASK_COUNT, a=name), str(len(self.crates[name]))
        thing = self.chance.choice(self._things())
        return phrase(self.chance, ASK_WHERE, t=thing), self._crate(thing)

    def rewind(self) -> str:
        """Undo all since lunch except for the paint."""
        before = {name: list(things) for name, things in (self.lunch or {}).items()}
        self.near += [self.crates, before]
        self.crates = {name: [self.painted.get(t, t) for t in things] for name, things in before.items()}
        self.lunch = None
        return phrase(self.chance, REWIND)

    def pause(self) -> str:
        """Go for lunch; nothing is lent then."""
        self.batches.append(None)
        self.lunch, self.painted = {name: list(things) for name, things in self.crates.items()}, {}
        return phrase(self.chance, LUNCH)

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
            return phrase(self.chance, UNDO)
        known = (
            (draw < 3 and len(self.names) < self.most, self._add),
            (3 < draw < 7, self._thing),
            (draw in {7, 8}, self._paint),
            (8 < draw < 12 and self.lunch is None, self._loan),
            (draw > 21 and bool(numbers), lambda: self._again(self.chance.choice(numbers))),
        )
        if (request := next((request for fits, request in known if fits), None)) is not None:
            return request()
        self.batch = repeatable
        return self._bulk()

    def _add(self) -> str:
        free = [f"{c} {n}" for c in COLOURS for n in NOUNS if f"{c} {n}" not in self.names]
        things, name = self.chance.sample(free, 2 + self.chance.below(3)), self.chance.choice(CRATES)
        self.names.update(things)
        self.crates[name] = [*self.crates[name], *things]
        self.batch = None
        return phrase(self.chance, ADD, a=name, things=listed(things))

    def _thing(self) -> str:
        thing = self.chance.choice(self._things())
        name = self.chance.choice([c for c in CRATES if thing not in self.crates[c]])
        self._remove(thing)
        self.crates[name] = [*self.crates[name], thing]
        return phrase(self.chance, THING, t=thing, a=name)

    def _paint(self) -> str:
        thing = self.chance.choice(self._things())
        free = [c for c in COLOURS if f"{c} {thing.split()[1]}" not in self.names]
        if not free:
            return self._thing()
        colour = self.chance.choice(free)
        new = f"{colour} {thing.split()[1]}"
        self.names.add(new)
        former = next((old for old, name in self.painted.items() if name == thing), thing)
        self.painted[former] = new
        self.crates = {c: [new if t == thing else t for t in things] for c, things in self.crates.items()}
        self.before = None
        return phrase(self.chance, PAINT, t=thing, k=colour)

    def _loan(self) -> str:
        self.before = None
        if self.loans and (len(self.loans) > 2 or self.chance.below(2)):
            thing = self.chance.choice(list(self.loans))
            person, name = self.loans.pop(thing)
            self.near.append({c: [t for t in things if t != thing] for c, things in self.crates.items()})
            self.crates[name] = [*self.crates[name], thing]
            return phrase(self.chance, HOME, p=person, t=thing)
        thing, person = self.chance.choice(self._things()), self.chance.choice(PEOPLE)
        self.loans[thing] = person, self._crate(thing)
        self._remove(thing)
        return phrase(self.chance, LEND, p=person, t=thing)

    def _again(self, number: int) -> str:
        batch = self.batches[number] or []
        used = sorted({crate for bulk in batch for crate in (bulk.a, bulk.b)})
        a, b = sorted((self.chance.choice(used), self.chance.choice(CRATES)))
        if a == b:
            a, b = used[:2]
        for bulk in batch:
            bulk.swapped(a, b).apply(self.crates)
        return phrase(self.chance, AGAIN, n=nth(number + 1), a=a, b=b)

    def _bulk(self) -> str:
        kind = self.chance.choice(("kind", "kind", "kind", "kind", "kind", "tip", "top", "top", "low", "swap"))
        filled = [name for name in CRATES if self.crates[name]]
        a = self.chance.choice(filled)
        b = self.chance.choice([name for name in CRATES if name != a])
        key = self.chance.choice(self.chance.choice(self.crates[a]).split())
        bulk = Bulk(kind, a, b, key if kind == "kind" else "")
        bulk.apply(self.crates)
        if self.batch is not None:
            self.batch.append(bulk)
        wordings = NOUN if kind == "kind" and key in NOUNS else WORDINGS[kind]
        return phrase(self.chance, wordings, a=a, b=b, k=key)

    def _remove(self, thing: str) -> None:
        self.crates = {c: [t for t in things if t != thing] for c, things in self.crates.items()}


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dictation; lunch is at half of it, and what followed is taken back at three quarters."""
    requests, count, most = LEVELS[level]
    store, turns = Store(chance, most), list[Turn]()
    parts = sizes(requests, count - 2)
    for number, size in enumerate(parts):
        asked = store.message(size, first=number < 2)
        reply = "ok"
        if number % 3 == 2:
            question, reply = store.question()
            asked.append(question)
            store.batches[-1] = None
        turns.append(Turn(joined(chance, asked), reply))
        if number == len(parts) // 2:
            turns.append(Turn(store.pause(), "ok"))
        if number == len(parts) * 3 // 4:
            store.batches.append(None)
            turns.append(Turn(store.rewind(), "ok"))
    upside_down = {name: things[::-1] for name, things in store.crates.items()}
    tables = [
        [(name, thing) for name in CRATES for thing in crates[name]]
        for crates in (store.crates, *store.near[-3:], upside_down)
    ]
    return session(TASK, turns, phrase(chance, FINAL), tables[0], tables[1:])


FAMILY = Family(dialogue, (1, 2, 3, 4))
