"""Grade one episode: recompute from raw text what was valid, what was true, and every score.

Scores follow clembench's privateshared document: accuracy and Cohen's kappa over all probes, middle accuracy,
slot-filling accuracy, and the main score, 100 times the harmonic mean of slot filling and kappa truncated at 0.
The headline is ours: 100 times slot filling times how much better than a guess the informative probes were answered.
"""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.base import PredictionError, Status
from interplay.tracks.scorekeeping.informative import Truths, informative
from interplay.tracks.scorekeeping.records import Prediction, ProbeReplies
from interplay.tracks.scorekeeping.rules import Heard, Knowledge, Plan, probe_label

CACHED_LENGTH, CACHED_LABELS = 80, 1_000
"""Nearly all valid replies are one of a few short texts; these bound what is remembered of them."""


class RoundScore(Struct, frozen=True, gc=False):
    """One round: ``correct`` of ``probes`` labels, whether the answer held its slot's value, and requests put."""

    probes: int
    correct: int
    slot_filled: bool | None
    requests: int
    parsed: int
    complete: bool

    @property
    def accuracy(self) -> float | None:
        """Share of right labels; ``None`` for a round that was not finished."""
        return self.correct / self.probes if self.complete and self.probes else None


class Episode(Struct, frozen=True, gc=False):
    """Scores of one dialogue. All metrics are ``None`` unless it was played to its end.

    ``cells`` counts labels as (gold no, said no), (gold no, said yes), (gold yes, said no), (gold yes, said yes); a
    probe that failed counts as answered wrongly. ``failed`` of the probes put stayed unparsable, and ``formless``
    answers had not their form. ``informative_accuracy`` is the share of informative probes that were answered rightly
    in a dialogue that had gone as the item means it: a truth that the player changed itself, by telling too much or
    too little, would be one it had made easy.
    """

    status: Status
    reason: str | None
    rounds: tuple[RoundScore, ...]
    cells: tuple[int, int, int, int]
    accuracy: float | None = None
    kappa: float | None = None
    middle_accuracy: float | None = None
    stale_accuracy: float | None = None
    slot_filling: float | None = None
    informative_accuracy: float | None = None
    failed: int = 0
    formless: int = 0

    @property
    def score(self) -> float | None:
        """The headline: from -100 to 100, 0 for a guess; ``None`` for an item without informative probes."""
        if self.informative_accuracy is None or self.slot_filling is None:
            return None
        return 100 * self.slot_filling * (2 * self.informative_accuracy - 1) or 0.0  # never -0.0

    @property
    def truncated_kappa(self) -> float | None:
        """Kappa, but never below 0."""
        return None if self.kappa is None else max(0.0, self.kappa)

    @property
    def main_score(self) -> float | None:
        """From 0 to 100; ``None`` where kappa is, because a harmonic mean of something undefined is undefined."""
        kappa, filling = self.truncated_kappa, self.slot_filling
        if kappa is None or filling is None:
            return None
        return 100 * (2 * kappa * filling / (kappa + filling)) if kappa + filling > 0 else 0.0

    @property
    def success(self) -> bool:
        """Whether every label and every slot was right."""
        return self.kappa == 1 and self.slot_filling == 1

    @property
    def requests(self) -> int:
        """Number of replies asked for, every attempt counted."""
        return sum(r.requests for r in self.rounds)

    @property
    def parsed(self) -> int:
        """Number of replies that were valid."""
        return sum(r.parsed for r in self.rounds)


def kappa_of(cells: Sequence[int]) -> float | None:
    """Return Cohen's kappa of a 2 x 2 table given as in ``Episode.cells``, or ``None`` where it is undefined.

    It is undefined when chance agreement is certain: gold and said labels are all the same one, or there are none.
    """
    no_no, no_yes, yes_no, yes_yes = cells
    n = no_no + no_yes + yes_no + yes_yes
    chance = (no_no + no_yes) * (no_no + yes_no) + (yes_no + yes_yes) * (no_yes + yes_yes)
    if chance == n * n:
        return None
    return (n * (no_no + yes_yes) - chance) / (n * n - chance)


