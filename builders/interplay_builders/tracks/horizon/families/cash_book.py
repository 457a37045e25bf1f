"""The money of a shop in four places with limits: shares of what there is, repetitions, undoing, references back."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Cents, Command, Effect, State

SETS = (
    ("Till", "Safe", "Bank", "Card account"),
    ("Shop", "Market stall", "Bank", "Online shop"),
    ("Café", "Kiosk", "Bank", "Petty cash"),
    ("Front desk", "Bar", "Bank", "Strongbox"),
)
BANK = 2
"""The place that may be overdrawn."""
SHARES = (("half", 2), ("a third", 3), ("a quarter", 4), ("a fifth", 5), ("a tenth", 10))
_DIVISORS = dict(SHARES)


class Move(Struct, frozen=True):
    """Money that moves; ``None`` stands for outside the shop."""

    source: str | None
    target: str | None
    amount: int


class Book(State):
    """Balances in cents, and what references back need: the last move, the last refusal, the places named last."""

    def __init__(self, balances: Mapping[str, int], overdraft: int, most: int) -> None:
        self.balances = dict(balances)
        self.names = tuple(balances)
        self.overdraft, self.most = overdraft, most
        self.turnover = 0
        """Cents of all orders that were carried out: balances alone forget, as shares even out what is different."""
        self.refused = 0
        self.last: Move | None = None
        self.turned_down: Move | None = None
        self.named = self.names[:2]

    def obey(self, command: Command) -> Effect:
        """Carry out an order."""
        return _VERBS[command.verb](self, *command.args)

    def values(self) -> tuple[str, ...]:
        return (*(str(Cents(amount)) for amount in (*self.balances.values(), self.turnover)), str(self.refused))

    def allows(self, move: Move) -> bool:
        """Return whether neither place would end beyond its limit."""
        if move.source is not None:
            least = -self.overdraft if move.source == self.names[BANK] else 0
            if self.balances[move.source] - move.amount < least:
                return False
        return (
            move.target is None
            or move.target == self.names[BANK]
            or self.balances[move.target] + move.amount <= self.most
        )

    def order(self, move: Move | None) -> Effect:
        """Make a move, or count and remember that it was refused; an order without a move is refused, too."""
        if move is None or not self.allows(move):
            self.refused += 1
            self.turned_down = move or self.turned_down
            return REFUSED, move
        self.last = move
        self.turnover += move.amount
        return self._booked(move)

    def _booked(self, move: Move) -> Effect:
        if not move.amount:
            return ()
        if move.source is not None:
            self.balances[move.source] -= move.amount
        if move.target is not None:
            self.balances[move.target] += move.amount
        return move.source, move.target, move.amount

    def _shared(self, part: str, source: str, target: str | None) -> Move:
        return Move(source, target, max(0, self.balances[source]) // _DIVISORS[part])

    def put(self, name: str, amount: int) -> Effect:
        """Take money in."""
        return self.order(Move(None, name, amount))

    def pay(self, name: str, amount: int) -> Effect:
        """Pay money out."""
        return self.order(Move(name, None, amount))

    def move(self, source: str, target: str, amount: int) -> Effect:
        """Move money from one place to another."""
        self.named = source, target
        return self.order(Move(source, target, amount))

    def share(self, part: str, source: str, target: str) -> Effect:
        """Move a share of the balance of one place to another, rounded down to the cent; nothing if it is a debt."""
        self.named = source, target
        return self.order(self._shared(part, source, target))

    def share_named(self, part: str, which: str, target: str) -> Effect:
        """Move a share of the first or second of the places that were named last to a third."""
        return self.order(self._shared(part, self.named[which == "second"], target))

    def gap(self, part: str, first: str, other: str) -> Effect:
        """Move a share of the difference between two places from the fuller one to the other."""
        self.named = first, other
        fuller, emptier = (first, other) if self.balances[first] >= self.balances[other] else (other, first)
        return self.order(Move(fuller, emptier, (self.balances[fuller] - self.balances[emptier]) // _DIVISORS[part]))

    def richer(self, part: str, first: str, other: str) -> Effect:
        """Pay a share of the balance of the fuller of two places, the first on a tie."""
        self.named = first, other
        return self.order(self._shared(part, first if self.balances[first] >= self.balances[other] else other, None))

    def alike(self, source: str, target: str) -> Effect:
        """Move as much as the last order that was carried out did, between other places."""
        self.named = source, target
        return self.order(None if self.last is None else Move(source, target, self.last.amount))

    def fill(self, target: str, amount: int, source: str) -> Effect:
        """Bring a place up to an amount from another; refused if its balance is not lower."""
        self.named = target, source
        missing = amount - self.balances[target]
        return self.order(Move(source, target, missing) if missing > 0 else None)

    def repeat(self) -> Effect:
        """Carry out the last order that was carried out again, with the same places and amount."""
        return self.order(self.last)

    def retry(self) -> Effect:
        """Try the order that was refused last once more, with the same places and amount."""
        return self.order(self.turned_down)

    def undo(self) -> Effect:
        """Undo the last order that was carried out, ignoring the limits; only one order can be undone."""
        if self.last is None:
            return self.order(None)
        taken, self.last = self.last, None
        return "undo", *self._booked(Move(taken.target, taken.source, taken.amount))

    def into_named(self, which: str, amount: int) -> Effect:
        """Put money into the first or second of the places that were named last."""
        return self.put(self.named[which == "second"], amount)

    def from_named(self, which: str, amount: int) -> Effect:
        """Pay from the first or second of the places that were named last."""
        return self.pay(self.named[which == "second"], amount)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "put": Book.put,
    "pay": Book.pay,
    "move": Book.move,
    "share": Book.share,
    "share_named": Book.share_named,
    "gap": Book.gap,
    "richer": Book.richer,
    "alike": Book.alike,
    "fill": Book.fill,
    "repeat": Book.repeat,
    "retry": Book.retry,
    "undo": Book.undo,
    "into_named": Book.into_named,
    "from_named": Book.from_named,
}
_CHANCES = (
    *("share",) * 10,
    *("share_named", "alike") * 5,
    *("gap", "richer") * 4,
    *("put",) * 3,
    *("fill", "repeat", "undo") * 2,
    *("pay", "move", "into_named", "retry"),
)


class CashBook:
    """The family of cash books."""

    name = "cash_book"

    def start(self, stream: Stream) -> Book:
        names = stream.choice(SETS)
        balances = {name: 10_000 + stream.below(60_000) for name in names}
        return Book(balances, overdraft=10_000 * (2 + stream.below(4)), most=10_000 * (10 + stream.below(6)))

    def facts(self, start: Book) -> Mapping[str, str]:
        sums = [f"{name} {Cents(amount)}" for name, amount in start.balances.items()]
        others = [name for name in start.names if name != start.names[BANK]]
        return {
            "balances": f"{', '.join(sums[:-1])} and {sums[-1]}",
            "bank": start.names[BANK],
            "others": f"{', '.join(others[:-1])} and {others[-1]}",
            "overdraft": str(Cents(-start.overdraft)),
            "most": str(Cents(start.most)),
        }

    def report(self, start: Book) -> tuple[Line, ...]:
        return tuple(Line(label=name, kind="number") for name in (*start.names, "Turnover", "Refused"))

    def order(self, engine: Book, stream: Stream) -> Command:
        """Draw an order; places that are full rather pay, empty ones rather receive."""
        verb = stream.choice(_CHANCES)
        first, other = stream.sample(engine.names, 2)
        if stream.below(2):
            first = stream.choice([name for name in engine.named if name != other])
        amount = Cents(100 * (5 + stream.below(195)) + 5 * stream.below(20))
        part = stream.choice(SHARES)[0]
        if verb in {"put", "pay", "into_named"} and stream.below(90_000) + 30_000 < sum(engine.balances.values()):
            verb = "from_named" if verb == "into_named" else "pay"
        which = stream.below(2)
        third = stream.choice([name for name in engine.names if name != engine.named[which]])
        args: dict[str, tuple[str | int, ...]] = {
            "put": (first, amount),
            "pay": (first, amount),
            "move": (first, other, amount),
            "share": (part, first, other),
            "gap": (part, first, other),
            "richer": (part, first, other),
            "share_named": (part, ("first", "second")[which], third),
            "alike": (first, other),
            "fill": (first, Cents(1_000 * (10 + stream.below(60))), other),
            "into_named": (("first", "second")[which], amount),
            "from_named": (("first", "second")[which], amount),
        }
        return Command(verb, args.get(verb, ()))

    def question(self, engine: Book, stream: Stream) -> Command:
        first, other = stream.sample(engine.names, 2)
        return stream.choice((Command("how_much", (first,)), Command("which_more", (first, other))))


FAMILY = CashBook()
