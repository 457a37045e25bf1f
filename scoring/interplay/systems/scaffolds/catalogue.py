"""What a scaffold is, found by the name of its file, and put between a driver and a model."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType

import msgspec

from interplay.core import extensions
from interplay.core.discovery import Catalogue
from interplay.core.driver import Ask, Done, P, Reply, Steps, advance, begin
from interplay.core.errors import UnknownName
from interplay.core.packaged import table
from interplay.core.records import Message, Record, Scalar, System
from interplay.core.replies import visible
from interplay.core.text import nearest

SCAFFOLDS: Catalogue[ModuleType] = Catalogue(
    "interplay.systems.scaffolds", "", "scaffold", shared=frozenset({"catalogue"}), group=extensions.SCAFFOLDS
)
names = SCAFFOLDS.names
_TEXTS = table(__package__, "texts.toml", dict[str, dict[str, str]])
Thinking = Generator[Ask, Reply, Reply]
"""Yields asks to the model, is sent its replies, and returns the reply that counts."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """A way of coming to a reply. It does no I/O and remembers nothing from one ask to the next.

    ``think`` returns the exchange that leads to the reply to an ask; ``calls`` how many requests one reply takes at
    most, when so many actions are listed. ``extra_tokens`` are those of each request beside the one for the reply, at
    most, on average. One that ``searches`` needs listed actions, and ``calls`` is a bound then, not a number.
    ``params`` are its parameters, as submissions list them.
    """

    name: str
    think: Callable[[Ask], Thinking]
    calls: Callable[[int], int] = lambda _actions: 1
    extra_tokens: int = 0
    params: Mapping[str, Scalar] = field(default_factory=dict)
    searches: bool = False


def twice(name: str, max_tokens: int, params: Record, **values: object) -> Scaffold:
    """Return a scaffold that asks with some words before, and for the reply with others; *values* fill the former.

    They are in ``texts.toml`` under its *name*.
    """
    before, after = _TEXTS[name]["before"].format(**values), _TEXTS[name]["after"]

    def think(ask: Ask) -> Thinking:
        *earlier, last = ask.messages  # the last one is the user's
        question = Message(role=last.role, content=f"{last.content}\n\n{before}")
        first = replace(ask, messages=(*earlier, question), max_tokens=max_tokens)
        thoughts = yield first
        turns = (turn("assistant", visible(thoughts.text)), turn("user", after))
        reply = yield replace(first, messages=(*first.messages, *turns), max_tokens=ask.max_tokens)
        return summed(reply, (thoughts,), (thoughts.text,))

    return Scaffold(name, think, lambda _actions: 2, max_tokens, msgspec.to_builtins(params))


def summed(last: Reply, before: Iterable[Reply], workings: Iterable[str]) -> Reply:
    """Return *last* with the cost of all replies, and *workings* that led to it."""
    replies, counts = (*before, last), ("prompt_tokens", "completion_tokens", "calls")
    return replace(last, workings=tuple(workings), **{name: sum(getattr(r, name) for r in replies) for name in counts})


def turn(role: str, content: str) -> Message:
    """Return a turn of a chat; models must not be sent empty ones."""
    return Message(role="assistant" if role == "assistant" else "user", content=content or "(nothing)")


def load(name: str, params: Mapping[str, str] | None = None) -> Scaffold:
    """Return the scaffold called *name* with these parameters, which have defaults.

    Raises ``UnknownName`` for a scaffold or a parameter that there is not, or a value that does not fit.
    """
    module = SCAFFOLDS.load(name)
    given = dict(params or {})
    known = [field.name for field in msgspec.structs.fields(module.Params)]
    for key in given:
        if key not in known:
            has = f"it takes {', '.join(known)}" if known else "it takes none"
            raise UnknownName(f"the scaffold {name} has no parameter {key!r}{nearest(key, known)}; {has}")
    try:
        chosen = msgspec.convert(given, module.Params, strict=False)
    except msgspec.ValidationError as error:
        raise UnknownName(f"invalid parameter of the scaffold {name}: {error}") from None
    scaffold: Scaffold = module.make(chosen)
    return scaffold


def system_of(system: System, scaffold: Scaffold) -> System:
    """Return *system* as submissions name it: the scaffold is part of the name, its parameters are listed.

    Parameters that are not the scaffold's defaults are part of the name, too: ``m-rap-depth4``.
    """
    if scaffold.name == "direct":
        return system
    params = {f"{scaffold.name}_{key}": value for key, value in scaffold.params.items()}
    defaults = load(scaffold.name).params
    others = (f"-{key}{value}" for key, value in scaffold.params.items() if value != defaults[key])
    name, *asked = system.name.partition(" (")  # how a model is asked stands last, in brackets
    name = "".join([f"{name}-{scaffold.name}", *others, *asked])
    return msgspec.structs.replace(system, name=name, scaffold=scaffold.name, params=system.params | params)


def scaffolded(steps: Steps[P], scaffold_of: Callable[[str], Scaffold]) -> Steps[P]:
    """Drive *steps*, where the scaffold of the player who is asked thinks before each reply."""
    ask: Ask | Done[P] = begin(steps)
    while not isinstance(ask, Done):
        ask = advance(steps, (yield from scaffold_of(ask.player).think(ask)))
    return ask.prediction
