"""Hints on and off in one arena: who sees the list of legal moves belongs to the player."""

import itertools
import json
import re
from pathlib import Path

import pytest

from interplay.core.errors import OutputError, UnknownName
from interplay.core.release import Release
from interplay.running.budget import Budget
from interplay.submissions.reading import open_submission, read_header
from interplay.tracks.games import catalogue
from interplay.tracks.games.shared import hints
from interplay.tracks.games.track import TRACK
from interplay_lab import api as lab
from interplay_lab.arena.configurations import Competitor
from interplay_lab.arena.entrants import entrants
from interplay_lab.arena.schedule import schedule
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.games import matches
from tests.support import Cli

TWO = """
[[system]]
model = "openai:a"

[[system]]
name = "bare"
model = "openai:a"
hints = "off"
"""
GAMES = ("tictactoe", "undercover")


def listed_move(request: Request) -> Answer:
    """Play what the prompt lists, or without a list the first cell that the board shows free."""
    text = request.messages[-1]["content"]
    if "Your mark is " not in text:
        return Answer("a thing")
    mark, rows = text.split("Your mark is ")[1][0], re.findall(r"^\|(.*)\|$", text, re.MULTILINE)
    free = [(r + 1, c + 1) for r, row in enumerate(rows) for c, cell in enumerate(row.split("|")) if "_" in cell]
    listed = text.split("Free cells: ")[1].split() if "Free cells: " in text else []
    return Answer(f"{mark}: {listed[0] if listed else f'({free[-1][0]},{free[-1][1]})'}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished arena of a model with hints, the same without, and a bot."""
    root = tmp_path_factory.mktemp("hints")
    (root / "arena.toml").write_text(TWO, encoding="utf-8")
    with FakeOpenAI(listed_move) as server:
        lab.arena(
            ["openai:a", "bare", "bot:random"], root / "out", config=root / "arena.toml", games=GAMES, sweeps=1,
            base_url=server.base_url,
        )  # fmt: skip
    return root / "out"


@pytest.mark.slow
def test_a_submission_says_which_player_plays_without_and_is_verified(folder: Path, release: Release) -> None:
    options = {}
    for path in sorted(folder.glob("*_vs_*.jsonl")):
        header = read_header(path)
        assert header.selection is not None
        options[path.stem] = dict(header.selection.options)
        submission = open_submission(path, release)
        values = {item.game: item.setup.option("hints", -1) for item in submission.items.values()}
        expected = {"system.hints": 3, "rival.hints": 2}
        assert values == {"tictactoe": next((expected[name] for name in options[path.stem]), 1), "undercover": -1}
        assert len(list(submission)) == len(submission.items)
        assert not submission.errors
    assert options == {
        "a_vs_bare": {"rival.hints": 0},
        "bot-random_vs_bare": {"rival.hints": 0},
        "bare_vs_a": {"system.hints": 0},
        "bare_vs_bot-random": {"system.hints": 0},
        "a_vs_bot-random": {},
        "bot-random_vs_a": {},
    }


def test_prompts_list_the_moves_for_one_of_the_two_alone(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "arena.toml").write_text(TWO.replace('"openai:a"', '"openai:b"', 1), encoding="utf-8")
    words = ("arena", "--config", tmp_path / "arena.toml", "--game", "tictactoe", "--sweeps", 1, "-o", tmp_path / "out")
    with FakeOpenAI(listed_move) as server:
        ran = cli(*words, "--base-url", server.base_url)
        prompts = {(r.body["model"], "Free cells: " in r.messages[-1]["content"]) for r in server.requests}
    assert ran.status == 0, ran.err
    assert ran.err.startswith("hints: bare off, in tictactoe\n")
    assert prompts == {("a", False), ("b", True)}


@pytest.mark.slow
def test_both_are_rated_together_and_everything_downstream_takes_them(
    folder: Path, release: Release, cli: Cli, tmp_path: Path
) -> None:
    files = sorted(folder.glob("*_vs_*.jsonl"))
    rated = cli("rate", *files, "--json")
    assert rated.status == 0, rated.err
    assert {row["system"] for row in json.loads(rated.out)["groups"][0]["bradley_terry"]["ratings"]} == {
        "a", "bare", "bot-random",
    }  # fmt: skip
    for words in (("validate", *files), ("report", *files, "-o", tmp_path / "site")):
        ran = cli(*words)
        assert ran.status == 0, ran.err
    item_id = next(key for key in open_submission(files[0], release).items if "tictactoe" in key)
    replayed = cli("replay", folder / "bare_vs_a.jsonl", "--item", item_id)
    assert replayed.status == 0, replayed.err
    analysed = cli("analyse", "--paper", "llmarena", "--only", "Table 2", *files, "--json")
    assert analysed.status == 0, analysed.err
    table = json.loads(analysed.out)["exhibits"][0]["content"]
    rows = {tuple(row[:4]): row[4:] for row in table["rows"]}
    hinted, bare, change, _, _, *games = rows["a, bare", "TicTacToe", "bot-random", "Win"]
    assert games[:2] == [1, 1]
    assert change == pytest.approx(bare - hinted)
    assert ("a, bare", "TicTacToe", "itself, one of the two with hints", "Win") in rows


def test_one_name_is_one_setting(folder: Path, cli: Cli, tmp_path: Path) -> None:
    turned = tmp_path / "turned.jsonl"
    lines = (folder / "bare_vs_bot-random.jsonl").read_text(encoding="utf-8").replace('"name":"bare"', '"name":"a"')
    turned.write_text(lines.replace('"default_name":"a",', ""), encoding="utf-8")
    ran = cli("rate", folder / "a_vs_bot-random.jsonl", turned)
    assert ran.status == 1
    assert (
        "'a' played without hints, in the other with the hints of the match; give one of them another name" in ran.err
    )


def test_other_rules_are_still_refused(folder: Path, cli: Cli, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    text = (folder / "bare_vs_bot-random.jsonl").read_text(encoding="utf-8")
    other.write_text(text.replace('"system.hints":0', '"guess":1,"system.hints":0'), encoding="utf-8")
    ran = cli("rate", folder / "a_vs_bot-random.jsonl", other)
    assert ran.status == 1
    assert "it was played with guess=1, the other with the dataset's own options" in ran.err


def test_another_setting_needs_another_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "arena.toml").write_text(TWO.replace('"off"', '"on"'), encoding="utf-8")
    systems = ("openai:a", "bare", "bot:random")
    with pytest.raises(OutputError, match=r"another 'bare' \(hints is 'as usual', was 'off'\): give one"):
        lab.arena(
            systems, folder, config=tmp_path / "arena.toml", games=GAMES, sweeps=1, base_url="http://localhost:1/v1"
        )


def test_hints_that_all_matches_have_anyway_make_no_other_submission(release: Release) -> None:
    whole = schedule(release, None, ("tictactoe", "undercover"), {}, 0)
    assert whole.with_hints((True, True)) is whole
    assert whole.hint_settings({"a": True, "b": False, "c": None}) == {"b": False}
    bare = schedule(release, None, ("tictactoe",), {"hints": 0}, 0)
    assert bare.with_hints((False, None)) is bare
    assert {item.setup.option("hints") for item in bare.with_hints((None, True)).items} == {3}


def test_every_pair_plays_the_same_matches_whoever_sees_hints(release: Release) -> None:
    whole = schedule(release, "llmarena", (), {}, 0)
    kinds = itertools.product((None, False), (None, False))
    ids = {tuple(item.item_id for item in whole.with_hints(kind).until(2).items) for kind in kinds}
    assert len(ids) == 1


@pytest.mark.parametrize(("model", "name"), [("openai:m", "m-no-hints"), ("openai:m", "mine")])
def test_a_system_without_hints_is_named_for_it_and_known_for_what_it_is(model: str, name: str) -> None:
    systems = [
        Competitor(model=model, base_url="http://x/v1"),
        Competitor(model=model, base_url="http://x/v1", hints="off", name="" if name != "mine" else name),
    ]
    listed = entrants(systems, Budget())
    by_name = {entrant.name: entrant for entrant in listed}
    assert by_name.keys() == {"m", name}
    assert by_name[name].agent.system.params["default_name"] == "m"
    assert "default_name" not in by_name["m"].agent.system.params


@pytest.mark.parametrize("model", ["bot:strong", "human"])
def test_hints_are_for_models(model: str) -> None:
    systems = [Competitor(model=model, hints="off"), Competitor(model="bot:random")]
    with pytest.raises(UnknownName, match="is given the legal moves in any case"):
        entrants(systems, Budget())


@pytest.mark.parametrize(("value", "seats"), [(0, []), (1, [0, 1]), (2, [0]), (3, [1])])
@pytest.mark.parametrize(("game", "words"), [("tictactoe", "Free cells: "), ("connect_four", "Open columns: ")])
def test_the_option_of_a_setup_says_which_seat_sees_hints(game: str, words: str, value: int, seats: list[int]) -> None:
    rules = catalogue.load(game)
    informed = []
    for plies, seat in ((0, 0), (1, 1)):
        state = rules.start(matches.item(game, hints=value, opening_plies=plies).setup)
        informed += [seat] * (words in rules.prompt(state, seat).observation)
    assert informed == seats


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"system.hints": 2}, "option system.hints is 2, expected 0 or 1"),
        ({"system.guess": 1}, "unknown option 'system.guess' of a player; expected system.hints or rival.hints"),
        ({"bot.hints": 1}, "unknown option 'bot.hints' of a player"),
        ({"hints": 4, "rival.hints": 0}, "option hints is 4, expected 0 to 3"),
    ],
)
def test_invalid_options_of_players_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TRACK.altered(matches.item("tictactoe", players=("system", "rival")), options)


def test_options_of_players_leave_games_and_players_alone_that_have_none() -> None:
    bid, alone = matches.item("bid"), matches.item("tictactoe", players=("system", "system"))
    assert TRACK.altered(bid, {"system.hints": 0}) is bid
    assert TRACK.altered(alone, {"rival.hints": 0}) == alone
    bare = TRACK.altered(alone, {"system.hints": 0})
    assert bare is not None
    assert bare.setup.option("hints") == 0
    assert not any(hints.sees(0, seat) for seat in (0, 1))
