"""Records of the simulation track."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from interplay.core.records import Count, Message, Name, Record
from interplay.tracks.single_turn import Answer

Role = Literal["content", "constraint", "format"]
DecidedBy = Literal["program", "judge"]
Kind = Literal["stateful", "stateless"]
ScriptType = Literal["last_only", "first_challenging", "subsequent_challenging"]
Strategy = Literal["first", "improve", "next", "new", "other"]


class Check(Record, frozen=True):
    """A test of a reply that a program decides. ``params`` are the parameters of its kind, as JSON text.

    ``content`` checks ask whether the reply says what is true, ``constraint`` checks whether it keeps a condition
    independent of its meaning (five letters, no "e", three examples), ``format`` checks whether it looks as the brief
    demands.
    """

    kind: Name
    role: Role
    params: str


class Task(Record, frozen=True):
    """A system to simulate: what the user says first (``brief``, then a first request) and what requests look like.

    In a ``stateful`` task replies depend on earlier requests.
    """

    canary: str
    item_id: Name
    name: Name
    kind: Kind
    family: Name
    brief: str
    request_type: str
    licence: str
    provenance: str


class Complaint(Record, frozen=True):
    """What the last request says is wrong, truly or not. A reply that passes ``checks`` takes the wrong side."""

    is_true: bool
    checks: tuple[Check, ...]


class Script(Record, frozen=True):
    """A dialogue up to a user's request, which the system under test answers in the simulator's place.

    ``script_type``: the last turn of a dialogue (``last_only``), the first turn at which a simulator failed, or a turn
    after it (both ``hard``). In the last case the simulator's error stays in ``messages``; what the user's requests
    imply remains the truth. ``strategies`` say how each of the user's requests came about. ``reference`` is a reply
    that passes all checks; ``planted`` are replies that must fail one. ``decided_by`` says whether checks decide nearly
    every word of a right reply, or hold constraints only and leave its meaning to a judge. ``task_id`` names its task.
    ``level`` is how difficult a script of the split ``hard`` is, from 1 upwards as its family counts; there ``hard`` is
    true from level 3 on.
    """

    canary: str
    item_id: Name
    split: Name
    task_id: Name
    task: Name
    kind: Kind
    family: Name
    script_type: ScriptType
    hard: bool
    decided_by: DecidedBy
    turns: int
    strategies: tuple[Strategy, ...]
    messages: tuple[Message, ...]
    reference: str
    checks: tuple[Check, ...]
    planted: tuple[str, ...]
    level: int | None = None
    complaint: Complaint | None = None


class Probe(Record, frozen=True):
    """What a player may ask of a host: how many of some ``cells`` belong to the secret. ``near`` are related probes."""

    key: Name
    text: str
    cells: tuple[Name, ...]
    near: tuple[Name, ...]


class Host(Record, frozen=True):
    """A guessing game that the system under test hosts: ``asked`` of the probes, chosen by its answers, then a demand.

    A secret is so many ``marked`` cells: of a square board of a ``size``, in straight ``groups`` if there are any, or
    names. The answer is the one of ``answers`` for the number of marked cells of a probe, or the ``marked_answer``
    where its own cell is marked. ``messages`` end with the first probe.
    """

    canary: str
    item_id: Name
    split: Name
    task_id: Name
    task: Name
    family: Name
    level: int
    messages: tuple[Message, ...]
    probes: tuple[Probe, ...]
    asked: int
    demand: str
    reference: str
    marked: int
    answers: tuple[Name, ...]
    marked_answer: tuple[Name, ...] = ()
    size: int = 0
    groups: tuple[int, ...] = ()
    kind: ClassVar[Kind] = "stateful"
    script_type: ClassVar[str] = "host"
    hard: ClassVar[bool] = True
    decided_by: ClassVar[DecidedBy] = "program"
    complaint: ClassVar[None] = None
    checks: ClassVar = (
        Check(kind="answers", role="format", params=""),
        Check(kind="secret", role="content", params=""),
    )
    planted: ClassVar[tuple[str, ...]] = ("",)


class Prediction(Answer, frozen=True, tag_field="record", tag="prediction", omit_defaults=True):
    """The raw reply to one script, or ``null`` with the reason in ``error``; a host's ``earlier`` replies, too."""

    earlier: Annotated[tuple[Annotated[str, Meta(max_length=100_000)], ...], Meta(max_length=1_000)] = ()
    most_tokens: Count = 0
