"""Read the plain part of the DOT language: nodes, edges, attributes and defaults, without subgraphs and ports."""

import re
from itertools import pairwise

from msgspec import Struct

MOST_TOKENS = 3_000
_TOKEN = re.compile(
    r"""\s+|(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<edge>->|--)|(?P<mark>[{}\[\];,=:])
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<word>[A-Za-z_\u0080-\U0010ffff][\w]*|-?(?:\.\d+|\d+(?:\.\d*)?))""",
    re.VERBOSE | re.DOTALL,
)


class DotError(ValueError):
    """A text that is not a graph, or beyond what is read here."""


class Drawing(Struct):
    """A graph as it is read; attributes hold the defaults that were in force when a node or edge appeared.

    ``comments`` are its comments with their marks.
    """

    directed: bool
    name: str
    attributes: dict[str, str]
    nodes: dict[str, dict[str, str]]
    edges: list[tuple[str, str, dict[str, str]]]
    comments: list[str]


class _Token(Struct, frozen=True):
    kind: str
    text: str


def read(text: str) -> Drawing:
    """Return the graph in *text*; raise ``DotError`` with the place in words."""
    tokens = _tokens(text)
    drawing = _Reader([token for token in tokens if token.kind != "comment"]).graph()
    drawing.comments += [token.text for token in tokens if token.kind == "comment"]
    return drawing


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    start = 0
    while start < len(text):
        match = _TOKEN.match(text, start)
        if match is None:
            raise DotError(f"{text[start : start + 20]!r} where a name or mark belongs")
        start = match.end()
        if match.lastgroup == "quoted":
            tokens.append(_Token("word", match[0][1:-1].replace('\\"', '"').replace("\\\n", "")))
        elif match.lastgroup is not None:
            tokens.append(_Token("bare" if match.lastgroup == "word" else match.lastgroup, match[0]))
        if len(tokens) > MOST_TOKENS:
            raise DotError(f"more than {MOST_TOKENS} words and marks")
    return tokens


class _Reader:
    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._index = 0
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._drawing = Drawing(directed=True, name="", attributes={}, nodes={}, edges=[], comments=[])

    def graph(self) -> Drawing:
        self._takes("strict")
        directed = self._takes("digraph")
        if not directed and not self._takes("graph"):
            raise DotError(f"{self._next().text!r} at the beginning, expected digraph or graph")
        self._drawing.directed = directed
        if self._peek().kind in ("word", "bare"):
            self._drawing.name = self._name()
        self._expect("{")
        while not self._takes("}"):
            self._statement()
            self._takes(";")
        if self._index < len(self._tokens):
            raise DotError(f"{self._next().text!r} after the closing brace")
        return self._drawing

    def _statement(self) -> None:
        for word in ("node", "edge", "graph"):
            if self._takes(word):
                target = self._drawing.attributes if word == "graph" else self._defaults[word]
                target.update(self._attributes())
                return
        first = self._name()
        if self._takes("="):
            self._drawing.attributes[first] = self._name()
            return
        chain = [first]
        while self._peek().kind == "edge":
            if (self._next().text == "->") != self._drawing.directed:
                raise DotError(f"the wrong kind of edge after {chain[-1]!r}")
            chain.append(self._name())
        self._add(chain, self._attributes())

    def _add(self, chain: list[str], attributes: dict[str, str]) -> None:
        for name in chain:
            self._drawing.nodes.setdefault(name, dict(self._defaults["node"]))
        if len(chain) == 1:
            self._drawing.nodes[chain[0]].update(attributes)
        for tail, head in pairwise(chain):
            self._drawing.edges.append((tail, head, self._defaults["edge"] | attributes))

    def _attributes(self) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while self._takes("["):
            while not self._takes("]"):
                name = self._name()
                self._expect("=")
                attributes[name] = self._name()
                if not self._takes(","):
                    self._takes(";")
        return attributes

    def _peek(self) -> _Token:
        return self._tokens[self._index] if self._index < len(self._tokens) else _Token("end", "the end")

    def _next(self) -> _Token:
        token = self._peek()
        self._index += 1
        return token

    def _name(self) -> str:
        token = self._next()
        if token.kind not in ("word", "bare") or (token.kind == "bare" and token.text.lower() == "subgraph"):
            raise DotError(f"{token.text!r} where a name belongs")
        return token.text

    def _takes(self, text: str) -> bool:
        """Step over a mark or a keyword, if it is next; quoted words are never keywords."""
        token = self._peek()
        is_next = token.kind in ("bare", "mark") and token.text.lower() == text
        self._index += is_next
        return is_next

    def _expect(self, text: str) -> None:
        if not self._takes(text):
            raise DotError(f"{self._peek().text!r} where {text!r} belongs")
