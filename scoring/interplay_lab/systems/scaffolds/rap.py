"""Reasoning via planning: a Monte-Carlo tree search over positions and actions that the model itself predicts.

After Hao et al. (arXiv 2305.14992) as GameBench uses it (arXiv 2406.06613, appendix E). A node is an observation, the
real one or a predicted one. Going down a level asks for the other players' actions and for the observation that
follows; the model also predicts what could be done there. The reward of an action is the probability that the model
gives to its number, plus that of "yes" to whether it is good, plus 2w - 1, where w is the probability of "yes" to
whether the position after it will be won (0.5 while nobody has looked there). Next-token probabilities are needed.

A search makes ``iterations`` descents of at most ``depth`` actions. A descent takes the child with the greatest
mean reward + exploration x sqrt(ln visits / visits), where an unvisited child counts with its reward so far; below the
tree it takes the child of the greatest reward. The action that is played begins the path with the greatest sum.
"""

import math
import re
import tomllib
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import accumulate, islice
from typing import Annotated, Any, TypeVar

from msgspec import Meta, to_builtins

from interplay.core import canonical
from interplay.core.driver import Ask, Choosing, Reply
from interplay.core.errors import FatalModelError
from interplay.core.records import Record
from interplay.core.replies import visible
from interplay.systems.completion import MOST_LOGPROBS
from interplay.systems.scaffolds.catalogue import Scaffold, Thinking, summed, turn

LONGEST = 4_000
"""Characters kept of a predicted observation, or of predicted actions."""
KEPT = (60, 20_000)  # predictions of a search, and characters of them: one line has to hold those of a match
_LINE = re.compile(r"^[ \t]*\d{1,3}[.):][ \t]*(\S[^\n]{0,299})", re.MULTILINE)
_TAGS = {name: re.compile(rf"<{name}>(.*?)(?:</{name}>|\Z)", re.DOTALL) for name in ("others", "state", "actions")}
_YES = frozenset({"yes", "y"})

_TEXTS = tomllib.loads(files(__package__).joinpath("rap.toml").read_text(encoding="utf-8"))
"""What the model is asked."""
_ONCE = 5
"""Requests of each new position: the others' actions, the observation, a win, the actions, their numbers."""


T = TypeVar("T")
Search = Generator[Ask, Reply, T]
"""A part of the exchange that ends in a value."""


class Params(Record, frozen=True):
    """``iterations`` of the search, its ``depth`` in actions, ``exploration``: weight of what is little visited.

    ``breadth``: actions of a position that are looked at, those with the most probable numbers. ``state_tokens``: the
    most tokens of a prediction.
    """

    iterations: Annotated[int, Meta(ge=1, le=1_000)] = 10
    depth: Annotated[int, Meta(ge=1, le=10)] = 2
    exploration: Annotated[float, Meta(ge=0, le=100)] = 1.0
    breadth: Annotated[int, Meta(ge=2, le=MOST_LOGPROBS)] = 5
    state_tokens: Annotated[int, Meta(ge=1, le=100_000)] = 400


class Predicted(Record, frozen=True, omit_defaults=True):
    """What the model expects after a ``path`` of own actions; workings keep it as JSON. ``win`` is a probability."""

    path: Annotated[tuple[str, ...], Meta(min_length=1, max_length=10)]
    observation: str
    win: Annotated[float, Meta(ge=0, le=1)]
    actions: Annotated[tuple[str, ...], Meta(max_length=MOST_LOGPROBS)] | None = None


@dataclass(eq=False, slots=True)
class _Node:
    """A position: what is observed there, by which action it is reached, and what that action has brought."""

    observation: str | None
    action: str = ""
    hint: float = 0.0
    """P(number) + P(good), what is known before the position is looked at."""
    reward: float = 0.0
    win: float = 0.0
    actions: tuple[str, ...] | None = None
    children: list["_Node"] | None = None
    values: list[float] = field(default_factory=list)
    """Sum of rewards from here to the end of each descent that came through."""

    def worth(self, parent_visits: int, exploration: float) -> float:
        """Return the upper confidence bound by which descents choose."""
        mean = math.fsum(self.values) / len(self.values) if self.values else self.hint
        return mean + exploration * math.sqrt(math.log(max(1, parent_visits)) / max(1, len(self.values)))


