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
from interplay_lab.cli._judging import MODES
from interplay_lab.cli.judge import say_estimate

if TYPE_CHECKING:
    from interplay.running.options import Limits
    from interplay.systems.spec import SystemSpec

_JUDGE, _OUTPUT = grouped("Judge"), grouped("Output")
_PROBES = click.IntRange(5, 100_000)


@click.command(cls=GroupedCommand, short_help="Measure how well a judge judges.")
@_JUDGE("--judge", "judge_name", required=True, metavar="NAME", help="scoring, pairwise, or a file PATH.toml.")
@_JUDGE("--mode", default="text", type=click.Choice(MODES), help="Form of the verdict.")
@judge_options
@grouped("Items")("--sample", default=100, type=_PROBES, help="Scripts to make probes of; each has about 14.")
@grouped("Items")("--seed", default=0, type=click.IntRange(0), help="Which scripts are drawn.")
@options.limit_options(*options.SPENDING)
@options.out_option("output", "FILE", "Certificate to write.", required=True)
@_OUTPUT("--to", type=click.Path(path_type=Path), metavar="DIR", help="Also write a page and a table to DIR.")
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

    The replies are right ones, wrong ones of seven kinds, longer versions, and texts that address the judge.
    The same command resumes an interrupted run. Exit 0 whether the judge is certified or not.

    \b
    interplay certify --judge scoring --model openai:gpt-4o --dry-run -o certificate.json
    interplay certify --judge scoring --model openai:gpt-4o --price 2.5/10 -o certificate.json --to pages
    """
    from interplay.judging.judge import load
    from interplay.systems.spec import SystemSpec
    from interplay_lab.api.certificates import carry_out
    from interplay_lab.judging.asking import calls
    from interplay_lab.judging.asking.cache import cache_path
    from interplay_lab.judging.certificate import making, pages

    judge = load(judge_name)
    spec = system(SystemSpec(model="", temperature=judge.file.temperature, max_tokens=judge.file.max_tokens))
    options.refuse_unpriced(limits)
    progress = Progress(judge.name)
    examination = making.prepare(judge, mode, spec, dataset.verified(), sample, seed, progress.log)
    if dry_run:
        say_estimate(calls.estimate(examination.call, cache_path(output), limits.price), examination.call, as_json=as_json)
        return
    with going_on(cache_path(output)), progress:
        certificate = carry_out(examination, output, to, limits, progress.update)
    if as_json:
        say_json(certificate)
    else:
        click.echo(pages.text(certificate), nl=False)
    click.echo(f"wrote {output}{'' if to is None else f' and pages to {to}'}", err=True)
