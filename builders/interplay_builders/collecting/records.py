"""What a collection is made of, as it is kept on disk.

``collection.jsonl`` has a plan, then tasks, then dialogues; ``extraction.jsonl`` a judging, then verdicts. Both end
with what failed. A file is written once, whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from msgspec import Meta

from interplay.core.records import Message, Name, Record, Sha256, System
from interplay.tracks.simulation.records import Kind, Strategy
from interplay_builders.tracks.simulation.compose import opening

COLLECTION: Final = "interplay-collection/1"
EXTRACTION: Final = "interplay-extraction/1"
Number = Annotated[int, Meta(ge=0, le=10_000)]


class Plan(Record, frozen=True, tag_field="record", tag="plan"):
    """Everything that determines a collection, but for the chance in its models.

    ``exemplars_sha256`` covers the tasks from which exemplars are drawn; models are asked up to ``attempts`` times for
    a reply that can be read.
    """

    format: Literal["interplay-collection/1"]
    seed: str
    task_maker: System
    user_agent: System
    simulator: System
    new_tasks: Number
    with_exemplars: bool
    sessions: Number
    turns: Number
    attempts: Number
    prompts_sha256: Sha256
    exemplars_sha256: Sha256


class DrawnTask(Record, frozen=True, tag_field="record", tag="task"):
    """A task with its first request; it is empty if the brief contains it."""

    task_id: Name
    name: str
    kind: Kind
    family: Name
    brief: str
    first_request: str
    request_type: str
    licence: str
    provenance: str


class Turn(Record, frozen=True):
    """A request of the user, how it came about, and the simulator's reply."""

    request: str
    strategy: Strategy
    reply: str


class Dialogue(Record, frozen=True, tag_field="record", tag="dialogue"):
    """A dialogue of a user agent with a simulator; ``session`` counts those of a task from 1."""

    task_id: Name
    session: Number
    turns: tuple[Turn, ...]


class Failure(Record, frozen=True, tag_field="record", tag="failure"):
    """What could not be made because no reply could be read, and why."""

    what: str
    problem: str


class Judging(Record, frozen=True, tag_field="record", tag="judging"):
    """Everything that determines verdicts, but for chance: the collection, the judge and the model that plays it."""

    format: Literal["interplay-extraction/1"]
    collection_sha256: Sha256
    model: System
    judge: Name
    judge_sha256: Sha256
    attempts: Number


class Verdict(Record, frozen=True, tag_field="record", tag="verdict"):
    """The first challenging turn of a dialogue, counted from 1, or 0; ``reply`` is the judge's own text."""

    task_id: Name
    session: Number
    turn: Number
    reply: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A whole collection."""

    plan: Plan
    tasks: tuple[DrawnTask, ...]
    dialogues: tuple[Dialogue, ...]
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Extraction:
    """A judge's verdicts on a collection."""

    judging: Judging
    verdicts: tuple[Verdict, ...]
    failures: tuple[Failure, ...]


def messages(task: DrawnTask, turns: Sequence[Turn]) -> tuple[Message, ...]:
    """Return a dialogue as messages, the brief before the first request."""
    result: list[Message] = []
    for number, turn in enumerate(turns):
        request = opening(task.brief, turn.request) if number == 0 else turn.request
        result += [Message(role="user", content=request), Message(role="assistant", content=turn.reply)]
    return tuple(result)
