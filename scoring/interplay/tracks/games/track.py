"""The games track as the rest of the package sees it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from interplay.core.driver import RIVAL, SYSTEM, Steps
from interplay.core.records import Rule
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.tracks.base import Analyst, Grade, Part, PredictionError, Track, Values, tables_of
from interplay.tracks.games import catalogue, twins
from interplay.tracks.games.analyst import GamesAnalyst
from interplay.tracks.games.bots import BLIND, BOTS
from interplay.tracks.games.match.play import episode
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Item, Prediction, Scale
from interplay.tracks.games.shared import hints
from interplay.tracks.games.verdicts import Observed, SeatCounts, Verified

MAIN_SPLITS = ("llmarena_balanced", "gamebench_balanced")
FULL_SPLITS = ("llmarena", "gamebench")
"""All setups of the main splits and more; the main splits of releases before 0.3.0."""
SHORT = ("bargain", "tictactoe", "undercover")
"""Games in which few matches are informative and none takes more than 60 requests."""
_TABLES = tables_of(__package__)


class Games(Track[Item, Prediction]):
    """The games track: an item is a match that the system plays against bots, another system or itself."""

    name = "games"
    scoring_version = 4
    metrics, legend, ceiling = _TABLES.metrics, _TABLES.legend, _TABLES.ceiling
    table_by = spread_by = ("split", "game")
    summary_by = ("split",)
    cluster_unit = "setups"
    equal = drawn_from = "game"
    reply_tokens = 4_096
    item = Item
    prediction = Prediction
    bots = BOTS
    parts = {
        "quick-1": Part(rule=Rule(where={"game": SHORT}, sample=18, sample_seed=1, spread=("game", "side"))),
        "standard-1": Part(rule=Rule(sample=320, sample_seed=1, spread=("game", "side"))),
    }
    uninformed = frozenset(("random", *BLIND))
    analyses_in_tables = False

    def items(self, release: Release) -> Iterator[Item]:
        yield from release.rows("games", Item)

    def where(self, item: Item) -> dict[str, str]:
        """Return suite, split, game, the side that the system plays, and who it plays against."""
        others = ", ".join(sorted({player for player in item.players if player != SYSTEM})) or "itself"
        return {"suite": item.suite, "split": item.split, "game": item.game, "side": item.side, "opponent": others}

    def cluster(self, item: Item) -> str:
        """Return the setup, which both sides of a pair share."""
        return f"{item.game}/{item.pair}"

    def undefined(self, item: Item) -> tuple[str, ...]:
        return () if item.scale else ("score",)

    def lost(self, item: Item) -> float:
        """Return the score of a match with a worth of 0, or the random bot's score if that is lower."""
        return 0.0 if item.scale is None else _scaled(min(0.0, item.scale.zero), item.scale)

    def calls(self, item: Item) -> tuple[int, int]:
        """Return one call, and as many as a match of the greatest length with all attempts failing can take."""
        replies = item.policy.attempts + item.policy.explanations
        return 1, catalogue.load(item.game).longest * replies * item.players.count(SYSTEM)

    def episode(self, item: Item, trial: int) -> Steps[Prediction]:
        return episode(item, trial)

    def failed(self, item: Item, trial: int, error: str) -> Prediction:
        return Prediction(item_id=item.item_id, trial=trial, players=item.players, error=error[:2_000] or "unknown")

    def is_error(self, prediction: Prediction) -> bool:
        return prediction.error is not None

    def replies(self, item: Item, prediction: Prediction) -> Iterator[str]:
        """Yield what was sent from seats without a bot, failed attempts and requests for explanations included."""
        seats = {seat for seat, player in enumerate(item.players) if player in (SYSTEM, RIVAL)}
        for moves in prediction.rounds:
            for move in moves:
                if move.seat in seats:  # a submission may name any
                    yield from (*move.attempts, move.text)

    def grader(self, item: Item) -> Callable[[Prediction], Grade]:
        return self._grader(item, trusted=False)

    def trusting_grader(self, item: Item) -> Callable[[Prediction], Grade]:
        """Return a referee that takes the opponents' moves as they are written."""
        return self._grader(item, trusted=True)

    def _grader(self, item: Item, *, trusted: bool) -> Callable[[Prediction], Grade]:
        try:
            replay = Replay(item, trusted=trusted)
        except ReplayError as error:
            raise PredictionError(error.path, str(error)) from None
        seats = tuple(seat for seat, player in enumerate(item.players) if player == SYSTEM)

        def graded(prediction: Prediction) -> Grade:
            if prediction.error is not None:
                lost = {"score": self.lost(item) if item.scale else None, "played": 0.0, "points": 0.0}
                return Grade(item.item_id, prediction.trial, "error", lost, prediction.error)
            decisions: list[Observed] = []
            try:
                verdict = replay.verify(prediction, decisions.append)
            except ReplayError as error:
                raise PredictionError(error.path, str(error)) from None
            match = Verified(item, seats, tuple(decisions), verdict)
            values = _values(match, catalogue.load(item.game).worth(match))
            return Grade(item.item_id, prediction.trial, "played", values, None, verdict, match)

        return graded

    def altered(self, item: Item, options: Mapping[str, int]) -> Item | None:
        """Return the match with its setup dealt again, with other *options*; what is drawn stays what it was.

        ``system.hints`` and ``rival.hints`` say what one player sees; games without hints are played as they are, and
        those without the guide or twin that is asked for are left out.
        """
        of_texts = {name: value for name, value in options.items() if name in twins.OPTIONS}
        most = twins.highest(item.game, of_texts.get("twin", item.setup.option("twin")))
        if any(value > 0 == most[name] for name, value in of_texts.items()):
            return None
        rules, visible = hints.split_options({n: value for n, value in options.items() if n not in of_texts})
        match = _dealt(item, rules)
        match = None if match is None else _dealt(match, hints.by_seat(match, visible))
        if match is None or not of_texts:
            return match
        setup = twins.with_options(match.setup, of_texts)
        return replace(match, setup=setup, scale=None if twins.has_another_rule(setup) else match.scale)

    def notes(self, report: Report) -> tuple[str, ...]:
        """Return why there is no score, and which other numbers are unreliable then."""
        if report.headline.value is not None:
            return ()
        unsound = report.metric("unsound").value
        share = f"; {unsound:.0%} of the matches are invalid, and their win and worth unreliable" if unsound else ""
        why = "no score: matches between two systems, or with changed options, have no 0 and 100"
        return (f"{report.system.name}: {why}; use interplay rate to rate the systems{share}",)

    def options(self, item: Item) -> frozenset[str]:
        """Return the options of the game's rules, and what each player sees."""
        of_rules, of_texts = (option.name for option in item.setup.options), twins.highest(item.game)
        return frozenset((*of_rules, *hints.OF_PLAYERS.values(), *(name for name in of_texts if of_texts[name])))

    def main_splits(self, splits: tuple[str, ...]) -> tuple[str, ...]:
        """Return the splits that tables compare, one a suite; the others are asked for by name."""
        usual = MAIN_SPLITS if set(MAIN_SPLITS) <= set(splits) else FULL_SPLITS
        return tuple(split for split in splits if split in usual) or splits

    def analyst(self) -> Analyst | None:
        return GamesAnalyst()


