"""The positions track as the rest of the package sees it."""

from collections.abc import Callable, Mapping

from interplay.core import extensions
from interplay.core.driver import Ask, Board
from interplay.core.records import Rule
from interplay.core.replies import read
from interplay.tracks.base import Grade, Part, Values, tables_of
from interplay.tracks.games.catalogue import board_of
from interplay.tracks.positions.bots import BLIND, BOTS, EXACT
from interplay.tracks.positions.records import Position, Prediction
from interplay.tracks.positions.scores import Choice, grade, plan_of, worth
from interplay.tracks.single_turn import SingleTurn

_TABLES = tables_of(__package__)


class Positions(SingleTurn[Position, Prediction]):
    """The positions track: an item is a decision point of a game, and a reply is graded by its move's regret."""

    name = "positions"
    scoring_version = 5
    metrics, legend, ceiling = _TABLES.metrics, _TABLES.legend, _TABLES.ceiling
    table_by = spread_by = ("game",)
    cluster_unit = "setups"
    equal = drawn_from = "game"
    deterministic = frozenset(EXACT)
    uninformed = frozenset(BLIND)
    basic = _TABLES.basic
    reply_tokens = 16_384
    item = Position
    prediction = Prediction
    longest = 20_000
    front = ("deep", "hard")
    parts = {
        "quick-1": Part(("hard",), Rule(sample=320, sample_seed=1, spread=("game", "kind"))),
        "quick-2": Part(rule=Rule(sample=160, sample_seed=1, spread=("game",))),
    }

    @property
    def bots(self) -> Mapping[str, Callable[[Ask], str]]:
        return {**BOTS, **extensions.bots(self.name)}

    def where(self, item: Position) -> dict[str, str]:
        return {"split": item.split, "game": item.game, "kind": item.kind}

    def cluster(self, item: Position) -> str:
        """Return what positions of a game share, such as a deal; the item where it stands alone."""
        return f"{item.game} {item.cluster}" if item.cluster else item.item_id

    def undefined(self, item: Position) -> tuple[str, ...]:
        """Return the score of a position in which the uninformed baseline finds the best move."""
        return () if item.blind else ("score",)

    def weight(self, item: Position) -> float:
        """Return the regret of the uninformed baseline, so that the score of a game is a ratio of sums."""
        return item.blind

    def lost(self, item: Position) -> float:
        return worth(item, item.penalty) or 0.0

    def board(self, item: Position) -> Board | None:
        return board_of(item.setup, plan_of(item).state)

    def form(self, item: Position) -> str:
        """Return how the prompt asks for the first legal move, which need not be its name in ``values``."""
        plan = plan_of(item)
        move = plan.game.decode(item.values[0].action)
        text = plan.game.write(plan.state, item.seat, move).rpartition(": ")[2]
        return f"a last line such as {'Action: ' + text!r}"

    def explain(self, item: Position, grade: Grade) -> str | None:
        choice = grade.detail
        if not isinstance(choice, Choice):
            return grade.reason
        if choice.action is None:
            cause = "names no legal move" if choice.failure == "illegal" else "no move was recognised in it"
            return f"{grade.reason}: {cause}; the prompt asks for {self.form(item)}; it loses {item.penalty:g}"
        best = max(item.values, key=lambda entry: entry.value).action
        return f"{choice.action} " + ("is a best move" if choice.optimal else f"loses {choice.regret:g} against {best}")

    def grader(self, item: Position) -> Callable[[Prediction], Grade]:
        plan = plan_of(item)

        def graded(prediction: Prediction) -> Grade:
            if prediction.response is None:
                values: Values = {"score": worth(item, item.penalty), "played": 0.0, "optimal": 0.0}
                reason = prediction.error or "no response"
                return Grade(prediction.item_id, prediction.trial, "error", values, reason)
            choice = grade(plan, prediction.response)
            cut = choice.failure is not None and prediction.finish_reason == "length"
            failure = "cut off" if cut else choice.failure
            values = {
                "score": worth(item, choice.regret),
                "played": 1.0,
                "optimal": float(choice.optimal),
                "regret": choice.regret,
                "illegal": float(failure == "illegal"),
                "unparsable": float(failure == "unparsable"),
                "cut": float(cut),
                "reasoning_blocks": float(read(prediction.response).blocks),
            }
            why = None if failure is None else f"{failure} reply"
            return Grade(prediction.item_id, prediction.trial, "played", values, why, choice)

        return graded


TRACK = Positions()
