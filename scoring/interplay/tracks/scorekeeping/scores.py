"""Grade one episode: recompute from raw text what was valid, what was true, and every score.

Scores follow clembench's privateshared document: accuracy and Cohen's kappa over all probes, middle accuracy,
slot-filling accuracy, and the main score, 100 times the harmonic mean of slot filling and kappa truncated at 0.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from interplay.tracks.scorekeeping.records import Prediction, ProbeReplies
from interplay.tracks.scorekeeping.rules import Knowledge, Plan, answer_body, probe_label

CACHED_LENGTH, CACHED_LABELS = 80, 1_000
"""Nearly all valid replies are one of a few short texts; these bound what is remembered of them."""

Status = Literal["played", "aborted", "error"]


class EpisodeError(Exception):
    """A prediction that no run of the game can have produced; ``path`` is the JSON path at fault."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(message)


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

    ``cells`` counts labels as (gold no, said no), (gold no, said yes), (gold yes, said no), (gold yes, said yes).
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


def grade(plan: Plan, prediction: Prediction) -> Episode:
    """Return the scores of *prediction*; raise ``EpisodeError`` when it does not follow the course of the game."""
    if prediction.error is not None:
        return Episode("error", prediction.error, (), (0, 0, 0, 0))
    return _Grading(plan, prediction).run()


class _Grading:
    """One pass over a prediction."""

    def __init__(self, plan: Plan, prediction: Prediction) -> None:
        self.plan = plan
        self.rules = plan.item.rules
        self.tags = plan.item.tags
        self.answers = prediction.answers
        self.probes = self.sent = prediction.probes
        self.knowledge = Knowledge(plan)
        self.cells = [0, 0, 0, 0]
        self.stale = [0, 0]
        self.rounds: list[RoundScore] = []
        self.next_probe = self.next_answer = 0
        self.reason: str | None = None

    def run(self) -> Episode:
        for number in range(len(self.plan.probed)):
            filled = None
            if number:
                filled = self._answer(number)
                if filled is None:
                    self.rounds.append(RoundScore(0, 0, None, 1, 0, complete=False))
                    break
            self._probe(number, filled)
            if self.reason is not None:
                break
        self._nothing_left()
        return self._episode()

    def _answer(self, number: int) -> bool | None:
        """Hear the answer of a round; return whether it held its value, or ``None`` when it was invalid."""
        if len(self.answers) < number:
            raise EpisodeError("$.answers", _unfinished(f"the answer of round {number}"))
        answer = self.answers[number - 1]
        if answer.round != number:
            raise EpisodeError(f"$.answers[{number - 1}].round", f"found {answer.round}, expected {number}")
        self.next_answer = number
        self.knowledge.update(number)
        body = answer_body(answer.text, self.tags, self.rules)
        if body is None:
            self.reason = f"invalid answer in round {number}"
            return None
        return self.knowledge.hear(number, body)

    def _probe(self, number: int, filled: bool | None) -> None:  # noqa: FBT001  passed on as it is
        """Score the probes of a round; ``filled`` is what ``_answer`` said, or ``None`` in round 0."""
        shared, stale, cells, names = self.knowledge.shared, self.knowledge.stale, self.cells, self.plan.names
        attempts = parsed = correct = 0
        slots, labels, probes = self.plan.probed[number], self.plan.labels, self.probes
        for slot in slots:
            probe = probes[self.next_probe] if self.next_probe < len(probes) else None
            if probe is None or probe.slot != names[slot] or probe.round != number:
                probe = self._find(number, names[slot])
                probes = self.probes
            self.next_probe += 1
            tried = len(probe.attempts)
            attempts += tried
            text = probe.attempts[-1]
            label = labels[text] if text in labels else self._read(text)
            if tried > 1 or label is None:
                self._check_attempts(probe, label)
            if label is None:
                self.reason = self.reason or f"unparsable probe of {names[slot]!r} in round {number}"
                if self.rules.after_failed_probe == "stop":
                    break
                continue
            parsed += 1
            correct += label is shared[slot]
            cells[2 * shared[slot] + label] += 1
            if stale[slot]:
                self.stale[0] += 1
                self.stale[1] += not label
        spoken = int(filled is not None)
        score = RoundScore(len(slots), correct, filled, attempts + spoken, parsed + spoken, self.reason is None)
        self.rounds.append(score)

    def _find(self, number: int, slot: str) -> ProbeReplies:
        """Return the probe that comes next in the item's order from a submission in another order."""
        # What was taken so far is a prefix of the frozen order, so sorting leaves it in place.
        self.probes = _in_frozen_order(self.plan, self.probes)
        if self.next_probe < len(self.probes):
            probe = self.probes[self.next_probe]
            if (probe.round, probe.slot) == (number, slot):
                return probe
        raise EpisodeError("$.probes", _unfinished(f"all probes of round {number}"))

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
            raise EpisodeError(path, f"found {tried} attempts, expected at most {limit}")
        if label is None and tried < limit:
            raise EpisodeError(path, f"found {tried} unparsable attempts, expected {limit} or a valid last one")
        early = [i for i, t in enumerate(probe.attempts[:-1]) if probe_label(t, self.tags, self.rules) is not None]
        if early:
            raise EpisodeError(f"{path}[{early[0]}]", "found a valid reply, expected no further attempt after it")

    def _nothing_left(self) -> None:
        ended = f"expected none: the episode ended in round {len(self.rounds) - 1}"
        if self.reason is not None:
            ended += f" ({self.reason})"
        if len(self.answers) > self.next_answer:
            extra_answer = self.answers[self.next_answer]
            message = f"found an answer for round {extra_answer.round}, {ended}"
            raise EpisodeError(f"$.answers[{self.next_answer}]", message)
        if len(self.probes) > self.next_probe:
            self.probes = _in_frozen_order(self.plan, self.probes)
            extra = self.probes[self.next_probe]
            raise EpisodeError("$.probes", f"found a probe of {extra.slot!r} for round {extra.round}, {ended}")

    def _episode(self) -> Episode:
        rounds, cells = tuple(self.rounds), (self.cells[0], self.cells[1], self.cells[2], self.cells[3])
        if self.reason is not None:
            return Episode("aborted", self.reason, rounds, cells)
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
        )


def _unfinished(what: str) -> str:
    return f"found no more, expected {what}; if the run broke off, say so with the key 'error'"


def _in_frozen_order(plan: Plan, probes: Sequence[ProbeReplies]) -> tuple[ProbeReplies, ...]:
    """Return *probes* in the order in which the item puts them; refuse probes that it does not put, or puts once."""
    place = {(r, plan.names[s]): (r, i) for r, slots in enumerate(plan.probed) for i, s in enumerate(slots)}
    seen = set()
    for i, probe in enumerate(probes):
        key = (probe.round, probe.slot)
        if key not in place:
            known = f"rounds 0 to {len(plan.probed) - 1} and the slots {', '.join(plan.names)}"
            raise EpisodeError(f"$.probes[{i}]", f"found round {probe.round}, slot {probe.slot!r}, expected {known}")
        if key in seen:
            raise EpisodeError(f"$.probes[{i}]", f"found round {probe.round}, slot {probe.slot!r} twice, expected once")
        seen.add(key)
    return tuple(sorted(probes, key=lambda p: place[p.round, p.slot]))
