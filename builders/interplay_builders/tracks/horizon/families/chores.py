"""A list of chores that wait for each other and that three people take in turn: who did what depends on all before."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

PEOPLE = (("Ana", "Ben", "Cleo"), ("Dora", "Emil", "Farah"), ("Gus", "Hana", "Ivo"), ("Jun", "Kira", "Lars"))
CHORES = (
    "paint the fence",
    "water the plants",
    "wash the car",
    "post the letters",
    "feed the cat",
    "mow the lawn",
    "fix the gate",
    "bake the bread",
    "clean the oven",
    "buy the stamps",
    "call the plumber",
    "sweep the yard",
    "iron the shirts",
    "empty the bins",
)
MOST = 10
"""Chores that the list has room for."""


class Chores(State):
    """The open chores in their order, which of them wait for which, and what each person has done."""

    def __init__(self, people: tuple[str, ...], minutes: Mapping[str, int]) -> None:
        self.minutes = dict(minutes)
        """Of the open chores, in the order of the list."""
        self.waits: frozenset[tuple[str, str]] = frozenset()
        """Pairs of open chores: the first waits for the second."""
        self.totals = dict.fromkeys(people, 0)
        self.people = people
        self.turn = 0
        self.refused = 0
        self.last: tuple[str, int] | None = None
        """The chore that was done last, with its minutes."""
        self.passed = False
        """Whether the turn was given to somebody since then: giving it on would make that count for nothing."""

        self.added = False
        """Whether the last order that was carried out put a chore at the bottom: that one is likely to be done next."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order."""
        effect = _VERBS[command.verb](self, *command.args)
        if effect[:1] != (REFUSED,):
            self.added = effect[:1] == ("add",) and command.verb != "insert"
        return effect

    def values(self) -> tuple[str, ...]:
        totals = map(str, self.totals.values())
        return ", ".join(self.minutes) or "none", *totals, self.people[self.turn], str(self.refused)

    def free(self) -> list[str]:
        """Return the open chores that wait for none, in the order of the list."""
        waiting = {chore for chore, _ in self.waits}
        return [name for name in self.minutes if name not in waiting]

    def add(self, name: str, minutes: int) -> Effect:
        """Put a new chore at the bottom."""
        if name in self.minutes or len(self.minutes) == MOST:
            return self._refuse()
        self.minutes[name] = minutes
        return "add", name, minutes

    def insert(self, name: str, minutes: int, other: str) -> Effect:
        """Put a new chore directly above another one."""
        if other not in self.minutes:
            return self._refuse()
        effect = self.add(name, minutes)
        if effect[0] != REFUSED:
            order = [chore for chore in self.minutes if chore != name]
            order.insert(order.index(other), name)
            self._sort(order)
        return effect

    def add_alike(self, name: str) -> Effect:
        """Put a new chore at the bottom, as long as the last one done; refused where there is none."""
        return self._refuse() if self.last is None else self.add(name, self.last[1])

    def do(self, name: str) -> Effect:
        """Let the person whose turn it is do a chore, unless it waits for another one."""
        if name not in self.free():
            return self._refuse()
        return self._done(name)

    def do_first(self) -> Effect:
        """Have the first of the chores done that can be done."""
        return self._done(self.free()[0]) if self.minutes else self._refuse()

    def do_second(self) -> Effect:
        """Have the second of the chores done that can be done."""
        free = self.free()
        return self._done(free[1]) if len(free) > 1 else self._refuse()

    def do_last(self) -> Effect:
        """Have the last of the chores done that can be done."""
        return self._done(self.free()[-1]) if self.minutes else self._refuse()

    def do_longest(self) -> Effect:
        """Have the longest of the chores done that can be done, the upper one of two alike."""
        return self._done(max(self.free(), key=self.minutes.__getitem__)) if self.minutes else self._refuse()

    def top(self, name: str) -> Effect:
        """Move a chore to the top."""
        return self._to(name, [name, *(chore for chore in self.minutes if chore != name)])

    def bottom(self, name: str) -> Effect:
        """Move a chore to the bottom."""
        return self._to(name, [*(chore for chore in self.minutes if chore != name), name])

    def ends(self) -> Effect:
        """Exchange the top and the bottom chore."""
        if len(self.minutes) < 2:
            return self._refuse()
        first, *others, last = self.minutes
        self._sort([last, *others, first])
        return "ends", first, last

    def wait(self, name: str, other: str) -> Effect:
        """Let a chore wait for another one, unless that waits for it, also by way of others."""
        if name not in self.minutes or other not in self.minutes or self._reaches(other, name):
            return self._refuse()
        if (name, other) in self.waits:
            return ()
        self.waits |= {(name, other)}
        return "wait", name, other

    def back(self) -> Effect:
        """Bring the chore done last back at the bottom, as long as before."""
        if self.last is None:
            return self._refuse()
        effect = self.add(*self.last)
        if effect[0] != REFUSED:
            self.last = None
        return effect

    def skip(self) -> Effect:
        """Let the person whose turn it is pass."""
        who, self.passed = self.people[self.turn], True
        self.turn = (self.turn + 1) % len(self.people)
        return "skip", who

    def laziest(self) -> Effect:
        """Give the turn to the person with the fewest minutes, the first in the list on a tie."""
        least = min(range(len(self.people)), key=lambda index: self.totals[self.people[index]])
        if least == self.turn:
            return ()
        before, self.turn, self.passed = self.people[self.turn], least, True
        return "laziest", before, self.people[least]

    def _done(self, name: str) -> Effect:
        minutes, who = self.minutes.pop(name), self.people[self.turn]
        self.waits = frozenset(pair for pair in self.waits if name not in pair)
        self.totals[who] += minutes
        self.turn = (self.turn + 1) % len(self.people)
        self.last, self.passed = (name, minutes), False
        return "done", name, who, minutes

    def _to(self, name: str, order: list[str]) -> Effect:
        if name not in self.minutes:
            return self._refuse()
        if order == list(self.minutes):
            return ()
        self._sort(order)
        return "move", name

    def _sort(self, order: list[str]) -> None:
        self.minutes = {name: self.minutes[name] for name in order}

    def _reaches(self, name: str, goal: str) -> bool:
        """Return whether a chore is another one, or waits for it."""
        return name == goal or any(self._reaches(other, goal) for chore, other in self.waits if chore == name)

    def _refuse(self) -> Effect:
        self.refused += 1
        return (REFUSED,)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "add": Chores.add,
    "insert": Chores.insert,
    "add_alike": Chores.add_alike,
    "do": Chores.do,
    "do_first": Chores.do_first,
    "do_second": Chores.do_second,
    "do_last": Chores.do_last,
    "do_longest": Chores.do_longest,
    "top": Chores.top,
    "bottom": Chores.bottom,
    "ends": Chores.ends,
    "wait": Chores.wait,
    "back": Chores.back,
    "skip": Chores.skip,
    "laziest": Chores.laziest,
}
_TURNS = frozenset({"laziest", "skip"})
_MORE = ("add", "insert", *("add_alike",) * 5, *("back",) * 5)
_LESS = (*("do_last",) * 6, *("do_first",) * 4, *("do_second",) * 3, "do", "do", "do_longest")
_OTHER = (*("laziest",) * 5, *("skip",) * 4, "ends", "top", "bottom", "wait")


