"""A checker of types for a small language, and the program that its user edits by line numbers.

A program has a statement a line: ``let NAME: TYPE = EXPR``, ``NAME = EXPR``, or ``fn NAME(TYPE, ...): TYPE``, which
declares a function. Commands are ``add LINE``, ``insert N LINE`` (it becomes line N), ``change N LINE``, ``delete N``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.thoughts import ThoughtsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

THOUGHTS = form("thoughts", ThoughtsParams(pattern=r"[^\d].*", means="lines that do not start with a number"))

ANY = "any"
"""The type of what is not known: it fits everywhere."""
_TOKEN = re.compile(r'\s*(?:(\d+)|("[^"]*")|([A-Za-z_]\w*)|(==|[-+*<(),]))', re.ASCII)
_LET = re.compile(r"let (\w+): (int|text|bool) = (?=\S)", re.ASCII)
_ASSIGNED = re.compile(r"(\w+) = (?=\S)", re.ASCII)
_FUNCTION = re.compile(r"fn (\w+)\(((?:int|text|bool)(?:, (?:int|text|bool))*)?\): (int|text|bool)", re.ASCII)
_LITERALS: Mapping[str, str] = {"true": "bool", "false": "bool"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line: its text, its column (from 1), and its type where it is a number or a text."""

    text: str
    column: int
    type: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression that was read: the column at which it begins, and its type."""

    column: int
    type: str


@dataclass(slots=True)
class Names:
    """What is declared so far: variables with their types; functions with the types of arguments and of the result."""

    variables: dict[str, str] = field(default_factory=dict)
    functions: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)


class Checker:
    """The program, and the errors in it."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Edit the program; show the errors in all of it."""
        for command in commands:
            self._edit(command)
        messages = [*errors(self._lines)]
        lines = (*messages, f"errors: {len(messages)}")
        checks = [
            content("labelled", LabelledParams(expected=lines)),
            form("bare", BareParams(may_fence=True)),
            THOUGHTS,
        ]
        if not messages:
            none = PatternParams(pattern=r"(?m)^\d+:\d+ ", means="no error in any line", whole=False, absent=True)
            checks.append(content("pattern", none))
        return Answer("\n".join(lines), tuple(checks))

    def _edit(self, command: str) -> None:
        verb, _, rest = command.strip().partition(" ")
        if verb == "add":
            self._lines.append(rest)
            return
        number, _, line = rest.partition(" ")
        if verb not in {"insert", "change", "delete"}:
            raise ValueError(f"found {command!r}, expected add, insert, change or delete")
        at = int(number) - 1
        new = [] if verb == "delete" else [line]
        self._lines[at : at if verb == "insert" else at + 1] = new


def errors(program: Sequence[str]) -> Iterator[str]:
    """Yield the errors of a program by line and column, inner ones first.

    Raises ``ValueError`` for a line that is no statement.
    """
    names = Names()
    for number, line in enumerate(program, 1):
        messages = Line(line, names).errors()
        yield from (f"{number}:{column} {message}" for column, message in sorted(messages, key=itemgetter(0)))


