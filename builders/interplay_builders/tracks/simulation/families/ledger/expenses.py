"""The shared expenses of a flat: who paid what for whom, and what is left of the budgets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.families.ledger.money import cents, euros, signed_euros
from interplay_builders.tracks.simulation.sessions import content, fence, form

PEOPLE = ("Ana", "Ben", "Caro")
BUDGETS: tuple[tuple[str, int], ...] = (("food", 300_00), ("home", 80_00), ("fun", 60_00))


@dataclass(frozen=True, slots=True)
class Expense:
    """An amount in cents; ``parts`` says for how many parts each person is in."""

    payer: str
    amount: int
    category: str
    parts: tuple[tuple[str, int], ...]

    def shares(self) -> Mapping[str, int]:
        """Return what each person owes, in cents: rounded down, the rest goes round in alphabetical order."""
        whole = sum(count for _, count in self.parts)
        owed = {person: self.amount * count // whole for person, count in self.parts}
        for person in sorted(owed)[: self.amount - sum(owed.values())]:
            owed[person] += 1
        return MappingProxyType(owed)


class Flat:
    """Expenses by number, and payments between people."""

    def __init__(self) -> None:
        self._expenses: dict[int, Expense] = {}
        self._payments: list[tuple[str, str, int]] = []
        self._given = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Change the books; show them, or the settlement if that is asked for."""
        verbs: Mapping[str, Callable[..., None]] = {
            "pay": self._pay,
            "drop": self._drop,
            "amount": self._amount,
            "for": self._for,
            "give": self._give,
        }
        for command in commands:
            verb, *arguments = command.split()
            if verb != "settle":
                verbs[verb](*arguments)
        return self._settlement() if "settle" in commands else self._table()

    def _pay(self, payer: str, amount: str, category: str, *parts: str) -> None:
        self._given += 1
        self._expenses[self._given] = Expense(payer, cents(amount), category, _parts(parts))

    def _drop(self, name: str) -> None:
        del self._expenses[int(name)]

    def _amount(self, name: str, amount: str) -> None:
        self._expenses[int(name)] = replace(self._expenses[int(name)], amount=cents(amount))

    def _for(self, name: str, *parts: str) -> None:
        self._expenses[int(name)] = replace(self._expenses[int(name)], parts=_parts(parts))

    def _give(self, giver: str, taker: str, amount: str) -> None:
        self._payments.append((giver, taker, cents(amount)))

    def _balances(self) -> dict[str, int]:
        balance = dict.fromkeys(PEOPLE, 0)
        for expense in self._expenses.values():
            balance[expense.payer] += expense.amount
            for person, owed in expense.shares().items():
                balance[person] -= owed
        for giver, taker, amount in self._payments:
            balance[giver] += amount
            balance[taker] -= amount
        return balance

    def _table(self) -> Answer:
        rows = (*self._people_rows(), *self._budget_rows())
        cell, amount = r"\s*\|\s*", r"\d+\.\d\d"
        person = rf"({'|'.join(PEOPLE)})({cell}{amount}){{2}}{cell}([-+]{amount}|0\.00)"
        category = rf"({'|'.join(name for name, _ in BUDGETS)}){cell}{amount}{cell}-?{amount}"
        line = PatternParams(
            pattern=rf"\s*({person}|{category})\s*", each_line=True, means="name | amounts with two decimals and signs"
        )
        checks = (content("rows", RowsParams(rows=rows, tolerance=0.0)), BLOCK, form("pattern", line))
        return Answer("\n".join(" | ".join(row) for row in rows), checks, encode=fence)

    def _people_rows(self) -> Iterator[tuple[str, ...]]:
        balances = self._balances()
        for person in PEOPLE:
            paid = sum(e.amount for e in self._expenses.values() if e.payer == person)
            owed = sum(e.shares().get(person, 0) for e in self._expenses.values())
            yield person, euros(paid), euros(owed), signed_euros(balances[person])

    def _budget_rows(self) -> Iterator[tuple[str, ...]]:
        for category, budget in BUDGETS:
            spent = sum(e.amount for e in self._expenses.values() if e.category == category)
            yield category, euros(spent), euros(budget - spent)

    def _settlement(self) -> Answer:
        expected = tuple(_transfers(self._balances())) or ("all square",)
        checks = (content("line_set", LineSetParams(expected=expected)), BLOCK)
        return Answer("\n".join(expected), checks, encode=fence)


def _parts(words: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return the people of ``Ana Ben:2``, or all of them for no words."""
    pairs = (word.partition(":") for word in words or PEOPLE)
    return tuple(sorted((name, int(count or 1)) for name, _, count in pairs))


def _transfers(balance: dict[str, int]) -> Iterator[str]:
    """Yield payments from the one who owes most to the one who is owed most, until nobody owes anything."""
    left = dict(balance)
    while any(left.values()):
        debtor = min(sorted(left), key=lambda person: left[person])
        creditor = max(sorted(left), key=lambda person: left[person])
        amount = min(-left[debtor], left[creditor])
        left[debtor] += amount
        left[creditor] -= amount
        yield f"{debtor} pays {creditor} {euros(amount)}"
