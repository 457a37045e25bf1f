"""A warehouse that keeps its stock in lots and ships the oldest first: costs depend on the whole history."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Cents, Command, Effect, State

SETS = (
    ("Hinges", "Brackets", "Castors"),
    ("Lamps", "Sockets", "Dimmers"),
    ("Mugs", "Teapots", "Bowls"),
    ("Saddles", "Pedals", "Tyres"),
)
SHARES = (("half", 2), ("a third", 3), ("a quarter", 4))
_DIVISORS = dict(SHARES)
Lots = tuple[tuple[int, int], ...]
"""Units and the cost of one of them in cents, the oldest lot first."""


class Stock(State):
    """Lots by article, the cost of all that was shipped, and what references back need."""

    def __init__(self, lots: Mapping[str, Lots], most: int) -> None:
        self.lots = dict(lots)
        self.most = most
        self.shipped = 0
        self.refused = 0
        self.last: tuple[str, int, int] | None = None
        """Article, units and cost of the unit that left last, of the last shipment."""
        self.number = 0
        """Units of the last order that was carried out."""
        self.recent = next(iter(lots))
        """The article of that order: what comes next is rather about it."""
        self.fresh = True
        """Whether that order brought its own number: one that took up an older number is not taken up again."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order."""
        effect = _VERBS[command.verb](self, *command.args)
        if effect[:1] != (REFUSED,):
            self.fresh = command.verb not in _AGAIN
        return effect

    def values(self) -> tuple[str, ...]:
        articles = [(str(self.units(name)), str(Cents(self.value(name)))) for name in self.lots]
        return (*(text for pair in articles for text in pair), str(Cents(self.shipped)), str(self.refused))

    def units(self, name: str) -> int:
        """Return the units of an article."""
        return sum(units for units, _ in self.lots[name])

    def value(self, name: str) -> int:
        """Return what the units of an article cost, in cents."""
        return sum(units * cost for units, cost in self.lots[name])

    def receive(self, units: int, name: str, cost: int) -> Effect:
        """Take in a new lot, unless the shelf would be too full."""
        if self.units(name) + units > self.most:
            return self._refuse()
        self.lots[name] += ((units, cost),) if units else ()
        self.number, self.recent = units, name
        return ("in", name, units, cost) if units else ()

    def receive_like(self, units: int, name: str, other: str) -> Effect:
        """Take in a new lot at the price of another article's oldest lot; refused where there is none."""
        return self.receive(units, name, self.lots[other][0][1]) if self.lots[other] else self._refuse()

    def match(self, name: str, cost: int, other: str) -> Effect:
        """Take in as many units as there are of another article."""
        return self.receive(self.units(other), name, cost)

    def receive_again(self, name: str, cost: int) -> Effect:
        """Take in as many units as the last order that was carried out was about."""
        return self.receive(self.number, name, cost)

    def ship(self, units: int, name: str) -> Effect:
        """Ship units, the oldest first, unless there are too few."""
        if units > self.units(name):
            return self._refuse()
        if not units:
            self.number, self.recent = 0, name
            return ()
        taken = self._take(name, units, oldest=True)
        cost = sum(some * each for some, each in taken)
        self.shipped += cost
        self.last = name, units, taken[-1][1]
        self.number, self.recent = units, name
        return "out", name, units, cost

    def ship_share(self, part: str, name: str) -> Effect:
        """Ship a share of an article, rounded down."""
        return self.ship(self.units(name) // _DIVISORS[part], name)

    def ship_fuller(self, units: int, first: str, other: str) -> Effect:
        """Ship units of the article with the larger stock, the first on a tie."""
        return self.ship(units, first if self.units(first) >= self.units(other) else other)

    def ship_dearer(self, part: str, first: str, other: str) -> Effect:
        """Ship a share of the article whose stock cost more, the first where both cost the same."""
        return self.ship_share(part, first if self.value(first) >= self.value(other) else other)

    def ship_again(self, name: str) -> Effect:
        """Ship as many units as the last order that was carried out was about."""
        return self.ship(self.number, name)

    def returned(self) -> Effect:
        """Take the last shipment back as a new lot, each unit at the cost of the one that left last."""
        if self.last is None:
            return self._refuse()
        name, units, cost = self.last
        effect = self.receive(units, name, cost)
        if effect[0] != REFUSED:
            self.last = None
        return effect

    def scrap(self, units: int, name: str) -> Effect:
        """Throw away units of the newest lots, unless there are too few."""
        if units > self.units(name):
            return self._refuse()
        cost = sum(some * each for some, each in self._take(name, units, oldest=False))
        self.number, self.recent = units, name
        return "scrapped", name, units, cost

    def _refuse(self) -> Effect:
        self.refused += 1
        return (REFUSED,)

    def _take(self, name: str, units: int, *, oldest: bool) -> list[tuple[int, int]]:
        """Take units out; return from which lots, in the order in which they left."""
        lots, taken = list(self.lots[name]), []
        while units:
            end = 0 if oldest else -1
            left, cost = lots[end]
            some = min(units, left)
            taken.append((some, cost))
            units -= some
            if some == left:
                del lots[end]
            else:
                lots[end] = (left - some, cost)
        self.lots[name] = tuple(lots)
        return taken


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "receive": Stock.receive,
    "receive_like": Stock.receive_like,
    "match": Stock.match,
    "receive_again": Stock.receive_again,
    "ship": Stock.ship,
    "ship_share": Stock.ship_share,
    "ship_fuller": Stock.ship_fuller,
    "ship_dearer": Stock.ship_dearer,
    "ship_again": Stock.ship_again,
    "returned": Stock.returned,
    "scrap": Stock.scrap,
}
_AGAIN = frozenset({"receive_again", "ship_again"})
_STAY = (
    ("receive", "receive_like", *("receive_again",) * 7),
    (*("ship_share",) * 12, *("ship_dearer",) * 2, "ship", "scrap"),
)
"""Orders about the article of the last order: those that increase its stock, and those that decrease it."""
_SWITCH = (
    (*("receive_again",) * 5, *("match",) * 5, "receive_like"),
    (*("ship_again",) * 7, *("ship_dearer",) * 2, "ship_fuller"),
)
"""The same for orders about another article; most refer to the last order."""


