"""Strategy guides: there is one for each game, players read it once before the rules, and runs with it are marked."""

import json
from importlib import resources
from pathlib import Path

import pytest

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue, twins
from interplay.tracks.games.bots import player
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.track import TRACK
from tests.games import matches
from tests.support import Cli

GAMES = catalogue.names()
FILES = sorted(
    f"{game}/{file.name}"
    for game in GAMES
    for file in resources.files(twins.PACKAGE).joinpath(game).iterdir()
    if file.name.startswith("guide") and file.name.endswith(".md")
)
RENAMED = [
    (game, number)
    for game in GAMES
    for number, twin in enumerate(twins.twins_of(game), 1)
    if not twin.new_rule and f"{game}/guide_{number}.md" not in FILES
]


class _StopError(Exception):
    """The first message was read."""


def first_message(game: str, options: dict[str, int]) -> str:
    item = TRACK.altered(matches.item(game), options)
    assert item is not None
    read = list[str]()

    def reply(ask: Ask) -> str:
        read.append(ask.messages[0].content)
        raise _StopError

    with pytest.raises(_StopError):
        matches.play(item, reply)
    return read[0]


def test_every_game_has_a_guide() -> None:
    assert {f"{game}/guide.md" for game in GAMES} <= set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_guide_has_400_to_900_words_in_lines_that_can_be_read(file: str) -> None:
    text = resources.files(twins.PACKAGE).joinpath(file).read_text(encoding="utf-8")
    assert 400 <= len(text.split()) <= 900
    assert max(map(len, text.splitlines())) <= 120
    assert text.startswith("# How to ")


@pytest.mark.parametrize("file", FILES)
def test_a_guide_names_no_bot_and_speaks_of_no_prompt(file: str) -> None:
    text = resources.files(twins.PACKAGE).joinpath(file).read_text(encoding="utf-8")
    words = set(text.lower().replace("`", " ").split())
    assert not words & {"bot", "bots", "prompt", "prompts", "model", "models", "benchmark"}


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_stands_before_the_rules_once_where_it_is_asked_for(game: str) -> None:
    guide, plain = twins.guide_of(game), first_message(game, {"guide": 0})
    guided = first_message(game, {"guide": 1})
    assert guided == f"{guide}\n\n{plain}"
    assert guided.count(guide) == 1
    assert guide not in plain


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_the_same_with_a_guide(game: str) -> None:
    item = matches.item(game)
    guided = TRACK.altered(item, {"guide": 1})
    competent = player(lambda name: catalogue.BOTS.load(name)[-2])
    assert guided is not None
    assert matches.play(guided, competent).rounds == matches.play(item, competent).rounds


@pytest.mark.parametrize(("game", "number"), RENAMED)
def test_the_guide_of_a_renamed_twin_is_that_of_the_game_in_the_twins_names(game: str, number: int) -> None:
    lens = twins.Lens(twins.twins_of(game)[number - 1])
    guide = twins.guide_of(game, number)
    assert guide == lens.show(twins.guide_of(game))
    assert lens.texts or lens.read(guide) == twins.guide_of(game)
    assert first_message(game, {"twin": number, "guide": 1}).startswith(guide)


def test_the_guide_of_holdem_speaks_of_reversed_ranks_in_the_twin() -> None:
    assert "7♠ 7♥ and higher pairs" in twins.guide_of("holdem")
    assert "9♠ 9♥ and higher pairs" in twins.guide_of("holdem", 1)


def test_a_twin_without_a_guide_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    item = matches.item("holdem")
    twin = twins.Twin(title="Other", change="Other rules.", new_rule=True)
    monkeypatch.setattr(twins, "twins_of", lambda _: (twin,))
    assert TRACK.altered(item, {"twin": 1, "guide": 1}) is None
    assert TRACK.altered(item, {"twin": 1}) is not None
    with pytest.raises(ValueError, match="option guide is 1, expected 0 to 0"):
        twins.with_options(item.setup, {"twin": 1, "guide": 1})


def test_what_a_player_reads_says_whether_it_has_a_guide(tmp_path: Path, cli: Cli) -> None:
    plain, guided = tmp_path / "plain.jsonl", tmp_path / "guided.jsonl"
    fixed = ("run", "--track", "games", "--game", "tictactoe", "--limit", 3, "--model", "bot:competent")
    assert cli(*fixed, "-o", plain).status == 0
    assert cli(*fixed, "--option", "guide=1", "-o", guided).status == 0
    headers = [json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0])["selection"] for path in (plain, guided)]
    assert [header.get("options") for header in headers] == [None, {"guide": 1}]
    keys = [json.loads(cli("score", path, "--json").out) for path in (plain, guided)]
    texts = [json.dumps(key) for key in keys]
    assert "options:guide=1" in texts[1]
    assert "options:guide" not in texts[0]
    compared = cli("compare", plain, guided)
    assert compared.status == 1
    assert "with guide=1; these are different items" in compared.err


def test_a_situation_knows_the_guide_as_a_part_of_its_rules() -> None:
    item = TRACK.altered(matches.item("bid"), {"guide": 1})
    assert item is not None
    game = catalogue.load("bid")
    at = Situation(game, game.start(item.setup), item, 0, 0)
    assert at.rules.startswith(twins.guide_of("bid"))
