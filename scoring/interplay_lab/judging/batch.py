"""Requests as files for a batch service, and its answers read back: OpenAI's Batch JSONL, which vLLM reads, too.

Answers are matched by ``custom_id``, the key of the request, and may come in any order and any number of files.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from interplay.core import canonical, jsonl
from interplay.core.driver import Reply
from interplay.core.errors import ModelError, OutputError, RecordError
from interplay.core.records import Finding
from interplay.core.text import quoted
from interplay.judging.questions import Question, questions
from interplay.systems import completion
from interplay.systems.base import Meter
from interplay.systems.spec import SystemSpec
from interplay_lab.judging.asking.calls import Call, kept_keys

URL: Final = "/v1/chat/completions"
LIMIT_KEY: Final = "max_completion_tokens"
"""Batch services take no second try with another name, and this one is known to all of them."""
MOST_REQUESTS, MOST_BYTES = 50_000, 200_000_000
"""What a file may hold: the limits of the service."""
_NAME: Final = "requests-{:04}.jsonl"


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, and how many requests they hold."""

    files: tuple[Path, ...]
    requests: int


def export(
    asked: Iterable[Question],
    folder: Path,
    model: SystemSpec,
    most_requests: int = MOST_REQUESTS,
    most_bytes: int = MOST_BYTES,
) -> Exported:
    """Write the questions *asked* to as many files in *folder* as are needed; those with the same key once.

    Raises ``OutputError`` when *folder* holds such files already, or cannot be written.
    """
    if any(folder.glob(_NAME.format(0).replace("0000", "*"))):
        raise OutputError(f"{folder} already has requests; choose another directory")
    files, number, count, size, total = list[Path](), 0, 0, 0, 0

    def file_of(line: bytes) -> int:
        """Return the number of the file of the next line."""
        nonlocal number, count, size, total
        if len(line) > most_bytes:
            raise OutputError(f"a request has {len(line):,} bytes, a batch file holds {most_bytes:,}")
        if not number or count == most_requests or size + len(line) > most_bytes:
            number, count, size = number + 1, 0, 0
        count, size, total = count + 1, size + len(line), total + 1
        return number

    for file, lines in groupby(_lines(asked, model), file_of):
        files.append(folder / _NAME.format(file))
        canonical.write_atomically(files[-1], lines)
    return Exported(tuple(files), total)


def export_call(call: Call, cache: Path, folder: Path) -> Exported:
    """Write the requests of *call* whose replies *cache* does not hold."""
    with kept_keys(cache) as kept:
        asked = (q for q in questions(call.panel, call.subjects) if q.key not in kept)
        return export(asked, folder, call.spec)


def _lines(asked: Iterable[Question], model: SystemSpec) -> Iterator[bytes]:
    keys: set[str] = set()
    for question in asked:
        if question.key not in keys:
            keys.add(question.key)
            request = completion.arguments(model, question.ask, LIMIT_KEY)
            yield canonical.encode({"custom_id": question.key, "method": "POST", "url": URL, "body": request}) + b"\n"


Foreign = Annotated[object, Meta(extra_json_schema={"description": "The service's own."})]


class _Response(msgspec.Struct):
    status_code: int
    body: Foreign = None


class _Line(msgspec.Struct):
    custom_id: str
    response: _Response | None = None
    error: Foreign = None

    @property
    def served(self) -> object:
        """The model that answered, where the service names it."""
        body = None if self.response is None else self.response.body
        return body.get("model") if isinstance(body, dict) else None


@dataclass(frozen=True, slots=True)
class Imported:
    """What a batch service answered: a reply, or the reason why there is none, by the key of the request."""

    replies: dict[str, Reply]
    errors: dict[str, str]

    async def answer(self, question: Question, meter: Meter) -> Reply:  # noqa: ARG002  a source's signature
        """Return the imported reply to *question*; raise ``ModelError`` when there is none."""
        if question.key in self.replies:
            return self.replies[question.key]
        raise ModelError(self.errors.get(question.key, "no answer in the imported files"))


def read_answers(call: Call, paths: Iterable[Path]) -> Imported:
    """Return the answers in *paths* to the requests of *call*.

    Raises ``RecordError`` with findings for lines that are not answers, belong to no request, answer one twice, or come
    from another model.
    """
    keys = {question.key for question in questions(call.panel, call.subjects)}
    answers, model = Imported({}, {}), call.spec.model_name
    findings: list[Finding] = []
    for path in paths:
        reader = jsonl.Reader(path, _Line)
        for number, line in reader:
            if line.custom_id not in keys:
                what = f"found {quoted(line.custom_id)}, which is not a request of this call"
                reader.error(number, f"{what}; use the submissions and options of the export", "$.custom_id")
            elif line.custom_id in answers.replies or line.custom_id in answers.errors:
                reader.error(number, f"found a second answer to {quoted(line.custom_id)}, expected one", "$.custom_id")
            elif not is_of(served := line.served, model):
                what = f"found {quoted(served)}, expected {quoted(model)}: the requests were answered by another model"
                reader.error(number, what, "$.response.body.model")
            else:
                _add(answers, line)
        findings += reader.errors
    if findings:
        raise RecordError("the batch cannot be imported", findings)
    return answers


def is_of(served: object, model: str) -> bool:
    """Return whether a server that says it is *served* was asked for *model*: its dated name, without a provider's."""
    if served is None:
        return True
    if not isinstance(served, str):
        return False
    asked = model.removesuffix("-latest")
    names = {asked, asked.rpartition("/")[2]}
    return _DATED.sub("", served) in {_DATED.sub("", name) for name in names} or served.rpartition("/")[2] in names


_DATED: Final = re.compile(r"[-@](?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{4})$")
"""How a service names the day of a model."""


def _add(answers: Imported, line: _Line) -> None:
    if line.response is None or line.response.status_code != 200:
        status, body = "", "no reason"
        if line.response is not None:
            status, body = f" with status {line.response.status_code}", quoted(line.response.body)
        reason = body if line.error is None else quoted(line.error)
        answers.errors[line.custom_id] = f"the batch service answered{status}: {reason}"
        return
    try:
        answers.replies[line.custom_id] = completion.read(msgspec.json.encode(line.response.body))
    except completion.NoCompletion as error:
        answers.errors[line.custom_id] = f"the batch service sent no chat completion: {error}"
