"""Which items a user gets: by split, by what they are, and as a sample."""

from collections import Counter
from pathlib import Path

import pytest

import interplay
from interplay.core.release import Release
from interplay.tracks import catalogue

TRACKS = catalogue.names()


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.slow
def test_a_sample_is_seeded_nested_and_spread_over_the_parts(track: str, release: Release) -> None:
    loaded = interplay.load_track(track)
    items = interplay.load_items(track, release=release)
    small = interplay.load_items(track, release=release, sample=16, seed=3)
    large = interplay.load_items(track, release=release, sample=64, seed=3)
    ids = [item.item_id for item in items]
    assert [i.item_id for i in small] == [i for i in ids if i in {x.item_id for x in small}]
    assert len(small) == 16 and {i.item_id for i in small} <= {i.item_id for i in large}
    assert small == interplay.load_items(track, release=release, sample=16, seed=3)
    assert small != interplay.load_items(track, release=release, sample=16, seed=4)

    def parts(chosen: list[interplay.Item]) -> Counter[str]:
        return Counter("/".join(loaded.where(item)[key] for key in loaded.spread_by) for item in chosen)

    every, drawn = parts(items), parts(large)
    for part, held in every.items():
        assert abs(drawn[part] - 64 * held / len(items)) < 2, part


def test_samples_are_these_on_every_machine(release: Release) -> None:
    drawn = interplay.load_items("positions", release=release, sample=4, seed=7)
    assert [item.item_id for item in drawn] == POSITIONS


POSITIONS = ["arctic_scavengers/0251", "are_you_the_traitor/0136", "connect_four/0400", "santorini/0113"]


@pytest.mark.slow
def test_every_item_has_about_the_same_chance(release: Release) -> None:
    counts = Counter(
        item.item_id
        for seed in range(300)
        for item in interplay.load_items("scorekeeping", release=release, sample=20, seed=seed)
    )
    assert len(counts) == 86
    assert min(counts.values()) > 40 and max(counts.values()) < 105  # 70 expected, standard deviation 7


def test_items_are_chosen_by_split_and_by_what_they_are(release: Release) -> None:
    hive = interplay.load_items("games", "gamebench_quick", release, where={"game": "hive"})
    assert {item.split for item in hive} == {"gamebench_quick"}
    both = interplay.load_items("games", ["gamebench_quick", "llmarena"], release)
    assert {item.split for item in both} == {"gamebench_quick", "llmarena"}
    assert len(interplay.load_items("scorekeeping", release=release, sample=1000)) == 86
    with pytest.raises(interplay.UnknownName, match="did you mean 'scorekeeping'"):
        interplay.load_items("scorekeepin")
    with pytest.raises(interplay.UnknownName, match="did you mean 'base'"):
        interplay.load_items("scorekeeping", "bas")
    with pytest.raises(ValueError, match="sample is 0, expected at least 1"):
        interplay.load_items("scorekeeping", release=release, sample=0)


def test_tracks_and_games_are_found_by_name() -> None:
    assert interplay.load_track("games").metrics[0].name == "score"
    assert interplay.load_game("hive").title == "Hive"
    with pytest.raises(interplay.UnknownName, match="did you mean 'hive'"):
        interplay.load_game("hives")


@pytest.mark.parametrize("track", ["scorekeeping", "company"])
def test_items_come_as_a_dataset_in_the_same_order(
    track: str, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path)
    items = interplay.load_items(track, release=release, sample=7, seed=2)
    rows = interplay.load_items(track, release=release, sample=7, seed=2, as_dataset=True)
    assert rows["item_id"][:] == [item.item_id for item in items]
    assert rows.num_rows == 7 and "canary" in rows.features
