"""Find the move in a reply by one protocol; the card ``replies.md`` has its table.

Prompts ask for a last line ``Action: <move>``. In this order:

1. a reply that is only a move is that move;
2. the last *label* counts: ``Action:`` or a word like it where a line, sentence or clause begins, the seat's own name,
   a tag ``<action>``, ``\\boxed{}``, or an object with such a key. A reason may follow the move;
3. without one, the reply must state one move only: on lines that are nothing else, or in sentences of plain words
   without doubt (``words``), or in a list.

What stands before a retraction ("No, ...", "Wait, ...") does not count. Two different moves raise ``UnparsableMove``.
A game says which texts are moves (``Form``), and nothing else. All steps are linear in the length of a reply.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, Generic, TypeVar

from msgspec import Struct

from interplay.core import replies
from interplay.core.errors import UnparsableMove
from interplay.tracks.games.shared import words
from interplay.tracks.games.shared.objects import Object, last_object

A = TypeVar("A")
LONGEST = 10_000
"""Characters of a line that are read."""
LONGEST_CLAUSE = 300
MOST = 12
"""Plain words on each side of a move, positions where it may end, and labels that are read, the last ones."""
PAIRS = frozenset({("(", ")"), ("[", "]"), ("<", ">"), ("$", "$")})


def _no_move(data: Any) -> Any:  # noqa: ARG001  the form of a reader
    return None


class Form(Struct, Generic[A], frozen=True):
    """How a game's moves are written, for one seat.

    ``whole`` returns the move that a whole text is, and ``None`` for any other text. ``mark`` is the pattern of the
    seat's name, which labels a move as ``Action`` does; ``nouns`` are more such words, ``keys`` more keys of objects.
    ``plain`` are more words that may stand before a move. ``of_object`` reads an object as a whole. ``talks`` says that
    a move may have a text, which ends with its line; a label inside that text is none. ``short`` reads what names a
    move only behind a label or a word of choice, such as the name of a player. ``written`` quotes a move in an error.
    """

    whole: Callable[[str], A | None]
    mark: str = ""
    nouns: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    plain: frozenset[str] = frozenset()
    of_object: Callable[[Object], A | None] = _no_move
    talks: bool = False
    short: Callable[[str], A | None] = _no_move
    written: Callable[[A], str] = str


class Label(Struct, frozen=True):
    """What stands behind a label, up to the end of its line, and where; ``asked`` is whether the label is Action."""

    value: str
    start: int
    asked: bool


def find_move(text: str, form: Form[A]) -> A | None:
    """Return the move of a reply, ``None`` if there is none; raise ``UnparsableMove`` for two at once."""
    text = words.BOXED.sub(_unboxed, text.replace("\r\n", "\n").replace("\r", "\n"))
    text = words.TAGGED.sub(r"\nAction: \2\n", words.DRESS.sub("", text))
    if (move := _whole(text, form, short=True)) is not None:
        return move
    data, end = last_object(text, (*words.KEYS, *form.nouns, *form.keys)) or ({}, 0)
    move = _of_object(data, form)
    end *= move is not None or words.NOUNS[0] in data
    for label in labels(text[end:], form):
        claimed = _claimed(label.value, form)
        if claimed is not None or label.asked:
            after = end + label.start + (0 if _whole(label.value, form) is None else len(label.value))
            return _unless_retracted(claimed, text[after:], form)
    if end:
        return _unless_retracted(move, text[end:], form)
    if form.talks and words.RETRACTED.search(last := last_line(text)) and (spoken := _whole(last, form)) is not None:
        return spoken  # a text may hold any word
    return _stated(text, form)


def labels(text: str, form: Form[Any]) -> Iterator[Label]:
    """Yield the labels of a reply, the last one first."""
    for match in reversed(list(_label(form).finditer(text))[-MOST:]):
        before = text[max(0, match.start() - LONGEST_CLAUSE) : match.start()].rpartition("\n")[2]
        clause = words.CLAUSE.split(words.SENTENCE.split(before)[-1])[-1]
        is_part = before and (form.talks or (before[-1] not in ".!?;" and words.DOUBT.search(clause)))
        value = None if is_part else words.LINE.match(text, match.end())
        if value and (_whole(value[1], form) is not None or _whole(match["noun"] + ":" + value[1], form) is None):
            inner = _ASKED.match(value[1])  # a box around the whole line
            start = value.start(1) + (inner.end() if inner else 0)
            heading = before or last_line(text[max(0, match.start() - LONGEST_CLAUSE) : match.start()])
            is_supposed = words.TURN.match(text, value.end()) and replies.is_withdrawn("but", heading)
            is_option = bool(words.OPTION.fullmatch(heading) or is_supposed)
            is_asked = is_option or (match["noun"].casefold() == words.NOUNS[0] and not match["lead"])
            yield Label("" if is_option else text[start : value.end()][:LONGEST], start, is_asked)


_ASKED = words.label(words.NOUNS[0])


@cache
def _label_of(nouns: tuple[str, ...]) -> re.Pattern[str]:
    return words.label("|".join(nouns))


def _label(form: Form[Any]) -> re.Pattern[str]:
    return _label_of((*words.NOUNS, *form.nouns, *([form.mark] if form.mark else [])))


def _unless_retracted(move: A | None, after: str, form: Form[A]) -> A | None:
    return _stated(after, form) if words.RETRACTED.search(after) else move


def _of_object(data: Object, form: Form[A]) -> A | None:
    """Return the move of an object: as a whole, or under its first key that is a label."""
    if (move := form.of_object(data)) is not None:
        return move
    value = next((data[key] for key in (*words.KEYS, *form.nouns, *form.keys) if key in data), None)
    return None if value is None or isinstance(value, bool | list) else _claimed(str(value)[:LONGEST], form)


def _claimed(value: str, form: Form[A]) -> A | None:
    """Return the move at the front of what follows a label; its reason is not looked at."""
    if (move := _whole(value, form, short=True)) is not None:
        return move
    return _single(_of_sentence(words.SENTENCE.split(_unmarked(value), maxsplit=1)[0], form, is_labelled=True), form)


def _stated(text: str, form: Form[A]) -> A | None:
    """Return the one move that a text without a label states after its last retraction."""
    *_, start = (0, *(match.end() for match in words.RETRACTED.finditer(text)))
    alone: list[A] = []
    stated: list[A] = []
    listed: list[A] = []
    intro = ""
    for raw in text[start:].splitlines():
        if not (line := undecorated(raw)):
            continue
        is_listed = bool(words.BULLET.match(raw.strip()))
        move = None if is_listed else _whole(line, form)
        if move is not None and not (intro.endswith(":") and words.DOUBT.search(intro)):
            alone.append(move)
        elif move is None:
            for sentence in words.SENTENCE.split(line):
                (listed if is_listed else stated).extend(_of_sentence(sentence, form))
        intro = line[-LONGEST_CLAUSE:]
    return _single(alone or stated or listed, form)


def _single(moves: list[A], form: Form[A]) -> A | None:
    distinct = list(dict.fromkeys(moves))
    if len(distinct) > 1:
        first, second, *_ = map(form.written, distinct)
        raise UnparsableMove(f"found both {first} and {second}, expected one move, on the last line")
    return distinct[0] if distinct else None


def _of_sentence(sentence: str, form: Form[A], *, is_labelled: bool = False) -> list[A]:
    """Return the moves that a sentence states; behind a label the move comes first, and doubt is about the reasons."""
    if sentence.rstrip(" \"'”)").endswith("?"):
        return []
    sentence = words.PERFECT.sub("", words.CONTRAST.sub("", words.SPACED.sub(",", sentence)))
    clauses = words.CLAUSE.split(sentence)
    if is_labelled:
        return _of_clauses(clauses, form, is_labelled=True)
    last = max((number for number, clause in enumerate(clauses) if words.CONCLUSION.match(clause)), default=0)
    return _of_clauses(clauses[last:], form) or (_of_clauses(clauses, form) if last else [])


def _of_clauses(clauses: list[str], form: Form[A], *, is_labelled: bool = False) -> list[A]:
    moves: list[A] = []
    for number, clause in enumerate(clauses):
        joint = words.JOINT.match(clause)
        heads = _head(clause[joint.end() :] if joint else clause, form, is_labelled=is_labelled)
        is_firm = (is_labelled and number) or words.REASON.match(clause) or _denied(clause, form)
        if (heads and joint and not moves) or (not (heads or is_firm) and (is_labelled or words.DOUBT.search(clause))):
            return []
        moves += heads
    return moves


def _denied(clause: str, form: Form[A]) -> bool:
    """Return whether a clause denies another move: "not that one"."""
    return clause.casefold().startswith("not ") and bool(_head(clause[4:], form, is_labelled=True))


def _head(clause: str, form: Form[A], *, is_labelled: bool = False) -> list[A]:
    """Return the move at the front of a clause, behind plain words, and a second one that is joined to it."""
    clause = clause.strip()
    for start in _starts(clause, words.BEFORE.union(form.plain, form.nouns)) if len(clause) <= LONGEST_CLAUSE else ():
        before, rest = clause[:start], clause[start:]
        short = is_labelled or bool(words.CHOICE.search(before)) or any(noun in before for noun in form.nouns)
        for end in _ends(rest, words.AFTER):
            if (move := _whole(rest[:end], form, short=short)) is not None:
                joint = words.JOINT.match(clause, start + end)
                others = _joined(clause[joint.end() :], form) if joint else []
                if not others and _is_ordinary(before, rest[:end], "" if is_labelled else rest[end:]):
                    return []
                is_open = joint is not None and not others and joint[1].casefold() in ("or", "/")
                return [] if is_open or others == [move] else [move, *others]
    return []


def _is_ordinary(before: str, move: str, after: str) -> bool:
    """Return whether a move that is one word of English may mean something else here: "let me stop and think"."""
    is_more = before.casefold() in ("", "let's ", "let’s ") and words.MORE.match(after)
    return trimmed(move).isalpha() and bool(words.THING.search(before) or is_more)


def _joined(rest: str, form: Form[A]) -> list[A]:
    """Return the move at the front of *rest*, whatever follows it."""
    blanks = [match.start() for match in islice(_WORD.finditer(rest + " "), 1, 9)]
    fronts = (_whole(rest[:end], form) for end in blanks)
    return _head(rest, form)[:1] or [move for move in fronts if move is not None][:1]


def _starts(clause: str, plain: frozenset[str]) -> Iterator[int]:
    """Yield where a move may begin: at the start, and behind each plain word."""
    yield 0
    at = 0
    for match in islice(_WORD.finditer(clause), MOST):
        if match.start() != at or not _is_plain(match[0], plain):
            break
        at = match.end()
        yield at
    if (mine := words.MINE.match(clause)) and not words.DOUBT.search(mine[0]):
        yield mine.end()


def _ends(rest: str, plain: frozenset[str]) -> Iterator[int]:
    """Yield where a move may end, the longest first: at the end, before plain words, before other words."""
    end = len(rest)
    for _ in range(MOST):
        yield end
        end = rest.rfind(" ", 0, end)
        if end < 1 or not _is_plain(rest[end:].partition(" ")[2].partition(" ")[0], plain):
            break
    yield from reversed([match.start() for match in islice(words.CUT.finditer(rest), MOST)])


_WORD = re.compile(r"[^ \t]+[ \t]+")


def _is_plain(word: str, plain: frozenset[str]) -> bool:
    return word.strip(" \t.,:;!\"'()").casefold().replace("’", "'") in plain


def _whole(text: str, form: Form[A], *, short: bool = False) -> A | None:
    """Return the move that *text* is, without the marks around it, with other arrows, or hyphens for underscores."""
    text = text.strip()
    if len(text) > LONGEST:
        return None
    bare = words.ARROW.sub(">", trimmed(text))
    wordings = [wording for wording in dict.fromkeys((text, bare, words.HYPHEN.sub("_", bare))) if wording]
    readers = (form.whole, form.short) if short else (form.whole,)
    return next((move for read in readers for wording in wordings if (move := read(wording)) is not None), None)


def trimmed(text: str) -> str:
    """Return *text* without quotes, punctuation, symbols and brackets around it; a question keeps them."""
    for _ in range(4):
        start = next((at for at, sign in enumerate(text) if sign.isalnum() or sign in "$€£%\\({[<|-"), len(text))
        signs = range(len(text), start, -1)
        end = next((at for at in signs if text[at - 1].isalnum() or text[at - 1] in "$€£%)}]>|+/&"), start)
        if "?" in text[end:]:
            break
        text = text[start:end]
        if len(text) < 2 or (text[0], text[-1]) not in PAIRS:
            break
        text = text[1:-1]
    return text


def last_line(text: str) -> str:
    """Return the last line of *text* that is not empty; error messages quote it."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), text)


def undecorated(raw: str) -> str:
    """Return a line without Markdown, the mark of a fence, and its bullet or number."""
    line = raw.strip()[:LONGEST]
    if line.startswith(("```", "~~~")) and not (len(line) > 6 and line.endswith(("```", "~~~"))):
        return ""
    bullet = words.BULLET.match(line)
    return _unmarked(line[bullet.end() if bullet else 0 :])


def _unmarked(line: str) -> str:
    line = line.replace("*", "").replace("`", "").replace("__", "").replace("\\_", "_").replace("\\$", "$")
    return line.strip("~|># \t")


def _unboxed(match: re.Match[str]) -> str:
    return "\nAction: " + words.LATEX.sub(r"\1", match[1]).replace("\\_", "_") + "\n"


def asked_again(action: str, attempts: int, substitute: str) -> str:
    """Return the *action* part of a prompt after a failed reply: with what happens after the last of the *attempts*.

    The first prompt does not say this, because it is also used where there is only one attempt.
    """
    return f"After {attempts} replies without a legal move {substitute}. {action}"
