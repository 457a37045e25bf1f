"""What the messages of the bargaining game say about values and quantities, read by simple rules.

The rules find what models commonly write and miss paraphrases, so rates are lower bounds. A message is cut into
sentences and clauses; number words up to ten count as numbers.
"""

import re
from collections.abc import Iterator

from interplay.tracks.games.bargain.instances import Triple, rest
from interplay.tracks.games.bargain.replies import ITEMS, WORDS

_WORD = re.compile(rf"\b({'|'.join(WORDS)})\b")
_SENTENCE = re.compile(r"[.!?;]")
_CLAUSE = re.compile(r",|\band\b|\bbut\b|\bwhile\b")
_VALUE = re.compile(r"\b(worth|values?|valued|points?|pts)\b")
_ITEM = re.compile(r"\b(hat|ball|apple)s?\b")
_QUANTITY = re.compile(r"\b([0-9]{1,2})\s+(hat|ball|apple)s?\b")
_NUMBER = re.compile(r"\b([0-9]{1,2})\b(?!\s*(?:hat|ball|apple))")
_ME = re.compile(r"\b(i|i'd|i'll|i'm|me|my|mine)\b")
_YOU = re.compile(r"\b(you|your|yours|you'd|you'll)\b")
_EARLIER = re.compile(r"\b(you|your)\s+(\w+\s+)?(offer|offered|propose|proposed|proposal|asked|wanted|want)\b")
_GIVES = re.compile(
    r"\b(give|offer|leave|leaves|let|for|to)\s+you\b|\byou('d|'ll| would| will| can| could| may)?\s+(also\s+)?"
    r"(get|take|keep|have|receive)\b|\bis yours\b|\bare yours\b"
)
_PLAIN = str.maketrans({"\u2019": "'", "*": None, "_": None, "`": None})
"""Typographic apostrophes, and the marks of emphasis around numbers and names."""


def leaks(message: str, values: Triple) -> bool:
    """Return whether *message* states as a number what one of an item is worth to its writer.

    A sentence must speak of value, and one of its clauses name an item beside its true value that is not a quantity;
    clauses about the other player alone do not count.
    """
    for sentence in _sentences(message):
        if not _VALUE.search(sentence):
            continue
        for clause in _CLAUSE.split(sentence):
            if _YOU.search(clause) and not _ME.search(clause):
                continue
            numbers = {int(number) for number in _NUMBER.findall(clause)}
            if any(values[ITEMS.index(item)] in numbers for item in _ITEM.findall(clause)):
                return True
    return False


def mismatch(message: str, pool: Triple, keep: Triple) -> bool | None:
    """Return whether a quantity in *message* differs from the proposal to keep *keep*, ``None`` if it has none.

    A clause is about the writer's part unless it, or the clause before it, says that the other gets something. Clauses
    about what the other player asked for, and sentences about values, are left out.
    """
    parts = keep, rest(pool, keep)
    differences = [count != parts[side][item] for side, item, count in _quantities(message)]
    return any(differences) if differences else None


def _quantities(message: str) -> Iterator[tuple[int, int, int]]:
    """Yield each quantity: whose part it is about (0 the writer's), the item's index, the number."""
    for sentence in _sentences(message):
        if _VALUE.search(sentence) or _EARLIER.search(sentence):
            continue
        side = 0
        for clause in _CLAUSE.split(sentence):
            if _GIVES.search(clause):
                side = 1
            elif _ME.search(clause):
                side = 0
            for number, item in _QUANTITY.findall(clause):
                yield side, ITEMS.index(item), int(number)


def _sentences(message: str) -> Iterator[str]:
    plain = message.lower().translate(_PLAIN)
    for sentence in _SENTENCE.split(plain):
        yield _WORD.sub(lambda word: str(WORDS.index(word[0])), sentence)
