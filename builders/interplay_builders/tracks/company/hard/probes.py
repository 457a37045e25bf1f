"""Choose what is asked about a dialogue of ``hard``: as many answers yes as no, no rule of thumb better than a coin."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, permutations, product

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.company.scores import informed
from interplay_builders.tracks.company.hard.minds import Entry
from interplay_builders.tracks.company.hard.shortcuts import RULES, Subject, View, answers
from interplay_builders.tracks.company.probes import Balance, Gains

MOST = 12
"""Candidates of each label that are compared, which bounds the work."""
Gold = frozenset[int] | bool


class Candidate(Struct, frozen=True, gc=False):
    """What could be asked, its answer, and how many acts lead to it."""

    subject: Subject
    gold: Gold
    depth: int


def propose(balance: Balance, view: View, stream: Stream, *, is_deep: bool) -> tuple[list[Candidate], Gains]:
    """Return two questions of each kind, and what they add to the gains of each rule; nothing if there are none."""
    chosen: list[Candidate] = []
    gains: Gains = {}
    for kind in CANDIDATES:
        pairs = _pairs(kind, view, stream, is_deep=is_deep)
        if not pairs:
            return [], {}
        pair, added = balance.least(pairs, partial(_gains, view))
        gains |= added
        chosen += stream.shuffled(pair)
    return chosen, gains


def _pairs(kind: str, view: View, stream: Stream, *, is_deep: bool) -> list[tuple[Candidate, Candidate]]:
    """Return what could be asked together in one dialogue."""
    drawn = stream.shuffled(list(CANDIDATES[kind](view)))
    if is_deep:
        drawn.sort(key=lambda candidate: -candidate.depth)
    if kind == "whom":
        return list(combinations(drawn[:MOST], 2))
    both = ([c for c in drawn if c.gold is wanted] for wanted in (True, False))
    yes, no = (([c for c in label if c.subject.in_room] or label)[:MOST] for label in both)
    return [(a, b) for a, b in product(yes, no) if a.subject != b.subject]


def _third(view: View) -> Iterator[Candidate]:
    """Yield chains of three, the last of whom may be the first, where two different remarks decide."""
    end = view.end
    for topic, (a, b) in product(end.current, permutations(view.people, 2)):
        for c in view.people:
            entries = (end.entry(topic, a, b), end.entry(topic, a, b, c))
            if c != b and _are_apart(*entries):
                gold = end.thinks_known(topic, a, b, c)
                yield Candidate(Subject("third", topic, (a, b, c)), gold, sum(e.steps for e in entries))


def _are_apart(first: Entry, second: Entry) -> bool:
    return min(first.act, second.act) >= 0 and first.act != second.act


def _false(view: View) -> Iterator[Candidate]:
    """Yield pairs and untrue values, where the other has heard more than the first noticed."""
    end = view.end
    for topic, (a, b) in product(end.current, permutations(view.people, 2)):
        entry = end.entry(topic, a, b)
        if _are_apart(entry, end.entry(topic, b)):
            pairs = permutations(view.people, 2)
            beliefs = {end.belief(topic, *chain) for chain in (*pairs, *zip(view.people, strict=True))}
            for value in sorted(beliefs - {"", end.current[topic]}):
                yield Candidate(Subject("false", topic, (a, b), value), entry.value == value, entry.steps)


def _mutual(view: View) -> Iterator[Candidate]:
    """Yield groups of three, and all who are in the room, where all of them really know the thing."""
    end = view.end
    room = tuple(sorted(end.present))
    groups = [(group, False) for group in combinations(view.people, 3)]
    for topic, (group, in_room) in product(end.current, [*groups, *([(room, True)] if len(room) >= 3 else [])]):
        if all(end.knows(topic, person) for person in group):
            depth = sum(end.entry(topic, *pair).steps for pair in permutations(group, 2)) // len(group)
            yield Candidate(Subject("mutual", topic, group, in_room=in_room), end.is_mutual(topic, group), depth)


def _whom(view: View) -> Iterator[Candidate]:
    """Yield pairs, and those of the others of whom the first thinks that the second thinks that they know."""
    end = view.end
    for topic, (a, b) in product(end.current, permutations(view.people, 2)):
        subject = Subject("whom", topic, (a, b), others=tuple(p for p in view.people if p not in {a, b}))
        gold = frozenset(p for p in subject.others if end.thinks_known(topic, a, b, p))
        first = end.entry(topic, a, b)
        if 0 < len(gold) < len(subject.others) and any(_are_apart(first, end.entry(topic, a, b, p)) for p in gold):
            depth = first.steps + sum(end.entry(topic, a, b, p).steps for p in subject.others)
            yield Candidate(subject, gold, depth)


def _gains(view: View, candidate: Candidate) -> Gains:
    """Return by how much each rule is better than a coin at a question: from -1, wrong, to 1, right."""
    subject, gold = candidate.subject, candidate.gold
    return {(subject.kind, n): gain(answers(view, subject, n), gold, subject.others) for n in RULES[subject.kind]}


def gain(answer: Gold, gold: Gold, others: Sequence[int]) -> float:
    """Return by how much an answer is better than a coin: from -1, wrong, to 1, right."""
    if isinstance(answer, bool) or isinstance(gold, bool):
        return 1.0 if answer is gold else -1.0
    return informed(answer, gold, others)


CANDIDATES = {"third": _third, "false": _false, "mutual": _mutual, "whom": _whom}
"""Kind of question -> what can be asked and takes thought, with its answer."""
