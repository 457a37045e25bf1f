"""Who may have something done: rights that are lent, lent on, bounded, taken back and misused."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

Kind = Literal["request", "lend", "more", "back", "limit", "okay"]
Row = tuple[str, str, str, str]
OWNER, ORDER = "own", "order"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail. ``number`` is that of the request, or of the one that is okayed; without it, all of a ``person`` are.

    ``is_genuine``: it comes from the sender's address. ``is_asked``: the sender asks for it, and does not just pass it
    on. ``thing`` is what is booked or handed out to a ``person``, and ``slot`` its day; ``frees`` gives it back, or
    cancels the ``ORDER`` with the number ``slot``. A right is lent to a ``person`` from ``first`` to ``last``, for
    ``amount`` in all, and for one ``thing`` only; ``more`` adds an amount, or sets another last day.
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

    ``taken`` has what is booked, handed out or ordered, and to whom; ``payers`` the loans on which requests were done.
    """

    owners: dict[str, str]
    blind_to: str = ""
    loans: list[Loan] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    taken: dict[tuple[str, int], str] = field(default_factory=dict)
    requests: dict[int, Mail] = field(default_factory=dict)
    done: dict[int, tuple[str, str]] = field(default_factory=dict)
    payers: dict[int, Loan] = field(default_factory=dict)

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
                for number in [mail.number] if mail.number else self.waiting(mail.area, mail.person):
                    self._carry_out(mail, self.requests[number])
            case "lend":
                self._lend(mail)
            case "more" | "back":
                self._change(mail)
            case "limit" if self.owners[mail.area] == mail.sender:
                self.limits[mail.area] = mail.amount

    def loan(self, person: str, area: str, day: int) -> Loan | None:
        """Return the loan on which a person has a right that is somebody else's."""
        strict = self.blind_to != "days"
        return next((loan for loan in self.loans_of(person, area) if loan.holds(day, strict=strict)), None)

    def loans_of(self, person: str, area: str) -> list[Loan]:
        """Return what was lent to a person and not taken back."""
        return [x for x in self.loans if (x.mail.person, x.mail.area) == (person, area) and not x.has_ended]

    def waiting(self, area: str, person: str = "") -> list[int]:
        """Return the numbers of what members of staff, or one, really asked for in vain, except what gives back."""
        mails = [mail for mail in self.requests.values() if mail.is_genuine and mail.is_asked and not mail.frees]
        mails = [mail for mail in mails if mail.area == area and person in {"", mail.sender}]
        return [mail.number for mail in mails if mail.number not in self.done]

    def rows(self) -> list[Row]:
        """Return the table of all requests."""
        states = {number: ("done", *names) for number, names in self.done.items()}
        return [(str(number), *states.get(number, ("not done", "-", "-"))) for number in self.requests]

    def _carry_out(self, mail: Mail, request: Mail) -> None:
        loan = self.loan(mail.sender, request.area, mail.day)
        if request.number in self.done or not (
            self.owners[request.area] == mail.sender or (loan and self._allows(loan, request))
        ):
            return
        slot = (request.thing, request.slot)
        is_free = slot not in self.taken and (request.frees or request.slot in {0, *range(mail.day, 31)})
        if request.thing and is_free == request.frees and self.blind_to != "slots":
            return
        if request.frees:
            self.taken.pop(slot, None)
            if request.thing == ORDER and (payer := self.payers.get(request.slot)):
                payer.spend(-self.requests[request.slot].amount)
        else:
            self.taken[slot if request.thing else (ORDER, request.number)] = request.person
        if loan is not None:
            self.payers[request.number] = loan
            loan.spend(request.amount)
        self.done[request.number] = mail.sender, loan.giver if loan else OWNER

    def _allows(self, loan: Loan, request: Mail) -> bool:
        chain = [*loan.chain()][: 1 if self.blind_to == "sums" else None]
        most = min(self.limits.get(request.area, math.inf), *(x.left for x in chain))
        return request.amount <= most and all(x.mail.thing in {"", request.thing} for x in chain)

    def _lend(self, mail: Mail) -> None:
        source = self.loan(mail.sender, mail.area, mail.day)
        if self.owners[mail.area] == mail.sender or (source and (source.mail.may_lend or self.blind_to == "lending")):
            self.loans.append(Loan(mail.sender, mail, source, last=mail.last, left=mail.amount or math.inf))

    def _change(self, mail: Mail) -> None:
        """Take a right back, or change it."""
        for loan in self.loans_of(mail.person, mail.area):
            if mail.sender in {loan.giver, self.owners[mail.area]} and self.blind_to != "revocation":
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
