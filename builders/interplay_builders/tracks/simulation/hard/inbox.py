"""Draw an inbox day by day: mails that ask for something, and mails that say who may; words come from a setting."""

from dataclasses import dataclass, replace

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.authority import ORDER, WEAKNESSES, Desk, Loan, Mail, table
from interplay_builders.tracks.simulation.hard.talk import Turn, session, sizes
from interplay_builders.tracks.simulation.hard.words import Texts, listed, phrase, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
LEVELS = {1: (8, 4, 5, 2), 2: (90, 9, 7, 4), 3: (240, 15, 9, 4), 4: (505, 25, 9, 4)}
"""Of each level: requests, days, people beside the owners, and the most mails about rights for each request, plus 1."""
LATEST = 29
"""The last day of bookings."""
Letter = tuple[str, Mail]


@dataclass(frozen=True, slots=True)
class Setting:
    """A place with an inbox, and its words: ``areas`` are what is bought, booked and handed out."""

    task: TaskSpec
    texts: Texts

    def dialogue(self, chance: Stream, level: int) -> Session:
        """Return the days of an inbox; the last request asks for the table of all of them."""
        count, days, *_ = LEVELS[level]
        inbox = Inbox(self, chance, level)
        turns, start = list[Turn](), 0
        for day, size in enumerate(sizes(count, days)):
            mails = "\n\n".join((f"{2 + day} {self.texts['month'][0]}", *inbox.day(2 + day, start, size)))
            turns.append(Turn(phrase(chance, TEXTS["next"], mails=mails) if day else f"\n\n{mails}", "filed"))
            start += size
        request = phrase(chance, TEXTS["final"], mails=mails)
        tables = [table(inbox.desk.owners, inbox.mails, name) for name in ("", *WEAKNESSES)]
        right, *near = [[(f"R{number}", *rest) for number, *rest in rows] for rows in tables]
        return session(self.task, turns[:-1], request, right, near)


