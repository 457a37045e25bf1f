"""Replies without a header on the command line."""

import json
import re
from pathlib import Path

import pytest

from interplay.core.release import Release
from interplay.tracks.company.records import Item
from tests.fake_openai import Answer, FakeOpenAI
from tests.support import Cli


@pytest.fixture
def replies(release: Release, tmp_path: Path) -> Path:
    path = tmp_path / "replies.jsonl"
    rows = (
        {"item_id": i.item_id, "response": i.people[0] if i.kind == "recall" else "yes", "took": 1}
        for i in release.rows("company", Item)
        if i.split == "standard"
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.slow
def test_replies_are_scored_validated_and_imported(cli: Cli, replies: Path, tmp_path: Path) -> None:
    note = f"warning: {replies}: ignored the column 'took'\n"
    given = (replies, "--track", "company")
    ran = cli("score", *given, "--name", "mine", "--json")
    assert (ran.status, json.loads(ran.out)["system"]["name"]) == (0, "mine")
    ran = cli("validate", *given)
    assert (ran.status, ran.out) == (0, f"{replies}: company, 480 of 480 predictions\n{note}")
    mine = tmp_path / "mine.jsonl"
    ran = cli("import", "responses", *given, "--name", "mine", "-o", mine)
    assert (ran.status, ran.err) == (0, note)
    assert ran.out == f"wrote {mine}: company, 480 of 480 predictions; next: interplay score {mine}\n"
    reports = [json.loads(cli("score", *files, "--json").out) for files in ([mine], [*given, "--name", "mine"])]
    assert [warning["message"] for warning in reports[1].pop("warnings")] == ["ignored the column 'took'"]
    assert reports[0] == reports[1]
    assert cli("score", mine, replies, "--track", "company", "--json").status == 0
    ran = cli("compare", mine, *given, "--name", "other")
    assert (ran.status, note in ran.err) == (0, True)
    assert "mine - other" in ran.out


@pytest.mark.slow
def test_workers_grade_replies_too(cli: Cli, replies: Path) -> None:
    rows = [json.loads(line) | {"response": "hm"} for line in replies.read_text(encoding="utf-8").splitlines()]
    replies.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    given = ("score", replies, "--track", "company", "--json")
    ran = cli(*given)
    assert cli(*given, "--workers", "2").out == ran.out
    assert "480 of 480 replies to first, stale, second and 1 more cannot be read, such as company/0/0: 'hm'" in ran.out


def test_messages_name_the_command_and_every_file(cli: Cli, replies: Path) -> None:
    other = replies.with_name("other.jsonl")
    other.write_bytes(replies.read_bytes())
    ran = cli("compare", replies, other)
    names = f"interplay compare {replies} {other} --track company --name NAME1 --name NAME2\n"
    assert (ran.status, names in ran.err) == (1, True)
    ran = cli("compare", replies, other, "--track", "company", "--name", "one")
    assert (ran.status, "found 1 name for 2 files without a header" in ran.err) == (1, True)


@pytest.mark.parametrize("verb", ["score", "validate"])
def test_a_mistake_in_every_line_is_one_message(cli: Cli, replies: Path, verb: str) -> None:
    ran = cli(verb, replies, "--track", "positions")
    lines = [line for line in (ran.out + ran.err).splitlines() if "found 480 ids" in line]
    assert (ran.status, len(lines)) == (1, 1)
    assert "'company/0/0', 'company/0/1', 'company/0/2', …; these ids belong to the track company" in lines[0]
    ran = cli(verb, replies)
    assert ran.status == 1
    assert f"  interplay {verb} {replies} --track company --name NAME\n" in ran.out + ran.err
    mine = replies.parent / "mine.jsonl"
    assert cli("import", "responses", replies, "--track", "company", "-o", mine).status == 0
    mine.write_text(mine.read_text(encoding="utf-8").replace("response", "prediction"), encoding="utf-8")
    ran = cli(verb, mine)
    lines = [line for line in (ran.out + ran.err).splitlines() if "unknown key 'prediction'" in line]
    assert (ran.status, len(lines)) == (1, 1)
    assert lines[0].endswith("(100 such lines: 2, 3, 4, …)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "FOLDER/x.jsonl"), "name the track of the replies with --track"),
        (("--track", "company", "--name", "a", "--name", "b", "-o", "FOLDER/x.jsonl"), "with one --name"),
        (("--track", "company", "-o", "FOLDER/replies.jsonl"), "-o would replace"),
    ],
)
def test_imports_that_make_no_sense_are_refused(
    cli: Cli, replies: Path, arguments: tuple[str, ...], message: str
) -> None:
    ran = cli("import", "responses", replies, *(a.replace("FOLDER", str(replies.parent)) for a in arguments))
    assert (ran.status, message in ran.err) == (2, True)


def test_a_run_says_that_its_replies_are_worthless_and_what_comes_next(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    body = {"choices": [{"message": {"content": ""}, "finish_reason": "length"}]}
    with FakeOpenAI(lambda _: Answer(raw=json.dumps(body).encode())) as server:
        given = ("--track", "company", "--limit", 4, "--model", "openai:m", "--base-url", server.base_url)
        ran = cli("run", *given, "--max-tokens", 64, "-o", path)
    assert ran.status == 0
    assert ran.err.splitlines()[-3:] == [
        "warning: 4 of 4 replies are empty",
        (
            "warning: 100% of the replies were cut off at 64 tokens: the score says little about the model; raise "
            "--max-tokens"
        ),
        f"next: interplay score {path}",
    ]
    scored = cli("score", path, "--allow-partial")
    (verdict,) = re.findall(r"\ncompany\n(.*\n?.*)\n +\n system", scored.out)
    expected = (
        "100% of the replies were cut off at 64 tokens: the score says little about the model; raise --max-tokens"
    )
    assert verdict.split() == f"{path}: {expected}".split()
    assert "says little" not in scored.err
    ran = cli("import", "responses", path, "--track", "company", "-o", tmp_path / "x.jsonl")
    assert (ran.status, "has a header, so it is a submission already" in ran.err) == (2, True)
