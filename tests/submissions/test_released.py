"""Draws that hold items of a release are refused, whatever their ids, hashes and blanks."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import interplay
from interplay.core.errors import DatasetError, RecordError
from interplay.core.records import Manifest, Message
from interplay.core.release import Release, open_release
from interplay.submissions import released
from interplay.tracks import catalogue
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import build
from interplay_lab import api as lab

TRACKS = [name for name in catalogue.names() if name != "games"]


def spaced(text: str) -> str:
    return text.replace(" ", "  \u00a0") + "\u200b\n"


def renamed(item: Any) -> Any:
    """The item with another id, canary and split, and other blanks in what a model is shown."""
    changes: dict[str, object] = {"item_id": "another/0", "canary": "none", "split": item.split}
    if hasattr(item, "messages"):
        changes["messages"] = tuple(Message(role=m.role, content=spaced(m.content)) for m in item.messages)
    if hasattr(item, "initial_prompt"):
        changes["initial_prompt"] = spaced(item.initial_prompt)
    return msgspec.structs.replace(item, **changes)


@pytest.mark.parametrize("track", TRACKS)
def test_items_are_the_same_under_another_id_and_with_other_blanks_and_no_two_are_alike(
    track: str, release: Release
) -> None:
    items = [*catalogue.load(track).items(release)][:300]
    contents = [released.content(item) for item in items]
    assert len(set(contents)) == len(contents)
    assert [released.content(renamed(item)) for item in items] == contents


def test_matches_are_the_same_where_chance_decided_the_same(release: Release) -> None:
    items = [*catalogue.load("games").items(release)]
    first = next(item for item in items if item.setup.draws)
    setup = msgspec.structs.replace(first.setup, seed="another", profile="compat")
    copy = msgspec.structs.replace(first, item_id="x", suite="other", pair="99", setup=setup)
    assert released.content(copy) == released.content(first)
    other = next(item for item in items if item.game == first.game and item.setup.draws != first.setup.draws)
    assert released.content(other) != released.content(first)


def dataset(root: Path, items: tuple[Item, ...], note: str) -> Path:
    freeze.freeze(root, sources.unversioned((build.files((), items),), "seed", note))
    return root


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [*open_release().rows("scorekeeping_corrections", Item)]


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory, items: list[Item]) -> tuple[Path, Path]:
    """Twelve dialogues as a release, and a draw with their ids that holds one of them again, among eleven others."""
    drawn = [
        msgspec.structs.replace(new, item_id=old.item_id) for old, new in zip(items[:12], items[12:], strict=False)
    ]
    copied = msgspec.structs.replace(renamed(items[3]), item_id=drawn[5].item_id)
    one = dataset(tmp_path_factory.mktemp("one") / "dataset", tuple(items[:12]), "for tests")
    drawn[5] = copied
    return one, dataset(tmp_path_factory.mktemp("two") / "dataset", tuple(drawn), "for tests")


@pytest.mark.slow
def test_compare_refuses_a_draw_with_an_item_of_the_release(forged: tuple[Path, Path], items: list[Item]) -> None:
    release, drawn = forged
    paths = [root / "baselines/bot-keyword/scorekeeping.jsonl.gz" for root in forged]
    ids = rf"'{items[5].item_id}' \('{items[3].item_id}' there\)"
    message = rf"is no fresh draw: 1 of 12 items of scorekeeping are released ones, such as {ids}"
    with pytest.raises(DatasetError, match=message):
        lab.compare(paths[0], fresh=paths[1], release=release, fresh_release=drawn)


def test_score_and_validate_refuse_a_draw_with_an_item_of_the_package_s_release(
    tmp_path: Path, items: list[Item]
) -> None:
    drawn = dataset(tmp_path / "drawn", tuple(items[:2]), "A fresh draw with the seed 'x'")
    path = drawn / "baselines/bot-oracle/scorekeeping.jsonl.gz"
    with pytest.raises(RecordError) as refused:
        interplay.score(path, drawn)
    assert "2 of 2 items of scorekeeping are released ones" in str(refused.value.findings)
    assert "2 of 2 items of scorekeeping are released ones" in str(interplay.validate(path, drawn).findings)
    with pytest.raises(DatasetError, match="2 of 2 items of scorekeeping are released ones"):
        interplay.run("bot:oracle", "scorekeeping", tmp_path / "run.jsonl", release=drawn)


def test_datasets_that_do_not_say_they_are_draws_are_scored_as_they_are(tmp_path: Path, items: list[Item]) -> None:
    imported = dataset(tmp_path / "imported", tuple(items[:2]), "An import")
    assert interplay.score(imported / "baselines/bot-oracle/scorekeeping.jsonl.gz", imported).headline.value == 100


def test_a_release_is_not_compared_with_itself(release: Release) -> None:
    assert isinstance(release.manifest, Manifest)
    released.refuse(release, "company")
    with pytest.raises(DatasetError, match="672 of 672 items of company are released ones"):
        released.refuse(release, "company", release.root)
