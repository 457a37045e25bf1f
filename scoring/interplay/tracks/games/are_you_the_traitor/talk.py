"""How scripted players of Are You the Traitor see a round, and what they understand of what others say.

They read words, not meaning: an answer claims a role or a team, denies one, names somebody as a suspect or as honest,
or counts as an evasion.
"""

from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.are_you_the_traitor.questions import topic
from interplay.tracks.games.are_you_the_traitor.state import WIZARDS, State
from interplay.tracks.games.shared.heard import mentions, units
from interplay.tracks.games.shared.lines import NEGATION, clauses, pattern
from interplay.tracks.games.shared.menu import SILENCE

BANK = "are_you_the_traitor"
ROLES = ("traitor", "evil", "good", "holder", "guard")
"""The role of each member, as the bots call it."""
SIDES = {"loyal": ("good", "holder", "guard"), "disloyal": ("traitor", "evil")}
"""Claim of a team -> the roles for which it is true."""
_OF_SIDES = {"loyal": ("not_traitor", "good"), "disloyal": ("traitor", "evil")}
"""The claim of a role that a claim of a team implies, for a speaker who is no wizard and for a wizard."""
_FILLER = r"(?: (?!not\b|no\b|never\b|neither\b|after\b|sure\b|here to\b|with\b)(?!\w+ing\b)[\w']+){0,3}?"
_SELF = rf"\b(?:i am|i was|i play|i drew|my role is|me down as|this is|^as){_FILLER}"
_TEAM = r"(?:team|side|guys?|people|faction|camp|folks?|ones|players?|cause|alignment)\b"
_GOOD = rf"good(?! (?:at\b|for\b|to\b|{_TEAM}))"
_CLAIMS = (
    (
        "holder",
        pattern(
            rf"{_SELF} (?:key ?-?holder|one (?:with|holding|who has) the key)\b"
            r"|\bi(?: have)? (?:do |really |actually )?(?:have|hold|carry|got|keep|own|was given)(?: got)? the key\b"
            r"|\bi am (?:holding|carrying) the key\b|\bkey is (?:with me|mine)\b"
            r"|\bme who has the key\b|^(?:the )?key ?-?holder$"
        ),
    ),
    (
        "guard",
        pattern(
            rf"{_SELF} guard\b(?! up)|^(?:just |only |the |a |an |honest |plain |simple |humble |real |your )*guard"
            r"(?: duty for me.*| here| speaking)?$"
        ),
    ),
    (
        "good",
        pattern(rf"{_SELF} {_GOOD} (?:wizard|one)\b|^(?:the )?good (?:wizard|one)(?: here)?$|\bgood wizard is me\b"),
    ),
    ("evil", pattern(rf"{_SELF} evil (?:wizard|one)\b|^(?:the )?evil (?:wizard|one)$")),
    ("traitor", pattern(rf"{_SELF} traitor\b|^(?:the )?traitor$")),
)
_JOINS = r"(?: (?!not\b|no\b|never\b|nobody\b)[\w']+){0,4}?"
_SELF_LOOSE = rf"\b(?:i am|i was|i play|i fight|i work|i stand|i belong|count me|my (?:team|side|loyalty) is){_JOINS}"
_SIDE_CLAIMS = (
    (
        "loyal",
        pattern(
            rf"{_SELF_LOOSE} (?:good(?: {_TEAM}|$)|loyal\b|on our side|on your side)"
            rf"|^(?:on )?(?:the )?good(?: {_TEAM})?$"
        ),
    ),
    ("disloyal", pattern(rf"{_SELF_LOOSE} (?:evil(?: {_TEAM}|$))|^evil(?: {_TEAM})?$")),
)
_DENIES_TRAITOR = pattern(
    r"\b(?:i am|i was)\b[\w' -]{0,40}\b(?:not|no|never|neither)\b[\w' -]{0,40}\btraitor"
    r"|^(?:no|not)(?: an?| the)? traitor|\btraitor is(?: \w+)? not me\b"
)
_DENIES_KEY = pattern(r"\b(?:i|me)\b.*\bkey|^no key\b|\bkey is not\b")
_NO = pattern(r"(?:no|nope|nah|never|not me|not at all|of course not|(?:certainly|definitely|absolutely) not|wrong)\b")
_NOT_IT = pattern(
    r"(?:i (?:do not|have not|never) (?:have|had|hold|carry|got)|(?:it is )?not (?:with )?me|i (?:am|do) not)\b"
)
_YES = pattern(r"(?:yes|yep|yeah|indeed)\b|(?:i do|i am)$")
_BARE_NO = {"ask_traitor": "not_traitor", "ask_key": "not_holder"}
_BARE_YES = {"ask_traitor": "traitor", "ask_key": "holder"}
_OPEN = pattern(r"\b(?:who|where|whether|if|you)\b")
_ABOUT_YOU = pattern(r"\byou are\b")
_SUPPOSED = pattern(
    r"\b(?:if|were|wish|whether|would(?! say))\b|\bpretend|\bsuppos|\bcalling\b"
    r"|\b(?:you|they|he|she|people|every\w+|nobody|some\w+|p[1-6])\b(?: \w+){0,3}?"
    r" (?:think|sa(?:y|id)|believe|claim|call|told|tell|assum|suggest|accus|insist)"
)
_SELF_NAMED = pattern(r"\b(?:i|me|my|mine|as|this is)\b")
_UNREAL = pattern(r"^if i (?:were|was)\b")
_FIRST_PERSON = pattern(r"^(?:i|my|as|the|just|only|no|yes|not|count|me)\b")
_PRAISE = pattern(
    r"\b(?:trust|believ|honest|reliabl|innocent|loyal|sincere|credibl|cleared|genuin|truth|fine|solid|convinc)"
    r"|\bgood (?:wizard|one|team|side|guy|person|player|feeling)|\bon our side\b"
)
_BLAME = pattern(
    r"traitor|evil|suspect|suspicio|\bl(?:ying|iar|ie|ied|ies)\b|doubt|dishonest|untrust|distrust|mistrust|worr|uneasy"
    r"|careful|watch|\bhid(?:ing|es)\b|dodg|fishy|shady|\beye on\b|\bodd\b|strange|least|accuse|\bmoney is on\b|deceiv"
)


