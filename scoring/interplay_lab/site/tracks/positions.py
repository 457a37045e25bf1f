"""Pages of the positions track: the picture of a position, and what each of its moves is worth."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from interplay.tables.numbers import minus
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Choice, plan_of
from interplay_lab.site.drawing import markup, picture_of
from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.texts import Span, spans_of
from interplay_lab.site.views.replies import Check

MOST_CHOOSING = 6
"""Names of systems beside a move that they chose."""


class Value(NamedTuple):
    """A move of a position: what it is worth, how much less than the best, and who chose it."""

    action: str
    value: str
    regret: str
    chosen: str
    best: bool


class Drawn(NamedTuple):
    """The picture of a position."""

    size: tuple[int, int]
    ground: Markup
    frame: Markup
    caption: str
    note: str
    legend: tuple[str, ...]


class _Positions(TrackPages):
    def beside(self, item: Position, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        return {
            "picture": _picture(item),
            "values": _values(item, attempts),
            "method": item.method,
            "scale": _scale(item),
        }

    def verdicts(self, item: Position, detail: Choice, raw: str) -> tuple[list[Check], list[Span]]:  # noqa: ARG002
        if detail.failure is not None:
            return [Check("bad", detail.failure, f"counts as a regret of {detail.regret:g}")], []
        mark = "good" if detail.optimal else "bad"
        verdict = "the best move" if detail.optimal else f"regret {detail.regret:g}"
        return [Check(mark, "move", f"{detail.action}: {verdict}")], spans_of(raw, [str(detail.action)], mark)[-1:]


def _picture(item: Position) -> Drawn | None:
    picture = picture_of(item.game)
    if picture is None:
        return None
    state = plan_of(item).state
    frame = markup(picture.frame(state, None))
    note = f"The prompt addresses seat {item.seat} as “you”. The picture also shows what that seat cannot see."
    return Drawn(picture.size, markup(picture.ground(state)), frame, picture.caption(state), note, picture.legend)


def _scale(item: Position) -> str:
    """Return how the regret of a move becomes the score of a reply."""
    if not item.blind:
        return "No score, because an uninformed baseline finds the best move here, too."
    return (
        f"Score = 100 (1 − regret / {item.blind:.3g}): 100 for the best move, 0 for a regret of {item.blind:.3g}, the "
        f"best uninformed baseline, negative for a larger regret. A reply without a legal move counts as a regret of "
        f"{item.penalty:.3g}."
    )


def _values(item: Position, attempts: Sequence[Attempts]) -> list[Value]:
    """Return the moves of a position, the best first."""
    best = max(entry.value for entry in item.values)
    chosen: dict[str, list[str]] = {}
    for attempt in attempts:
        action = getattr(attempt.trials[0].grade.detail, "action", None)
        if action is not None:
            chosen.setdefault(action, []).append(attempt.entry.label)
    values = []
    for move in sorted(item.values, key=lambda move: -move.value):
        names = chosen.get(move.action, [])
        more = f" and {len(names) - MOST_CHOOSING} more" if len(names) > MOST_CHOOSING else ""
        systems = ", ".join(names[:MOST_CHOOSING]) + more
        value, regret = minus(f"{move.value:g}"), f"{best - move.value:g}"
        values.append(Value(move.action, value, regret, systems, move.value == best))
    return values


PAGES = _Positions(__file__)
