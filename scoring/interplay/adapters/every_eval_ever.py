"""Results in the schema of Every Eval Ever: a record for each submission, and a line for each reply and result."""

import hashlib
import json
import math
import os
import re
import time
import tomllib
import uuid
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import takewhile, zip_longest
from operator import eq
from pathlib import Path, PurePosixPath
from typing import Any, Final

from interplay.core import canonical
from interplay.core.driver import Ask
from interplay.core.errors import DatasetError
from interplay.core.records import Message, System, Usage
from interplay.core.release import Release
from interplay.core.replies import visible
from interplay.core.reports import Report
from interplay.hub.places import BENCHMARK, checked_repo
from interplay.running.requests import requests
from interplay.submissions.cache import Graders
from interplay.submissions.health import BOTS
from interplay.submissions.reading import open_submission
from interplay.tracks import catalogue
from interplay.tracks.base import Track
from interplay.tracks.single_turn import SingleTurn

Json = dict[str, Any]
FORMS: Final[Json] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
REFERENCE: Final = 100.0
"""The score of the reference: a reply that reaches it counts as correct where a metric has no greatest value."""
_SETTINGS: Final[Json] = dict.fromkeys(("temperature", "top_p", "top_k"), (int, float)) | {"max_tokens": (int,)}
_RESERVED: Final = re.compile(r"data|.*\.|(con|prn|aux|nul|(com|lpt)\d)(\..*)?", re.IGNORECASE)


def write(
    path: Path, report: Report, release: Release, folder: Path, given_id: str | None = None
) -> tuple[tuple[Path, ...], list[str]]:
    """Write the record of a submission, and a line for each of its replies and results, to *folder*.

    They are in ``data/interplay/DEVELOPER/NAME/``, as *given_id* says, or else the system's own name. Returns the paths
    of both files, and a sentence on everything that was left out. Raises ``OutputError`` where one cannot be written.
    """
    who, track = f"{report.system.name} on {report.track}", catalogue.load(report.track)
    try:
        model_id = _model_id(report.system, given_id)
    except DatasetError as error:
        return (), [f"no record for {who}: {error}; name the model with --model-id DEVELOPER/NAME"]
    if report.modified_dataset:
        return (), [f"no record for {who}: its dataset was modified"]
    results, left_out = _results(report, track, release)
    if not results:
        return (), left_out
    identity = canonical.sha256(f"{report.submission_sha256} {report.comparability_key} {model_id}".encode())
    name = str(uuid.UUID(identity[:32], version=4))
    samples_path = PurePosixPath("data", "interplay", model_id, f"{name}_samples.jsonl")
    ids = {"evaluation_id": f"interplay.{report.track}/{model_id}/{name}", "model_id": model_id}
    digest, n_lines, n_unscored = hashlib.sha256(), 0, 0
    with canonical.replacing(folder / samples_path) as stream:
        for sample in _samples(path, track, release):
            for where, result in results if sample else ():
                if where.items() <= sample["metadata"].items():
                    names = {"name": result["evaluation_name"], "result_id": result["evaluation_result_id"]}
                    stream.write(line := _line("line", ids | names | sample))
                    digest.update(line)
                    n_lines += 1
            n_unscored += not sample
    if n_unscored:
        left_out.append(f"no lines for {n_unscored:,} replies of {who}: they have no score")
    now = os.environ.get("SOURCE_DATE_EPOCH", "")
    details: Json = {
        "results": [result for _, result in results],
        "report": report,
        "file_path": str(samples_path),
        "checksum": digest.hexdigest(),
        "total_rows": n_lines,
    }
    details |= {"now": now if now.isdecimal() else str(int(time.time())), "developer": model_id.partition("/")[0]}
    record_path = folder / samples_path.with_name(f"{name}.json")
    canonical.write_atomically(record_path, [_line("record", ids | details)])
    return (record_path, folder / samples_path), left_out


def _model_id(system: System, given: str | None) -> str:
    """Return ``DEVELOPER/NAME``; raise ``DatasetError`` for another form, or a name that a directory cannot have."""
    name = given or (f"{BOTS}/{system.name}" if system.provider == BOTS else system.name)
    if checked_repo(name) != name or any(map(_RESERVED.fullmatch, name.split("/"))):
        raise DatasetError(f"{name!r} cannot be the name of a directory")
    return name


def _line(form: str, values: Json) -> bytes:
    """Return a form as a line of ASCII: some readers split lines at U+2028 and U+0085, which JSON may hold."""
    return json.dumps(_filled(FORMS[form], values), sort_keys=True, allow_nan=False).encode() + b"\n"


def _filled(form: Any, values: Json) -> Any:
    """Return a form with its values, without those that are undefined, and without tables of which nothing is left."""
    if isinstance(form, dict):
        inner = {key: _filled(part, values) for key, part in form.items()}
        return {key: part for key, part in inner.items() if part is not None} or None
    if not isinstance(form, str) or not form.startswith("$"):
        return form.format_map(values) or None if isinstance(form, str) else form
    first, *names = form[1:].split(".")
    return reduce(getattr, names, values.get(first))


