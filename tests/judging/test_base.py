"""Judge files: those that are shipped, and what is said of broken ones."""

import hashlib
from pathlib import Path

import pytest

from interplay.core.errors import RecordError, UnknownName
from interplay.judging import judge as base

FOLDER = base.FOLDER
GOOD = (FOLDER / "scoring.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", base.names())
def test_a_judges_version_is_the_sha256_of_its_file(name: str) -> None:
    judge = base.load(name)
    assert judge.name == name
    assert judge.digest == hashlib.sha256((FOLDER / f"{name}.toml").read_bytes()).hexdigest()


def test_the_judges_that_are_shipped() -> None:
    assert base.names() == ("challenging", "clue", "pairwise", "points", "scoring")
    menus = {name: base.load(name).file.verdict.menu(3) for name in base.names()}
    assert menus == {
        "challenging": ("0", "1", "2", "3"),
        "clue": ("yes", "no"),
        "pairwise": ("A", "B", "C"),
        "points": ("0", "1", "2", "3"),
        "scoring": tuple(map(str, range(1, 11))),
    }


def test_a_file_of_ones_own_is_a_judge(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("outstandingly", "very"), encoding="utf-8")
    assert base.load(str(path)).digest != base.load("scoring").digest


def test_an_unknown_name_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"unknown judge 'scorng' \(did you mean 'scoring'\?\)"):
        base.load("scorng")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "scoring"', 'name = "Scoring judge"', r"Expected `str` matching regex"),
        ('subject = "reply"', 'subject = "answer"', r"Invalid enum value 'answer' - at `\$.subject`"),
        ('subject = "reply"', "", "missing required field `subject`"),
        ("lowest = 1", "low = 1", "unknown field `low`"),
        ("highest = 10", "highest = 1", "verdict goes from 1 to 1, expected a range"),
        ("highest = 10", 'highest = "turns"', "is for judges of dialogues"),
        ("highest = 10", 'highest = "points"', '"points" for judges of points'),
        ("[ask]", '[points]\n"a/1" = ["It is."]\n\n[ask]', 'a judge of points has subject = "points"'),
        ('subject = "reply"', 'subject = "points"', r"prompt.opening lacks the placeholder \{\{points\}\}"),
        ("[ask]", '[points]\n"a/1" = ["One.\\nTwo."]\n\n[ask]', "Expected `str` matching regex"),
        ("[ask]", '[points]\n"a/1" = []\n\n[ask]', "Expected `array` of length >= 1"),
        ("highest = 10", "highest = 5000", "expected a range of 2 to 1,001"),
        ("highest = 10", "highest = 30", "at most 20 whole numbers"),
        ('label = "Rating"', 'label = "Rating ("', "Expected `str` matching regex"),
        ("lowest = 1\nhighest = 10", 'choices = ["good", "bad"]', "a judge of replies rates them"),
        ("lowest = 1", 'choices = ["a", "A"]\nlowest = 1', "two or more different words"),
        ("{{response}}", "{{reply}}", r"prompt.closing has the placeholder \{\{reply\}\}, expected only"),
        ("{{response}}", "", r"prompt.closing lacks the placeholder \{\{response\}\}"),
        ("{{dialogue}}", "{{dialog}}", r"\(did you mean 'dialogue'\?\)"),
        ("{{verdict}}", "", r"prompt.system lacks the placeholder \{\{verdict\}\}"),
        ("prompt = 2.5", "prompt = -1", "Expected `float` >= 0.0"),
        ("temperature = 0.0", "temperature = 3.0", "Expected `float` <= 2.0"),
        ("[verdict]", "[verdict", "is not a judge"),
        (GOOD, "", "missing required field"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(RecordError, match=message) as caught:
        base.load(str(path))
    assert str(path) in str(caught.value)


def test_files_that_cannot_be_read_are_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.toml cannot be read: No such file"):
        base.load(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="is not UTF-8"):
        base.load(str(tmp_path / "bytes.toml"))
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(RecordError, match="larger than"):
        base.load(str(tmp_path / "large.toml"))
    (tmp_path / "deep.toml").write_bytes(b"a = " + b"[" * 100_000)
    with pytest.raises(RecordError, match="is not a judge"):
        base.load(str(tmp_path / "deep.toml"))
