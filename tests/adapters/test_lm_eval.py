"""lm-evaluation-harness runs the tracks whose items are one message, and reports the means of our grades."""

from pathlib import Path
from typing import Any

import pytest

import interplay
from tests.support import Cli

pytest.importorskip("lm_eval", reason="needs the extra lm-eval")

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from interplay.adapters.lm_eval import tasks

TRACKS = ("company", "horizon", "positions")
BEST = {"company": "oracle", "horizon": "exact", "positions": "optimal"}
HEADLINES = {"company": "score", "horizon": "passed", "positions": "optimal"}
SAMPLE = 9


class Scripted(LM):
    """A model that replies what is in a table."""

    def __init__(self, replies: dict[str, str]) -> None:
        super().__init__()
        self.replies = replies

    def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
        return [self.replies[request.arguments[0]] for request in requests]

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError


def script(track: str) -> dict[str, str]:
    """Return the replies to a sample: those of the best bot, but for every third item, which gets none of use."""
    from interplay.core.driver import begin
    from interplay.tracks import catalogue

    replies = {}
    for number, item in enumerate(interplay.load_items(track, sample=SAMPLE)):
        rules, record = catalogue.item_of(item)
        ask: Any = begin(rules.episode(record, 0))
        replies[ask.messages[0].content] = rules.bots[BEST[track]](ask) if number % 3 else "I do not know."
    return replies


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the harness
@pytest.mark.parametrize("track", TRACKS)
def test_the_harness_reports_the_mean_of_our_grades(track: str, cli: Cli) -> None:
    folder = cli("dataset", "path", "--lm-eval").out.strip()
    manager = TaskManager(include_path=folder, include_defaults=False, metadata={"sample": SAMPLE})
    assert manager.match_tasks(["interplay_*"]) == [f"interplay_{name}" for name in TRACKS]
    replies = script(track)
    done = simple_evaluate(
        Scripted(replies),
        tasks=[f"interplay_{track}"],
        task_manager=manager,
        metadata={"sample": SAMPLE},
        bootstrap_iters=0,
    )
    assert done is not None
    results = done["results"][f"interplay_{track}"]
    items = interplay.load_items(track, sample=SAMPLE)
    grades = [interplay.grade(item, replies[item.messages[0]["content"]]) for item in items]  # type: ignore[attr-defined]
    for name in tasks.METRICS[track]:
        assert results[f"{name},none"] == pytest.approx(sum(g.values.get(name) or 0.0 for g in grades) / SAMPLE)
    assert 0 < results[f"{HEADLINES[track]},none"] < 100
    assert results["unparsable,none"] == pytest.approx(1 / 3)
    assert done["n-samples"][f"interplay_{track}"]["effective"] == SAMPLE


@pytest.mark.parametrize("track", TRACKS)
def test_a_task_asks_what_a_run_asks(track: str) -> None:
    rows = tasks.documents(track, sample=5, seed=3, version=2)["test"]
    items = interplay.load_items(track, sample=5, seed=3)
    assert rows["prompt"] == [item.messages[0]["content"] for item in items]  # type: ignore[attr-defined]
    assert rows["item_id"] == [item.item_id for item in items]


@pytest.mark.parametrize(("track", "split"), [("horizon", "turns_true"), ("simulation", None), ("games", None)])
def test_items_of_several_messages_are_refused(track: str, split: str | None) -> None:
    with pytest.raises(interplay.UnknownName, match="is not one message"):
        tasks.documents(track, split)


@pytest.mark.slow
def test_the_harness_finds_the_task_files_valid(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    from argparse import Namespace

    from lm_eval._cli.validate import Validate

    folder = Path(cli("dataset", "path", "--lm-eval").out.strip())
    assert sorted(path.stem for path in folder.glob("*.yaml")) == list(TRACKS)
    names = ",".join(f"interplay_{track}" for track in TRACKS)
    Validate._execute(None, Namespace(tasks=names, include_path=str(folder)))  # type: ignore[arg-type]
    assert "All tasks found and valid" in capsys.readouterr().out
