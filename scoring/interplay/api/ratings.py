"""Ratings of systems from their matches."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from interplay.api.opening import Dataset, Place, opened, paths_of
from interplay.core.errors import RecordError
from interplay.core.jsonl import open_source
from interplay.ratings.ledger import collect
from interplay.ratings.report import RatingPlan, RatingReport, rate_files, rate_ledger
from interplay.ratings.submissions import categories, matches_of


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
) -> RatingReport:
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
        ValueError: A number or a name among the settings is not one that there is.

    Example:
        >>> import interplay
        >>> items = interplay.load_items("games", where={"game": "tictactoe"}, sample=6)
        >>> predictions = [interplay.play(item, lambda messages: "any square") for item in items]
        >>> interplay.write_submission("mine.jsonl", predictions, name="mine")
        >>> table = interplay.rate("mine.jsonl", model="bt", resamples=100).groups[0].bradley_terry
        >>> [rating.system for rating in table.ratings]
        ['bot-competent', 'mine']
    """
    plan = {
        "model": model,
        "by": by,
        "bradley_terry": {"resamples": resamples, "seed": seed},
        "trueskill": {"permutations": permutations, "seed": seed},
    }
    try:
        return rated(paths_of(files), msgspec.convert(plan, RatingPlan), release, suite)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def rated(files: tuple[Path, ...], plan: RatingPlan, release: Dataset = None, suite: str | None = None) -> RatingReport:
    """Return the ratings from match results, or from submissions when the first file is one."""
    if not files:
        raise RecordError("found no files to rate, expected at least one")
    if not is_submission(files[0]):
        return rate_files(files, plan)
    ledger = collect(matches_of(files, opened(release), suite), categories=categories())
    return rate_ledger(ledger, plan, files=tuple(str(path) for path in files))


def is_submission(path: Path) -> bool:
    """Return whether the first line of a file is the header of a submission, by its format."""
    with open_source(path) as source:
        return b"interplay-predictions/" in source.readline(4096)
