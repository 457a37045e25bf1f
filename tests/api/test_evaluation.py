"""A function evaluated on a track or on a sample of it, in scripts and beside a running loop."""

import asyncio
import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any, assert_type

import pytest

import interplay
from interplay.core.release import Release, content
from interplay.systems.spec import RunOptions
from tests.api.chats import Messages, Talk, silent, slowly, wrapped


def test_a_sample_is_scored_over_its_own_items_and_says_so(release: Release) -> None:
    report = interplay.evaluate(silent, "scorekeeping", name="me", sample=20, seed=5, release=release)
    assert_type(report, interplay.Report)
    assert report.counts["items"] == len(report.per_item) == 20
    assert report.headline.n == sum(score.item_id.startswith("corrections/") for score in report.per_item) > 0
    assert report.counts["missing"] == 0
    drawn = interplay.load_items("scorekeeping", release=release, sample=20, seed=5)
    assert {score.item_id for score in report.per_item} == {item.item_id for item in drawn}
    assert "items of base, corrections: sample of 20 of 86 items, seed 5" in report.warnings[0].message
    assert re.search(r" sample:20/86:[0-9a-f]{16} judge:none$", report.comparability_key)
    other = interplay.evaluate(silent, "scorekeeping", name="me", sample=20, seed=6, release=release)
    assert other.comparability_key != report.comparability_key
    whole = interplay.evaluate(silent, "scorekeeping", name="me", sample=86, release=release)
    (warning,) = whole.warnings
    assert ("cannot be read" in warning.message, "sample" in whole.comparability_key) == (True, False)


def test_a_report_on_some_items_is_that_of_a_submission_on_them(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-random" / "scorekeeping.jsonl.gz"
    items = interplay.load_items("scorekeeping", release=release, sample=12)
    part = interplay.score(path, release, items=items)
    ids = {item.item_id for item in items}
    kept = [p for p in interplay.read_submission(path).predictions if p.item_id in ids]
    interplay.write_submission(tmp_path / "part.jsonl", kept, name="bot-random", release=release)
    alone = interplay.score(tmp_path / "part.jsonl", release, items=ids)
    assert part.groups == alone.groups
    assert part.comparability_key == alone.comparability_key
    full = {score.item_id: score for score in interplay.score(path, release).per_item}
    assert part.per_item == tuple(full[score.item_id] for score in part.per_item)
    assert part == interplay.score(path, release, items=items, workers=2)
    with pytest.raises(interplay.UnknownName, match=r"no item .base/restaurant\.3/x."):
        interplay.score(path, release, items=["base/restaurant.3/x"])
    with pytest.raises(ValueError, match="found no items to score"):
        interplay.score(path, release, items=[])


def test_what_is_missing_from_a_sample_is_missed(release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("simulation", release=release, sample=4)
    predictions = [interplay.play(item, silent) for item in items[1:]]
    interplay.write_submission(tmp_path / "s.jsonl", predictions, name="x", release=release)
    with pytest.raises(interplay.RecordError, match=r"found 3 of 4 predictions.*allow_partial=True"):
        interplay.score(tmp_path / "s.jsonl", release, items=items)
    report = interplay.score(tmp_path / "s.jsonl", release, items=items, allow_partial=True)
    assert (report.counts["items"], report.counts["missing"]) == (4, 1)


def test_faults_outside_of_the_chosen_items_are_still_faults(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines" / "bot-random" / "scorekeeping.jsonl.gz"
    lines = content(path).splitlines(keepends=True)
    (tmp_path / "s.jsonl").write_bytes(b"".join([*lines, lines[1]]))
    last = interplay.load_items("scorekeeping", release=release)[-1]
    with pytest.raises(interplay.RecordError, match="again, expected it once"):
        interplay.score(tmp_path / "s.jsonl", release, items=[last])


@pytest.mark.parametrize("chat", [silent, slowly, wrapped])
def test_an_evaluation_can_be_kept_and_goes_on(chat: Talk, release: Release, tmp_path: Path) -> None:
    calls = Counter[str]()

    def counted(messages: Messages) -> str:
        calls["chat"] += 1
        if calls["chat"] == 5:
            raise interplay.ModelError("no reply")
        return silent(messages)

    out = tmp_path / "mine.jsonl"
    with pytest.raises(interplay.ModelError, match=r"1 item failed.*the same call tries them again"):
        interplay.evaluate(counted, "simulation", name="me", sample=8, release=release, output=out, concurrency=1)
    assert not out.exists() and calls["chat"] == 8
    report = interplay.evaluate(counted, "simulation", name="me", sample=8, release=release, output=out)
    assert (report.counts["played"], calls["chat"]) == (8, 9)
    done: list[tuple[int, int]] = []
    more = interplay.evaluate(
        chat,
        "simulation",
        name="me",
        sample=10,
        release=release,
        output=out,
        on_progress=lambda a, b: done.append((a, b)),
    )
    assert more.counts["played"] == 10
    assert sorted(done) == [(8, 10), (9, 10), (10, 10)]


def test_run_says_what_every_option_is_and_an_unknown_one_is_refused(release: Release) -> None:
    assert [name for name in RunOptions.__annotations__ if f"``{name}``" not in str(interplay.run.__doc__)] == []
    for unknown in ("max_call", "where", "record_errors"):
        options: dict[str, Any] = {unknown: 1}
        with pytest.raises(TypeError, match=unknown):
            interplay.evaluate(silent, "scorekeeping", sample=1, release=release, **options)


def test_an_error_of_ones_own_function_comes_through_as_it_is(release: Release) -> None:
    def broken(messages: Messages) -> str:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        interplay.evaluate(broken, "simulation", sample=3, release=release)


def test_evaluations_and_runs_work_where_a_loop_is_running(release: Release, tmp_path: Path) -> None:
    async def notebook() -> tuple[float | None, int]:
        report = interplay.evaluate(slowly, "simulation", sample=3, release=release)
        made = interplay.run("bot:longest", "simulation", tmp_path / "o.jsonl", sample=3, release=release)
        return report.headline.value, made.predictions

    assert asyncio.run(notebook()) == (0.0, 3)


def test_an_interruption_ends_what_runs_beside_a_loop(release: Release) -> None:
    asked = Counter[str]()

    async def chat(messages: Messages) -> str:
        asked["chat"] += 1
        if asked["chat"] == 2:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(600)
        return "x"

    async def notebook() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            interplay.evaluate(chat, "simulation", release=release, concurrency=1)

    former = signal.getsignal(signal.SIGINT)
    try:
        asyncio.run(notebook())
    finally:
        signal.signal(signal.SIGINT, former)
    assert asked["chat"] == 2
