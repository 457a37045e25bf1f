"""Read a reply in Bargain: what the speaker keeps, or that it accepts, and its message to the other player.

A proposal says what the speaker keeps. It may also give the other's part: "I keep 1 hat and you get the 3 apples"
leaves no apple to the speaker. Parts that contradict each other are not a proposal. Only a line that begins with
``Message:`` (or an object's "message") is shown to the other player; the rest of a reply stays private.
"""

import re

from interplay.core.errors import UnparsableMove
from interplay.tracks.games.bargain.instances import Triple
from interplay.tracks.games.shared import moves, words
from interplay.tracks.games.shared.objects import Object, last_object
from interplay.tracks.games.shared.speech import SEAT_NAMES, clean, cut, short

ITEMS = ("hat", "ball", "apple")
NOUNS, KEYS = ("proposal", "offer", "keep"), ("hats", "hat")
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
a all an and better both counter counteroffer counterproposal for get gets getting give giving have i i'd
i'll in just keep keeping leave leaves leaving like me mine my myself new of offer only other player_0 player_1 please
proposal propose proposing receive remaining rest return so split take taking that the then to want while will with
would you you'll your yours
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())  # words of a proposal beside its counts
_WORD = re.compile(r"[a-z_0-9'’]+", re.IGNORECASE)
_DEAL = re.compile(
    r"(?:yes[,.!]? )?(?:it['’]s a |that['’]s a )?(?:deal|agreed|accept(?:ed)?|i (?:accept|agree|take it)"
    r"|i (?:accept|agree to|agree with|take) (?:your|the|this|that) (?:la(?:te)?st |new )?(?:offer|proposal|deal|split)"
    r"|accept (?:the )?(?:deal|offer|proposal))(?: accepted)?",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[\"']?(hat|ball|apple)s?[\"']?[ \t]?[:=][ \t]?([0-9]+|None)", re.IGNORECASE)
_JOINED = re.compile(
    r"((?:hat|ball|apple)s?|:[ \t][0-9]{1,3})(?:,[ \t]|[ \t]?\n[-*•]?[ \t]?)"
    r"(?=(?:and )?(?:[0-9]|hat|ball|apple))",
    re.IGNORECASE,
)
"""Items of one proposal with commas between them, or on lines of their own."""
_REPORTS = tuple(
    re.compile(rf"\W*{name} (?:would |will )?(?:keep|like|want|offer|propose)", re.IGNORECASE)
    for name in SEAT_NAMES[::-1]
)
"""What the other player proposes, by seat."""
_SPEAKER = re.compile(r"player[_ ]?[01][ \t]?:", re.IGNORECASE)
Kept = tuple[Triple | None]
"""What a proposal keeps, or ``None`` for an acceptance; in a tuple, because plain ``None`` means neither."""


def read(pool: Triple, seat: int, text: str) -> tuple[Triple | None, str]:
    """Return what the speaker keeps (``None``: accepts the offer) and the message; raise ``UnparsableMove``."""

    def whole(wording: str) -> Kept | None:
        if _DEAL.fullmatch(wording):
            return (None,)
        kept = (
            None
            if _SPEAKER.search(wording) or _REPORTS[seat].match(wording)
            else _kept(pool, _PAIR.sub(r"\2 \1", wording.replace("deal:", "offer:")))
        )
        return (kept,) if kept else None

    def of_object(data: Object) -> Kept | None:
        counts = [f"{item}: {data.get(f'{item}s', data.get(item))}" for item in ITEMS]
        return whole(", ".join(counts))

    rest, message = _parted(seat, text)
    form = moves.Form(whole, SEAT_NAMES[seat], NOUNS, KEYS, of_object=of_object, written=_written)
    kept = moves.find_move(_JOINED.sub(r"\1 ", rest), form)
    if kept is None:
        expected = '"Action: Deal" or "Action:" with one number each for the hats, balls and apples you keep'
        raise UnparsableMove(f"found no move in {short(moves.last_line(text))}, expected {expected}, on the last line")
    return kept[0], message


def _parted(seat: int, text: str) -> tuple[str, str]:
    """Return a reply without its message, and the message to the other player, cleaned; empty if there is none."""
    data, end = last_object(text, _MESSAGES) or ({}, 0)
    if end:
        message = next(data[key] for key in _MESSAGES if key in data)
        return text, clean(message) if isinstance(message, str) else ""
    rest: list[str] = []
    lines: list[str] = []
    is_message = False
    for raw in text.splitlines():
        begun = _MESSAGE.match(raw)
        is_message = bool(begun) or (is_message and bool(raw.strip()) and not _OFFER.match(raw))
        if not is_message:
            rest.append(raw)
            continue
        line = raw[begun.end() :] if begun else raw
        move = _MOVE[seat].search(line)
        lines = [*([] if begun else lines), line[: move.start()] if move else line]
        rest += [line[move.start() :]] if move else []
    return "\n".join(rest), clean(_unquoted(" ".join(lines).strip()))


_MESSAGE = re.compile(
    r"[ \t>*_`-]{0,12}(?:my )?message(?: to (?:you|player[_ ]?[01]|the other player))?"
    r"[ \t*_`]{0,4}:[*_`]{0,3}[ \t]{0,3}",
    re.IGNORECASE,
)
_MOVE = tuple(re.compile(rf"(?<!\w)(?:action|{name})[ \t*_`]{{0,4}}:", re.IGNORECASE) for name in SEAT_NAMES)
_OFFER = words.label("action|answer|move|offer|proposal|player[_ ]?[01]")
"""What ends a message: the move behind it on its line, or the label on the next one."""


def _kept(pool: Triple, text: str) -> Triple | None:
    """Return what the speaker keeps, if the text is only about who gets what; else ``None``."""
    vocabulary = {word.replace("’", "'") for word in _WORD.findall(_COUNT.sub(" ", text).casefold())}
    if not vocabulary <= _PLAIN or "?" in text:
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


def _written(kept: Kept) -> str:
    return "a deal" if kept[0] is None else "{} hats {} balls {} apples".format(*kept[0])


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
