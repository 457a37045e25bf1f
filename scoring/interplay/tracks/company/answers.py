"""Read the answer from a reply: yes or no, a list of names, or a number for each name.

The prompt asks for a final line ``Answer: ...``, and the last such line counts. Without one a reply counts if its last
line is the answer and nothing else, or if it is one plain statement: one answer, without a question, a hedge or a
denial beside it. Everything else is no answer; ``cards/replies.md`` has the table.
"""

import re
from collections.abc import Sequence

from interplay.core import replies
from interplay.core.packaged import patterns

MOST_CHARACTERS = 20_000
"""Characters of a reply that are looked at, the last ones."""
_MARKS = '*_`#>~|${}[]@"\\\u201c\u201d\u00ab\u00bb\u00ad\u200b\ufe0f'
_PLAIN = str.maketrans(f"{_MARKS}\u2018\u2019\u02bc\uff1a", " " * len(_MARKS) + "''':")
_DRESS = re.compile(r"(?m)\\(?:boxed|text(?:bf)?|mathrm)\b|</?[a-z]{1,9}>|^[ \t]*(?:[-+\u2022]|\d{1,2}[.)])\s")
_JSON = re.compile(r"[{,]\s{0,9}\"answer\"\s{0,9}:\s{0,9}(\"[^\"]{0,999}\"|\[[^\[\]]{0,999}\])", re.IGNORECASE)
_FORMS = patterns(__package__, "answers.toml")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_FILL = r"[:=()\u2013\u2014\u2192>-]|answers?|says?|names?|counts?|total|gets?|ha[sd]|is|was|did|it|passed on|times?"
_NUMBER = (
    rf"\b%s(?:'s)?(?: ?(?:{_FILL})){{0,5}} ?(?:\d+(?: ?\+ ?\d+)+ ?= ?)?"
    rf"(?P<n>\d{{1,3}}(?:,\d{{3}}){{1,2}}|\d{{1,9}}|{'|'.join(_WORDS)})\b"
    r"(?![.,]\d| ?(?:[\u2013/-]|or|to) ?\d)"
)
"""The number behind a name; neither a range nor a choice is one."""


def yes_no(raw: str, *, of_knowledge: bool = False) -> bool | None:
    """Return what a raw reply answers, True for yes; ``None`` where it is no answer.

    *of_knowledge* is whether the question is who knows something, so that *she knows it* is an answer.
    """
    lines, behind = _answer(raw)
    value = _FORMS["aside"].sub("", lines[0]) if lines else ""
    if behind is not None and (match := _FORMS["first"].match(value)):
        label = match[1].startswith("y")
        return (
            None
            if _FORMS["turned_to_no" if label else "turned_to_yes"].search(f"{value[match.end() :]}. {behind}")
            else label
        )
    if behind is None and len({match[1][0] for match in map(_FORMS["alone"].fullmatch, lines) if match}) > 1:
        return None
    texts = lines[:1] if behind is not None else [*lines[-1:], "\n".join(lines)]
    labels = (_label(text, of_knowledge=of_knowledge) for text in texts)
    return next((label for label in labels if label is not None), None)


def _label(text: str, *, of_knowledge: bool) -> bool | None:
    """Return the answer that *text* states; ``None`` where it states none, or more than one."""
    text = _FORMS["aside"].sub("", text).strip()
    *_, last = re.split(r"(?<=[.!?])\s", text)
    if match := _FORMS["alone"].fullmatch(text) or _FORMS["alone"].fullmatch(last):
        return match[1].startswith("y")
    if _FORMS["open"].search(text):
        return None
    if match := _FORMS["stated"].fullmatch(text):
        return match[1] is None if of_knowledge or not (match[2] or match[3]) else None
    match = _FORMS["first"].match(text) or _FORMS["last"].search(text)
    is_only = match is not None and len({word[0] for word in _FORMS["says"].findall(text)}) == 1
    return match[1].startswith("y") if match and is_only else None


