"""The held-back split: a seed is sealed, proved and drawn; other seeds are refused."""

import hashlib
import json
import stat
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import DatasetError, InterplayError
from interplay.core.release import commitment, open_release, read_manifest
from interplay_builders.cli import build as cli
from interplay_builders.release import checks, freeze, sealing, sources
from interplay_builders.tracks.base import TrackFiles
from interplay_builders.tracks.scorekeeping import build as scorekeeping
from interplay_builders.tracks.scorekeeping import domains, draw

SEED = "0123456789abcdef" * 4


def small(seed: str, canary: str) -> TrackFiles:
    """The first dialogue that *seed* draws."""
    return scorekeeping.files((next(draw.draw_base(domains.domains(), domains.protocol(), seed, canary)),), ())


@pytest.fixture(autouse=True)
def _one_track(monkeypatch: pytest.MonkeyPatch) -> None:
    """A builder of one dialogue, and a release that sealed ``SEED``."""
    known = sources.identity()
    digest = commitment(known.name, known.release, SEED)
    sealed = replace(known, sealed=sealing.Sealed(release=known.release, sha256=digest))
    for module in (sources, checks):
        monkeypatch.setattr(module, "builders", lambda: iter([SimpleNamespace(build=small, check=tuple)]))
    monkeypatch.setattr(sources, "identity", lambda: sealed)


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A release with a sealed seed."""
    root = tmp_path / "release"
    freeze.freeze(root, sources.sources())
    return root


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments)])


def test_the_hash_is_of_the_name_the_release_and_the_seed() -> None:
    found = commitment("Interplay", "0.2.0", SEED)
    assert found == hashlib.sha256(f"interplay-sealed-1|Interplay|0.2.0|{SEED}".encode()).hexdigest()
    assert len({found, *(commitment(*of) for of in (("Other", "0.2.0", SEED), ("Interplay", "0.3.0", SEED)))}) == 3


def test_the_right_seed_is_accepted_and_draws_the_same_split_twice(frozen: Path, tmp_path: Path) -> None:
    assert open_release(frozen).manifest.sealed == commitment("Interplay", sources.identity().release, SEED)
    outs = [tmp_path / name for name in ("one", "two")]
    for out in outs:
        result = run("reveal", "--seed", SEED, "--release", frozen, "-o", out)
        assert result.exit_code == 0, result.output
        assert "this is the sealed seed of Interplay" in result.output
    assert len({(out / "SHA256SUMS").read_bytes() for out in outs}) == 1
    drawn = open_release(outs[0]).manifest
    assert (
        drawn.seed == SEED
        and drawn.sealed is None
        and drawn.tracks[0].sha256 != open_release(frozen).manifest.tracks[0].sha256
    )


@pytest.mark.parametrize("seed", ["", SEED[:-1] + "e", SEED.upper(), f"{SEED}\n", "interplay-0.1"])
def test_another_seed_is_refused_and_nothing_is_drawn(frozen: Path, tmp_path: Path, seed: str) -> None:
    result = run("reveal", "--seed", seed, "--release", frozen, "-o", tmp_path / "out")
    assert isinstance(result.exception, DatasetError)
    assert "this is not the seed of Interplay" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_a_seed_is_proved_without_the_builders_of_its_release_but_not_drawn(
    frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = replace(sources.identity(), release="9.9.9")
    monkeypatch.setattr(sources, "identity", lambda: later)
    assert run("reveal", "--seed", SEED, "--release", frozen).exit_code == 0
    result = run("reveal", "--seed", SEED, "--release", frozen, "-o", tmp_path / "out")
    assert "these builders make release 9.9.9" in str(result.exception)


def test_a_manifest_without_the_field_still_opens(frozen: Path) -> None:
    path = frozen / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    del manifest["sealed"]
    path.write_bytes(canonical.encode(manifest))
    assert read_manifest(frozen)[0].sealed is None
    canonical.write_atomically(frozen / "SHA256SUMS", [freeze.sums(frozen)])
    result = run("reveal", "--seed", SEED, "--release", frozen)
    assert "has no sealed seed" in str(result.exception)


def test_a_damaged_release_proves_nothing(frozen: Path) -> None:
    path = frozen / "manifest.json"
    other = commitment("Interplay", sources.identity().release, "mine")
    path.write_text(
        path.read_text(encoding="utf-8").replace(open_release(frozen).manifest.sealed or "", other), encoding="utf-8"
    )
    assert isinstance(run("reveal", "--seed", "mine", "--release", frozen).exception, DatasetError)


def test_sealing_keeps_a_secret_and_prints_the_line_of_the_release(tmp_path: Path) -> None:
    file = tmp_path / "seed.txt"
    result = CliRunner().invoke(cli, ["seal", str(file)])
    assert result.exit_code == 0, result.output
    seed = file.read_text(encoding="utf-8").strip()
    assert len(seed) == 64 and seed not in result.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    known = sources.identity()
    sealed = tomllib.loads(result.stdout)["sealed"]
    assert sealed == {"release": known.release, "sha256": commitment(known.name, known.release, seed)}
    assert run("seal", file).stdout == result.stdout
    assert file.read_text(encoding="utf-8").strip() == seed


def test_a_seed_is_not_kept_where_it_would_be_published(frozen: Path, tmp_path: Path) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    for folder in (frozen / "scorekeeping", tmp_path / "repository"):
        result = run("seal", folder / "seed.txt")
        assert isinstance(result.exception, InterplayError) and "gets published" in str(result.exception)
        assert not (folder / "seed.txt").exists()


@pytest.mark.parametrize("text", ["", "short", SEED[:-1], f"{SEED}0", "g" * 64])
def test_what_is_no_seed_is_not_sealed(tmp_path: Path, text: str) -> None:
    (tmp_path / "seed.txt").write_text(text, encoding="utf-8")
    assert "contains no seed" in str(run("seal", tmp_path / "seed.txt").exception)


def test_a_seed_sealed_for_another_release_is_an_error_and_not_in_the_manifest(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = replace(sources.identity(), release="9.9.9")
    monkeypatch.setattr(sources, "identity", lambda: later)
    freeze.freeze(frozen, sources.sources())
    assert open_release(frozen).manifest.sealed is None
    assert "sealed for release" in str(checks.check(frozen)[0])


def test_the_release_has_a_sealed_seed() -> None:
    written = tomllib.loads(sources.RELEASE.read_text(encoding="utf-8"))
    assert written["sealed"]["release"] == written["release"]
