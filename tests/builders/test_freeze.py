"""Freezing: the same bytes again, drift found, nothing lost."""

import shutil
import string
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.release import Release, content, open_release, verify
from interplay.judging import judge as judges
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS
from interplay_builders.cli import build
from interplay_builders.release import checks, freeze, sources
from interplay_builders.release.diff import diff
from interplay_builders.tracks.games import build as build_games


@pytest.fixture(scope="module")
def frozen(root: Path, scorekeeping_builder: SimpleNamespace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the scorekeeping track with the submission of a model; nothing may write to it."""
    made = tmp_path_factory.mktemp("frozen") / "dataset"
    known = sources.identity()
    track = scorekeeping_builder.build(known.seed, known.canary)
    freeze.freeze(made, sources.Sources(known, (track,)))
    model = Path("baselines/smollm2-135m")
    (made / model).mkdir()
    shutil.copy(root / "dataset/baselines/bot-random/scorekeeping.jsonl.gz", made / model)
    freeze.freeze(made, sources.Sources(known, (track,)))
    return made


@pytest.fixture
def copy(frozen: Path, tmp_path: Path, one_track: None) -> Path:
    return Path(shutil.copytree(frozen, tmp_path / "dataset"))


def test_the_cards_of_the_release_are_those_of_the_source(root: Path, release: Release) -> None:
    """One that is edited after the last freeze is found without building the whole release."""
    edited, known, values = [], sources.identity(), {"manifest_sha256": release.manifest_sha256}
    values |= {"release": known.release, "date": known.date, "seed": known.seed, "canary": known.canary}
    shipped = sorted((root / "dataset/cards").rglob("*.md"))
    for path in shipped:
        name = path.relative_to(root / "dataset/cards")
        text = string.Template((root / "cards" / name).read_text(encoding="utf-8")).substitute(values)
        edited += [str(name)] if path.read_text(encoding="utf-8") != text else []
    assert len(shipped) > 20
    assert edited == []


def everything(root: Path) -> dict[str, bytes]:
    return {path: (root / path).read_bytes() for path in freeze.present(root)}


@pytest.mark.parametrize("verb", ["check", "freeze"])
@pytest.mark.slow
def test_the_default_is_the_dataset_of_the_current_directory(
    copy: Path, frozen: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.chdir(copy.parent)
    result = CliRunner().invoke(build, [verb])
    assert result.exit_code == 0, result.output
    assert everything(copy) == everything(frozen)


@pytest.mark.parametrize("verb", ["check", "freeze"])
def test_without_a_dataset_here_a_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(build, [verb])
    assert result.exit_code == 2
    assert f"there is no directory dataset in {tmp_path}: run this in a checkout, or name DIR" in result.output
    assert not list(tmp_path.iterdir())


def test_check_refuses_a_missing_directory_before_it_builds_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "builders", lambda: pytest.fail("building was begun"))
    with pytest.raises(DatasetError, match="nowhere"):
        checks.check(tmp_path / "nowhere")


def test_check_names_the_source_file_of_a_game_that_lacks_a_bot(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "names", lambda: ("hive",))
    monkeypatch.setattr(catalogue, "bots_of", lambda _: {})
    findings = build_games.check()
    assert len(findings) == len(STRENGTHS)
    assert {(root / "scoring/interplay" / str(finding.file)).is_file() for finding in findings} == {True}


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        (
            "scorekeeping/base.jsonl.gz",
            lambda data: data.replace(b"Have you", b"Had you"),
            "differs from what the builders",
        ),
        ("README.md", lambda data: data + b"\n", "differs from what the builders make"),
        ("schemas/manifest.schema.json", lambda data: data.replace(b"sha256", b"sha512"), "differs from what the"),
        ("baselines/bot-oracle/scorekeeping.jsonl.gz", lambda data: data.replace(b"yes", b"no "), "differs from what"),
        ("surplus.txt", lambda _: b"", "found a file that the builders do not make"),
        ("CANARY", lambda _: None, "found nothing, expected a file that the builders make"),
        ("baselines/smollm2-135m/scorekeeping.jsonl.gz", lambda data: data[:-2], "one JSON object"),
    ],
)
@pytest.mark.slow
def test_check_finds_any_drift(copy: Path, path: str, change: object, message: str) -> None:
    target = copy / path
    changed = change(content(target) if target.exists() else b"")  # type: ignore[operator]
    target.unlink(missing_ok=True)
    if changed is not None:
        canonical.write_atomically(target, [changed])
    result = CliRunner().invoke(build, ["check", str(copy)])
    assert result.exit_code == 1
    assert message in result.output
    assert Path(path).name in result.output


@pytest.mark.slow
def test_freezing_mends_drift_and_keeps_submissions_of_models(copy: Path, frozen: Path) -> None:
    (copy / "surplus.txt").write_text("x", encoding="utf-8")
    canonical.write_atomically(copy / "scorekeeping/base.jsonl.gz", [b"{}\n"])
    freeze.freeze(copy, sources.sources())
    assert everything(copy) == everything(frozen)


def test_freezing_never_touches_a_folder_that_is_no_dataset(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    result = CliRunner().invoke(build, ["draw", "--seed", "x", "--scales", "release", "--out", str(tmp_path)])
    assert result.exception is not None
    assert "is not a dataset" in str(result.exception)
    assert (tmp_path / "thesis.tex").read_text(encoding="utf-8") == "years of work"


@pytest.mark.slow
def test_freezing_leaves_version_control_alone(copy: Path) -> None:
    (copy / ".git").mkdir()
    (copy / ".git" / "HEAD").write_text("ref", encoding="utf-8")
    freeze.freeze(copy, sources.sources())
    assert (copy / ".git" / "HEAD").exists()
    assert verify(copy) == ()


@pytest.mark.slow
def test_a_fresh_draw_differs_in_every_item_and_names_its_content_as_version(
    tmp_path: Path, frozen: Path, one_track: None
) -> None:
    one = freeze.freeze(tmp_path / "one", sources.sources("one"))
    again = freeze.freeze(tmp_path / "again", sources.sources("one"))
    two = freeze.freeze(tmp_path / "two", sources.sources("two"))
    assert one == again
    assert one.release != two.release
    assert one.release.startswith("0.0.")
    changes = {part.config: part for part in diff(frozen, tmp_path / "one")}
    assert len(changes["scorekeeping"].changed) == 50
    assert "not a release" in one.notes[0]


def test_diff_names_rows(dataset_copy: Path, small_dataset: Path) -> None:
    path = dataset_copy / "scorekeeping" / "base.jsonl.gz"
    lines = content(path).splitlines(keepends=True)
    canonical.write_atomically(path, [lines[0].replace(b"RECRUITER", b"BOSS"), *lines[2:]])
    part = next(p for p in diff(small_dataset, dataset_copy) if p.config == "scorekeeping")
    assert (part.added, part.removed, part.changed) == ((), ("base/restaurant.3/0",), ("base/job-interview.3/0",))
    assert CliRunner().invoke(build, ["diff", str(small_dataset), str(dataset_copy)]).exit_code == 1
    assert CliRunner().invoke(build, ["diff", str(dataset_copy), str(dataset_copy)]).exit_code == 0


def test_the_manifest_names_the_rules_and_the_judges_that_scores_depend_on(release: Release) -> None:
    assert set(release.manifest.games) == set(catalogue.names())
    assert all(catalogue.load(name).version == version for name, version in release.manifest.games.items())
    loaded = [judges.load(name) for name in judges.names()]
    assert release.manifest.judges == {judge.name: judge.digest for judge in loaded if not judge.file.points}


def test_every_file_is_in_the_list_of_hashes(root: Path) -> None:
    release = open_release(root / "dataset")
    listed = (root / "dataset" / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert len(listed) == len(list(freeze.present(root / "dataset"))) - 1
    assert {e.path for e in release.manifest.files} <= {line.split("  ")[1] for line in listed}