def names(raw: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return which of *people* a raw reply names as its answer; ``None`` where it is no answer."""
    lines, behind = _answer(raw)
    person = re.compile(rf"\b(?:the )?({'|'.join(re.escape(name.lower()) for name in people)})\b")
    index = {name.lower(): f"@{number}" for number, name in enumerate(people)}
    line, *lines = (person.sub(lambda match: index[match[1]], line) for line in [behind or "", *lines])
    if behind is not None:
        named = _named("\n".join(lines), people)
        further = re.split(r"(?<=[.!?)]) |\(", line.partition("\n")[0])
        added = any(
            not _FORMS["denied"].search(part) and _numbered(part, people) - (named or set()) for part in further
        )
        return None if added else named
    entries: list[str] = []
    for line in reversed(lines):
        if _FORMS["entry"].fullmatch(line):
            entries.append(line)
        elif entries:
            break
        elif "@" in line or _FORMS["group"].match(line):
            named = _named(line, people)
            if named is not None or not _FORMS["denied"].search(line):
                return named
    return _named("\n".join(reversed(entries)), people) if entries else None


def report(raw: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return each of *people* with the number that a raw reply gives, as in *Ada 3*; ``None`` where one lacks it.

    Numbers stand in the Answer line and below, or without one in the last lines, and alone they go by the order asked.
    """
    lines, behind = _answer(raw)
    tail = 1 if all(name.lower() in "".join(lines[-1:]) for name in people) else len(people)
    text = "\n".join(lines[-tail:] if behind is None else lines)
    if _FORMS["hedge"].search(text) or re.search(r"\bnot\b", text):
        return None
    if behind is not None and re.fullmatch(r"\W*\d{1,9}(?:\W+\d{1,9})*\W*", text):
        bare = re.findall(r"\d+", text)
        return frozenset(map("{} {}".format, people, map(int, bare))) if len(bare) == len(people) else None
    entries: list[str] = []
    for name in people:
        matches = re.finditer(_NUMBER % re.escape(name.lower()), f"{text}\n{behind or ''}")
        numbers = {
            _WORDS.index(n) if n in _WORDS else int(n.replace(",", "")) for n in (match["n"] for match in matches)
        }
        if len(numbers) != 1:
            return None
        entries.append(f"{name} {numbers.pop()}")
    return frozenset(entries)


def _named(text: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return whom *text* names as those who know; names are written as their numbers there."""
    if match := _FORMS["group"].fullmatch(text):
        return frozenset(people) if match[1][0] in "ea" else frozenset()
    if match := _FORMS["all_but"].fullmatch(text):
        listed, is_all = _numbered(match[2] or match[3], people), (match[1] or match[4])[0] in "ea"
        return None if _FORMS["denied"].search(match[5]) else frozenset(people) - listed if is_all else listed
    bare, remarks = _FORMS["brackets"].sub("", text), _FORMS["brackets"].findall(text)
    if (
        _FORMS["hedge"].search(text)
        or re.search(r"\bor\b(?! \d)", bare)
        or any(map(_FORMS["of_all"].search, filter(_FORMS["denied"].search, remarks)))
    ):
        return None
    named: frozenset[str] = frozenset()
    gaps = _FORMS["list"].split(bare)
    for match, before, after in zip(_FORMS["list"].finditer(bare), gaps, gaps[1:], strict=False):
        around = (_FORMS["break"].split(before)[-1], _FORMS["break"].split(after, maxsplit=1)[0])
        if not any(map(_FORMS["denied"].search, around)):
            if not (_FORMS["before"].fullmatch(around[0]) and _FORMS["after"].fullmatch(around[1])):
                return None
            named |= _numbered(match[0], people)
    return named or None


def _numbered(text: str, people: Sequence[str]) -> frozenset[str]:
    return frozenset(people[int(number)] for number in re.findall(r"@(\d+)", text))


def _answer(raw: str) -> tuple[list[str], str | None]:
    """Return the lines of a reply that hold words, and ``None``; or what its last Answer line says, and what follows.

    Lines are in small letters and without Markdown. An Answer line that is taken back below says nothing.
    """
    text = replies.visible(raw)[-MOST_CHARACTERS:]
    if text.startswith(("{", "```")) and (stated := _JSON.findall(text)):
        text = f"Answer: {stated[-1]}"
    plain = _DRESS.sub(" ", text.lower()).translate(_PLAIN).splitlines()
    lines = [" ".join(line.split()) for line in plain if re.search(r"[^\W_]|[\u2713-\u2718\u274c]", line)]
    for number in range(len(lines) - 1, -1, -1):
        if match := [None, *_FORMS["label"].finditer(lines[number])][-1]:
            value, below = lines[number][match.end() :].strip(), lines[number + 1 :]
            above = lines[number][: match.start()] or "".join(lines[max(number - 1, 0) : number])
            if replies.is_withdrawn("\n".join([value, *below]), above):
                return [], ""
            value, _, rest = value.partition(". ")
            return ([value] if value else below), "\n".join([rest, *below])
    return lines, None
