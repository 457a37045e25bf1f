"""Rating sheets for people: a blinded sample of what a judge would be asked, and the filled-in sheets as judgments."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from interplay.core import canonical, jsonl
from interplay.core.driver import Reply
from interplay.core.errors import OutputError, RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Finding, Record, Sha256
from interplay.core.text import in_csv, printable, quoted
from interplay.judging.judge import Scale
from interplay.judging.questions import Question, failure, judgment, questions, verdict_of
from interplay.judging.verdicts import neutral
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.calls import Call
from interplay_lab.people.page import page

LONGEST_CELL: Final = 32_000
"""Characters of a text in a spreadsheet; programs cut longer ones."""


class Sheet(Record, frozen=True, kw_only=False, tag_field="record", tag="header"):
    """First line of a filled-in sheet: the judge's rubric, the submissions, and how the sample was drawn."""

    judge: Sha256
    submissions: Annotated[tuple[Sha256, ...], Meta(min_length=1, max_length=2)]
    where: Annotated[dict[str, str], Meta(max_length=100)]
    sample: Annotated[int, Meta(ge=1, le=100_000)]
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    format: Literal["interplay-ratings/1"] = "interplay-ratings/1"


class Rating(Record, frozen=True, tag_field="record", tag="rating"):
    """The verdict of a person on one entry of a sheet; an empty one is none."""

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    verdict: Annotated[str, Meta(max_length=20)] = ""
    comment: Annotated[str, Meta(max_length=5_000)] = ""


Asked = dict[str, Question]
Ratings = list[tuple[int, Rating]]
"""Ratings with the numbers of their lines."""


def sheet_of(call: Call, sample: int, seed: int) -> Sheet:
    """Return what identifies a sheet of *call*."""
    header, digests = call.header, tuple(named.sha256 for named in call.header.submissions)
    return Sheet(header.judge_digest, digests, header.where, sample, seed)


def draw(call: Call, sheet: Sheet) -> Asked:
    """Return what the sheet asks, in its order, by opaque id.

    The sample is of replies, clues or pairs. Pairs are shown in both orders, each the second time after all others.
    """
    groups: dict[tuple[str, int, str], list[Question]] = {}
    for question in questions(call.panel, call.subjects):
        groups.setdefault(question.subject.identity[:3], []).append(question)
    digest = canonical.sha256(canonical.encode(sheet))
    chance = Stream("people", digest, "sheet")
    drawn = [chance.shuffled(groups[key]) for key in chance.sample(sorted(groups), sheet.sample)]
    asked = [group[turn] for turn in range(max(map(len, drawn))) for group in chance.shuffled(drawn)]
    return {canonical.sha256(f"{digest} {question.subject.identity}".encode())[:16]: question for question in asked}


def write(call: Call, sheet: Sheet, path: Path) -> int:
    """Write the sheet to *path*, a page or where it ends in ``.csv`` a table; return the number of its entries.

    Raises ``OutputError`` where *path* exists, or a text is too long for a table.
    """
    if path.exists():
        raise OutputError(f"{path} exists; choose another file, or delete it")
    paragraphs = call.panel.judge.file.prompt.system.strip().split("\n\n")
    rubric = [text for text in paragraphs if "{{verdict}}" not in text and "BEGIN" not in text]  # for models
    entries = [_entry(key, question) for key, question in draw(call, sheet).items()]
    data = {"sheet": sheet, "rubric": rubric, "menu": call.panel.judge.file.verdict.menu(), "entries": entries}
    content = _table(data).encode("utf-8-sig") if path.suffix == ".csv" else page("sheet", data)
    canonical.write_atomically(path, [content])
    return len(entries)


def _entry(key: str, question: Question) -> dict[str, Any]:
    """Return an entry of a sheet; characters that do not print are question marks."""
    material, keep = question.subject.material, "\n\t"
    dialogue = [(message.role, printable(message.content, keep=keep)) for message in material.dialogue]
    judged = [(part.name, printable(part.text, keep=keep)) for part in material.texts]
    return {"id": key, "task": printable(material.task), "dialogue": dialogue, "texts": judged}


