"""A story in a locked house: where the hero is, what the bag holds, and how far Ines trusts."""

from collections.abc import Mapping, Sequence

from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.prose import ProseParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import checked, content

DOORS: Mapping[str, frozenset[str]] = {
    "hall": frozenset({"library", "kitchen", "tower"}),
    "library": frozenset({"hall"}),
    "kitchen": frozenset({"hall", "cellar"}),
    "cellar": frozenset({"kitchen"}),
    "tower": frozenset({"hall"}),
}
THINGS: Mapping[str, str] = {
    "iron key": "hall",
    "bread": "kitchen",
    "lantern": "kitchen",
    "letter": "cellar",
    "wine": "cellar",
}
GIFTS: Mapping[str, int] = {"bread": 1, "wine": 1, "letter": 2}
"""What a thing is worth to Ines; she refuses any other."""
ENOUGH = 3
MOST = 2
SCENES: Mapping[str, tuple[str, str]] = {
    "hall": ("In the hall an old clock ticks and nobody answers.", "The clock in the hall has stopped at ten to four."),
    "library": (
        "On every shelf of the library the books have turned their backs.",
        "A page turns somewhere in the library, and Ines looks up.",
    ),
    "kitchen": (
        "In the kitchen the fire is out, yet the kettle is warm.",
        "A cup stands on the kitchen table, still full.",
    ),
    "cellar": (
        "It is cold in the cellar, and something drips behind the barrels.",
        "Behind the barrels of the cellar the dripping has stopped.",
    ),
    "tower": (
        "Up in the tower the wind has opened every window.",
        "From the tower the road below looks like a thread.",
    ),
}
"""What odd and even answers tell of each room."""


class RefusedError(ValueError):
    """An action that the house does not allow."""


class House:
    """The hero, the things and the doors."""

    def __init__(self) -> None:
        self._room = "hall"
        self._where = dict(THINGS)
        self._bag: list[str] = []
        self._trust = 0
        self._answers = 0
        self._greeted = False
        self._locked = ["cellar", "tower"]

    def answer(self, commands: Sequence[str]) -> Answer:
        """Do one action after the other; show the state after the last, and which were refused."""
        refused = []
        for number, command in enumerate(commands, 1):
            try:
                self._act(*command.partition(" ")[::2])
            except RefusedError:
                refused.append(str(number))
        scene = SCENES[self._room][self._answers % 2]
        self._answers += 1
        lines = (
            f"AT: {self._room}",
            f"BAG: {', '.join(self._bag) or 'empty'}",
            f"TRUST: {self._trust}",
            f"LOCKED: {', '.join(self._locked) or 'none'}",
            f"REFUSED: {', '.join(refused) or 'none'}",
        )
        checks = (
            content("labelled", LabelledParams(expected=lines, case=False)),
            checked("prose", "constraint", ProseParams(part=r"(?m)^\**STORY:\**(.*)$", english=True)),
            _story(r"(?m)^\**STORY:\**(?:[ \t]+\S+){4,15}[ \t]*$", "a story of at most 15 words"),
            _story(r"(?s)STORY:.*STORY:", "one story", absent=True),
        )
        return Answer("\n".join((f"STORY: {scene}", *lines)), checks)

    def _act(self, verb: str, thing: str) -> None:
        match verb:
            case "go":
                self._go(thing)
            case "take":
                self._take(thing)
            case "drop":
                self._leave(thing)
                self._where[thing] = self._room
            case "greet" | "lie":
                self._speak(verb)
            case "give":
                self._give(thing)
            case _:
                raise ValueError(f"found the action {verb!r}, expected one of the story")

    def _go(self, room: str) -> None:
        if room not in DOORS[self._room]:
            raise RefusedError(room)
        if room == "cellar" and "iron key" in self._bag and room in self._locked:
            self._locked.remove(room)
        if room in self._locked:
            raise RefusedError(room)
        self._room = room

    def _take(self, thing: str) -> None:
        dark = self._room == "cellar" and "lantern" not in self._bag
        if self._where.get(thing) != self._room or len(self._bag) == MOST or dark:
            raise RefusedError(thing)
        del self._where[thing]
        self._bag.append(thing)

    def _leave(self, thing: str) -> None:
        if thing not in self._bag:
            raise RefusedError(thing)
        self._bag.remove(thing)

    def _speak(self, verb: str) -> None:
        if self._room != "library":
            raise RefusedError(verb)
        if verb == "lie":
            self._trust -= 1
        elif not self._greeted:
            self._greeted = True
            self._grow(1)

    def _give(self, thing: str) -> None:
        if self._room != "library" or thing not in GIFTS:
            raise RefusedError(thing)
        self._leave(thing)
        self._grow(GIFTS[thing])

    def _grow(self, points: int) -> None:
        self._trust += points
        if self._trust >= ENOUGH and "tower" in self._locked:
            self._locked.remove("tower")


def _story(pattern: str, means: str, *, absent: bool = False) -> Check:
    return checked("pattern", "constraint", PatternParams(pattern=pattern, means=means, whole=False, absent=absent))
