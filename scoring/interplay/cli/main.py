"""The command line: one verb a file of this folder, found by its name and imported only when it is used."""

import codecs
import contextlib
import io
import os
import sys
from typing import Any

import click

from interplay.cli.shared.examples import fitted
from interplay.cli.shared.options import TEXTS
from interplay.core import extensions
from interplay.core.discovery import Catalogue
from interplay.core.errors import InterplayError, UnknownName
from interplay.core.extras import EXTRAS, missing
from interplay.core.text import printable
from interplay.core.version import __version__

PIPE_CLOSED = 128 + 13
"""Exit status of a program that SIGPIPE ends, as shells give it."""


class PipeClosed(Exception):  # noqa: N818  it ends the program, and is no error
    """The pipe that stdout goes to was closed, as ``head`` does; click would end the program as failed."""


class Verbs(click.Group):
    """The commands of a catalogue, each imported when it is asked for."""

    def __init__(self, verbs: Catalogue[click.Command], **settings: Any) -> None:
        super().__init__(**settings)
        self.verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the verbs, sorted."""
        return list(self.verbs.names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """Return the command, or ``None`` when there is none of that name."""
        return fitted(self.verbs.load(cmd_name), cmd_name) if cmd_name in self.verbs.names() else None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; an option that has another spelling now is refused with that spelling."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise PipeClosed from None
        except click.NoSuchOption as error:
            spelling = TEXTS["renamed"].get(error.option_name, "")
            verb = error.ctx or ctx
            known = {name for param in verb.command.params for name in param.opts}
            if spelling.split(" ")[0] not in {*known, f"interplay.{verb.info_name}(...,"}:
                raise
            raise click.NoSuchOption(
                error.option_name, f"No such option {error.option_name!r} any more: write {spelling}", ctx=error.ctx
            ) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of a verb, or fail naming the nearest one."""
        if not args[0].startswith("-"):
            try:
                self.verbs.check(args[0])
            except UnknownName as error:
                ctx.fail(str(error))
        return super().resolve_command(ctx, args)


VERBS: Catalogue[click.Command] = Catalogue(
    "interplay.cli", "command", "verb", shared=frozenset({"main"}), group=extensions.VERBS
)
HELP = {"help_option_names": ["-h", "--help"], "show_default": True}
interplay = click.version_option(__version__, prog_name="interplay")(
    Verbs(
        VERBS,
        name="interplay",
        context_settings=HELP,
        help="Score language models in interaction. Start with: interplay demo.",
    )
)


def main() -> None:
    """Run the command line.

    Exit 0: done; 1: findings or failure, explained on stderr; 2: usage; 130: interrupted; 141: the pipe was closed.
    """
    sys.exit(run(interplay))


def run(group: click.Group) -> int:
    """Run *group* on the program's arguments and return the exit status."""
    _print_anything()
    try:
        status = group.main(standalone_mode=False)
    except click.ClickException as error:
        text = io.StringIO()
        error.show(text)
        _say_error(text.getvalue().rstrip("\n"))
        return error.exit_code
    except InterplayError as error:
        _say_error("error: " + printable(str(error), keep="\n"))
        return 1
    except ModuleNotFoundError as error:
        status = _without(error)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except PipeClosed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter would try to print the rest
        return PIPE_CLOSED
    except OSError as error:  # files are dealt with where they are opened; what remains is stdout
        click.echo(f"error: {error.strerror or error}", err=True)
        with contextlib.suppress(OSError):
            sys.stdout.close()  # or the interpreter would try once more to print what is left
        return 1
    return status if isinstance(status, int) else 0


def _without(error: ModuleNotFoundError) -> int:
    """Say which extra installs the missing library, and return the exit status; raise where none does."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        raise error
    _say_error(f"error: {missing(module, 'this command')}")
    return 1


def _say_error(text: str) -> None:
    from interplay.tables.terminal import say_text  # what succeeds need not load it

    say_text(text, err=True)


def _print_anything() -> None:
    """Let stdout and stderr take any text: what their encoding lacks becomes a plain character, never an error."""
    codecs.register_error("interplay.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="interplay.plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join({"–": "-", "─": "-", "…": "..."}.get(character, "?") for character in lacking), error.end
