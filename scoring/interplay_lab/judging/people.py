"""How far a person agrees with another judge of the same texts, as in section 4.3 of SimulBench."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from interplay.core.reports import Statistic
from interplay.systems.base import HUMAN
from interplay_lab.judging import agreement
from interplay_lab.judging.means import Case, mean_of, share
from interplay_lab.judging.reading import Verdicts


def statistics(read: Sequence[Verdicts], submission: str) -> Iterator[Statistic]:
    """Yield the agreement of each person with each other judge by the same rubric, for the first submission of a file.

    Ratings from 1 to 10 agree in bands; within one point of the person's they count as reasonable.
    """
    persons_first = sorted(read, key=lambda verdicts: verdicts.header.model.provider != HUMAN)
    for person, other in combinations(persons_first, 2):
        asked = [(verdicts.judge.digest, verdicts.header.submissions) for verdicts in (person, other)]
        is_about = person.header.submissions[0].sha256 == submission
        if is_about and person.header.model.provider == HUMAN and asked[0] == asked[1]:
            yield from _between(person, other)


def _between(person: Verdicts, other: Verdicts) -> Iterator[Statistic]:
    names = {"judge_model": other.header.model.name, "person": person.header.model.name}
    where, scale, owner = {"judge": person.judge.name, **names}, person.judge.file.verdict, person.judged[0].submission
    verdicts = [(owner.track.cluster(owner.items[key[0]]), mine.verdict, other.of(*key).verdict)
                for key, mine in person.readings.items()]  # fmt: skip
    both = [(cluster, mine, theirs) for cluster, mine, theirs in verdicts if mine is not None and theirs is not None]

    def label(verdict: float | str) -> int:
        return agreement.band(float(verdict)) if agreement.fits(scale) else scale.menu().index(str(verdict))

    labels = [(cluster, label(mine), label(theirs)) for cluster, mine, theirs in both]
    same = [Case(cluster, float(mine == theirs)) for cluster, mine, theirs in labels]
    yield share(where, "person_agreement", "share of the texts judged as by the person, ratings in the same band", same)
    yield agreement.kappa_of(where, "person_kappa", "Cohen's kappa between the judge and the person", labels)
    if not scale.choices:
        above = [(cluster, float(theirs) - float(mine)) for cluster, mine, theirs in both]
        close = [Case(cluster, float(abs(points) <= 1)) for cluster, points in above]
        yield share(where, "person_reasonable", "share of the ratings within 1 point of the person's", close)
        title = "mean rating by the judge minus the person's"
        yield mean_of(where, "person_difference", title, [Case(cluster, points) for cluster, points in above])
        far = [Case(cluster, float(points > 0)) for cluster, points in above if abs(points) > 1]
        yield share(where, "person_higher", "share of the ratings further off that are above the person's", far)
