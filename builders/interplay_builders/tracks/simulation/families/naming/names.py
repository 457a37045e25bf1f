"""A scout for domain names: wishes add up from message to message, and no name is offered twice."""

from functools import partial
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.entries import EntriesParams, Shape
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.drawing import drawn
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

ENDINGS = ("nook", "quay", "fern")
SOLD = ("mossden.nook", "mossden.quay", "pinemoss.fern", "saltbox.quay", "saltnest.nook", "kilnrow.fern",
        "kilnyard.nook")  # fmt: skip
NUMBER = 5
VOWELS = "aeiou"
_PIECES = (
    "my", "go", "co", "on", "and", "arc", "bay", "bell", "blue", "bright", "cabin", "cove", "craft", "cup",
    "dale", "deep", "dew", "edge", "field", "fine", "garden", "gate", "grove", "hill", "home", "isle", "island",
    "lane", "little", "market", "mill", "oak", "old", "path", "river", "sea", "silver", "stone", "studio", "sun",
    "tide", "true", "wood", "yard",
)  # fmt: skip
_FORM = PatternParams(pattern=r"\S+", means="names alone on their lines", each_line=True)


class Wish(Record, frozen=True):
    """What a message changes: keywords are added, or, with ``replaces``, replace the old ones.

    ``wrong``: the names of a wrong reply that replaced the true one before it. The true reply avoids these names
    and the ones that were replaced; the check accepts both.
    """

    keywords: tuple[str, ...] = ()
    replaces: bool = False
    endings: tuple[str, ...] | None = None
    position: Literal["start", "end", "anywhere"] | None = field(default=None, name="place")
    lengths: tuple[int, int] | None = None
    odd: bool | None = None
    vowels: int | None = None
    without: str = ""
    wrong: tuple[str, ...] = field(default=(), name="shown")


class Wishes(Record, frozen=True):
    """All wishes in force."""

    keywords: tuple[str, ...] = ()
    endings: tuple[str, ...] = ENDINGS
    position: Literal["start", "end", "anywhere"] = "anywhere"
    lengths: tuple[int, int] = (6, 11)
    odd: bool = False
    vowels: int | None = None
    without: str = ""


class Scout:
    """Keeps the wishes in force; what was offered in one answer is taken in the next."""

    def __init__(self) -> None:
        self._wishes = Wishes()
        self._taken: tuple[str, ...] = SOLD
        self._offered: tuple[str, ...] = ()
        self._shunned: tuple[str, ...] = ()

    def answer(self, wish: Wish) -> Answer:
        """Offer names that fit all wishes."""
        self._wishes = with_wish(self._wishes, wish)
        if wish.wrong:
            self._shunned += (*wish.wrong, *self._offered)
        else:
            self._taken += self._offered
        params = rules(self._wishes, self._taken)
        stream = Stream("simulation", repr(self._wishes).replace("position=", "place="), "names")  # the release's draw
        fresh = replace(params, taken=(*self._taken, *self._shunned))
        self._offered = tuple(drawn(fresh, partial(_name, self._wishes, stream)))
        dress = (form("bare", BareParams(most_lines=NUMBER)), form("pattern", _FORM))
        return Answer("\n".join(self._offered), (content("entries", params), *dress))


def with_wish(wishes: Wishes, wish: Wish) -> Wishes:
    """Return the wishes in force after one more."""
    names = ("endings", "position", "lengths", "odd", "vowels")
    new = {name: value for name in names if (value := getattr(wish, name)) is not None}
    keywords = wish.keywords if wish.replaces else (*wishes.keywords, *wish.keywords)
    return replace(wishes, keywords=keywords, without=wishes.without + wish.without, **new)


def rules(wishes: Wishes, taken: tuple[str, ...]) -> EntriesParams:
    """Return what the names obey; those on letters look at the label only."""
    endings = "|".join(wishes.endings)
    least, most = wishes.lengths
    letters = "".join(c for c in "abcdefghijklmnopqrstuvwxyz" if c not in wishes.without)
    shapes = [
        Shape(
            pattern=rf"[{letters}]{{{least},{most}}}\.({endings})",
            means=f"a label of {least} to {most} allowed letters and .{endings}",
        )
    ]
    shapes += [
        Shape(pattern=_around(word, wishes.position), means=f"{word} in the label ({wishes.position})")
        for word in wishes.keywords
    ]
    if wishes.odd:
        shapes.append(Shape(pattern=r"[a-z]([a-z]{2})*\.[a-z]+", means="an odd number of letters"))
    if wishes.vowels is not None:
        some = rf"([^{VOWELS}.]*[{VOWELS}]){{{wishes.vowels}}}[^{VOWELS}.]*\.[a-z]+"
        shapes.append(Shape(pattern=some, means=f"{wishes.vowels} vowels in the label"))
    return EntriesParams(count=NUMBER, ordered=True, shapes=tuple(shapes), taken=taken)


def _around(word: str, position: str) -> str:
    """Match a name with the word at its place in the label, and more than the word."""
    start, end = rf"{word}[a-z]+\.[a-z]+", rf"[a-z]+{word}\.[a-z]+"
    anywhere = rf"[a-z]+{word}[a-z]*\.[a-z]+|{start}"
    return {"start": start, "end": end, "anywhere": anywhere}[position]


def _name(wishes: Wishes, stream: Stream) -> str:
    """Return a name of keywords and pieces, mostly pleasant; the rules are left to luck."""
    parts = [*wishes.keywords, *(stream.choice(_PIECES) for _ in range(1 + stream.below(2)))]
    return f"{''.join(stream.shuffled(parts))}.{stream.choice(wishes.endings)}"
