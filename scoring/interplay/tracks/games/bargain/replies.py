"""Read a reply in Bargain: what the speaker keeps, or that it accepts, and its message to the other player.

A proposal says what the speaker keeps. It may also give the other's part: "I keep 1 hat and you get the 3 apples"
leaves no apple to the speaker. Parts that contradict each other are not a proposal. Only a line that begins with
``Message:`` (or an object's "message") is shown to the other player; the rest of a reply stays private.
"""

import re

from interplay.core.errors import UnparsableMove
from interplay.tracks.games.bargain.instances import Triple
from interplay.tracks.games.shared import moves, phrases
from interplay.tracks.games.shared.objects import Object, last_object
from interplay.tracks.games.shared.speech import NAMES, SEAT_NAMES, clean, cut, short

ITEMS = ("hat", "ball", "apple")
KEYS = ("proposal", "keep", "deal", "hats", "hat")
_MESSAGES = ("message", "say", "text")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {**{word: number for number, word in enumerate(WORDS)}, "no": 0, "a": 1, "an": 1}
_COUNT = re.compile(
    r"(?<![\w−-])(?<![0-9][.,])(?:all |both |the )*([-−]?+)"
    rf"([0-9]++|\b(?:{'|'.join(_NUMBERS)})\b)"
    r"\s*+(?:of the )?(hat|ball|apple)s?\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:you|you['’]ll|your|yours|player[_ ]?[01] (?:gets?|receives?|takes?))\b", re.IGNORECASE)
