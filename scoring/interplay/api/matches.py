"""Matches as a person reads them: every position drawn, every reply with what the referee made of it."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec import Struct

from interplay.api.opening import AnyPath, Dataset, opened
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import nearest, noop, printable
from interplay.scoring.score import Options, score
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import counter
from interplay.submissions.reading import Submission, open_submission
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Claimed, Item, Prediction
from interplay.tracks.games.verdicts import Observed, Outcome, Verdict

WHO: Final[Mapping[str, str]] = {SYSTEM: "the system", RIVAL: "the other system"}
"""What players are called where nobody says their names."""
LONGEST_REPLY = 600
"""Characters of a reply that are printed."""


class Decision(Struct, frozen=True):
    """One decision for a program: who decided what, from which replies."""

    round: int
    seat: int
    player: str
    replies: tuple[str, ...]
    action: str | None
    failures: tuple[str, ...]
    substituted: bool
    forfeited: bool
    message: str


@dataclass(frozen=True, slots=True)
class Story:
    """One match; printing it tells it move by move, with control characters as ``?``.

    ``decisions`` and the text raise ``RecordError`` where the referee stops.
    """

    item: Item
    prediction: Prediction
    names: Mapping[str, str] = field(default_factory=lambda: WHO)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the referee made of each reply."""
        game = catalogue.load(self.item.game)
        observed, _ = _walk(self.item, self.prediction)
        return tuple(
            Decision(
                round=o.round,
                seat=o.seat,
                player=self.item.players[o.seat],
                replies=o.replies,
                action=None if o.decision.forfeited else game.encode(o.decision.action),
                failures=o.decision.failures,
                substituted=o.decision.substituted,
                forfeited=o.decision.forfeited,
                message=o.decision.message,
            )
            for o in observed
        )

    def __str__(self) -> str:
        """Return the match as a person reads it."""
        return "\n".join(_lines(self.item, self.prediction, self.names))


def replay(path: AnyPath, item_id: str, *, trial: int = 0, release: Dataset = None) -> Story:
    """Re-run one match of a games submission from its frozen setup.

    Args:
        path: The submission, ``.jsonl`` or ``.jsonl.gz``.
        item_id: The match, such as ``llmarena/bid/03/first``.
        trial: Which run of it, counted from 0.
        release: A release, or its directory; by default the one that comes with the package.

    Returns:
        The match: print it, or look at its ``decisions``.

    Raises:
        RecordError: The submission holds no such match, or it cannot have gone as submitted.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> path = root / "baselines/bot-strong/games.jsonl.gz"
        >>> match = interplay.replay(path, "llmarena_balanced/tictactoe/07/first")
        >>> print(str(match).splitlines()[-1])
        Ended: draw. Returns: 0 (seat 0), 0 (seat 1)
    """
    submission = _opened(path, opened(release))
    header = submission.header
    for _, record in submission.records():
        if submission.track.identity(record) == (item_id, trial):
            names = {SYSTEM: header.system.name} | ({} if header.rival is None else {RIVAL: header.rival.name})
            return Story(submission.items[item_id], record, names)
    hint = nearest(item_id, submission.items)
    if not hint:
        hint = f"; its worst matches: {', '.join(name for _, name in worst_matches(path, release, 3))}"
    raise RecordError(f"{path} has no match {item_id!r} with trial {trial}{hint}")


def _opened(path: AnyPath, release: Release) -> Submission:
    submission = open_submission(Path(path), release)
    if submission.track.name != "games":
        raise RecordError(f"{path} is a submission on {submission.track.name}; only games can be replayed")
    return submission


def worst_matches(
    path: AnyPath, release: Dataset = None, most: int = 10, on_progress: Callable[[int, int], None] = noop
) -> list[tuple[float, str]]:
    """Return the scores and ids of the worst matches of a games submission, the worst first.

    *on_progress* is called with the number of graded predictions and of all.
    """
    dataset = opened(release)
    _opened(path, dataset)
    cache = ItemCache(dataset, counter([Path(path)], on_progress))
    report = score(path, dataset, Options(allow_partial=True, analyses=False), cache=cache)
    scored = [(item.values.get(report.headline_name), item.item_id) for item in report.per_item]
    return sorted((value, item_id) for value, item_id in scored if value is not None)[:most]


def _lines(item: Item, prediction: Prediction, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a match's story, with the *names* of its players."""
    game = catalogue.load(item.game)
    yield f"{game.title}: {item.item_id}"
    for seat, player in enumerate(item.players):
        in_tables = "" if player in WHO else f" (bot-{STRENGTHS[catalogue.bot(item.game, player).strength]})"
        yield f"  seat {seat}: {printable(names.get(player, player))}{in_tables}"
    if prediction.error is not None:
        yield f"The match broke off: {printable(prediction.error)}"
        return
    decisions, verdict = _walk(item, prediction)
    last = -1
    for observed in decisions:
        if observed.round != last:
            last = observed.round
            yield from ("", f"Round {last}", textwrap.indent(game.show(observed.state), "    "))
        yield from _replies(item, observed)
    if verdict is not None:
        yield from ("", ending(item, prediction, verdict.outcome))


def ending(item: Item, prediction: Prediction, outcome: Outcome | Claimed) -> str:
    """Return the position in which a match ended, why it ended, and the return of each seat."""
    position = catalogue.load(item.game).show(Replay(item, trusted=True).last_state(prediction))
    returns = ", ".join(f"{value:g} (seat {seat})" for seat, value in enumerate(outcome.returns))
    return f"{textwrap.indent(position, '    ')}\n\nEnded: {outcome.reason}. Returns: {returns}"


def _replies(item: Item, observed: Observed) -> Iterator[str]:
    decision, name = observed.decision, f"seat {observed.seat}"
    for number, text in enumerate(observed.replies):
        cut = text if len(text) <= LONGEST_REPLY else text[:LONGEST_REPLY] + " …"
        kind = decision.readings[number].kind
        failed = "" if kind == "move" else f"   <- {kind}"
        first, *others = printable(cut, keep="\n").split("\n")
        yield f"  {name}: {first}{failed}"
        yield from (f"          {line}" for line in others)
        if kind == "explained":
            yield f"  referee: {printable(decision.readings[number].message)}"
    if decision.substituted:
        action = catalogue.load(item.game).encode(decision.action)
        yield f"  {name}: no valid reply ({decision.message}); the referee plays {action}"
    if decision.forfeited:
        yield f"  {name} forfeits: {decision.message}"


def _walk(item: Item, prediction: Prediction) -> tuple[list[Observed], Verdict | None]:
    observed: list[Observed] = []
    try:
        return observed, Replay(item).verify(prediction, observed.append)
    except ReplayError as error:
        raise RecordError(f"{item.item_id} does not follow the rules of the game: {error.path}: {error}") from None
