"""Two systems against each other, and rules explained on request."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM, Done, Reply, advance, begin
from interplay.core.release import Release
from interplay.submissions.reading import read_header
from interplay.tracks.games.match.play import episode
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.games import matches
from tests.support import Cli

ARGS = ("run", "--track", "games", "--game", "tictactoe", "--limit", "6")


def free_cell(request: Request) -> Answer:
    """Play the first free cell that the prompt lists."""
    text = next(m["content"] for m in reversed(request.messages) if "Free cells: " in m["content"])
    mark = text.split("Your mark is ")[1][0]
    return Answer(f"{mark}: {text.split('Free cells: ')[1].split()[0]}")


def test_both_systems_are_asked_and_named_and_rated(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    with FakeOpenAI(free_cell) as server:
        url = server.base_url
        ran = cli(*ARGS, "--model", "openai:one", "--opponent", "openai:two", "--base-url", url, "-o", out)
        asked = Counter(request.body["model"] for request in server.requests)
    assert ran.status == 0, ran.err
    assert asked["one"] > 5 and asked["two"] > 5
    header = read_header(out)
    assert header.rival is not None
    assert (header.system.name, header.rival.name, header.splits) == ("one", "two", ("llmarena_versus",))
    scored = cli("score", out, "--allow-partial")
    assert scored.status == 0, scored.err
    rated = cli("rate", out, "--resamples", "50", "--json")
    assert rated.status == 0, rated.err
    assert b'"one"' in rated.out.encode() and b'"two"' in rated.out.encode()


def test_without_an_opponent_the_split_cannot_be_run(cli: Cli, tmp_path: Path) -> None:
    ran = cli(*ARGS, "--model", "bot:random", "--split", "llmarena_versus", "-o", tmp_path / "out.jsonl")
    assert ran.status != 0
    assert "--opponent openai:NAME" in ran.err


def test_a_submission_that_names_no_rival_cannot_be_rated(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    with FakeOpenAI(free_cell) as server:
        cli(*ARGS, "--model", "openai:one", "--opponent", "openai:two", "--base-url", server.base_url, "-o", out)
    first, rest = out.read_bytes().split(b"\n", 1)
    header = msgspec.json.decode(first)
    del header["rival"]
    out.write_bytes(canonical.encode(header) + b"\n" + rest)
    rated = cli("rate", out)
    assert rated.status != 0
    assert "does not name the rival" in rated.err


def test_a_rivals_moves_are_verified_as_the_systems_are(release: Release) -> None:
    items = {item.item_id: item for item in release.rows("games", Item)}
    item = items["llmarena_versus/tictactoe/00/first"]
    assert sorted(item.players) == [RIVAL, SYSTEM]
    match = matches.play(item, matches.randomly(1))
    assert Replay(item).verify(match).rounds == len(match.rounds)


def test_only_the_systems_calls_are_its_usage() -> None:
    item = matches.item("tictactoe", (SYSTEM, RIVAL))
    player = matches.randomly(5)
    steps = episode(item)
    ask = begin(steps)
    asked: Counter[str] = Counter()
    while not isinstance(ask, Done):
        asked[ask.player] += 1
        ask = advance(steps, Reply(player(ask), 10, 1))
    assert ask.prediction.usage is not None
    assert ask.prediction.usage.calls == asked[SYSTEM] > 0
    assert asked[RIVAL] > 0


def test_save_requests_holds_what_both_systems_were_sent(cli: Cli, tmp_path: Path) -> None:
    out, sent = tmp_path / "duel.jsonl", tmp_path / "sent.jsonl"
    with FakeOpenAI(free_cell) as server:
        places = ("--base-url", server.base_url, "-o", out, "--save-requests", sent)
        cli(*ARGS, "--model", "openai:one", "--opponent", "openai:two", *places)
        count = len(server.requests)
    assert len(sent.read_bytes().splitlines()) == count


@pytest.mark.parametrize("scaffold", ["cot", "prune"])
def test_scaffolds_run_from_the_command_line(cli: Cli, tmp_path: Path, scaffold: str) -> None:
    out = tmp_path / "out.jsonl"
    with FakeOpenAI(free_cell) as server:
        url = ("--base-url", server.base_url)
        ran = cli(*ARGS, "--model", "openai:one", *url, "--scaffold", scaffold, "--split", "llmarena", "-o", out)
    assert ran.status == 0, ran.err
    header = read_header(out)
    assert (header.system.name, header.system.scaffold) == (f"one-{scaffold}", scaffold)
    assert b'"workings"' in out.read_bytes()


def test_a_dry_run_is_about_the_chosen_scaffold_and_says_that_the_opponent_costs_too(cli: Cli) -> None:
    place = ("--base-url", "http://localhost:1/v1")
    ran = cli(*ARGS, "--model", "openai:one", "--opponent", "openai:two", *place, "--scaffold", "cot", "--dry-run")
    assert ran.out.startswith("games, scaffold cot: ")
    assert "prune" not in ran.out
    assert "The opponent's requests are not included" in ran.out
