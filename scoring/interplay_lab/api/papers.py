"""The tables and figures of the papers behind the tracks, from submissions."""

from collections.abc import Iterable

from interplay.api.opening import AnyPath, Dataset, opened, paths_of, several
from interplay_lab.papers import catalogue
from interplay_lab.papers.records import Analysis


def analyse(
    files: AnyPath | Iterable[AnyPath],
    paper: str,
    release: Dataset = None,
    *,
    only: str | Iterable[str] = (),
    judgments: AnyPath | Iterable[AnyPath] = (),
    allow_partial: bool = False,
) -> Analysis:
    """Make the tables and figures of a paper from submissions, numbered as there.

    Args:
        files: Submissions, one or several; for GameBench match results (``interplay-matches/1``) instead.
        paper: Whose: ``gamebench``, ``llmarena``, and so on.
        release: A release, or its directory; by default the one that comes with the package.
        only: Only the exhibits with these numbers, such as ``Table 2``.
        judgments: Files that ``judge`` wrote about the submissions, and certificates of their judges.
        allow_partial: Count missing predictions as not played instead of refusing a file.

    Returns:
        The exhibits: ``content`` of each is a table, a figure as series, or says why it cannot be made.

    Raises:
        RecordError: A file holds errors, lacks predictions, or is there twice.
        UnknownName: There is no such paper, or no exhibit with such a number.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> made = interplay.analyse(root / "baselines/smollm2-135m/games.jsonl.gz", "llmarena", only="Table 3")
        >>> made.exhibits[0].content.reason
        'found no such matches; needed: a submission on games with matches of undercover in which the system is the...
    """
    return catalogue.analyse(
        paper, paths_of(files), opened(release), paths_of(judgments), several(only), allow_partial=allow_partial
    )
