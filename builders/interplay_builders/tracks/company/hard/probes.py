"""Choose what is asked about a dialogue of ``hard``: lists of things that no rule of thumb gets right as a whole."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations, product

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.hard.shortcuts import RULES, Subject, View, answers
from interplay_builders.tracks.company.probes import Balance, Gains

MOST = 24
"""Candidates of a kind that are compared, which bounds the work."""


class Candidate(Struct, frozen=True, gc=False):
    """What could be asked, the things to name, and how many acts lead to them."""

    subject: Subject
    gold: frozenset[int]
    depth: int


def propose(balance: Balance, view: View, stream: Stream, *, is_deep: bool) -> tuple[list[Candidate], Gains]:
    """Return two questions of each kind, and what they add to the gains of each rule; nothing if there are none."""
    chosen: list[Candidate] = []
    gains: Gains = {}
    for candidates in CANDIDATES.values():
        drawn = stream.shuffled(list(candidates(view)))
        if is_deep:
            drawn.sort(key=lambda candidate: -candidate.depth)
        pairs = list(combinations(drawn[:MOST], 2))
        if not pairs:
            return [], {}
        pair, added = balance.least(pairs, partial(_gains, view))
        gains |= added
        chosen += stream.shuffled(pair)
    return chosen, gains


def _third(view: View) -> Iterator[Candidate]:
    """Yield chains of three, the last of whom may be the first, and the things that they think known."""
    end = view.end
    for (a, b), c in product(permutations(view.people, 2), view.people):
        if c != b:
            gold = frozenset(t for t in end.current if end.thinks_known(t, a, b, c))
            entries = [end.entry(t, *chain) for t in end.current for chain in ((a, b), (a, b, c))]
            yield from _candidate("third", view, (a, b, c), gold, sum(e.steps for e in entries))


def _mutual(view: View) -> Iterator[Candidate]:
    """Yield groups of three, and the things of which each thinks that both of the others know them."""
    end = view.end
    for group in combinations(view.people, 3):
        gold = frozenset(t for t in end.current if end.is_mutual(t, group))
        depth = sum(end.entry(t, *pair).steps for t in end.current for pair in permutations(group, 2))
        yield from _candidate("mutual", view, group, gold, depth)


def _candidate(kind: str, view: View, chain: tuple[int, ...], gold: frozenset[int], depth: int) -> Iterator[Candidate]:
    """Yield what can be asked, unless the answer is none or all of the things."""
    if 0 < len(gold) < len(view.end.current):
        yield Candidate(Subject(kind, chain, tuple(view.end.current)), gold, depth)  # type: ignore[arg-type]  # a key


def _gains(view: View, candidate: Candidate) -> Gains:
    """Return by rule whether it gets the whole answer right, 1 or 0."""
    subject = candidate.subject
    return {(subject.kind, n): float(answers(view, subject, n) == candidate.gold) for n in RULES[subject.kind]}


CANDIDATES = {"third": _third, "mutual": _mutual}
"""Kind of question -> what can be asked, with its answer."""
