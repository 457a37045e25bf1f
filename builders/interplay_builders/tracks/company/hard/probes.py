"""Choose what is asked about a dialogue of ``hard``: numbers for several people that no rule of thumb gets right."""

from collections.abc import Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.hard.shortcuts import KEY, RULES, Kind, Subject, View, answers

MOST = 6
"""Groups to whom a question of the third order is put, until one has a fit answer."""
DISTINCT, SPREAD = 3, 3
"""Different numbers that an answer has at least, and the least distance between the lowest and the highest."""


class Candidate(Struct, frozen=True, gc=False):
    """What could be asked, and the number for each person."""

    subject: Subject
    gold: tuple[int, ...]


def propose(view: View, stream: Stream, asked: int) -> list[Candidate]:
    """Return a question of the third order, put to *asked* people, and one about all remarks.

    Nothing if there are none whose numbers are spread and that no rule of thumb gets right.
    """
    groups = [sorted(stream.sample(view.people, asked)) for _ in range(MOST)]
    third = next(filter(None, (_candidate(view, "third", group) for group in groups)), None)
    outdated = _candidate(view, "outdated", view.people)
    return [third, outdated] if third and outdated else []


def _candidate(view: View, kind: Kind, group: Sequence[int]) -> Candidate | None:
    subject = Subject(kind, tuple(group))
    gold = answers(view, subject, KEY[kind])
    is_spread = len({*gold}) >= max(DISTINCT, len(gold) - 1) and max(gold) - min(gold) >= SPREAD
    is_guessed = any(
        all(rule(view, person) == number for person, number in zip(group, gold, strict=True))
        for rule in RULES[kind].values()
    )
    return Candidate(subject, gold) if is_spread and not is_guessed else None
