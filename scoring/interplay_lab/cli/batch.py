"""``interplay batch``: have the requests of a judge answered by a batch service."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.messages import say_json
from interplay.cli.shared.options import GroupedCommand
from interplay.core.text import counted
from interplay_lab.cli._judging import JudgeOptions, cache_option, judge_options
from interplay_lab.cli._options import grouped
from interplay_lab.cli.judge import say_result

if TYPE_CHECKING:
    from interplay.running.options import Limits

_JUDGMENTS = options.out_option("output", "FILE", "File of judgments to write.", required=True)


@click.group(short_help="Judge through a batch service: write requests, read answers.")
def command() -> None:
    """Write the requests of `interplay judge` to files, and read the answers as judgments. Nothing is sent.

    \b
    interplay batch export mine.jsonl --judge scoring --model openai:gpt-4o -o judged.jsonl --requests batch/
    interplay batch import mine.jsonl --judge scoring --model openai:gpt-4o -o judged.jsonl --answers answers.jsonl
    """


@command.command(name="export", cls=GroupedCommand, short_help="Write the requests for a batch service.")
@judge_options
@_JUDGMENTS
@grouped("Output", "batch")("--requests", required=True, type=options.FILE, metavar="DIR")
@cache_option
@options.json_option
def export_command(asked: JudgeOptions, output: Path, requests: Path, cache: Path | None, as_json: bool) -> None:
    """Write the requests whose replies are not in the cache.

    \b
    interplay batch export mine.jsonl --judge scoring --model openai:gpt-4o -o judged.jsonl --requests batch/
    interplay batch export a.jsonl b.jsonl --judge pairwise --model openai:gpt-4o -o ab.jsonl --requests batch/
    """
    from interplay_lab.judging import batch
    from interplay_lab.judging.asking.cache import cache_path

    call = asked.prepare(asked.judge())
    exported = batch.export_call(call, cache or cache_path(output), requests)
    if as_json:
        say_json({"files": [str(path) for path in exported.files], "requests": exported.requests})
        return
    advice = "read the answers with `interplay batch import`"
    files = counted(len(exported.files), "files")
    click.echo(f"wrote {exported.requests:,} requests to {files} in {requests}; {advice}")


@command.command(name="import", cls=GroupedCommand, short_help="Read the answers of a batch service as judgments.")
@judge_options
@_JUDGMENTS
@grouped("Items", "batch")("--answers", multiple=True, required=True, type=options.FILE, metavar="FILE")
@cache_option
@options.limit_options("record_errors")
@options.json_option
def import_command(
    asked: JudgeOptions, output: Path, answers: tuple[Path, ...], cache: Path | None, limits: "Limits", as_json: bool
) -> None:
    """Write the judgments; the submissions and options are those of the export.

    \b
    interplay batch import mine.jsonl --judge scoring --model openai:gpt-4o -o judged.jsonl --answers 1.jsonl
    interplay batch import a.jsonl b.jsonl --judge pairwise --model openai:gpt-4o -o ab.jsonl --answers 1.jsonl
    """
    from interplay_lab.judging import batch
    from interplay_lab.judging.asking import calls
    from interplay_lab.judging.asking.cache import cache_path

    call = asked.prepare(asked.judge())
    source = batch.read_answers(call, answers).answer
    result = calls.run(call, output, cache or cache_path(output), limits, source=source)
    say_result(result, output, as_json=as_json)
    sys.exit(0 if result.written else 1)
