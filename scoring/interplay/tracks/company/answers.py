"""Read the answer from a reply: yes or no, a list of names, or a number for each name.

The prompt asks for a final line ``Answer: ...``, and the last such line counts. Without one a reply counts if its last
line is the answer and nothing else, or if it is one plain statement: one answer, without a question, a hedge or a
denial beside it. Everything else is no answer; ``cards/replies.md`` has the table.
"""

import re
from collections.abc import Sequence

from interplay.core import replies

MOST_CHARACTERS = 20_000
"""Characters of a reply that are looked at, the last ones."""
_MARKS = '*_`#>~|${}[]@"\\\u201c\u201d\u00ab\u00bb\u00ad\u200b\ufe0f'
_PLAIN = str.maketrans(f"{_MARKS}\u2018\u2019\u02bc\uff1a", " " * len(_MARKS) + "''':")
_DRESS = re.compile(r"(?m)\\(?:boxed|text(?:bf)?|mathrm)\b|</?[a-z]{1,9}>|^[ \t]*(?:[-+\u2022]|\d{1,2}[.)])\s")
_JSON = re.compile(r"[{,]\s{0,9}\"answer\"\s{0,9}:\s{0,9}(\"[^\"]{0,999}\"|\[[^\[\]]{0,999}\])", re.IGNORECASE)
_CHOICE = r"\(? ?yes ?(?:/|or) ?no ?\)?"
_LABEL = re.compile(
    r"(?:^|(?<=[.!?)] ))(?:(?:so|thus|therefore|hence|my|the|final|overall|correct(?:ed)?),? ){0,4}answer"
    rf"(?: {_CHOICE})?(?: is)?(?: ?[:=]| ?[\u2013-] |$)"
)
"""What opens the line that counts, or its last sentence."""
_WORD = r"(yes|yeah|yep|nope|no)\b"
_LEAD = r"(?:(?:so|thus|therefore|hence|then|and|well|i think|the|my|final|correct|answer|it|is|would be):? ){0,7}"
_FIRST = re.compile(
    rf"\W*{_LEAD}{_WORD}(?= ?(?!/|\?|-\w)[^\w ]| (?:because|since|as|(?:al)?though|even|she|he|they)\b|\W*$)(?!\W*(?:"
    r"(?:and |or |but )?(?:yes|no)\W*(?:$|[.,;?])|or not\b|(?:or )?(?:maybe|perhaps|probably|possibly|i guess|if)\b))"
)
_TURN = (
    r"(?:\b(?:it's|(?:it|answer(?: \w+){0,3}) is|so|hm+,|in which case|otherwise|but|or(?: rather)?|i mean"
    r"|make (?:it|that)|should be):?(?: a)? |[.!;\u2013\u2014] (?=\w+\W*$))%s\b(?= ?(?:[^\w ]|$))"
)
_TURNS = {True: re.compile(_TURN % "(?:no|nope)"), False: re.compile(_TURN % "(?:yes|yep|yeah)")}
"""What asserts the opposite of an answer behind it."""
_ALONE = re.compile(rf"\W*{_LEAD}{_WORD}[^\w?]*")
_LAST = re.compile(rf"[,;:.!\u2013\u2014] {_LEAD}{_WORD}\W*$")
_SAYS = re.compile(r"\b(?:yes|yeah|yep|nope)\b|\bno\b(?= ?(?:[^\w ]|$))")
_STATED = re.compile(
    r"(?!nobody|who|it\b)[a-z]{2,20} (?:(?:does|do)( not|n't)?(?: think so|( know))?|(knows))"
    r"(?: (?:it|(?:where|what|when|the)\b[^?]*))?(?:,? (?:since|because) .*|\W*)"
)
_ASIDE = re.compile(rf"{_CHOICE}\?|\bnot (?:yes|no),? but (?=yes|no)|, (?:and )?not (?:yes|no)\b")
_OPEN = re.compile(
    r"\?|\b(?:not\W{1,3}(?:yes|no)|(?:say\W{1,3}|answer )(?:yes|no)|however|wait|actually|perhaps|maybe|probably"
    r"|possibly|either|neither|unless|if|guess\w*|sure|but|or)\b"
)
"""What keeps a statement from being an answer: questions, hedges, and turns to the opposite."""
_DENIED = re.compile(
    r"\b(?:not?|excluding|nothing|never|neither|nor|unaware|out of date|outdated|wrong(?:ly)?|mistaken|old|still"
    r"|others?|(?<!i )(?:think|believe)s?|dark|lost|doubt|forg[eo]t\w*|without|lacks?)\b|n't\b|[\u2717\u2718\u274c]"
)
_WHOM = r"(everyone|everybody|all(?: of (?:them|these))?|nobody|no one|no-one|none(?: of them)?)\b"
_LIST = r"@\d+(?:(?: ?(?:,|&|\band\b|\bas well as\b|\balso\b))+ ?@\d+)*"
_KNOWS = (
    r"(?: (?:both|all|alone|only))?(?: (?:who )?(?:do|does|knows?|(?:is|are) (?:right|the .{0,5}ones who))\b[^@?]*)?"
)
_GROUP = re.compile(rf"\W*{_WHOM}{_KNOWS}(?:\W*|,? (?:since|because)\b[^?]*)")
_BUT = r"(?:else )?(?:than|except(?: for)?|but|other than|apart from|besides|with the exception of)"
_ALL_BUT = re.compile(rf"\W*(?:{_WHOM} {_BUT} ({_LIST})|{_BUT} ({_LIST}),? {_WHOM})(.*)")
_ENTRY = re.compile(
    rf"\W*{_LIST}\W*(?:\([^@]*)?|\W*@\d+ ?(?:: ?|\W)(?:(?:yes|no|knows|does)\b|[\u2713-\u2718\u2705\u274c]).*"
)
_ABOUT = r"[^@:]{0,80}\b(?:know\w*|names?|answer|right|correct|people|they|it)\b[^@:]{0,40}(?::|\bis|\bare|'s)"
_BEFORE = re.compile(
    rf"\W*(?:only|just|both|and|so|(?:it|that) is|it's|the (?:helpers|people|two)|there are .{{0,20}}:|{_ABOUT}"
    r"|.*\bnamely|of .* only|.{0,20}\b(?:conclude|think) that)?\W*"
)
_AFTER = re.compile(rf"{_KNOWS}\W*|\W*(?:(?:yes|knows|does)\b|[\u2713\u2714\u2705])\W*")
_BRACKETS = re.compile(r" ?\([^()]*\)|,?(?: and| but)? (?:\W )?(?:nobody|no one|no-one|none) else\W*$")
_OF_ALL = re.compile(r" ?\([^@]*?\b(?:these|those|both|they|two|all|who)\b")
_HEDGE = re.compile(
    r"\?|\([^\w(]*or\b|\b(?:perhaps|maybe|probably|either|unless|if|guess\w*|(?:any|every)(?:one|body))\b"
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_FILL = r"[:=()\u2013\u2014\u2192>-]|answers?|says?|names?|counts?|total|gets?|ha[sd]|is|was|did|it|passed on|times?"
_NUMBER = (
    rf"\b%s(?:'s)?(?: ?(?:{_FILL})){{0,5}} ?(?:\d+(?: ?\+ ?\d+)+ ?= ?)?"
    rf"(?P<n>\d{{1,3}}(?:,\d{{3}}){{1,2}}|\d{{1,9}}|{'|'.join(_WORDS)})\b"
    r"(?![.,]\d| ?(?:[\u2013/-]|or|to) ?\d)"
)
"""The number behind a name; neither a range nor a choice is one."""
_BREAK = re.compile(r"[.;()\n]|,(?! who\b)|\b(?:but|while|whereas)\b")


def yes_no(raw: str, *, of_knowledge: bool = False) -> bool | None:
    """Return what a raw reply answers, True for yes; ``None`` where it is no answer.

    *of_knowledge* is whether the question is who knows something, so that *she knows it* is an answer.
    """
    lines, behind = _answer(raw)
    if behind is not None and lines and (match := _FIRST.match(value := _ASIDE.sub("", lines[0]))):
        label = match[1].startswith("y")
        return None if _TURNS[label].search(f"{value[match.end() :]}. {behind}") else label
    if behind is None and len({match[1][0] for match in map(_ALONE.fullmatch, lines) if match}) > 1:
        return None
    texts = lines[:1] if behind is not None else [*lines[-1:], "\n".join(lines)]
    labels = (_label(text, of_knowledge=of_knowledge) for text in texts)
    return next((label for label in labels if label is not None), None)


def _label(text: str, *, of_knowledge: bool) -> bool | None:
    """Return the answer that *text* states; ``None`` where it states none, or more than one."""
    text = _ASIDE.sub("", text).strip()
    *_, last = re.split(r"(?<=[.!?])\s", text)
    if match := _ALONE.fullmatch(text) or _ALONE.fullmatch(last):
        return match[1].startswith("y")
    if _OPEN.search(text):
        return None
    if match := _STATED.fullmatch(text):
        return match[1] is None if of_knowledge or not (match[2] or match[3]) else None
    match = _FIRST.match(text) or _LAST.search(text)
    is_only = match is not None and len({word[0] for word in _SAYS.findall(text)}) == 1
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
        added = any(not _DENIED.search(part) and _numbered(part, people) - (named or set()) for part in further)
        return None if added else named
    entries: list[str] = []
    for line in reversed(lines):
        if _ENTRY.fullmatch(line):
            entries.append(line)
        elif entries:
            break
        elif "@" in line or _GROUP.match(line):
            named = _named(line, people)
            if named is not None or not _DENIED.search(line):
                return named
    return _named("\n".join(reversed(entries)), people) if entries else None


def report(raw: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return each of *people* with the number that a raw reply gives, as in *Ada 3*; ``None`` where one lacks it.

    Numbers stand in the Answer line and below, or without one in the last lines, and alone they go by the order asked.
    """
    lines, behind = _answer(raw)
    tail = 1 if all(name.lower() in "".join(lines[-1:]) for name in people) else len(people)
    text = "\n".join(lines[-tail:] if behind is None else lines)
    if _HEDGE.search(text) or re.search(r"\bnot\b", text):
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
    if match := _GROUP.fullmatch(text):
        return frozenset(people) if match[1][0] in "ea" else frozenset()
    if match := _ALL_BUT.fullmatch(text):
        listed, is_all = _numbered(match[2] or match[3], people), (match[1] or match[4])[0] in "ea"
        return None if _DENIED.search(match[5]) else frozenset(people) - listed if is_all else listed
    bare, remarks = _BRACKETS.sub("", text), _BRACKETS.findall(text)
    if (
        _HEDGE.search(text)
        or re.search(r"\bor\b(?! \d)", bare)
        or any(map(_OF_ALL.search, filter(_DENIED.search, remarks)))
    ):
        return None
    named: frozenset[str] = frozenset()
    gaps = re.split(_LIST, bare)
    for match, before, after in zip(re.finditer(_LIST, bare), gaps, gaps[1:], strict=False):
        around = (_BREAK.split(before)[-1], _BREAK.split(after, maxsplit=1)[0])
        if not any(map(_DENIED.search, around)):
            if not (_BEFORE.fullmatch(around[0]) and _AFTER.fullmatch(around[1])):
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
        if match := [None, *_LABEL.finditer(lines[number])][-1]:
            value, below = lines[number][match.end() :].strip(), lines[number + 1 :]
            above = lines[number][: match.start()] or "".join(lines[max(number - 1, 0) : number])
            if replies.is_withdrawn("\n".join([value, *below]), above):
                return [], ""
            value, _, rest = value.partition(". ")
            return ([value] if value else below), "\n".join([rest, *below])
    return lines, None
