"""``interplay certify``: measure how well a judge judges."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_json
from interplay.cli.shared.options import GroupedCommand
from interplay.cli.shared.progress import Progress
from interplay_lab.cli._judging import JudgeOptions, probes_options
from interplay_lab.cli._options import grouped
from interplay_lab.cli.judge import say_estimate

if TYPE_CHECKING:
    from interplay.running.options import Limits

_ITEMS = grouped("Items", "certify")


@click.command(cls=GroupedCommand, short_help="Measure how well a judge judges.")
@probes_options
@_ITEMS("--sample", default=100, type=click.IntRange(5, 100_000))
@_ITEMS("--seed", default=0, type=click.IntRange(0))
@options.limit_options(*options.SPENDING)
@options.out_option("output", "FILE", "Certificate to write; a page with it is FILE.html.", required=True)
@options.dry_run_option
@options.json_option
def command(
    asked: JudgeOptions, sample: int, seed: int, limits: "Limits", output: Path, dry_run: bool, as_json: bool
) -> None:
    """Measure a judge on replies whose quality is known, and say whether it is certified.

    The replies are right ones, wrong ones of seven kinds, longer ones, and texts that address the judge. The same
    command resumes an interrupted run.

    \b
    interplay certify --judge scoring --model openai:gpt-4o --dry-run -o certificate.json
    interplay certify --judge scoring --model openai:gpt-4o --price 2.5/10 -o certificate.json
    """
    from interplay_lab.judging import certificates
    from interplay_lab.judging.asking import calls
    from interplay_lab.judging.asking.cache import cache_path
    from interplay_lab.site.certificates import show, write_page

    judge, kept = asked.judge(), cache_path(output)
    options.refuse_unpriced(limits)
    release = asked.dataset.verified()
    probes, call = certificates.prepare(judge, asked.mode, asked.spec(judge), release, sample, seed)
    if dry_run:
        say_estimate(calls.estimate(call, kept, limits.price), call, as_json=as_json)
        return
    with going_on(kept), Progress(judge.name) as progress:
        certificate = certificates.examine(probes, call, seed, output, limits, progress.update)
    page = write_page(certificate, output)
    (say_json if as_json else show)(certificate)
    click.echo(f"wrote {output} and {page}", err=True)