def _results(
    report: Report, track: Track[Any, Any], release: Release
) -> tuple[list[tuple[Mapping[str, str], Json]], list[str]]:
    """Return results, each with what its items share: the headline over all items and over each part of tables.

    Also sentences on headlines that are not numbers, which give no result.
    """
    spec, params, left_out = track.headline, report.system.params, list[str]()
    results = list[tuple[Mapping[str, str], Json]]()
    settings: Json = {key: v for key, v in params.items() if type(v) in _SETTINGS.get(key, ())}
    if settings.get("max_tokens", 1) < 1:
        del settings["max_tokens"]
    is_ours = release.manifest.name == "Interplay"
    shared: Json = {"report": report, "spec": spec, "release": release, "settings": settings}
    shared["other_settings"] = {key: json.dumps(value) for key, value in params.items() if key not in settings}
    shared["legend"] = " ".join(track.legend.split())
    shared["least"], shared["most"] = map(_end, spec.scale)
    shared |= {"source_type": "hf_dataset", "hf_repo": BENCHMARK} if is_ours else {"source_type": "other"}
    parts = [group.where for group in report.groups if {*group.where} == {*track.table_by}]
    for where in ({}, *parts) if len(parts) > 1 else ({},):
        metric, names = report.metric(report.headline_name, **where), [where[key] for key in track.table_by if where]
        if metric.value is None:
            why = metric.reason or f"it is {metric.text}, not a number"
            left_out.append(f"no result for {' '.join((report.system.name, 'on', report.track, *names))}: {why}")
            continue
        values = shared | {"metric": metric, "where": where or None, "interval": metric.text or metric.unbounded}
        values["name"] = ".".join(("interplay", report.track, "+".join(report.splits), *names))
        if metric.low is not None and metric.high is not None:
            values |= {"low": metric.low, "high": metric.high, "level": spec.percent / 100, "method": metric.ci_method}
        results.append((where, _filled(FORMS["result"], values)))
    return results, left_out


def _end(value: float) -> float | str:
    """Return an end of a scale, as the schema writes it: JSON has no infinite numbers."""
    return value if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"


def _samples(path: Path, track: Track[Any, Any], release: Release) -> Iterator[Json]:
    """Yield what lines say of each reply; an empty dictionary for replies without a score."""
    submission, graders, pooled = open_submission(path, release), Graders(track, trusted=False), track.headline.pooled
    name = pooled.of[0] if pooled else track.headline.name  # single replies have no pooled metric
    most = next(spec.scale[1] for spec in track.metrics if spec.name == name)
    for _, prediction in submission.records():
        item = submission.items[prediction.item_id]
        grade = graders.of(prediction.item_id, item)(prediction)
        if (score := grade.values.get(name)) is None:
            yield {}
            continue
        metadata = track.where(item) | {"trial": str(grade.trial), "metric": name, "canary": release.manifest.canary}
        metadata |= {"reason": grade.reason} if grade.reason else {}
        graded: Json = {"grade": grade, "score": score, "is_correct": score >= min(most, REFERENCE)}
        graded["error"] = None if grade.status == "played" else grade.reason or "no reply"
        yield _sent(track, item, prediction) | graded | {"metadata": metadata}


def _sent(track: Track[Any, Any], item: Any, prediction: Any) -> Json:
    """Return what was sent and replied: a prompt and a reply, or all messages in their order."""
    replies = list(track.replies(item, prediction))
    asks = [ask for *_, ask in requests(track, (item,), (prediction,))]
    messages = list(_transcript(asks, replies))
    prompts = [message.content for message in (asks[0].messages if asks else ()) if message.role != "assistant"]
    prompt: Json = {"raw": "\n\n".join(prompts), "reference": []}
    sample: Json = {"sample_hash": canonical.sha256(json.dumps(prompt, sort_keys=True, separators=(",", ":")).encode())}
    usage = getattr(prediction, "usage", None) or Usage()
    if all(tokens := (usage.prompt_tokens, usage.completion_tokens)):
        sample |= {"input_tokens": tokens[0], "output_tokens": tokens[1], "total_tokens": sum(tokens)}
    is_asked_once = isinstance(track, SingleTurn)
    is_single = is_asked_once and len(replies) < 2 and len(messages) == len(prompts) + len(replies)
    if is_single or not messages:
        reasoning, position = getattr(prediction, "reasoning", None), Json(turn=0, source="output.raw")
        sample |= {"interaction_type": "single_turn", "output": replies, "reasoning": reasoning and [reasoning]}
    else:
        position = {"turn": len(messages) - 1, "source": "messages[turn_idx].content"}
        turns = [{"turn_idx": n, "role": m.role, "content": m.content} for n, m in enumerate(messages)]
        sample |= {"interaction_type": "multi_turn", "messages": turns, "num_turns": max(1, len(replies))}
    answers = [_filled(FORMS["answer"], position | {"text": visible(reply)}) for reply in replies[-1:] if is_asked_once]
    return sample | {"input": prompt, "answers": answers}


def _transcript(asks: list[Ask], replies: list[str]) -> Iterator[Message]:
    """Yield every message once, replies as they were sent; a conversation is known by its first message."""
    before: dict[Message, tuple[Message, ...]] = {}
    for ask, reply in zip_longest(asks, replies[: len(asks)]):
        known = before.get(ask.messages[0], ())
        n_known = sum(takewhile(bool, map(eq, known, ask.messages)))
        yield from (m for m in ask.messages[n_known:] if not known or m.role != "assistant")
        if reply is not None:
            yield Message(role="assistant", content=reply)
        before[ask.messages[0]] = ask.messages