class Line:
    """One statement, read from left to right; what it declares is added to *names* at its end."""

    def __init__(self, text: str, names: Names) -> None:
        self._text, self._names = text, names
        self._tokens: list[Token] = []
        self._errors: list[tuple[int, str]] = []

    def errors(self) -> list[tuple[int, str]]:
        """Check the statement; return its errors with their columns."""
        if (match := _FUNCTION.fullmatch(self._text)) is not None:
            self._names.functions[match[1]] = (tuple(match[2].split(", ")) if match[2] else (), match[3])
        elif (match := _LET.match(self._text)) is not None:
            self._whole(match.end(), match[2])
            self._names.variables[match[1]] = match[2]
        elif (match := _ASSIGNED.match(self._text)) is not None:
            self._whole(match.end(), self._variable(Token(match[1], 1)).type)
        else:
            raise ValueError(f"found the line {self._text!r}, expected let, an assignment or fn")
        return self._errors

    def _whole(self, start: int, wanted: str) -> None:
        """Read the rest of the line as one expression of a type."""
        self._tokens = list(_tokens(self._text, start))
        self._expect(self._conjunction(), wanted)
        if self._tokens:
            raise ValueError(f"found {self._tokens[0].text!r} in {self._text!r}, expected the end of the line")

    def _expect(self, actual: Typed, wanted: str) -> None:
        if ANY not in (actual.type, wanted) and actual.type != wanted:
            self._errors.append((actual.column, f"expected {wanted}, found {actual.type}"))

    def _next(self) -> str:
        return self._tokens[0].text if self._tokens else ""

    def _conjunction(self) -> Typed:
        left = self._negation()
        while self._next() == "and":
            self._tokens.pop(0)
            left = self._joined(left, self._negation(), "bool", "bool")
        return left

    def _negation(self) -> Typed:
        if self._next() != "not":
            return self._comparison()
        column = self._tokens.pop(0).column
        self._expect(self._negation(), "bool")
        return Typed(column, "bool")

    def _comparison(self) -> Typed:
        left = self._sum()
        if (sign := self._next()) in {"<", "=="}:
            self._tokens.pop(0)
            return self._joined(left, self._sum(), "int" if sign == "<" else left.type, "bool")
        return left

    def _sum(self) -> Typed:
        left = self._product()
        while (sign := self._next()) in {"+", "-"}:
            self._tokens.pop(0)
            right = self._product()
            kind = left.type if sign == "+" and left.type in {"text", ANY} else "int"
            left = self._joined(left, right, kind, kind)
        return left

    def _product(self) -> Typed:
        left = self._atom()
        while self._next() == "*":
            self._tokens.pop(0)
            left = self._joined(left, self._atom(), "int", "int")
        return left

    def _joined(self, left: Typed, right: Typed, wanted: str, result: str) -> Typed:
        self._expect(left, wanted)
        self._expect(right, wanted)
        return Typed(left.column, result)

    def _atom(self) -> Typed:
        token = self._tokens.pop(0)
        if token.type:
            return Typed(token.column, token.type)
        if token.text == "(":
            inner = self._conjunction()
            self._closed()
            return Typed(token.column, inner.type)
        return self._call(token) if self._next() == "(" else self._variable(token)

    def _call(self, name: Token) -> Typed:
        """Check a call: that the function is known, how many arguments it has, then each of them."""
        self._tokens.pop(0)
        known, kept = self._names.functions.get(name.text), list(self._errors)
        arguments = list(self._arguments())
        if known is None or len(arguments) != len(known[0]):
            self._errors = kept  # the arguments of such a call are not looked at
            problem = (
                f"unknown {name.text}"
                if known is None
                else f"{name.text} takes {len(known[0])}, found {len(arguments)}"
            )
            self._errors.append((name.column, problem))
        else:
            for argument, wanted in zip(arguments, known[0], strict=True):
                self._expect(argument, wanted)
        return Typed(name.column, ANY if known is None else known[1])

    def _arguments(self) -> Iterator[Typed]:
        while self._next() not in {")", ""}:
            yield self._conjunction()
            if self._next() == ",":
                self._tokens.pop(0)
        self._closed()

    def _closed(self) -> None:
        if self._next() != ")":
            raise ValueError(f"found {self._text!r}, expected a closing bracket")
        self._tokens.pop(0)

    def _variable(self, name: Token) -> Typed:
        if name.text not in self._names.variables:
            self._errors.append((name.column, f"unknown {name.text}"))
        return Typed(name.column, self._names.variables.get(name.text, ANY))


def _tokens(text: str, at: int) -> Iterator[Token]:
    """Yield the tokens from a place on; raise ``ValueError`` for what is none."""
    while at < len(text):
        if (match := _TOKEN.match(text, at)) is None:
            raise ValueError(f"found {text[at:]!r}, expected an expression")
        kind = "int" if match[1] else "text" if match[2] else _LITERALS.get(match[3] or "", "")
        yield Token(match[0].strip(), match.end() - len(match[0].strip()) + 1, kind)
        at = match.end()
