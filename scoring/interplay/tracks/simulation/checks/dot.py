"""The reply is a graph in the DOT language with exactly these nodes, edges and attributes.

Order, quotes, separators, chains of edges and default statements are free, and a missing label is the node's
name. Edges of an undirected graph have no direction. Attributes may be left out or written where they are Graphviz'
defaults; others than those expected fail. Subgraphs and ports are not read.
"""

import re
from typing import Annotated, ClassVar

from msgspec import Meta

from interplay.core.packaged import table
from interplay.core.records import Record
from interplay.tracks.simulation.checks._dot_reader import DotError, Drawing, read
from interplay.tracks.simulation.checks.base import Params, different, quoted
from interplay.tracks.simulation.checks.reading import body, parts

MOST_WORDS = 4
Attributes = tuple[tuple[str, str], ...]
_NAMES = table(__package__, "dot.toml", dict[str, dict[str, str]])
_HEADINGS = frozenset(_NAMES["headings"]["words"].split())


class Node(Record, frozen=True):
    """A node, with its attributes after all defaults."""

    name: str
    attributes: Attributes = ()


class Edge(Record, frozen=True):
    """An edge, with its attributes after all defaults."""

    tail: str
    head: str
    attributes: Attributes = ()


class DotParams(Params, frozen=True):
    """The graph expected: nodes, edges, attributes. An empty ``name`` asks for none in particular.

    ``headings``: comments may say which part of the graph follows; else there are none.
    """

    directed: bool
    nodes: Annotated[tuple[Node, ...], Meta(max_length=60)]
    edges: Annotated[tuple[Edge, ...], Meta(max_length=120)]
    name: str = ""
    attributes: Attributes = ()
    headings: bool = False
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        try:
            drawing = read(_graph(reply))
        except DotError as error:
            return f"found {error}, expected a graph in DOT without subgraphs and ports"
        about_graph = _of_comments(self, drawing.comments) or _of_head(self, drawing)
        return about_graph or _of_nodes(self, drawing) or _of_edges(self, drawing)


def _graph(reply: str) -> str:
    """Return the graph in a reply: its only block as it stands, else what is from a keyword to the last brace."""
    text = body(reply)
    starts = [start for word in ("strict", "digraph", "graph") if (start := text.lower().find(word)) >= 0]
    is_block = len(parts(reply).blocks) == 1
    return text if is_block or not starts else text[min(starts) : text.rfind("}") + 1]


def _of_comments(params: DotParams, comments: list[str]) -> str:
    """Return what is wrong with comments: headings, where they are allowed, are short and name parts of a graph."""
    for comment in comments:
        words = re.findall(r"\w+", comment.lower())
        if not params.headings or len(words) > MOST_WORDS or not _HEADINGS.issuperset(words):
            return f"found the comment {quoted(comment)}, expected none"
    return ""


def _of_head(params: DotParams, drawing: Drawing) -> str:
    if drawing.directed != params.directed:
        return f"found {'a digraph' if drawing.directed else 'a graph'}, expected the other kind"
    if params.name and drawing.name != params.name:
        return f"found the name {quoted(drawing.name)}, expected {params.name}"
    problem = different(drawing.attributes, dict(params.attributes), _NAMES["graphs"], _normal)
    return f"the graph: {problem}" if problem else ""


def _of_nodes(params: DotParams, drawing: Drawing) -> str:
    expected = {node.name: dict(node.attributes) for node in params.nodes}
    if missing := sorted(set(expected) - set(drawing.nodes)):
        return f"found no node {missing[0]!r}, expected it"
    if extra := sorted(set(drawing.nodes) - set(expected)):
        return f"found the node {quoted(extra[0])}, expected no such node"
    for name, attributes in expected.items():
        label = {"label": name}
        ours = {key: name if value == "\\N" else value for key, value in drawing.nodes[name].items()}
        if problem := different(label | ours, label | attributes, _NAMES["nodes"], _normal):
            return f"the node {name}: {problem}"
    return ""


def _of_edges(params: DotParams, drawing: Drawing) -> str:
    left = [(_ends(tail, head, directed=params.directed), attributes) for tail, head, attributes in drawing.edges]
    if len(left) != len(params.edges):
        return f"found {len(left)} edges, expected {len(params.edges)}"
    for edge in params.edges:
        ends = _ends(edge.tail, edge.head, directed=params.directed)
        same = [pair for pair in left if pair[0] == ends]
        if not same:
            return f"found no edge from {edge.tail} to {edge.head}, expected it"
        problems = [different(attributes, dict(edge.attributes), _NAMES["edges"], _normal) for _, attributes in same]
        if "" not in problems:
            return f"the edge from {edge.tail} to {edge.head}: {problems[0]}"
        left.remove(same[problems.index("")])
    return ""


def _ends(tail: str, head: str, *, directed: bool) -> tuple[str, str]:
    return (tail, head) if directed or tail <= head else (head, tail)


def _normal(name: str, value: str) -> str:
    if name == "label":
        return value
    plain = value.strip().casefold()
    try:
        return f"{float(plain):g}"
    except ValueError:
        return _NAMES["synonyms"].get(plain, plain)
