"""The positions track as the rest of the package sees it."""

from collections.abc import Callable, Iterator

from interplay.core.release import Release
from interplay.core.replies import read
from interplay.tracks.base import Grade, MetricSpec, Track
from interplay.tracks.positions.bots import BOTS
from interplay.tracks.positions.records import Position, Prediction
from interplay.tracks.positions.scores import grade, plan_of
from interplay.tracks.single_turn import SingleTurn

MAX_REPLY = 20_000


class Positions(SingleTurn[Position, Prediction]):
    """The positions track: an item is a decision point of a game, and a reply is graded by its move's regret."""

    name = "positions"
    scoring_version = 2
    metrics: tuple[MetricSpec, ...] = (
        MetricSpec("score", "score", 0.0, "score", 1),
        MetricSpec("played", "answered", 0.0),
        MetricSpec("optimal", "optimal", 0.0, "optimal"),
        MetricSpec("regret", "regret"),
        MetricSpec("illegal", "illegal", heading="illegal"),
        MetricSpec("unparsable", "unparsable", heading="unpars."),
        MetricSpec("cut", "cut off at the limit of tokens", heading="cut"),
        MetricSpec("reasoning_blocks", "blocks of reasoning taken away"),
    )
    legend = """\
score = 100 x (1 - regret as a share of the worst possible); optimal = share of best moves; replies that are
illegal, unparsable, or cut off at the limit of tokens before they name a move have the full regret.
– is undefined, which is never 0."""
    shown_by: tuple[str, ...] = ("game",)
    summary_by: tuple[str, ...] = ()
    cluster_unit = "items"
    reply_tokens = 4_096
    item = Position
    prediction = Prediction
    longest = MAX_REPLY
    bots = BOTS

    def items(self, release: Release) -> Iterator[Position]:
        """Yield the positions of the release."""
        yield from release.rows("positions", Position)

    def where(self, item: Position) -> dict[str, str]:
        """Return split, game and difficulty."""
        return {"split": item.split, "game": item.game, "difficulty": item.difficulty}

    def cluster(self, item: Position) -> str:
        """Return the item's id: positions are independent."""
        return item.item_id

    def grader(self, item: Position) -> Callable[[Prediction], Grade]:
        """Return the grading function of a position."""
        plan = plan_of(item)

        def graded(prediction: Prediction) -> Grade:
            if prediction.response is None:
                values = (0.0, 0.0, 0.0, None, None, None, None, None)
                reason = prediction.error or "no response"
                return Grade(prediction.item_id, prediction.trial, "error", values, reason, None)
            choice = grade(plan, prediction.response)
            cut = choice.failure is not None and prediction.finish_reason == "length"
            failure = "cut off" if cut else choice.failure
            return Grade(
                prediction.item_id,
                prediction.trial,
                "played",
                (
                    100 * (1 - choice.share),
                    1.0,
                    float(choice.optimal),
                    choice.regret,
                    float(failure == "illegal"),
                    float(failure == "unparsable"),
                    float(cut),
                    float(read(prediction.response).blocks),
                ),
                None if failure is None else f"{failure} reply",
                choice,
            )

        return graded


TRACK: Track[Position, Prediction] = Positions()
