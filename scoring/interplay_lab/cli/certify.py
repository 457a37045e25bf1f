"""``interplay certify``: measure how well a judge judges."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_json
from interplay.cli.shared.options import Dataset, GroupedCommand, grouped
from interplay.cli.shared.progress import Progress
from interplay.cli.shared.systems import judge_options
from interplay_lab.cli._judging import judge_option, mode_option
from interplay_lab.cli.judge import say_estimate

if TYPE_CHECKING:
    from interplay.running.options import Limits
    from interplay.systems.spec import SystemSpec

_ITEMS, _OUTPUT = grouped("Items"), grouped("Output")


@click.command(cls=GroupedCommand, short_help="Measure how well a judge judges.")
@judge_option
@mode_option
@judge_options
@_ITEMS("--sample", default=100, type=click.IntRange(5, 100_000), help="Scripts to make probes of; each has about 14.")
@_ITEMS("--seed", default=0, type=click.IntRange(0), help="Which scripts are drawn.")
@options.limit_options(*options.SPENDING)
@options.out_option("output", "FILE", "Certificate to write.", required=True)
@_OUTPUT("--to", type=click.Path(path_type=Path), metavar="DIR", help="Also write the page certificate.html to DIR.")
@options.dry_run_option
@options.json_option
@options.dataset_options
def command(
    judge_name: str,
    mode: str,
    system: "Callable[[SystemSpec], SystemSpec]",
    sample: int,
    seed: int,
    limits: "Limits",
    output: Path,
    to: Path | None,
    dry_run: bool,
    as_json: bool,
    dataset: Dataset,
) -> None:
    """Measure a judge on replies whose quality is known, and say whether it is certified.

    The replies are right ones, wrong ones of seven kinds, longer ones, and texts that address the judge. The same
    command resumes an interrupted run.

    \b
    interplay certify --judge scoring --model openai:gpt-4o --dry-run -o certificate.json
    interplay certify --judge scoring --model openai:gpt-4o --price 2.5/10 -o certificate.json --to pages
    """
    from interplay.judging.judge import load
    from interplay.systems.spec import SystemSpec
    from interplay_lab.judging.asking import calls
    from interplay_lab.judging.asking.cache import cache_path
    from interplay_lab.judging.certificate import making, pages

    judge = load(judge_name)
    spec = system(SystemSpec(model="", temperature=judge.file.temperature, max_tokens=judge.file.max_tokens))
    options.refuse_unpriced(limits)
    examination, kept = making.prepare(judge, mode, spec, dataset.verified(), sample, seed), cache_path(output)
    if dry_run:
        say_estimate(calls.estimate(examination.call, kept, limits.price), examination.call, as_json=as_json)
        return
    with going_on(kept), Progress(judge.name) as progress:
        certificate = making.examine(examination, output, limits, progress.update)
    if to is not None:
        from interplay_lab.site.certificates import write_page

        write_page(certificate, to)
    if as_json:
        say_json(certificate)
    else:
        click.echo(pages.text(certificate), nl=False)
    click.echo(f"wrote {output}", err=True)
