"""Options that several verbs share."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class GroupedOption(click.Option):
    """An option with the heading under which the help shows it."""

    def __init__(self, *args: Any, group: str = "", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.group = group


class ReplyLimit(GroupedOption):
    """A limit of replies, whose help says what each track has by default, as the tracks themselves say it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help, read when it is shown: tracks take a moment to load."""
        from interplay.tracks import catalogue

        record = super().get_help_record(ctx)
        limits = ", ".join(f"{name} {catalogue.load(name).reply_tokens:,}" for name in catalogue.names())
        return record and (record[0], f"{record[1]}  [default: {limits}]")


class GroupedCommand(click.Command):
    """A command with many options, which its help shows under headings; those without one come last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group, in the order in which groups first appear."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None and isinstance(option, click.Option):
                groups.setdefault(getattr(option, "group", ""), []).append(record)
        rest = groups.pop("", [])
        for name, records in (*groups.items(), ("Other options", rest)):
            with formatter.section(name):
                formatter.write_dl(records)


def grouped(group: str) -> Callable[..., Callable[[F], F]]:
    """Return ``click.option`` for the options of *group*."""
    return partial(click.option, cls=GroupedOption, group=group)


def dataset_options(function: F) -> F:
    """Add ``--dataset`` and ``--allow-modified``."""
    root = grouped("Dataset")(
        "--dataset",
        "root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Dataset directory: a release, an import or a fresh draw.  [default: the one that came with interplay]",
    )
    modified = grouped("Dataset")(
        "--allow-modified", is_flag=True, help="Go on when files differ from their hashes; results are marked."
    )
    return root(modified(function))


def transport_option(function: F) -> F:
    """Add ``--transport``."""
    return grouped("Requests")(
        "--transport",
        default="auto",
        show_default=True,
        type=click.Choice(("auto", "aiohttp", "httpx")),
        help="auto is aiohttp where it is installed (the extra of that name): half the CPU of httpx.",
    )(function)
