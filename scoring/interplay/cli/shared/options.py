"""Options of several verbs, each declared once."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared import parsing
from interplay.core.text import printable

if TYPE_CHECKING:
    from interplay.core.release import Release
    from interplay.running.options import Limits
    from interplay.submissions.accepting import Given

Option = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Decorator that adds an option to a verb."""
_FIRST = ("Judge", "System", "Items")  # groups of options that help shows before the others


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

        location = place_of(value)
        if location is None or (ctx and ctx.resilient_parsing):  # a shell that completes waits for no download
            return Path(os.fsdecode(super().convert(value, param, ctx)))
        from interplay.hub.fetching import fetch

        return fetch(location, lambda line: click.echo(printable(line), err=True))


@dataclass(frozen=True, slots=True)
class Dataset:
    """The dataset that a verb is about, as the command line names it."""

    root: Path | None
    allow_modified: bool

    def verified(self) -> "Release":
        """Return the release, or raise ``DatasetError`` where files differ from their hashes."""
        from interplay.core.release import open_release

        return open_release(self.root, allow_modified=self.allow_modified)


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


def grouped(group: str) -> Callable[..., Option]:
    """Return ``click.option`` for the options of *group*."""
    return partial(click.option, cls=GroupedOption, group=group)


def bundle(name: str, build: Callable[..., object], options: Mapping[str, Option]) -> Option:
    """Return what adds *options*, by the names of their values, and passes *build* of the values as *name*."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def verb(*args: Any, **given: Any) -> Any:
            value = build(**{key: given.pop(key) for key in options})
            return function(*args, **{name: value}, **given)

        command: Callable[..., Any] = verb
        for option in reversed(list(options.values())):
            command = option(command)
        return command

    return add


def say_note(note: str) -> None:
    """Print what was left out."""
    click.echo(f"note: {printable(note)}", err=True)


def files_argument(*, required: bool = True, track: str | None = None) -> Option:
    """Return FILE..., submissions or folders of them; of folders only the submissions on *track*, where it is given."""

    def expanded(_context: click.Context, _parameter: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        from interplay.submissions import folders

        return folders.expanded(paths, say_note, track)

    path = click.Path(path_type=Path)
    return click.argument("files", nargs=-1, required=required, type=path, metavar="FILE...", callback=expanded)


def out_option(name: str, metavar: str, text: str, **settings: Any) -> Option:
    """Return ``-o``; the verb takes its path as *name*."""
    path = click.Path(path_type=Path)
    return _OUTPUT("-o", "--out", name, type=path, metavar=metavar, help=text, **settings)


def format_option(*formats: str) -> Option:
    """Return ``--format``, which names another form than text."""
    return _OUTPUT(
        "--format", "form", type=click.Choice(formats), help="Print the result in this format instead of as text."
    )


def reply_options() -> Option:
    """Return the options for files of replies without a header; the verb takes them together as ``given``."""

    def given(**values: Any) -> "Given":
        from interplay.submissions.accepting import Given

        return Given(**values)

    track = _REPLIES("--track", help="The track of the replies in FILE, which has no header.")
    text = "The system that replied; for several FILEs once each, in their order.  [default: the name of the file]"
    names = _REPLIES("--name", "names", multiple=True, help=text)
    text = "Replies to items of this split; may be repeated.  [default: the splits of the headline]"
    splits = _REPLIES("--split", "splits", multiple=True, help=text)
    return bundle("given", given, {"track": track, "names": names, "splits": splits})


def refuse_unpriced(limits: "Limits") -> None:
    """Refuse a limit on cost without a price."""
    if limits.max_cost is not None and limits.price is None:
        raise click.UsageError("--max-cost needs --price IN/OUT, dollars for a million tokens")


def limit_options(*names: str) -> Option:
    """Return the options of the ``Limits`` that *names* lists; the verb takes them together as ``limits``."""

    def limits(**values: Any) -> "Limits":
        from interplay.running.options import Limits

        return Limits(**values)

    return bundle("limits", limits, {name: LIMITS[name] for name in names})


_ITEMS, _REQUESTS, _OUTPUT, _DATASET, _REPLIES = (
    grouped(name) for name in ("Items", "Requests", "Output", "Dataset", "Replies without a header")
)
_FILE = click.Path(path_type=Path)
root_option = _DATASET(
    "--dataset",
    "root",
    type=DatasetPath(),
    metavar="DIR",
    help="Release, import or fresh draw to use; hf://OWNER/NAME@v0.2.0 for one on the Hub.  "
    "[default: the one shipped with interplay]",
)
_MODIFIED = _DATASET(
    "--allow-modified", is_flag=True, help="Accept files that differ from their hashes; results are marked as modified."
)
dataset_options = bundle("dataset", Dataset, {"root": root_option, "allow_modified": _MODIFIED})
json_option = _OUTPUT("--json", "as_json", is_flag=True, help="Print the result as JSON.")
watch_option = _OUTPUT(
    "--watch", type=_FILE, metavar="DIR", help="Write pages on what is finished to DIR every minute."
)
dry_run_option = _OUTPUT("--dry-run", is_flag=True, help="Estimate requests, tokens and cost; send nothing.")
partial_option = _ITEMS("--allow-partial", is_flag=True, help="Score missing predictions as not played.")
judgments_option = _ITEMS(
    "--judgments",
    "--certificate",
    "judgments",
    multiple=True,
    type=_FILE,
    metavar="FILE",
    help="Judgments by `interplay judge`, and certificates by `interplay certify`; may be repeated.",
)
suite_option = _ITEMS("--suite", help="Only games of this suite: llmarena or gamebench.")
games_option = _ITEMS("--game", "games", multiple=True, help="Only this game; may be repeated.")
where_option = _ITEMS(
    "--where",
    multiple=True,
    metavar="KEY=VALUE",
    help="Only items such as subset=hard; values of one key are alternatives.",
)
trials_option = _ITEMS("--trials", default=1, type=click.IntRange(1, 10_000), help="Trials per item.")
rules_option = _ITEMS(
    "--option",
    "changes",
    multiple=True,
    callback=parsing.changes,
    metavar="NAME=VALUE",
    help="Set an option of the games' rules (see the cards); hints=0 omits the lists of free cells or columns.",
)
LIMITS = {
    "concurrency": _REQUESTS("--concurrency", default=8, type=click.IntRange(1, 10_000), help="Items in parallel."),
    "requests_per_minute": _REQUESTS(
        "--requests-per-minute", type=click.FloatRange(0, min_open=True), help="Limit the request rate."
    ),
    "max_calls": _REQUESTS("--max-calls", type=click.IntRange(0), help="Limit the number of requests per invocation."),
    "max_cost": _REQUESTS(
        "--max-cost", type=float, callback=parsing.dollars, help="Limit the dollars per invocation; needs a price."
    ),
    "price": _REQUESTS(
        "--price", callback=parsing.price_pair, metavar="IN/OUT", help="US dollars per million tokens, such as 2.5/10."
    ),
    "record_errors": _OUTPUT(
        "--record-errors", is_flag=True, help="Write failed items as errors instead of leaving them for a retry."
    ),
}
SPENDING = ("concurrency", "requests_per_minute", "max_calls", "max_cost", "price")
"""The limits of everything that asks models."""
