"""Options of several verbs, each declared once."""

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
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
TEXTS = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))
"""The help of options by verb, and of those that several verbs share."""
FILE = click.Path(path_type=Path)
_FIRST = ("Judge", "System", "Items")  # groups of options that help shows before the others


class GroupedOption(click.Option):
    """An option with the heading under which the help shows it; what it says is in ``TEXTS``, unless it is given."""

    def __init__(self, names: Sequence[str], *, group: str = "", verb: str = "shared", **settings: Any) -> None:
        texts = (TEXTS[verb][name] for name in names if name in TEXTS[verb])
        super().__init__(names, **{"help": next(texts, None), **settings})
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


def grouped(group: str = "", verb: str = "shared") -> Callable[..., Option]:
    """Return ``click.option`` for the options of *group*, with the help that those of *verb* have in ``TEXTS``."""
    return partial(click.option, cls=GroupedOption, group=group, verb=verb)


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
        from interplay.submissions.files import expanded as in_folders

        return in_folders(paths, say_note, track)

    return click.argument("files", nargs=-1, required=required, type=FILE, metavar="FILE...", callback=expanded)


def out_option(name: str, metavar: str, text: str, **settings: Any) -> Option:
    """Return ``-o``; the verb takes its path as *name*."""
    return _OUTPUT("-o", "--out", name, type=FILE, metavar=metavar, help=text, **settings)


def format_option(*formats: str) -> Option:
    """Return ``--format``, which names another form than text."""
    return _OUTPUT("--format", "form", type=click.Choice(formats))


def reply_options() -> Option:
    """Return the options for files of replies without a header; the verb takes them together as ``given``."""

    def given(**values: Any) -> "Given":
        from interplay.submissions.accepting import Given

        return Given(**values)

    names, splits = _REPLIES("--name", "names", multiple=True), _REPLIES("--split", "splits", multiple=True)
    return bundle("given", given, {"track": _REPLIES("--track"), "names": names, "splits": splits})


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
root_option = _DATASET("--dataset", "root", type=DatasetPath(), metavar="DIR")
_MODIFIED = _DATASET("--allow-modified", is_flag=True)
dataset_options = bundle("dataset", Dataset, {"root": root_option, "allow_modified": _MODIFIED})
json_option = _OUTPUT("--json", "as_json", is_flag=True)
watch_option = _OUTPUT("--watch", type=FILE, metavar="DIR")
dry_run_option = _OUTPUT("--dry-run", is_flag=True)
partial_option = _ITEMS("--allow-partial", is_flag=True)
judgments_option = _ITEMS("--judgments", "--certificate", "judgments", multiple=True, type=FILE, metavar="FILE")
suite_option = _ITEMS("--suite")
games_option = _ITEMS("--game", "games", multiple=True)
where_option = _ITEMS("--where", multiple=True, metavar="KEY=VALUE")
trials_option = _ITEMS("--trials", default=1, type=click.IntRange(1, 10_000))
rules_option = _ITEMS("--option", "changes", multiple=True, callback=parsing.changes, metavar="NAME=VALUE")
LIMITS = {
    "concurrency": _REQUESTS("--concurrency", default=8, type=click.IntRange(1, 10_000)),
    "requests_per_minute": _REQUESTS("--requests-per-minute", type=click.FloatRange(0, min_open=True)),
    "max_calls": _REQUESTS("--max-calls", type=click.IntRange(0)),
    "max_cost": _REQUESTS("--max-cost", type=float, callback=parsing.dollars),
    "price": _REQUESTS("--price", callback=parsing.price_pair, metavar="IN/OUT"),
    "record_errors": _OUTPUT("--record-errors", is_flag=True),
}
SPENDING = ("concurrency", "requests_per_minute", "max_calls", "max_cost", "price")
"""The limits of everything that asks models."""
