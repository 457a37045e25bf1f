"""How far people agree with each other and with judges."""

import json
import statistics as reference
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from interplay.core import intervals
from interplay.core.release import Release
from tests.fake_openai import FakeOpenAI
from tests.judging import small
from tests.lab.papers.tables import table
from tests.lab.people.clients import Json
from tests.lab.people.conftest import Rated
from tests.running_help import Cli


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(small.rate) as running_server:
        yield running_server


def harsh(entry: Json) -> str:
    """Rate wrong content 3, a wrong form 5 and everything else 7."""
    text = entry["texts"][0][1]
    return "3" if "think" in text else "5" if "Here" in text else "7"


def kind(entry: Json) -> str:
    return str(int(harsh(entry)) + len(entry["task"]) % 3)


@pytest.fixture
def judged(interplay_cli: Cli, server: FakeOpenAI, tiny_root: Path, bad: Path, tmp_path: Path) -> Path:
    """Return the judgments of a model."""
    out = tmp_path / "model.judged.jsonl"
    where = ("--model", "openai:m", "--base-url", server.base_url, "--dataset", tiny_root)
    assert interplay_cli("judge", bad, "--judge", "scoring", *where, "-o", out) == 0, interplay_cli.err
    return out


def band(rating: int) -> int:
    return 0 if rating < 5 else 1 if rating < 7 else 2


def verdicts(path: Path) -> dict[str, int]:
    return {row["item_id"]: row["verdict"] for row in small.rows(path)[1:] if row.get("verdict") is not None}


def test_people_agree_with_each_other_and_with_a_judge_by_the_numbers_of_a_reference(
    bad: Path, rated: Rated, judged: Path, interplay_cli: Cli, tiny_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intervals, "FEWEST", 3)
    alice, bob = rated("alice", harsh, bad, sample=9), rated("bob", kind, bad)
    files = [word for path in (judged, bob, alice) for word in ("--judgments", path)]
    assert interplay_cli("score", bad, *files, "--dataset", tiny_root, "--json") == 0, interplay_cli.err
    rows = [s for s in json.loads(interplay_cli.out)["statistics"] if "person" in s["where"]]
    pairs = {(s["where"]["person"], s["where"]["judge_model"]) for s in rows}
    assert pairs == {("human:bob", "human:alice"), ("human:bob", "m"), ("human:alice", "m")}
    for person, other, mine, theirs in (
        ("human:bob", "human:alice", verdicts(bob), verdicts(alice)),
        ("human:alice", "m", verdicts(alice), verdicts(judged)),
    ):
        found = {s["name"]: s for s in rows if (s["where"]["person"], s["where"]["judge_model"]) == (person, other)}
        both = [(mine[item], theirs[item]) for item in mine if item in theirs]
        bands = [(band(a), band(b)) for a, b in both]
        far = [(a, b) for a, b in both if abs(a - b) > 1]
        value = {name: row.get("value") for name, row in found.items()}
        assert found["person_reasonable"]["n"] == len(both) == 9
        assert value["person_reasonable"] == pytest.approx(1 - len(far) / len(both))
        assert value["person_agreement"] == pytest.approx(sum(a == b for a, b in bands) / len(both))
        assert value["person_kappa"] == pytest.approx(cohen_kappa_score(*zip(*bands, strict=True)))
        assert value["person_difference"] == pytest.approx(reference.fmean(b - a for a, b in both))
        higher = sum(b > a for a, b in far) / len(far) if far else None
        assert value["person_higher"] == pytest.approx(higher)
        for name in ("person_reasonable", "person_kappa", "person_difference"):
            assert found[name]["low"] <= found[name]["value"] <= found[name]["high"]


def test_section_4_3_uses_the_file_of_a_person(tiny: Release, bad: Path, rated: Rated, judged: Path) -> None:
    without = table("simulbench", "Section 4.3", [bad], tiny, [judged])
    assert "person" not in without.headings
    alice = rated("alice", harsh, bad)
    made = table("simulbench", "Section 4.3", [bad], tiny, [judged, alice])
    (row,) = made.rows
    cells: dict[str, Any] = dict(zip(made.headings[:5], row, strict=False))
    mine, theirs = verdicts(alice), verdicts(judged)
    close = sum(abs(mine[item] - theirs[item]) <= 1 for item in mine) / len(mine)
    assert cells == {"system": "bad", "judge": "m", "person": "human:alice", "replies": 12, "reasonable": close}
    assert any("83 of 100" in note for note in made.notes)


def test_people_who_compare_pairs_agree_by_verdicts(
    bad: Path, good: Path, rated: Rated, interplay_cli: Cli, tiny_root: Path
) -> None:
    def shorter(entry: Json) -> str:
        a, b = (len(text) for _, text in entry["texts"])
        return "A" if a < b else "B" if b < a else "C"

    files = rated("alice", shorter, good, bad, sample=7), rated("bob", lambda _: "A", good, bad)
    given = [word for path in files for word in ("--judgments", path)]
    assert interplay_cli("score", good, bad, *given, "--dataset", tiny_root, "--json") == 0, interplay_cli.err
    first, second = json.loads(interplay_cli.out)
    rows = {s["name"]: s for s in first["statistics"] if "person" in s["where"]}
    assert rows.keys() == {"person_agreement", "person_kappa"}
    assert rows["person_agreement"]["n"] == 14
    assert rows["person_agreement"]["value"] == pytest.approx(0.5), "each pair is shown in both orders"
    assert not [s for s in second["statistics"] if "person" in s["where"]]
    (win,) = [
        s
        for s in first["statistics"]
        if s["name"] == "pair_win" and s["where"]["part"] == "all" and s["where"]["judge_model"] == "human:alice"
    ]
    assert (win["value"], win["n"]) == (1, 7)
