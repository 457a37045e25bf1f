"""Items of every track, played with a function."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import interplay
from interplay.core import canonical
from interplay.core.release import Release
from interplay.tracks import catalogue
from tests.api.chats import Messages, Talk, silent, slowly

TRACKS = catalogue.names()


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.slow
def test_any_item_of_any_track_is_played_and_graded(track: str, release: Release, tmp_path: Path) -> None:
    items = interplay.load_items(track, release=release, sample=3, seed=1)
    predictions = [interplay.play(item, silent) for item in items]
    assert [p.item_id for p in predictions] == [i.item_id for i in items]
    assert predictions == [asyncio.run(interplay.aplay(item, slowly)) for item in items]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="silent", release=release)
    assert interplay.score(tmp_path / "s.jsonl", release, items=items).counts["played"] in {0, 3}
    assert interplay.read_submission(tmp_path / "s.jsonl").predictions == predictions


def test_a_row_of_any_track_is_played_like_its_item(release: Release) -> None:
    for track in TRACKS:
        item = interplay.load_items(track, release=release, sample=1)[0]
        row = json.loads(msgspec.json.encode(item))
        assert interplay.play(row, silent) == interplay.play(item, silent)
    with pytest.raises(interplay.UnknownName, match="found a row that fits no track"):
        interplay.play({"item_id": "base/restaurant.3/1"}, silent)
    with pytest.raises(interplay.UnknownName, match="found a str, expected an item of one of company, games, horizon"):
        interplay.play("base/restaurant.3/1", silent)  # type: ignore[arg-type]


@pytest.mark.parametrize("config", ["games", "positions", "scorekeeping_corrections", "simulation"])
def test_a_row_that_load_dataset_gives_is_played(
    config: str, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets")
    rows = datasets.load_dataset(str(release.root), config, split="test", cache_dir=str(tmp_path))
    row = rows[len(rows) // 2]
    assert interplay.play(row, silent).item_id == row["item_id"]


def test_chat_gets_roles_and_contents_and_replies_are_kept_raw(release: Release) -> None:
    seen: list[Messages] = []

    def chat(messages: Messages) -> str:
        seen.append(messages)
        return " raw\n"

    item = interplay.load_items("simulation", release=release, sample=1)[0]
    prediction = interplay.play(item, chat, trial=2)
    assert len(seen) == 1
    assert {tuple(message) for message in seen[0]} == {("role", "content")}
    assert json.loads(canonical.encode(prediction))["response"] == " raw\n"
    assert prediction.trial == 2


def test_an_asynchronous_chat_is_waited_for_or_sent_to_aplay(release: Release) -> None:
    item = interplay.load_items("scorekeeping", release=release, sample=1)[0]
    assert interplay.play(item, slowly) == interplay.play(item, silent)

    async def notebook() -> interplay.Prediction:
        assert interplay.play(item, silent).item_id == item.item_id
        with pytest.raises(interplay.InterplayError, match=r"await interplay\.aplay"):
            interplay.play(item, slowly)
        return await interplay.aplay(item, silent)

    assert asyncio.run(notebook()) == interplay.play(item, silent)


def test_a_reply_that_is_not_text_is_named(release: Release) -> None:
    def broken(messages: Messages) -> str:
        return None  # type: ignore[return-value]

    item = interplay.load_items("positions", release=release, sample=1)[0]
    with pytest.raises(interplay.ModelError, match="chat returned NoneType, expected the reply as str"):
        interplay.play(item, broken)
    with pytest.raises(interplay.ModelError, match=r"1 item failed.*chat returned NoneType"):
        interplay.evaluate(broken, "positions", sample=1, release=release)


def test_a_match_between_two_systems_needs_and_asks_both(release: Release) -> None:
    asked = Counter[str]()

    def player(name: str) -> Talk:
        def chat(messages: Messages) -> str:
            asked[name] += 1
            text = next(m["content"] for m in reversed(messages) if "Free cells: " in m["content"])
            return f"{text.split('Your mark is ')[1][0]}: {text.split('Free cells: ')[1].split()[0]}"

        return chat

    item = interplay.load_items("games", "llmarena_versus", release, where={"game": "tictactoe"})[0]
    with pytest.raises(interplay.UnknownName, match="pass the other system as rival="):
        interplay.play(item, player("one"))
    asked.clear()
    interplay.play(item, player("one"), rival=player("two"))
    assert asked["one"] >= 2 and asked["two"] >= 2
