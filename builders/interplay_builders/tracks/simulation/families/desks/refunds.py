"""A refund desk: ten clauses, a record of orders, and what was decided before."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.prose import ProseParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import checked, content, form


class Order(Struct, frozen=True):
    """An order on the record: its price in cents, the day of delivery, and what the record notes."""

    price: int
    day: int
    is_opened: bool = False
    is_signed: bool = False
    is_clearance: bool = False


class Decision(Struct, frozen=True):
    """What the desk does: the action, the amount in cents, and the clause that decided."""

    action: str
    amount: int
    clause: int


ORDERS: Mapping[str, Order] = {
    "R1": Order(48_00, 12, is_opened=True, is_signed=True),
    "R2": Order(34_95, 31, is_opened=True),
    "R3": Order(89_90, 38, is_signed=True),
    "R4": Order(64_00, 37, is_clearance=True),
    "R5": Order(120_50, 36, is_opened=True, is_signed=True),
    "R6": Order(75_00, 33),
}
POSTAGE = 6_50
SENTENCES: Mapping[int, str] = {
    1: "I have denied your claim because there is no such order on the record.",
    2: "I have denied your claim because the record shows an earlier refund for this order.",
    3: "I have escalated your claim to the manager, who will read it next.",
    4: "I have {} this, going by what the record says about the delivery.",
    5: "I have approved the full price, since you told us in good time that it came broken.",
    6: "I can make it a partial refund only, because the damage was reported late.",
    7: "I have denied your claim because clearance goods cannot be returned.",
    8: "I have denied your claim because the period for changing your mind has passed.",
    9: "I can make it a partial refund, the price less the return postage.",
    10: "I can make it a partial refund, because the record shows that the box was opened.",
}
WORDS: Mapping[str, str] = {"approve": "approv", "partial": "partial", "deny": "den(?:y|ie|ial)", "escalate": "escalat"}
"""By action, what its word in the sentence begins with."""
_GIFTS = r"(?i)\b(?:vouchers?|discounts?|gifts?|replacements?|coupons?|bonus|free|complimentary|on the house)\b"
_NOT = r"(?:no|not|never|nobody|none|nothing|without|\w{2,6}n['’]t)"
_ONE_SENTENCE = r"(?s)[^}]*\}\s*(?:[^\s\d.!?]+[ \t]+){3,24}[^\s\d.!?]+[.!?]?[\"”]?\s*"


class RefundDesk:
    """Today, and which orders were refunded or escalated."""

    def __init__(self) -> None:
        self._day = 40
        self._refunded: set[str] = set()
        self._escalated: set[str] = set()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``day n`` and ``claim order missing|broken|mind [hurt]``; answer the last claim."""
        decision: Decision | None = None
        for command in commands:
            verb, name, *facts = command.split()
            if verb == "day":
                self._day = int(name)
            elif verb == "claim":
                decision = self._decided(name, facts)
            else:
                raise ValueError(f"found the command {command!r}, expected day or claim")
        if decision is None:
            raise ValueError("found no claim, expected one")
        return _answer(decision)

    def _decided(self, name: str, facts: Sequence[str]) -> Decision:
        """Return the decision on a claim, and remember it."""
        decision = self._first_clause(name, facts)
        if decision.action == "escalate":
            self._escalated.add(name)
        if decision.amount:
            self._refunded.add(name)
        return decision

    def _first_clause(self, name: str, facts: Sequence[str]) -> Decision:
        order = ORDERS.get(name)
        if order is None:
            return Decision("deny", 0, 1)
        if name in self._refunded:
            return Decision("deny", 0, 2)
        if name in self._escalated or "hurt" in facts:
            return Decision("escalate", 0, 3)
        reasons: Mapping[str, Callable[[Order], Decision]] = {
            "missing": _missing,
            "broken": self._broken,
            "mind": self._changed,
        }
        return reasons[facts[0]](order)

    def _broken(self, order: Order) -> Decision:
        if self._day - order.day <= 3:
            return Decision("approve", order.price, 5)
        return Decision("partial", _share(order.price, Fraction(1, 2)), 6)

    def _changed(self, order: Order) -> Decision:
        if order.is_clearance:
            return Decision("deny", 0, 7)
        if self._day - order.day > 14:
            return Decision("deny", 0, 8)
        if not order.is_opened:
            return Decision("partial", order.price - POSTAGE, 9)
        return Decision("partial", _share(order.price, Fraction(7, 10)), 10)


def _missing(order: Order) -> Decision:
    return Decision("deny", 0, 4) if order.is_signed else Decision("approve", order.price, 4)


def _share(price: int, share: Fraction) -> int:
    return int(rounded(price * share, 0))


def _answer(decision: Decision) -> Answer:
    amount = rounded(Fraction(decision.amount, 100))
    record = f'{{"action": "{decision.action}", "amount": {amount}, "clause": {decision.clause}}}'
    sentence = SENTENCES[decision.clause].format("denied" if decision.action == "deny" else "approved")
    return Answer(f"{record}\n{sentence}", tuple(_checks(decision, amount)))


def _checks(decision: Decision, amount: str) -> list[Check]:
    """Return the checks of the record, which is content, and of the sentence, which keeps to what was decided."""
    figure = amount.replace(".", r"\.") if amount[-1] != "0" else rf"{amount[:-1].replace('.', '[.]')}0?"
    if amount.endswith(".00"):
        figure = rf"{amount[:-3]}(?:\.00?)?"
    pairs = rf'"action"\s*:\s*"{decision.action}"\s*,\s*"amount"\s*:\s*{figure}\s*,\s*"clause"\s*:\s*{decision.clause}'
    others = "|".join(word for action, word in WORDS.items() if action != decision.action)
    mine = WORDS[decision.action]
    return [
        content("pattern", PatternParams(pattern=rf"[\s`]*\{{\s*{pairs}\s*\}}[^{{}}]*", means=f"{decision}")),
        checked("prose", "constraint", ProseParams(part=r"(?s)\}\s*(.*)$", english=True)),
        _of_sentence(rf"(?is)[^}}]*\}}.*\b{mine}.*", f"a sentence with {mine}"),
        _of_sentence(rf"(?is)[^}}]*\}}.*\b(?:{others}).*", "no word of another action", absent=True),
        _of_sentence(
            rf"(?i)\b{_NOT}(?:\s+\w+){{0,3}}\s+{mine}", f"{mine} said of this claim", whole=False, absent=True
        ),
        _of_sentence(_GIFTS, "a promise of nothing else", whole=False, absent=True),
        _of_sentence(_ONE_SENTENCE, "one sentence of at most 25 words, without digits"),
        form("pattern", PatternParams(pattern=r"[\s`]*\{[^{}\n]*\}[\s`]*\n\s*[^\n]+", means="two lines")),
        form("bare", BareParams()),
    ]


def _of_sentence(pattern: str, means: str, *, whole: bool = True, absent: bool = False) -> Check:
    return checked("pattern", "constraint", PatternParams(pattern=pattern, means=means, whole=whole, absent=absent))
