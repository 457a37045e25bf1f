"""Analyse items by what several systems did with them."""

from pathlib import Path

from interplay.api.opening import AnyPath, Dataset, opened
from interplay.core.text import noop
from interplay.running.journal import refuse_unfinished
from interplay.submissions.files import OnProgress
from interplay_lab.compare.reading import MOST, graded
from interplay_lab.items.analyse import FEWEST, analysed
from interplay_lab.items.records import ItemAnalysis


def analyse_items(
    *paths: AnyPath, allow_partial: bool = False, release: Dataset = None, on_progress: OnProgress = noop
) -> ItemAnalysis:
    """Return the difficulty and discrimination of items, and the reliability of their mean, over several systems.

    Difficulty is the mean over systems; with 8 systems Rasch's model is fitted, with 40 the two-parameter model, to the
    items that are scored right or wrong.

    Args:
        *paths: Submissions on one track, ``.jsonl`` or ``.jsonl.gz``, three at least; items that all have are analysed.
        allow_partial: Count missing predictions as not played instead of refusing the file.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the number of predictions that were read and of all.

    Returns:
        The analysis: ``items`` in their order, ``systems`` the best first, ``alpha`` and ``split_half``.

    Raises:
        RecordError: The submissions cannot be compared, or one cannot be scored; the message says what to do.
        DatasetError: The release is not what its hashes say.
        ValueError: There are fewer than three or more than fifty paths.

    Example:
        >>> import interplay
        >>> shipped = interplay.open_release().root / "baselines"
        >>> bots = ("bot-reference", "bot-faulty-25", "bot-faulty-50", "bot-faulty-75")
        >>> interplay.analyse_items(*(shipped / bot / "simulation.jsonl.gz" for bot in bots))
        ItemAnalysis(simulation: 520 items, 4 systems, alpha 1.00)
    """
    files = [Path(path) for path in paths]
    if not FEWEST <= len(files) <= MOST:
        raise ValueError(
            f"found {len(files)} submissions, expected {FEWEST} to {MOST}: items are compared over systems"
        )
    for path in files:
        refuse_unfinished(path)
    dataset = opened(release)
    table = graded(files, [dataset] * len(files), allow_partial=allow_partial, on_progress=on_progress)
    return analysed(table, dataset.manifest.release)
