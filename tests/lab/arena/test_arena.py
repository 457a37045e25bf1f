"""Systems against each other until their ratings hold still."""

import asyncio
import itertools
import json
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.release import Release
from interplay.running.budget import Budget
from interplay.submissions.reading import open_submission, read, read_header
from interplay.systems.chat import ChatModel
from interplay.tracks.games.records import Item
from interplay_lab import api as lab
from interplay_lab.arena.configurations import Competitor
from interplay_lab.arena.entrants import close, entrants
from interplay_lab.arena.schedule import schedule
from interplay_lab.arena.stopping import Standing, StopRule
from tests.fake_openai import DEADLINE, Answer, FakeOpenAI, Request
from tests.games.test_versus import free_cell
from tests.running_help import start_process
from tests.support import Cli

THREE = ("bot:random", "bot:competent", "bot:strong")
QUICK = ("arena", "--game", "tictactoe", "--min-matches", "8")


def state(folder: Path) -> Any:
    return json.loads((folder / "arena.json").read_bytes())


def matches(folder: Path) -> dict[str, list[bytes]]:
    """Return the lines of every submission in a folder."""
    return {path.name: path.read_bytes().splitlines() for path in sorted(folder.glob("*_vs_*.jsonl"))}


def counted(request: Request) -> tuple[str, bytes]:
    """Return what identifies a request: its model and everything it was sent."""
    return request.body["model"], json.dumps(request.messages).encode()


@pytest.mark.slow
def test_every_ordered_pair_plays_the_same_matches_and_both_orders_mirror_each_other(cli: Cli, tmp_path: Path) -> None:
    ran = cli(*QUICK, *THREE, "-o", tmp_path)
    assert ran.status == 0, ran.err
    paths = sorted(tmp_path.glob("*_vs_*.jsonl"))
    assert len(paths) == 6
    played = {}
    for path in paths:
        header, records = read(path)
        assert header.rival is not None
        played[header.system.name, header.rival.name] = [record.item_id for record in records]  # type: ignore[attr-defined]
    assert len({tuple(ids) for ids in played.values()}) == 1
    assert all(item_id.endswith("/first") for ids in played.values() for item_id in ids)
    assert {(b, a) for a, b in played} == set(played)


@pytest.mark.parametrize("until", ["trueskill", "bt"])
def test_it_stops_at_the_first_sweep_at_which_the_rule_is_met(cli: Cli, tmp_path: Path, until: str) -> None:
    ran = cli(*QUICK, *THREE, "--until", until, "-o", tmp_path)
    assert ran.status == 0, ran.err
    progress = state(tmp_path)["progress"]
    assert progress["status"] == "converged"
    assert progress["fewest_matches"] >= 8
    assert max(progress["shifts"][-2:]) <= progress["rule"]["tolerance"]
    earlier = [progress["shifts"][: end + 1] for end in range(progress["sweeps"] - 1)]
    assert all(4 * len(s) < 8 or max(s[-2:]) > progress["rule"]["tolerance"] for s in earlier)
    assert f"converged after {progress['sweeps']} sweeps" in ran.out


def test_where_it_may_not_go_on_it_says_that_it_has_not_converged(cli: Cli, tmp_path: Path) -> None:
    ran = cli(*QUICK, *THREE, "--sweeps", 1, "-o", tmp_path)
    assert ran.status == 0, ran.err
    assert (
        "not converged after 1 sweep, 6 matches: fewest in any game: 4 of 8 matches (bot-competent, tictactoe)"
        in ran.out
    )
    assert state(tmp_path)["progress"]["status"] == "not_converged"


@pytest.mark.slow
def test_ratings_are_those_of_rate_for_the_folder_and_the_files_score(cli: Cli, tmp_path: Path) -> None:
    cli(*QUICK, *THREE, "-o", tmp_path)
    paths = sorted(tmp_path.glob("*_vs_*.jsonl"))
    rated = cli("rate", *paths, "--json")
    assert rated.status == 0, rated.err
    assert json.loads(rated.out) == json.loads((tmp_path / "ratings.json").read_bytes())
    scored = cli("score", *paths)
    assert scored.status == 0, scored.err


