"""Grade the replies to one item: whether the last report is right, and when the reports of turns were."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.errors import is_overflow
from interplay.core.tokens import tokens_of
from interplay.tracks.horizon.records import Item, Prediction
from interplay.tracks.horizon.reports import Fault, report_in, value_of

Failure = Literal["error", "context", "cut", "wrong"] | Fault
"""Why an item failed; ``context``: it does not fit what the system can take in; ``cut``: at the limit of tokens."""
Counting = Literal["all", "reply", "none"]
"""What a server counted: all tokens, fewer than the text and its reasoning have, or nothing."""


class Graded(Struct, frozen=True):
    """The scores of the replies to an item.

    ``turns`` says of each report that was asked for whether it was right. ``wrong`` are the labels of the last report
    whose values were not. ``tokens`` is what the server counted, or the fewest that the text has where these are more.
    ``limit`` is the number of tokens at which the last reply was cut, ``None`` where it was not, or nobody knows.
    """

    passed: bool
    failure: Failure | None
    turns: tuple[bool, ...]
    wrong: tuple[str, ...] = ()
    tokens: int = 0
    counting: Counting = "none"
    limit: int | None = None

    @property
    def accuracy(self) -> float:
        """Return the share of turns whose report was right."""
        return sum(self.turns) / len(self.turns)

    @property
    def first_failing(self) -> int | None:
        """Return the first turn, from 1, whose report was wrong, ``None`` where all were right."""
        return None if all(self.turns) else self.turns.index(False) + 1


def grade(item: Item, prediction: Prediction) -> Graded:
    """Return the scores of a prediction of *item*; missing replies count as wrong."""
    replies = (*prediction.earlier, prediction.response or "", *("",) * len(item.expected))
    pairs = list(zip(replies, item.expected, strict=False))
    last = prediction.response or "", item.expected[-1]
    verdicts = {(reply, expected): _judged(item, reply, expected) for reply, expected in {*pairs, last}}
    turns = tuple(verdicts[pair][0] is None for pair in pairs)
    tokens = tokens_of(prediction.usage, (prediction.response, prediction.reasoning, *prediction.earlier))
    counting: Counting = "reply" if tokens.is_refused else "all" if tokens.claimed else "none"
    if prediction.response is None:
        why: Failure = "context" if is_overflow(prediction.error or "") else "error"
        return Graded(passed=False, failure=why, turns=turns, counting=counting)
    failure, wrong = verdicts[last]
    limit = None
    if prediction.finish_reason == "length":
        failure, turns = "cut", (*turns[:-1], False)
        limit = prediction.budget or (tokens.used if tokens.claimed else None)
    return Graded(failure is None, failure, turns, wrong, tokens.used, counting, limit)


def within(graded: Graded, budget: int) -> Graded:
    """Return the scores of the same replies when they may have at most *budget* tokens.

    A reply whose tokens were not counted has the fewest that its text can have: reports say how many there are of
    these. The last of several replies, whose tokens are counted together, keeps its score.
    """
    if graded.tokens <= budget or not graded.passed or len(graded.turns) > 1:
        return graded
    return replace(graded, passed=False, failure="cut", turns=(*graded.turns[:-1], False))


def _judged(item: Item, reply: str, expected: tuple[str, ...]) -> tuple[Failure | None, tuple[str, ...]]:
    """Return why a reply is not the *expected* report, ``None`` where it is, and the labels that are wrong."""
    report = report_in(reply, item.report)
    if report.values is None:
        return report.fault, ()
    pairs = zip(item.report, report.values, expected, strict=True)
    wrong = tuple(line.label for line, value, text in pairs if value is None or value != value_of(line, text))
    return ("wrong" if wrong else None), wrong
