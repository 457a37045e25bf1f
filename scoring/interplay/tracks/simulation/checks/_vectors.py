"""Sums of kets and numbers as physicists write them, read by a small recursive descent parser with limits."""

import cmath
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from interplay.tracks.simulation.checks.base import quoted

Vector = dict[str, complex]
"""Amplitudes by label; the label of a plain number is the empty text."""
LONGEST = 2_000
DEEPEST = 20
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:0(?!\d)|[1-9]\d{0,19})(?:\.\d{0,20})?(?:[eE]-?\d{1,2}(?![\d\w^]))?|\.\d{1,20})"
    r"|\|(?P<ket>[01]{1,8})[>\u27e9\u232a]|(?P<sign>[-+*/()%])|(?P<root>sqrt|\u221a)"
    r"|(?P<power>exp|e\^)|(?P<pi>pi|\u03c0)|(?P<unit>[ij](?![a-oq-z])))",
)
_SAME = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00b7": "*", "\u00d7": "*", "\u2148": "i", "{": "(", "}": ")"})


class NotAVectorError(ValueError):
    """A text that is not a sum of kets and numbers."""


def vector(text: str) -> Vector:
    """Return the value of a text such as ``(|00> - i|11>)/sqrt(2)``; raise ``NotAVectorError``."""
    if len(text) > LONGEST:
        raise NotAVectorError(f"{len(text):,} characters")
    try:
        return _Parser(_tokens(text.translate(_SAME))).whole()
    except (OverflowError, ZeroDivisionError) as error:
        raise NotAVectorError(str(error)) from error


def number(text: str) -> complex:
    """Return the value of a text without kets; raise ``NotAVectorError``."""
    value = vector(text)
    if any(value):
        raise NotAVectorError(f"a ket in {quoted(text)}")
    return value.get("", 0)


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, start = [], 0
    stripped = text.rstrip()
    while start < len(stripped):
        match = _TOKEN.match(stripped, start)
        if match is None:
            raise NotAVectorError(quoted(stripped[start:], 20))
        tokens.append((match.lastgroup or "", match[match.lastgroup or 0]))
        start = match.end()
    return tokens


def _scaled(value: Vector, factor: complex) -> Vector:
    return {label: factor * amplitude for label, amplitude in value.items()}


def _product(left: Vector, right: Vector) -> Vector:
    if not any(left):
        return _scaled(right, left.get("", 0))
    if not any(right):
        return _scaled(left, right.get("", 0))
    raise NotAVectorError("a product of two kets")


def _quotient(left: Vector, right: Vector) -> Vector:
    if any(right) or not right.get(""):
        raise NotAVectorError("a quotient by a ket or by zero")
    return _scaled(left, 1 / right[""])


@dataclass(slots=True)
class _Parser:
    tokens: list[tuple[str, str]]
    index: int = 0
    depth: int = 0

    def whole(self) -> Vector:
        """Read everything."""
        value = self._sum()
        if self.index < len(self.tokens):
            raise NotAVectorError(quoted(self.tokens[self.index][1]))
        return value

    def _next(self) -> str:
        return self.tokens[self.index][1] if self.index < len(self.tokens) else ""

    def _kind(self) -> str:
        return self.tokens[self.index][0] if self.index < len(self.tokens) else ""

    def _takes(self, text: str) -> bool:
        taken = self._kind() == "sign" and self._next() == text
        self.index += taken
        return taken

    def _sum(self) -> Vector:
        sign = -1 if self._takes("-") else 1
        self._takes("+")
        total = dict(_scaled(self._term(), sign))
        while self._next() in {"+", "-"}:
            sign = 1 if self._next() == "+" else -1
            self.index += 1
            for label, amplitude in self._term().items():
                if label and label in total:
                    raise NotAVectorError(f"|{label}> twice")
                total[label] = total.get(label, 0) + sign * amplitude
        return total

    def _term(self) -> Vector:
        value = self._factor()
        while self.index < len(self.tokens) and self._next() not in {"+", "-", ")"}:
            if self._takes("/"):
                value = _quotient(value, self._factor())
            elif self._takes("%"):
                value = _scaled(value, 0.01)
            else:
                self._takes("*")
                value = _product(value, self._factor())
        return value

    def _factor(self) -> Vector:
        kind, text = self._kind(), self._next()
        self.index += 1
        self.depth += 1
        readers: dict[str, Callable[[], Vector]] = {
            "number": lambda: {"": complex(float(text))},
            "unit": lambda: {"": 1j},
            "ket": lambda: {text: 1 + 0j},
            "pi": lambda: {"": complex(math.pi)},
            "root": self._root,
            "power": lambda: {"": cmath.exp(self._scalar())},
            "sign": lambda: self._parenthesis(text),
        }
        if kind not in readers:
            raise NotAVectorError("an end where a number or a ket is due")
        if self.depth > DEEPEST:
            raise NotAVectorError(f"more than {DEEPEST} levels")
        value = readers[kind]()
        self.depth -= 1
        return value

    def _scalar(self) -> complex:
        value = self._factor()
        if any(value):
            raise NotAVectorError("a ket where a number is due")
        return value.get("", 0)

    def _root(self) -> Vector:
        inside = self._scalar()
        if inside.imag or inside.real < 0:
            raise NotAVectorError("a root that is not of a number")
        return {"": complex(math.sqrt(inside.real))}

    def _parenthesis(self, text: str) -> Vector:
        if text != "(":
            raise NotAVectorError(quoted(text))
        value = self._sum()
        if not self._takes(")"):
            raise NotAVectorError("a parenthesis that is not closed")
        return value
