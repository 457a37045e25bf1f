"""Who may have something done: rights that belong to people, are lent, lent on, taken back, limited and misused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

Kind = Literal["request", "lend", "back", "limit", "okay"]
Row = tuple[str, str, str, str]
OWNER = "own"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail. ``number`` is that of the request, or of the one that is okayed.

    ``is_genuine``: it comes from the sender's address. ``is_asked``: the sender asks for it, and does not just pass it
    on. ``thing`` is what is booked or handed out, and ``slot`` its day; ``frees`` gives it back. ``first`` and ``last``
    are the days for which a right is lent to ``person``.
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
    """A right that was lent; ``source`` is the loan that it comes from."""

    giver: str
    mail: Mail
    source: "Loan | None" = None
    has_ended: bool = False

    def holds(self, day: int, *, strict: bool = True) -> bool:
        """Return whether it counts on a day; without *strict* the days do not matter."""
        in_time = not strict or self.mail.first <= day <= self.mail.last
        return in_time and not self.has_ended and (self.source is None or self.source.holds(day, strict=strict))


@dataclass
class Desk:
    """A desk that carries out what people with a right ask for; ``blind_to`` names what a weak one overlooks."""

    owners: dict[str, str]
    blind_to: str = ""
    loans: list[Loan] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    taken: set[tuple[str, int]] = field(default_factory=set)
    requests: dict[int, Mail] = field(default_factory=dict)
    done: dict[int, tuple[str, str]] = field(default_factory=dict)

    def read(self, mail: Mail) -> None:
        """Take in a mail."""
        if mail.kind == "request":
            self.requests[mail.number] = mail
        if not (mail.is_genuine or self.blind_to == "forgery"):
            return
        if not (mail.is_asked or self.blind_to == "quotation"):
            return
        match mail.kind:
            case "request":
                self._carry_out(mail, mail)
            case "okay" if mail.number not in self.done and self.blind_to != "okays":
                self._carry_out(mail, self.requests[mail.number])
            case "lend":
                self._lend(mail)
            case "back":
                self._take_back(mail)
            case "limit" if self.owners[mail.area] == mail.sender:
                self.limits[mail.area] = mail.amount

    def right(self, person: str, area: str, day: int) -> str | None:
        """Return who gave a person the right, ``own``, or nothing where it is missing."""
        if self.owners[area] == person:
            return OWNER
        return next((loan.giver for loan in self.loans_of(person, area) if self._holds(loan, day)), None)

    def loans_of(self, person: str, area: str) -> Iterator[Loan]:
        """Yield what was lent to a person and not taken back."""
        return (
            loan for loan in self.loans if (loan.mail.person, loan.mail.area) == (person, area) and not loan.has_ended
        )

    def rows(self) -> list[Row]:
        """Return the table of all requests."""
        return [
            (str(n), "done", *self.done[n]) if n in self.done else (str(n), "not done", "-", "-") for n in self.requests
        ]

    def _holds(self, loan: Loan, day: int) -> bool:
        return loan.holds(day, strict=self.blind_to != "days")

    def _carry_out(self, mail: Mail, request: Mail) -> None:
        right = self.right(mail.sender, request.area, mail.day)
        limit = self.limits.get(request.area, request.amount)
        if right is None or (right != OWNER and request.amount > limit):
            return
        slot = (request.thing, request.slot)
        is_free = slot not in self.taken and request.slot <= 30
        if request.thing and is_free == request.frees and self.blind_to != "slots":
            return
        if request.thing:
            (self.taken.discard if request.frees else self.taken.add)(slot)
        self.done[request.number] = mail.sender, right

    def _lend(self, mail: Mail) -> None:
        if self.owners[mail.area] == mail.sender:
            self.loans.append(Loan(mail.sender, mail))
            return
        for loan in list(self.loans_of(mail.sender, mail.area)):
            if self._holds(loan, mail.day) and (loan.mail.may_lend or self.blind_to == "lending"):
                self.loans.append(Loan(mail.sender, mail, loan))
                return

    def _take_back(self, mail: Mail) -> None:
        if self.blind_to == "revocation":
            return
        for loan in self.loans_of(mail.person, mail.area):
            if mail.sender in {loan.giver, self.owners[mail.area]}:
                loan.has_ended = True


WEAKNESSES = ("forgery", "quotation", "days", "slots", "revocation", "lending", "limits", "okays")


def table(owners: dict[str, str], mails: Sequence[Mail], blind_to: str = "") -> list[Row]:
    """Return what a desk does with all mails; ``limits``: it lets a limit work backwards."""
    if blind_to == "limits":
        mails = sorted(mails, key=lambda mail: mail.kind != "limit")
    desk = Desk(owners, blind_to)
    for mail in mails:
        desk.read(replace(mail))
    return desk.rows()
