"""Matches as results and as stories."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from interplay.api.opening import Dataset, Place, opened, paths_of
from interplay.core.jsonl import open_source
from interplay.report import story
from interplay.tracks.games.records import Item, Prediction

if TYPE_CHECKING:
    from interplay.ratings.report import RatingPlan, RatingReport


@dataclass(frozen=True, slots=True)
class Story:
    """One match; printing it tells it move by move."""

    item: Item
    prediction: Prediction

    @property
    def decisions(self) -> tuple[story.Shown, ...]:
        """What the referee made of each reply."""
        return story.decisions(self.item, self.prediction)

    def __str__(self) -> str:
        """Return the match as a person reads it."""
        return "\n".join(story.tell(self.item, self.prediction))


def replay(path: Place, item_id: str, *, trial: int = 0, release: Dataset = None) -> Story:
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
        >>> match = interplay.replay(root / "baselines/bot-strong/games.jsonl", "llmarena/tictactoe/07/first")
        >>> print(str(match).splitlines()[-1])
        Ended: draw. Returns: seat 0 0, seat 1 0
    """
    return Story(*story.find(Path(path), opened(release), item_id, trial))


def rate(
    files: Place | Iterable[Place],
    *,
    model: Literal["bt", "trueskill", "both"] = "both",
    by: Literal["game", "category"] | None = None,
    suite: Literal["llmarena", "gamebench"] | None = None,
    resamples: int = 10_000,
    permutations: int = 100,
    seed: int = 0,
    release: Dataset = None,
) -> "RatingReport":
    """Rate systems from games submissions, every match of which is verified, or from files of match results.

    Args:
        files: Submissions on the games track, or files in the form ``interplay-matches/1``; not both.
        model: Bradley-Terry, TrueSkill, or both.
        by: Rate each game or each reasoning category as well.
        suite: Of submissions, only the matches of one suite.
        resamples: Resamples of the bootstrap behind the intervals.
        permutations: Orders of the matches that TrueSkill averages over; 0 for the recorded one only.
        seed: Seed of resamples and permutations.
        release: The release of submissions, or its directory; by default the one that comes with the package.

    Returns:
        The tables: ``report.groups[0].bradley_terry.ratings`` is the first one over all games.

    Raises:
        RecordError: A file holds errors; its ``findings`` name line and place.
        InterplayError: The matches cannot be rated.

    Example:
        >>> import interplay
        >>> items = interplay.load_items("games", where={"game": "tictactoe"}, sample=6)
        >>> predictions = [interplay.play(item, lambda messages: "any square") for item in items]
        >>> interplay.write_submission("mine.jsonl", predictions, name="mine")
        >>> table = interplay.rate("mine.jsonl", model="bt", resamples=100).groups[0].bradley_terry
        >>> [rating.system for rating in table.ratings]
        ['bot-competent', 'mine']
    """
    from interplay.ratings.report import RatingPlan  # noqa: PLC0415  ratings need numpy

    plan = {
        "model": model,
        "by": by,
        "bradley_terry": {"resamples": resamples, "seed": seed},
        "trueskill": {"permutations": permutations, "seed": seed},
    }
    return rated(paths_of(files), msgspec.convert(plan, RatingPlan), release, suite)


def rated(
    files: tuple[Path, ...], plan: "RatingPlan", release: Dataset = None, suite: str | None = None
) -> "RatingReport":
    """Return the ratings from match results, or from submissions when the first file is one."""
    from interplay.ratings.ledger import collect  # noqa: PLC0415  ratings need numpy
    from interplay.ratings.report import rate_files, rate_ledger  # noqa: PLC0415
    from interplay.ratings.submissions import categories, matches_of  # noqa: PLC0415

    if not is_submission(files[0]):
        return rate_files(files, plan)
    ledger = collect(matches_of(files, opened(release), suite), categories=categories())
    return rate_ledger(ledger, plan, files=tuple(str(path) for path in files))


def is_submission(path: Path) -> bool:
    """Return whether the first line of a file is the header of a submission, by its format."""
    with open_source(path) as source:
        return b"interplay-predictions/" in source.readline(4096)