def _values(match: Verified, worth: float) -> Values:
    outcome, counts = match.verdict.outcome, [match.verdict.seats[seat] for seat in match.seats]
    points = match.mean(outcome.points)
    best, worst = max(outcome.points), min(outcome.points)
    opposed = len(match.seats) < len(outcome.points)
    decisions, replies = sum(c.decisions for c in counts), sum(c.replies for c in counts)
    scale, unsound = match.item.scale, match.unsound
    counted = min(0.0, scale.zero) if unsound and scale is not None else worth
    return {
        "score": None if scale is None else _scaled(counted, scale),
        "played": 1.0,
        "points": points,
        "win": float(points == best > worst) if opposed else None,
        "draw": float(best == worst) if opposed else None,
        "worth": worth,
        "returns": match.mean(outcome.returns),
        "illegal": _share(counts, "illegal", decisions),
        "unparsable": _share(counts, "unparsable", replies),
        "cut": _share(counts, "cut", replies),
        "substituted": _share(counts, "substituted", decisions),
        "unsound": float(unsound),
        "forfeited": float(any(c.forfeited for c in counts)),
        "reasoning_blocks": _share(counts, "reasoning", replies),
    }


def _dealt(item: Item, options: Mapping[str, int]) -> Item | None:
    values = {option.name: option.value for option in item.setup.options}
    if not options.keys() <= values.keys():
        return None
    if not options:
        return item
    setup = catalogue.load(item.game).deal(item.setup.seed, {**values, **options}, item.setup.profile)
    return replace(item, setup=setup)


def _scaled(worth: float, scale: Scale) -> float:
    return 100 * (worth - scale.zero) / (scale.hundred - scale.zero)


def _share(counts: Sequence[SeatCounts], name: str, total: int) -> float | None:
    return sum(getattr(c, name) for c in counts) / total if total else None


TRACK = Games()
