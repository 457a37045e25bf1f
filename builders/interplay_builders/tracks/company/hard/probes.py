"""Choose what is asked about a dialogue of ``hard``: numbers for several people that no rule of thumb gets right."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations, product

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.hard.shortcuts import KEY, RULES, Subject, View, answers
from interplay_builders.tracks.company.probes import Balance, Gains

MOST = 6
"""Candidates of a kind that are compared, which bounds the work."""
DISTINCT = 3
"""Different numbers that an answer has at least."""


class Candidate(Struct, frozen=True, gc=False):
    """What could be asked, the number for each person, and how many acts lead to them."""

    subject: Subject
    gold: tuple[int, ...]
    depth: int


def propose(balance: Balance, view: View, stream: Stream, asked: int) -> tuple[list[Candidate], Gains]:
    """Return two questions of the third order and one about all remarks, and what they add to the gains of each rule.

    The first two are put to *asked* people, and those to which most acts lead are taken. Nothing if there are none.
    """
    third = sorted(_third(view, asked), key=lambda candidate: -candidate.depth)[:MOST]
    pairs, further = list(combinations(third, 2)), list(_outdated(view))
    if not pairs or not further:
        return [], {}
    pair, gains = balance.least(pairs, partial(_gains, view))
    return [*stream.shuffled(pair), *further], gains | _gains(view, *further)


def _third(view: View, asked: int) -> Iterator[Candidate]:
    """Yield groups of *asked* people, and somebody else of whom they think that the others think that they know."""
    end, topics = view.end, tuple(view.end.current)
    for known, group in product(view.people, combinations(view.people, asked)):
        if known not in group:
            links = product(permutations(group, 2), topics)
            depth = sum(end.entry(t, *pair).steps + end.entry(t, *pair, known).steps for pair, t in links)
            yield from _candidate(view, Subject("third", group, topics, known), depth)


def _outdated(view: View) -> Iterator[Candidate]:
    """Yield how often each of all people passed on what was out of date."""
    yield from _candidate(view, Subject("outdated", tuple(view.people), tuple(view.end.current)), len(view.true))


def _candidate(view: View, subject: Subject, depth: int) -> Iterator[Candidate]:
    """Yield what can be asked, unless too many of the numbers are alike."""
    gold = answers(view, subject, KEY[subject.kind])
    if len({*gold}) >= DISTINCT:
        yield Candidate(subject, gold, depth)


def _gains(view: View, candidate: Candidate) -> Gains:
    """Return by rule whether it gets the whole answer right, 1 or 0."""
    subject = candidate.subject
    rules = RULES[subject.kind].items()
    return {(subject.kind, name): float(answers(view, subject, rule) == candidate.gold) for name, rule in rules}
