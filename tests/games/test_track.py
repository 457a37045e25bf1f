"""The games track from released matches to a report, and what a hostile submission cannot do to it."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from interplay.core import canonical
from interplay.core.driver import SYSTEM
from interplay.core.errors import RecordError
from interplay.core.records import Header, System
from interplay.core.release import Release, content, open_release
from interplay.core.reports import Metric, Report
from interplay.scoring.score import Options, score
from interplay.scoring.validation import validate
from interplay.submissions import writing
from interplay.tables.scores import rows
from interplay.tracks.games import catalogue
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.games.build import BALANCED, SPLITS
from tests.games import matches
from tests.support import Cli

QUICK = Options()
change = msgspec.structs.replace


@pytest.fixture(scope="module")
def released(release: Release) -> list[Item]:
    return list(release.rows("games", Item))


@pytest.fixture(scope="module")
def small(release: Release, released: list[Item], tmp_path_factory: pytest.TempPathFactory) -> Release:
    """A dataset of the first setups of each game."""
    wanted = {("llmarena", "00"), ("llmarena", "01"), ("llmarena", "02"), ("gamebench_quick", "00")}
    kept = tuple(i for i in released if (i.split, i.pair) in wanted)
    schema = (Header, Prediction)
    splits = tuple(dict.fromkeys(item.split for item in kept))
    track = TrackFiles("games", splits, (DataFile("games/matches.jsonl.gz", "games", Item, kept),), schema)
    root = tmp_path_factory.mktemp("games") / "dataset"
    freeze.freeze(root, sources.unversioned((track,), "small", "three setups of each game"))
    return open_release(root)


@pytest.fixture(scope="module")
def played(small: Release) -> list[Prediction]:
    return [matches.play(item, BOTS["random"]) for item in small.rows("games", Item)]


def submit(path: Path, small: Release, predictions: Iterable[object]) -> Path:
    header = writing.header_for(small, "games", System(name="tested"))
    lines = [canonical.encode(header), *(canonical.encode(p) for p in predictions)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def metric(report: Report, name: str, **where: str) -> Metric:
    group = next(g for g in report.groups if g.where == where)
    return next(m for m in group.metrics if m.name == name)


def test_every_game_is_played_from_every_side_of_the_same_setups(released: list[Item]) -> None:
    for game in catalogue.names():
        rules = catalogue.load(game)
        items = [item for item in released if item.split == rules.suite and item.game == game]
        sides = {name for name, _ in rules.sides(items[0].setup)}
        assert Counter(item.side for item in items) == dict.fromkeys(sides, rules.setups)
        for item in items:
            seats = dict(rules.sides(item.setup))[item.side]
            assert tuple(s for s, player in enumerate(item.players) if player == SYSTEM) == seats
            assert item.setup == next(i.setup for i in items if i.pair == item.pair)


def test_splits_differ_in_opponents_and_options_only(released: list[Item]) -> None:
    setups = {(i.split, i.game, i.pair): i.setup for i in released}
    splits = {split.name: split for split in SPLITS}
    for (split, game, pair), setup in setups.items():
        main = setups[splits[split].suite, game, pair]
        assert setup.draws == main.draws
        short = catalogue.load(game).short if splits[split].shortened else {}
        assert (setup.options == main.options) is (not splits[split].options and not short)


def test_no_setup_is_dealt_twice(released: list[Item]) -> None:
    for game in catalogue.names():
        setups = {i.pair: i.setup for i in released if i.game == game and i.split == i.suite}
        assert len({setup.seed for setup in setups.values()}) == catalogue.load(game).setups


@pytest.mark.slow
def test_points_and_missing_matches_make_the_score(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    whole = score(submit(tmp_path / "whole.jsonl", small, played), small, QUICK)
    part = score(submit(tmp_path / "part.jsonl", small, played[1:]), small, Options(allow_partial=True))
    first, rest = metric(whole, "score").value, metric(part, "score").value
    assert first is not None
    assert rest is not None
    assert rest <= first
    assert part.counts["missing"] == 1
    with pytest.raises(RecordError, match="--allow-partial"):
        score(tmp_path / "part.jsonl", small, QUICK)


@pytest.mark.slow
def test_intervals_are_over_setups(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    report = score(submit(tmp_path / "s.jsonl", small, played), small, QUICK)
    assert metric(report, "score").ci_method == "t, 24 setups"


def test_a_match_that_broke_off_is_lost(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    broken = change(played[0], rounds=(), claimed=None, error="time-out")
    report = score(submit(tmp_path / "s.jsonl", small, [broken, *played[1:]]), small, QUICK)
    assert report.counts["error"] == 1
    lost = next(i for i in report.per_item if i.item_id == broken.item_id)
    item = next(i for i in small.rows("games", Item) if i.item_id == broken.item_id)
    assert [lost.values["score"], lost.values["points"]] == pytest.approx([TRACK.lost(item), 0.0])
    assert TRACK.lost(item) < 0


def test_analyses_are_reported_by_game(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    report = score(submit(tmp_path / "s.jsonl", small, played), small, QUICK)
    found = {(s.where["game"], s.name) for s in report.statistics}
    assert {game for game, _ in found} == {item.game for item in small.rows("games", Item)}
    assert all(s.title for s in report.statistics)
    for statistic in report.statistics:
        assert (statistic.value is None) is (statistic.n == 0)


def forge(prediction: Prediction) -> dict[str, tuple[object, str]]:
    """Return named forgeries of a match, each with what must be said about it."""
    raw = msgspec.to_builtins(prediction)
    first = raw["rounds"][0][0]

    def with_first(**changes: object) -> object:
        return {**raw, "rounds": [[{**first, **changes}, *raw["rounds"][0][1:]], *raw["rounds"][1:]]}

    return {
        "seat out of range": (with_first(seat=7), "$.rounds[0]"),
        "seat of no kind": (with_first(seat="first"), "$.rounds[0][0].seat: found 'first', expected integer"),
        "text of no kind": (with_first(text=["x"]), "$.rounds[0][0].text"),
        "move too long": (with_first(text="x" * 20_001), "expected a length of at most 20000"),
        "attempts piled up": (with_first(attempts=["x"] * 11), "expected a list of at most 10"),
        "too many rounds": ({**raw, "rounds": [raw["rounds"][0]] * 10_001}, "expected a list of at most 10000"),
        "an invented result": ({**raw, "claimed": {"reason": "by decree", "returns": [9, -9]}}, "the replay gives"),
        "no rounds": ({**raw, "rounds": []}, "expected more: seats"),
        "an extra round": ({**raw, "rounds": [*raw["rounds"], raw["rounds"][-1]]}, "the game is over"),
        "other players": ({**raw, "players": ["system", "bot:weak@1"]}, "$.players"),
        "an unknown key": ({**raw, "winner": 0}, "unknown key 'winner'"),
    }


@pytest.mark.slow
def test_forged_matches_are_findings_with_line_and_place(
    tmp_path: Path, small: Release, played: list[Prediction]
) -> None:
    for name, (row, expected) in forge(played[0]).items():
        path = submit(tmp_path / "s.jsonl", small, [])
        with path.open("ab") as stream:
            stream.write(json.dumps(row).encode() + b"\n")
        found = validate(path, small).errors
        assert len(found) == 1, name
        assert found[0].line == 2
        assert expected in str(found[0]), (name, str(found[0]))


def test_not_a_number_as_a_return_is_refused(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    path = submit(tmp_path / "s.jsonl", small, [])
    row = json.dumps({**msgspec.to_builtins(played[0]), "claimed": {"returns": [float("nan"), 0]}})
    path.write_bytes(path.read_bytes() + row.encode() + b"\n")
    assert "NaN" in str(validate(path, small).errors[0])


def test_an_altered_bot_move_is_found(tmp_path: Path, small: Release, played: list[Prediction]) -> None:
    items = {i.item_id: i for i in small.rows("games", Item)}
    whole = next(p for p in played if len(set(items[p.item_id].players)) > 1)
    rounds = [list(r) for r in whole.rounds]
    for moves in rounds:
        for index, move in enumerate(moves):
            if items[whole.item_id].players[move.seat] != SYSTEM:
                moves[index] = change(move, text=move.text + " ")
                forged = change(whole, rounds=tuple(map(tuple, rounds)))
                found = validate(submit(tmp_path / "s.jsonl", small, [forged]), small).errors
                assert "'s move" in str(found[0])
                return
    pytest.fail("no bot moved")


def test_a_match_of_another_game_version_is_refused(small: Release, released: list[Item]) -> None:
    from interplay.tracks.games.match.replay import Replay, ReplayError

    old = change(released[0], setup=change(released[0].setup, version=released[0].setup.version + 1))
    with pytest.raises(ReplayError, match="install the matching one"):
        Replay(old)


@pytest.mark.parametrize("game", ["tictactoe", "holdem"])
def test_running_the_bots_gives_the_shipped_baseline(game: str, release: Release, cli: Cli, tmp_path: Path) -> None:
    ran = cli("run", "--track", "games", "--model", "bot:random", "--game", game, "-o", tmp_path / "s.jsonl")
    assert ran.status == 0
    shipped = content(release.root / "baselines" / "bot-random" / "games.jsonl.gz").splitlines()
    ours = (tmp_path / "s.jsonl").read_bytes().splitlines()
    assert len(ours) == 1 + 2 * BALANCED[game]
    assert set(ours[1:]) <= set(shipped[1:])


def test_parts_of_the_track_are_run_by_opponent_and_hints(release: Release, cli: Cli, tmp_path: Path) -> None:
    base = ("run", "--track", "games", "--model", "bot:random", "--game", "tictactoe", "--limit", 4)
    cli(*base, "--opponent", "bot:minimax@1", "-o", tmp_path / "a.jsonl")
    cli(*base, "--split", "llmarena_no_hints", "-o", tmp_path / "b.jsonl")
    headers = [json.loads((tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[0]) for name in "ab"]
    assert [h["splits"] for h in headers] == [["llmarena_strong"], ["llmarena_no_hints"]]
    ran = cli(*base, "--opponent", "bot:nobody@1", "-o", tmp_path / "c.jsonl")
    assert ran.status == 1
    assert "games has no items with game 'tictactoe' and opponent 'bot:nobody@1'" in ran.err


@pytest.mark.parametrize("game", catalogue.names())
@pytest.mark.slow
def test_a_match_is_told_move_by_move(
    game: str, tmp_path: Path, release: Release, released: list[Item], cli: Cli
) -> None:
    item = next(i for i in released if i.game == game and i.split in ("llmarena", "gamebench_quick"))
    path = tmp_path / "one.jsonl"
    writing.write_submission(path, release, "games", [matches.play(item, BOTS["random"])], name="x")
    ran = cli("replay", path, "--item", item.item_id)
    assert ran.status == 0, ran.err
    assert "seat 0:" in ran.out
    assert "Round 0" in ran.out
    assert "Ended: " in ran.out
    as_json = json.loads(cli("replay", path, "--item", item.item_id, "--json").out)
    assert {"round", "seat", "player", "replies", "action"} <= as_json[0].keys()


def test_a_replay_names_bots_as_ratings_do(release: Release, cli: Cli) -> None:
    path = release.root / "baselines" / "bot-random" / "games.jsonl.gz"
    ran = cli("replay", path, "--item", "llmarena_balanced/tictactoe/00/first")
    assert "  seat 1: bot:greedy@1 (bot-competent)\n" in ran.out


def test_replaying_an_unknown_match_names_the_nearest(release: Release, cli: Cli) -> None:
    path = release.root / "baselines" / "bot-random" / "games.jsonl.gz"
    ran = cli("replay", path, "--item", "llmarena_balanced/tictactoe/00/frst")
    assert (ran.status, ran.out) == (1, "")
    assert "did you mean 'llmarena_balanced/tictactoe/00/first'?" in ran.err


def test_control_characters_of_a_reply_are_not_sent_to_the_terminal(tmp_path: Path, small: Release, cli: Cli) -> None:
    item = next(i for i in small.rows("games", Item) if i.game == "tictactoe" and i.side == "first")
    prediction = matches.play(item, lambda _: "\x1b[2J\u202e no move")
    path = submit(tmp_path / "s.jsonl", small, [prediction])
    ran = cli("replay", path, "--item", item.item_id, "--dataset", small.root)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "the referee plays" in ran.out


def games_of(suite: str) -> set[str]:
    return {name for name in catalogue.names() if catalogue.load(name).suite == suite}


@pytest.mark.slow
def test_submissions_are_rated_from_verified_results(release: Release, cli: Cli) -> None:
    paths = [release.root / "baselines" / f"bot-{name}" / "games.jsonl.gz" for name in ("random", "strong")]
    report = json.loads(cli("rate", *paths, "--method", "bt", "--resamples", 200, "--json").out)
    systems = [row["system"] for row in report["groups"][0]["bradley_terry"]["ratings"]]
    assert systems.index("bot-strong") < systems.index("bot-random")
    one = json.loads(cli("rate", *paths, "--method", "bt", "--resamples", 50, "--suite", "gamebench", "--json").out)
    assert 0 < one["matches"] < report["matches"]
    assert {average["game"] for average in one["averages"]["systems"][0]["games"]} <= games_of("gamebench")


def test_several_illegal_replies_to_a_decision_count_once(tmp_path: Path, small: Release) -> None:
    items = [item for item in small.rows("games", Item) if item.game == "santorini"]
    matches_played = [matches.play(item, lambda _: "no_such_action") for item in items]
    partial = Options(allow_partial=True)
    report = score(submit(tmp_path / "s.jsonl", small, matches_played), small, partial)
    where = {"split": "gamebench_quick", "game": "santorini"}
    assert metric(report, "illegal", **where).value == 1.0
    assert metric(report, "substituted", **where).value == 1.0
    assert metric(report, "unsound", **where).value == 1.0


def test_a_summary_names_the_split_also_when_there_is_one(
    release: Release, released: list[Item], tmp_path: Path
) -> None:
    item = next(i for i in released if i.split == "gamebench_quick" and i.game == "pit")
    path = tmp_path / "one.jsonl"
    writing.write_submission(path, release, "games", [matches.play(item, BOTS["random"])], name="x")
    partial = Options(allow_partial=True)
    found = list(rows([score(path, release, partial)], TRACK, detail="summary"))
    assert [row[1] for row in found] == ["gamebench_quick"]
