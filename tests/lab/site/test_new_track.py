"""A track of another package is run, scored, tabulated and shown on pages; nothing but its own folder knows of it."""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

import interplay
from interplay.core import extensions
from interplay.core.records import MANIFEST, FileEntry, Manifest, TrackEntry
from interplay.core.release import Release, files_digest, open_release
from interplay.tracks import catalogue
from interplay_lab.api.sites import write_site
from tests.support import Cli

TRACK = """
from typing import Literal

from interplay.core.records import Message, Name, Record
from interplay.tracks.base import Ceiling, Grade, MetricSpec
from interplay.tracks.single_turn import Answer, SingleTurn


class Item(Record, frozen=True):
    item_id: Name
    split: Name
    side: Literal["heads", "tails"]
    messages: tuple[Message, ...]


class Prediction(Answer, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    pass


class Coin(SingleTurn[Item, Prediction]):
    name, scoring_version, cluster_unit, reply_tokens, longest = "coin", 1, "coins", 16, 100
    metrics = (MetricSpec("score", "score", 0.0, "score", 1), MetricSpec("played", "answered", 0.0, most=1))
    legend = "score = 100 for the side that is up."
    table_by = spread_by = ("side",)
    uninformed = frozenset({"heads"})
    ceiling = Ceiling("a die", 100.0)
    item, prediction = Item, Prediction
    bots = {"heads": lambda ask: "heads", "seer": lambda ask: ask.situation.side}

    def items(self, release):
        yield from release.rows("coin", Item)

    def where(self, item):
        return {"split": item.split, "side": item.side}

    def cluster(self, item):
        return item.item_id

    def grader(self, item):
        def grade(prediction):
            values = {"score": 100.0 * (prediction.response == item.side), "played": 1.0}
            return Grade(prediction.item_id, prediction.trial, "played", values)

        return grade


TRACK = Coin()
"""
PAGES = """
from interplay_lab.site.presentation import TrackPages


class Coin(TrackPages):
    about = "which side of a coin is up"
    programs = {"heads": "Says heads.", "seer": "Sees the coin."}


PAGES = Coin()
"""
ENTRY_POINTS = "[interplay.tracks]\ntoys = toy_tracks\n\n[interplay.track_pages]\ntoys = toy_tracks.pages\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with a track and its pages, as far as the interpreter can tell."""
    files = {
        "toy_tracks/__init__.py": "",
        "toy_tracks/coin/__init__.py": "",
        "toy_tracks/coin/track.py": TRACK,
        "toy_tracks/pages/__init__.py": "",
        "toy_tracks/pages/coin.py": PAGES,
        "toys-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: toys\nVersion: 1\n",
        "toys-1.dist-info/entry_points.txt": ENTRY_POINTS,
    }
    for name, text in files.items():
        path = tmp_path / "installed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    extensions.packages.cache_clear()
    yield
    for module in [name for name in sys.modules if name.partition(".")[0] == "toy_tracks"]:
        del sys.modules[module]
    monkeypatch.undo()
    extensions.packages.cache_clear()


@pytest.fixture
def coins(tmp_path: Path) -> Release:
    """Return a dataset of eight coins."""
    root = tmp_path / "dataset"
    question = [{"role": "user", "content": "Which side is up?"}]
    rows = [
        {"item_id": f"coin/{n}", "split": "coin", "side": ("heads", "tails")[n % 2], "messages": question}
        for n in range(8)
    ]
    data = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    digest = sha256(data).hexdigest()
    entry = FileEntry(path="coin/coin.jsonl", sha256=digest, bytes=len(data), rows=8, config="coin", track="coin")
    manifest = Manifest(
        format=MANIFEST,
        name="Coins",
        release="1.0.0",
        schema_version=1,
        seed="",
        canary="",
        tracks=(TrackEntry(name="coin", splits=("coin",), sha256=files_digest([(entry.path, digest)])),),
        files=(entry,),
    )
    files = {entry.path: data, "manifest.json": msgspec.json.encode(manifest)}
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return open_release(root)


@pytest.mark.usefixtures("package")
def test_a_seventh_track_needs_no_change_elsewhere(coins: Release, tmp_path: Path, cli: Cli) -> None:
    assert set(catalogue.names()) > {"coin", "company"}
    for bot in ("heads", "seer"):
        interplay.run(f"bot:{bot}", "coin", tmp_path / f"{bot}.jsonl", release=coins)
    files = [tmp_path / f"{bot}.jsonl" for bot in ("heads", "seer")]
    reports = [interplay.score(path, release=coins) for path in files]
    assert [report.headline.value for report in reports] == [50, 100]
    assert [report.metric("score", side="tails").value for report in reports] == [0, 100]
    table = cli("score", *map(str, files), "--dataset", str(coins.root), "--full")
    assert table.status == 0, table.err
    assert "score = 100 for the side that is up." in table.out
    assert "tails" in table.out
    index = write_site(files, tmp_path / "site", release=coins)
    assert "which side of a coin is up" in index.read_text(encoding="utf-8")
    systems = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "site").glob("system-*.html"))
    assert "Sees the coin." in systems
    item = next((tmp_path / "site").glob("coin-0001*.html")).read_text(encoding="utf-8")
    assert "Which side is up?" in item
