"""The Croissant document validates, loads records and refuses a changed file."""

import json
import shutil
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.release import Release, content, file_sha256

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