def test_the_same_command_again_plays_nothing_and_says_the_same(cli: Cli, tmp_path: Path) -> None:
    first = cli(*QUICK, *THREE, "-o", tmp_path)
    before = matches(tmp_path), (tmp_path / "ratings.json").read_bytes(), state(tmp_path)
    again = cli(*QUICK, *THREE, "-o", tmp_path)
    assert (matches(tmp_path), (tmp_path / "ratings.json").read_bytes(), state(tmp_path)) == before
    assert "Sent now: 0 requests." in again.out
    assert first.out.splitlines()[:-1] == again.out.splitlines()[:-1]


@pytest.mark.slow
def test_a_system_that_is_added_plays_all_others_and_none_of_the_old_matches_again(cli: Cli, tmp_path: Path) -> None:
    cli(*QUICK, *THREE[:2], "-o", tmp_path)
    before = matches(tmp_path)
    ran = cli(*QUICK, *THREE, "-o", tmp_path)
    assert ran.status == 0, ran.err
    after = matches(tmp_path)
    assert all(set(lines[1:]) <= set(after[name]) for name, lines in before.items())
    left = cli(*QUICK, *THREE[:2], "-o", tmp_path)
    assert left.status == 1
    assert "has matches of 'bot-strong': include it" in left.err


@pytest.mark.slow
def test_calls_are_kept_to_and_nothing_is_sent_twice(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(free_cell) as server:
        words = (*QUICK, "openai:one", "bot:strong", "--base-url", server.base_url, "-o", tmp_path)
        stops = 0
        while (ran := cli(*words, "--max-calls", 5)).status != 0:
            stops += 1
            assert "all 5 calls of this invocation are used; replies are saved in" in ran.err
            assert "run the same command again to resume" in ran.err
            assert state(tmp_path)["open"].startswith("all 5 calls of this invocation are used")
            assert stops < 30
        asked = Counter(counted(request) for request in server.requests)
    assert stops >= 3
    with FakeOpenAI(free_cell) as server:
        other = (*QUICK, "openai:one", "bot:strong", "--base-url", server.base_url, "-o", tmp_path / "undisturbed")
        assert cli(*other).status == 0
        undisturbed = Counter(counted(request) for request in server.requests)
    assert asked == undisturbed
    played = [sorted(lines[1:]) for lines in matches(tmp_path).values()]
    assert played == [sorted(lines[1:]) for lines in matches(tmp_path / "undisturbed").values()]
    assert state(tmp_path)["progress"] == state(tmp_path / "undisturbed")["progress"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.slow
def test_an_interrupt_keeps_all_replies_and_the_same_command_goes_on(cli: Cli, tmp_path: Path) -> None:
    def slow(request: Request) -> Answer:
        return replace(free_cell(request), latency=0.01)

    with FakeOpenAI(slow) as server:
        words = [*QUICK, "openai:one", "bot:strong", "--base-url", server.base_url, "--concurrency", "2", "-o"]
        process = start_process(*words, str(tmp_path))
        server.wait_for(12)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=DEADLINE)
        assert process.returncode == 130
        assert f"replies are saved in {tmp_path}; to resume, run the same command again" in err
        assert cli(*words, tmp_path).status == 0
        asked = Counter(counted(request) for request in server.requests)
        before = len(server.requests)
        assert cli(*words, tmp_path / "whole").status == 0
        assert before - (len(server.requests) - before) <= 2  # what was in flight is asked for again
        assert asked.keys() == {counted(request) for request in server.requests[before:]}


def dead_after(count: int) -> Callable[[Request], Answer]:
    """Play, and be out of order from the request numbered *count* on."""
    return lambda request: free_cell(request) if request.number < count else Answer(status=503)


@pytest.mark.slow
def test_a_server_that_goes_down_ends_the_sweep_and_the_same_command_goes_on(cli: Cli, tmp_path: Path) -> None:
    words = (*QUICK, "openai:one,max_retries=0", "bot:strong", "-o", tmp_path)
    with FakeOpenAI(dead_after(12)) as server:
        ran = cli(*words, "--base-url", server.base_url)
        assert len(server.requests) < 12 + 9  # what is in flight ends, nothing begins
    assert ran.status == 1
    assert "one: http://127.0.0.1" in ran.err
    assert "run the same command once this is fixed to resume" in ran.err
    assert state(tmp_path)["open"]
    with FakeOpenAI(free_cell) as server:
        ran = cli(*words, "--base-url", server.base_url)
        sent = len(server.requests)
    assert ran.status == 0, ran.err
    assert "reused from an earlier run" in ran.out
    with FakeOpenAI(free_cell) as server:
        whole = (*words[:-1], tmp_path / "whole", "--base-url", server.base_url)
        assert cli(*whole).status == 0
        assert len(server.requests) == sent + 12


def test_a_server_that_never_answered_is_named_with_what_to_do(cli: Cli, tmp_path: Path) -> None:
    words = (*QUICK, "openai:one,max_retries=0", "bot:strong", "--base-url", "http://127.0.0.1:9/v1")
    ran = cli(*words, "-o", tmp_path)
    assert ran.status == 1
    either = r"(bot-strong against one|one against bot-strong): one: cannot reach http://127\.0\.0\.1:9/v1"
    assert re.search(either, ran.err)  # both pairs fail at once
    assert "check --base-url, and that the server is running" in ran.err


CONFIG = """
[[system]]
name = "one-shallow"
model = "openai:one"
base_url = "{url}"
scaffold = "rap"
params = {{ iterations = 1, depth = 1 }}

[[system]]
name = "one-cot"
model = "openai:one"
base_url = "{url}"
scaffold = "cot"
temperature = "none"
price = [1, 2]

[options]
hints = 1
"""


def config(folder: Path, text: str = CONFIG, url: str = "http://localhost:1/v1") -> Path:
    path = folder / "arena.toml"
    path.write_text(text.format(url=url) if text == CONFIG else text, encoding="utf-8")
    return path


def test_configurations_of_one_model_are_separate_systems(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(free_cell) as server:
        file = config(tmp_path, url=server.base_url)
        out = tmp_path / "out"
        ran = cli("arena", "--game", "tictactoe", "--sweeps", 1, "--config", file, "one-cot", "bot:strong", "-o", out)
    assert ran.status == 0, ran.err
    header = read_header(out / "bot-strong_vs_one-cot.jsonl")
    assert header.rival is not None
    assert (header.rival.name, header.rival.scaffold, header.rival.params["temperature"]) == ("one-cot", "cot", None)
    assert header.selection is not None
    assert header.selection.options == {"hints": 1}


def test_the_same_model_at_two_depths_of_a_scaffold_is_two_systems() -> None:
    one = Competitor(model="openai:m", base_url="http://localhost:1/v1", scaffold="rap")
    twice = [msgspec.structs.replace(one, params={"depth": depth}) for depth in (1, 2)]
    systems = entrants(twice, Budget())
    assert len({entrant.name for entrant in systems}) == 2
    assert {entrant.agent.system.params["rap_depth"] for entrant in systems} == {1, 2}
    asyncio.run(close(systems))


def dear(request: Request) -> Answer:
    return replace(free_cell(request), usage={"prompt_tokens": 500, "completion_tokens": 5})


def test_cost_is_kept_to_at_the_price_of_each_system(cli: Cli, tmp_path: Path) -> None:
    text = '[[system]]\nname = "dear"\nmodel = "openai:one"\nprice = [1000, 1000]\nmax_tokens = 10\n'
    with FakeOpenAI(dear) as server:
        words = ("--config", config(tmp_path, text), "dear", "bot:strong", "--base-url", server.base_url)
        ran = cli(*QUICK, *words, "--max-cost", 8, "--concurrency", 1, "-o", tmp_path / "out")
        sent = len(server.requests)
        free = cli(*QUICK, "openai:other", *words, "--max-cost", 8, "-o", tmp_path / "out")
    assert ran.status == 1
    assert "of its $8.00, and the next request could cost $" in ran.err
    assert "for dear" in ran.out
    assert 2 < sent * 0.505 <= 8
    assert "a limit on cost needs a price of openai:other" in free.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[system]]\nname = "a"\nmodle = "bot:strong"', "unknown key 'modle' of system 1 (did you mean 'model'?)"),
        ('[[system]]\nmodel = "openai:m"\nhints = 0', "is not the configuration of an arena"),
        ("[[system]]\nmodel = 3", "is not the configuration of an arena"),
        ("[[system", "is not TOML"),
        ("[option]\nhints = 1", "unknown key 'option' (did you mean 'options'?)"),
        ('[[system]]\nmodel = "bot:random"\ntemperature = "hot"', "is not the configuration of an arena"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_what_was_meant(cli: Cli, tmp_path: Path, text: str, message: str) -> None:
    ran = cli(*QUICK, "--config", config(tmp_path, text), "bot:random", "-o", tmp_path / "out")
    assert ran.status == 1
    assert message in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bot:random", "bot:stron"], "unknown bot 'stron' (did you mean 'strong'?)"),
        (["bot:random", "bto:strong"], "unknown model 'bto:strong' (did you mean 'bot'?)"),
        (["bot:random", "bot:random"], "'bot:random' was given twice"),
        (["bot:random"], "found 1 system, expected at least two"),
        (["bot:random", "openai:bot-random"], "two systems are named 'bot-random'"),
        (["bot:random", "bot:strong", "--game", "tictacto"], "unknown game 'tictacto' (did you mean 'tictactoe'?)"),
        (["bot:random", "bot:strong", "--suite", "llmaren"], "unknown suite 'llmaren' (did you mean 'llmarena'?)"),
        (["one-cott", "bot:strong"], "unknown system 'one-cott' (did you mean 'one-cot'?)"),
    ],
)
@pytest.mark.slow
def test_what_is_unknown_or_there_twice_is_refused(cli: Cli, tmp_path: Path, words: list[str], message: str) -> None:
    options = ("--base-url", "http://localhost:1/v1", "--config", config(tmp_path))
    ran = cli(*QUICK, *words, *options, "-o", tmp_path / "out")
    assert ran.status == 1
    assert message in ran.err