def grade(plan: Plan, prediction: Prediction, truths: Truths | None = None) -> Episode:
    """Return the scores of *prediction*; raise ``PredictionError`` when it does not follow the course of the game.

    *truths* are those of ``informative(plan)``, for callers that grade more than one prediction of an item.
    """
    if prediction.error is not None:
        return Episode("error", prediction.error, (), (0, 0, 0, 0))
    return _Grading(plan, prediction, informative(plan) if truths is None else truths).run()


class _Grading:
    def __init__(self, plan: Plan, prediction: Prediction, truths: Truths) -> None:
        self.plan = plan
        self.truths = truths
        self.rules = plan.item.rules
        self.tags = plan.item.tags
        self.answers = prediction.answers
        self.sent, self.probes = prediction.probes, _in_frozen_order(plan, prediction.probes)
        self.knowledge = Knowledge(plan)
        self.cells = [0, 0, 0, 0]
        self.stale = [0, 0]
        self.informative = self.failed = self.formless = 0
        self.rounds: list[RoundScore] = []
        self.next_probe = self.next_answer = 0
        self.reason: str | None = None

    def run(self) -> Episode:
        for number in range(len(self.plan.probed)):
            heard = None
            if number:
                heard = self._answer(number)
                if heard is None:
                    self.rounds.append(RoundScore(0, 0, None, 1, 0, complete=False))
                    break
            self._probe(number, heard)
            if self.reason is not None:
                break
        self._nothing_left()
        return self._episode()

    def _answer(self, number: int) -> Heard | None:
        """Hear the answer of a round; return what came of it, or ``None`` when it aborts the episode."""
        if len(self.answers) < number:
            raise PredictionError("$.answers", _unfinished(f"the answer of round {number}"))
        answer = self.answers[number - 1]
        if answer.round != number:
            raise PredictionError(f"$.answers[{number - 1}].round", f"found {answer.round}, expected {number}")
        self.next_answer = number
        self.knowledge.update(number)
        heard = self.knowledge.answer(number, answer.text)
        if heard is None:
            self.reason = f"invalid answer in round {number}"
        self.formless += heard is None or not heard.formed
        return heard

    def _probe(self, number: int, heard: Heard | None) -> None:
        """Score the probes of a round; ``heard`` is what ``_answer`` said, or ``None`` in round 0."""
        shared, stale, cells, names = self.knowledge.shared, self.knowledge.stale, self.cells, self.plan.names
        attempts = parsed = correct = 0
        slots, labels, probes = self.plan.probed[number], self.plan.labels, self.probes
        for slot in slots:
            probe = probes[self.next_probe] if self.next_probe < len(probes) else None
            if probe is None or probe.slot != names[slot] or probe.round != number:
                raise PredictionError("$.probes", _unfinished(f"all probes of round {number}"))
            self.next_probe += 1
            tried = len(probe.attempts)
            attempts += tried
            text = probe.attempts[-1]
            label = labels[text] if text in labels else self._read(text)
            if tried > 1 or label is None:
                self._check_attempts(probe, label)
            if label is None:
                self._fail(number, names[slot])
                if self.reason is not None and self.rules.after_failed_probe == "stop":
                    break
            parsed += label is not None
            is_right = label is shared[slot]
            correct += is_right
            cells[2 * shared[slot] + (shared[slot] is is_right)] += 1
            self.stale[0] += stale[slot]
            self.stale[1] += stale[slot] and is_right
            self.informative += is_right and self.truths.get((number, slot)) is label
        filled = None if heard is None else heard.filled
        spoken, formed = (0, 0) if heard is None else (1, int(heard.formed))
        score = RoundScore(len(slots), correct, filled, attempts + spoken, parsed + formed, self.reason is None)
        self.rounds.append(score)

    def _fail(self, number: int, slot: str) -> None:
        self.failed += 1
        if self.failed >= self.rules.failures:
            count = "" if self.rules.failures == 1 else f"{self.failed} probes failed, the last an "
            self.reason = self.reason or f"{count}unparsable probe of {slot!r} in round {number}"

    def _read(self, text: str) -> bool | None:
        """Return what a reply claims; remember it if it is one of the few short ones that recur."""
        label = probe_label(text, self.tags, self.rules)
        if len(text) <= CACHED_LENGTH and len(self.plan.labels) < CACHED_LABELS:
            self.plan.labels[text] = label
        return label

    def _check_attempts(self, probe: ProbeReplies, label: bool | None) -> None:  # noqa: FBT001  passed on as it is
        path = f"$.probes[{next(i for i, sent in enumerate(self.sent) if sent is probe)}].attempts"
        limit, tried = self.rules.attempts, len(probe.attempts)
        if tried > limit:
            raise PredictionError(path, f"found {tried} attempts, expected at most {limit}")
        if label is None and tried < limit:
            raise PredictionError(path, f"found {tried} unparsable attempts, expected {limit} or a valid last one")
        early = [i for i, t in enumerate(probe.attempts[:-1]) if probe_label(t, self.tags, self.rules) is not None]
        if early:
            raise PredictionError(f"{path}[{early[0]}]", "found a valid reply, expected no further attempt after it")

    def _nothing_left(self) -> None:
        ended = f"expected none: the episode ended in round {len(self.rounds) - 1}"
        if self.reason is not None:
            ended += f" ({self.reason})"
        if len(self.answers) > self.next_answer:
            extra_answer = self.answers[self.next_answer]
            message = f"found an answer for round {extra_answer.round}, {ended}"
            raise PredictionError(f"$.answers[{self.next_answer}]", message)
        if len(self.probes) > self.next_probe:
            extra = self.probes[self.next_probe]
            raise PredictionError("$.probes", f"found a probe of {extra.slot!r} for round {extra.round}, {ended}")

    def _episode(self) -> Episode:
        rounds, cells = tuple(self.rounds), (self.cells[0], self.cells[1], self.cells[2], self.cells[3])
        if self.reason is not None:
            return Episode("aborted", self.reason, rounds, cells, failed=self.failed, formless=self.formless)
        answered = len(rounds) - 1
        return Episode(
            "played",
            None,
            rounds,
            cells,
            accuracy=(cells[0] + cells[3]) / sum(cells) if sum(cells) else None,
            kappa=kappa_of(cells),
            middle_accuracy=rounds[self.plan.middle].accuracy if self.plan.middle >= 0 else None,
            stale_accuracy=self.stale[1] / self.stale[0] if self.stale[0] else None,
            slot_filling=sum(bool(r.slot_filled) for r in rounds) / answered if answered else None,
            informative_accuracy=self.informative / len(self.truths) if self.truths else None,
            failed=self.failed,
            formless=self.formless,
        )


def _unfinished(what: str) -> str:
    return f"found no more, expected {what}; if the run broke off, say so with the key 'error'"


def _in_frozen_order(plan: Plan, probes: Sequence[ProbeReplies]) -> tuple[ProbeReplies, ...]:
    """Return *probes* in the order in which the item puts them; refuse probes that it does not put, or puts once."""
    position = {(r, plan.names[s]): (r, i) for r, slots in enumerate(plan.probed) for i, s in enumerate(slots)}
    given = set()
    for i, probe in enumerate(probes):
        key, at = (probe.round, probe.slot), f"round {probe.round}, slot {probe.slot!r}"
        if key not in position:
            known = f"rounds 0 to {len(plan.probed) - 1} and the slots {', '.join(plan.names)}"
            raise PredictionError(f"$.probes[{i}]", f"found {at}, expected {known}")
        if key in given:
            raise PredictionError(f"$.probes[{i}]", f"found {at} twice, expected once")
        given.add(key)
    return tuple(sorted(probes, key=lambda p: position[p.round, p.slot]))
