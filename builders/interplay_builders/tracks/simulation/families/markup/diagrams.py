"""Keepers of diagrams: nodes and edges are added, changed and removed by messages; the diagram is written as DOT."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.dot import DotParams, Edge, Node
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+(\.\d+)?")
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")


class Step(Record, frozen=True):
    """One change. ``edge`` is ``A -> B`` or ``A -- B``, several ends make a chain; ``nodes`` are names.

    ``node`` and ``edge`` with attributes set them, also on what is there already; ``rename`` has old and new name.
    """

    nodes: tuple[str, ...] = ()
    edge: str = ""
    at: dict[str, str] = {}
    drop_nodes: tuple[str, ...] = ()
    drop_edge: str = ""
    rename: tuple[str, ...] = ()
    graph: dict[str, str] = {}


class Steps(Record, frozen=True):
    """What a message asks for; ``kind`` matters in a stateless task."""

    steps: tuple[Step, ...]
    kind: Literal["digraph", "graph"] = "digraph"
    name: str = ""


@dataclass(slots=True)
class Diagram:
    """Nodes and edges in the order in which they came; attributes by name."""

    directed: bool
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    edges: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)

    def apply(self, step: Step) -> None:
        """Carry out one step; raise ``RecordError`` where it speaks of what is not there."""
        self.attributes.update(step.graph)
        for name in step.nodes:
            self.nodes.setdefault(name, {}).update(step.at)
        for pair in _pairs(step.edge):
            for name in pair:
                self.nodes.setdefault(name, {})
            self.edges.setdefault(pair, {}).update(step.at)
        for pair in _pairs(step.drop_edge):
            self._drop(pair)
        for name in step.drop_nodes:
            if self.nodes.pop(name, None) is None:
                raise RecordError(f"found no node {name!r}, expected one of {list(self.nodes)}")
            self.edges = {pair: at for pair, at in self.edges.items() if name not in pair}
        if step.rename:
            self._rename(*step.rename)

    def _drop(self, pair: tuple[str, str]) -> None:
        if self.edges.pop(pair, None) is None:
            raise RecordError(f"found no edge {pair}, expected one of {list(self.edges)}")

    def _rename(self, old: str, new: str) -> None:
        if old not in self.nodes or new in self.nodes:
            raise RecordError(f"found {old!r} to become {new!r}, expected a node and a free name in {list(self.nodes)}")
        names = {name: new if name == old else name for name in self.nodes}
        self.nodes = {names[name]: at for name, at in self.nodes.items()}
        self.edges = {(names[tail], names[head]): at for (tail, head), at in self.edges.items()}


class Keeper:
    """Keeps one diagram, which starts empty and is called ``services``."""

    def __init__(self) -> None:
        self._diagram = Diagram(directed=True, name="services")

    def answer(self, message: Steps) -> Answer:
        """Change the diagram and show the whole of it."""
        for step in message.steps:
            self._diagram.apply(step)
        return _answer(self._diagram, headings=True, talk=True)


class Sketcher:
    """Answers each message with a diagram of its own."""

    def answer(self, message: Steps) -> Answer:
        """Draw the diagram."""
        diagram = Diagram(directed=message.kind == "digraph", name=message.name)
        for step in message.steps:
            diagram.apply(step)
        return _answer(diagram, headings=False, talk=False)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    names = [name.strip() for name in re.split(r"->|--", text)] if text else []
    return tuple(pairwise(names))


def _answer(diagram: Diagram, *, headings: bool, talk: bool) -> Answer:
    params = DotParams(
        directed=diagram.directed,
        name=diagram.name,
        headings=headings,
        attributes=tuple(diagram.attributes.items()),
        nodes=tuple(Node(name=name, attributes=tuple(at.items())) for name, at in diagram.nodes.items()),
        edges=tuple(Edge(tail=t, head=h, attributes=tuple(at.items())) for (t, h), at in diagram.edges.items()),
    )
    return Answer(fence(written(diagram)), (content("dot", params), form("fenced", FencedParams(talk=talk))))


def written(diagram: Diagram) -> str:
    """Return the diagram in DOT, a statement a line."""
    arrow = "->" if diagram.directed else "--"
    head = f"{'digraph' if diagram.directed else 'graph'} {_name(diagram.name)}".strip()
    lines = [f"  {name}={_name(value)};" for name, value in diagram.attributes.items()]
    lines += [f"  {_name(name)}{_attributes(at)};" for name, at in diagram.nodes.items()]
    lines += [f"  {_name(t)} {arrow} {_name(h)}{_attributes(at)};" for (t, h), at in diagram.edges.items()]
    return "\n".join([f"{head} {{", *lines, "}"])


def _attributes(attributes: dict[str, str]) -> str:
    inside = ", ".join(f"{name}={_name(value)}" for name, value in attributes.items())
    return f" [{inside}]" if inside else ""


def _name(text: str) -> str:
    if not text or (_PLAIN.fullmatch(text) and text.lower() not in _KEYWORDS):
        return text
    return '"' + text.replace('"', '\\"') + '"'
