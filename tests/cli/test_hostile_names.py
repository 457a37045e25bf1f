"""Names and texts that steer terminals: no command lets one through, to a screen, to Markdown or to a figure."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from interplay.cli.shared.messages import say_json
from interplay.core.release import Release, content
from tests.fake_openai import Answer, FakeOpenAI
from tests.judging import small
from tests.support import Cli, Ran

HOSTILE = "evil\x1bc\x1b(0\x1b]0;owned\x07\x9b31m\u202egnp\u2066\u200b\x7f\u2028[bold]|x"
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
FAST = ("--resamples", 100)


def clean(ran: Ran, *statuses: int) -> str:
    assert ran.status in statuses, ran.err
    text = ran.out + ran.err
    assert not FORBIDDEN.search(text), FORBIDDEN.findall(text)
    return text


def renamed(source: Path, target: Path, name: str, keep: Callable[[str], bool] = lambda _: True) -> Path:
    first, *rest = content(source).decode().splitlines(keepends=True)
    header = json.loads(first)
    header["system"]["name"] = name
    target.write_text(json.dumps(header) + "\n" + "".join(filter(keep, rest)), encoding="utf-8")
    return target


@pytest.fixture(params=["games", "positions", "scorekeeping", "simulation"])
def hostile(request: pytest.FixtureRequest, root: Path, tmp_path: Path) -> Path:
    folder = "bot-reference" if request.param == "simulation" else "bot-random"
    source = root / "dataset" / "baselines" / folder / f"{request.param}.jsonl.gz"
    return renamed(source, tmp_path / "evil.jsonl", HOSTILE, lambda line: "llmarena/" not in line)


@pytest.mark.slow
def test_scores_in_tables_and_markdown(cli: Cli, hostile: Path, tmp_path: Path) -> None:
    for more in ((), ("--full",)):
        assert "evil?c" in clean(cli("score", hostile, "--allow-partial", *more), 0)
    out = tmp_path / "report"
    clean(cli("score", hostile, "--allow-partial", "-o", out), 0)
    document = (out / "report.md").read_text(encoding="utf-8")
    assert "evil?c" in document
    assert not FORBIDDEN.search(document)
    assert json.loads((out / "report.json").read_bytes())["system"]["name"] == HOSTILE


def test_json_is_the_same_value_without_characters_that_do_not_print(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    value = {"name": HOSTILE + "\U000e0041 \U0001f600 é"}
    for is_terminal in (False, True):
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal)
        say_json(value)
        text = capsys.readouterr().out
        assert json.loads(text) == value
        assert not FORBIDDEN.search(text)


def test_json_escapes_every_control_character_and_every_mark_of_direction(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
    text = "".join(map(chr, codes))
    say_json([text])
    printed = capsys.readouterr().out.removesuffix("\n")
    assert printed.isprintable()
    assert json.loads(printed) == [text]


def test_json_is_printed_in_one_place(root: Path) -> None:
    commands = [*root.glob("scoring/*/cli/**/*.py"), root / "builders/interplay_builders/cli.py"]
    printing = re.compile(r"(echo|print)\(.*(encode|dumps)\(")
    found = [path.name for path in commands if printing.search(path.read_text(encoding="utf-8"))]
    assert found == ["messages.py"]


def test_findings(cli: Cli, hostile: Path) -> None:
    lines = hostile.read_text(encoding="utf-8").splitlines()
    spoiled = [{**json.loads(line), "item_id": HOSTILE, HOSTILE: HOSTILE} for line in lines[1:4]]
    small.write_rows(hostile, [json.loads(lines[0]), *spoiled])
    for verb in ("validate", "score"):
        clean(cli(verb, hostile), 1)


@pytest.fixture
def games(root: Path, tmp_path: Path) -> list[Path]:
    """Return two submissions of a few matches, with hostile names."""

    def few(line: str) -> bool:
        return '"gamebench_balanced/are_you' in line or "llmarena_balanced/tictactoe" in line

    folder = root / "dataset" / "baselines"
    names = [("bot-random", HOSTILE), ("bot-competent", HOSTILE[::-1])]
    return [renamed(folder / bot / "games.jsonl.gz", tmp_path / f"{bot}.jsonl", name, few) for bot, name in names]


@pytest.mark.parametrize("more", [("rate", "--by", "game"), ("statistics",)])
@pytest.mark.slow
def test_ratings_of_submissions(cli: Cli, games: list[Path], more: Sequence[str]) -> None:
    fast = FAST if more[0] == "rate" else ()
    assert "evil?c" in clean(cli(*more, *games, *fast), 0, 1)


def test_ratings_of_match_results_and_their_figure(cli: Cli, tmp_path: Path) -> None:
    def match(first: str, second: str, share: float, game: str) -> dict[str, Any]:
        seats = {"seats": [first, second], "returns": [share, 1 - share]}
        return {"record": "match", "game": game, "setup": None, **seats}

    header = {"record": "header", "format": "interplay-matches/1", "categories": {HOSTILE + "0": [HOSTILE]}}
    rows = [match(HOSTILE, name, n % 2, HOSTILE + str(n % 3)) for n in range(12) for name in ("b", HOSTILE[::-1])]
    path, figure = small.write_rows(tmp_path / "m.jsonl", [header, *rows]), tmp_path / "f.svg"
    for by in ("game", "category"):
        assert "evil?c" in clean(cli("rate", path, *FAST, "--by", by), 0)
    assert "evil?c" in clean(cli("statistics", path, "--plot", figure), 0)
    svg = figure.read_text(encoding="utf-8")
    assert not FORBIDDEN.search(svg)
    ET.fromstring(svg)


def test_a_replay(cli: Cli, games: list[Path]) -> None:
    path = games[1]
    rows = small.rows(path)
    for row in rows[1:]:
        if row.get("error") is None and "tictactoe" in row["item_id"]:
            row["error"] = HOSTILE
            path = small.write_rows(path, [rows[0], row])
            clean(cli("replay", path, "--item", row["item_id"]), 0, 1)
            return
    pytest.fail("no match to replay")


@pytest.fixture
def tiny_root(tmp_path: Path) -> Path:
    small.freeze(tmp_path / "tiny")
    return tmp_path / "tiny"


def test_judges_and_what_they_say(cli: Cli, tiny_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from interplay.core.release import open_release

    monkeypatch.setenv("OPENAI_API_KEY", "k")
    tiny: Release = open_release(tiny_root)
    one = small.submit(tmp_path / "a.jsonl", tiny, HOSTILE, lambda s: s.reference)
    other = small.submit(tmp_path / "b.jsonl", tiny, HOSTILE[::-1], small.spoiled)
    answers = {"Rating: [[7]]": 0, f"Rating: [[{HOSTILE}]]": 0, HOSTILE: 0}
    fixed = ("--dataset", tiny_root, "--model", f"openai:{HOSTILE}")
    for number, reply in enumerate(answers):
        with FakeOpenAI(lambda _, reply=reply: Answer(reply)) as server:  # type: ignore[misc]
            out, where = tmp_path / f"{number}.judged.jsonl", ("--base-url", server.base_url)
            clean(cli("judge", one, "--judge", "scoring", *fixed, *where, "-o", out), 0)
            pairs = tmp_path / f"{number}.pairs.jsonl"
            clean(cli("judge", one, other, "--judge", "pairwise", *fixed, *where, "-o", pairs), 0)
        words = ("score", one, other, "--dataset", tiny_root, "--judgments", out, "--judgments", pairs)
        assert "evil?c" in clean(cli(*words), 0)
    with FakeOpenAI(lambda _: Answer(status=400, error=HOSTILE)) as server:
        failing = ("--base-url", server.base_url, "-o", tmp_path / "failed.jsonl")
        clean(cli("judge", one, "--judge", "scoring", *fixed, *failing), 1)