class _Search:
    def __init__(self, params: Params, ask: Ask, situation: Choosing) -> None:
        self.params, self.ask = params, ask
        self.rules, self.observation, self.options = situation.rules, situation.observation, situation.options()
        self.replies, self.looked = list[Reply](), list[tuple[tuple[str, ...], _Node]]()

    def run(self) -> Thinking:
        if not self.options:
            return (yield self.ask)
        texts = yield from self._texts()
        root = _Node(self.observation)
        root.children = yield from self._judged(root, texts)
        best: tuple[float, _Node] | None = None
        for _ in range(self.params.iterations):
            path = yield from self._descent(root)
            total = math.fsum(node.reward for node in path)
            for index, node in enumerate(path):
                node.values.append(math.fsum(n.reward for n in path[index:]))
            root.values.append(total)
            if best is None or total > best[0]:
                best = total, path[0]
        chosen = best[1] if best is not None else root.children[0]
        # The text is not a reply of the model's, so its cost is that of the replies before.
        return summed(Reply(chosen.action, calls=0), self.replies, self._workings(root.children))

    def _workings(self, children: Sequence[_Node]) -> Iterator[str]:
        """Yield the rewards of the actions that were looked at, then the predictions in the order they were made."""
        yield from (f"{node.action}: {node.reward:.3f}" for node in children if node.values)
        looked = (Predicted(path, node.observation or "", node.win, node.actions) for path, node in self.looked)
        lines = [canonical.encode(predicted).decode() for predicted in islice(looked, KEPT[0])]
        yield from (line for line, size in zip(lines, accumulate(map(len, lines)), strict=True) if size <= KEPT[1])

    def _texts(self) -> Search[list[str]]:
        """Return the replies that may be given; of those with words of one's own, the model has written the words."""
        texts = []
        for option in self.options:
            if option.worded is None:
                texts.append(option.reply)
                continue
            words = yield from self._asked(self.observation, _TEXTS["words"].format(action=option.name), 60)
            texts.append(option.worded(visible(words.text)[:LONGEST]))
        return texts

    def _descent(self, root: _Node) -> Search[list[_Node]]:
        """Go down from the root; return the positions on the way, the last one new or at the depth limit."""
        path: list[_Node] = []
        node, visited = root, True
        while len(path) < self.params.depth:
            if node.children is None:
                reply = yield from self._asked(node.observation or "", _TEXTS["actions"], self.params.state_tokens)
                listed = [line.strip() for line in _LINE.findall(_between(visible(reply.text), "actions"))]
                node.actions = tuple(listed[:MOST_LOGPROBS])
                node.children = yield from self._judged(node, node.actions)
            if not node.children:
                break
            bounds = [child.worth(len(node.values), self.params.exploration) for child in node.children]
            values = bounds if visited else [child.hint for child in node.children]
            following = node.children[values.index(max(values))]
            if following.observation is None:
                yield from self._look(node, following)
                self.looked.append((tuple(passed.action for passed in (*path, following)), following))
                visited = False
            path.append(following)
            node = following
        return path

    def _judged(self, node: _Node, actions: Sequence[str]) -> Search[list[_Node]]:
        """Return the most probable actions as children of *node*, each with what the model thinks of it."""
        listing = "\n".join(f"{number}. {action}" for number, action in enumerate(actions))
        if not actions:
            return []
        reply = yield from self._asked(node.observation or "", _TEXTS["listed"].format(actions=listing), None)
        chances = [_chance(reply, frozenset({str(number)})) for number in range(len(actions))]
        order = sorted(range(len(actions)), key=lambda number: (-chances[number], number))
        children = []
        for number in order[: self.params.breadth]:
            action = actions[number]
            reply = yield from self._asked(node.observation or "", _TEXTS["good"].format(action=action), None)
            hint = chances[number] + _chance(reply, _YES)
            children.append(_Node(None, action, hint, hint))
        return children

    def _look(self, node: _Node, child: _Node) -> Search[None]:
        """Predict what is observed after the child's action, and how likely a win is from there."""
        before, asked = node.observation or "", _TEXTS["others"].format(action=child.action)
        others = yield from self._asked(before, asked, self.params.state_tokens)
        guess = _between(visible(others.text), "others")
        turns = (turn("assistant", f"<others>{guess}</others>"), turn("user", _TEXTS["follows"]))
        state = yield from self._asked(before, asked, self.params.state_tokens, *turns)
        child.observation = _between(visible(state.text), "state")
        win = yield from self._asked(child.observation, _TEXTS["win"], None)
        child.win = _chance(win, _YES)
        child.reward = child.hint + 2 * child.win - 1

    def _asked(self, observation: str, words: str, max_tokens: int | None, *turns: Any) -> Search[Reply]:
        """Ask about a position; without *max_tokens* for the probabilities of the next token alone."""
        state = f"Your observation is between <state> and </state>:\n<state>\n{observation}\n</state>"
        messages = (turn("user", f"{self.rules}\n\n{state}\n\n{words}"), *turns)
        wants = MOST_LOGPROBS if max_tokens is None else 0
        reply = yield replace(self.ask, messages=messages, max_tokens=max_tokens or 1, top_logprobs=wants)
        if wants and reply.logprobs is None:
            raise FatalModelError(
                "the scaffold rap needs next-token probabilities, and this model's server sends none; "
                "use a server with logprobs, or the scaffolds cot and prune, which need none"
            )
        self.replies.append(reply)
        return reply


def _between(text: str, tag: str) -> str:
    """Return what a reply holds between the tags, the whole reply where they are missing."""
    match = _TAGS[tag].search(text)
    return (match[1] if match else text).strip()[:LONGEST]


def _chance(reply: Reply, wanted: frozenset[str]) -> float:
    """Return the probability that the next token says one of *wanted*, apart from case, blanks and a full stop."""
    tokens = reply.logprobs or ()
    return min(1.0, math.fsum(math.exp(p) for token, p in tokens if token.strip().rstrip(".").casefold() in wanted))


def make(params: Params) -> Scaffold:
    """Return a scaffold that searches a tree of positions which the model itself predicts, and sends the best action.

    Asks once where nothing can be chosen. Raises ``FatalModelError`` when the model's server tells no probabilities, or
    when nothing is played.
    """
    each = _ONCE + params.breadth

    def think(ask: Ask) -> Thinking:
        if not isinstance(ask.situation, Choosing):
            raise FatalModelError("the scaffold rap plays games only; use cot or prune on this track")
        return (yield from _Search(params, ask, ask.situation).run())

    def calls(actions: int) -> int:  # without those for words of one's own
        return 1 + min(actions, params.breadth) + params.iterations * params.depth * each

    predicted = 3 * params.state_tokens // each  # three are predictions, the rest words
    return Scaffold("rap", think, calls, predicted, to_builtins(params), searches=True)
