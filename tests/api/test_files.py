"""Runs, submissions, judgments and matches, as functions."""

import json
import typing
from pathlib import Path

import msgspec
import pytest

import interplay
from interplay.core.driver import Ask, Reply
from interplay.core.errors import RecordError
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.systems.base import Meter
from interplay_lab.api.judgments import judge
from tests.api.chats import silent
from tests.fake_openai import Answer, FakeOpenAI


class Echo:
    """A model of a user's own."""

    def __init__(self) -> None:
        self.system = System(name="echo")
        self.closed = False

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        meter()
        return Reply(ask.messages[-1].content[:50])

    async def close(self) -> None:
        self.closed = True


def test_a_model_is_run_by_its_name_or_as_an_object(release: Release, tmp_path: Path) -> None:
    model = Echo()
    out, where = tmp_path / "echo.jsonl", {"game": "bargain"}
    made = interplay.run(model, "positions", out, where=where, sample=2, release=release)
    assert (made.predictions, made.calls, made.written, model.closed) == (2, 2, True, True)
    with FakeOpenAI(lambda _: Answer("a reply")) as server:
        url = server.base_url
        interplay.run("openai:m", "simulation", tmp_path / "m.jsonl", sample=2, base_url=url, release=release)
    header, predictions = interplay.read_submission(tmp_path / "m.jsonl")
    assert (header.system.name, len(predictions)) == ("m", 2)
    sample = interplay.load_items("simulation", release=release, sample=2)
    assert interplay.score(tmp_path / "m.jsonl", release, items=sample).counts["played"] == 2
    with pytest.raises(interplay.UnknownName, match="did you mean 'openai'"):
        interplay.run("opena:m", "simulation", tmp_path / "n.jsonl", release=release)
    with pytest.raises(interplay.BudgetError, match="all 1 calls of this invocation are used"):
        interplay.run(Echo(), "simulation", tmp_path / "p.jsonl", sample=3, max_calls=1, release=release)


def test_validation_says_everything_that_is_wrong(small_dataset: Path, oracle: list[object], tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in oracle[:-1]), encoding="utf-8")
    found = interplay.validate(path, small_dataset)
    assert (found.ok, found.valid, found.expected, len(found.missing)) == (False, 2, 3, 1)
    assert str(found).splitlines()[0] == f"{path}: scorekeeping, 2 of 3 predictions"
    assert "error: " in str(found) and "found 2 of 3 predictions" in str(found)
    path.write_text("not json\n", encoding="utf-8")
    found = interplay.validate(path, small_dataset)
    assert (found.ok, found.track, found.summary) == (False, "", "")
    assert found.findings[0].line == 1


def test_releases_are_given_opened_or_by_their_place(small_dataset: Path) -> None:
    path = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    opened = interplay.open_release(small_dataset)
    assert (
        interplay.score(path, opened)
        == interplay.score(path, small_dataset)
        == interplay.score(str(path), str(small_dataset))
    )
    with pytest.raises(interplay.DatasetError, match=r"is not a directory"):
        interplay.score(path, "0.1.0")


def test_nothing_unsound_is_written(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    one, two = (interplay.play(item, silent) for item in interplay.load_items("simulation", release=release, sample=2))
    other = interplay.play(interplay.load_items("positions", release=release, sample=1)[0], silent)
    stray = msgspec.structs.replace(typing.cast("msgspec.Struct", one), item_id="scripts/nothing")
    for predictions, message in [
        ([], "found no predictions"),
        ([one, other], "prediction 1 is of the track positions, expected simulation"),
        ([one, two, one], "found two predictions of"),
        ([one, stray], "'scripts/nothing'.* is not an item of simulation"),
    ]:
        with pytest.raises(interplay.RecordError, match=message):
            interplay.write_submission(
                path, typing.cast("list[interplay.Prediction]", predictions), name="x", release=release
            )
    with pytest.raises(interplay.UnknownName, match="found a dict, expected a prediction"):
        interplay.write_submission(path, [one, {"item_id": "x"}], name="x", release=release)
    with pytest.raises(interplay.OutputError, match="could not be read"):
        interplay.write_submission(path, [one], name="", release=release)
    assert not path.exists()


def test_trials_are_counted_from_the_predictions(release: Release, tmp_path: Path) -> None:
    item = interplay.load_items("simulation", release=release, sample=1)[0]
    predictions = [interplay.play(item, silent, trial=trial) for trial in range(3)]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="x", release=release, params={"temperature": 1})
    header, read = interplay.read_submission(tmp_path / "s.jsonl")
    assert (header.trials, header.system.params, read) == (3, {"temperature": 1}, predictions)


