"""Files of replies without a header: two columns are enough, and what is wrong is said once, with its lines."""

import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core import jsonl
from interplay.core.errors import MissingPackage, OutputError, RecordError, UnknownName
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.submissions import replies, rows
from interplay.submissions.accepting import Given, accepted, converted
from interplay_lab.api.comparison import compare

IDS = tuple(f"company/{dialogue}/0" for dialogue in range(4))
TWO = [{"item_id": item_id, "response": "yes"} for item_id in IDS]


def lines(entries: Iterable[object]) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def written(path: Path, entries: Iterable[object]) -> Path:
    path.write_text(lines(entries), encoding="utf-8")
    return path


def scored(path: Path, release: Release, track: str = "company") -> Report:
    return interplay.score(path, release, track=track, name="mine", allow_partial=True)


def refusal(path: Path, release: Release, track: str = "company") -> str:
    with pytest.raises(RecordError) as caught:
        converted(path, release, track, "mine")
    return str(caught.value).replace(f"{path}", "FILE").replace("\n", " ")


def answer(item: Any) -> str:
    return str(item.people[0]) if item.kind == "recall" else "yes"


@pytest.mark.parametrize("key", ["item_id", "id", "custom_id"])
def test_two_columns_are_the_submission_that_a_run_writes(key: str, release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("company", "standard", release)
    path = written(tmp_path / "mine.jsonl", ({key: item.item_id, "response": answer(item)} for item in items))
    run = tmp_path / "run.jsonl"
    interplay.write_submission(
        run, (interplay.play(i, partial(lambda item, _: answer(item), i)) for i in items), name="mine", release=release
    )
    report = interplay.score(path, release, track="company", name="mine")
    assert report == interplay.score(run, release)
    validation = interplay.validate(path, release, track="company")
    assert (validation.ok, validation.path, validation.findings) == (True, path, ())


def test_the_same_replies_in_every_form_are_one_submission(release: Release, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    texts = ["yes", 'one\nline, two\n"no"', "", "é no"]
    entries = [
        {"item_id": i, "response": text, "finish_reason": "stop", "reasoning": "hm", "prompt_tokens": 3, "trial": 0}
        for i, text in zip(IDS, texts, strict=True)
    ]
    forms = [
        written(tmp_path / "a.jsonl", entries),
        tmp_path / "a.jsonl.gz",
        tmp_path / "a.csv",
        tmp_path / "a.parquet",
    ]
    forms[1].write_bytes(gzip.compress(forms[0].read_bytes()))
    quoted = [",".join('"' + str(value).replace('"', '""') + '"' for value in entry.values()) for entry in entries]
    forms[2].write_text("\ufeff" + "\r\n".join([",".join(entries[0]), *quoted]) + "\r\n", encoding="utf-8", newline="")
    parquet.write_table(pyarrow.Table.from_pylist(entries), forms[3])
    batch = []
    for entry in entries:
        choice = {"message": {"content": entry["response"], "reasoning_content": "hm"}, "finish_reason": "stop"}
        body = {"choices": [choice], "usage": {"prompt_tokens": 3}}
        response = {"status_code": 200, "body": body}
        batch.append({"id": "batch_req_1", "custom_id": entry["item_id"], "response": response, "error": None})
    forms.append(written(tmp_path / "batch.jsonl", batch))
    made = [converted(path, release, "company", "mine") for path in forms]
    assert [entry.predictions for entry in made[1:]] == [made[0].predictions] * 4
    assert made[0].header == made[4].header
    usage = getattr(made[0].predictions[0], "usage")  # noqa: B009  a record of any track
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (1, 3, 0)


def test_samples_are_numbered_and_errors_are_kept(release: Release, tmp_path: Path) -> None:
    entries = [{"id": IDS[0], "trial": n, "response": "yes"} for n in range(3)]
    entries += [{"id": IDS[1], "trial": 0, "error": "timeout"}, {"id": IDS[2], "response": None}]
    made = converted(written(tmp_path / "t.jsonl", entries), release, "company", None)
    assert (made.header.trials, made.header.system.name, len(made.predictions)) == (3, "t", 5)
    assert [getattr(p, "error", None) for p in made.predictions[3:]] == ["timeout", "no response"]
    batch = [{"custom_id": f"{IDS[0]}#{n}", "response": None, "error": {"message": "expired"}} for n in range(2)]
    made = converted(written(tmp_path / "b.jsonl", batch), release, "company", None)
    assert [getattr(p, "trial", None) for p in made.predictions] == [0, 1]
    assert getattr(made.predictions[0], "error", "") == "the batch service answered: expired"


def test_columns_that_do_not_count_are_named_once(release: Release, tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", [{**entry, "latency": 1.5, "a\x1b[2J": {}} for entry in TWO])
    with accepted([path], release, Given("company")) as files:
        (note,) = files.findings()
    assert str(note) == f"{path}: ignored the columns 'latency', 'a\\x1b[2J'"


TRIALS: list[object] = [-1, 10_000, 0.5, True, "x", []]
WRONG: dict[str, tuple[list[Mapping[str, object]], str]] = {
    "no id": (
        [{"response": "yes"}] * 5,
        "found no column item_id (or id, custom_id); the columns are 'response' (5 such lines: 1, 2, 3, …)",
    ),
    "no response": (
        [{"id": i, "responses": "yes"} for i in IDS],
        "found no column response (did you mean 'responses'?); the columns are 'id', 'responses' (4 such lines: ",
    ),
    "doubled": (
        [*TWO, TWO[0]],
        "found 'company/0/0' in lines 1 and 5, expected it once; further samples need a column trial (0, 1, ...)",
    ),
    "unknown": (
        [{"id": f"compny/{n}/0", "response": ""} for n in range(9)],
        "found 9 ids that the track company does not have: 'compny/0/0' (did you mean 'company/0/0'?), ",
    ),
    "other track": (
        [{"id": "air_land_sea/0000", "response": ""}],
        "does not have: 'air_land_sea/0000'; these ids belong to the track positions",
    ),
    "path": (
        [{"id": "../../etc/passwd", "response": ""}],
        "found 1 id that the track company does not have: '../../etc/passwd'",
    ),
    "control": (
        [{"id": "\x1b[2J\x00", "response": ""}],
        "found 1 id that the track company does not have: '\\x1b[2J\\x00'",
    ),
    "number as id": ([{"id": 3, "response": ""}], "found an id that is not text; the columns are 'id', 'response'"),
    "list as text": ([{"id": IDS[0], "response": ["yes"]}], "found a response of type list, expected text"),
    "object as text": ([{"id": IDS[0], "response": {"body": 1}}], "found a response of type dict, expected text"),
    "list as reason": (
        [{"id": IDS[0], "response": "", "finish_reason": []}],
        "found a finish_reason of type list, expected text",
    ),
    "trial": (
        [{"id": IDS[0], "response": "", "trial": t} for t in TRIALS],
        "found a trial that is not a number from 0 to 9,999 (6 such lines: 1, 2, 3, …)",
    ),
    "no completion": (
        [{"custom_id": IDS[0], "response": {"body": {"choices": []}}}],
        "found no chat completion in response.body: no choices",
    ),
    "no body": ([{"custom_id": IDS[0], "response": None}], "found no chat completion in response.body"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_once_with_its_lines(case: str, release: Release, tmp_path: Path) -> None:
    entries, message = WRONG[case]
    text = refusal(written(tmp_path / "w.jsonl", entries), release)
    assert message in text
    assert text.count("FILE:") == 1


DEEP = '{"id": "company/0/0", "response": "", "custom_id": ' + "[" * 100_000 + "]" * 100_000 + "}"
RAW: dict[str, tuple[str, bytes, str]] = {
    "empty": ("jsonl", b"", "found no replies, expected at least one"),
    "list": ("jsonl", b"[1]\n", 'found a list, expected one object a line, such as {"item_id": "...", "response"'),
    "deep": ("jsonl", DEEP.encode(), "nested too deep to read"),
    "doubled key": ("jsonl", b'{"id": "a", "id": "b"}\n', "found the key 'id' twice"),
    "latin": ("jsonl", '{"id": "é"}\n'.encode("latin-1"), "found the byte 0xe9 at column 9, expected text in UTF-8"),
    "nul": ("jsonl", b'{"id": "company/0/0", "response": "\0"}\n', "expected one JSON object"),
    "surrogate": ("jsonl", b'{"id": "company/0/0", "response": "\\ud800"}\n', "found half of a surrogate pair"),
    "not a number": ("jsonl", b'{"id": "company/0/0", "response": "", "trial": NaN}\n', "FILE:1: "),
    "long": ("jsonl", b'{"id": "' + b"a" * jsonl.MAX_LINE + b'"}\n', "found a line longer than 16,777,216 bytes"),
    "csv latin": ("csv", "id,response\né,\n".encode("latin-1"), "found the byte 0xe9, expected text in UTF-8"),
    "csv short": ("csv", b"id,response\na\n", "FILE:2: found a number of values other than the 2 columns"),
    "csv doubled": ("csv", b"id,id\na,b\n", "found two columns of the same name"),
    "csv open": ("csv", b'id,response\na,"b\n', "found broken CSV (unexpected end of data)"),
    "csv field": ("csv", b"id,response\na," + b"b" * 200_000 + b"\n", "found broken CSV (field larger than"),
    "csv empty": ("csv", b"", "found no replies, expected at least one"),
    "csv usage": ("csv", b'id,response,usage\ncompany/0/0,x,"{"\n', "found a usage that is not a JSON object"),
    "parquet": ("parquet", b"PAR1 and no more", "found broken Parquet ("),
}


@pytest.mark.parametrize("case", RAW)
def test_hostile_bytes_are_refused(case: str, release: Release, tmp_path: Path) -> None:
    suffix, content, message = RAW[case]
    path = tmp_path / f"h.{suffix}"
    path.write_bytes(content)
    assert message in refusal(path, release)


def test_memory_for_replies_is_bounded(release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_BYTES", 10)
    table = tmp_path / "m.csv"
    table.write_text("item_id,response\n", encoding="utf-8")
    assert "found a file larger than 10 bytes; write it as JSONL" in refusal(table, release)
    monkeypatch.setattr(replies, "MAX_CHARACTERS", 10)
    path = written(tmp_path / "m.jsonl", TWO)
    assert "found replies of more than 10 characters in total" in refusal(path, release)


def test_lines_that_cannot_be_read_and_rows_that_are_wrong_are_named_together(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_text(lines([*TWO, TWO[0], {"id": "x", "response": ""}]) + '{"item_id": "comp', encoding="utf-8")
    text = refusal(path, release)
    assert all(
        part in text for part in ("in lines 1 and 5", "found 1 id that", "FILE:7: found", "writing may have been")
    )


def test_windows_line_ends_and_a_byte_order_mark_are_noted(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "w.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + lines(TWO).replace("\n", "\r\n").encode())
    made = converted(path, release, "company", "mine")
    assert len(made.predictions) == 4
    assert [note.severity for note in made.notes] == ["warning", "warning"]


def test_without_pyarrow_parquet_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.parquet"
    path.write_bytes(b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(rows, "find_spec", lambda _: None)
    with pytest.raises(MissingPackage, match=r"needs the package pyarrow: pip install 'interplay-bench\[hub\]'"):
        next(rows.read(path, []))


@pytest.mark.parametrize("track", ["games", "scorekeeping"])
def test_tracks_that_are_played_in_turns_show_how(track: str, release: Release, tmp_path: Path) -> None:
    text = refusal(written(tmp_path / "g.jsonl", TWO), release, track)
    assert f"{track} is played in turns" in text
    assert "interplay.play(item, chat)" in text
    assert ("interplay.grade(row, reply)" in text) == (track == "scorekeeping")


def test_items_of_several_turns_are_counted_and_splits_leave_them_out(release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("horizon", ["single", "turns"], release)
    rows_of = [{"id": i.item_id, "response": "x", "budget": 1_024} for i in items]
    path = written(tmp_path / "h.jsonl", rows_of[432:])
    assert "of several turns: use interplay.play, or omit it (--split) (60 such lines: " in refusal(
        path, release, "horizon"
    )
    written(path, reversed(rows_of))
    made = converted(path, release, "horizon", "mine")
    assert (made.header.splits, len(made.predictions)) == (("single",), 432)
    (note,) = made.notes
    assert note.message.startswith("left out 60 replies to items of the split turns: the headline is about single; ")
    made = converted(path, release, "horizon", "mine", ["single"])
    assert (made.header.splits, len(made.predictions)) == (("single",), 432)
    assert getattr(made.predictions[0], "budget", 0) == 1_024
    assert [note.message for note in made.notes] == ["ignored 60 replies to items of other splits"]
    with pytest.raises(UnknownName, match="unknown split 'singles' \\(did you mean 'single'"):
        converted(path, release, "horizon", "mine", ["singles"])


def test_what_is_missing_is_counted(release: Release, tmp_path: Path) -> None:
    path = written(tmp_path / "some.jsonl", TWO)
    with pytest.raises(RecordError, match="found 4 of 480 predictions, expected all") as caught:
        interplay.score(path, release, track="company")
    assert str(caught.value).startswith(f"{path} is incomplete\n  {path}: found 4 of 480")
    assert scored(path, release).counts["missing"] == 476


@pytest.mark.parametrize(
    "content", [b"no gzip", gzip.compress(b"{}" * 99, mtime=0)[:-9], b"\x1f\x8b\x08" + b"\xff" * 99]
)
def test_damaged_gzip_is_refused(content: bytes, release: Release, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl.gz"
    path.write_bytes(content)
    for track in ("company", None):
        (finding,) = interplay.validate(path, release, track=track).findings
        assert "damaged gzip data" in finding.message


def test_names_are_those_that_a_header_may_have(release: Release, tmp_path: Path) -> None:
    path = written(tmp_path / "n.jsonl", TWO)
    with pytest.raises(OutputError, match="could not be read"):
        converted(path, release, "company", "x" * 201)


def paste_header(path: Path, error: RecordError) -> None:
    """Begin a file with the header that an error proposes in its last line."""
    header = str(error).splitlines()[-1].strip()
    path.write_text(header + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def test_a_header_is_shown_where_one_is_missing(release: Release, tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", ({"record": "prediction", **entry} for entry in TWO))
    with pytest.raises(
        RecordError, match=r"the ids belong to the track company; give the track and the name of the system"
    ) as caught:
        interplay.score(path, release)
    assert f"  interplay score {path} --track company --name NAME" in str(caught.value)
    paste_header(path, caught.value)
    assert interplay.score(path, release, allow_partial=True).counts["played"] == 4
    with pytest.raises(RecordError, match="is a submission of the track 'company', not of positions"):
        interplay.score(path, release, track="positions")
    with pytest.raises(RecordError, match="found the name 'x', but no file of replies without a header"):
        interplay.score(path, release, name="x")


def test_the_header_to_paste_is_about_the_split_of_the_replies(release: Release, tmp_path: Path) -> None:
    items: list[Any] = interplay.load_items("positions", "easy", release)[:4]
    path = written(
        tmp_path / "e.jsonl", ({"record": "prediction", "item_id": i.item_id, "response": "x"} for i in items)
    )
    with pytest.raises(RecordError) as caught:
        interplay.score(path, release)
    paste_header(path, caught.value)
    assert interplay.score(path, release, allow_partial=True).splits == ("easy",)


@pytest.mark.slow
def test_the_headline_split_is_scored_unless_another_is_asked_for(release: Release, tmp_path: Path) -> None:
    items: list[Any] = interplay.load_items("positions", ["deep", "easy"], release)
    easy = [item.item_id for item in items if item.split == "easy"]
    path = written(tmp_path / "p.jsonl", ({"id": item.item_id, "response": "x"} for item in reversed(items)))
    note = (
        "left out 320 replies to items of the split easy: the headline is about deep; --split easy (in Python splits=) "
        "scores them"
    )
    report = interplay.score(path, release, track="positions")
    assert (report.splits, report.counts["played"]) == (("deep",), 160)
    validation = interplay.validate(path, release, track="positions")
    assert (validation.valid, validation.expected) == (160, 160)
    comparison = compare(path, path_twin(path), track="positions", release=release)
    assert comparison.items == 160
    for findings in (report.warnings, validation.findings, comparison.warnings):
        assert note in [finding.message for finding in findings]
    report = interplay.score(path, release, track="positions", splits="easy")
    assert (report.splits, report.counts["played"]) == (("easy",), 320)
    assert interplay.validate(path, release, track="positions", splits=["deep", "easy"]).valid == 480
    written(path, ({"id": item_id, "response": "x"} for item_id in easy))
    assert interplay.score(path, release, track="positions").splits == ("easy",)
    interplay.write_submission(path, {item.item_id: "x" for item in items}, name="mine", release=release)
    both = "the score covers the splits deep and easy; the headline is about deep"
    report = interplay.score(path, release)
    assert both in [warning.message for warning in report.warnings]
    warnings = compare(path, path_twin(path), release=release).warnings
    assert both in [warning.message for warning in warnings]


def path_twin(path: Path) -> Path:
    """Return a file with other replies to the same items."""
    twin = path.with_name("twin.jsonl")
    twin.write_text(path.read_text(encoding="utf-8").replace('"x"', '"y"').replace("mine", "other"), encoding="utf-8")
    return twin


def test_replies_that_cannot_be_read_are_counted_by_part_with_an_example(release: Release, tmp_path: Path) -> None:
    items: list[Any] = interplay.load_items("positions", "hard", release)
    bad = {"bargain": "Hm.\n" + "é" * 60 + "\x1b[2J propose:2,2,1"}
    rows_of = [{"id": i.item_id, "response": bad.get(i.game, i.values[0].action)} for i in items]
    path = written(tmp_path / "p.jsonl", [row for row in rows_of if "hanabi" not in row["id"]])
    report = interplay.score(path, release, track="positions", allow_partial=True)
    (message,) = [warning.message for warning in report.warnings if "cannot be read" in warning.message]
    assert message == (
        "150 of 150 replies to bargain cannot be read, such as bargain/0000: '…"
        + "é" * 32
        + "\\x1b[2J propose:2,2,1'; "
        "the prompt asks for a last line such as 'Action: 0 hats 0 balls 0 apples'"
    )


def test_moves_that_are_not_legal_are_counted_with_an_example(release: Release, tmp_path: Path) -> None:
    items: list[Any] = interplay.load_items("positions", "hard", release)
    bad = {"bargain": "Action: 9 hats 9 balls 9 apples"}
    rows = [{"id": i.item_id, "response": bad.get(i.game, i.values[0].action)} for i in items]
    report = interplay.score(written(tmp_path / "p.jsonl", rows), release, track="positions", allow_partial=True)
    (message,) = [warning.message for warning in report.warnings if "legal" in warning.message]
    assert message.startswith(
        "150 of 150 replies to bargain have moves that are not legal, such as bargain/0000: "
        "'Action: 9 hats 9 balls 9 apples'; the prompt asks for a last line such as "
    )


def test_bots_and_shipped_files_are_not_warned_of(release: Release) -> None:
    report = interplay.score(release.root / "baselines/bot-random/company.jsonl.gz", release)
    assert report.warnings == ()
    report = interplay.score(release.root / "baselines/bot-silent/company.jsonl.gz", release)
    assert report.warnings == ()


@pytest.mark.parametrize("track", [None, "company"])
def test_a_table_with_another_suffix_names_the_suffix(track: str | None, release: Release, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("item_id,response\r\ncompany/0/0,yes\r\n" * 200, encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        interplay.score(path, release, track=track)
    assert "must end in .csv or .parquet" in str(caught.value)
    assert str(caught.value).count("table.txt:1") == 1


def test_a_wrong_key_without_a_track_names_both(release: Release, tmp_path: Path) -> None:
    path = written(tmp_path / "k.jsonl", [{"item": IDS[0], "response": "yes"}])
    with pytest.raises(RecordError, match=r"no column item_id \(or id, custom_id\) \(did you mean 'item'") as caught:
        interplay.score(path, release)
    assert f"interplay score {path} --track TRACK --name NAME" in str(caught.value)


def test_worthless_replies_are_warned_of(release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("positions", ["deep", "easy"], release)
    path = written(tmp_path / "p.jsonl", ({"id": i.item_id, "response": " ", "finish_reason": "length"} for i in items))
    messages = [finding.message for finding in interplay.validate(path, release, track="positions").findings]
    assert messages[0].startswith("left out 320 replies to items of the split easy: the headline is about deep; ")
    assert messages[1:] == [
        "160 of 160 replies are empty",
        "100% of the replies were cut off at the token limit: the score says little about the model; raise it",
    ]
    report = interplay.score(path, release, track="positions")
    assert [warning.message for warning in report.warnings] == messages
    assert {warning.file for warning in report.warnings} == {str(path)}
