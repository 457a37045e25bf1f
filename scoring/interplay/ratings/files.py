"""Ratings from files: match results, or submissions on the games track whose matches are verified first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec

from interplay.core.errors import RecordError
from interplay.core.jsonl import Reader, open_source
from interplay.core.release import Release
from interplay.core.text import counted, quoted
from interplay.hub.opening import open_release
from interplay.ratings.ledger import Ledger, collect, read_matches
from interplay.ratings.matches import BOTH_SIDES, Tally
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.report import By, Model, OnProgress, RatingPlan, RatingReport, rate_ledger, settings_of
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.submissions.cache import ItemCache
from interplay.submissions.files import copies


def rate(
    paths: str | Path | Sequence[str | Path],
    *,
    method: Model = "both",
    by: By | None = None,
    suite: str | None = None,
    resamples: int = 10_000,
    permutations: int = 100,
    seed: int = 0,
    bradley_terry: Settings | None = None,
    trueskill: TrueSkillSettings | None = None,
    release: Release | str | Path | None = None,
) -> RatingReport:
    r"""Return the ratings of all systems in some files, as ``interplay rate`` prints them.

    Args:
        paths: One file or several: match results (``interplay-matches/1``), or submissions on the games track, whose
            matches are replayed. All are of the same kind.
        method: Bradley-Terry (``bt``), ``trueskill``, or ``both``.
        by: Rate each ``game`` or reasoning ``category`` as well.
        suite: Of submissions, only matches of this suite: ``llmarena`` or ``gamebench``.
        resamples: Resamples of the bootstrap, where *bradley_terry* asks for percentile intervals.
        permutations: Orders of the matches that TrueSkill averages over; 0 for the recorded one only.
        seed: Seed of what is drawn for ranks, resamples and permutations.
        bradley_terry: All that can be set for Bradley-Terry; then *resamples* and *seed* do not count for it.
        trueskill: All that can be set for TrueSkill; then *permutations* and *seed* do not count for it.
        release: What submissions were made for, or its directory. Default: the release that came with the package.

    Returns:
        The report: ``groups[0]`` holds the tables over all games, the other groups those by game or category.

    Raises:
        RecordError: A file is wrong (with all findings), or holds no match.
        ValueError: A setting is not one that there is.

    Example:
        >>> import pathlib, tempfile
        >>> from interplay import ratings
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "matches.jsonl"
        >>> header = '{"record":"header","format":"interplay-matches/1"}'
        >>> match = '{"record":"match","game":"hive","setup":null,"seats":["a","b"],"returns":[1,0]}'
        >>> _ = path.write_text("\n".join([header, *[match] * 9]), encoding="utf-8")
        >>> report = ratings.rate(path, method="bt")
        >>> report
        RatingReport(2 systems, 9 matches: all games)
        >>> [row.name for row in report.groups[0].bradley_terry.ratings]
        ['a', 'b']
    """
    given = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    if not given:
        raise RecordError("found no paths, expected at least one file of match results or submission")
    if method not in get_args(Model):
        raise ValueError(f"method: found {quoted(method)}, expected one of {', '.join(get_args(Model))}")
    plan = settings_of(
        RatingPlan,
        model=method,
        by=by,
        bradley_terry=bradley_terry or settings_of(Settings, resamples=resamples, seed=seed),
        trueskill=trueskill or settings_of(TrueSkillSettings, permutations=permutations, seed=seed),
    )
    return rate_paths(given, plan, release, suite)


def rate_paths(
    paths: Sequence[Path],
    plan: RatingPlan,
    release: Release | str | Path | None = None,
    suite: str | None = None,
    on_progress: OnProgress | None = None,
) -> RatingReport:
    """Return the ratings from match results, or from submissions when the first of *paths* is one.

    *on_progress* is called with how far the work is. Raises ``RecordError`` for a file that is there twice; two with
    the same records are a warning.
    """
    ledger, counts = ledger_of(paths, release, suite)
    report = rate_ledger(ledger, plan, tuple(str(path) for path in paths), on_progress)
    return msgspec.structs.replace(
        report, unsound=dict(sorted(counts.taken_over.items())), unrated=dict(sorted(counts.unrated.items()))
    )


def ledger_of(
    paths: Sequence[Path], release: Release | str | Path | None = None, suite: str | None = None
) -> tuple[Ledger, Tally]:
    """Return the matches in files of results, or in submissions when the first is one, and which rate nobody.

    Raises ``RecordError`` for a file that is wrong, and for submissions whose matches rate nobody.
    """
    if not is_submission(paths[0]):
        if suite is not None:
            raise RecordError("a suite applies to submissions on the games track, not to match results")
        readers: dict[Path, Reader[Any]] = {}
        ledger = read_matches(paths, readers)
        return replace(ledger, warnings=(*copies(paths, readers), *ledger.warnings)), Tally()
    from interplay.ratings.submissions import categories, matches_of  # noqa: PLC0415  match results need no games

    opened = release if isinstance(release, Release) else open_release(release)
    tally, cache = Tally(), ItemCache(opened)
    ledger = collect(matches_of(dict.fromkeys(paths), opened, suite, tally, cache), categories=categories())
    ledger = replace(ledger, warnings=tuple(copies(paths, cache.opened)))
    if not ledger.results and tally.unrated:
        raise RecordError(f"no match can be rated: {'; '.join(unrated_notes(tally.unrated))}")
    return ledger, tally


def unrated_notes(unrated: Mapping[str, int]) -> list[str]:
    """Return in words how many matches cannot be rated, and why.

    Example:
        >>> unrated_notes({"bid pays a sum and has no winner": 1})
        ['1 match cannot be rated: bid pays a sum and has no winner']
        >>> unrated_notes({"one player had both sides of hive": 2, "one player had both sides of pit": 4})
        ['6 matches cannot be rated: one player had both sides of hive (2), pit (4)']
    """
    both = {why: count for why, count in sorted(unrated.items()) if why.startswith(BOTH_SIDES)}
    if len(both) > 1:
        games = ", ".join(f"{why.removeprefix(f'{BOTH_SIDES} of ')} ({count:,})" for why, count in both.items())
        others = {why: count for why, count in unrated.items() if why not in both}
        unrated = others | {f"{BOTH_SIDES} of {games}": sum(both.values())}
    return [f"{counted(count, 'matches')} cannot be rated: {why}" for why, count in sorted(unrated.items())]


def is_submission(path: Path) -> bool:
    """Whether the first line of the file at *path* is the header of a submission."""
    with open_source(path) as source:
        return b"interplay-predictions/" in source.readline(4096)
