"""A game that the package has never seen is one folder: it is found, played, verified, scored and rated as it is."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.errors import UnknownName
from interplay.core.records import Header
from interplay.tracks import games
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Claimed, Item, Prediction
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from tests.games import matches
from tests.support import Cli

RULES = '''
"""Stones: whoever takes the last of some stones wins."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Prompt
from interplay.tracks.games.verdicts import Outcome
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.shared.menu import Choice, MenuGame


class State(Struct, frozen=True):
    stones: int
    seat: int = 0


class Stones(MenuGame[State]):
    name, title, version, seats, longest = "stones", "Stones", 1, 2, 40
    categories, labels = ("strategic planning",), ("abstract strategy",)
    keeps_history, rated = False, True

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        stones = 10 + Stream("stones", seed, "stones").below(10)
        return Setup(game="stones", version=1, seed=seed, draws=(Draw(name="stones", values=(stones,)),))

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (("first", (0,)), ("second", (1,)))

    def start(self, setup: Setup) -> State:
        return State(setup.drawn("stones")[0])

    def to_move(self, state: State) -> tuple[int, ...]:
        return (state.seat,) if state.stones else ()

    def menu(self, state: State, seat: int) -> Sequence[str]:
        return [f"take_{n}" for n in range(1, min(3, state.stones) + 1)]

    def prompt(self, state: State, seat: int) -> Prompt:
        return Prompt("Take stones.", self.show(state), "Reply with: " + ", ".join(self.menu(state, seat)))

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        return State(state.stones - int(actions[state.seat].id[-1]), 1 - state.seat)

    def outcome(self, state: State) -> Outcome:
        return self._won(1 - state.seat)

    def forfeit(self, state: State, seat: int) -> Outcome:
        return self._won(1 - seat)

    def _won(self, seat: int) -> Outcome:
        points = (1.0, 0.0) if seat == 0 else (0.0, 1.0)
        return Outcome("last stone", points, points)

    def show(self, state: State) -> str:
        return f"{state.stones} stones"


GAME = Stones()
'''
BOTS = '''
"""The bots of Stones."""

from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game


class Player:
    version = 1

    def __init__(self, name: str, strength: int) -> None:
        self.name, self.strength = name, strength

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        wanted = state.stones % 4 if self.strength == 2 else 1
        return f"take_{min(max(1, wanted), state.stones)}"


BOTS: tuple[Bot, ...] = (Player("slow", 1), Player("perfect", 2))
'''


@pytest.fixture
def stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add the game in a folder outside the package, as a file in its own folder would be."""
    folder = tmp_path / "more" / "stones"
    folder.mkdir(parents=True)
    for name, text in (("__init__", ""), ("rules", RULES), ("bots", BOTS)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
    yield folder
    for name in [name for name in sys.modules if name.startswith(f"{games.__name__}.stones")]:
        del sys.modules[name]


@pytest.fixture
def dataset(stones: Path, tmp_path: Path) -> Path:
    """A dataset of ten setups of the game, both sides of each against each of its bots."""
    items = tuple(
        matches.item("stones", ("system", bot) if side == 0 else (bot, "system"), seed=str(n))
        for n in range(10)
        for side in (0, 1)
        for bot in ("bot:slow@1", "bot:perfect@1")
    )
    named = tuple(_renamed(item, number) for number, item in enumerate(items))
    track = TrackFiles(
        "games", ("test",), (DataFile("games/test.jsonl.gz", "games", Item, named),), (Header, Prediction)
    )
    root = tmp_path / "dataset"
    freeze.freeze(root, sources.unversioned((track,), "stones", "a game that is not in the package"))
    return root


def _renamed(item: Item, number: int) -> Item:
    side = "first" if item.players[0] == "system" else "second"
    return replace(item, item_id=f"stones/{number:02d}", side=side)


def test_without_its_folder_the_game_is_unknown() -> None:
    with pytest.raises(UnknownName, match="unknown game 'stones'"):
        catalogue.load("stones")


def test_the_game_and_its_bots_are_found(stones: Path) -> None:
    assert "stones" in catalogue.names()
    assert catalogue.load("stones").title == "Stones"
    assert set(catalogue.bots_of("stones")) == {"random", "slow", "perfect"}
    assert catalogue.analysis_of("stones") is None


def test_its_matches_are_played_and_verified(stones: Path) -> None:
    item = matches.item("stones", ("system", "bot:perfect@1"))
    prediction = matches.play(item, matches.randomly(0))
    verdict = Replay(item).verify(prediction)
    assert verdict.outcome.reason == "last stone"
    lie = Claimed(reason="last stone", returns=verdict.outcome.returns[::-1])
    with pytest.raises(ReplayError, match="the replay gives"):
        Replay(item).verify(replace(prediction, claimed=lie))


def test_its_submissions_are_scored_and_rated(dataset: Path, cli: Cli, tmp_path: Path) -> None:
    made = []
    for bot in ("random", "competent", "strong"):
        out = tmp_path / f"{bot}.jsonl"
        ran = cli("run", "--dataset", dataset, "--track", "games", "--model", f"bot:{bot}", "-o", out)
        assert ran.status == 0, ran.err
        made.append(out)
    scored = cli("score", "--dataset", dataset, *made, "--json")
    assert scored.status == 0, scored.err
    metrics = [{one["name"]: one.get("value") for one in r["groups"][0]["metrics"]} for r in json.loads(scored.out)]
    assert metrics[2]["points"] > metrics[0]["points"]
    assert metrics[2]["score"] is None  # nobody has measured a scale
    rated = cli("rate", "--dataset", dataset, *made, "--json")
    assert rated.status == 0, rated.err
    assert all(f'"{name}"' in rated.out for name in ("stones", "bot-random", "bot-competent", "bot-strong"))
