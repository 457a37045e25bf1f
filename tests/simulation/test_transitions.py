"""The split ``transitions``: what is right passes, what is nearly right fails, and steps follow from the prompt."""

import re
from collections import defaultdict
from collections.abc import Sequence

import pytest
from msgspec.structs import replace as changed

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.core.release import open_release
from interplay.scoring.score import score
from interplay.tracks.games import catalogue
from interplay.tracks.simulation.bots import BLIND, BOTS
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade, passes
from interplay.tracks.simulation.track import TRACK
from interplay_builders.release import card, freeze, sources
from interplay_builders.tracks import base
from interplay_builders.tracks.simulation import build, renew, transitions

QUICK = ("tictactoe", "bid", "santorini")
ALL = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in transitions.TEXTS.games]
BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)


def drawn(name: str, seed: str = "seed", each: int = 2) -> list[Script]:
    return list(transitions.rows_of(name, seed, "canary", each=each))


def blocks(row: Script) -> list[str]:
    """Return the positions that a prompt shows: those of the example, then the one before the action."""
    return BLOCK.findall(row.messages[0].content)


def test_all_games_have_notes() -> None:
    assert set(transitions.TEXTS.games) == set(catalogue.names())


@pytest.mark.parametrize("name", ALL)
def test_true_positions_pass_and_others_fail(name: str) -> None:
    rows = drawn(name)
    assert [row.item_id for row in rows] == [
        f"transitions/{name}/{third}/{number}" for third in transitions.THIRDS for number in range(2)
    ]
    for row in rows:
        assert passes(row, row.reference)
        assert passes(row, f"First I look at the action.\n\nIt moves one thing, I think.\n\n{row.reference}")
        assert passes(row, row.reference.replace("\n", "  \n\n"))
        [expected] = BLOCK.findall(row.reference)
        _, _, before = blocks(row)
        for wrong in (before, expected.rpartition("\n")[0], f"{expected}\n{expected}", *fields(expected, row.item_id)):
            assert not passes(row, f"```\n{wrong}\n```"), wrong
        assert not passes(row, f"{row.reference}\n{row.reference}")
        assert not passes(row, expected) and not passes(row, f"{row.reference}\nOr rather, something else.")
        assert not [bot for bot in BLIND if passes(row, BOTS[bot](Ask(row.messages, row)))]
        assert len(row.planted) >= 3 and not any(map(row.planted.count, [row.reference]))
        assert all(f"```\n{block}\n```" != row.reference for block in blocks(row))


def fields(position: str, seed: str) -> list[str]:
    """Return positions with one of five fields, each a word or number, replaced by another."""
    words = list(re.finditer(r"\w+", position))
    chosen = Stream("tests", seed, "fields").sample(words, min(5, len(words)))
    return [f"{position[: match.start()]}{match[0]}9{position[match.end() :]}" for match in chosen]


@pytest.mark.parametrize("name", ALL)
def test_the_next_position_is_a_function_of_what_is_shown(name: str) -> None:
    game, results = catalogue.load(name), defaultdict[tuple[str, ...], set[str]](set)
    for number in range(12):
        for step in transitions.steps(name, f"function/{number}"):
            done = [text for decision in step.decisions for text in transitions._done(game, decision, step.after)]
            results[step.before, *done].add(step.after)
    assert results and all(len(positions) == 1 for positions in results.values())


@pytest.mark.parametrize("name", ALL)
def test_rows_follow_from_the_seed(name: str) -> None:
    rows, again, other = drawn(name), drawn(name), drawn(name, "another seed")
    assert rows == again
    assert not {row.messages for row in rows} & {row.messages for row in other}


def test_rows_of_another_draw_are_left_out() -> None:
    former = drawn("tictactoe", each=8)
    taken = {row.messages for row in former}
    rows = list(transitions.rows_of("tictactoe", "seed", "canary", taken, each=8))
    assert not {row.messages for row in rows} & taken and len({row.messages for row in rows}) == len(rows) == 24


def test_a_drawn_card_is_told() -> None:
    row = next(
        row for row in drawn("hanabi", each=8) if "play position" in row.messages[0].content.split("Your task")[1]
    )
    told = re.findall(r"This is drawn: (\w\d)", row.messages[0].content)[-1]
    assert f"{told} [?]" in row.reference


def test_hive_shows_which_tile_goes_where() -> None:
    done = [BLOCK.sub("", row.messages[0].content.split("Your task")[1]) for row in drawn("hive", each=4)]
    assert all("place:" in text or "to:" in text for text in done)
    assert any("place:" in text and "to:" in text for text in done)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Sequence[Script]:
    """Return a few transitions, which the builder of the track takes for all of them."""
    rows = tuple(drawn("tictactoe"))
    monkeypatch.setattr(transitions, "rows", lambda *_: rows)
    return rows


def test_only_a_later_release_has_them(few: Sequence[Script], monkeypatch: pytest.MonkeyPatch) -> None:
    written = base.TrackFiles("simulation", ("standard",), (), ())
    assert base.is_due((0, 3, 1)) and not base.is_due(transitions.SINCE)
    assert build.with_transitions(written, "seed", "canary") is written
    monkeypatch.setattr(build, "is_due", lambda since: since == transitions.SINCE)
    track = build.with_transitions(written, "seed", "canary")
    assert (track.splits[-1], track.files[-1].config, track.files[-1].rows) == ("transitions", "transitions", few)
    assert "transitions" in renew.DRAWN


def test_a_dataset_lists_and_scores_them(
    few: Sequence[Script], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(build, "is_due", lambda _: True)
    track = build.with_transitions(base.TrackFiles("simulation", (), (), ()), "seed", "canary")
    made_from = sources.unversioned((track,), "seed", "A test.")
    root = tmp_path_factory.mktemp("transitions") / "dataset"
    freeze.freeze(root, made_from)
    release = open_release(root)
    assert [entry.config for entry in release.manifest.files] == ["transitions"]
    assert release.manifest.tracks[0].splits == ("transitions",)
    assert tuple(TRACK.items(release)) == tuple(few)
    assert "transitions" in card._config_table(made_from) and "next position" in card._config_table(made_from)
    assert (root / "schemas/transitions.schema.json").is_file()
    scores = {path.parent.name: score(path, release).headline.value for path in root.glob("baselines/*/*.jsonl*")}
    assert scores.pop("bot-reference") == 100
    assert {name: value for name, value in scores.items() if "faulty" not in name} == dict.fromkeys(
        (f"bot-{name}" for name in BLIND), 0
    )


def test_verdicts_say_which_line_is_wrong() -> None:
    row = drawn("tictactoe")[0]
    [result] = [r for r in grade(changed(row), row.planted[0]).results if r.kind == "line_set"]
    assert result.result.verdict == "fail" and "expected" in result.result.reason
