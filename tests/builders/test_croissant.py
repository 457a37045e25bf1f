"""The Croissant document validates, loads records and refuses a changed file."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.release import Release, content, file_sha256
from interplay.tracks.simulation.records import Check, Task
from interplay_builders.release.croissant import described_as
from tests.support import Json

mlcroissant = pytest.importorskip("mlcroissant", reason="needs the dev extra")
pytestmark = pytest.mark.filterwarnings("ignore")

RESPONSIBLE_USE = {
    "rai:dataLimitations",
    "rai:dataBiases",
    "rai:personalSensitiveInformation",
    "rai:dataUseCases",
    "rai:dataSocialImpact",
    "rai:hasSyntheticData",
}


@pytest.mark.slow
def test_it_validates_without_errors_and_loads_every_config(release: Release) -> None:
    dataset = mlcroissant.Dataset(jsonld=str(release.root / "croissant.json"))
    assert dataset.metadata.ctx.issues.errors == set()
    for entry in release.manifest.files:
        record = next(iter(dataset.records("-".join((entry.config or "", *entry.splits)))))
        assert release.manifest.canary.encode() in record.values()


@pytest.mark.slow
def test_it_refuses_a_changed_file(release: Release, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(release.root, tmp_path / "dataset"))
    path = copy / "scorekeeping" / "base.jsonl.gz"
    canonical.write_atomically(path, [content(path).replace(b"Have you", b"Had you")])
    dataset = mlcroissant.Dataset(jsonld=str(copy / "croissant.json"))
    with pytest.raises(Exception, match=r"Download\(scorekeeping/base.jsonl.gz\)"):
        next(iter(dataset.records("scorekeeping")))


def test_it_carries_the_responsible_use_fields_and_the_counts_of_the_manifest(release: Release) -> None:
    document = json.loads((release.root / "croissant.json").read_text(encoding="utf-8"))
    assert document.keys() >= RESPONSIBLE_USE
    assert document["version"] == release.manifest.release
    hashes = {file["@id"]: file["sha256"] for file in document["distribution"]}
    assert hashes == {entry.path: file_sha256(release.root / entry.path) for entry in release.manifest.files}


def columns(fields: list[Json]) -> Iterator[Json]:
    for field in fields:
        yield field
        yield from columns(field.get("subField", []))


def test_every_column_is_described_those_in_others_too(release: Release) -> None:
    document = json.loads((release.root / "croissant.json").read_text(encoding="utf-8"))
    described = {
        field["@id"]: field["description"] for set_ in document["recordSet"] for field in columns(set_["field"])
    }
    assert all(text.endswith((".", ")", ":")) or len(text) > 10 for text in described.values())
    assert "``" not in "".join(described.values())
    assert described["company-hard/messages/content"] == "The text of the message."
    for entry in release.manifest.files:
        (row, *_) = content(release.root / entry.path).splitlines()
        name = "-".join((entry.config or "", *entry.splits))
        assert {f"{name}/{key}" for key in json.loads(row)} <= described.keys()


def test_a_column_that_nothing_describes_is_refused() -> None:
    assert described_as(Check, "canary") == described_as(Task, "canary")  # what means the same everywhere
    with pytest.raises(DatasetError, match=r"columns\.toml does not describe the column other of Check"):
        described_as(Check, "other")
