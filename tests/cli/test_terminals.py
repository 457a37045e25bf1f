"""The command line on real terminals and pipes: narrow screens, and readers that have enough."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="pseudo-terminals are for POSIX systems")
INTERPLAY = (sys.executable, "-m", "interplay")


def on_terminal(columns: int, *arguments: object) -> str:
    """Return what a command prints on a terminal of that width, without codes for colours."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES"}}
    command = [*INTERPLAY, *map(str, arguments)]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**environment, "TERM": "xterm", "COLORTERM": ""}
    ) as process:
        os.close(theirs)
        chunks = []
        while chunk := _read(ours):
            chunks.append(chunk)
    os.close(ours)
    assert process.returncode == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", b"".join(chunks).decode()).replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except OSError:  # how Linux says that the other side is closed
        return b""


@pytest.mark.parametrize("columns", [80, 100])
def test_a_demo_fits_the_terminal_and_names_every_system(small_dataset: Path, tmp_path: Path, columns: int) -> None:
    text = on_terminal(columns, "demo", "--all", "--dataset", small_dataset, "--out", tmp_path / "r")
    tables = [line for line in text.splitlines() if "sha256" not in line and str(tmp_path) not in line]
    assert "system" in text
    assert "part" in text
    systems = {path.parent.name for path in (small_dataset / "baselines").glob("*/*.jsonl.gz")}
    assert systems
    for name in systems:
        assert re.search(rf"(?m)^ {name} |\b{name}\s-?\d", text), name
    assert any(re.search(r"\d/\d", line) for line in tables)
    assert max(map(len, tables)) <= columns


def test_ratings_fit_the_terminal(tmp_path: Path) -> None:
    names = ("provider/model-of-some-length-2025-01-01", "another_model_of_some_length", "c")
    rows = [
        {"record": "match", "game": game, "setup": None, "seats": [a, b], "returns": [1, 0]}
        for game in ("hive", "pit", "two_rooms_and_a_boom", "are_you_the_traitor")
        for a in names
        for b in names
        if a != b
    ]
    path = tmp_path / "m.jsonl"
    header = {"record": "header", "format": "interplay-matches/1"}
    path.write_text("".join(json.dumps(row) + "\n" for row in (header, *rows)), encoding="utf-8")
    text = on_terminal(80, "rate", path, "--resamples", 100, "--by", "game")
    assert max(map(len, text.splitlines())) <= 80
    lines = [line for line in text.splitlines() if re.search(r"\S {2,}\S", line)]  # of tables, not of notes
    headings = [line for line in lines if re.search(r"\b(rating|mu|points|as recorded)\b", line)]
    assert headings
    assert all("system" in line for line in headings)
    for name in names[1:]:
        assert re.search(rf"(?m)^   \d  {name} ", text), name


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_files_are_written_though_nobody_reads_the_output(root: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    submission = root / "dataset/baselines/bot-random/scorekeeping.jsonl.gz"
    ours, theirs = os.pipe()
    os.close(ours)
    command = [*INTERPLAY, "score", str(submission), "--out", str(tmp_path / "r"), *more]
    ran = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False, text=True)
    os.close(theirs)
    assert "Traceback" not in ran.stderr
    assert "Exception" not in ran.stderr
    assert ran.returncode == 141
    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == ["report.json", "report.md"]