class Line(Struct, frozen=True):
    """One exchange as it is understood, by label; ``reply`` is None while the answer is not there.

    ``asked`` is 0 and ``topic`` empty when the asker said nothing; ``named`` is the label that a reply suspects or
    trusts. A claim of a team is replaced by the role that it implies; ``claim`` has the original.
    """

    asker: int
    asked: int
    topic: str
    reply: str | None
    named: int
    words: tuple[str, str]
    claim: str

    @property
    def silent(self) -> bool:
        """Whether the asker asked nobody, or who was asked declined."""
        return not self.asked or (self.reply is not None and self.words[1] in ("", SILENCE))


class View(Struct, frozen=True):
    """What a seat may know that matters to a bot."""

    label: int
    role: str
    wizards: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other labels that are not wizards."""
        return tuple(label for label in range(1, 6) if label != self.label and label not in self.wizards)

    @property
    def rivals(self) -> tuple[int, ...]:
        """Return the other labels of wizards."""
        return tuple(label for label in self.wizards if label != self.label)

    @property
    def candidates(self) -> tuple[int, ...]:
        """Return the labels that can be the seat's target."""
        return self.rivals if self.role == "holder" else self.others

    @property
    def texts(self) -> list[str]:
        """Return all that was said in this round."""
        return [words for line in self.lines for words in line.words]


def view(state: State, seat: int) -> View:
    """Return what *seat* knows and understands; its own role, the labels of the wizards, the talk of the round."""
    wizards = tuple(sorted(state.labels[member] for member in WIZARDS))
    return View(
        label=state.labels[seat],
        role=ROLES[seat],
        wizards=wizards,
        lines=tuple(_line(e.asker, e.asked, e.question, e.answer, wizards) for e in state.talk),
    )


@lru_cache(maxsize=2048)
def _line(asker: int, asked: int, question: str, answer: str | None, wizards: tuple[int, ...]) -> Line:
    if not asked:
        return Line(asker, 0, "", None, 0, ("", ""), "")
    subject = topic(question, asked)
    reply, named = (None, 0) if answer is None else understood(answer, subject)
    claim = reply or ""
    if reply in SIDES:
        reply = _OF_SIDES[reply][asked in wizards]
    return Line(asker, asked, subject, reply, named, (question, answer or ""), claim)


def understood(answer: str, subject: str) -> tuple[str, int]:
    """Return the kind of an answer (as in the bank, or a claim of the evil side), and the label that it names.

    A claim of a role has priority over one of a team, then come denials, then opinions about others.
    """
    heard = [unit for unit in units(answer) if not _UNREAL.search(unit.text)]
    parts = [part for unit in heard for part in clauses(unit.text) if not unit.asks or _FIRST_PERSON.search(part)]
    about_self = [part for part in parts if not _ABOUT_YOU.search(part) and not _SUPPOSED.search(part)]
    foreign = {part for unit in heard if unit.labels for part in clauses(unit.text) if not _SELF_NAMED.search(part)}
    about_self = [part for part in about_self if part not in foreign]
    for kind, words in (*_CLAIMS, *_SIDE_CLAIMS):
        if any(words.search(part) for part in about_self):
            return kind, 0
    denied = _denied(parts)
    if denied:
        return denied, 0
    judged = [
        pair
        for unit in heard
        if not unit.asks or _FIRST_PERSON.search(unit.text)
        for pair in _judged(unit.text, subject)
    ]
    if judged:
        return next((pair for pair in judged if pair[0] == "suspect"), judged[0])
    return _bare(heard[0].text if heard else "", subject), 0


def _bare(text: str, subject: str) -> str:
    if _NO.match(text) or _NOT_IT.match(text):
        return _BARE_NO.get(subject, "evade")
    return _BARE_YES.get(subject, "evade") if _YES.match(text) else "evade"


def _denied(parts: list[str]) -> str:
    for part in parts:
        if _DENIES_TRAITOR.search(part):
            return "not_traitor"
        if _DENIES_KEY.search(part) and NEGATION.search(part) and not _OPEN.search(part):
            return "not_holder"
    return ""


def _judged(text: str, subject: str) -> list[tuple[str, int]]:
    """Return which labels a unit suspects or trusts; a bare name is a suspect where suspects were asked for."""
    pairs = []
    for part in clauses(text):
        sign = _sign(part) or _sign(text)
        if not sign and subject == "ask_suspect":
            sign = "suspect"
        pairs += [(sign, label) for label in mentions(part) if sign]
    return pairs


def _sign(text: str) -> str:
    """Return ``trust`` or ``suspect`` for what words say of somebody, empty where they say neither."""
    denied = bool(NEGATION.search(text))
    if _BLAME.search(text):
        return "trust" if denied and not _PRAISE.search(text) else "suspect"
    if _PRAISE.search(text):
        return "suspect" if denied else "trust"
    return ""
