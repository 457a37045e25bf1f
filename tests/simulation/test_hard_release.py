"""A release with the splits hard and standard: what is run, scored, shown and compared; and an older release."""

import json
from itertools import product
from pathlib import Path

import pytest

from interplay.core.driver import Ask, Reply, advance, begin
from interplay.core.release import Release, open_release
from interplay.running.options import RunSpec, select
from interplay.running.plan import plan
from interplay.scoring.score import score
from interplay.submissions import sizes
from interplay.submissions.writing import write_submission
from interplay.systems.spec import SystemSpec
from interplay.tracks.simulation.bots import BOTS
from interplay.tracks.simulation.records import Host, Prediction, Script, Task
from interplay.tracks.simulation.track import TRACK
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.hard import compose
from tests.simulation import made_up
from tests.support import Cli


@pytest.fixture(scope="module")
def drawn_release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release of eight hard scripts, eight games and some standard scripts, with the submissions of bots."""
    drawn = [*compose.scripts_of("kitty", "test", "canary", each=8)]
    games = [*compose.hosts_of("fleet", "test", "canary", each=8)]
    tasks = tuple(dict.fromkeys(task for task, _ in (*drawn, *games)))
    rows = compose.Rows(tasks, tuple(s for _, s in drawn), tuple(h for _, h in games), {})
    hard, standard = build.hard_files(rows), build.files(made_up.scripts(6), made_up.tasks(6))
    track = build.together(standard, hard)
    root = tmp_path_factory.mktemp("hard") / "dataset"
    freeze.freeze(root, sources.unversioned((track,), "test", "a test"))
    return open_release(root)


def submission(release: Release, bot: str) -> Path:
    return release.root / "baselines" / f"bot-{bot}" / "simulation.jsonl.gz"


@pytest.mark.slow
def test_the_headline_is_about_the_hard_items_where_there_are_any(drawn_release: Release) -> None:
    assert TRACK.main_splits(drawn_release.track("simulation").splits) == ("hard",)
    report = score(submission(drawn_release, "reference"), drawn_release)
    assert report.splits == ("hard",)
    assert report.counts["episodes"] == 8
    assert report.headline.value == 100
    assert score(submission(drawn_release, "echo"), drawn_release).headline.value == 0


def test_reports_have_levels_and_how_complaints_were_taken(drawn_release: Release) -> None:
    report = score(submission(drawn_release, "faulty-50"), drawn_release)
    parts = [g for g in report.groups if {*g.where} == {"split", "level"}]
    assert {(g.where["split"], g.where["level"]) for g in parts} == {*product(("hard",), "1234")}
    assert sum(g.counts["episodes"] for g in parts) == 8
    assert sum({*g.where} == {"split", "family", "level"} for g in report.groups) == 4
    by_level, sides = TRACK.notes(report)
    assert by_level.startswith("bot-faulty-50: level 1 score ")
    assert "stubbornness" in sides
    assert "sycophancy" in sides


def test_every_task_of_an_item_has_a_row(drawn_release: Release) -> None:
    tasks = {row.item_id for row in drawn_release.rows("simulation_tasks", Task)}
    assert {item.task_id for item in TRACK.items(drawn_release)} == tasks


@pytest.mark.slow
def test_pages_and_comparisons_of_hosts_are_made(drawn_release: Release, tmp_path: Path, cli: Cli) -> None:
    there = ("--dataset", str(drawn_release.root))
    files = [str(tmp_path / f"{bot}.jsonl") for bot in ("reference", "faulty-50", "faulty-25")]
    for bot, path in zip(("reference", "faulty-50", "faulty-25"), files, strict=True):
        names = ("--track", "simulation", "--split", "hosts", "--model", f"bot:{bot}", "-o", path)
        assert cli("run", *names, *there).status == 0
    for verb, *more in (("report", "-o", str(tmp_path / "site")), ("compare",), ("items",), ("validate",)):
        ran = cli(verb, *files, *more, *there)
        assert ran.status == 0, (verb, ran.err)
    pages = {page.name for page in (tmp_path / "site").iterdir()}
    assert any("fleet" in name for name in pages)


def test_a_host_is_played_turn_by_turn_by_a_run(drawn_release: Release, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "run.jsonl"
    where = ("--track", "simulation", "--split", "hosts", "--where", "level=1")
    ran = cli("run", "--dataset", str(drawn_release.root), "--model", "bot:reference", "-o", str(path), *where)
    assert ran.status == 0, ran.err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert score(path, drawn_release).headline.value == 100
    assert all('"earlier":["Answer: ' in line for line in lines[1:])


def test_replies_to_scripts_alone_have_the_headline(drawn_release: Release, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "mine.jsonl"
    scripts = [item for item in TRACK.items(drawn_release) if isinstance(item, Script) and item.split == "hard"]
    path.write_text(
        "".join(json.dumps({"item_id": s.item_id, "response": s.reference}) + "\n" for s in scripts), encoding="utf-8"
    )
    ran = cli("score", path, "--json", "--track", "simulation", "--dataset", str(drawn_release.root))
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["splits"] == ["hard"]
    assert next(m["value"] for m in json.loads(ran.out)["groups"][0]["metrics"] if m["name"] == "score") == 100


def test_the_quick_size_is_without_games(drawn_release: Release) -> None:
    part = sizes.part_of("quick", "simulation")
    chosen = select(TRACK, drawn_release, RunSpec(splits=part.splits, fixed=part.rule))
    assert {TRACK.calls(item) for item in chosen.items} == {(1, 1)}
    assert len(chosen.items) == 8
    assert part.rule is not None and part.rule.name == "quick-2"


def test_a_plan_counts_all_requests_of_a_game(drawn_release: Release) -> None:
    games = [item for item in TRACK.items(drawn_release) if isinstance(item, Host)]
    estimated = plan(TRACK, drawn_release, RunSpec(splits=("hosts",)), SystemSpec(model="openai:m")).total
    assert estimated.expected.calls == sum(game.asked + 1 for game in games)


def test_a_game_counts_at_budgets_by_its_longest_reply(drawn_release: Release, tmp_path: Path) -> None:
    """Each game's third reply has 1,000 tokens and the others 10: together below 4,096, one alone above 256."""

    def episode(item: Host) -> Prediction:
        steps = TRACK.episode(item, 0)
        step, count = begin(steps), 0
        while isinstance(step, Ask):
            tokens = 1_000 if count == 2 else 10
            count += 1
            step = advance(steps, Reply(BOTS["reference"](step), completion_tokens=tokens))
        return step.prediction

    games = [item for item in TRACK.items(drawn_release) if isinstance(item, Host)]
    played = [episode(game) for game in games]
    assert {p.most_tokens for p in played} == {1_000}
    path = tmp_path / "mine.jsonl"
    write_submission(path, drawn_release, "simulation", played, name="mine")
    report = score(path, drawn_release)
    assert [(b.tokens, b.score) for b in report.budgets] == [(256, 0), (1_024, 100), (4_096, 100), (16_384, 100)]
    assert report.half_score is not None and report.half_score.tokens == 1_000


def test_a_release_without_levels_reads_and_scores_as_before(release: Release) -> None:
    splits = release.track("simulation").splits
    items = [*TRACK.items(release)]
    if "hard" in splits:
        pytest.skip("this release has the split hard")
    assert TRACK.main_splits(splits) == splits
    assert all(isinstance(item, Script) and item.level is None and item.complaint is None for item in items)
    assert {TRACK.where(item)["level"] for item in items} == {"none"}
    assert not any(isinstance(item, Host) for item in items)
    report = score(submission(release, "reference"), release)
    assert report.headline.value == 100
    assert TRACK.notes(report) == ()
