"""What systems are called, and what happens to two that share a name."""

import json
from pathlib import Path

import pytest

import interplay
from interplay.core.errors import RecordError, UnknownName
from interplay.core.records import System
from interplay.core.release import Release
from interplay.systems.scaffolds import catalogue
from tests.fake_openai import FakeOpenAI
from tests.running_help import rows
from tests.support import Cli


def test_parameters_that_are_not_the_default_are_part_of_the_name() -> None:
    system = System(name="m", params={"temperature": 0.0})
    names = [
        catalogue.system_of(system, catalogue.load("rap", params)).name
        for params in ({}, {"depth": "2"}, {"depth": "4"}, {"depth": "4", "iterations": "3"})
    ]
    assert names == ["m-rap", "m-rap", "m-rap-depth4", "m-rap-iterations3-depth4"]


def test_a_run_is_called_as_it_is_told_and_goes_on_under_that_name_only(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    with FakeOpenAI() as server:
        fixed = ("run", "--track", "positions", "--model", "openai:m", "--base-url", server.base_url, "-o", out)
        assert cli(*fixed, "--limit", 2, "--name", "my system").status == 0
        assert rows(out)[0]["system"]["name"] == "my system"
        other = cli(*fixed, "--limit", 3)
        assert other.status == 1 and "another run" in other.err
        empty = cli(*fixed, "--limit", 2, "--name", "", "-o", tmp_path / "x.jsonl")
        assert empty.status == 1 and "could not be read" in empty.err
        assert len(server.requests) == 2


def played(path: Path, release: Release, bot: str, name: str, **params: object) -> Path:
    """Write matches of a bot under the name of a model with these parameters."""
    interplay.run(bot, "games", path, where={"game": "tictactoe"}, limit=6, release=release, name=name)
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = json.loads(first)
    header["system"] |= {"params": params}
    path.write_text(json.dumps(header) + "\n" + rest, encoding="utf-8")
    return path


def test_two_systems_of_one_name_are_never_pooled(cli: Cli, tmp_path: Path, release: Release) -> None:
    cold = played(tmp_path / "a.jsonl", release, "bot:random", "m", temperature=0, seed=None)
    hot = played(tmp_path / "b.jsonl", release, "bot:strong", "m", temperature=1, seed=None)
    same = played(tmp_path / "c.jsonl", release, "bot:competent", "m", temperature=0, seed=None)
    with pytest.raises(RecordError, match="both name a system 'm', which differs in temperature; give one of them"):
        interplay.rate([cold, hot], method="bt", resamples=50)
    assert interplay.rate([cold, same], method="bt", resamples=50).matches == 12
    tested = cli("statistics", cold, hot)
    assert tested.status == 1 and "another name" in tested.err
    scored = cli("score", cold, hot)
    assert scored.status == 0
    assert "m [1]" in scored.out and "m [2]" in scored.out
    assert "a different system of the same name (direct; seed=None, temperature=1): rename one of them" in scored.out


def test_unknown_parameters_of_a_scaffold_are_told_to_python_users(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="the scaffold rap has no parameter 'deep'"):
        interplay.run("bot:random", "games", tmp_path / "x.jsonl", scaffold="rap", scaffold_params={"deep": "4"})
