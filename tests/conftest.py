"""Fixtures that several test modules share."""

import copy
import functools
import json
import os
import shutil
import ssl
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.running_help import Cli as RunningCli
from tests.support import Cli, FewMatches, Json, Ran, Submitted

if TYPE_CHECKING:
    from interplay.core.release import Release

hypothesis.settings.register_profile("interplay", deadline=None, derandomize=True)  # time is no test here
hypothesis.settings.load_profile("interplay")


os.environ.pop("COLUMNS", None)  # xdist sets it, and tables have that width
os.environ["INTERPLAY_CACHE"] = "off"  # no test reads or writes what its user keeps

SCORE_ALL = {"every", "shipped", "site"}
"""Fixtures that score all that is shipped: tests with one of them are slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that wait for what scores all that is shipped."""
    for item in items:
        if isinstance(item, pytest.Function) and SCORE_ALL & set(item.fixturenames):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _shared_work() -> Iterator[None]:
    """Decode each configuration of the shipped release once, and read the certificates of the machine once.

    Rows are frozen, and no test changes the shipped files. Both took a third of the time of all tests.
    """
    from interplay.core.release import Release, default_root

    shipped, decode = default_root(), Release.rows
    decoded: dict[tuple[str, str, type], tuple[object, ...]] = {}

    def rows(release: "Release", config: str, type_: type) -> Iterator[object]:
        if release.root != shipped or release.modified:
            return decode(release, config, type_)
        key = (release.manifest_sha256, config, type_)
        if key not in decoded:
            decoded[key] = tuple(decode(release, config, type_))
        return iter(decoded[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Release, "rows", rows)
        patch.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session")
def release() -> "Release":
    """Return the release in the checkout, verified once."""
    from interplay.core.release import default_root, open_release

    return open_release(default_root())


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the checkout."""
    return Path(__file__).parents[1]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a function that runs ``interplay`` in this process, error handling included."""
    from interplay.cli.main import main

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["interplay", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Ran(int(stopped.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def small_dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset directory of three items of the release, with the bots' submissions as baselines.

    Nothing may write to it; ``dataset_copy`` is for that.
    """
    from interplay.core.release import open_release
    from interplay.tracks.scorekeeping.records import Item
    from interplay_builders.release import freeze, sources
    from interplay_builders.tracks.scorekeeping.build import files

    shipped = open_release()
    base = [i for i in shipped.rows("scorekeeping", Item) if i.item_id.endswith("/0") and len(i.slots) == 5][:2]
    corrections = next(shipped.rows("scorekeeping_corrections", Item))
    root = tmp_path_factory.mktemp("small") / "dataset"
    made_from = sources.unversioned((files(tuple(base), (corrections,)),), "small", "three items, for tests")
    freeze.freeze(root, made_from)
    return root


@pytest.fixture
def dataset_copy(small_dataset: Path, tmp_path: Path) -> Path:
    """Return a copy of the small dataset that a test may damage."""
    return Path(shutil.copytree(small_dataset, tmp_path / "dataset"))


@pytest.fixture(scope="session")
def _oracle(small_dataset: Path) -> list[Json]:
    from interplay.core.release import content

    text = content(small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz").decode()
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def oracle(_oracle: list[Json]) -> list[Json]:
    """Return the lines of a complete, right submission to the small dataset: a header and three predictions."""
    return copy.deepcopy(_oracle)


@pytest.fixture
def submitted(tmp_path: Path) -> Submitted:
    """Return a function that writes lines (JSON values, or bytes as they are) to a submission file."""

    def write(lines: Sequence[object]) -> Path:
        path = tmp_path / "submission.jsonl"
        raw = (line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        path.write_bytes(b"".join(raw))
        return path

    return write


@pytest.fixture
def interplay_cli(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> RunningCli:
    """The command line in this process, without settings of the machine that would change what it does."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return RunningCli(cli)


@pytest.fixture(scope="session")
def scorekeeping_builder() -> SimpleNamespace:
    """Return the builder of the scorekeeping track, which makes the tracks of the release once."""
    from interplay_builders.release import sources
    from interplay_builders.tracks.scorekeeping import build

    known, once = sources.identity(), functools.cache(build.build)
    return SimpleNamespace(build=lambda *of: (once if of[0] == known.seed else build.build)(*of), check=build.check)


@pytest.fixture
def one_track(monkeypatch: pytest.MonkeyPatch, scorekeeping_builder: SimpleNamespace) -> None:
    """Builders of the scorekeeping track alone, which are as good an example and faster."""
    from interplay_builders.release import checks, sources

    for module in (sources, checks):
        monkeypatch.setattr(module, "builders", lambda: iter([scorekeeping_builder]))


@pytest.fixture(scope="session")
def few_matches(release: "Release", tmp_path_factory: pytest.TempPathFactory) -> FewMatches:
    """Return a function that writes the matches of a shipped bot in the first setups of each game to a file."""
    from interplay.core.release import content
    from interplay.tracks.games.records import Item

    items = [i for i in release.rows("games", Item) if i.split == "llmarena_balanced"]
    pairs = {game: sorted({i.pair for i in items if i.game == game}) for game in {i.game for i in items}}
    places = {i.item_id: pairs[i.game].index(i.pair) for i in items}

    def write(bot: str, count: int = 1) -> Path:
        path = tmp_path_factory.mktemp("few") / f"{bot}.jsonl"
        header, *lines = content(release.root / "baselines" / bot / "games.jsonl.gz").splitlines(keepends=True)
        kept = [line for line in lines if places.get(json.loads(line)["item_id"], count) < count]
        path.write_bytes(b"".join([header, *kept]))
        return path

    return write