def test_a_damaged_submission_is_not_read(release: Release, tmp_path: Path) -> None:
    item = interplay.load_items("simulation", release=release, sample=1)[0]
    interplay.write_submission(tmp_path / "s.jsonl", [interplay.play(item, silent)], name="x", release=release)
    with (tmp_path / "s.jsonl").open("ab") as stream:
        stream.write(b'{"item_id": 7}\n')
    with pytest.raises(interplay.RecordError, match=r"is damaged\n.*:3: "):
        interplay.read_submission(tmp_path / "s.jsonl")


@pytest.mark.slow
def test_a_judge_is_asked_and_its_results_are_scored(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-reference" / "simulation.jsonl.gz"
    with FakeOpenAI(lambda _: Answer("Good. [[9]]")) as server:
        asked = {"judge": "scoring", "model": "openai:judge", "base_url": server.base_url, "release": release}
        few = {"where": {"task": sorted(i.where["task"] for i in interplay.score(path, release).per_item)[0]}}
        with pytest.raises(interplay.UnknownName, match=r"max_cost needs a price: pass price="):
            judge(path, output=tmp_path / "j.jsonl", max_cost=1.0, **asked, **few)  # type: ignore[arg-type]
        result = judge(path, output=tmp_path / "j.jsonl", **asked, **few)  # type: ignore[arg-type]
    assert result.written and result.judgments == result.calls > 0
    report = interplay.score(path, release, judgments=tmp_path / "j.jsonl")
    assert report.judge_digest is not None
    item = report.per_item[0].item_id
    with pytest.raises(ValueError, match="judgments cover all items"):
        interplay.score(path, release, judgments=[tmp_path / "j.jsonl"], items=[item])


def test_matches_are_told_and_rated(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-competent" / "games.jsonl.gz"
    match = interplay.replay(path, "llmarena_balanced/tictactoe/07/first", release=release)
    assert str(match).startswith("TicTacToe: llmarena_balanced/tictactoe/07/first")
    assert match.decisions[0].seat == 0 and match.decisions[0].action is not None
    with pytest.raises(interplay.RecordError, match="did you mean"):
        interplay.replay(path, "llmarena_balanced/tictactoe/07/firs", release=release)
    items = interplay.load_items("games", release=release, where={"game": "tictactoe"}, sample=4)
    out = tmp_path / "s.jsonl"
    interplay.write_submission(out, [interplay.play(i, silent) for i in items], name="me", release=release)
    rated = interplay.rate([out], by="game", resamples=50, permutations=2, release=release)
    with pytest.raises(ValueError, match="resamples"):
        interplay.rate(out, resamples=-1, release=release)
    with pytest.raises(interplay.RecordError, match="found no paths, expected at least one"):
        interplay.rate([])
    assert (rated.matches, rated.plan.bradley_terry.resamples, rated.plan.trueskill.permutations) == (4, 50, 2)


def test_a_sample_played_item_by_item_is_written_and_scored_as_the_sample(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    items = interplay.load_items("simulation", release=release, sample=3, seed=4)
    predictions = [interplay.play(item, silent) for item in items]
    interplay.write_submission(path, predictions[1:], name="x", release=release, sample=3, seed=4)
    assert interplay.score(path, release, allow_partial=True).counts["missing"] == 1
    interplay.write_submission(path, predictions, name="x", release=release, sample=3, seed=4)
    assert interplay.score(path, release).selected == "sample of 3 of 520 items, seed 4"
    with pytest.raises(interplay.RecordError, match="is not among the items that where, sample and seed select"):
        interplay.write_submission(path, predictions, name="x", release=release, sample=3, seed=5)


def test_an_unfinished_run_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    (tmp_path / "mine.partial.jsonl").write_text("", encoding="utf-8")
    for verb in (interplay.score, interplay.validate):
        with pytest.raises(RecordError, match=r"mine\.partial\.jsonl is an unfinished run: run the same command again"):
            verb(path)