class ChoreList:
    """The family of lists of chores."""

    name = "chores"

    def start(self, stream: Stream) -> Chores:
        people = stream.choice(PEOPLE)
        return Chores(people, {name: 5 + stream.below(90) for name in stream.sample(CHORES, 5)})

    def facts(self, start: Chores) -> Mapping[str, str]:
        listed = ", ".join(f'"{name}" ({minutes} minutes)' for name, minutes in start.minutes.items())
        first, second, third = start.people
        return {"first": first, "second": second, "third": third, "chores": listed, "most": str(MOST)}

    def report(self, start: Chores) -> tuple[Line, ...]:
        return (
            Line(label="Open", kind="words", allowed=CHORES),
            *(Line(label=name, kind="number") for name in start.people),
            Line(label="Next", kind="word", allowed=start.people),
            Line(label="Refused", kind="number"),
        )

    def order(self, engine: Chores, stream: Stream) -> Command:
        """Draw an order; a long list rather gets shorter."""
        kind = stream.below(10)
        verbs = (
            _OTHER
            if kind < (1 if engine.passed else 4)
            else _MORE
            if stream.below(7) >= len(engine.minutes) - 2
            else _LESS
        )
        verb = stream.choice([name for name in verbs if not (engine.passed and name in _TURNS)])
        if engine.added and stream.below(2):
            verb = "do_last"
        name, other = self._names(engine, stream)
        closed = [name for name in CHORES if name not in engine.minutes]
        new, minutes = stream.choice(closed if stream.below(12) else CHORES), 5 + stream.below(90)
        free = engine.free()
        args: dict[str, tuple[str | int, ...]] = {
            "add": (new, minutes),
            "insert": (new, minutes, other),
            "add_alike": (new,),
            "do": (name,),
            "top": (name,),
            "bottom": (name,),
            "wait": (free[0] if len(free) > 1 and free[0] != other else name, other),
        }
        return Command(verb, args.get(verb, ()))

    def question(self, engine: Chores, stream: Stream) -> Command:  # noqa: ARG002  the interface's signature
        return stream.choice((Command("whose", ()), Command("where", (stream.choice(CHORES),))))

    def _names(self, engine: Chores, stream: Stream) -> tuple[str, str]:
        """Return two chores, most often open ones."""
        known = tuple(engine.minutes)
        first, other = stream.sample(known if len(known) > 1 and stream.below(12) else CHORES, 2)
        return first, other


FAMILY = ChoreList()