def test_bargain_alone_rates_nobody(cli: Cli, tmp_path: Path) -> None:
    ran = cli("arena", "--game", "bargain", *THREE, "-o", tmp_path)
    assert "bargain: games that pay a sum cannot be rated; choose a game that is won or lost" in ran.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--seed", "1"), "is an arena with seed 0, not 1"),
        (("--option", "hints=0"), "is an arena with options {}, not {'hints': 0}"),
        (("--game", "connect_four"), "is an arena with games"),
    ],
)
@pytest.mark.slow
def test_a_folder_belongs_to_one_arena(cli: Cli, tmp_path: Path, more: tuple[str, ...], message: str) -> None:
    words = (*QUICK, *THREE[:2], "--sweeps", "1", "-o", tmp_path)
    assert cli(*words).status == 0
    ran = cli(*words, *more)
    assert ran.status == 1
    assert message in ran.err


@pytest.mark.slow
def test_a_match_that_was_changed_is_noticed_when_the_arena_goes_on(cli: Cli, tmp_path: Path) -> None:
    words = (*QUICK, *THREE[:2], "--sweeps", "1", "-o", tmp_path)
    cli(*words)
    path = tmp_path / "bot-competent_vs_bot-random.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seat":0', b'"seat":1', 1))
    ran = cli(*words)
    assert ran.status == 1
    assert "cannot be verified" in ran.err


