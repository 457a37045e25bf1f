"""How far a person agrees with another judge of the same texts, as in section 4.3 of SimulBench."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from interplay.core.reports import Statistic
from interplay_lab.judging import agreement
from interplay_lab.judging.certificates import is_person
from interplay_lab.judging.means import Case, mean_of, share
from interplay_lab.judging.reading import Verdicts


def statistics(read: Sequence[Verdicts], submission: str) -> Iterator[Statistic]:
    """Yield the agreement of each person with each other judge by the same rubric, for the first submission of a file.

    Ratings from 1 to 10 agree in bands; within one point of the person's they count as reasonable.
    """
    persons_first = sorted(read, key=lambda verdicts: not is_person(verdicts.header))
    for first, second in combinations(persons_first, 2):
        person, judge = first.header, second.header
        is_same = (person.judge_digest, person.submissions) == (judge.judge_digest, judge.submissions)
        if is_same and is_person(person) and person.submissions[0].sha256 == submission:
            yield from _between(first, second)


def _between(person: Verdicts, judge: Verdicts) -> Iterator[Statistic]:
    where = {"judge": person.judge.name, "judge_model": judge.header.model.name, "person": person.header.model.name}
    scale, owner = person.judge.file.verdict, person.judged[0].submission
    pairs = [(owner.items[key[0]], mine.verdict, judge.of(*key).verdict) for key, mine in person.readings.items()]
    both = [(owner.track.cluster(item), a, b) for item, a, b in pairs if a is not None and b is not None]

    def label(verdict: float | str) -> int:
        return agreement.band(float(verdict)) if agreement.fits(scale) else scale.menu().index(str(verdict))

    labels = [(cluster, label(a), label(b)) for cluster, a, b in both]
    same = [Case(cluster, float(a == b)) for cluster, a, b in labels]
    yield share(where, "person_agreement", "share of the texts judged as by the person, ratings in the same band", same)
    yield agreement.kappa_of(where, "person_kappa", "Cohen's kappa between the judge and the person", labels)
    if not scale.choices:
        above = [Case(cluster, float(b) - float(a)) for cluster, a, b in both]
        close = [Case(case.cluster, float(abs(case.value) <= 1)) for case in above]
        far = [Case(case.cluster, float(case.value > 0)) for case in above if abs(case.value) > 1]
        yield share(where, "person_reasonable", "share of the ratings within 1 point of the person's", close)
        yield mean_of(where, "person_difference", "mean rating by the judge minus the person's", above)
        yield share(where, "person_higher", "share of the ratings further off that are above the person's", far)
