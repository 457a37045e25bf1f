"""An item that is asked once or turn by turn: what was asked, what is right, and what each system replied."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from interplay.core.replies import read
from interplay.site.scored import SHARES, Entry
from interplay.site.shown import Said, Shown
from interplay.site.texts import Piece, Span, clean, cut, line_of, pieces, quoted, spans_of
from interplay.tracks.company.records import Item as Question
from interplay.tracks.company.scores import Verdict
from interplay.tracks.horizon.records import Item as Session
from interplay.tracks.horizon.reports import report_in, value_of
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Choice
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import Graded

SHORT = 2_400
"""Characters of a message that is shown without being opened."""
MOST = 6_000
"""Characters shown of a reply."""


class Turn(NamedTuple):
    """A message of an item. ``long`` ones are closed at first."""

    role: str
    text: str
    long: bool


class Check(NamedTuple):
    """One verdict on a reply: ``good``, ``bad`` or nothing; what was looked at, and why."""

    mark: str
    what: str
    reason: str


class Answer(NamedTuple):
    """A reply with what was found in it. ``right`` is nothing where there is no right and wrong."""

    pieces: list[Piece]
    checks: tuple[Check, ...]
    note: str
    tokens: str
    trial: int


class Reply(NamedTuple):
    """All that a page shows of one system: its score on the item, its answers, and what judges said of them."""

    label: str
    href: str
    score: str
    mark: str
    answers: tuple[Answer, ...]
    said: tuple[Said, ...]


def turns(item: Any) -> list[Turn]:
    """Return the messages of an item, and those that follow replies."""
    held = [(message.role, message.content) for message in item.messages]
    held += [("user", text) for text in getattr(item, "requests", ())]
    return [Turn(role, cut(text), len(text) > SHORT) for role, text in held]


def reply(entry: Entry, href: str, trials: Sequence[Shown], said: Sequence[Said]) -> Reply:
    """Return what is shown of the system of *entry* on an item."""
    answers = tuple(answer for one in trials for answer in _answers(one))
    score, mark = standing(entry, trials[0].grade.item_id)
    return Reply(entry.label, href, score, mark, answers, tuple(said))


def standing(entry: Entry, item_id: str) -> tuple[str, str]:
    """Return the score of an item as text, and whether it is ``good`` or ``bad``, nothing between."""
    item, (name, value) = entry.items[item_id], entry.measured(item_id)
    if not item.counts["played"]:
        return ("not submitted" if item.counts["missing"] else "not played"), "bad"
    if value is None:
        return "no score", ""
    is_share = name in SHARES
    full = 1.0 if is_share else 100.0
    if name == "points":  # of a match without a scale, which has no score
        return f"no score, {value:.2g} points", "good" if value >= full else "bad" if value <= 0 else ""
    shown = {0.0: "wrong", 1.0: "right"}.get(value, f"{value:.2f}") if is_share else f"{value:.0f}".replace("-", "−")
    return shown, "good" if value >= full else "bad" if value <= 0 else ""


def _answers(one: Shown) -> Iterator[Answer]:
    prediction, detail = one.prediction, one.grade.detail
    usage = prediction.usage
    tokens = "" if usage is None or not usage.completion_tokens else f"{usage.completion_tokens:,} tokens"
    if prediction.response is None:
        yield Answer([], (Check("bad", "no reply", prediction.error or ""),), "", tokens, prediction.trial)
        return
    note = "cut off at the limit of tokens" if prediction.finish_reason == "length" else ""
    if isinstance(one.item, Session):
        yield from _reports(one, note, tokens)
        return
    raw = clean(cut(prediction.response, MOST))
    checks, spans = _found(one.item, detail, raw)
    yield Answer(pieces(raw, [*spans, *_reasoning(raw)]), tuple(checks), note, tokens, prediction.trial)


def _reasoning(raw: str) -> list[Span]:
    """Return what stands before the answer and is not looked at."""
    said = read(raw)
    place = raw.rfind(said.text) if said.blocks and said.text else len(raw) if said.blocks else 0
    return [Span(0, place, "note")] if place > 0 else []


def _found(item: Any, detail: Any, raw: str) -> tuple[list[Check], list[Span]]:
    """Return the verdicts on a reply, and what of it they are about."""
    if isinstance(item, Script) and isinstance(detail, Graded):
        return _checked(detail, raw)
    if isinstance(item, Position) and isinstance(detail, Choice):
        return _chosen(detail, raw)
    if isinstance(item, Question) and isinstance(detail, Verdict):
        return _told(item, detail, raw)
    return [], []


def _checked(detail: Graded, raw: str) -> tuple[list[Check], list[Span]]:
    checks, spans = [], list[Span]()
    for one in detail.results:
        passed = one.result.verdict == "pass"
        reason = one.result.reason or ("passed" if passed else "failed")
        checks.append(Check("good" if passed else "bad", f"{one.role}: {one.kind}", reason))
        if not passed:
            spans += spans_of(raw, quoted(one.result.reason), "bad", most=3)
    return checks, spans


def _chosen(detail: Choice, raw: str) -> tuple[list[Check], list[Span]]:
    if detail.failure is not None:
        return [Check("bad", detail.failure, f"counts as a regret of {detail.regret:g}")], []
    mark = "good" if detail.optimal else "bad"
    said = f"{detail.action}: the best move" if detail.optimal else f"{detail.action}: regret {detail.regret:g}"
    return [Check(mark, "move", said)], spans_of(raw, [str(detail.action)], mark)[-1:]


def _told(item: Question, detail: Verdict, raw: str) -> tuple[list[Check], list[Span]]:
    right = ", ".join(item.gold)
    if detail.said is None:
        return [Check("bad", "no answer", f"expected {right}")], []
    said = ", ".join(detail.said) or "nobody"
    checks = [Check("good" if detail.right else "bad", "read as", f"{said}; right is {right}")]
    spans = [s for name in detail.said for s in spans_of(raw, [name], "good" if name in item.gold else "bad")[-1:]]
    return checks, spans


def _reports(one: Shown, note: str, tokens: str) -> Iterator[Answer]:
    """Yield the replies of a session, turn by turn, each with its state against the truth."""
    item, prediction = one.item, one.prediction
    graded: Any = one.grade.detail
    said = (*prediction.earlier, prediction.response)
    for number, (raw, expected, right) in enumerate(zip(said, item.expected, graded.turns, strict=False)):
        text = clean(cut(raw, MOST))
        found = report_in(raw, item.report)
        checks = [] if right else [Check("bad", "report", found.fault or graded.failure or "wrong")]
        if graded.first_failing == number + 1 and len(graded.turns) > 1:
            checks.append(Check("bad", f"turn {number + 1}", "the first report that is wrong"))
        spans = list[Span]()
        for line, value, truth in zip(item.report, found.values or [None] * len(expected), expected, strict=True):
            same = value is not None and value == value_of(line, truth)
            shown = "not said" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)
            checks.append(Check("good" if same else "bad", line.label, f"{shown or 'none'}; true: {truth or 'none'}"))
            spans += line_of(text, line.label, "good" if same else "bad")
        last = number == len(said) - 1
        yield Answer(pieces(text, spans), tuple(checks), note if last else "", tokens if last else "", prediction.trial)
