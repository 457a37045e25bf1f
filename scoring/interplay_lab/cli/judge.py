"""``interplay judge``: ask a judge about submissions and write its judgments."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import going_on, say_failures, say_json
from interplay.cli.shared.options import GroupedCommand
from interplay.cli.shared.progress import Progress
from interplay.core.text import counted, printable
from interplay_lab.cli._judging import JudgeOptions, cache_option, judge_options
from interplay_lab.cli._options import grouped

if TYPE_CHECKING:
    from interplay.running.options import Limits
    from interplay_lab.judging.asking.calls import Call
    from interplay_lab.judging.asking.engine import JudgingResult
    from interplay_lab.judging.asking.estimate import Estimate


_PEOPLE = grouped("People", "judge")


def _person(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Let a person judge where an option is about one: no model is needed, and the rubric is that of the files."""
    if value is not None:
        name = f"human:{value}" if parameter.name == "name" else "human"
        context.default_map = {"judge_name": "", "model": name}
    return value


class _Sheet(NamedTuple):
    """A sheet to write, or a filled-in one to read."""

    to: Path | None
    sample: int
    seed: int
    filled: Path | None
    name: str | None


_SHEET = {
    "to": _PEOPLE("--to", type=options.FILE, is_eager=True, callback=_person, metavar="FILE.html|FILE.csv"),
    "sample": _PEOPLE("--sample", default=100, type=click.IntRange(1, 100_000)),
    "seed": _PEOPLE("--sample-seed", "seed", default=0, type=click.IntRange(0, 2**53)),
    "filled": _PEOPLE("--from", "filled", type=options.FILE, metavar="FILE.jsonl|FILE.csv"),
    "name": _PEOPLE("--name", is_eager=True, callback=_person),
}


@click.command(cls=GroupedCommand, short_help="Judge submissions with an LLM, or let people do it.")
@options.bundle("people", _Sheet, _SHEET)
@judge_options
@options.limit_options(*options.SPENDING, "record_errors")
@cache_option
@options.out_option("output", "FILE", "File of judgments to write.")
@options.dry_run_option
@options.json_option
def command(
    asked: JudgeOptions,
    people: _Sheet,
    limits: "Limits",
    cache: Path | None,
    output: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Let a judge rate one submission, or compare two. The same command resumes an interrupted run.

    \b
    interplay judge mine.jsonl --judge scoring --model openai:gpt-4o -o mine.judged.jsonl
    interplay judge a.jsonl b.jsonl --judge pairwise --model openai:m --base-url http://localhost:8000/v1 -o ab.jsonl
    interplay judge mine.jsonl --sample 100 --to sheet.html
    interplay judge mine.jsonl --from ratings.jsonl --name alice -o alice.judged.jsonl
    """
    from interplay_lab.judging.asking import calls
    from interplay_lab.judging.asking.cache import cache_path
    from interplay_lab.people import sheet

    judge = asked.judge()
    if people.to is not None:
        call = asked.prepare(judge)
        count = sheet.write(call, sheet.sheet_of(call, people.sample, people.seed), people.to)
        click.echo(f"wrote {people.to}: {count:,} entries for {judge.name}, sample drawn with seed {people.seed}")
        return
    if people.filled is not None or people.name is not None:
        if people.filled is None or people.name is None or output is None:
            raise click.UsageError("give the filled-in sheet with --from, who filled it in with --name, and -o FILE")
        rated, total = sheet.read(asked.prepare(judge), people.filled, output)
        rest = f"; the other {total - rated:,} replies are left without a verdict" if rated < total else ""
        click.echo(f"wrote {output}: {counted(rated, 'verdicts')} by human:{people.name}{rest}")
        return
    options.refuse_unpriced(limits)
    progress = Progress(judge.name)
    call = asked.prepare(judge, progress.log)
    kept = cache or (None if output is None else cache_path(output))
    if dry_run:
        say_estimate(calls.estimate(call, kept, limits.price), call, as_json=as_json)
        return
    if output is None or kept is None:
        raise click.UsageError("name the file of judgments to write with -o FILE")
    with going_on(kept), progress:
        result = calls.run(call, output, kept, limits, progress.update)
    say_result(result, output, as_json=as_json)
    sys.exit(0 if result.written else 1)


def say_estimate(estimate: "Estimate", call: "Call", *, as_json: bool) -> None:
    """Print what a call would ask and cost."""
    if as_json:
        say_json(estimate)
        return
    share = f"{estimate.shared_prompt_tokens / estimate.prompt_tokens:.0%}" if estimate.prompt_tokens else "none"
    cost = "no price was given" if estimate.most_cost is None else f"at most about ${estimate.most_cost:.2f}"
    click.echo(
        f"{call.panel.judge.name} (sha256 {call.panel.judge.digest[:12]}…): {estimate.judgments:,} judgments, "
        f"{estimate.requests:,} requests to send, {estimate.cached:,} cached replies.\n"
        f"About {estimate.prompt_tokens:,} prompt tokens (4 characters per token), {share} of them served by a prefix "
        f"cache; at most {estimate.most_completion_tokens:,} completion tokens; {cost}. Nothing was sent."
    )


def say_result(result: "JudgingResult", output: Path, *, as_json: bool) -> None:
    """Print what was judged and used, or why nothing was written."""
    if as_json:
        say_json(result)
        return
    say_failures(result.failures)
    repeats = f" ({result.retries:,} of them retries after an error)" if result.retries else ""
    about = "at least " if result.is_cost_estimated else ""
    cost = "" if result.cost is None else f", {about}${result.cost:.4f}"
    used = f"{result.calls:,} calls{repeats}, {result.prompt_tokens:,} prompt and "
    used += f"{result.completion_tokens:,} completion tokens{cost}, {result.cached:,} cached replies"
    if result.unscored > len(result.failures):
        click.echo(f"{result.unscored:,} without a verdict, for example: {printable(result.example)}", err=True)
    if result.cut:
        click.echo(f"{result.cut:,} of them cut off at the token limit: raise --max-tokens", err=True)
    if result.written:
        click.echo(f"wrote {output}: {result.judgments:,} judgments, {result.unscored:,} unscored; {used}")
    else:
        advice = "run the same command again to retry them, or add --record-errors to write them as unscored"
        click.echo(
            f"{counted(len(result.failures), 'requests')} failed, so {output} was not written; {advice}", err=True
        )
