"""The examples of docs/environments.md run as they are, and say what is the case."""

import re
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

from interplay.adapters.training import BY_REGRET, match
from interplay.core.errors import MissingPackage
from interplay.tracks.games import catalogue

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = [text for text in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) if ">>>" not in text]
ADAPTERS = ("pettingzoo", "openenv", "verifiers")


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.slow
def test_examples_run(name: str) -> None:
    if find_spec(name) is None:
        pytest.skip(f"needs the extra {name}: pip install 'interplay-bench[{name}]'")
    (block,) = [text for text in BLOCKS if f"interplay.adapters.{name}" in text]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what openenv and verifiers import warns
        exec(compile(block, name, "exec"), {})


def test_a_first_episode_takes_ten_lines() -> None:
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 10


def test_the_table_of_rewards_names_every_game() -> None:
    rows = re.findall(r"^\| (.+?) \| `(regret|worth)` \|", PAGE, re.MULTILINE)
    goals = {name.strip(): goal for names, goal in rows for name in re.split(r";|, (?!Land)", names)}
    titles = {"Hold'em": "holdem", "Hanabi": "hanabi", "positions": "positions"} | {
        catalogue.load(name).title: name for name in catalogue.names()
    }
    assert {titles[name] for name, goal in goals.items() if name in titles and goal == "regret"} == BY_REGRET
    assert {"simulation", "company", "scorekeeping", "horizon", *catalogue.names(), "positions"} == {
        titles.get(name, name) for name in goals
    }


@pytest.mark.parametrize("name", ADAPTERS)
def test_without_the_extra_the_command_to_install_it_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interplay.core.extras.find_spec", lambda _: None)
    monkeypatch.delitem(__import__("sys").modules, f"interplay.adapters.{name}", raising=False)
    with pytest.raises(MissingPackage, match=rf"pip install 'interplay-bench\[{name}\]'"):
        __import__(f"interplay.adapters.{name}")


def test_bid_has_no_more_moves_than_the_page_says() -> None:
    game = catalogue.load("bid")
    counts = [len(game.legal(game.start(match("bid", seed).setup), seat)) for seed in range(40) for seat in (0, 1)]  # type: ignore[arg-type]
    assert 900 < max(counts) <= 1_001
