"""``interplay score``: submissions in, report out."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_warnings
from interplay.cli.shared.options import Dataset, GroupedCommand

if TYPE_CHECKING:
    from interplay.submissions.accepting import Given

_option = options.grouped(verb="score")


@click.command(cls=GroupedCommand, short_help="Score submissions.")
@options.files_argument()
@options.reply_options()
@options.dataset_options
@options.partial_option
@options.json_option
@_option("--items", is_flag=True)
@_option("--full", is_flag=True)
@options.out_option("out", "DIR", "Also write report.json and report.md to this directory.")
@_option("--episodes", type=options.FILE, metavar="FILE.jsonl")
@_option("--eval-results", type=options.FILE, metavar="DIR")
@_option("--every-eval-ever", type=options.FILE, metavar="DIR")
@_option("--model-id", metavar="OWNER/NAME")
@options.judgments_option
@_option("--workers", default=1, show_default=True, type=click.IntRange(1, 256))
def command(
    files: tuple[Path, ...],
    given: "Given",
    dataset: Dataset,
    allow_partial: bool,
    as_json: bool,
    items: bool,
    full: bool,
    out: Path | None,
    episodes: Path | None,
    eval_results: Path | None,
    every_eval_ever: Path | None,
    model_id: str | None,
    judgments: tuple[Path, ...],
    workers: int,
) -> None:
    """Recompute the scores of submissions from their raw text."""
    from msgspec.structs import replace

    from interplay.cli.shared import outputs
    from interplay.cli.shared.progress import Progress
    from interplay.core.extras import require
    from interplay.running.journal import refuse_unfinished
    from interplay.scoring.score import Options, score
    from interplay.submissions.accepting import accepted
    from interplay.submissions.cache import ItemCache
    from interplay.submissions.files import copies, counter

    if episodes is not None and len(files) != 1:
        raise click.UsageError("--episodes takes the scores of one FILE")
    if episodes is not None and workers > 1:
        raise click.UsageError("--episodes needs --workers 1, so that episodes keep their order")
    if episodes is not None and episodes.resolve() == files[0].resolve():
        raise click.UsageError(f"--episodes would replace the submission {episodes}; name another file")
    if model_id is not None and every_eval_ever is None:
        raise click.UsageError("--model-id names the model in the records of --every-eval-ever DIR; give both")
    if eval_results is not None:
        require("huggingface_hub", "--eval-results")
    for path in files:
        refuse_unfinished(path)
    release = dataset.verified()
    how = Options(allow_partial=allow_partial, workers=workers, analyses=full or as_json or out is not None)
    with (
        outputs.episode_log(episodes) as log,
        accepted(dict.fromkeys(files), release, given) as submissions,
        Progress("predictions") as progress,
    ):
        paths = submissions.paths
        cache = ItemCache(release, counter(paths, progress.update))
        reports = [score(path, release, how, log, cache) for path in paths]
        copied = copies(files, cache.opened)
        if judgments:
            from interplay.core import extensions

            reports = extensions.judgments("scores")(reports, paths, judgments, release)
        reports = [replace(report, warnings=submissions.findings(report.warnings)) for report in reports]
        records = partial(outputs.write_records, paths, reports, release, model_id=model_id)
        written: tuple[Path, ...] = () if every_eval_ever is None else records(every_eval_ever)
    say_warnings(copied)
    written += () if out is None else outputs.write(reports, out, items=items)  # before a pipe closes
    written += () if eval_results is None else outputs.write_entries(reports, eval_results)
    if as_json:
        outputs.show_json(reports, items=items)
    else:
        outputs.show_table(reports, detail="full" if full else "table")
    for path in written:
        click.echo(f"wrote {path}", err=True)
