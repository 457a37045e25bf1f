"""Compare submissions: two systems or more on the same items, or one on a release and on a draw like it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from interplay.api.opening import AnyPath, Dataset, opened, several
from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import noop, quoted
from interplay.running.journal import refuse_unfinished
from interplay.submissions.accepting import Given, accepted
from interplay.submissions.files import OnProgress
from interplay.submissions.reading import read_header
from interplay.submissions.released import refuse as refuse_released
from interplay_lab.compare.compare import Plan, compared
from interplay_lab.compare.looks import look_of
from interplay_lab.compare.pooled import Contamination, pooled
from interplay_lab.compare.reading import MOST, graded
from interplay_lab.compare.records import Comparison

RELEASED, FRESH = "released", "fresh draw"
"""What tables call the two runs of one system."""


def compare(
    *paths: AnyPath,
    margin: float | None = None,
    by: str | Iterable[str] | None = None,
    look: tuple[int, int] | None = None,
    fresh: AnyPath | None = None,
    fresh_release: Dataset = None,
    allow_partial: bool = False,
    release: Dataset = None,
    track: str | None = None,
    names: str | Iterable[str] = (),
    splits: str | Iterable[str] = (),
    on_progress: OnProgress = noop,
) -> Comparison:
    """Compare systems over the items and trials that their submissions have in common.

    Items, weights and clusters are those of the track's headline, so that the difference is that of the headlines. In
    the games track, matches against common opponents are rated beside it.

    Args:
        *paths: Submissions on one track, ``.jsonl`` or ``.jsonl.gz``: two or more, or one with *fresh*.
        margin: Test whether systems are the same within so many points (levels, in horizon).
        by: A key of items, or several, by which the first system's differences are told; by default as in tables.
        look: ``(k, n)``: this is look k of n at results that grow by equal steps; p is compared with its boundary, so
            that all looks together err with 5%.
        fresh: A submission of the same system to a draw like the release: how much better it does on the release.
        fresh_release: The draw that *fresh* was made for, or its directory.
        allow_partial: Count missing predictions as not played instead of refusing the file.
        release: A release, or its directory; by default the one that comes with the package.
        track: The track of those *paths* that are files of replies without a header (docs/predictions.md).
        names: The systems that such replies are of, one for each of these files, in their order; by default they are
            named after the files.
        splits: The splits whose replies count; by default those that the headline is about.
        on_progress: Called with the number of predictions that were read and of all.

    Returns:
        The comparison: ``differences`` of all pairs, ``parts`` of the first system less each other, and sets that are
        ``alike``.

    Raises:
        RecordError: The submissions cannot be compared, or one cannot be scored; the message says what to do.
        DatasetError: A release is not what its hashes say.
        UnknownName: *by* names a key that items do not have.
        ValueError: *margin* is not above 0, there is no such *look*, or *paths*, *fresh* and *fresh_release* make no
            comparison together.

    Example:
        >>> import interplay
        >>> shipped = interplay.open_release().root / "baselines"
        >>> found = interplay.compare(shipped / "bot-oracle/scorekeeping.jsonl.gz",
        ...                           shipped / "bot-keyword/scorekeeping.jsonl.gz")
        >>> found
        Comparison(scorekeeping: bot-oracle, bot-keyword; bot-oracle - bot-keyword +103.1 points)
        >>> found.differences[0].p_flip < 0.05
        True
    """
    files = [Path(path) for path in paths]
    plan = Plan(margin, None if by is None else several(by), "systems" if fresh is None else "fresh")
    plan = replace(plan, look=None if look is None else look_of(look))
    if (fresh is None) != (fresh_release is None):
        raise ValueError(f"found fresh={fresh!r} and fresh_release={fresh_release!r}, expected both or none of them")
    if fresh is not None and len(files) != 1:
        raise ValueError(f"found {len(files)} submissions to the release beside the fresh one, expected 1")
    if fresh is None and not 2 <= len(files) <= MOST:
        what = "; interplay score FILE scores one" if len(files) < 2 else ""
        raise ValueError(f"found {len(files)} submissions to compare, expected 2 to {MOST}{what}")
    for path in files if fresh is None else [*files, Path(fresh)]:
        refuse_unfinished(path)
    dataset = opened(release)
    with accepted(files, dataset, Given(track, several(names), several(splits)), "compare") as given:
        if fresh is None:
            table = graded(given.paths, [dataset] * len(files), allow_partial=allow_partial, on_progress=on_progress)
        else:
            drawn, pair = opened(fresh_release), [*given.paths, Path(fresh)]
            notes = _siblings(pair[0], pair[1], dataset, drawn)
            refuse_released(drawn, read_header(pair[1]).track, dataset.root)
            origins, labels = [dataset, drawn], (RELEASED, FRESH)
            table = graded(pair, origins, allow_partial=allow_partial, labels=labels, on_progress=on_progress)
            table = replace(table, notes=(*notes, *table.notes))
        return compared(replace(table, warnings=given.findings(table.warnings)), dataset, plan)


def contamination(
    paths: Sequence[AnyPath],
    fresh: Sequence[AnyPath],
    fresh_releases: Sequence[Release],
    *,
    allow_partial: bool = False,
    release: Dataset = None,
    on_progress: OnProgress = noop,
) -> Contamination:
    """Test whether one system scores higher on a release than on draws like it, over several tracks and draws.

    Args:
        paths: Its submissions to the release, one for each track.
        fresh: Its submissions to the draws, each on a track of *paths*.
        fresh_releases: The draws; each of *fresh* names its own by hash.
        allow_partial: Count missing predictions as not played instead of refusing the file.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the numbers of comparisons done and of all.

    Raises:
        RecordError: A run has no partner on the other side, or a comparison cannot be made.
    """
    dataset, draws = opened(release), {drawn.manifest_sha256: drawn for drawn in fresh_releases}
    by_track = {read_header(Path(path)).track: path for path in paths}
    if len(by_track) < len(paths):
        raise RecordError(f"found {len(paths)} submissions on {len(by_track)} tracks, expected one for each track")
    comparisons, done = [], set()
    for number, path in enumerate(map(Path, fresh)):
        on_progress(number, len(fresh))
        header = read_header(path)
        key = header.track, header.manifest_sha256
        if header.track not in by_track or header.manifest_sha256 not in draws or key in done:
            raise RecordError(f"{path}: expected one run for each track of {len(paths)} FILEs and each --fresh-dataset")
        done.add(key)
        released, drawn = by_track[header.track], draws[header.manifest_sha256]
        pair = compare(released, fresh=path, fresh_release=drawn, by=(), allow_partial=allow_partial, release=dataset)
        comparisons.append(pair)
    if len({track for track, _ in done}) < len(by_track):
        raise RecordError("a FILE has no --fresh run on its track; leave it out, or run the track on a draw")
    return pooled(comparisons)


def _siblings(path: Path, fresh: Path, release: Release, drawn: Release) -> list[str]:
    """Return a note where two submissions are of different systems; refuse what is not of a release and a draw."""
    released, drawn_header = read_header(path), read_header(fresh)
    if drawn.manifest_sha256 == release.manifest_sha256:
        advice = "interplay-build draw --seed SEED --out DIR makes one"
        raise RecordError(f"{drawn.root} is the release itself, expected a draw like it; {advice}")
    for file, header, origin in ((path, released, drawn), (fresh, drawn_header, release)):
        if header.manifest_sha256 == origin.manifest_sha256:
            what = "the draw" if origin is drawn else "the release"
            advice = "compare RELEASED --fresh FRESH --fresh-dataset DRAW takes a run on each"
            raise RecordError(f"{file} was made for {what} ({origin.root}); {advice}")
    if released.system == drawn_header.system:
        return []
    names = f"{quoted(released.system.name)} on the release and {quoted(drawn_header.system.name)} on the draw"
    return [f"these are {names}, with other settings at least: the difference need not be what was known before"]
