"""A share portfolio at average cost, with fees, splits and dividends."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.decimals import rounded, shortened
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.sessions import content, fence, form

FEE = Fraction(2)


class RejectedError(ValueError):
    """A trade that cannot be carried out."""


@dataclass(slots=True)
class Position:
    """Shares of one company; ``cost`` is what those still held have cost, fees included."""

    shares: Fraction
    cost: Fraction
    price: Fraction


class Portfolio:
    """Cash, positions and what was gained by sales and dividends."""

    def __init__(self) -> None:
        self._cash, self._realised = Fraction(5_000), Fraction(0)
        self._positions: dict[str, Position] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Carry out the orders and show the account."""
        verbs: Mapping[str, Callable[..., None]] = {
            "buy": self._buy,
            "sell": self._sell,
            "price": self._quote,
            "split": self._split,
            "dividend": self._dividend,
            "deposit": self._deposit,
        }
        rejected: list[tuple[str, ...]] = []
        for command in commands:
            verb, *words = command.split()
            names = [word for word in words if word.isalpha()]
            numbers = [Fraction(word) for word in words if not word.isalpha()]
            try:
                verbs[verb](*names, *numbers)
            except RejectedError:
                rejected.append(("REJECTED", names[0]))
        return _table((*rejected, *self._rows()))

    def _buy(self, name: str, count: Fraction, price: Fraction) -> None:
        cost = count * price + FEE
        if cost > self._cash:
            raise RejectedError
        self._cash -= cost
        position = self._positions.setdefault(name, Position(Fraction(0), Fraction(0), price))
        position.shares += count
        position.cost += cost
        position.price = price

    def _sell(self, name: str, count: Fraction, price: Fraction) -> None:
        position = self._positions.get(name)
        if position is None or count > position.shares:
            raise RejectedError
        cost = position.cost * count / position.shares
        self._cash += count * price - FEE
        self._realised += count * price - FEE - cost
        position.shares -= count
        position.cost -= cost
        position.price = price
        if not position.shares:
            del self._positions[name]

    def _quote(self, name: str, price: Fraction) -> None:
        self._positions[name].price = price

    def _split(self, name: str, factor: Fraction) -> None:
        self._positions[name].shares *= factor
        self._positions[name].price /= factor

    def _dividend(self, name: str, each: Fraction) -> None:
        amount = self._positions[name].shares * each
        self._cash += amount
        self._realised += amount

    def _deposit(self, amount: Fraction) -> None:
        self._cash += amount

    def _rows(self) -> Iterator[tuple[str, ...]]:
        worth = self._cash
        for name, p in sorted(self._positions.items()):
            value = p.shares * p.price
            worth += value
            average, gain = rounded(p.cost / p.shares, 4), rounded(value - p.cost)
            yield name, shortened(rounded(p.shares, 4)), average, rounded(p.price), rounded(value), gain
        yield "CASH", rounded(self._cash)
        yield "REALIZED", rounded(self._realised)
        yield "WORTH", rounded(worth)


def _table(rows: tuple[tuple[str, ...], ...]) -> Answer:
    amount = r"-?\d+\.\d\d"
    position = rf"[A-Z]+;\d+;\d+\.\d{{4}}(;{amount}){{3}}"
    line = rf"REJECTED;[A-Z]+|{position}|(CASH|REALIZED|WORTH);{amount}"
    checks = (
        content("rows", RowsParams(rows=rows, separator=";", tolerance=0.0)),
        BLOCK,
        form("pattern", PatternParams(pattern=line, each_line=True, means="a line as the brief describes it")),
    )
    return Answer("\n".join(";".join(row) for row in rows), checks, encode=fence)
