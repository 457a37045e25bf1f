"""Pages of the positions track: the picture of a position, and what each of its moves is worth."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from interplay.tables.numbers import minus
from interplay.tracks.games import catalogue
from interplay.tracks.games.verdicts import Decision, Observed
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Choice, plan_of
from interplay_lab.site.drawing import board_of, markup
from interplay_lab.site.presentation import Attempts, TrackPages
from interplay_lab.site.texts import Span, spans_of
from interplay_lab.site.views.replies import Check

MOST_CHOOSING = 6
"""Names of systems beside a move that they chose."""
MOST_DRAWN = 8
"""Moves that are drawn: one of the best, and those that systems chose."""
FEWEST_FOLDED = 3
"""Moves of equal worth that become one row."""


Value = dict[str, Any]
"""Moves of a position with the same value: one, or those that nobody chose. ``drawn``: the page shows the board."""


class _Positions(TrackPages):
    def board(self, item: Position) -> str:
        state = plan_of(item).state
        return board_of(item.game, state, state, None)

    def beside(self, item: Position, attempts: Sequence[Attempts], context: Any) -> dict[str, object]:  # noqa: ARG002
        values = _values(item, attempts)
        return {"picture": _picture(item, values), "values": values, "method": item.method, "scale": _scale(item)}

    def verdicts(self, item: Position, detail: Choice, raw: str) -> tuple[list[Check], list[Span]]:  # noqa: ARG002
        if detail.failure is not None:
            return [Check("bad", detail.failure, f"counts as a regret of {detail.regret:g}")], []
        mark = "good" if detail.optimal else "bad"
        verdict = "the best move" if detail.optimal else f"regret {detail.regret:g}"
        return [Check(mark, "move", f"{detail.action}: {verdict}")], spans_of(raw, [str(detail.action)], mark)[-1:]


def _picture(item: Position, values: Sequence[Value]) -> dict[str, object] | None:
    """Return the drawings of the position: ``frames`` are itself and the boards after moves of *values*."""
    picture = catalogue.picture_of(item.game)
    if picture is None:
        return None
    plan = plan_of(item)
    state, frames = plan.state, [markup(picture.frame(plan.state, None))]
    moves = [move for move in values if move["drawn"]] if len(plan.game.to_move(state)) == 1 else []
    for move in moves[:MOST_DRAWN]:
        action = plan.game.decode(move["actions"][0])
        observed = Observed(state, 0, item.seat, Decision(action, (), substituted=False, forfeited=False), ())
        frames.append(markup(picture.frame(plan.game.apply(state, {item.seat: action}), observed)))
    note = f"The prompt addresses seat {item.seat} as “you”. "
    note += "The picture also shows what that seat cannot see." * ("hidden information" in plan.game.labels)
    drawn = {"size": picture.size, "ground": markup(picture.ground(state)), "frames": frames, "note": note}
    return {**drawn, "caption": picture.caption(state), "legend": picture.legend}


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
    """Return the moves of a position, the best first; those of equal worth that nobody chose are one row."""
    best = max(entry.value for entry in item.values)
    chosen: dict[str, list[str]] = {}
    for attempt in attempts:
        action = getattr(attempt.trials[0].grade.detail, "action", None)
        if action is not None:
            chosen.setdefault(action, []).append(attempt.entry.label)
    values: list[Value] = []
    ranked = sorted(item.values, key=lambda move: (-move.value, move.action not in chosen))
    for worth, moves in groupby(ranked, key=lambda move: move.value):
        actions, value, regret = [move.action for move in moves], minus(f"{worth:g}"), f"{best - worth:g}"
        drawn = sum(action in chosen for action in actions) or int(worth == best)
        alone = drawn if len(actions) - drawn >= FEWEST_FOLDED else len(actions)
        rows = [(action,) for action in actions[:alone]] + [tuple(actions[alone:])] * (alone < len(actions))
        for n, row in enumerate(rows):
            about = {"actions": row, "value": value, "regret": regret, "chosen": _names(chosen.get(row[0], []))}
            values.append({**about, "best": worth == best, "drawn": n < drawn})
    return values


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_CHOOSING} more" if len(names) > MOST_CHOOSING else ""
    return ", ".join(names[:MOST_CHOOSING]) + more


PAGES = _Positions(__file__)
