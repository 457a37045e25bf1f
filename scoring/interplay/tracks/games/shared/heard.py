"""Split a message of free talk into plain words, then into units that ask or state one thing.

Messages come from models and people: with marks of emphasis, quotes, emoji, contractions, in long or short sentences.
``plain`` leaves lower-case ASCII words, the labels of players as ``p3``, and the marks that end clauses. All patterns
are linear in the length of a message, which the games limit.
"""

import re
from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.shared.lines import pattern

_QUOTES = str.maketrans(dict.fromkeys("\u2019\u2018\u02bc\uff07\u00b4`", "'"))
_DASH = re.compile(r"[\u2012-\u2015]+|--+|[()\[\]{}]")
_PLAYER = pattern(r"\b(?:players?|p)[ _#-]{0,2}([1-6])(?![0-9])")
_NUMBERS = {name: number for number, name in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
_SPELT = pattern(rf"\bplayer[ _-]?({'|'.join(_NUMBERS)})\b")
_LOOSE = pattern(r"(?<!\w)'+|'+(?!\w)|[^a-z0-9 .,;:!?']")
_SHORT = {
    "i'm": "i am",
    "im": "i am",
    **{f"{who}'re": f"{who} are" for who in ("you", "we", "they")},
    **{f"{who}'ve": f"{who} have" for who in ("i", "you", "we", "they")},
    **{f"{who}'ll": f"{who} will" for who in ("i", "you", "we", "they", "he", "she", "it")},
    **{f"{who}'d": f"{who} would" for who in ("i", "you", "we", "they", "he", "she")},
    **{f"{who}'s": f"{who} is" for who in ("he", "she", "it", "that", "who", "what", "where", "there", "here", "how")},
    **{f"{who}nt": f"{who} not" for who in ("do", "does", "did", "is", "are", "was", "have", "has", "would", "should")},
    "let's": "let us",
    "can't": "can not",
    "cannot": "can not",
    "cant": "can not",
    "won't": "will not",
    "ain't": "is not",
    "youre": "you are",
    "u": "you",
    "ur": "your",
    "gonna": "going to",
    "wanna": "want to",
    "whos": "who is",
    "whats": "what is",
    "color": "colour",
    "colors": "colours",
    "r": "are",
    "ya": "you",
}
_WORD = pattern(r"[a-z0-9']+")
_NT = pattern(r"([a-z]+)n't")
_SENTENCE = pattern(r"([^.!?;]+)([.!?;]*)")
_LEAD = (
    r"(?:who|whom|whose|what|which|when|where|why|how|does|did|are|is|am|was|were|have you|has|had|can|could|will|would"
    r"|shall|should|might|any|anything|anyone|anybody|tell|name|explain|describe|state|convince|prove|show|admit"
    r"|confess|swear|care to|do (?!not\b))\b"
)
_ASKS = pattern(
    rf"^{_LEAD}|^if [^,]{{1,80}}, {_LEAD}|^i wonder\b|\b(?:and|what about|how about) (?:you|yours|yourself)$"
    r"|^(?:give|say|point (?:out|at|to)|pick|choose|reveal|share|list|sum up|remind|clarify|elaborate|let me know)\b"
    r"|^i (?:would|want|wish|need|am curious)\b.*\b(?:hear|know|learn)\b"
)
_BREAK = r"(?:,|:|\band\b|\bbut\b|\bso\b|\bor(?= (?:are|do|did|have|will|would) you\b))[ ,]*(?:then )?"
_TAG = (
    r"(?!(?:are|do|did|have|had|were|was|can|could|is|does|has|will|would|should) (?:not )?(?:you|it|he|she|they|i|we)"
    r"(?: not)?$)"
)
"""Question tags, which ask for a yes to the words before them."""
_JOINT = pattern(rf"{_BREAK}{_TAG}(?={_LEAD}|what about|how about|you$|yours$)")
_PLAIN_JOINT = pattern(rf"{_BREAK}{_TAG}(?!who|which|where|when|any)(?={_LEAD}|what about|how about|you$|yours$)")
"""Where nothing is asked, ``who`` and its like begin no question."""
_OPENING = pattern(
    r"^(?:(?:so|and|but|or|then|now|okay|ok|well|hey|hi|hello|please|honestly|listen|look|all right|alright|right|also"
    r"|seriously|anyway|um|hm+|oh|be honest|tell me(?= ?[,:])|convince me|just|quick question|i have to ask"
    r"|p[1-6](?= ?[,:]|$))(?:[ ,:]+|$))+"
)
_EITHER = pattern(r"^[a-z]+ or [a-z]+$")
_CONDITION = pattern(r"^(?:if(?! you are\b)|suppose|imagine|assuming|when|say)\b")
DOUBT = (
    r"suspect|suspicio|accus|traitor|evil|\bl(?:ie|ied|ies|iar|ying)\b|worr|uneasy|watch\b|hiding|hid(?:es|den)?\b"
    r"|dishonest|least|strange|fishy|weird|\bodd\b|doubt|not (?:\w+ ){0,2}(?:trust|believe|rely|fit|honest)|shady"
    r"|nervous|dodg|distrust|mistrust|sketchy|explain themselves|who would you question|of the others|bluff|fake|wrong"
    r"|shift(?:y|ier|iest)|crook|slippery|sneaky|cagey|evasive|false|phon(?:e)?y|snake|rotten|creepy|jumpy|enemy|villain"
    r"|\bless\b|\bfib|\bsus\b|guilty|deceiv|cheat|panic|\bslip|\boff\b|\bbad\b|lousy|untrust|unreliable|implausib|contradict|inconsisten|\bworst"
)
TRUST = (
    r"\b(?:trust|believ|honest|reli|vouch|side with|sincere|genuine|truth|good|clear|convinc|confiden"
    r"|decent|nice|kind|clean|safe|friend|ally|allies|straight|solid|innocent|rely|count on|credib|plausib|helpful"
    r"|in the fire|bet on)"
)
"""Words of doubt and of trust about somebody; parts of patterns."""
_MENTION = pattern(r"\bp([1-6])\b")
MOST_UNITS = 24
"""Units of a message that are read; a message of the games' length seldom has more than six."""


class Unit(Struct, frozen=True):
    """A part of a message that asks or states one thing: its plain words, and the labels in it in order."""

    text: str
    asks: bool
    labels: tuple[int, ...]


def plain(text: str) -> str:
    """Return *text* in plain lower-case words: no emphasis, quotes, emoji or contractions; labels as ``p3``."""
    words = _DASH.sub(",", text.casefold().translate(_QUOTES))
    words = _SPELT.sub(lambda match: f"p{_NUMBERS[match[1]]}", _PLAYER.sub(r"p\1", words))
    words = _WORD.sub(_written_out, _LOOSE.sub(" ", words))
    return " ".join(words.split())


def _written_out(match: re.Match[str]) -> str:
    word = match[0]
    return _SHORT.get(word) or _NT.sub(r"\1 not", word)


def mentions(words: str) -> tuple[int, ...]:
    """Return the labels that plain *words* name, in order."""
    return tuple(int(label) for label in _MENTION.findall(words))


@lru_cache(maxsize=4096)
def units(text: str) -> tuple[Unit, ...]:
    """Return the units of a message; two questions in one sentence are two units."""
    message_units: list[Unit] = []
    for body, marks in _SENTENCE.findall(plain(text))[:MOST_UNITS]:
        sentence = _OPENING.sub("", body.strip(" ,:"))
        joint = _JOINT if "?" in marks else _PLAIN_JOINT
        parts = [sentence] if _CONDITION.search(sentence) else joint.split(sentence)
        for at, part in enumerate(parts):
            words = _OPENING.sub("", part.strip(" ,:"))
            last = at == len(parts) - 1
            if words:
                asks = bool(_ASKS.search(words)) or ("?" in marks and (last or bool(_EITHER.search(words))))
                message_units.append(Unit(words, asks, mentions(words)))
        if not sentence and body.strip(" ,:"):
            message_units.append(Unit(body.strip(" ,:"), "?" in marks, mentions(body)))
    return tuple(message_units[:MOST_UNITS])