def test_names_cannot_leave_the_folder(cli: Cli, tmp_path: Path) -> None:
    text = '[[system]]\nname = "../../up"\nmodel = "bot:random"\n[[system]]\nname = "..-..-up"\nmodel = "bot:strong"\n'
    out = tmp_path / "in" / "out"
    ran = cli(*QUICK, "--sweeps", 1, "--config", config(tmp_path, text), "-o", out)
    assert ran.status == 0, ran.err
    assert len(list(out.glob("*_vs_*.jsonl"))) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"arena.toml", "in"}


def test_a_rival_that_the_referee_plays_for_loses_as_the_system_does(tmp_path: Path) -> None:
    outcome = lab.arena(["bot:silent", "bot:first"], tmp_path, games="tictactoe", min_matches=8)
    rows = {row.system: row.points for row in outcome.ratings.groups[0].bradley_terry.ratings}  # type: ignore[union-attr]
    assert rows["bot-silent"] == 0


def test_a_match_that_the_referee_plays_for_both_is_drawn(tmp_path: Path) -> None:
    chats = [ChatModel(name, lambda _messages: "I pass.") for name in ("mute", "dumb")]
    outcome = lab.arena(chats, tmp_path, games="tictactoe", sweeps=1)
    assert outcome.ratings.groups[0].bradley_terry.draws == outcome.ratings.matches == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("suite", ["llmarena", "gamebench"])
def test_sweeps_grow_hold_every_game_and_are_the_items_that_their_header_selects(
    release: Release, tmp_path: Path, suite: str
) -> None:
    matches_ = schedule(release, suite, (), {}, 3)
    games = {item.game for item in matches_.items}
    sets = [{item.item_id for item in matches_.until(sweep).items} for sweep in (1, 2, 3, matches_.most)]
    assert all(small < large for small, large in itertools.pairwise(sets))
    assert {item_id.split("/")[1] for item_id in sets[1]} == games
    assert sets[-1] == {item.item_id for item in matches_.items}


