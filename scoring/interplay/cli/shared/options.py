"""Options that several verbs share."""

import os
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from interplay.cli.shared.parsing import whole_numbers
from interplay.core.text import printable

F = TypeVar("F", bound=Callable[..., Any])


_FIRST = ("Judge", "System", "Items")
"""Groups of options that help shows before the others."""


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


class DatasetPath(click.Path):
    """The directory of a dataset; one on the Hub, ``hf://owner/name@revision``, is fetched into the Hub's cache."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the directory, where a dataset on the Hub now is; raise ``DatasetError`` when it cannot be had."""
        from interplay.hub.places import place_of

        place = place_of(value)
        if place is None or (ctx is not None and ctx.resilient_parsing):  # a shell that completes waits for no download
            return Path(os.fsdecode(super().convert(value, param, ctx)))
        from interplay.hub.fetching import fetch

        return fetch(place, lambda line: click.echo(printable(line), err=True))


class GroupedCommand(click.Command):
    """A command with many options, which its help shows under headings: who and what first, those without one last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group; groups without a place of their own as they first appear."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None and isinstance(option, click.Option):
                groups.setdefault(getattr(option, "group", ""), []).append(record)
        rest = groups.pop("", [])
        first = {name: groups.pop(name) for name in _FIRST if name in groups}
        for name, records in (*first.items(), *groups.items(), ("Other options", rest)):
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
        type=DatasetPath(),
        metavar="DIR",
        help="A release, an import or a fresh draw; hf://OWNER/NAME@v0.2.0 is one on the Hub.  "
        "[default: the one that came with interplay]",
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
        help="auto is aiohttp where it is installed (the extra `run`): half the CPU of httpx.",
    )(function)


def sample_options(function: F) -> F:
    """Add ``--sample`` and ``--sample-seed``."""
    items = grouped("Items")
    size = items("--sample", type=click.IntRange(1), metavar="N", help="Draw so many, spread over the track's parts.")
    seed = items(
        "--sample-seed", default=0, show_default=True, type=click.IntRange(0, 2**53), help="Which sample is drawn."
    )
    return size(seed(function))


def option_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--option`` and ``--hints``, which are taken together as ``changes``: names and values."""

    @wraps(function)
    def taken(*args: Any, options: tuple[str, ...], hints: str | None, **rest: Any) -> Any:
        return function(*args, changes=whole_numbers(options, hints), **rest)

    items = grouped("Items")
    any_option = items(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the games' rules; see cards."
    )
    hints = items("--hints", type=click.Choice(("on", "off")), help="List free cells or columns; the option hints.")
    made: Callable[..., Any] = any_option(hints(taken))
    return made
