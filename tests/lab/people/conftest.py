"""The tiny release and the submissions of the tests of judging, and sheets that a rule fills in."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.judging.conftest import bad, good, tiny, tiny_root
from tests.lab.people.clients import Json
from tests.running_help import Cli

__all__ = ["bad", "good", "tiny", "tiny_root"]
Rule = Callable[[Json], str]


def data_of(sheet: Path) -> Json:
    """Return the data of a page."""
    text = sheet.read_text(encoding="utf-8").partition('id="data">')[2].partition("</script>")[0]
    data: Json = json.loads(text)
    return data


def filled(sheet: Path, rule: Rule) -> Path:
    """Return a file as the page saves it, with the verdicts of *rule*; an empty verdict is none."""
    data = data_of(sheet)
    rows = [{"record": "header", **{k: v for k, v in data["sheet"].items() if k != "record"}}]
    for entry in data["entries"]:
        if verdict := rule(entry):
            rows.append(
                {"record": "rating", "id": entry["id"], "verdict": verdict, "comment": "[[2]] is not my verdict"}
            )
    path = sheet.with_name("ratings.jsonl")
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def rows_of(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def write_rows(table: Path, rows: list[dict[str, str]]) -> None:
    with table.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def rated(interplay_cli: Cli, tiny_root: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a sheet about files, fills it in by a rule, and reads it back as judgments."""

    def rate(name: str, rule: Rule, *files: Path, sample: int = 100) -> Path:
        sheet, output = tmp_path / f"{name}.html", tmp_path / f"{name}.judged.jsonl"
        asked = (*files, "--dataset", tiny_root)
        assert interplay_cli("judge", *asked, "--sample", sample, "--to", sheet) == 0, interplay_cli.err
        ratings = filled(sheet, rule)
        assert interplay_cli("judge", *asked, "--from", ratings, "--name", name, "-o", output) == 0, interplay_cli.err
        return output

    return rate


Rated = Callable[..., Path]
