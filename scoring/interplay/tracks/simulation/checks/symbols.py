"""The reply's text has these symbols in this order; what is not in the alphabet is read over.

For ciphertext, bits and digits, whose groups, line breaks and marks of emphasis are dress and not content. Prose around
them fails, because its letters are in the alphabet of a ciphertext.
"""

from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body


class SymbolsParams(Params, frozen=True):
    """The symbols expected. Without ``case`` the ASCII letters a-z are read as A-Z on both sides."""

    expected: Annotated[str, Meta(min_length=1, max_length=2_000)]
    alphabet: Annotated[str, Meta(min_length=1, max_length=200)] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    case: bool = False

    def problem(self, reply: str) -> str:
        alphabet = frozenset(_folded(self.alphabet, self))
        symbols = "".join(c for c in _folded(body(reply), self) if c in alphabet)
        expected = "".join(c for c in _folded(self.expected, self) if c in alphabet)
        if symbols == expected:
            return ""
        if len(symbols) != len(expected):
            return f"found {len(symbols)} symbols, {quoted(symbols)}, expected {len(expected)}, {quoted(expected)}"
        index = next(i for i, (symbol, other) in enumerate(zip(symbols, expected, strict=True)) if symbol != other)
        return f"found {quoted(symbols[index])} as symbol {index + 1}, expected {quoted(expected[index])}"


def _folded(text: str, params: SymbolsParams) -> str:
    return text if params.case else "".join(c.upper() if "a" <= c <= "z" else c for c in text)
