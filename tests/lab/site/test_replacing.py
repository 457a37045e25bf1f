"""Sites are replaced as a whole: a process may be killed at any step, and the next one succeeds and leaves no trace."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from interplay.core.errors import OutputError
from interplay_lab.site import pages, replacing

KILLED = 9
CHANGES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "tempfile.mkdtemp", "os.listdir"}
NAMES = ("index.html", "track-company.html", "company-0001-a.html")


def write(folder: Path, version: str, names: tuple[str, ...] = NAMES) -> None:
    with replacing.replacing(folder) as new:
        for name in names:
            pages.write(new / name, page(version))


def page(version: str) -> bytes:
    return b'<!doctype html>\n<meta name="generator" content="interplay ' + version.encode() + b'">'


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def site(version: str) -> dict[str, bytes]:
    return dict.fromkeys(NAMES, page(version))


def killed_at(step: int, work: Callable[[], None]) -> bool:
    """Do *work* in a child that ends at once before its *step*th access to the disk; return whether it got so far."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, _arguments: object) -> None:
            nonlocal left
            left -= event in CHANGES
            if left < 0:
                os._exit(KILLED)

        try:
            sys.addaudithook(count)
            work()
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, KILLED}
    return status == KILLED


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.slow
def test_a_kill_at_any_step_leaves_a_whole_site_and_nothing_that_stops_the_next_run(tmp_path: Path) -> None:
    folder, steps, absent = tmp_path / "site", 0, 0
    for is_first in (True, False):
        step = 0
        while True:
            place = folder.with_name(f"site-{is_first}-{step}")
            if not is_first:
                write(place, "old")
            was_killed = killed_at(step, lambda place=place: write(place, "new"))  # type: ignore[misc]
            found = contents(place)
            assert found in ([site("new"), {}] if is_first else [site("old"), site("new"), {}])
            absent += not found and not is_first
            write(place, "newest")
            assert contents(place) == site("newest")
            assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
            steps += was_killed
            step += 1
            if not was_killed:
                break
    assert steps > 40
    assert absent == 1  # between the two renames


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.slow
def test_a_former_site_that_was_moved_away_comes_back_even_where_the_next_run_fails(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for step in range(200):
        write(folder, "old")
        killed_at(step, lambda: write(folder, "new"))
        if not folder.exists():
            break
    with pytest.raises(RuntimeError), replacing.replacing(folder):
        assert contents(folder) == site("old")
        raise RuntimeError("the next run fails")
    assert contents(folder) == site("old")
    assert list(tmp_path.iterdir()) == [folder]


def test_what_earlier_versions_left_in_a_site_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_bytes(page("0.2.1"))
    (folder / ".company-0048-company-07-karin-audit-hugo.dcrgof41").write_bytes(page("0.2.1"))
    (folder / ".index.html.a_b_c_d1").write_bytes(b"")
    write(folder, "new")
    assert contents(folder) == site("new")
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    "name", [".env.template", "notes.html", ".index.html.short", ".bashrc", ".index.html.a_b_c_d1"]
)
def test_what_is_not_ours_is_never_deleted(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "site"
    write(folder, "old")
    (folder / name).write_text("mine" if name != ".env.template" else "", encoding="utf-8")
    with pytest.raises(OutputError, match="no page of a site"):
        write(folder, "new")
    assert (folder / "index.html").read_bytes() == page("old")
    assert (folder / name).exists()


def test_folders_beside_a_site_that_are_not_ours_stay(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for name in (".site.abcdefgh.writing", ".other.abcdefgh.writing", ".site.abcdefgh", "site.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "thesis.txt").write_text("years", encoding="utf-8")
    locked = tmp_path / ".site.stuvwxyz.writing"
    (locked / "new").mkdir(parents=True)
    (locked / "lock").touch()
    (locked / "new" / "thesis.txt").write_text("years", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("thesis.txt")}
    write(folder, "new")
    write(folder, "newer")
    assert {path: path.read_bytes() for path in tmp_path.rglob("thesis.txt")} == before
    assert len(before) == 5


def test_pages_that_somebody_adds_meanwhile_stop_the_replacement(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, "old")
    with pytest.raises(OutputError, match=r"'thesis.txt', which is no page"), replacing.replacing(folder) as new:
        pages.write(new / "index.html", page("new"))
        (folder / "thesis.txt").write_text("years", encoding="utf-8")
    assert set(contents(folder)) == {*NAMES, "thesis.txt"}


def test_two_processes_that_replace_a_site_at_once_both_succeed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, "old")
    with replacing.replacing(folder) as new:
        pages.write(new / "index.html", page("first"))
        write(folder, "second")
        assert contents(folder) == site("second")
    assert contents(folder) == {"index.html": page("first")}
    assert list(tmp_path.iterdir()) == [folder]


def test_the_working_directory_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match="working directory"):
        write(Path(), "new")


def test_a_private_site_stays_private_and_a_link_stays_a_link(tmp_path: Path) -> None:
    folder, link = tmp_path / "site", tmp_path / "link"
    folder.mkdir(mode=0o700)
    link.symlink_to(folder)
    write(link, "new")
    assert link.is_symlink()
    assert contents(folder) == site("new")
    assert folder.stat().st_mode & 0o777 == 0o700