def _table(data: Mapping[str, Any]) -> str:
    names = [name for name, _ in data["entries"][0]["texts"]]
    rows = [["id", "task", "dialogue", *names, "verdict", "comment", "sheet", "instructions"]]
    instructions = "\n\n".join([*data["rubric"], f"Verdict: one of {', '.join(data['menu'])}"])
    for entry in data["entries"]:
        dialogue = "\n\n".join(f"[{role}]\n{text}" for role, text in entry["dialogue"])
        texts = [entry["task"], dialogue, *(text for _, text in entry["texts"])]
        if max(map(len, texts)) > LONGEST_CELL:
            raise OutputError(f"a text has more than {LONGEST_CELL:,} characters; write a page: --to sheet.html")
        rows.append([entry["id"], *map(in_csv, texts), "", "", canonical.encode(data["sheet"]).decode(), instructions])
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def read(call: Call, path: Path, output: Path) -> tuple[int, int]:
    """Write the ratings in *path* to *output* as judgments of the person of *call*; return how many, of how many.

    What was not rated has a judgment without a verdict. Raises ``RecordError`` with places for ratings of other
    submissions or by another rubric, of unknown entries, twice of one, and off the scale.
    """
    calls.refuse_other(output, call.header)
    if path.exists() and path.stat().st_size > 64_000_000:
        raise RecordError(f"{path} has more than 64,000,000 bytes, expected a filled-in sheet")
    sheet, ratings = _read_table(path) if path.suffix == ".csv" else _read_lines(path)
    expected = sheet_of(call, sheet.sample, sheet.seed)
    for name in ("judge", "submissions", "where"):
        if getattr(sheet, name) != getattr(expected, name):
            values = f"found {quoted(getattr(sheet, name))}, expected {quoted(getattr(expected, name))}"
            message = f"{values}: name the files, --judge and --where with which the sheet was made"
            raise RecordError(f"{path} cannot be used as ratings", [Finding.about(path, message, 1, f"$.{name}")])
    replies = dict(_checked(path, draw(call, sheet), ratings, call.panel.judge.file.verdict))
    records = [
        failure(call.panel, question, "not rated by the person")
        if (reply := replies.get(question.subject.identity)) is None
        else judgment(call.panel, question, reply, verdict_of(call.panel, question, reply))
        for question in questions(call.panel, call.subjects)
    ]
    header = replace(call.header, x={"sample": sheet.sample, "seed": sheet.seed})
    canonical.write_atomically(output, (canonical.encode(record) + b"\n" for record in (header, *records)))
    return len(replies), len(records)


def _checked(path: Path, asked: Asked, ratings: Ratings, scale: Scale) -> Iterator[tuple[object, Reply]]:
    """Yield each rated subject and the rating as a judge would have replied; no comment can be read as a verdict."""
    rated, findings = set[str](), list[Finding]()
    for line, rating in ratings:
        if rating.id not in asked or rating.id in rated:
            what = " again, expected it once" if rating.id in asked else ", which is not in this sheet"
            findings.append(Finding.about(path, f"found {rating.id!r}{what}", line, "$.id"))
        elif rating.verdict not in {"", *scale.menu()}:
            message = f"found {quoted(rating.verdict)}, expected one of {', '.join(scale.menu())}"
            findings.append(Finding.about(path, message, line, "$.verdict"))
        elif rating.verdict:
            label = f"{scale.label}: " if scale.label else ""
            text = f"{neutral(rating.comment).strip()}\n{label}[[{rating.verdict}]]".strip()
            yield asked[rating.id].subject.identity, Reply(text)
        rated.add(rating.id)
    if findings:
        raise RecordError(f"{path} cannot be used as ratings", findings)


def _read_lines(path: Path) -> tuple[Sheet, Ratings]:
    reader: jsonl.Reader[Any] = jsonl.Reader(path, Sheet, Rating)
    sheet = reader.header("is not a filled-in sheet: save the file from the page that `interplay judge --to` wrote")
    ratings = list(reader.body(Sheet, "a rating"))
    if not isinstance(sheet, Sheet):
        reader.error(1, "found no header of a sheet")
    if reader.errors:
        raise RecordError(f"{path} cannot be used as ratings", reader.errors)
    return sheet, ratings


def _read_table(path: Path) -> tuple[Sheet, Ratings]:
    """Return the sheet and the ratings of a table, whose columns may stand in any order."""
    sheets, ratings, line = set[str](), Ratings(), 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            for row in (reader := csv.DictReader(stream, strict=True)):
                line = reader.line_num
                sheets.add(row["sheet"] or "")
                values = {name: (row[name] or "").strip() for name in ("id", "verdict", "comment")}
                ratings.append((line, msgspec.convert({"record": "rating", **values}, Rating)))
        (sheet,) = sheets  # a table of several sheets, or of none, is refused
        return msgspec.convert(jsonl.scan(sheet.encode()), Sheet), ratings
    except (KeyError, csv.Error, jsonl.BadValue, RecursionError, ValueError, OSError) as error:
        message = f"{error}; expected rows of one sheet, with the columns id, verdict, comment and sheet"
        raise RecordError(f"{path} cannot be used as ratings", [Finding.about(path, message, line)]) from None
