"""Shares of three companies: orders are worth a part of the cash or of a position at prices that move, minus a fee."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Cents, Command, Effect, State

SETS = (
    ("Corvane", "Tallis", "Harrow Foods"),
    ("Brackley", "Lumeo", "Pell Energy"),
    ("Orrin", "Kestrel Air", "Mayhew"),
    ("Danford", "Sollis", "Tarn Rail"),
)
PARTS = (("half", 2), ("a third", 3), ("a quarter", 4), ("a fifth", 5))
_DIVISORS = dict(PARTS)
POOR, RICH = 8_000_00, 20_000_00
"""Cents of the whole portfolio below which money rather comes in, and above which it rather goes out."""


class Trade(Struct, frozen=True):
    """Shares bought or sold; what they cost depends on the price at the time."""

    name: str
    units: int
    bought: bool


class Portfolio(State):
    """Cash, shares and last prices, the sums of the report, and what references back need."""

    def __init__(self, cash: int, units: Mapping[str, int], prices: Mapping[str, int], fee: tuple[int, int]) -> None:
        self.cash, self.units, self.prices = cash, dict(units), dict(prices)
        self.names = tuple(units)
        self.rate, self.least = fee
        """The fee: so many thousandths of the amount, and at least so many cents."""
        self.turnover = self.fees = self.refused = 0
        self.last: Trade | None = None
        self.turned_down: Trade | None = None
        self.proceeds = 0
        """What the last sale brought in before the fee."""
        self.named = self.names[:2]
        self.recent, self.moved = self.names[0], False
        """The company of the last order or news, and whether that moved its price alone."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order, or take note of news."""
        self.moved = command.verb in _NEWS
        return _VERBS[command.verb](self, *command.args)

    def values(self) -> tuple[str, ...]:
        pairs = [(str(self.units[name]), str(Cents(self.prices[name]))) for name in self.names]
        sums = [str(Cents(amount)) for amount in (self.cash, self.turnover, self.fees)]
        return (*(text for pair in pairs for text in pair), *sums, str(self.refused))

    def worth(self, name: str) -> int:
        """Return the value of a position in cents."""
        return self.units[name] * self.prices[name]

    def wealth(self) -> int:
        """Return the value of everything in cents."""
        return self.cash + sum(map(self.worth, self.names))

    def trade(self, name: str, units: int, *, bought: bool) -> Effect:
        """Buy or sell at the last price, unless shares or cash are too few, or there is nothing to trade."""
        if units <= 0:
            return self._refuse()
        trade, amount = Trade(name, units, bought), units * self.prices[name]
        fee = max(self.least, -(-amount * self.rate // 1_000))
        cash = self.cash + (-amount if bought else amount) - fee
        if cash < 0 or (not bought and units > self.units[name]):
            self.turned_down = trade
            return self._refuse()
        self.cash, self.last, self.recent = cash, trade, name
        self.units[name] += units if bought else -units
        self.proceeds = self.proceeds if bought else amount
        self.turnover += amount
        self.fees += fee
        return "bought" if bought else "sold", name, units, amount

    def rise(self, name: str, percent: int) -> Effect:
        """Raise a price by a percentage of it, to the nearest cent."""
        return self._move(name, (self.prices[name] * percent + 50) // 100)

    def fall(self, name: str, percent: int) -> Effect:
        """Lower a price in the same way."""
        return self._move(name, -((self.prices[name] * percent + 50) // 100))

    def dividend(self, name: str, cents: int) -> Effect:
        """Receive so much for each share that is held."""
        self.cash += self.units[name] * cents
        self.recent = name
        return ("dividend", self.units[name] * cents) if self.units[name] else ()

    def deposit(self, amount: int) -> Effect:
        """Pay money in."""
        self.cash += amount
        return "deposit", amount

    def withdraw(self, amount: int) -> Effect:
        """Pay money out, unless there is too little."""
        if amount > self.cash:
            return self._refuse()
        self.cash -= amount
        return "withdraw", amount

    def buy(self, units: int, name: str) -> Effect:
        """Buy so many shares."""
        return self.trade(name, units, bought=True)

    def buy_at(self, units: int, name: str, price: int) -> Effect:
        """Buy at a price that is quoted with the order, and is the last price from then on."""
        self.prices[name] = price
        return self.trade(name, units, bought=True)

    def sell_at(self, units: int, name: str, price: int) -> Effect:
        """Sell in the same way."""
        self.prices[name] = price
        return self.trade(name, units, bought=False)

    def invest(self, part: str, name: str) -> Effect:
        """Buy what a part of the cash pays for, the fee not counted."""
        return self.trade(name, self.cash // _DIVISORS[part] // self.prices[name], bought=True)

    def sell_part(self, part: str, name: str) -> Effect:
        """Sell a part of a position, rounded down."""
        return self.trade(name, self.units[name] // _DIVISORS[part], bought=False)

    def sell_larger(self, part: str, first: str, other: str) -> Effect:
        """Sell a part of the position that is worth more, the first where both are worth the same."""
        self.named = first, other
        return self.sell_part(part, first if self.worth(first) >= self.worth(other) else other)

    def invest_smaller(self, part: str, first: str, other: str) -> Effect:
        """Invest a part of the cash in the position of the lower value, the first on a tie."""
        self.named = first, other
        return self.invest(part, first if self.worth(first) <= self.worth(other) else other)

    def sell_these(self, part: str, which: str) -> Effect:
        """Sell a part of the first or second of the companies that were compared last."""
        return self.sell_part(part, self.named[which == "second"])

    def invest_these(self, part: str, which: str) -> Effect:
        """Buy shares of one of them for a part of the cash."""
        return self.invest(part, self.named[which == "second"])

    def buy_same(self, name: str) -> Effect:
        """Buy as many shares as the last order was about."""
        return self.trade(name, self.last.units if self.last else 0, bought=True)

    def sell_same(self, name: str) -> Effect:
        """Sell as many."""
        return self.trade(name, self.last.units if self.last else 0, bought=False)

    def reinvest(self, name: str) -> Effect:
        """Buy what the proceeds of the last sale pay for, the fee not counted."""
        return self.trade(name, self.proceeds // self.prices[name], bought=True)

    def raise_cash(self, name: str, amount: int) -> Effect:
        """Sell just as many shares as bring in an amount before the fee."""
        return self.trade(name, -(-amount // self.prices[name]), bought=False)

    def repeat(self) -> Effect:
        """Trade as many shares of the same company again, at its last price."""
        return self._again(self.last)

    def retry(self) -> Effect:
        """Try the order that was refused last for lack of cash or shares once more, at the last price."""
        return self._again(self.turned_down)

    def _again(self, trade: Trade | None) -> Effect:
        return self.trade(trade.name, trade.units, bought=trade.bought) if trade else self._refuse()

    def _move(self, name: str, cents: int) -> Effect:
        self.prices[name] += cents
        self.recent = name
        return ("price", name, cents) if cents else ()

    def _refuse(self) -> Effect:
        self.refused += 1
        return (REFUSED,)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "rise": Portfolio.rise,
    "fall": Portfolio.fall,
    "dividend": Portfolio.dividend,
    "deposit": Portfolio.deposit,
    "withdraw": Portfolio.withdraw,
    "buy": Portfolio.buy,
    "buy_at": Portfolio.buy_at,
    "sell_at": Portfolio.sell_at,
    "invest": Portfolio.invest,
    "sell_part": Portfolio.sell_part,
    "sell_larger": Portfolio.sell_larger,
    "invest_smaller": Portfolio.invest_smaller,
    "sell_these": Portfolio.sell_these,
    "invest_these": Portfolio.invest_these,
    "buy_same": Portfolio.buy_same,
    "sell_same": Portfolio.sell_same,
    "reinvest": Portfolio.reinvest,
    "raise_cash": Portfolio.raise_cash,
    "repeat": Portfolio.repeat,
    "retry": Portfolio.retry,
}
_NEWS = frozenset({"rise", "fall"})
_BUY = (*("invest",) * 8, *("reinvest", "buy_same") * 3, *("invest_smaller", "invest_these") * 2, "buy", "buy_at")
_SELL = (*("sell_part",) * 12, *("sell_larger", "sell_same") * 3, *("raise_cash", "sell_these") * 2, "sell_at")
_OTHER = (*("price",) * 5, *("dividend",) * 3, *("repeat", "retry") * 2, "flow")
CHEAP, DEAR = 12_00, 90_00
"""Cents below which a price rather rises, and above which it rather falls."""


class Shares:
    """The family of portfolios."""

    name = "portfolio"

    def start(self, stream: Stream) -> Portfolio:
        names = stream.choice(SETS)
        units = {name: 25 + stream.below(100) for name in names}
        prices = {name: CHEAP + stream.below(DEAR - CHEAP) for name in names}
        fee = 2 + stream.below(4), 50 * (2 + stream.below(5))
        return Portfolio(2_000_00 + stream.below(4_000_00), units, prices, fee)

    def facts(self, start: Portfolio) -> Mapping[str, str]:
        texts = [f"{units} shares of {name} at {Cents(start.prices[name])}" for name, units in start.units.items()]
        return {
            "held": f"{', '.join(texts[:-1])} and {texts[-1]}",
            "cash": str(Cents(start.cash)),
            "rate": f"0.{start.rate}",
            "least": str(Cents(start.least)),
        } | dict(zip(("first", "second", "third"), start.names, strict=True))

    def report(self, start: Portfolio) -> tuple[Line, ...]:
        labels = [label for name in start.names for label in (f"{name} shares", f"{name} price")]
        return tuple(Line(label=label, kind="number") for label in (*labels, "Cash", "Turnover", "Fees", "Refused"))

    def order(self, engine: Portfolio, stream: Stream) -> Command:
        """Draw an order or news; purchases are likely with much cash, and orders follow prices that moved."""
        buys = stream.below(engine.wealth()) < 2 * engine.cash
        verbs: tuple[str, ...] = _BUY if buys else _SELL
        if not stream.below(6):
            verbs = _OTHER
        verb = stream.choice(verbs)
        if verb == "price":
            return self._news(engine, stream)
        if verb == "flow":
            kind = "deposit" if stream.below(RICH - POOR) + POOR > engine.wealth() else "withdraw"
            return Command(kind, (Cents(50_00 * (2 + stream.below(15))),))
        first, other = stream.sample(engine.names, 2)
        if engine.moved or stream.below(5 if verbs is _SELL else 2):
            first, other = engine.recent, first if first != engine.recent else other
        part, which = stream.choice(PARTS)[0], stream.choice(("first", "second"))
        units, price = 3 + stream.below(90), engine.prices[first]
        quoted = Cents(max(1_00, price - price // 20 + stream.below(price // 10 + 1)))
        args: dict[str, tuple[str | int, ...]] = {
            "dividend": (first, Cents(15 + 5 * stream.below(15))),
            "buy": (units, first),
            "buy_at": (units, first, quoted),
            "sell_at": (units, first, quoted),
            "sell_larger": (part, first, other),
            "invest_smaller": (part, first, other),
            "invest": (part, first),
            "sell_part": (part, first),
            "sell_these": (part, which),
            "invest_these": (part, which),
            "raise_cash": (first, Cents(50_00 * (4 + stream.below(60)))),
            "repeat": (),
            "retry": (),
        }
        return Command(verb, args.get(verb, (first,)))

    def question(self, engine: Portfolio, stream: Stream) -> Command:
        first, other = stream.sample(engine.names, 2)
        return stream.choice((Command("worth", (first,)), Command("which_larger", (first, other))))

    def _news(self, engine: Portfolio, stream: Stream) -> Command:
        name = engine.recent if stream.below(3) else stream.choice(engine.names)
        kind = "rise" if stream.below(DEAR - CHEAP) + CHEAP > engine.prices[name] else "fall"
        return Command(kind, (name, 2 + stream.below(7)))


FAMILY = Shares()
