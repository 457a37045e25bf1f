"""A chat server of one room: who is in it, who may do what, and what stands on everybody's screen."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

OWNER = "ana"
NOTHING = "(empty)"


class Room:
    """The people in the room, moderators, muted people, and the screen of each since the latest ``/join``."""

    def __init__(self) -> None:
        self._inside: set[str] = set()
        self._mods: set[str] = set()
        self._muted: set[str] = set()
        self._screens: dict[str, list[str]] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take lines ``name> text``, the last one ``? name``, and show that screen.

        Raises ``ValueError`` for a line of another form, or where none asks for a screen.
        """
        asked = [line[1:].strip() for line in commands if line.startswith("?")]
        if len(asked) != 1 or not commands[-1].startswith("?"):
            raise ValueError(f"found {len(asked)} screens asked for, expected one, by the last line")
        for line in commands[:-1]:
            if line.strip():
                self._take(line)
        lines = self._screens.get(asked[0]) or [NOTHING]
        params = LineSetParams(expected=tuple(lines))
        return Answer(fence("\n".join(lines)), (content("line_set", params), form("fenced", FencedParams())))

    def _take(self, line: str) -> None:
        name, mark, text = (part.strip() for part in line.partition(">"))
        if not mark or not text:
            raise ValueError(f"found the line {line!r}, expected name> text")
        if text == "/join":
            self._join(name)
        elif name in self._inside:
            self._obey(name, text)

    def _obey(self, name: str, text: str) -> None:
        verb, _, rest = text.partition(" ")
        orders: Mapping[str, Callable[[str, str], None]] = {
            "/leave": lambda name, _: self._out(name, "left"),
            "/w": self._whisper,
            "/kick": lambda name, other: self._sanction(name, other, "kicked"),
            "/mute": lambda name, other: self._sanction(name, other, "muted"),
            "/unmute": lambda name, other: self._sanction(name, other, "unmuted"),
            "/mod": self._promote,
        }
        if verb in orders:
            orders[verb](name, rest)
        elif verb.startswith("/"):
            raise ValueError(f"found the command {verb!r}, expected one of {', '.join(orders)}")
        elif name in self._muted:
            self._show("you are muted", [name])
        else:
            self._show(f"{name}: {text}", self._inside)

    def _show(self, line: str, names: Iterable[str]) -> None:
        for name in names:
            self._screens[name].append(line)

    def _join(self, name: str) -> None:
        if name not in self._inside:
            self._inside.add(name)
            self._screens[name] = []
            self._show(f"* {name} joined", self._inside)

    def _out(self, name: str, how: str) -> None:
        self._show(f"* {name} {how}", self._inside)
        self._inside.discard(name)
        self._mods.discard(name)

    def _whisper(self, name: str, rest: str) -> None:
        other, _, text = rest.partition(" ")
        if other in self._inside:
            self._show(f"{name} to {other}: {text}", {name, other})
        else:
            self._show(f"no {other} here", [name])

    def _rank(self, name: str) -> int:
        return 2 if name == OWNER else int(name in self._mods)

    def _sanction(self, name: str, other: str, how: str) -> None:
        if other not in self._inside:
            self._show(f"no {other} here", [name])
        elif self._rank(name) == 0 or self._rank(name) <= self._rank(other):
            self._show("not allowed", [name])
        elif how == "kicked":
            self._out(other, how)
        else:
            (self._muted.add if how == "muted" else self._muted.discard)(other)
            self._show(f"* {other} {how}", self._inside)

    def _promote(self, name: str, other: str) -> None:
        if other not in self._inside:
            self._show(f"no {other} here", [name])
        elif name != OWNER or other == OWNER:
            self._show("not allowed", [name])
        else:
            self._mods.add(other)
            self._show(f"* {other} is a mod", self._inside)
