"""The games headline: numbers of setups by variance, shares of the variance, and values of few items."""

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from interplay.core.reports import Report
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Item
from interplay.tracks.games.track import Games
from interplay_builders.pages import difficulty, headline
from interplay_builders.tracks.games import build, scales


def items(name: str, game: str) -> list[Item]:
    """Return the matches of one game in a split."""
    split = next(split for split in build.SPLITS if split.name == name)
    only = build.Split(**{field: getattr(split, field) for field in split.__slots__} | {"games": frozenset({game})})
    files = build.files_of([only], "seed", "canary", scales.frozen()).files
    return [row for file in files for row in file.rows if isinstance(row, Item)]


def test_balanced_splits_have_a_number_for_every_game_and_no_game_has_few() -> None:
    assert set(build.BALANCED) == set(catalogue.names())
    assert min(build.BALANCED.values()) >= 10
    assert all(number <= catalogue.load(game).setups for game, number in build.BALANCED.items())


def test_headlines_rest_on_balanced_splits_alone() -> None:
    balanced = tuple(split.name for split in build.SPLITS if split.balanced)
    main = Games().main_splits(tuple(split.name for split in build.SPLITS))
    assert main == balanced == ("llmarena_balanced", "gamebench_balanced")


@pytest.mark.parametrize("game", ["tictactoe", "santorini"])
def test_a_balanced_split_has_the_first_setups_of_the_full_one_and_its_scale(game: str) -> None:
    suite = catalogue.load(game).suite
    chosen, whole = items(f"{suite}_balanced", game), items(suite, game)
    assert Counter(item.side for item in chosen) == dict.fromkeys({i.side for i in whole}, build.BALANCED[game])
    known = {(item.pair, item.side): item for item in whole}
    for item in chosen:
        full = known[item.pair, item.side]
        assert (item.setup, item.players, item.scale) == (full.setup, full.players, full.scale)


def report(scores: dict[str, list[tuple[float, float]]]) -> Report:
    """Return a report with two sides of each setup of each game."""
    rows = [
        SimpleNamespace(item_id=f"s/{game}/{n:02d}/{side}", where={"game": game}, values={"score": value})
        for game, pairs in scores.items()
        for n, pair in enumerate(pairs)
        for side, value in enumerate(pair)
    ]
    return cast("Report", SimpleNamespace(per_item=rows, system=SimpleNamespace(name="bot")))


def test_shares_of_the_variance_are_those_of_clusters_of_both_sides() -> None:
    even = [(0.0, 0.0), (100.0, 100.0)]  # means 0 and 100: squared error of their mean 2,500
    opposed = [(0.0, 100.0), (100.0, 0.0), (40.0, 60.0)]  # both sides of a setup always add up to 100
    (text,) = headline.lines([report({"a": even, "b": opposed})])
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]]
    assert rows == [["a", "4", "50.0", "100%"], ["b", "6", "0.0", "0%"], ["headline", "10", "25.0", "100%"]]


@pytest.mark.parametrize(
    ("count", "low", "cell"), [(10, None, "50 (10)"), (4, 20.0, "50 [20, 80] (4)"), (4, None, "–")]
)
def test_a_value_of_few_items_has_an_interval_or_is_not_printed(count: int, low: float | None, cell: str) -> None:
    metric = SimpleNamespace(name="score", value=50.0, low=low, high=None if low is None else 80.0)
    group: Any = SimpleNamespace(metrics=(metric,), counts={"items": count})
    assert difficulty._cell(group, difficulty.LEVELS["games"]) == cell
