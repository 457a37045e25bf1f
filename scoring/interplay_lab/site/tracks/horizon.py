"""Pages of the horizon track: what is true on the way through a session, and each report against the truth."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from interplay.tracks.horizon.records import Item
from interplay.tracks.horizon.reports import report_in, value_of
from interplay_lab.site.predictions import Trial
from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.texts import Piece, Span, clean, cut, line_of, pieces
from interplay_lab.site.views import replies
from interplay_lab.site.views.replies import SHORT, Answer, Check

MOST = 60_000
"""Characters shown of all replies of a session together."""

_NUMBERED = re.compile(r"^(\d{1,6})\. ", re.MULTILINE)


class Stage(NamedTuple):
    """The true report after an operation, its values in the order of the report's lines."""

    operation: int
    values: tuple[str, ...]


def stages(items: Sequence[Item], wanted: Collection[str]) -> Mapping[str, tuple[Stage, ...]]:
    """Return the stages of those items *wanted* that are asked in one message, where the release has them."""
    in_turns = {item.session: item for item in items if item.layout == "turns"}
    alone = (item for item in items if item.item_id in wanted and item.layout == "single")
    return {item.item_id: tuple(_stages(in_turns[item.session])) for item in alone if item.session in in_turns}


def _stages(item: Item) -> Iterator[Stage]:
    texts = (item.messages[-1].content, *item.requests)
    for text, values in zip(texts, item.expected, strict=True):
        yield Stage(int(_NUMBERED.findall(text)[-1]), values)


def lines_about(text: str, operations: Sequence[int]) -> Iterator[Span]:
    """Yield the first line of *text* that begins with the number of each of *operations*, said as people say it."""
    for number in operations:
        match = re.search(rf"^\W{{0,5}}(?:after |line )?{number}(?![\w,]|\.\d).*$", text, re.MULTILINE | re.IGNORECASE)
        if match:
            yield Span(match.start(), match.end(), "here")


class _Horizon(TrackPages):
    def context(self, items: Sequence[Item], wanted: Collection[str]) -> Mapping[str, tuple[Stage, ...]]:
        return stages(items, wanted)

    def beside(self, item: Item, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        labels = [line.label for line in item.report] if len(item.expected) == 1 else ()
        return {"stages": context or (), "labels": labels}

    def answers(self, trial: Trial, context: Any) -> Iterator[Answer]:
        if trial.prediction.response is None:
            return replies.answers(trial, self.verdicts)
        return _reports(trial, [stage.operation for stage in context or ()])


def _reports(trial: Trial, operations: Sequence[int]) -> Iterator[Answer]:
    """Yield the replies of a session, turn by turn, each with its state against the truth."""
    item, prediction = trial.item, trial.prediction
    graded: Any = trial.grade.detail
    ending, tokens = replies.ending(trial), replies.tokens(trial)
    texts = (*prediction.earlier, prediction.response)
    for number, (raw, expected, right) in enumerate(zip(texts, item.expected, graded.turns, strict=False)):
        text = clean(cut(raw, MOST // len(texts)))
        report = report_in(raw, item.report)
        last = number == len(texts) - 1
        checks = [] if right else [Check("bad", "the report", report.fault or (last and graded.failure) or "wrong")]
        if graded.first_failing == number + 1 and len(graded.turns) > 1:
            checks.append(Check("bad", f"turn {number + 1}", "the first report that is wrong"))
        spans = list[Span]()
        for line, value, truth in zip(item.report, report.values or [None] * len(expected), expected, strict=True):
            same = value is not None and value == value_of(line, truth)
            words = "not said" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)
            against = "" if same else f"; true: {truth or 'none'}"
            checks.append(Check("good" if same else "bad", line.label, f"{words or 'none'}{against}"))
            spans += line_of(text, line.label, "good" if same else "bad")
        before, after = _halves(text, spans, [*lines_about(text, operations)])
        yield Answer(before, after, tuple(checks), ending if last else "", tokens if last else "", prediction.trial)


def _halves(text: str, spans: Sequence[Span], places: Sequence[Span]) -> tuple[list[Piece], list[Piece]]:
    """Return a long text in two, the end with all *spans*, and in one where it is short; *places* are marked, too."""
    middle = text.rfind("\n", 0, min((span.start for span in spans), default=len(text) - SHORT // 4)) + 1
    marked = [*spans, *places]
    if len(text) <= SHORT or middle < SHORT // 2:
        return [], pieces(text, marked)
    before = [span for span in marked if span.end <= middle]
    after = [Span(start - middle, end - middle, mark) for start, end, mark in marked if start >= middle]
    return pieces(text[:middle], before), pieces(text[middle:], after)


PAGES = _Horizon(__file__)
