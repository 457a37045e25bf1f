"""An item that is asked once or turn by turn: what was asked, what is right, and what each system replied."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from interplay.core.replies import read
from interplay.core.text import counted
from interplay_lab.site.predictions import Trial
from interplay_lab.site.scored import SHARES, Entry
from interplay_lab.site.texts import Piece, Span, clean, cut, pieces

SHORT = 2_400
"""Characters of a text that is shown without being opened."""
LONGEST = 250_000
"""Characters shown of a message of an item: all, in every track."""
MOST = 12_000
"""Characters shown of a reply."""
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


Verdicts = Callable[[Any, Any, str], tuple[list[Check], list[Span]]]
"""From an item, the detail of a grade and the text of a reply to the verdicts on it, and what of it they are about."""


def turns(item: Any, marked: Sequence[str] = ()) -> list[Turn]:
    """Return the messages of an item, and those that follow replies, with the lines *marked* that it holds."""
    messages = [(message.role, message.content) for message in item.messages]
    messages += [("user", text) for text in getattr(item, "requests", ())]
    return [_turn(role, text, marked) for role, text in messages]


def _turn(role: str, raw: str, marked: Sequence[str]) -> Turn:
    text = clean(cut(raw, LONGEST))
    starts = ((text.find(f"\n{line}\n") + 1, line) for line in marked)
    spans = [Span(start, start + len(line), "good") for start, line in starts if start]
    hint = " ".join(text[:HINT].split()) + "…" if len(raw) > SHORT else ""
    return Turn(role, pieces(text, spans), hint, len(raw))


def standing(entry: Entry, item_id: str) -> tuple[str, str]:
    """Return the score of an item as text, and whether it is ``good`` or ``bad``, nothing between."""
    item, (name, value) = entry.items[item_id], entry.measured(item_id)
    if not item.counts["played"]:
        ends = (("missing", "not submitted"), ("aborted", "aborted"), ("error", "broke off"))
        return next((words for end, words in ends if item.counts.get(end)), "not played"), "bad"
    if value is None:
        return "no score", ""
    if name == "points":
        return f"{value:.2g} points", ""
    is_share = name in SHARES
    mark = ""
    if entry.report.track != "games":  # a single match says little: its score goes far beyond 0 to 100
        mark = "good" if value >= (1.0 if is_share else 100.0) else "bad" if value <= 0 else ""
    if is_share:
        none, full = STANDINGS.get(name, ("wrong", "right"))
        return {0.0: none, 1.0: full}.get(value, f"{value:.2f}"), mark
    return f"{PART_SCORES.get(name, '')} {value:.0f}".strip().replace("-", "−"), mark


def answers(trial: Trial, verdicts: Verdicts) -> Iterator[Answer]:
    """Yield the reply of one trial, with what *verdicts* say of it."""
    prediction = trial.prediction
    if prediction.response is None:
        missing = Check("bad", "no reply", prediction.error or "")
        yield Answer([], [], (missing,), "", tokens(trial), prediction.trial)
        return
    raw = clean(cut(prediction.response, MOST))
    checks, spans = verdicts(trial.item, trial.grade.detail, raw)
    marked = pieces(raw, [*spans, *_reasoning(raw)])
    yield Answer([], marked, tuple(checks), ending(trial), tokens(trial), prediction.trial)


def tokens(trial: Trial) -> str:
    """Return how many tokens a prediction took, where they were counted."""
    usage = trial.prediction.usage
    return "" if usage is None or not usage.completion_tokens else counted(usage.completion_tokens, "tokens")


def ending(trial: Trial) -> str:
    """Return how a reply that its limit ended was cut off; the limit is known where one reply's tokens are."""
    prediction, usage = trial.prediction, trial.prediction.usage
    if prediction.finish_reason != "length":
        return ""
    is_alone = usage is not None and usage.calls <= 1
    limit = getattr(prediction, "budget", 0) or (usage.completion_tokens if is_alone else 0)
    return f"cut off at its limit of {counted(limit, 'tokens')}" if limit else "cut off at its limit of tokens"


def _reasoning(raw: str) -> list[Span]:
    """Return what stands before the answer and is not looked at."""
    answer = read(raw)
    end = raw.rfind(answer.text) if answer.blocks and answer.text else len(raw) if answer.blocks else 0
    return [Span(0, end, "note")] if end > 0 else []
