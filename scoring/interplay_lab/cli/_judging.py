"""The options that say what a judge is asked, which ``judge`` and the laboratory's ``batch`` take."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interplay.cli.shared import options
from interplay.cli.shared.options import Dataset
from interplay.cli.shared.parsing import pairs
from interplay.cli.shared.systems import judge_options as model_options
from interplay.core.text import noop
from interplay_lab.cli._options import grouped

if TYPE_CHECKING:
    from interplay.judging.judge import Judge
    from interplay.systems.spec import SystemSpec
    from interplay_lab.judging.asking.calls import Call

MODES = ("text", "json", "logprobs")
_JUDGE, _OUTPUT = grouped("Judge", "judge"), grouped("Output", "judge")


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What a judge is asked, as the command line describes it."""

    judge_name: str
    mode: str
    system: "Callable[[SystemSpec], SystemSpec]"
    dataset: Dataset
    files: tuple[Path, ...] = ()
    where: tuple[str, ...] = ()

    def judge(self) -> "Judge":
        """Return the judge; raise ``OutputError`` where a run of a submission is not complete."""
        from interplay.judging import judge
        from interplay.running.journal import refuse_unfinished

        for path in self.files:
            refuse_unfinished(path)
        return judge.load(self.judge_name or ("scoring", "pairwise")[len(self.files) == 2])

    def spec(self, judge: "Judge") -> "SystemSpec":
        """Return the model that plays the judge, asked as the judge's file says where no option says otherwise."""
        from interplay.systems.spec import SystemSpec

        return self.system(SystemSpec(model="", temperature=judge.file.temperature, max_tokens=judge.file.max_tokens))

    def prepare(self, judge: "Judge", on_message: Callable[[str], None] = noop) -> "Call":
        """Return the call of *judge* about the submissions."""
        from interplay_lab.judging.asking import calls

        where = pairs("--where", self.where)
        return calls.prepare(judge, self.mode, self.spec(judge), self.dataset.verified(), self.files, where, on_message)


cache_option = _OUTPUT("--cache", type=options.FILE, metavar="FILE")
_OPTIONS = {
    "judge_name": _JUDGE("--judge", "judge_name", required=True, metavar="NAME"),
    "mode": _JUDGE("--mode", default="text", type=click.Choice(MODES)),
    "system": model_options,
    "dataset": options.dataset_options,
}
_FILES = click.argument("files", nargs=-1, required=True, type=options.FILE, metavar="FILE [FILE]")
judge_options = options.bundle("asked", JudgeOptions, {"files": _FILES, **_OPTIONS, "where": options.where_option})
"""The options, which the verb takes together as ``asked``."""
probes_options = options.bundle("asked", JudgeOptions, _OPTIONS)
"""The options of a judge that is asked about probes."""
