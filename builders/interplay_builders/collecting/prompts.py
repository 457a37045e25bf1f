"""The prompts of a collection: our words for what the paper's appendix B tells its models.

The judge has none here: it is the package's own (``judges/challenging.toml``). A template is filled in one pass, so
that nothing in the text of a model is ever taken for a placeholder. A conversation is marked with a digest of itself,
which no text in it can contain.
"""

import json
import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.records import Message, Record
from interplay.tracks.simulation.records import Kind
from interplay_builders.collecting.records import DrawnTask

_SOURCE = Path(__file__).with_name("prompts.toml")
_FIELD = re.compile(r"<<(\w+)>>")


class Prompts(Record, frozen=True):
    """The templates of ``prompts.toml``."""

    stateless: str
    stateful: str
    user_agent: str


@lru_cache(maxsize=1)
def prompts() -> Prompts:
    """Return the templates."""
    return msgspec.convert(tomllib.loads(_SOURCE.read_text(encoding="utf-8")), Prompts)


def sha256() -> str:
    """Return the digest of the templates, their version."""
    return canonical.sha256(_SOURCE.read_bytes())


def for_task(kind: Kind, exemplars: Sequence[DrawnTask]) -> str:
    """Return what asks for a new task (appendix B.1)."""
    template = prompts().stateless if kind == "stateless" else prompts().stateful
    return _filled(template, exemplars="\n\n".join(map(_exemplar, exemplars)))


def for_request(messages: Sequence[Message], request_type: str) -> str:
    """Return what asks for the user's next request (appendix B.2)."""
    mark = _mark(messages)
    wanted = json.dumps(request_type, ensure_ascii=False)[1:-1]
    return _filled(prompts().user_agent, mark=mark, dialogue=_dialogue(messages, mark), request_type=wanted)


def _filled(template: str, **values: str) -> str:
    return _FIELD.sub(lambda match: values[match[1]], template).strip()


def _exemplar(task: DrawnTask) -> str:
    texts = {"name": task.name, "brief": task.brief, "first_request": task.first_request}
    return json.dumps({**texts, "request_type": task.request_type}, ensure_ascii=False)


def _dialogue(messages: Sequence[Message], mark: str) -> str:
    return "\n\n".join(
        f"--- {mark} turn {index // 2 + 1}, {message.role} ---\n{message.content}"
        for index, message in enumerate(messages)
    )


def _mark(messages: Sequence[Message]) -> str:
    return canonical.sha256(canonical.encode(tuple(messages)))[:16]
