"""An item that is asked once or turn by turn: what was asked, what is right, and what each system replied."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from interplay.core.replies import read
from interplay.core.text import counted
from interplay.tracks.company.records import Item as Question
from interplay.tracks.company.scores import Verdict
from interplay.tracks.horizon.records import Item as Session
from interplay.tracks.horizon.reports import report_in, value_of
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Choice
from interplay.tracks.simulation import checks as rules
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import Graded
from interplay_lab.site.predictions import JudgeReply, Trial
from interplay_lab.site.scored import SHARES, Entry
from interplay_lab.site.texts import Piece, Span, alone_in, clean, cut, line_of, pieces, quoted, sentence, spans_of
from interplay_lab.site.views.stages import lines_about

SHORT = 2_400
"""Characters of a text that is shown without being opened."""
LONGEST = 250_000
"""Characters shown of a message of an item: all, in every track."""
MOST, MOST_OF_SESSION = 12_000, 60_000
"""Characters shown of a reply, and of all replies of a session together."""
HINT = 90
"""Characters of a closed message that its heading shows."""
PART_SCORES = {"main_score": "main score"}
"""What stands in for the headline and is no share, with its words: a number beside it says what it is."""
STANDINGS = {"constraints": ("breaks a constraint", "constraints hold")}
"""How shares of nothing and of everything are called, where they are not about right and wrong."""


class Turn(NamedTuple):
    """A message of an item, of ``length`` characters. ``hint`` is how a long one begins, which is closed at first."""

    role: str
    pieces: list[Piece]
    hint: str
    length: int


class Check(NamedTuple):
    """One verdict on a reply: ``good``, ``bad`` or nothing; what was looked at, and why."""

    mark: str
    what: str
    reason: str


class Answer(NamedTuple):
    """A reply with what was found in it. ``before`` is what of a long one comes before the end that is shown."""

    before: list[Piece]
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
    said: tuple[JudgeReply, ...]


def turns(item: Any, marked: Sequence[str] = ()) -> list[Turn]:
    """Return the messages of an item, and those that follow replies, with the lines *marked* that it holds."""
    held = [(message.role, message.content) for message in item.messages]
    held += [("user", text) for text in getattr(item, "requests", ())]
    return [_turn(role, text, marked) for role, text in held]


def _turn(role: str, raw: str, marked: Sequence[str]) -> Turn:
    text = clean(cut(raw, LONGEST))
    starts = ((text.find(f"\n{line}\n") + 1, line) for line in marked)
    spans = [Span(start, start + len(line), "good") for start, line in starts if start]
    hint = " ".join(text[:HINT].split()) + "…" if len(raw) > SHORT else ""
    return Turn(role, pieces(text, spans), hint, len(raw))


def reply(
    entry: Entry, href: str, trials: Sequence[Trial], said: Sequence[JudgeReply], operations: Sequence[int] = ()
) -> Reply:
    """Return what is shown of the system of *entry* on an item; what is said of *operations* of a session is marked."""
    answers = tuple(answer for one in trials for answer in _answers(one, operations))
    score, mark = standing(entry, trials[0].grade.item_id)
    return Reply(entry.label, href, score, mark, answers, tuple(said))


def standing(entry: Entry, item_id: str) -> tuple[str, str]:
    """Return the score of an item as text, and whether it is ``good`` or ``bad``, nothing between."""
    item, (name, value) = entry.items[item_id], entry.measured(item_id)
    if not item.counts["played"]:
        ends = (("missing", "not submitted"), ("aborted", "aborted"), ("error", "broke off"))
        return next((words for end, words in ends if item.counts.get(end)), "not played"), "bad"
    if value is None:
        return "no score", ""
    if name == "points":
        return f"{value:.2g} points", "good" if value >= 1 else "bad" if value <= 0 else ""
    is_share = name in SHARES
    mark = "good" if value >= (1.0 if is_share else 100.0) else "bad" if value <= 0 else ""
    if is_share:
        none, full = STANDINGS.get(name, ("wrong", "right"))
        return {0.0: none, 1.0: full}.get(value, f"{value:.2f}"), mark
    return f"{PART_SCORES.get(name, '')} {value:.0f}".strip().replace("-", "−"), mark


def _answers(one: Trial, operations: Sequence[int]) -> Iterator[Answer]:
    prediction, detail = one.prediction, one.grade.detail
    note, tokens = _ended(one), _tokens(one)
    if prediction.response is None:
        yield Answer([], [], (Check("bad", "no reply", prediction.error or ""),), "", tokens, prediction.trial)
        return
    if isinstance(one.item, Session):
        yield from _reports(one, note, tokens, operations)
        return
    raw = clean(cut(prediction.response, MOST))
    checks, spans = _found(one.item, detail, raw)
    shown = pieces(raw, [*spans, *_reasoning(raw)])
    yield Answer([], shown, tuple(checks), note, tokens, prediction.trial)


def _tokens(one: Trial) -> str:
    usage = one.prediction.usage
    return "" if usage is None or not usage.completion_tokens else counted(usage.completion_tokens, "tokens")


def _ended(one: Trial) -> str:
    """Return how a reply that its limit ended was cut off; the limit is known where one reply's tokens are."""
    prediction, usage = one.prediction, one.prediction.usage
    if prediction.finish_reason != "length":
        return ""
    is_alone = usage is not None and usage.calls <= 1
    limit = getattr(prediction, "budget", 0) or (usage.completion_tokens if is_alone else 0)
    return f"cut off at its limit of {counted(limit, 'tokens')}" if limit else "cut off at its limit of tokens"


