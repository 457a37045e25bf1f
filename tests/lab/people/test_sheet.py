"""Rating sheets: blinded, drawn by a seed, and read back as the judgments of a person."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from interplay.core.release import Release
from tests.judging import small
from tests.lab.people.clients import Json
from tests.lab.people.conftest import Rated, data_of, filled, rows_of, write_rows
from tests.running_help import Cli

Ask = Callable[..., int]
EVIL = '</script><script>window.harmed = 1</script><img src=x onerror="window.harmed = 2">\u202e\x07=1+1'


@pytest.fixture
def ask(interplay_cli: Cli, tiny_root: Path) -> Ask:
    """Return a function that runs ``interplay judge`` and returns its exit status."""
    return lambda *words: interplay_cli("judge", *words, "--dataset", tiny_root)


def by_length(entry: Json) -> str:
    return str(1 + len(entry["texts"][0][1]) % 10)


def test_a_sheet_is_a_blinded_page_under_a_strict_policy(bad: Path, good: Path, ask: Ask, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert ask(good, bad, "--sample", 5, "--to", sheet) == 0
    page = sheet.read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert re.sub(r"'sha256-[^']*'", "HASH", policy[1]) == (
        "default-src 'none'; style-src HASH; script-src HASH; img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r'(src|href)="(?!data:,)', page)
    data = data_of(sheet)
    told = json.dumps(data)
    assert not [word for word in ('"good"', '"bad"', "rot13-encoder/", '"ab"', '"ba"', "reference") if word in told]
    assert len(data["entries"]) == 10, "five pairs in both orders"
    texts = [[text for _, text in entry["texts"]] for entry in data["entries"]]
    assert sorted(map(sorted, texts[:5])) == sorted(map(sorted, texts[5:])), "the second time after all others"
    assert {tuple(pair) for pair in texts[5:]} == {(b, a) for a, b in texts[:5]}
    assert len({tuple(pair) for pair in texts}) == 10


def test_a_sheet_has_the_rubric_without_what_is_for_models(bad: Path, ask: Ask, tmp_path: Path) -> None:
    assert ask(bad, "--to", tmp_path / "sheet.html") == 0
    data = data_of(tmp_path / "sheet.html")
    text = "\n".join(data["rubric"])
    assert "9 or 10: excellent" in text
    assert "BEGIN" not in text
    assert "{{" not in text
    assert data["menu"] == [str(number) for number in range(1, 11)]


def test_the_seed_draws_the_sample_and_the_order(bad: Path, ask: Ask, tmp_path: Path) -> None:
    drawn = []
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        assert ask(bad, "--sample", 6, "--sample-seed", seed, "--to", tmp_path / f"{name}.html") == 0
        drawn.append([entry["texts"][0][1] + entry["task"] for entry in data_of(tmp_path / f"{name}.html")["entries"]])
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) != set(drawn[2])
    assert ask(bad, "--to", tmp_path / "a.html") == 1, "a sheet that may be filled in is not replaced"


def test_ratings_come_back_as_judgments_of_a_person(
    bad: Path, rated: Rated, interplay_cli: Cli, tiny_root: Path
) -> None:
    path = rated("alice", by_length, bad, sample=8)
    header, *judgments = small.rows(path)
    assert header["model"] == {"name": "human:alice", "provider": "human"}
    assert header["x"] == {"sample": 8, "seed": 0}
    given = [row for row in judgments if "verdict" in row]
    assert (len(judgments), len(given)) == (12, 8)
    for row in given:
        assert row["reply"].endswith(f"Rating: [[{row['verdict']}]]")
        assert 1 <= row["verdict"] <= 10
    assert interplay_cli("score", bad, "--judgments", path, "--dataset", tiny_root) == 0, interplay_cli.err
    assert "human:alice" in interplay_cli.out


def test_a_table_goes_the_same_way_as_the_page(bad: Path, ask: Ask, rated: Rated, tmp_path: Path) -> None:
    page = rated("alice", by_length, bad, sample=8)
    table, output = tmp_path / "sheet.csv", tmp_path / "table.jsonl"
    assert ask(bad, "--sample", 8, "--to", table) == 0
    rows = rows_of(table)
    assert "excellent" in rows[0]["instructions"]
    for row in rows:
        row["verdict"], row["comment"] = str(1 + len(row["response"]) % 10), "[[2]] is not my verdict"
    write_rows(table, rows[::-1])
    assert ask(bad, "--from", table, "--name", "alice", "-o", output) == 0
    assert output.read_bytes() == page.read_bytes()


def test_texts_that_mean_harm_stay_texts(tiny: Release, ask: Ask, tmp_path: Path) -> None:
    path = small.submit(tmp_path / "evil.jsonl", tiny, "evil", lambda script: EVIL if script.hard else "=1+1")
    assert ask(path, "--to", tmp_path / "sheet.html") == 0
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page
    assert {entry["texts"][0][1] for entry in data_of(tmp_path / "sheet.html")["entries"]} == {
        EVIL.replace("\u202e", "?").replace("\x07", "?"),
        "=1+1",
    }
    assert ask(path, "--to", tmp_path / "sheet.csv") == 0
    assert {row["response"][:2] for row in rows_of(tmp_path / "sheet.csv")} == {"</", "'="}


def test_a_text_too_long_for_a_spreadsheet_is_refused(
    tiny: Release, ask: Ask, interplay_cli: Cli, tmp_path: Path
) -> None:
    path = small.submit(tmp_path / "long.jsonl", tiny, "long", lambda script: "x" * 40_000)
    assert ask(path, "--to", tmp_path / "sheet.csv") == 1
    assert "write a page: --to sheet.html" in interplay_cli.err
    assert not (tmp_path / "sheet.csv").exists()


def test_hostile_ratings_are_errors_with_the_place(
    bad: Path, good: Path, ask: Ask, interplay_cli: Cli, tmp_path: Path
) -> None:
    sheet, output = tmp_path / "sheet.html", tmp_path / "out.jsonl"
    assert ask(bad, "--sample", 4, "--to", sheet) == 0
    path = filled(sheet, by_length)
    header, first, *rest = small.rows(path)
    cases: dict[str, tuple[list[object], str]] = {
        "unknown": ([header, {**first, "id": "0" * 16}], ":2: $.id: found '0000000000000000', which is not in this"),
        "twice": ([header, first, first], f":3: $.id: found '{first['id']}' again, expected it once"),
        "high": ([header, {**first, "verdict": "11"}], ":2: $.verdict: found '11', expected one of 1, 2"),
        "word": ([header, {**first, "verdict": "A"}], ":2: $.verdict: found 'A', expected one of 1, 2"),
        "number": ([header, {**first, "verdict": 7}], ":2: $.verdict"),
        "comment": ([header, {**first, "comment": "x" * 5_001}], ":2: $.comment"),
        "key": ([header, {**first, "score": 1}], "found the unknown key 'score'"),
        "other file": ([{**header, "submissions": ["0" * 64]}, first], ":1: $.submissions: found"),
        "other judge": ([{**header, "judge": "0" * 64}, first], ":1: $.judge: found"),
        "other items": ([{**header, "where": {"kind": "stateful"}}, first], ":1: $.where: found"),
        "other draw": ([{**header, "seed": 1}, first], "which is not in this sheet"),
        "no header": ([first, *rest], "found no header of a sheet"),
        "two headers": ([header, header], "found a second header"),
        "nothing": ([], "is not a filled-in sheet"),
    }
    for name, (rows, message) in cases.items():
        small.write_rows(path, rows)
        assert ask(bad, "--from", path, "--name", "eve", "-o", output) == 1, name
        assert message in interplay_cli.err, (name, interplay_cli.err)
        assert not output.exists(), name
    small.write_rows(path, [header, first])
    assert ask(good, "--from", path, "--name", "eve", "-o", output) == 1
    assert "$.submissions: found" in interplay_cli.err
    for words in (
        ("--from", path),
        ("--name", "eve"),
        ("--from", path, "--name", "eve"),
    ):
        assert ask(bad, *words) == 2, words


def test_hostile_tables_are_errors_with_the_place(bad: Path, ask: Ask, interplay_cli: Cli, tmp_path: Path) -> None:
    table, output = tmp_path / "sheet.csv", tmp_path / "out.jsonl"
    assert ask(bad, "--sample", 4, "--to", table) == 0
    rows = rows_of(table)

    def refused(message: str) -> None:
        assert ask(bad, "--from", table, "--name", "eve", "-o", output) == 1
        assert message in interplay_cli.err
        assert not output.exists()

    write_rows(table, [{**row, "verdict": "11"} for row in rows])
    refused("$.verdict: found '11', expected one of 1, 2")
    write_rows(table, [*rows, {**rows[0], "sheet": "{}"}])
    refused("expected rows of one sheet")
    write_rows(table, [{key: value for key, value in row.items() if key != "verdict"} for row in rows])
    refused("'verdict'; expected rows of one sheet, with the columns id, verdict, comment and sheet")
    table.write_text("sheet,id,verdict,comment\n,\n", encoding="utf-8")
    refused("expected rows of one sheet")
    table.write_bytes(b"\xff\xfe\x00")
    refused("expected rows of one sheet")
    table.write_text('id,verdict,comment,sheet\n"', encoding="utf-8")
    refused("expected rows of one sheet")


def test_an_unrated_sheet_has_no_verdicts_and_a_sample_does_not_favour_missing_replies(
    tiny: Release, tmp_path: Path, rated: Rated, interplay_cli: Cli, tiny_root: Path
) -> None:
    """Of 12 items 6 have a reply; the person rates 2 of these: 9. The mean is that of all ratings: 5."""
    path = small.submit(tmp_path / "half.jsonl", tiny, "half", lambda s: s.reference if s.kind == "stateless" else None)
    judged = rated("bob", lambda entry: "9", path, sample=2)
    assert interplay_cli("score", path, "--judgments", judged, "--dataset", tiny_root, "--json") == 0
    statistics = json.loads(interplay_cli.out)["statistics"]
    (rating,) = [s for s in statistics if s["name"] == "rating" and s["where"].get("part") == "all"]
    assert rating["value"] == pytest.approx(5)
    assert rating["n"] == pytest.approx(4)