_SPEAKERS = re.compile(r"\b(?:i|i['’]ll|i['’]d|me|my|mine|myself|keep|keeping)\b", re.IGNORECASE)
_PLAIN_WORDS = """
a all an and better both counter counteroffer counterproposal deal for get gets getting give giving have i i'd i'll in
just keep keeping leave leaves leaving like me mine my myself new of offer only other player_0 player_1 please
proposal propose proposing receive remaining rest return so split take taking that the then to want while will with
would you you'll your yours
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
"""Words of a proposal beside its counts."""
_WORD = re.compile(r"[a-z_0-9'’]+", re.IGNORECASE)
_DEAL = re.compile(
    r"(?:yes[,.!]? )?(?:it['’]s a |that['’]s a )?(?:deal|agreed|accept(?:ed)?|i (?:accept|agree|take it)"
    r"|i (?:accept|agree to|agree with|take) (?:your|the|this|that) (?:latest )?(?:offer|proposal|deal|split)"
    r"|accept (?:the )?(?:deal|offer|proposal))(?: accepted)?",
    re.IGNORECASE,
)
_PART = r"[ \t]*(?:[-*•][ \t]*)?[^\n:]{0,30}(?:hat|ball|apple)s?[^\n]{0,20}(?:\n|$)"
_PARTS_BELOW = tuple(
    re.compile(rf"(player[_ ]?{seat}[ \t]*:[ \t*]*)\n((?:{_PART}){{1,3}})", re.IGNORECASE) for seat in range(len(NAMES))
)
"""A proposal whose items stand on lines of their own."""
_PLURALS = {f"{item}s": item for item in ITEMS}
Kept = tuple[Triple | None]
"""What a proposal keeps, or ``None`` for an acceptance; in a tuple, because plain ``None`` means neither."""


def read(pool: Triple, seat: int, text: str) -> tuple[Triple | None, str]:
    """Return what the speaker keeps (``None``: accepts the offer) and the message; raise ``UnparsableMove``."""

    def whole(words: str) -> Kept | None:
        if _DEAL.fullmatch(words):
            return (None,)
        kept = _kept(pool, words)
        return (kept,) if kept else None

    def of_object(data: Object) -> Kept | None:
        parts = {_PLURALS.get(key, key): value for key, value in data.items()}
        counts = [parts.get(item) for item in ITEMS]
        if not all(isinstance(count, int) and not isinstance(count, bool) for count in counts):
            return None
        return whole(" ".join(f"{count} {item}" for count, item in zip(counts, ITEMS, strict=True)))

    joined = _PARTS_BELOW[seat].sub(lambda match: match[1] + " ".join(match[2].split("\n")) + "\n", text)
    form = moves.Form(whole, mark=SEAT_NAMES[seat], keys=KEYS, of_object=of_object)
    kept = moves.find_move(joined, form, lambda kept: _written(kept[0]))
    if kept is None:
        expected = (
            f'"{NAMES[seat]}: Deal." or "{NAMES[seat]}:" with one number each for the hats, balls and apples you keep'
        )
        raise UnparsableMove(f"found no move in {short(moves.last_line(text))}, expected {expected}, on the last line")
    return kept[0], message(seat, text)


def message(seat: int, text: str) -> str:
    """Return the message of a reply to the other player, cleaned; empty if there is none."""
    data = last_object(text, (*KEYS, *_MESSAGES))
    if data is not None and (words := next((data[key] for key in _MESSAGES if data.get(key)), None)):
        return clean(words) if isinstance(words, str) else ""
    lines: list[str] = []
    speaking = False
    for raw in text.splitlines():
        begun = _MESSAGE.match(raw)
        if begun:
            lines, speaking = [raw[begun.end() :]], True
        elif not raw.strip() or SEAT_NAMES[seat].match(line := moves.undecorated(raw)) or phrases.LABEL.fullmatch(line):
            speaking = False
        elif speaking:
            lines.append(raw)
    before = " ".join(lines)
    mark = SEAT_NAMES[seat].search(before)
    return clean(_unquoted((before[: mark.start()] if mark else before).strip()))


_MESSAGE = re.compile(
    r"[ \t>*_`-]*(?:my )?message(?: to (?:you|player[_ ]?[01]|the other player))?[ \t*_`]*:[*_`]*[ \t]*", re.IGNORECASE
)


def _kept(pool: Triple, text: str) -> Triple | None:
    """Return what the speaker keeps, if the text is only about who gets what; else ``None``."""
    vocabulary = {word.replace("’", "'") for word in _WORD.findall(_COUNT.sub(" ", text).casefold())}
    if not vocabulary <= _PLAIN or ("\n" in text and "deal" in vocabulary):
        return None
    mine: dict[str, int] = {}
    others: dict[str, int] = {}
    side, at = mine, 0
    for match in _COUNT.finditer(text):
        between = text[at : match.start()]
        side = others if _OTHERS.search(between) else mine if _SPEAKERS.search(between) else side
        at = match.end()
        if side.setdefault(match[3].casefold(), number := _number(match[1], match[2])) != number:
            return None
    return _combined(pool, mine, others)


def _combined(pool: Triple, mine: dict[str, int], others: dict[str, int]) -> Triple | None:
    """Combine both parts to what the speaker keeps, ``None`` if an item is missing; raise for contradictions."""
    kept = []
    for item, most in zip(ITEMS, pool, strict=True):
        if item in mine and item in others and mine[item] + others[item] != most:
            raise UnparsableMove(f"found {mine[item]} and {others[item]} {item}s, expected parts that make {most}")
        if item not in mine and item not in others:
            return None
        kept.append(mine[item] if item in mine else most - others[item])
    return kept[0], kept[1], kept[2]


def _number(sign: str, digits: str) -> int:
    """Return a number; -1 and 100 stand for all beyond them."""
    word = _NUMBERS.get(digits.casefold())
    if word is not None:
        return word
    digits = digits.lstrip("0")
    return -1 if sign and digits else 100 if len(digits) > 2 else int(digits or "0")


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] in '"“' and text[-1] in '"”' else text


def _written(kept: Triple | None) -> str:
    return "a deal" if kept is None else f"{kept[0]} hats {kept[1]} balls {kept[2]} apples"


def read_compat(seat: int, text: str) -> tuple[Triple | None, str]:
    """Read a reply exactly as the paper's released code does."""
    before, after = cut(seat, text) or ("", text)
    if "deal" in after.lower():
        return None, ""
    digits = _COMPAT_WORD.sub(lambda word: str(WORDS.index(word[0].lower())), after)
    matches = [pattern.search(digits) for pattern in _COMPAT_COUNT]
    kept = [int(match[1]) for match in matches if match is not None]
    if len(kept) < len(ITEMS):
        raise UnparsableMove(f"found {short(text)}, expected a deal or one number each for hats, balls and apples")
    return (kept[0], kept[1], kept[2]), clean(before.rpartition("\n")[2])


_COMPAT_COUNT = tuple(re.compile(rf"([0-9])\s*+{item}", re.IGNORECASE) for item in ITEMS)
_COMPAT_WORD = re.compile(rf"\b({'|'.join(WORDS[:10])})\b", re.IGNORECASE)
