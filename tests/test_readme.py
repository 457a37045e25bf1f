"""What the README shows and tells is what happens."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import interplay as interplay_package
from interplay.cli.main import interplay
from interplay.core.release import Release
from interplay.scoring.validation import validate
from interplay.submissions.accepting import Given, accepted
from interplay.tracks import catalogue
from interplay_builders.cli import build

FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ROOT = Path(__file__).parents[1]
SITE = [
    path.relative_to(ROOT).as_posix() for folder in ("docs", "docs/tracks") for path in (ROOT / folder).glob("*.md")
]
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(SITE)]
"""Documents whose commands are looked up."""


@pytest.fixture(scope="module")
def blocks(root: Path) -> list[tuple[str, str]]:
    return FENCE.findall((root / "README.md").read_text(encoding="utf-8"))


def test_it_has_at_most_150_lines_and_its_files_exist(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    linked = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target]
    assert [target for target in linked if not (root / target).exists()] == []


def test_the_counts_of_items_are_those_of_the_release(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    shown = {
        name: int(count.replace(",", ""))
        for name, count in re.findall(r"^\| (\w+) \|.*\| ([\d,]+) \|", text, re.MULTILINE)
    }
    assert {name: shown.get(name) for name in catalogue.names()} == {
        name: len(interplay_package.load_items(name)) for name in catalogue.names()
    }


@pytest.mark.slow
def test_what_is_shown_of_the_library_runs_as_written(
    blocks: list[tuple[str, str]],
    release: Release,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    datasets = pytest.importorskip("datasets")

    class Model:
        @staticmethod
        def chat(messages: list[dict[str, str]]) -> str:
            return "ASIDE: no" if "MODERATOR:" in messages[-1]["content"].split("\n\n")[-1] else "ANSWER: nothing"

    monkeypatch.chdir(tmp_path)
    at_once, collected, in_steps = [text for language, text in blocks if language == "python"]
    names: dict[str, object] = {"my_model": Model}
    exec(compile(at_once, "README.md", "exec"), names)
    score, kappa = capsys.readouterr().out.splitlines()
    assert score == "score 0"
    assert kappa.startswith("kappa 0")
    load = datasets.load_dataset
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")
    monkeypatch.setattr(
        datasets, "load_dataset", lambda _, *given, **options: load(str(release.root), *given, **options)
    )
    exec(compile(collected, "README.md", "exec"), names)
    given = Given("positions", ("mine",))
    assert interplay_package.validate("replies.jsonl", track="positions").valid == 160
    with accepted([Path("replies.jsonl")], release, given) as files:
        assert validate(files.paths[0], release).header.splits == ("deep",)
    exec(compile(in_steps, "README.md", "exec"), names)
    assert capsys.readouterr().out.startswith("16 ")
    submission = validate(tmp_path / "mine.jsonl", release)
    assert (submission.errors, submission.missing()) == ([], [])


@pytest.mark.parametrize("name", PAGES)
def test_every_verb_and_option_that_is_named_exists(root: Path, name: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    for program, group in (("interplay", interplay), ("interplay-build", build)):
        for command in re.findall(rf"(?:^|`|&& ){program} ([a-z][^`\n]*)", text, re.MULTILINE):
            check_command(CliRunner(), group, command)


@pytest.mark.parametrize("name", PAGES)
def test_every_match_that_is_named_exists(root: Path, name: str, release: Release) -> None:
    named = re.findall(r"--item (\S+/\w+)", (root / name).read_text(encoding="utf-8"))
    track = catalogue.load("games")
    ids = {track.item_id(item) for item in track.items(release)} if named else set()
    assert [item_id for item_id in named if item_id not in ids] == []


def check_command(runner: CliRunner, group: object, command: str) -> None:
    words = command.split()
    verb = [word for word in words[:2] if re.fullmatch(r"[a-z]+", word)]
    verb = verb[: 2 if verb[0] in {"batch", "dataset", "draw", "import", "ladder"} else 1]
    shown = runner.invoke(group, [*verb, "--help"])  # type: ignore[arg-type]
    assert shown.exit_code == 0, command
    for option in re.findall(r"--[a-z-]+", command):
        assert option in shown.output, f"{option} of: {command}"


def test_counts_in_the_changelog_and_cards_are_those_of_the_release(root: Path, release: Release) -> None:
    rows = {entry.config: entry.rows for entry in release.manifest.files}
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"{rows['scorekeeping']} items" in text
    assert f"{rows['scorekeeping_probes']:,} rows" in text