class Warehouse:
    """The family of warehouses."""

    name = "warehouse"

    def start(self, stream: Stream) -> Stock:
        names = stream.choice(SETS)
        return Stock({name: (_lot(stream), _lot(stream)) for name in names}, most=10 * (16 + stream.below(9)))

    def facts(self, start: Stock) -> Mapping[str, str]:
        texts = [
            f"{name}: {' and then '.join(f'{units} at {Cents(cost)}' for units, cost in lots)}"
            for name, lots in start.lots.items()
        ]
        return {"lots": "; ".join(texts), "most": str(start.most)}

    def report(self, start: Stock) -> tuple[Line, ...]:
        labels = [label for name in start.lots for label in (f"{name} units", f"{name} value")]
        return tuple(Line(label=label, kind="number") for label in (*labels, "Shipped", "Refused"))

    def order(self, engine: Stock, stream: Stream) -> Command:
        """Draw an order; an article with a small stock is likely to be received."""
        if not stream.below(10):
            return Command("returned")
        first, other = engine.recent, stream.choice([name for name in engine.lots if name != engine.recent])
        verbs: tuple[tuple[str, ...], ...] = _STAY
        if stream.below(10) < 3:
            first, other, verbs = other, first, _SWITCH
        units, (_, cost) = 3 + stream.below(30), _lot(stream)
        verb = stream.choice(verbs[stream.below(engine.most) < engine.units(first)])
        if verb in _AGAIN and not engine.fresh:
            verb = "match" if verb == "receive_again" else "ship_share"
            first, other = (other, first) if verb == "match" and first == engine.recent else (first, other)
        part = stream.choice(SHARES)[0]
        args: dict[str, tuple[str | int, ...]] = {
            "receive": (units, first, Cents(cost)),
            "receive_like": (units, first, other),
            "match": (first, Cents(cost), other),
            "receive_again": (first, Cents(cost)),
            "ship": (units, first),
            "scrap": (units, first),
            "ship_share": (part, first),
            "ship_fuller": (units, first, other),
            "ship_dearer": (part, first, other),
            "ship_again": (first,),
        }
        return Command(verb, args[verb])

    def question(self, engine: Stock, stream: Stream) -> Command:
        name = stream.choice(tuple(engine.lots))
        return Command(stream.choice(("how_many", "next_cost")), (name,))


def _lot(stream: Stream) -> tuple[int, int]:
    return 12 + stream.below(40), 105 + 5 * stream.below(170)


FAMILY = Warehouse()
