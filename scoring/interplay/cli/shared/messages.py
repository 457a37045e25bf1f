"""Messages of several verbs."""

import contextlib
import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.core.text import counted, money, printable

if TYPE_CHECKING:
    from interplay.running.run import RunResult


def say_json(value: object) -> None:
    """Print *value* as canonical JSON in UTF-8, whatever the terminal's encoding is.

    Characters in texts that do not print, and those that turn the direction of text, are escaped: the same value.
    """
    from interplay.core import canonical

    text = canonical.encode(value).decode()
    if not text.isprintable():
        text = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
    click.echo(text.encode())


def say_failures(failures: Sequence[str]) -> None:
    """Name the first failures on stderr, and how many there are beside them."""
    from interplay.tables.terminal import say_text

    for failure in failures[:10]:
        say_text(f"failed: {printable(failure)}", err=True)
    if len(failures) > 10:
        click.echo(f"and {len(failures) - 10:,} more failed", err=True)


def say_warnings(warnings: Iterable[object]) -> None:
    """Print *warnings* on stderr, a line each."""
    from interplay.tables.terminal import say_text

    for warning in warnings:
        say_text(f"warning: {printable(str(warning))}", err=True)


@contextlib.contextmanager
def going_on(kept: Path) -> Iterator[None]:
    """Where work is interrupted, say which file keeps its replies, and the command that goes on; exit with 130."""
    from interplay.tables.terminal import say_text

    try:
        yield
    except KeyboardInterrupt:
        where = f"replies are saved in {kept}" if kept.exists() else "no reply was saved"
        say_text(f"\ninterrupted; {where}; to resume, run the same command again:", err=True)
        click.echo(f"  {_command()}", err=True)
        sys.exit(130)


def _command() -> str:
    program, *given = sys.argv
    name = Path(program).name
    started = ["python", "-m", "interplay"] if name == "__main__.py" else [name]
    return shlex.join([*started, *given])


def say_run(result: "RunResult", output: Path, *, as_json: bool, is_person: bool = False) -> None:
    """Print what a run wrote and used, or why it wrote nothing; a person uses no tokens, and a server may hide them."""
    from interplay.tables.terminal import say_text

    if as_json:
        say_json(result)
        return
    repeats = f" ({result.retries:,} of them retries after an error)" if result.retries else ""
    is_known = not is_person and bool(result.prompt_tokens or result.completion_tokens)
    tokens = f", {result.prompt_tokens:,} prompt and {result.completion_tokens:,} completion tokens" if is_known else ""
    used = f"{result.calls:,} calls{repeats}{tokens}" + ("" if result.cost is None else f", {money(result.cost)}")
    resumed = f", {result.resumed:,} replies reused from an earlier run" if result.resumed else ""
    say_failures(result.failures)
    if result.written:
        say_text(f"wrote {output}: {result.predictions} predictions; {used}{resumed}")
    else:
        again = "change the request settings" if result.is_refused else "run the same command again"
        advice = f"{again} to retry them, or add --record-errors to write them as errors"
        say_text(f"{counted(len(result.failures), 'items')} failed, so {output} was not written; {advice}", err=True)
