"""The overlap checker finds every pair, and nothing is frozen while there is one."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from interplay_builders.cli import build
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import build as scorekeeping
from interplay_builders.tracks.scorekeeping import domains, overlap
from interplay_builders.tracks.scorekeeping.domains import Domain
from tests.builders import texts

PROTOCOL = domains.protocol()
COLORS = tuple(f"shade-{letter}x" for letter in "abcdefghij")
SIZES = tuple(f"width-{letter}y" for letter in "abcdefghij")


def messages(domain: Domain) -> list[str]:
    return [finding.message for finding in overlap.check(domain, PROTOCOL)]


def test_clean_texts_have_no_findings() -> None:
    assert messages(texts.domain(color=COLORS, size=SIZES)) == []


def test_the_shipped_texts_have_no_findings() -> None:
    assert [m for domain in domains.domains() for m in messages(domain)] == []


@pytest.mark.parametrize(
    ("colors", "sizes", "message"),
    [
        ((*COLORS, "SHADE-AX-dark"), SIZES, "color: the value 'shade-ax' is contained in color: 'SHADE-AX-dark'"),
        (COLORS, (*SIZES, "Shade-bX"), "color: the value 'shade-bx' is contained in size: 'Shade-bX'"),
        ((*COLORS, "shade-ax"), SIZES, "color: the value 'shade-ax' is contained in color: 'shade-ax'"),
        ((*COLORS, "CLERK"), SIZES, "color: the value 'CLERK' is contained in questioner: 'CLERK'"),
        ((*COLORS, "aware"), SIZES, "color: the value 'aware' is contained in color.probes: 'Is the clerk aware"),
        ((*COLORS, "thing"), SIZES, "color: the value 'thing' is contained in opening: 'You want a thing.'"),
        ((*COLORS, "yes or no"), SIZES, "color: the value 'yes or no' is contained in rules:"),
        ((*COLORS, "red"), SIZES, "color: the value 'red' has fewer than 4 characters"),
    ],
)
def test_an_overlap_is_named(colors: tuple[str, ...], sizes: tuple[str, ...], message: str) -> None:
    assert any(found.startswith(message) for found in messages(texts.domain(color=colors, size=sizes)))


@pytest.mark.usefixtures("one_track")
def test_check_and_freeze_fail_on_a_planted_overlap(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = domains.domains()
    slots = dict(sound[0].slots)
    first, second = list(slots)[:2]
    planted = (*slots[second].values, f"very {slots[first].values[0]}")
    slots[second] = msgspec.structs.replace(slots[second], values=planted)
    bad = (msgspec.structs.replace(sound[0], slots=slots), *sound[1:])
    monkeypatch.setattr(domains, "domains", lambda: bad)
    monkeypatch.setattr(sources, "builders", lambda: iter([scorekeeping]))  # builds anew

    checked = CliRunner().invoke(build, ["check", str(root / "dataset")])
    assert checked.exit_code == 1
    assert f"{slots[first].values[0]!r} is contained in {second}" in checked.output
    with pytest.raises(Exception, match="is contained in"):
        freeze.freeze(tmp_path / "out", sources.sources())
    assert not (tmp_path / "out").exists()