class Inbox:
    """An inbox as it fills; ``desk`` is the state after all mails so far, ``stamps`` when mails came."""

    def __init__(self, setting: Setting, chance: Stream, level: int) -> None:
        self.words, self.chance, self.level = setting.texts, chance, level
        self.areas, self.staff = self.words["areas"], self.words["staff"][: LEVELS[level][2]]
        self.desk = Desk(dict(zip(self.areas, self.words["owners"], strict=True)))
        self.mails: list[Mail] = []
        self.stamps: dict[Mail, str] = {}

    def day(self, day: int, start: int, size: int) -> list[str]:
        """Return the mails of a day, *size* requests among them."""
        self.today, self.minute, texts = day, 8 * 60 + self.chance.below(40), list[str]()
        number, end = start + 1, start + size + 1
        while number < end:
            texts += [self._sent(*self._lend(area)) for area in self.areas if number == 1]
            texts += [self._sent(*self._rule()) for _ in range(self.chance.below(LEVELS[self.level][3]))]
            body, mails = self._request(number, end - number)
            texts.append(self._sent(body, *mails))
            number += len(mails)
        return texts

    def _sent(self, body: str, *mails: Mail) -> str:
        """Send a mail, each of whose requests is one of *mails*, and return it as the desk gets it."""
        time = f"{self.minute // 60}:{self.minute % 60:02}"
        self.minute += 2 + self.chance.below(17)
        for mail in mails:
            self.mails.append(mail)
            self.desk.read(mail)
            self.stamps[mail] = f"{self._date(self.today)}, {time}"
        numbers = "-".join(dict.fromkeys(f"R{mail.number}" for mail in (mails[0], mails[-1])))
        (domain,) = self.words["domain"]
        other = domain.replace(".", f"{self.chance.choice(('-mail', '-office', 's'))}.", 1)
        address = f"{mail.sender.lower()}@{domain if mail.is_genuine else other}"
        return f"{time} {address}{f' [{numbers}]' if mail.kind == 'request' else ''}\n{body}"

    def _date(self, day: int) -> str:
        return f"{day} {self.words['month'][0]}"

    def _current(self, area: str, last: int = 0) -> list[Loan]:
        """Return the loans of an area that hold today, or that begin until a day."""
        loans = [loan for loan in self.desk.loans if loan.mail.area == area and loan.last >= self.today]
        return [x for x in loans if x.holds(self.today) or (last >= x.mail.first and x.holds(0, strict=False))]

    def _rule(self) -> Letter:
        kind = self.chance.choice((0, 0, 1, 2))
        area, draw = self.areas[kind], self.chance.below(16)
        current, waiting = self._current(area), self.desk.waiting(area)
        if draw < 3 and len(current) > 2:
            return self._back(self.chance.choice(current))
        if draw < 6 and current:
            return self._more(self.chance.choice(current))
        days = [mail.day for mail in self.mails if mail.kind == "limit"]
        if draw in {6, 7} and max(days, default=0) < self.today - 1 and len(days) < 5:
            return self._limit()
        if draw < (11 if self.level < 4 else 14) and waiting:
            return self._okay(kind, self.chance.choice(waiting))
        return self._lend(area)

    def _lend(self, area: str) -> Letter:
        owner, current = self.desk.owners[area], self._current(area, LATEST)
        busy = {loan.mail.person for loan in current}
        if not (free := [person for person in self.staff if person not in busy]):
            running = self._current(area)
            return self._back(self.chance.choice(running)) if running else self._limit()
        person, today, draw = self.chance.choice(free), self.today, self.chance.below(12)
        lenders = [x.mail.person for x in current if x.holds(today) and x.mail.may_lend == (draw < 8)]
        giver = self.chance.choice(lenders) if lenders and self.chance.below(4) else owner
        mail = Mail("lend", today, giver, area, person=person, first=today + self.chance.choice((0, 0, 0, 1, 2)))
        mail = replace(mail, last=min(mail.first + 3 + self.chance.below(10), LATEST), is_genuine=draw > 0)
        parts = {"area": area, "first": mail.first, "last": self._date(mail.last), "p": person}
        loans = [x.mail for x in self.desk.loans if (x.mail.area, x.giver) == (area, giver)]
        models = [model for model in loans if model.person != person]
        if draw == 1:
            return phrase(self.chance, TEXTS["hearsay"], o=owner, **parts), replace(mail, sender=person)
        if draw < 5 and models:
            model = self.chance.choice(models)
            mail = replace(mail, amount=model.amount, thing=model.thing, may_lend=model.may_lend)
            return phrase(self.chance, TEXTS["lend_same"], q=model.person, time=self.stamps[model], **parts), mail
        mail = replace(mail, may_lend=self.chance.below(3) > 0)
        bound, mail = self._bound(mail)
        bound += phrase(self.chance, TEXTS["lend_on"]) if mail.may_lend else ""
        return phrase(self.chance, TEXTS["lend"], on=bound, **parts), mail

    def _bound(self, mail: Mail) -> Letter:
        """Return a loan that is bounded by a sum, or by a thing, and the words for it."""
        if mail.area == self.areas[0]:
            amount = 50 * (5 + self.chance.below(10))
            return phrase(self.chance, TEXTS["sum"], amount=amount), replace(mail, amount=amount)
        if self.chance.below(2):
            return "", mail
        things = self.words["slots"] if mail.area == self.areas[1] else self.words["keys"]
        thing = self.chance.choice(things)
        return phrase(self.chance, TEXTS["only"], thing=thing), replace(mail, thing=thing)

    def _author(self, loan: Loan, *others: str) -> tuple[str, bool]:
        """Return who writes about a loan, and whether it is really them: the giver, or somebody without a say."""
        draw = self.chance.below(10)
        loans = [*loan.chain(), *self.desk.loans_of(loan.mail.person, loan.mail.area)]
        chain = {name for x in loans for name in (x.giver, x.mail.person)}
        strangers = [p for p in self.staff if p not in chain] if draw < 2 else []
        return self.chance.choice(strangers or [loan.giver, loan.giver, *others]), draw != 2

    def _more(self, loan: Loan) -> Letter:
        """Let somebody add to a sum or to the days of a loan."""
        sender, is_genuine = self._author(loan)
        mail = Mail("more", self.today, sender, loan.mail.area, person=loan.mail.person, is_genuine=is_genuine)
        parts = {"p": mail.person, "area": mail.area}
        if loan.mail.amount and self.chance.below(2):
            mail = replace(mail, amount=50 * (1 + self.chance.below(6)))
            return phrase(self.chance, TEXTS["more"], amount=mail.amount, **parts), mail
        subs = [x for x in self.desk.loans if x.source is loan and x.last > loan.last]
        if subs or not loan.mail.last == loan.last < LATEST:
            return self._back(loan)
        mail = replace(mail, last=min(LATEST, loan.last + 1 + self.chance.below(4)))
        return phrase(self.chance, TEXTS["until"], last=self._date(mail.last), **parts), mail

    def _back(self, loan: Loan) -> Letter:
        sender, is_genuine = self._author(loan, self.desk.owners[loan.mail.area])
        mail = Mail("back", self.today, sender, loan.mail.area, person=loan.mail.person, is_genuine=is_genuine)
        parts = {"p": mail.person, "area": mail.area, "time": self.stamps[loan.mail]}
        draw = self.chance.below(8)
        key = "over" if draw < 3 and sender == loan.giver else {3: "back_copy", 4: "back_thread"}.get(draw, "back")
        return phrase(self.chance, TEXTS[key], **parts), replace(mail, is_asked=draw != 3)

    def _limit(self) -> Letter:
        area = self.areas[0]
        amount = self.desk.limits.get(area, 400) - 10 * (2 + self.chance.below(4))  # a lower limit leaves one reading
        text = phrase(self.chance, TEXTS["limit"], first=self._date(max(1, self.today - 3)), amount=amount)
        return text, Mail("limit", self.today, self.desk.owners[area], area, amount=amount)

    def _okay(self, kind: int, number: int) -> Letter:
        request = self.desk.requests[number]
        sender, is_genuine = self._sender(request.area, request.sender)
        mail = Mail("okay", self.today, sender, request.area, is_genuine=is_genuine, person=request.sender)
        if self.level > 2 and self.chance.below(self.level):
            return phrase(self.chance, TEXTS["okay_all"], p=request.sender, what=TEXTS["what"][kind]), mail
        parts = {"p": request.sender, "time": (time := self.stamps[request]), "n": number}
        is_alone = [self.stamps[other] for other in self.desk.requests.values()].count(time) == 1
        key = "okay_time" if is_alone and self.chance.below(2) else "okay"
        return phrase(self.chance, TEXTS[key], **parts), replace(mail, number=number)

    def _sender(self, area: str, other: str = "") -> tuple[str, bool]:
        """Return who, other than one, writes about an area, and whether it is really them."""
        owner, draw = self.desk.owners[area], self.chance.below(20)
        loans = [loan for person in self.staff if (loan := self.desk.loan(person, area, self.today))]
        holders = [loan.mail.person for loan in loans for _ in loan.chain()]
        lent = [mail for mail in self.mails if (mail.kind, mail.area) == ("lend", area)]
        former = [mail.person for mail in lent if mail.last >= self.today - 2 and mail.person not in holders]
        groups = (*[[owner]] * 3, *[holders] * 10, *[former] * 5, [owner], holders)
        people = [person for person in sorted(groups[draw] or self.staff) if person != other]
        return self.chance.choice(people or [person for person in self.staff if person != other]), draw < 18

    def _request(self, number: int, most: int) -> tuple[str, list[Mail]]:
        """Return a mail with up to so many requests."""
        kind = self.chance.choice((0, 0, 1, 2))
        area = self.areas[kind]
        sender, is_genuine = self._sender(area)
        mail = Mail("request", self.today, sender, area, number, is_genuine=is_genuine)
        count = min(most, 1 + self.chance.below((1, 3, 4, 5)[self.level - 1]))
        mails, ask = (self._purchase, self._booking, self._key)[kind](mail, count)
        parts, draw = {"ask": ask, "o": self.desk.owners[area]}, self.chance.below(12)
        is_stranger = sender != parts["o"] and self.desk.loan(sender, area, self.today) is None
        key = {0: "in_passing", 1: "by_paper"}.get(draw, "claim" if draw < 5 and is_stranger else "ask")
        return phrase(self.chance, TEXTS[key], **parts), [replace(mail, is_asked=draw > 0) for mail in mails]

    def _purchase(self, mail: Mail, count: int) -> tuple[list[Mail], str]:
        orders = [n for n, request in self.desk.requests.items() if request.amount]
        if len(orders) > 2 and self.chance.below(4) == 0:
            done = [number for number in orders if (ORDER, number) in self.desk.taken]
            number = self.chance.choice(done if done and self.chance.below(5) else orders)
            return [replace(mail, thing=ORDER, slot=number, frees=True)], phrase(self.chance, TEXTS["cancel"], n=number)
        sums = [21 + self.chance.below(self.chance.choice((410, 600 // self.level))) for _ in range(count)]
        mails = [replace(mail, number=mail.number + n, amount=amount) for n, amount in enumerate(sums)]
        goods = zip(self.chance.sample(self.words["goods"], count), mails, strict=True)
        return mails, f"please order {'; '.join(f'{name}, {order.amount} euros' for name, order in goods)}."

    def _booking(self, mail: Mail, count: int) -> tuple[list[Mail], str]:
        booked = [slot for slot in self.desk.taken if slot[0] in self.words["slots"]]
        thing, slots = (
            self.chance.choice(self.words["slots"]),
            self.chance.sample(range(max(20, self.today - 1), LATEST + 1), count),
        )
        if booked and self.chance.below(3) == 0:
            thing, slot = self.chance.choice(booked)
            if self.chance.below(3):
                mail = replace(mail, thing=thing, slot=slot, frees=True)
                return [mail], f"please cancel {thing} on {self._date(slot)}."
            slots = [slot]
        mails = [replace(mail, number=mail.number + n, thing=thing, slot=day) for n, day in enumerate(sorted(slots))]
        *days, last = (mail.slot for mail in mails)
        return mails, f"please book {thing} for {listed([*map(str, days), self._date(last)])}."

    def _key(self, mail: Mail, _: int) -> tuple[list[Mail], str]:
        thing = self.chance.choice(self.words["keys"])
        holder = self.desk.taken.get((thing, 0))
        if holder is not None and self.chance.below(8) < 5:
            return [replace(mail, thing=thing, frees=True)], f"please take back the key to {thing}."
        person = self.chance.choice([p for p in self.staff if p not in {holder, mail.sender}])
        return [replace(mail, thing=thing, person=person)], f"please hand {person} the key to {thing}."
