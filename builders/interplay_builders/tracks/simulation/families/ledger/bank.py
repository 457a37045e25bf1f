"""Three bank accounts with different rules for overdrafts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.families.ledger.money import cents, euros
from interplay_builders.tracks.simulation.sessions import content, fence, form

START: tuple[tuple[str, int], ...] = (("Everyday", 320_00), ("Joint", 1150_40), ("Savings", 2400_00))
LOWEST: Mapping[str, int] = {"Everyday": -200_00, "Joint": -500_00, "Savings": 0}
FEE = 6_00
MOST_WITHDRAWALS = 2


class DeclinedError(ValueError):
    """An order that the rules do not allow."""


class Bank:
    """Balances in cents, and what the rules need to remember."""

    def __init__(self) -> None:
        self._balance = dict(START)
        self._frozen: set[str] = set()
        self._withdrawals = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Carry out the orders; show a line for each, then the balances."""
        verbs: Mapping[str, Callable[..., None]] = {
            "deposit": self._deposit,
            "pay": self._pay,
            "transfer": self._transfer,
            "freeze": self._freeze,
            "unfreeze": self._unfreeze,
            "month": self._month_end,
        }
        rows: list[tuple[str, ...]] = []
        for command in commands:
            verb, *arguments = command.split()
            try:
                verbs[verb](*arguments)
                rows.append(("ok",))
            except DeclinedError as error:
                rows.append(("no", str(error)))
        rows += self._balances()
        line = r"\s*(ok|no\s*:\s*(frozen|withdrawals|limit)|[A-Z][a-z]+\s*:\s*-?\d+\.\d\d)\s*"
        checks = (
            content("rows", RowsParams(rows=tuple(rows), separator=":", tolerance=0.0)),
            BLOCK,
            form("pattern", PatternParams(pattern=line, each_line=True, means="ok, no: reason, or Account: amount")),
        )
        return Answer("\n".join(": ".join(row) for row in rows), checks, encode=fence)

    def _balances(self) -> Iterator[tuple[str, ...]]:
        yield from ((name, euros(amount)) for name, amount in sorted(self._balance.items()))

    def _deposit(self, name: str, amount: str) -> None:
        self._balance[name] += cents(amount)

    def _pay(self, name: str, amount: str) -> None:
        self._take(name, cents(amount))

    def _transfer(self, source: str, target: str, amount: str) -> None:
        self._take(source, cents(amount))
        self._balance[target] += cents(amount)

    def _take(self, name: str, amount: int) -> None:
        if name in self._frozen:
            raise DeclinedError("frozen")
        if name == "Savings" and self._withdrawals == MOST_WITHDRAWALS:
            raise DeclinedError("withdrawals")
        left = self._balance[name] - amount
        if name == "Everyday" and left < 0 <= self._balance[name]:
            left -= FEE
        if left < LOWEST[name]:
            raise DeclinedError("limit")
        self._balance[name] = left
        self._withdrawals += name == "Savings"

    def _freeze(self, name: str) -> None:
        self._frozen.add(name)

    def _unfreeze(self, name: str) -> None:
        self._frozen.discard(name)

    def _month_end(self) -> None:
        for name, amount in self._balance.items():
            rate = Fraction(12, 1000) if amount < 0 else Fraction(25, 10_000) if name == "Savings" else Fraction(0)
            self._balance[name] = amount + int(rounded(amount * rate, 0))
        self._withdrawals = 0
