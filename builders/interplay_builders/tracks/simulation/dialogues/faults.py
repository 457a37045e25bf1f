"""Wrong replies, derived from true replies as the files of dialogues describe."""

from collections.abc import Sequence
from typing import Any

from interplay.core.records import Record
from interplay_builders.tracks.simulation.sessions import fence, wrapped

Asked = tuple[str, ...] | dict[str, Any]
"""What an engine is asked in one turn: commands, or the fields of a record of its own."""


class Fault(Record, frozen=True):
    """A wrong reply: one of three texts, or what the engine says after a slip of memory, then edited and dressed.

    ``text`` is the reply itself; ``stale`` takes the true reply of the turn before, ``wrong`` the turn's own ``wrong``.
    The four slips, which go together, change what the engine is told: ``history`` replaces commands (``["2.1", "..."]``
    is the first one of turn 2, ``["2", ""]`` all of turn 2; an empty text drops them), ``forget`` drops whole turns,
    ``first`` are commands obeyed in silence before this turn, ``do`` is what this turn asks instead of its own. Then
    ``edit`` replaces texts that stand exactly once, ``bare`` takes the fence away, ``fence`` puts one around;
    ``before`` and ``after`` are prose.
    """

    text: str | None = None
    stale: bool = False
    wrong: bool = False
    history: tuple[tuple[str, str], ...] = ()
    forget: tuple[int, ...] = ()
    first: tuple[str, ...] = ()
    do: Asked | None = None
    edit: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    fence: str | None = None
    before: str = ""
    after: str = ""

    def __post_init__(self) -> None:
        """Refuse a fault with more than one source."""
        if sum((self.text is not None, self.stale, self.wrong, self.slips)) > 1:
            raise ValueError("expected one of text, stale, wrong, and a slip of memory")

    @property
    def slips(self) -> bool:
        """Whether the engine is told something else than the user said."""
        return bool(self.history or self.forget or self.first or self.do is not None)

    def applied(self, turns: Sequence[Asked]) -> tuple[Asked, ...]:
        """Return what the engine is told instead of *turns*; raise ``ValueError`` where ``history`` fits nowhere."""
        changed, inputs = dict(self.history), list[Asked]()
        for number, asked in enumerate((*turns[:-1], turns[-1] if self.do is None else self.do), 1):
            whole = changed.pop(str(number), None)
            commands = asked if whole is None else (whole,)
            if isinstance(commands, tuple):
                commands = tuple(changed.pop(f"{number}.{n}", command) for n, command in enumerate(commands, 1))
                commands = tuple(filter(None, commands))
            inputs.append(() if number in self.forget else commands)
        if changed:
            raise ValueError(f"no command at {', '.join(changed)}")
        past = (*inputs[:-1], self.first)
        return (*(asked for asked in past if asked), inputs[-1])

    def dressed(self, text: str) -> str:
        """Return *text* in the dress of the fault."""
        if self.bare:
            text = "\n".join(line for line in text.splitlines() if not line.startswith("```"))
        if self.fence is not None:
            text = fence(text, self.fence)
        return wrapped(text, self.before, self.after)
