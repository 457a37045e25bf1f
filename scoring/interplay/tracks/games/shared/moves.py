"""Find the move in a natural reply: reasoning before or after it, Markdown, politeness, a label, a box or an object.

A game defines which texts are moves (``Form``); this module finds the moves that a reply claims, strongest first:

1. the last object with a key such as ``action``;
2. a line that begins with the mark of one's own seat (``X: 4``, ``player_0: $1.25``), or a ``\\boxed{}``;
3. a declaration: a line that is the move and nothing else, or that follows a label (``Action:``, ``Final answer:``) or
   words of choice ("I choose …");
4. a mention in a sentence or in a list, where the reply mentions no other move after it or before it.

Of several claims of one kind the last line counts, unless the reply begins with another of them: then both are claimed
equally. So are two moves in one line. Two moves with equal claim raise ``Ambiguous``: the reader never guesses.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from msgspec import Struct

from interplay.core.errors import UnparsableMove
from interplay.tracks.games.shared import phrases
from interplay.tracks.games.shared.objects import Object, action_of, last_object

A = TypeVar("A")
OBJECT, MARKED, DECLARED, MENTIONED = 4, 3, 2, 1
"""Kinds of claims; a greater number is a stronger claim."""
LONGEST_LINE = 2_000
"""Characters of a line that are read."""
MOST_MARKS = 8
"""Labels or marks of a line that are read: the last ones, and the one at its beginning."""
MOST_CUTS = 12
"""Positions at which a line is cut to find a move with an explanation behind it."""


class Ambiguous(Exception):  # noqa: N818  says what a reply is
    """A reply claims two different moves equally; ``moves`` has both."""

    def __init__(self, moves: tuple[Any, Any]) -> None:
        self.moves = moves
        super().__init__("two different moves with equal claim")


def _no_mentions(line: str) -> Sequence[Any]:  # noqa: ARG001  the form of a reader
    return ()


def _no_move(data: Object) -> Any:  # noqa: ARG001  the form of a reader
    return None


class Form(Struct, Generic[A], frozen=True):
    """How a game's moves are written, for one seat.

    ``whole`` returns the move that a whole text is, and ``None`` for any other text. ``mentioned`` returns the moves in
    a sentence that can mean nothing else. ``mark`` is the mark before the seat's own move, with its colon. ``keys`` are
    more names for the action of an object; ``of_object`` reads an object with the parts of a move under keys of their
    own, which are among ``keys`` too.
    """

    whole: Callable[[str], A | None]
    mentioned: Callable[[str], Sequence[A]] = _no_mentions
    mark: re.Pattern[str] | None = None
    keys: tuple[str, ...] = ()
    of_object: Callable[[Object], A | None] = _no_move


class Claim(Struct, Generic[A], frozen=True):
    """A move that a reply claims, with the kind of claim and the number of its line."""

    move: A
    kind: int
    line: int


def find_move(text: str, form: Form[A], written: Callable[[A], str] = str) -> A | None:
    """Return the move of a reply, ``None`` if there is none; raise ``UnparsableMove`` for two at once."""
    try:
        return find(text, form)
    except Ambiguous as error:
        first, second = (written(move) for move in error.moves)
        raise UnparsableMove(f"found both {first} and {second}, expected one move, on the last line") from None


def find(text: str, form: Form[A]) -> A | None:
    """Return the move of a reply, ``None`` if there is none; raise ``Ambiguous``."""
    plain = form.whole(text.strip())
    if plain is not None:
        return plain
    claims = list(_claims(text, form))
    if not claims:
        return None
    kind = max(claim.kind for claim in claims)
    chosen = _last([claim for claim in claims if claim.kind == kind], _first_line(text), single=kind == MENTIONED)
    if kind == OBJECT:
        _behind(chosen, claims)
    return chosen.move


def _last(claims: Sequence[Claim[A]], first: int, *, single: bool) -> Claim[A]:
    """Return the last of equal claims; raise for a rival in its line or the first one, with *single* in any line."""
    last = claims[-1]
    rivals = [c for c in claims if c.move != last.move and (single or c.line in (last.line, first))]
    if rivals:
        raise Ambiguous((rivals[0].move, last.move))
    return last


def _behind(chosen: Claim[A], claims: Sequence[Claim[A]]) -> None:
    """Raise when another move is declared after an object."""
    for claim in claims:
        if claim.kind in (MARKED, DECLARED) and claim.line > chosen.line and claim.move != chosen.move:
            raise Ambiguous((chosen.move, claim.move))


def _claims(text: str, form: Form[A]) -> Iterator[Claim[A]]:
    data = last_object(text, form.keys)
    if data is not None:
        move = form.of_object(data)
        if move is None:
            move = _under(action_of(data, form.keys), form)
        if move is not None:
            yield Claim(move, OBJECT, text.count("\n", 0, text.rfind("}")))
    for number, raw in enumerate(text.splitlines()):
        line = undecorated(raw[:LONGEST_LINE])
        if line:
            yield from (Claim(move, kind, number) for kind, move in _of_line(line, form, listed=_is_listed(raw)))


def _under(value: object, form: Form[A]) -> A | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = str(value).strip()[:LONGEST_LINE]
    whole = form.whole(text)
    return whole if whole is not None else next((m for _, m in _of_line(undecorated(text), form)), None)


def _of_line(line: str, form: Form[A], *, listed: bool = False) -> Iterator[tuple[int, A]]:
    """Yield kind and move of each claim of a line without decoration."""
    for boxed in phrases.BOXED.findall(line):
        if (move := _under(_unboxed(boxed), form)) is not None:
            yield MARKED, move
    kind, moves = _marked(line, form)
    if not moves and (move := _whole(line, form)) is not None:
        kind, moves = MENTIONED if listed else DECLARED, [move]
    if not moves:
        kind, moves = _declared(line, form)
    if not moves and not phrases.DOUBTFUL.search(line):
        kind, moves = MENTIONED, list(dict.fromkeys(form.mentioned(line)))
    yield from ((kind, move) for move in moves)


def _marked(line: str, form: Form[A]) -> tuple[int, list[A]]:
    """Return the moves after the mark of the seat; the claim is strongest if only a label stands before the mark."""
    if form.mark is None:
        return MARKED, []
    at_start: list[A] = []
    inside: list[A] = []
    marks = list(form.mark.finditer(line))
    for mark in (*marks[:1], *marks[1:][-MOST_MARKS:]):
        before = line[: mark.start()].strip()
        moves = _head(line[mark.end() :], form)
        corrects = bool(at_start) and phrases.CORRECTION.search(before)
        if corrects or not before or phrases.LABEL.fullmatch(before) or phrases.FILLER.fullmatch(before):
            at_start += moves
        elif not phrases.DOUBTFUL.search(_clause(before)):
            inside += moves
    return (MARKED, at_start) if at_start else (DECLARED, inside)


def _declared(line: str, form: Form[A]) -> tuple[int, list[A]]:
    """Return the moves after the last label or words of choice in a line."""
    for announced, doubt in ((phrases.LABEL, phrases.OTHERS), (phrases.CHOOSING, phrases.DOUBTFUL)):
        for words in reversed(list(announced.finditer(line))[-MOST_MARKS:]):
            before = _clause(line[: words.start()]).strip()
            is_firm = announced is not phrases.LABEL or words[0][-1] in ":=→>" or _opens(before)
            if is_firm and not doubt.search(before) and (moves := _head(line[words.end() :], form)):
                return DECLARED, moves
    if (subject := phrases.SUBJECT.match(line)) and (moves := _head(line[subject.end() :], form)):
        return DECLARED, moves
    return DECLARED, []


def _opens(before: str) -> bool:
    """Return whether a label without a colon may follow *before*, which says nothing itself ("So my move is")."""
    return not before or before.endswith((",", ":")) or before.casefold().split()[-1] in phrases.JOINTS


def _clause(before: str) -> str:
    """Return the part of *before* that belongs to the clause after it."""
    ends = [match.end() for match in phrases.CLAUSE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def _head(rest: str, form: Form[A]) -> list[A]:
    """Return the move at the beginning of *rest*, and a second one offered beside it."""
    rest = rest.strip()
    for end in _ends(rest):
        if (move := _whole(rest[:end], form)) is not None:
            beside = phrases.BESIDE.match(rest, end)
            others = _head_only(rest[beside.end() :], form) if beside else []
            return [move, *(other for other in others if other != move)]
    return []


def _head_only(rest: str, form: Form[A]) -> list[A]:
    moves = (_whole(rest[:end], form) for end in _ends(rest.strip()))
    return [move for move in moves if move is not None][:1]


def _ends(rest: str) -> Iterator[int]:
    """Yield where a move at the front of *rest* may end, the longest first."""
    yield len(rest)
    yield from reversed([match.start() for match in islice(phrases.CUT.finditer(rest), MOST_CUTS)])


def _whole(text: str, form: Form[A]) -> A | None:
    """Return the move that *text* is without quotes, brackets, articles and a full stop around it."""
    for wording in dict.fromkeys(
        (text.strip(), _trimmed(text), _trimmed(phrases.ARTICLE.sub("", _trimmed(text), count=1)))
    ):
        if wording and (move := form.whole(wording)) is not None:
            return move
    return None


def _trimmed(text: str) -> str:
    """Return *text* without the quotes, punctuation and brackets around it."""
    text = text.strip(phrases.MARKS)
    while len(text) > 1 and (text[0], text[-1]) in phrases.PAIRS and text[-1] not in text[1:-1]:
        text = text[1:-1].strip(phrases.MARKS)
    return text


def last_line(text: str) -> str:
    """Return the last line of *text* that is not empty; error messages quote it."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), text)


def undecorated(raw: str) -> str:
    """Return a line without Markdown, code fences, LaTeX around its text, and its bullet or number."""
    line = raw.strip()
    if line.startswith(("```", "~~~")) and not (len(line) > 6 and line.endswith(("```", "~~~"))):
        return ""
    line = line.replace("*", "").replace("`", "").strip("~").replace("\\_", "_").replace("__", "")
    return phrases.BULLET.sub("", line, count=1).strip()


def _is_listed(raw: str) -> bool:
    return phrases.BULLET.match(raw.strip()) is not None


def _unboxed(text: str) -> str:
    return phrases.LATEX.sub(r"\1", text)


def _first_line(text: str) -> int:
    return next((number for number, line in enumerate(text.splitlines()) if line.strip()), 0)


def asked_again(action: str, attempts: int, substitute: str) -> str:
    """Return the *action* part of a prompt after a failed reply: with what happens after the last of the *attempts*.

    The first prompt does not say this, because it is also used where there is only one attempt.
    """
    return f"After {attempts} replies without a legal move {substitute}. {action}"
