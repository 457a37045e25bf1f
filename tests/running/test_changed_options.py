"""Runs with other options of the games' rules than those of the dataset."""

import json
from pathlib import Path

import pytest

import interplay
from interplay.core.errors import OutputError, RecordError, UnknownName
from interplay.core.release import Release
from interplay.running.options import RunSpec, select
from interplay.tracks import catalogue
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.running_help import rows
from tests.support import Cli

TRACK = catalogue.load("games")


def test_only_the_option_changes_in_a_setup(release: Release) -> None:
    plain = {i.item_id: i for i in select(TRACK, release, RunSpec(splits=("llmarena_versus",))).items}
    changed = select(TRACK, release, RunSpec(splits=("llmarena_versus",), changes=(("hints", 0),)))
    assert {item.game for item in changed.items} == {"tictactoe", "connect_four"}
    for item in changed.items:
        setup, own = item.setup, plain[item.item_id].setup
        assert (setup.option("hints"), own.option("hints")) == (0, 1)
        assert (setup.seed, setup.draws, setup.words) == (own.seed, own.draws, own.words)
        assert {o.name: o.value for o in setup.options} == {o.name: o.value for o in own.options} | {"hints": 0}


def test_hints_are_off_in_every_prompt_also_between_two_models(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"

    def move(request: Request) -> Answer:
        return Answer("I do not know")

    with FakeOpenAI(move) as server:
        model = ("--model", "openai:a", "--opponent", "openai:b", "--base-url", server.base_url)
        fixed = ("run", "--track", "games", "--split", "llmarena_versus", "--game", "tictactoe", "--limit", 2)
        assert cli(*fixed, *model, "--option", "hints=0", "-o", out).status == 0
        sent = [message["content"] for request in server.requests for message in request.body["messages"]]
        assert sent and not any("Free cells" in text for text in sent)
        assert cli(*fixed, *model, "-o", tmp_path / "hinted.jsonl").status == 0
        assert any("Free cells" in m["content"] for r in server.requests for m in r.body["messages"])
    assert rows(out)[0]["selection"]["options"] == {"hints": 0}
    assert "modified" not in rows(out)[0]
    scored = cli("score", out)
    assert "first 2 of 740 items, game tictactoe, opponent rival, hints=0" in scored.out
    assert scored.status == 0


@pytest.mark.slow
def test_changed_matches_are_scored_by_the_changed_rules_with_a_key_of_their_own(
    tmp_path: Path, release: Release
) -> None:
    plain, changed = tmp_path / "plain.jsonl", tmp_path / "changed.jsonl"
    where = {"game": "undercover"}
    interplay.run("bot:competent", "games", plain, where=where, name="m", release=release)
    interplay.run("bot:competent", "games", changed, where=where, changes={"guess": 1}, name="m", release=release)
    one, two = (interplay.score(path, release) for path in (plain, changed))
    assert " options:guess=1" in two.comparability_key and one.comparability_key != two.comparability_key
    assert two.selected == "80 of 380 items, game undercover, guess=1"
    guesses = [s.value for s in two.statistics if s.name.startswith("guess")]
    assert guesses and any(value is not None for value in guesses)
    assert all(s.value is None for s in one.statistics if s.name.startswith("guess"))
    with pytest.raises(RecordError, match="it was played with guess=1, the other with the dataset's own options"):
        interplay.rate([plain, changed], method="bt", resamples=50)
    assert interplay.rate([changed], method="bt", resamples=50).matches > 0
    match = interplay.replay(changed, "llmarena_balanced/undercover/00/other", release=release)
    assert match.item.setup.option("guess") == 1


def test_changed_and_plain_matches_of_one_call_are_graded_apart(cli: Cli, tmp_path: Path, release: Release) -> None:
    plain, changed = tmp_path / "plain.jsonl", tmp_path / "changed.jsonl"
    where = {"game": "undercover"}
    interplay.run("bot:strong", "games", plain, where=where, limit=4, release=release)
    interplay.run("bot:strong", "games", changed, where=where, limit=4, changes={"guess": 1}, release=release)
    assert cli("score", plain, changed).status == 0
    assert cli("score", changed, plain).status == 0


def test_matches_under_other_options_do_not_pass_for_each_other(tmp_path: Path, release: Release) -> None:
    path = tmp_path / "m.jsonl"
    interplay.run("bot:random", "games", path, where={"game": "hive"}, limit=1, changes={"max_turns": 4})
    with pytest.raises(OutputError, match="another run"):
        interplay.run("bot:random", "games", path, where={"game": "hive"}, limit=1)
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = json.loads(first)
    for options, message in (({"max_turns": 6}, "found the digest"), ({"max_turns": 999}, "invalid option")):
        header["selection"]["options"] = options
        path.write_text(json.dumps(header) + "\n" + rest, encoding="utf-8")
        with pytest.raises(RecordError, match=message):
            interplay.score(path, release)


def test_options_that_no_item_has_are_refused(cli: Cli, tmp_path: Path, release: Release) -> None:
    with pytest.raises(UnknownName, match=r"unknown option 'hint' \(did you mean 'hints'\?\)"):
        select(TRACK, release, RunSpec(changes=(("hint", 0),)))
    with pytest.raises(UnknownName, match="unknown option 'hints'; positions has none"):
        select(catalogue.load("positions"), release, RunSpec(changes=(("hints", 0),)))
    with pytest.raises(UnknownName, match="option hints is 7, expected 0 to 3"):
        select(TRACK, release, RunSpec(changes=(("hints", 7),)))
    fixed = ("run", "--track", "games", "--model", "bot:random", "-o", tmp_path / "x.jsonl", "--option")
    assert "is not NAME=VALUE" in cli(*fixed, "hints").err
    assert "expected a whole number" in cli(*fixed, "hints=off").err
    assert "set twice" in cli(*fixed, "hints=1", "--option", "hints=0").err
