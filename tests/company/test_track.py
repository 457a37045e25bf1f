"""Scores: 0 for knowing nothing, 100 for the right answers, and what lies between."""

from collections.abc import Iterator
from statistics import mean
from typing import Any

import msgspec
import pytest

import interplay
from interplay.core.driver import Ask, drive
from interplay.core.release import Release
from interplay.tracks.company import Item, Prediction
from interplay.tracks.company.bots import BLIND, BOTS, EXACT, SHORTCUTS
from interplay.tracks.company.track import TRACK
from interplay.tracks.scorekeeping.scores import kappa_of
from interplay_builders.release.freeze import freeze
from interplay_builders.release.sources import unversioned
from interplay_builders.tracks.company import build as build_module
from interplay_builders.tracks.company.hard import build as hard


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build_module, "DIALOGUES", 12)
        patched.setattr(build_module, "DRAWN", 10)
        patched.setattr(hard, "DIALOGUES", 1)
        track = build_module.build("test", "canary")
    root = tmp_path_factory.mktemp("company") / "dataset"
    freeze(root, unversioned((track,), "test", "A draw for tests."))
    yield interplay.open_release(root)


@pytest.fixture(scope="module")
def items(drawn: Release) -> list[Item]:
    return list(TRACK.items(drawn))


NAMES = ("score", "played", "accuracy", "recall_f1", "exact", "unparsable", "cut")


def graded(item: Item, reply: str, **more: Any) -> Any:
    """Return the values in the metrics called ``NAMES``."""
    values = TRACK.grader(item)(Prediction(item_id=item.item_id, response=reply, **more)).values
    return tuple(map(values.get, NAMES))


def score(items: list[Item], bot: str) -> float:
    return mean(graded(item, BOTS[bot](Ask(item.messages, item)))[0] or 0.0 for item in items)


def test_the_oracle_gets_all_and_constant_replies_exactly_nothing(items: list[Item]) -> None:
    assert score(items, "oracle") == 100
    for bot in set(BLIND) - {"random", *SHORTCUTS}:
        for kind in ("first", "stale", "second", "recall", "third", "outdated"):
            assert score([item for item in items if item.kind == kind], bot) == pytest.approx(0)
    assert abs(score(items, "random")) < 40
    assert set(EXACT) | {"random", *SHORTCUTS} == set(BOTS)


def test_the_reports_of_bots_say_so(drawn: Release) -> None:
    for bot, expected in (("oracle", 100), ("always-yes", 0), ("always-no", 0), ("silent", 0)):
        report = interplay.score(drawn.root / f"baselines/bot-{bot}/company.jsonl.gz", release=drawn)
        assert report.headline.value == expected
        assert {group.where["kind"] for group in report.groups if "kind" in group.where} == {
            "third",
            "outdated",
        }


def test_right_and_wrong_labels_and_lists(items: list[Item]) -> None:
    item = next(i for i in items if i.gold == ("yes",))
    assert graded(item, "Yes.")[:5] == (100, 1, 1, None, None)
    assert graded(item, "No.")[:5] == (-100, 1, 0, None, None)
    assert graded(item, "Hm.")[:6] == (0, 1, 0, None, None, 1)
    listed = msgspec.structs.replace(items[0], kind="recall", people=("Ada", "Boris", "Carla"), gold=("Ada", "Carla"))
    assert graded(listed, "Ada and Carla")[:5] == (100, 1, None, 1, 1)
    assert graded(listed, "Ada")[:5] == (50, 1, None, pytest.approx(2 / 3), 0)
    assert graded(listed, "Boris")[:5] == (-100, 1, None, 0, 0)
    assert graded(listed, "all of them")[:5] == (0, 1, None, pytest.approx(0.8), 0)
    assert graded(listed, "nobody")[:5] == (0, 1, None, 0, 0)


def test_the_score_of_yes_and_no_is_a_hundred_kappas(items: list[Item]) -> None:
    asked = [item for item in items if not item.is_list]
    cells, scores = [0, 0, 0, 0], []
    for item in asked:
        reply = BOTS["random"](Ask(item.messages, item))
        cells[2 * (item.gold == ("yes",)) + (reply == "yes")] += 1
        scores.append(graded(item, reply)[0] or 0.0)
    kappa = kappa_of(cells)
    assert kappa is not None
    assert mean(scores) == pytest.approx(100 * kappa)


def test_what_was_cut_off_or_never_came_counts_nothing(items: list[Item]) -> None:
    item = items[0]
    score, played, *_, unparsable, cut = graded(item, "So far, yes.", finish_reason="length")
    assert (score, played, unparsable, cut) == (0, 1, 0, 1)
    failed = TRACK.grader(item)(Prediction(item_id=item.item_id, error="no server"))
    assert (failed.status, failed.reason) == ("error", "no server")
    assert (failed.values["score"], failed.values["played"]) == (0, 0)


def test_items_can_be_run_one_by_one(items: list[Item]) -> None:
    played = drive(TRACK.episode(items[0], 0), BOTS["oracle"])
    assert played.response == ", ".join(items[0].gold)
    assert TRACK.cluster(items[0]) == items[0].dialogue
    with pytest.raises(TypeError, match=r"this bot needs interplay\.tracks\.company\.records\.Item, got str"):
        BOTS["oracle"](Ask(items[0].messages, "x"))
