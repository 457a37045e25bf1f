"""Pages are the same whatever number of processes scored them, and whether or not grades were kept."""

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from interplay.core import caches, canonical
from interplay.core.errors import DatasetError
from interplay.core.release import Release, content
from interplay.scoring import grade_cache as grades
from interplay.scoring import grading
from interplay.scoring.score import Options
from interplay.tracks.games.records import Item
from interplay_lab.api.sites import write_site
from interplay_lab.site import scored as scoring
from interplay_lab.site.scored import Scored, score_all
from tests.lab.site.conftest import baseline
from tests.support import Cli

PARTIAL = Options(allow_partial=True)


@pytest.fixture(scope="module")
def matches(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a submission with matches of two short games; the order of its lines is not that of the items."""
    header, *lines = content(baseline(release, "bot-competent/games")).splitlines(keepends=True)
    chosen = [line for line in lines if json.loads(line)["item_id"].split("/")[1] in {"tictactoe", "bid"}]
    path = tmp_path_factory.mktemp("matches") / "games.jsonl"
    path.write_bytes(b"".join([header, *chosen[::-1]]))
    return path


@pytest.fixture(scope="module")
def scored(matches: Path, release: Release) -> Scored:
    (result,) = score_all([matches], release, PARTIAL)
    return result


@pytest.fixture(scope="module")
def kept(matches: Path, release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that keeps the grades of the matches."""
    folder = tmp_path_factory.mktemp("kept")
    score_all([matches], release, PARTIAL, folder=folder)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def never(*_: object, **__: object) -> list[Scored]:
    raise AssertionError("scored, though the grades are kept")


@pytest.mark.slow
def test_pages_have_the_same_bytes_with_several_processes_and_with_grades_that_were_kept(
    matches: Path, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pages(name: str, workers: int, cache: Path | None) -> dict[str, bytes]:
        folder = tmp_path / name
        write_site(matches, folder, pages=2, workers=workers, cache=cache, allow_partial=True, release=release)
        return contents(folder)

    plain = pages("plain", 1, None)
    assert len(plain) > 4
    assert pages("two", 2, None) == plain
    assert pages("first", 1, tmp_path / "cache") == plain
    monkeypatch.setattr(scoring, "_scored_now", lambda paths, *_: never() if paths else [])
    assert pages("second", 1, tmp_path / "cache") == plain


def test_rated_matches_come_in_the_order_of_items_and_trials(scored: Scored, release: Release) -> None:
    items = [item for item in release.rows("games", Item) if item.game in {"tictactoe", "bid"}]
    setups = [f"{item.split}/{item.pair}" for item in items]
    got = [match.setup for match in scored.matches if match.game in {"tictactoe", "bid"}]
    assert got == [setup for setup in setups if setup in set(got)]


def test_where_no_process_can_be_started_one_scores_a_large_file(
    matches: Path, scored: Scored, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_count: int) -> object:
        raise OSError("no processes here")

    monkeypatch.setattr(grading, "workers", refuse)
    monkeypatch.setattr("interplay.scoring.batch.workers", refuse)
    counts: list[tuple[int, int]] = []
    result = score_all([matches], release, PARTIAL, 2, lambda *pair: counts.append(pair))
    assert result == [scored]
    assert counts[-1][0] == counts[-1][1] == len(content(matches).splitlines()) - 1


@pytest.mark.slow
def test_progress_counts_predictions_of_large_files_and_of_the_others(matches: Path, release: Release) -> None:
    other = baseline(release, "bot-echo/company")
    counts: list[tuple[int, int]] = []
    score_all([other, matches], release, PARTIAL, 2, lambda *pair: counts.append(pair))
    total = sum(len(content(path).splitlines()) - 1 for path in (matches, other))
    assert {among for _, among in counts} == {total}
    assert [done for done, _ in counts] == sorted(done for done, _ in counts)
    assert counts[-1] == (total, total)


def damages() -> list[object]:
    changes: dict[str, Callable[[bytes], bytes]] = {
        "nothing": lambda _: b"",
        "the first half": lambda data: data[: len(data) // 2],
        "one byte changed": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "a hash without its content": lambda data: data[:64],
        "another score under the former hash": lambda data: data.replace(b'"score"', b'"scorf"', 1),
        "a pickle": lambda _: pickle.dumps(never),
        "deep nesting": lambda _: b"[" * 1_000_000,
    }
    return [pytest.param(change, id=name.replace(" ", "_")) for name, change in changes.items()]


@pytest.mark.parametrize("damage", damages())
def test_damaged_grades_are_ignored_with_a_warning_and_replaced(
    damage: Callable[[bytes], bytes], matches: Path, scored: Scored, kept: Path, release: Release, tmp_path: Path
) -> None:
    (file,) = kept.iterdir()
    whole, messages = file.read_bytes(), list[str]()
    copy = tmp_path / file.name
    copy.write_bytes(damage(whole))
    assert score_all([matches], release, PARTIAL, folder=tmp_path, on_message=messages.append) == [scored]
    assert len(messages) == 1
    assert "ignored the cached grades" in messages[0]
    assert copy.read_bytes() == whole


def signed(key: str, data: bytes) -> bytes:
    return canonical.sha256(key.encode() + data).encode() + data


@pytest.mark.parametrize("change", ["unknown key", "text for a number", "another key", "too large"])
def test_grades_of_another_form_are_ignored_even_with_a_right_hash(
    change: str,
    matches: Path,
    scored: Scored,
    kept: Path,
    release: Release,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (file,) = kept.iterdir()
    value, key = msgspec.json.decode(file.read_bytes()[64:]), file.name
    if change == "unknown key":
        value["more"] = 1
    elif change == "text for a number":
        value["uncounted"] = "0"
    elif change == "another key":
        key = f"{'0' * 64}.json"
    else:
        monkeypatch.setattr(caches, "MAX_BYTES", 1_000)
    (tmp_path / file.name).write_bytes(signed(key, msgspec.json.encode(value)))
    monkeypatch.setattr(scoring, "_scored_now", lambda *_: [scored])
    messages: list[str] = []
    assert score_all([matches], release, PARTIAL, folder=tmp_path, on_message=messages.append) == [scored]
    assert len(messages) == 1


def test_a_folder_in_the_place_of_a_file_is_ignored(
    matches: Path, scored: Scored, kept: Path, release: Release, tmp_path: Path
) -> None:
    (tmp_path / next(kept.iterdir()).name).mkdir()
    messages: list[str] = []
    assert score_all([matches], release, PARTIAL, folder=tmp_path, on_message=messages.append) == [scored]
    assert len(messages) == 1


def test_grades_are_kept_by_everything_that_they_depend_on(
    matches: Path, scored: Scored, kept: Path, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_known(path: Path = matches, release: Release = release, options: Options = PARTIAL) -> bool:
        asked: list[Path] = []

        def score(paths: list[Path], *_: object) -> list[Scored]:
            asked.extend(paths)
            return [scored for _ in paths]

        with monkeypatch.context() as patch:
            patch.setattr(scoring, "_scored_now", score)
            patch.setattr(canonical, "write_atomically", lambda *_: None)
            score_all([path], release, options, folder=kept, on_message=pytest.fail)
        return not asked

    assert is_known()
    changed = tmp_path / matches.name
    changed.write_bytes(matches.read_bytes())
    assert not is_known(changed)  # whose name the warnings have
    assert not is_known(release=replace(release, manifest_sha256="0" * 64))
    assert not is_known(release=replace(release, modified=True))
    assert not is_known(options=replace(PARTIAL, allow_partial=False))
    assert not is_known(options=replace(PARTIAL, items=frozenset({"x"})))
    assert not is_known(options=replace(PARTIAL, trusted=True))
    content_before = matches.read_bytes()
    matches.write_bytes(content_before + b"\n")
    assert not is_known()
    matches.write_bytes(content_before)
    with monkeypatch.context() as patch:
        patch.setattr(grades, "_code", lambda: "other code")
        assert not is_known()
    assert is_known()


def test_files_of_the_package_and_of_its_extensions_are_part_of_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[Path] = []

    def digest(path: Path) -> str:
        hashed.append(path)
        return ""

    monkeypatch.setattr(grades, "file_sha256", digest)
    grades._code.__wrapped__()
    names = {path.as_posix().partition("/interplay")[2] for path in hashed}
    assert {"/tracks/games/hive/search.py", "/tracks/games/hive/rules.toml", "_builders/cli.py"} <= names
    assert not any("__pycache__" in path.parts or "_dataset" in path.parts for path in hashed)


@pytest.mark.slow
def test_nothing_is_kept_of_a_modified_release(matches: Path, release: Release, tmp_path: Path) -> None:
    modified = replace(release, modified=True)
    score_all([matches], modified, PARTIAL, folder=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_grades_that_cannot_be_kept_stop_no_report(
    matches: Path, scored: Scored, release: Release, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert score_all([matches], release, PARTIAL, folder=tmp_path / "file", on_message=pytest.fail) == [scored]


def test_the_oldest_grades_are_deleted(
    matches: Path, scored: Scored, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grades, "MAX_FILES", 2)
    monkeypatch.setattr(scoring, "_scored_now", lambda *_: [scored])
    for n in range(3):
        score_all([matches], release, replace(PARTIAL, items=frozenset({str(n)})), folder=tmp_path)
    assert len([*tmp_path.iterdir()]) == 2


@pytest.mark.slow
def test_report_keeps_grades_unless_it_is_told_not_to(
    cli: Cli, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, cache = baseline(release, "bot-echo/company"), tmp_path / "cache"

    def report(*options: str) -> list[Path]:
        assert cli("report", path, "-o", tmp_path / "site", "--pages", 1, *options).status == 0
        return [*cache.iterdir()] if cache.exists() else []

    monkeypatch.setenv("INTERPLAY_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    assert report() == []
    monkeypatch.setenv("INTERPLAY_CACHE", str(cache))
    assert report("--no-cache") == []
    monkeypatch.setenv("INTERPLAY_CACHE", str(cache))  # the option is for the whole process
    assert len(report()) == 1
    monkeypatch.delenv("INTERPLAY_CACHE")
    assert caches.default_folder() == cache / "interplay" / "grades"


@pytest.mark.parametrize("is_all", [False, True])
def test_the_pages_of_the_demo_take_moves_of_opponents_as_hashed_files_have_them_unless_it_scores_all(
    is_all: bool, cli: Cli, small_dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Options] = []

    def stop(_files: object, _release: object, options: Options, *_: object) -> None:
        given.append(options)
        raise DatasetError("enough")

    monkeypatch.setattr("interplay_lab.api.sites.score_all", stop)
    more = ["--all"] if is_all else []
    assert cli("demo", "--dataset", small_dataset, "-o", tmp_path, "--open", *more).status != 0
    assert given == [Options(trusted=not is_all)]
