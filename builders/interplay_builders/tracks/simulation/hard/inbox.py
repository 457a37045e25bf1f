"""Draw an inbox day by day: mails that ask for something, and mails that say who may; words come from a setting."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.authority import WEAKNESSES, Desk, Mail, table
from interplay_builders.tracks.simulation.hard.talk import Turn, session, sizes
from interplay_builders.tracks.simulation.hard.words import phrase, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
LEVELS = {1: (8, 4), 2: (24, 6), 3: (80, 12), 4: (170, 15)}
"""Of each level: requests, and days."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A place with an inbox.

    ``areas`` are what is bought, booked and handed out, as mails call them; ``owners`` and ``staff`` full names.
    """

    task: TaskSpec
    domain: str
    month: str
    areas: tuple[str, str, str]
    owners: tuple[str, str, str]
    staff: tuple[str, ...]
    goods: tuple[str, ...]
    slots: tuple[str, ...]
    keys: tuple[str, ...]

    def dialogue(self, chance: Stream, level: int) -> Session:
        """Return the days of an inbox; the last request asks for the table of all of them."""
        count, days = LEVELS[level]
        inbox = Inbox(self, chance, level)
        turns, start = list[Turn](), 0
        texts = []
        for day, size in enumerate(sizes(count, days)):
            texts.append("\n\n".join(inbox.day(2 + day, start, size)))
            start += size
            request = f"\n\n{texts[0]}" if day == 0 else phrase(chance, TEXTS["next"], mails=texts[-1])
            turns.append(Turn(request, "filed"))
        owners, mails = inbox.desk.owners, inbox.mails
        tables = [_named(table(owners, mails)), *(_named(table(owners, mails, name)) for name in WEAKNESSES)]
        return session(self.task, turns[:-1], phrase(chance, TEXTS["final"], mails=texts[-1]), tables[0], tables[1:])


def _named(rows: Sequence[tuple[str, str, str, str]]) -> list[tuple[str, ...]]:
    return [(f"R{number}", state, *(name.split()[0] for name in names)) for number, state, *names in rows]


class Inbox:
    """An inbox as it fills; ``desk`` is the state after all mails so far."""

    def __init__(self, setting: Setting, chance: Stream, level: int) -> None:
        self.setting, self.chance, self.level = setting, chance, level
        self.desk = Desk(dict(zip(setting.areas, setting.owners, strict=True)))
        self.mails: list[Mail] = []
        self.last: dict[tuple[str, str], int] = {}
        self.times: dict[int, str] = {}

    def day(self, day: int, start: int, size: int) -> list[str]:
        """Return the mails of a day, *size* requests among them."""
        texts, minute = [], 8 * 60 + self.chance.below(40)
        for number in range(start + 1, start + size + 1):
            rules = self.chance.below(2 if self.level < 3 else 3)
            pairs = [self._lend(day, area) for area in self.setting.areas if number == 1]
            pairs += [*(self._rule(day) for _ in range(rules)), self._request(day, number)]
            for mail, body in pairs:
                texts.append(self._text(mail, body, minute))
                minute += 4 + self.chance.below(26)
        return texts

    def _text(self, mail: Mail, body: str, minute: int) -> str:
        user = ".".join(mail.sender.lower().split())
        other = self.setting.domain.replace(".", f"{self.chance.choice(('-mail', '-office', 's'))}.", 1)
        subject = f"\nSubject: [R{mail.number}]" if mail.kind == "request" else ""
        time = f"{mail.day} {self.setting.month}, {minute // 60}:{minute % 60:02}"
        self.times |= {mail.number: time} if subject else {}
        sender = f"{mail.sender} <{user}@{self.setting.domain if mail.is_genuine else other}>"
        return f"{time}\nFrom: {sender}{subject}\n{body}"

    def _taken(self, mail: Mail, body: str) -> tuple[Mail, str]:
        self.mails.append(mail)
        self.desk.read(mail)
        return mail, body

    def _date(self, day: int) -> str:
        return f"{day} {self.setting.month}"

    def _rule(self, day: int) -> tuple[Mail, str]:
        area = self.chance.choice(self.setting.areas)
        draw, waiting = self.chance.below(12), [n for n in self.desk.requests if n not in self.desk.done]
        current = [loan for loan in self.desk.loans if loan.mail.area == area and loan.holds(day, strict=False)]
        if draw < 3 and current:
            return self._back(day, area)
        if draw == 3:
            return self._limit(day)
        if draw < 6 and waiting:
            return self._okay(day, self.chance.choice(waiting))
        return self._lend(day, area)

    def _lend(self, day: int, area: str) -> tuple[Mail, str]:
        owner = self.desk.owners[area]
        free = [p for p in self.setting.staff if self.last.get((p, area), 0) < day]
        people = [loan.mail.person for loan in self.desk.loans if loan.mail.area == area and loan.holds(day)]
        if not free:
            return self._okay_or_limit(day)
        person, first = self.chance.choice(free), day + self.chance.below(4)
        last, draw = first + 2 + self.chance.below(6), self.chance.below(8)
        givers = [name for name in people if name != person]
        giver = self.chance.choice(givers) if givers and draw < 3 else owner
        may_lend = giver == owner and self.chance.below(2) == 0
        mail = Mail("lend", day, giver, area, person=person, first=first, last=min(last, 30), may_lend=may_lend)
        parts = {"area": area, "first": self._date(first), "last": self._date(mail.last), "p": person.split()[0]}
        if draw == 7 and not any(loan.mail.person == person for loan in self.desk.loans):
            return self._taken(replace(mail, sender=person, may_lend=False), self._hearsay(owner, parts))
        if draw == 6:
            mail = replace(mail, is_genuine=False)
        elif self.desk.right(giver, area, day):
            self.last[person, area] = mail.last
        on = phrase(self.chance, TEXTS["lend_on"]) if may_lend else ""
        return self._taken(mail, phrase(self.chance, TEXTS["lend"], on=on, **parts))

    def _hearsay(self, owner: str, parts: dict[str, str]) -> str:
        return phrase(self.chance, TEXTS["hearsay"], o=owner.split(maxsplit=1)[0], **parts)

    def _back(self, day: int, area: str) -> tuple[Mail, str]:
        current = [loan for loan in self.desk.loans if loan.mail.area == area and loan.holds(day, strict=False)]
        loan = self.chance.choice(current)
        senders = (loan.giver, loan.giver, self.desk.owners[area], self.chance.choice(self.setting.staff))
        sender, person = self.chance.choice(senders), loan.mail.person
        if sender == person:
            sender = loan.giver
        mail = Mail("back", day, sender, area, person=person, is_genuine=self.chance.below(6) > 0)
        if mail.is_genuine and sender in {loan.giver, self.desk.owners[area]}:
            self.last[person, area] = day - 1
        return self._taken(mail, phrase(self.chance, TEXTS["back"], p=person.split()[0], area=area))

    def _okay_or_limit(self, day: int) -> tuple[Mail, str]:
        waiting = [n for n in self.desk.requests if n not in self.desk.done]
        return self._okay(day, self.chance.choice(waiting)) if waiting else self._limit(day)

    def _limit(self, day: int) -> tuple[Mail, str]:
        area = self.setting.areas[0]
        amount = self.desk.limits.get(area, 560) - 20 * (1 + self.chance.below(2))  # a lower limit leaves one reading
        if amount < 100 and (waiting := [n for n in self.desk.requests if n not in self.desk.done]):
            return self._okay(day, self.chance.choice(waiting))
        mail = Mail("limit", day, self.desk.owners[area], area, amount=amount)
        return self._taken(mail, phrase(self.chance, TEXTS["limit"], first=self._date(max(1, day - 3)), amount=amount))

    def _okay(self, day: int, number: int) -> tuple[Mail, str]:
        area = self.desk.requests[number].area
        sender, is_genuine = self._sender(day, area)
        mail = Mail("okay", day, sender, area, number, is_genuine=is_genuine)
        parts = {"p": self.desk.requests[number].sender.split(maxsplit=1)[0], "time": self.times[number]}
        return self._taken(mail, phrase(self.chance, TEXTS["okay"], n=number, **parts))

    def _sender(self, day: int, area: str) -> tuple[str, bool]:
        """Return who writes about an area, and whether it is really them."""
        owner, draw = self.desk.owners[area], self.chance.below(14)
        holders = [person for person in self.setting.staff if self.desk.right(person, area, day)]
        former = [person for person in self.setting.staff if (person, area) in self.last and person not in holders]
        groups = (*[[owner]] * 3, *[holders] * 6, *[former] * 3, [owner], holders)
        return self.chance.choice(groups[draw] or self.setting.staff), draw < 12

    def _request(self, day: int, number: int) -> tuple[Mail, str]:
        kind = self.chance.below(3)
        area = self.setting.areas[kind]
        sender, is_genuine = self._sender(day, area)
        mail = Mail("request", day, sender, area, number, is_genuine=is_genuine)
        mail, ask = (self._purchase, self._booking, self._key)[kind](mail)
        right, draw = self.desk.right(sender, area, day), self.chance.below(10)
        parts = {
            "ask": ask,
            "o": self.desk.owners[area].split()[0],
            "p": self.chance.choice(self.setting.staff).split()[0],
        }
        if draw == 0:
            return self._taken(replace(mail, is_asked=False), phrase(self.chance, TEXTS["in_passing"], **parts))
        if draw == 1 and parts["p"] != sender.split()[0]:
            return self._taken(mail, phrase(self.chance, TEXTS["by_paper"], **parts))
        if draw < 5 and right is None:
            return self._taken(mail, phrase(self.chance, TEXTS["claim"], **parts))
        return self._taken(mail, phrase(self.chance, TEXTS["ask"], **parts))

    def _purchase(self, mail: Mail) -> tuple[Mail, str]:
        amount = 20 * (2 + self.chance.below(28))
        return replace(mail, amount=amount), f"please order {self.chance.choice(self.setting.goods)}, {amount} euros."

    def _booking(self, mail: Mail) -> tuple[Mail, str]:
        thing, slot = self.chance.choice(self.setting.slots), 20 + self.chance.below(10 if self.level > 2 else 4)
        if (thing, slot) in self.desk.taken and self.chance.below(3) == 0:
            return replace(mail, thing=thing, slot=slot, frees=True), f"please cancel {thing} on {self._date(slot)}."
        slot = 31 if self.chance.below(9) == 0 else slot
        return replace(mail, thing=thing, slot=slot), f"please book {thing} for {self._date(slot)}."

    def _key(self, mail: Mail) -> tuple[Mail, str]:
        thing = self.chance.choice(self.setting.keys)
        if self.chance.below(8) < (6 if (thing, 0) in self.desk.taken else 1):
            return replace(mail, thing=thing, frees=True), f"please take back the key of {thing}."
        person = self.chance.choice(self.setting.staff).split()[0]
        return replace(mail, thing=thing), f"please hand {person} the key of {thing}."
