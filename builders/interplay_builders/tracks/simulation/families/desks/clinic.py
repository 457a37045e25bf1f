"""A training line with a fictional protocol: points for answers, a level, and the question that is next."""

from collections.abc import Iterator, Mapping, Sequence

from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

RED = 100
"""Points of an answer that makes the level RED by itself; they are not shown."""
POINTS: Mapping[str, Mapping[str, int]] = {
    "Q1": {"easy": 0, "short": 2, "gasping": RED},
    "Q2": {"none": 0, "low": 1, "high": 2},
    "Q3": {"1-2": 0, "3-4": 1, "5+": 2},
    "Q4": {"well": 0, "little": 1, "nothing": 3},
    "Q5": {"edge": 2, "middle": 0},
}
LEAST_AMBER, LEAST_RED = 3, 6
DISCLAIMER = "Training script, not advice."


class ClinicLine:
    """What the caller has answered so far."""

    def __init__(self) -> None:
        self._answers: dict[str, str] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take answers such as ``Q2 low``, then show level, points and the next question."""
        for command in commands:
            question, _, reply = command.partition(" ")
            if reply not in POINTS.get(question, {}):
                raise ValueError(f"found {command!r}, expected an answer of the protocol")
            self._answers[question] = reply
        lines = self._lines()
        closing = form("pattern", PatternParams(pattern=r"Training script, not advice", means=DISCLAIMER, whole=False))
        checks = (content("labelled", LabelledParams(expected=lines)), closing)
        return Answer("\n".join((*lines, DISCLAIMER)), checks)

    def _lines(self) -> tuple[str, ...]:
        points = [POINTS[question][self._answers[question]] for question in self._asked() if question in self._answers]
        total, is_red = sum(p for p in points if p != RED), RED in points
        level = "RED" if is_red or total >= LEAST_RED else "AMBER" if total >= LEAST_AMBER else "GREEN"
        still = (question for question in self._asked() if question not in self._answers)
        following = "ambulance" if level == "RED" else next(still, "end")
        return f"LEVEL: {level}", f"POINTS: {total}", f"NEXT: {following}"

    def _asked(self) -> Iterator[str]:
        """Yield the questions that this caller has to answer."""
        for question in POINTS:
            if question != "Q3" or self._answers.get("Q2") != "none":
                yield question
