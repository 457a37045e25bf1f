"""Who may have something done: rights that are lent, lent on, bounded, taken back and misused."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

Kind = Literal["request", "lend", "more", "back", "limit", "okay"]
Row = tuple[str, str, str, str]
OWNER = "own"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail. ``number`` is that of the request, or of the one that is okayed; without it, all of a ``person`` are.

    ``is_genuine``: it comes from the sender's address. ``is_asked``: the sender asks for it, and does not just pass it
    on. ``thing`` is what is booked or handed out to a ``person``, and ``slot`` its day; ``frees`` gives it back.
    ``cancels`` is the number of an order that is to be cancelled. A right is lent to a ``person`` from ``first`` to
    ``last``, for ``amount`` in all, and for one ``thing`` only; ``more`` adds an amount, or sets another last day.
    """

    kind: Kind
    day: int
    sender: str
    area: str
    number: int = 0
    is_genuine: bool = True
    is_asked: bool = True
    thing: str = ""
    slot: int = 0
    frees: bool = False
    cancels: int = 0
    amount: int = 0
    person: str = ""
    first: int = 0
    last: int = 0
    may_lend: bool = False


@dataclass
class Loan:
    """A right that was lent; ``source`` is the loan that it comes from, ``last`` its last day, ``left`` its sum."""

    giver: str
    mail: Mail
    source: "Loan | None" = None
    has_ended: bool = False
    last: int = 0
    left: float = math.inf

    def chain(self) -> "Iterator[Loan]":
        """Yield it, the loan that it comes from, and so on."""
        loan: Loan | None = self
        while loan is not None:
            yield loan
            loan = loan.source

    def holds(self, day: int, *, strict: bool = True) -> bool:
        """Return whether it counts on a day; without *strict* the days do not matter."""
        return not any(x.has_ended or (strict and not x.mail.first <= day <= x.last) for x in self.chain())

    def spend(self, amount: int) -> None:
        """Take an amount out of its sum, and out of those that it comes from."""
        for loan in self.chain():
            loan.left -= amount


@dataclass
class Desk:
    """A desk that carries out what people with a right ask for; ``blind_to`` names what a weak one overlooks.

    ``taken`` has the things that are booked or handed out, and to whom; ``orders`` the loans that orders were made on.
    """

    owners: dict[str, str]
    blind_to: str = ""
    loans: list[Loan] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    taken: dict[tuple[str, int], str] = field(default_factory=dict)
    requests: dict[int, Mail] = field(default_factory=dict)
    done: dict[int, tuple[str, str]] = field(default_factory=dict)
    orders: dict[int, Loan | None] = field(default_factory=dict)

    def read(self, mail: Mail) -> None:
        """Take in a mail."""
        if mail.kind == "request":
            self.requests[mail.number] = mail
        if not ((mail.is_genuine or self.blind_to == "forgery") and (mail.is_asked or self.blind_to == "quotation")):
            return
        match mail.kind:
            case "request":
                self._carry_out(mail, mail)
            case "okay" if self.blind_to != "okays":
                self._make_good(mail)
            case "lend":
                self._lend(mail)
            case "more" | "back":
                self._change(mail)
            case "limit" if self.owners[mail.area] == mail.sender:
                self.limits[mail.area] = mail.amount

    def right(self, person: str, area: str, day: int) -> str | None:
        """Return who gave a person the right, ``own``, or nothing where it is missing."""
        loan = self.loan(person, area, day)
        return OWNER if self.owners[area] == person else loan and loan.giver

    def loan(self, person: str, area: str, day: int) -> Loan | None:
        """Return the loan on which a person has a right."""
        return next((loan for loan in self.loans_of(person, area) if self._holds(loan, day)), None)

    def loans_of(self, person: str, area: str) -> Iterator[Loan]:
        """Yield what was lent to a person and not taken back."""
        return (
            loan for loan in self.loans if (loan.mail.person, loan.mail.area) == (person, area) and not loan.has_ended
        )

    def waiting(self, area: str, person: str = "") -> list[int]:
        """Return the numbers of what members of staff, or one, really asked for in vain, except what gives back."""
        return [
            number
            for number, mail in self.requests.items()
            if number not in self.done and mail.is_genuine and mail.is_asked and not (mail.frees or mail.cancels)
            if mail.area == area and person in {"", mail.sender}
        ]

    def rows(self) -> list[Row]:
        """Return the table of all requests."""
        return [
            (str(n), "done", *self.done[n]) if n in self.done else (str(n), "not done", "-", "-") for n in self.requests
        ]

    def _holds(self, loan: Loan, day: int) -> bool:
        return loan.holds(day, strict=self.blind_to != "days")

    def _make_good(self, mail: Mail) -> None:
        for number in [mail.number] if mail.number else self.waiting(mail.area, mail.person):
            if number not in self.done:
                self._carry_out(mail, self.requests[number])

    def _carry_out(self, mail: Mail, request: Mail) -> None:
        loan = None
        if self.owners[request.area] != mail.sender:
            loan = self.loan(mail.sender, request.area, mail.day)
            if loan is None or not self._allows(loan, request):
                return
        slot = (request.thing, request.slot)
        is_free = slot not in self.taken and request.slot <= 30
        if request.thing and is_free == request.frees and self.blind_to != "slots":
            return
        if request.cancels:
            if request.cancels not in self.orders:
                return
            if (payer := self.orders.pop(request.cancels)) is not None:
                payer.spend(-self.requests[request.cancels].amount)
        elif request.amount:
            self.orders[request.number] = loan
        elif request.frees:
            self.taken.pop(slot, None)
        else:
            self.taken[slot] = request.person
        if loan is not None:
            loan.spend(request.amount)
        self.done[request.number] = mail.sender, loan.giver if loan else OWNER

    def _allows(self, loan: Loan, request: Mail) -> bool:
        if request.amount > self.limits.get(request.area, request.amount):
            return False
        chain = [*loan.chain()][: 1 if self.blind_to == "sums" else None]
        return all(x.left >= request.amount and x.mail.thing in {"", request.thing} for x in chain)

    def _lend(self, mail: Mail) -> None:
        source = self.loan(mail.sender, mail.area, mail.day)
        if self.owners[mail.area] == mail.sender or (source and (source.mail.may_lend or self.blind_to == "lending")):
            self.loans.append(Loan(mail.sender, mail, source, last=mail.last, left=mail.amount or math.inf))

    def _change(self, mail: Mail) -> None:
        """Take a right back, or change it."""
        for loan in self.loans_of(mail.person, mail.area):
            if mail.sender not in {loan.giver, self.owners[mail.area]} or self.blind_to == "revocation":
                continue
            loan.has_ended |= mail.kind == "back"
            loan.left += mail.amount
            loan.last = mail.last or loan.last


WEAKNESSES = ("forgery", "quotation", "days", "slots", "revocation", "lending", "limits", "okays", "sums")


def table(owners: dict[str, str], mails: Sequence[Mail], blind_to: str = "") -> list[Row]:
    """Return what a desk does with all mails; ``limits``: it lets a limit work backwards."""
    if blind_to == "limits":
        mails = sorted(mails, key=lambda mail: mail.kind != "limit")
    desk = Desk(owners, blind_to)
    for mail in mails:
        desk.read(replace(mail))
    return desk.rows()