def _reasoning(raw: str) -> list[Span]:
    """Return what stands before the answer and is not looked at."""
    said = read(raw)
    place = raw.rfind(said.text) if said.blocks and said.text else len(raw) if said.blocks else 0
    return [Span(0, place, "note")] if place > 0 else []


def _found(item: Any, detail: Any, raw: str) -> tuple[list[Check], list[Span]]:
    """Return the verdicts on a reply, and what of it they are about."""
    if isinstance(item, Script) and isinstance(detail, Graded):
        return _checked(item, detail, raw)
    if isinstance(item, Position) and isinstance(detail, Choice):
        return _chosen(detail, raw)
    if isinstance(item, Question) and isinstance(detail, Verdict):
        return _told(item, detail, raw)
    return [], []


def _checked(item: Script, detail: Graded, raw: str) -> tuple[list[Check], list[Span]]:
    checks, spans = [], list[Span]()
    for one, rule in zip(detail.results, map(rules.rule, item.checks), strict=True):
        passed = one.result.verdict == "pass"
        told = [rule] if passed else [rule, one.result.reason or "it fails"]
        checks.append(Check("good" if passed else "bad", one.role, " ".join(map(sentence, told))))
        if not passed:
            spans += alone_in(raw, quoted(one.result.reason), "bad")
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


def _reports(one: Trial, note: str, tokens: str, operations: Sequence[int]) -> Iterator[Answer]:
    """Yield the replies of a session, turn by turn, each with its state against the truth."""
    item, prediction = one.item, one.prediction
    graded: Any = one.grade.detail
    said = (*prediction.earlier, prediction.response)
    for number, (raw, expected, right) in enumerate(zip(said, item.expected, graded.turns, strict=False)):
        text = clean(cut(raw, MOST_OF_SESSION // len(said)))
        found = report_in(raw, item.report)
        last = number == len(said) - 1
        checks = [] if right else [Check("bad", "the report", found.fault or (last and graded.failure) or "wrong")]
        if graded.first_failing == number + 1 and len(graded.turns) > 1:
            checks.append(Check("bad", f"turn {number + 1}", "the first report that is wrong"))
        spans = list[Span]()
        for line, value, truth in zip(item.report, found.values or [None] * len(expected), expected, strict=True):
            same = value is not None and value == value_of(line, truth)
            shown = "not said" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)
            against = "" if same else f"; true: {truth or 'none'}"
            checks.append(Check("good" if same else "bad", line.label, f"{shown or 'none'}{against}"))
            spans += line_of(text, line.label, "good" if same else "bad")
        before, after = _halves(text, spans, [*lines_about(text, operations)])
        yield Answer(before, after, tuple(checks), note if last else "", tokens if last else "", prediction.trial)


def _halves(text: str, spans: Sequence[Span], places: Sequence[Span]) -> tuple[list[Piece], list[Piece]]:
    """Return a long text in two, the end with all *spans*, and in one where it is short; *places* are marked, too."""
    place = text.rfind("\n", 0, min((span.start for span in spans), default=len(text) - SHORT // 4)) + 1
    marked = [*spans, *places]
    if len(text) <= SHORT or place < SHORT // 2:
        return [], pieces(text, marked)
    before = [span for span in marked if span.end <= place]
    after = [Span(start - place, end - place, mark) for start, end, mark in marked if start >= place]
    return pieces(text[:place], before), pieces(text[place:], after)
