"""Pages to open in a browser, of submissions or of one match."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, opened, paths_of
from interplay.core.caches import default_folder
from interplay.core.errors import RecordError
from interplay.core.release import Release, file_sha256
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.running.journal import refuse_unfinished
from interplay.scoring.score import Options
from interplay.submissions.files import OnProgress
from interplay.submissions.reading import read_header
from interplay.systems.spec import Rates
from interplay_lab.judging import scores
from interplay_lab.site import build, choice, costs, items
from interplay_lab.site import pages as pages_of
from interplay_lab.site.costs import Prices
from interplay_lab.site.scored import entries, score_all


def write_site(
    files: AnyPath | Iterable[AnyPath],
    output: AnyPath,
    *,
    pages: int | None = choice.PAGES,
    title: str = build.TITLE,
    judgments: AnyPath | Iterable[AnyPath] = (),
    price: Rates | Mapping[str, Rates] | None = None,
    allow_partial: bool = False,
    workers: int = 1,
    cache: AnyPath | None = None,
    release: Dataset = None,
    on_progress: OnProgress = noop,
    on_message: Callable[[str], None] = noop,
) -> Path:
    """Score submissions and write pages about them, from a leaderboard down to single replies.

    The pages need no server and no network. ``interplay report`` does the same.

    Args:
        files: One submission or several, on any tracks.
        output: The folder to write. Pages of an earlier site in it are removed; it must not contain anything else.
        pages: Pages of items or matches for each track, at most; ``None`` for all.
        title: The heading.
        judgments: Files that ``interplay judge`` wrote, and certificates of their judges.
        price: US dollars for a million tokens of prompts, and of replies: for all systems, or by the name of each,
            where ``""`` stands for all others. Bots, and models that run without a server, cost nothing unless named.
        allow_partial: Score missing predictions as not played, instead of refusing.
        workers: Processes that share the scoring.
        cache: A folder that keeps grades, so that a second report of the same submissions is quick; by default none.
        release: A release, or its directory; by default the one that comes with the package.
        on_progress: Called with the number of predictions that were read and of all.
        on_message: Called with a line on what is done after that.

    Returns:
        The page to open first.

    Raises:
        RecordError: A submission cannot be scored, is given twice, or there is none.
        UnknownName: A price is given for an unknown system.
        OutputError: *output* contains anything but pages, or cannot be written.

    Example:
        >>> import interplay, tempfile
        >>> root = interplay.open_release().root
        >>> folder = tempfile.mkdtemp()
        >>> interplay.write_site(root / "baselines/smollm2-135m/company.jsonl.gz", folder).name
        'index.html'
    """
    paths, opened_release = paths_of(files), opened(release)
    if not paths:
        raise RecordError("found no submissions, expected at least one")
    known = dict[str, Path]()
    for path in paths:
        refuse_unfinished(path)
        if (same := known.setdefault(file_sha256(path), path)) is not path:
            raise RecordError(f"{path} holds the same bytes as {same}; give each submission once")
    pages_of.check(Path(output))
    prices: Prices = {costs.ALL: price} if isinstance(price, tuple) else price or {}
    costs.check(prices, [read_header(path).system.name for path in paths])
    options, kept = Options(allow_partial=allow_partial), None if cache is None else Path(cache)
    scored = score_all(paths, opened_release, options, workers, on_progress, kept, on_message)
    judged = paths_of(judgments)
    if judged:
        reports = scores.add([result.report for result in scored], paths, judged, opened_release)
        scored = [replace(result, report=report) for report, result in zip(reports, scored, strict=True)]
    listed = entries(paths, scored)
    limit = f" --pages {'all' if pages is None else pages}" * (pages != choice.PAGES)
    given = f"{' --judgments FILE' * bool(judged)}{' --price IN/OUT' * bool(prices)}"
    command = f"{build.COMMAND}{limit}{' --allow-partial' * allow_partial}{given}"
    site = build.planned(
        Path(output), listed, opened_release, most=pages, title=title, judgments=judged, prices=prices, command=command
    )
    on_message(f"writing pages into {output}")
    items.write(site)
    return Path(output) / "index.html"


def baselines_site(
    release: Release, files: Sequence[Path], folder: Path, options: Options, processes: int, on_progress: OnProgress
) -> tuple[Path, list[Report]]:
    """Score baselines of *release* and write their pages into *folder*; return the first page and the reports.

    Reports are in the order of ``score_baselines``. Raises ``OutputError`` as ``write_site`` does.
    """
    pages_of.check(folder)
    kept = default_folder()
    listed = entries(files, score_all(files, release, options, processes, on_progress, kept))
    title, command = "Interplay: the shipped baselines", "interplay demo --open"
    items.write(build.planned(folder, listed, release, title=title, command=command))
    return folder / "index.html", [entry.report for entry in listed]
