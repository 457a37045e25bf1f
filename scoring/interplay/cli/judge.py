"""``interplay judge``: ask a judge about submissions and write its judgments."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared.judging import JudgeOptions, judge_options
from interplay.cli.shared.messages import going_on, say_failures, say_json
from interplay.cli.shared.options import GroupedCommand, grouped, transport_option
from interplay.cli.shared.parsing import dollars, price_pair, seconds

if TYPE_CHECKING:
    from interplay.judging.asking.calls import Call
    from interplay.judging.asking.engine import JudgingResult
    from interplay.judging.asking.estimate import Estimate
    from interplay.judging.judge import Judge, Price
    from interplay.systems.endpoint import Transport

_REQUESTS, _OUTPUT = grouped("Requests"), grouped("Output")


@click.command(cls=GroupedCommand, short_help="Ask an LLM judge about submissions.")
@judge_options
@grouped("Judge")("--api-key-env", default="OPENAI_API_KEY", show_default=True, help="Variable that holds the key.")
@_REQUESTS("--concurrency", default=8, show_default=True, type=click.IntRange(1, 10_000), help="Requests at once.")
@_REQUESTS("--requests-per-minute", type=click.FloatRange(0, min_open=True), help="Send no more than this.")
@_REQUESTS("--timeout", default=120.0, show_default=True, callback=seconds, help="Seconds a request.")
@_REQUESTS(
    "--max-retries", default=6, show_default=True, type=click.IntRange(0, 100), help="After 429, 5xx, time-outs."
)
@transport_option
@_REQUESTS("--max-calls", type=click.IntRange(0), help="Stop before sending more requests than this.")
@_REQUESTS("--max-cost", type=float, callback=dollars, help="Stop before spending more US dollars than this.")
@_REQUESTS(
    "--price", callback=price_pair, metavar="IN/OUT", help="Dollars for a million tokens.  [default: the judge's table]"
)
@_REQUESTS("--cache", type=click.Path(path_type=Path), metavar="FILE", help="Replies kept.  [default: beside -o]")
@_OUTPUT("-o", "--out", "output", type=click.Path(path_type=Path), metavar="FILE", help="Judgments to write.")
@_OUTPUT("--record-errors", is_flag=True, help="Write requests that failed as unscored, instead of nothing.")
@_OUTPUT("--dry-run", is_flag=True, help="Print what would be asked; send nothing.")
@_OUTPUT("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    asked: JudgeOptions,
    api_key_env: str,
    output: Path | None,
    concurrency: int,
    requests_per_minute: float | None,
    timeout: float,
    max_retries: int,
    transport: "Transport",
    max_calls: int | None,
    max_cost: float | None,
    price: tuple[float, float] | None,
    cache: Path | None,
    record_errors: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Ask a judge about one submission, or about which of two is better. The same call goes on where one stopped.

    \b
    interplay judge mine.jsonl --judge scoring --model openai:gpt-4o -o mine.judged.jsonl
    interplay judge a.jsonl b.jsonl --judge pairwise --model openai:m --base-url http://localhost:8000/v1 -o ab.jsonl
    """
    from interplay.cli.shared.progress import Progress
    from interplay.judging.asking import calls
    from interplay.systems.endpoint import EndpointOptions

    judge = asked.judge()
    listed = _listed(judge, calls.model_name(asked.model), price, max_cost)
    progress = Progress(judge.name)
    endpoint = EndpointOptions(
        asked.base_url, api_key_env, timeout, max_retries, transport=transport, tell=progress.say
    )
    call = asked.prepare(judge, endpoint)
    kept = cache or (None if output is None else calls.cache_path(output))
    if dry_run:
        _say_estimate(calls.estimate(call, kept, listed), call, as_json=as_json)
        return
    if output is None or kept is None:
        raise click.UsageError("name the judgments to write with -o FILE")
    limits = calls.Limits(concurrency, requests_per_minute, max_calls, max_cost, listed, record_errors)
    with going_on(kept), progress:
        result = calls.run(call, output, kept, limits, progress.update)
    say_result(result, output, as_json=as_json)
    sys.exit(0 if result.written else 1)


def _listed(judge: "Judge", model: str, given: tuple[float, float] | None, max_cost: float | None) -> "Price | None":
    """Return the price that was given, or the judge's; a limit on cost needs one of them."""
    from interplay.judging.judge import Price

    found = judge.price(model) if given is None else Price(model=model, prompt=given[0], completion=given[1])
    if max_cost is not None and found is None:
        known = ", ".join(price.model for price in judge.file.price) or "no model"
        raise click.UsageError(f"--max-cost needs a price for {model!r}: name it with --price (listed: {known})")
    return found


def _say_estimate(found: "Estimate", call: "Call", *, as_json: bool) -> None:
    if as_json:
        say_json(found)
        return
    share = f"{found.shared_prompt_tokens / found.prompt_tokens:.0%}" if found.prompt_tokens else "none"
    cost = "no price is known" if found.most_cost is None else f"at most about ${found.most_cost:.2f}"
    click.echo(
        f"{call.panel.judge.name} (sha256 {call.panel.judge.digest[:12]}…): {found.judgments:,} judgments, "
        f"{found.requests:,} requests to send, {found.cached:,} replies kept from earlier.\n"
        f"About {found.prompt_tokens:,} prompt tokens (4 characters a token), {share} of which a prefix cache would "
        f"serve; at most {found.most_completion_tokens:,} completion tokens; {cost}. Nothing was sent."
    )


def say_result(result: "JudgingResult", output: Path, *, as_json: bool) -> None:
    """Print what was judged and used, or why nothing was written."""
    from interplay.core.text import printable

    if as_json:
        say_json(result)
        return
    say_failures(result.failures)
    repeats = f" ({result.retries:,} of them sent again after an error)" if result.retries else ""
    about = "at least " if result.is_cost_estimated else ""
    cost = "" if result.cost is None else f", {about}${result.cost:.4f}"
    used = f"{result.calls:,} calls{repeats}, {result.prompt_tokens:,} prompt and "
    used += f"{result.completion_tokens:,} completion tokens{cost}, {result.cached:,} replies kept from earlier"
    if result.unscored > len(result.failures):
        click.echo(f"{result.unscored:,} without a verdict, for example: {printable(result.example)}", err=True)
    if result.cut:
        click.echo(f"{result.cut:,} of them cut off at the limit of tokens: raise --max-tokens", err=True)
    if result.written:
        click.echo(f"wrote {output}: {result.judgments:,} judgments, {result.unscored:,} unscored; {used}")
    else:
        advice = "run the same command again to retry them, or add --record-errors to write them as unscored"
        count = f"{len(result.failures):,} request{'s' if len(result.failures) > 1 else ''}"
        click.echo(f"{count} failed, so {output} was not written; {advice}", err=True)
