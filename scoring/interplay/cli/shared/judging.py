"""The options that say what a judge is asked, which ``judge`` and the laboratory's ``batch`` take."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interplay.cli.shared.options import dataset_options, grouped
from interplay.cli.shared.parsing import pairs, temperature_or_none

if TYPE_CHECKING:
    from interplay.judging.asking.calls import Call
    from interplay.judging.judge import Judge
    from interplay.systems.endpoint import EndpointOptions

MODES = ("text", "json", "logprobs")
_JUDGE, _ITEMS = grouped("Judge"), grouped("Items")
_OPTIONS: tuple[Callable[..., Any], ...] = (
    click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE [FILE]"),
    _JUDGE("--judge", "spec", required=True, metavar="NAME", help="scoring, pairwise, clue, or a file PATH.toml."),
    _JUDGE("--model", required=True, metavar="openai:NAME", help="The model that plays the judge; or local:NAME."),
    _JUDGE("--base-url", metavar="URL", help="OpenAI-compatible server, for example http://localhost:8000/v1."),
    dataset_options,
    _ITEMS("--where", multiple=True, metavar="KEY=VALUE", help="Only such items, for example subset=hard."),
    _JUDGE("--mode", default="text", show_default=True, type=click.Choice(MODES), help="How the verdict is asked for."),
    _JUDGE("--temperature", callback=temperature_or_none, help="A number or 'none'.  [default: the judge's]"),
    _JUDGE("--max-tokens", type=click.IntRange(1), help="Length of a reply.  [default: the judge's]"),
)


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What a judge is asked, as the command line describes it."""

    files: tuple[Path, ...]
    spec: str
    model: str
    base_url: str | None
    root: Path | None
    allow_modified: bool
    where: tuple[str, ...]
    mode: str
    temperature: float | str | None
    max_tokens: int | None

    def judge(self) -> "Judge":
        """Return the judge; raise ``OutputError`` where a run of a submission is not complete."""
        from interplay.judging import judge
        from interplay.running.journal import refuse_unfinished

        for path in self.files:
            refuse_unfinished(path)
        return judge.load(self.spec)

    def prepare(self, judge: "Judge", endpoint: "EndpointOptions") -> "Call":
        """Return the call of *judge* about the submissions."""
        from interplay.core.release import open_release
        from interplay.judging.asking import calls
        from interplay.systems.base import Sampling

        chosen = judge.file.temperature if self.temperature == "" else self.temperature
        sampling = Sampling(chosen if isinstance(chosen, float) else None, self.max_tokens or judge.file.max_tokens)
        release = open_release(self.root, allow_modified=self.allow_modified)
        where = pairs("--where", self.where)
        return calls.prepare(judge, self.mode, self.model, sampling, endpoint, release, self.files, where)


def judge_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options, which the verb takes together as ``asked``."""
    names = tuple(field.name for field in fields(JudgeOptions))

    @wraps(function)
    def command(*args: Any, **given: Any) -> Any:
        return function(*args, asked=JudgeOptions(**{name: given.pop(name) for name in names}), **given)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command