@pytest.mark.parametrize("suite", ["llmarena", "gamebench"])
def test_no_item_of_the_schedule_is_another_with_the_seats_exchanged(release: Release, suite: str) -> None:
    swap = {SYSTEM: RIVAL, RIVAL: SYSTEM}
    items = schedule(release, suite, (), {}, 0).items
    seated = {(item.game, item.pair, item.players) for item in items}
    mirrors = {(item.game, item.pair, tuple(swap[player] for player in item.players)) for item in items}
    assert not seated & mirrors
    pairs = {(i.game, i.pair) for i in release.rows("games", Item) if RIVAL in i.players and i.suite == suite}
    assert {(item.game, item.pair) for item in items} == pairs


def test_matches_of_every_game_that_is_won_or_lost_rate_both_systems(release: Release, tmp_path: Path) -> None:
    games = ("undercover", "tictactoe", "holdem", "connect_four")
    outcome = lab.arena(["bot:first", "bot:random"], tmp_path, games=games, sweeps=1)
    assert outcome.ratings.groups[0].games == tuple(sorted(games))
    assert outcome.ratings.matches == outcome.arena.matches


def test_a_submission_of_a_suite_says_which_matches_it_is_about(release: Release, cli: Cli, tmp_path: Path) -> None:
    words = ("--game", "tictactoe", "--game", "connect_four", "--option", "hints=1", "--sweeps", 1)
    ran = cli("arena", *words, *THREE[:2], "-o", tmp_path)
    assert ran.status == 0, ran.err
    submission = open_submission(tmp_path / "bot-random_vs_bot-competent.jsonl", release)
    assert len(list(submission)) == len(submission.items) == 2
    assert not submission.errors


def test_by_game_every_system_needs_its_matches_in_each() -> None:
    standing = Standing(["a", "b"], ["hive", "tictactoe"], "trueskill", StopRule(min_matches=1, quiet_sweeps=1))
    assert standing.add([]).reason.startswith("fewest in any game: 0 of 1 matches (")


@pytest.mark.slow
def test_an_arena_that_stops_shows_ratings_so_far_and_what_is_missing(cli: Cli, tmp_path: Path) -> None:
    with FakeOpenAI(free_cell) as server:
        words = (*QUICK, "openai:one", *THREE[1:], "--base-url", server.base_url, "-o", tmp_path, "--concurrency", 1)
        ran = cli(*words, "--max-calls", 8, "--html")
    assert ran.status == 1
    assert "Bradley-Terry, all games" in ran.out
    assert "Ratings so far, from the finished matches." in ran.out
    assert "Sent now: 8 requests" in ran.out
    assert "all 8 calls of this invocation are used" in ran.err
    assert "ordered pairs have matches left" in state(tmp_path)["open"]
    assert (tmp_path / "ratings.json").exists() and (tmp_path / "site" / "index.html").exists()


@pytest.mark.slow
def test_a_larger_arena_that_is_stopped_keeps_what_is_known_and_says_of_whom(cli: Cli, tmp_path: Path) -> None:
    cli(*QUICK, *THREE[:2], "-o", tmp_path)
    before = state(tmp_path)
    with FakeOpenAI(free_cell) as server:
        words = (*QUICK, *THREE[:2], "openai:one", "--base-url", server.base_url, "-o", tmp_path)
        assert cli(*words, "--max-calls", 1).status == 1
        after = state(tmp_path)
        assert (after["matches"], after["progress"]) == (before["matches"], before["progress"])
        assert after["judged"] == ["bot-competent", "bot-random"]
        assert "ratings are of bot-competent, bot-random, without one" in after["open"]
        ran = cli(*words)
    assert ran.status == 0, ran.err
    assert state(tmp_path)["judged"] == ["bot-competent", "bot-random", "one"]


@pytest.mark.slow
def test_a_verdict_says_which_matches_are_rated_beside_those_that_it_is_about(cli: Cli, tmp_path: Path) -> None:
    cli("arena", "--game", "tictactoe", "--min-matches", 16, *THREE[:2], "-o", tmp_path)
    ran = cli(*QUICK, *THREE, "-o", tmp_path)
    ended = state(tmp_path)
    total = sum(len(lines) - 1 for lines in matches(tmp_path).values())
    assert ended["more"] == total - ended["matches"] > 0
    assert f"The ratings include {ended['more']} matches from earlier runs" in ran.out
