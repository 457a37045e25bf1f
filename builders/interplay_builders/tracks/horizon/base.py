"""The interface of a family of sessions: an engine that carries out orders, and a source of orders and questions."""

from collections.abc import Hashable, Mapping
from typing import Literal, Protocol, Self, TypeVar, runtime_checkable

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.tracks.horizon.records import Line

Voice = Literal["plain", "friendly", "brisk"]
VOICES: tuple[Voice, ...] = ("plain", "friendly", "brisk")
Effect = tuple[Hashable, ...]
"""What an order did, where and how much. Empty where it did nothing, ``("refused", ...)`` where it was refused."""
REFUSED = "refused"


class Command(Struct, frozen=True):
    """An order or a question: what its wordings are listed under, and what is filled into them in order."""

    verb: str
    args: tuple[str | int, ...] = ()


class Cents(int):
    """An amount of money in cents, written with two decimals and no thousands separator."""

    def __str__(self) -> str:
        """Return ``12.50``; the minus sign comes first."""
        return f"{'-' if self < 0 else ''}{abs(self) // 100}.{abs(self) % 100:02d}"

    def __format__(self, spec: str) -> str:
        """Return the same as ``str``, for any *spec*."""
        return str(self)


class Engine(Protocol):
    """The state of a session and the rules by which orders change it."""

    def copy(self) -> Self:
        """Return an engine in the same state that changes apart from this one."""
        ...

    def obey(self, command: Command) -> Effect:
        """Carry out an order, or refuse it; return what it did."""
        ...

    def values(self) -> tuple[str, ...]:
        """Return the report: a value for each of its lines, as the reference has them."""
        ...


class State:
    """An engine's attributes, among which only dictionaries are changed in place."""

    def copy(self) -> Self:
        """Return an independent copy."""
        new = object.__new__(type(self))
        new.__dict__.update((name, dict(value) if type(value) is dict else value) for name, value in vars(self).items())
        return new


E = TypeVar("E", bound=Engine)
E_contra = TypeVar("E_contra", bound=Engine, contravariant=True)


class Kind(Protocol[E_contra]):
    """A kind of sessions: ``FAMILY`` of a module in ``families``, with its texts in a TOML file beside it."""

    name: str

    def facts(self, start: E_contra) -> Mapping[str, str]:
        """Return what is filled into the brief."""
        ...

    def report(self, start: E_contra) -> tuple[Line, ...]:
        """Return the lines of the report."""
        ...

    def question(self, engine: E_contra, stream: Stream) -> Command:
        """Return a question that might come next; it changes nothing."""
        ...


class Family(Kind[E], Protocol[E]):
    """A kind whose orders are drawn one after the other."""

    def start(self, stream: Stream) -> E:
        """Return the engine at the beginning of a session that *stream* draws."""
        ...

    def order(self, engine: E, stream: Stream) -> Command:
        """Return an order that might come next in this state."""
        ...


@runtime_checkable
class Scripted(Kind[E], Protocol[E]):
    """A kind whose sessions are drawn as a whole, as each event is chosen in view of the others. Chains are short."""

    def script(self, stream: Stream, level: int) -> tuple[E, tuple[Command, ...]]:
        """Return the engine at the beginning of a session that *stream* draws, and its *level* operations."""
        ...


Wordings = dict[str, dict[Voice, tuple[str, ...]]]


class Texts(Record, frozen=True):
    """The words of a family: the brief, and for each order and question its wordings in every voice.

    ``{0}``, ``{1}`` in a wording are the command's arguments; ``{name}`` in the brief is one of the family's facts.
    A formal notation has one voice, ``plain``, and one wording a command. ``words_of`` is another family that has
    the same commands, and the wordings of both.
    """

    title: str
    brief: str
    orders: Wordings = {}
    questions: Wordings = {}
    formal: bool = False
    words_of: str = ""
