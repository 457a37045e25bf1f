"""Matches drawn by the papers' profile and with options that no released match has."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.release import content
from interplay_builders.cli import main
from tests.support import Cli

Draw = Callable[..., tuple[int, str, str]]


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Draw:
    """Return a function that runs ``interplay-build draw games``."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["interplay-build", "draw", "games", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return int(stopped.value.code or 0), printed.out, printed.err

    return run


def items(folder: Path) -> list[dict[str, Any]]:
    lines = [content(path).splitlines() for path in sorted(folder.glob("games/*.jsonl.gz"))]
    return [json.loads(line) for held in lines for line in held]


@pytest.mark.slow
def test_undercover_s_guess_is_drawn_run_and_measured(draw: Draw, cli: Cli, tmp_path: Path) -> None:
    folder, out = tmp_path / "compat", tmp_path / "m.jsonl"
    status, said, _ = draw("--profile", "compat", "--option", "guess=1", "--setups", 5, "-o", folder)
    assert status == 0
    assert "splits llmarena_compat_guess_1, 10 matches of undercover" in said
    for item in items(folder):
        assert item["setup"]["profile"] == "compat"
        assert {"name": "guess", "value": 1} in item["setup"]["options"]
    assert cli("run", "--track", "games", "--dataset", folder, "--model", "bot:competent", "-o", out).status == 0
    report = interplay.score(out, folder)
    assert report.counts["played"] == 10
    guesses = [one for one in report.statistics if one.name.startswith("guess")]
    assert guesses and any(one.value is not None and one.n > 0 for one in guesses)


@pytest.mark.slow
def test_matches_of_another_profile_have_a_key_of_their_own(draw: Draw, tmp_path: Path) -> None:
    keys = {}
    for profile in ("strict", "compat"):
        folder, out = tmp_path / profile, tmp_path / f"{profile}.jsonl"
        assert draw("--profile", profile, "--game", "hanabi", "--setups", 2, "-o", folder)[0] == 0
        interplay.run("bot:random", "games", out, release=folder)
        keys[profile] = interplay.score(out, folder).comparability_key
        assert {item["setup"]["profile"] for item in items(folder)} == {profile}
    assert keys["strict"] != keys["compat"]


@pytest.mark.slow
def test_every_game_with_a_profile_of_its_own_can_be_run_and_scored(draw: Draw, tmp_path: Path) -> None:
    folder, out = tmp_path / "all", tmp_path / "m.jsonl"
    assert draw("--profile", "compat", "--setups", 1, "--seed", "mine", "-o", folder)[0] == 0
    games = {item["game"] for item in items(folder)}
    assert games >= {"bargain", "bid", "connect_four", "hanabi", "holdem", "tictactoe", "undercover"}
    assert not games & {"pit", "hive"}  # they know one way of playing
    interplay.run("bot:strong", "games", out, release=folder)
    report = interplay.score(out, folder)
    assert report.counts["played"] == report.counts["items"] == len(items(folder))


@pytest.mark.slow
def test_other_opponents_and_seeds_make_other_sets(draw: Draw, tmp_path: Path) -> None:
    fixed = ("--game", "tictactoe", "--setups", 2)
    for name, more in {"a": (), "b": ("--seed", "x"), "c": ("--opponent", "rival", "--option", "hints=0")}.items():
        assert draw(*fixed, *more, "-o", tmp_path / name)[0] == 0
    a, b, c = (items(tmp_path / name) for name in "abc")
    assert [one["setup"]["draws"] for one in a] != [one["setup"]["draws"] for one in b]
    assert {one["split"] for one in c} == {"llmarena_hints_0_rival"}
    assert all("rival" in one["players"] for one in c)


def test_what_no_game_has_is_refused(draw: Draw, tmp_path: Path) -> None:
    for arguments, message in (
        (("--option", "guess=9"), "invalid option"),
        (("--option", "gess=1"), "supports all of: profile strict, gess=1"),
        (("--option", "guess"), "is not NAME=VALUE"),
        (("--game", "pit", "--profile", "compat"), "none of pit supports all of"),
    ):
        status, _, err = draw(*arguments, "-o", tmp_path / "x")
        assert status == 2 and message in err
    assert draw("--game", "chess", "-o", tmp_path / "x")[0] == 1
    assert not (tmp_path / "x").exists()
