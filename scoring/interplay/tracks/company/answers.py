"""Read the answer from a reply in natural words: yes or no, or a list of names.

The prompt asks for a last line with the answer alone. A reply is read from its last line upwards, so that thoughts may
come first and a polite word last, and the first line that holds an answer decides. A line that says both yes and no,
and tells in no way which one is meant, decides nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from interplay.core import replies

MOST_LINES = 200
"""Lines that are looked at, the last ones."""
MOST_CHARACTERS = 1_000
"""Characters of a line that are looked at, the last ones."""
_PLAIN = dict.fromkeys(map(ord, "*_`#>~|$\u00ad\u200b"), " ") | dict.fromkeys(map(ord, "\u2018\u2019\u02bc"), "'")
_LATEX = re.compile(r"\\(?:boxed|text|textbf|mathrm)\s*\{([^{}]*)\}")
_BULLET = re.compile(r"^(?:[-+\u2022]|\d{1,2}[.)])\s+")
_LABEL = (
    r"(yes|yep|yeah|no|nope)\b"
    r"(?! (?:longer|one|body|doubt|matter|more|need|way|idea|change|call|reason|message|mention)\b)"
)
_MARKED = re.compile(rf"\b(?:answer|conclusion|verdict|result|reply)\b(?: (?:is|would be|remains))?\W{{0,5}}{_LABEL}")
_FIRST = re.compile(rf"\W*{_LABEL}")
_LAST = re.compile(r"\b(yes|yep|yeah|no|nope)\W*$")
_ALONE = re.compile(r"\b(yes|yep|yeah|nope|no)\b(?=\W*$|\s*[.,;:!)\"'\u201d\u2013\u2014-])")
_EITHER = re.compile(r"\byes\b[\s\"']*(?:/|or|and)[\s\"']*no\b|\bno\b[\s\"']*(?:/|or|and)[\s\"']*yes\b")
_DENIED = re.compile(r"\b(?:not|never|neither|nor|cannot|unaware|false|incorrect|nobody|no longer)\b|n't\b")
_STATED = re.compile(r"\b(?:knows?|believes?|thinks?|does|do|is|has|will|would|true|correct)\b")
_EXCEPT = re.compile(
    r"\b(?:except|but not|(?:all|everyone|everybody|anyone) but|other than|apart from|with the exception of)\b"
)
_ALL = re.compile(r"\b(?:everyone|everybody|all(?: of them| five| of these)?|each of them)\b")
_NOBODY = re.compile(r"\b(?:nobody|no one|none|no-one)\b")
_SENTENCE = re.compile(r"[.;!?()]+\s*|\bbut\b|\bwhile\b|\bwhereas\b")


def yes_no(raw: str) -> bool | None:
    """Return what a raw reply answers, True for yes; ``None`` where it answers neither."""
    for line in _lines(raw):
        if _EITHER.search(line):
            return None
        matches = [*_MARKED.finditer(line)][-1:] or [m for m in (_FIRST.match(line), _LAST.search(line)) if m][:1]
        words = {m[1] for m in matches} or {m[1] for m in _ALONE.finditer(line)}
        labels = {word.startswith("y") for word in words}
        if labels:
            return labels.pop() if len(labels) == 1 else None
    return _stated(raw)


def _stated(raw: str) -> bool | None:
    """Return what a reply without yes and no says in its last sentence: *she does not*, *Ana knows it*."""
    for line in _lines(raw):
        sentences = [part for part in re.split(r"(?<=[.!?])\s+", line) if part.strip()]
        if sentences and not sentences[-1].endswith("?"):
            if _DENIED.search(sentences[-1]):
                return False
            return True if _STATED.search(sentences[-1]) else None
    return None


def names(raw: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return which of *people* a raw reply names as its answer; ``None`` where it says nothing of anybody."""
    listed: dict[str, bool] = {}
    for line in _lines(raw):
        entry = _item(line, people)
        if entry is not None:
            listed.setdefault(*entry)
            continue
        if any(listed.values()):
            break
        named = _named(line, people)
        if named is not None:
            return named
    return frozenset(name for name, is_named in listed.items() if is_named) if listed else None


def _item(line: str, people: Sequence[str]) -> tuple[str, bool] | None:
    """Return name and verdict of a line of a list: a name alone counts as named, *Ana: no* does not."""
    for name in people:
        rest = _name(name).sub("", line, count=1)
        if rest != line:
            words = re.findall(r"[a-z']+|[\u2713\u2714\u2705\u2717\u2718\u274c]", rest)
            if not words or words[0] in {"yes", "\u2713", "\u2714", "\u2705"}:
                return name, True
            if words[0] in {"no", "\u2717", "\u2718", "\u274c"}:
                return name, False
    return None


def _named(line: str, people: Sequence[str]) -> frozenset[str] | None:
    """Return whom a line names, ``None`` where it names nobody or tells only who does not know."""
    before, *left_out = _EXCEPT.split(line, maxsplit=1)
    if left_out and not _in(before, people):
        return frozenset(people) - _in(re.split(r"[.:;]", left_out[0])[0], people)
    named: frozenset[str] = frozenset()
    for sentence in _SENTENCE.split(line):
        if not _DENIED.search(sentence):
            named |= _in(sentence, people)
    if named:
        return named
    if _in(line, people):
        return None
    if _NOBODY.search(line):
        return frozenset()
    return frozenset(people) if _ALL.search(line) else None


def _in(text: str, people: Sequence[str]) -> frozenset[str]:
    return frozenset(name for name in people if _name(name).search(text))


@lru_cache(maxsize=1_000)
def _name(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name.lower())}\b")


def _lines(raw: str) -> Iterator[str]:
    """Yield the lines of a reply that hold words, last ones first, in small letters and without Markdown."""
    lines = replies.visible(raw).splitlines()[-MOST_LINES:]
    for line in reversed(lines):
        text = _LATEX.sub(r"\1", line[-MOST_CHARACTERS:]).translate(_PLAIN).lower()
        plain = _BULLET.sub("", " ".join(text.split()))
        if any(c.isalnum() for c in plain):
            yield plain
