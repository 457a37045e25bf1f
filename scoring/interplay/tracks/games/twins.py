"""Twins of games, and strategy guides: what an option of a match changes about its words, or about one rule.

``twins.toml`` in the folder of a game lists its twins; the option ``twin`` of a setup is the number of one, from 1. A
*renamed* twin has the same states, bots and values under other names, one to one, such as reversed ranks of cards: it
is exactly as hard for whoever follows the printed rules, and misleads whoever plays the usual game by heart. A twin
with a *new rule* differs in one rule, which the game's engine reads from the option itself.

The option ``guide`` puts the strategy guide of the game, or of the twin, before the rules: ``guide.md`` or
``guide_N.md`` in the folder of the game.
"""

import re
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec.structs import replace

from interplay.core.records import Record
from interplay.tracks.games.base import Prompt
from interplay.tracks.games.records import Option, Setup

PACKAGE = "interplay.tracks.games"
OPTIONS = ("guide", "twin")
"""Options of any match, whatever its game; a setup has them only where they are not 0."""


class Rename(Record, frozen=True):
    """Names that change places where *pattern* finds them: its only group, which may be in any case.

    ``names`` is one to one and onto: each name of the usual game to that of the twin.
    """

    pattern: str
    names: dict[str, str]


class Twin(Record, frozen=True):
    """One twin: its title, a sentence about the change, which precedes the rules, and how texts change.

    ``texts`` are passages of prompts that read otherwise in the twin, after renaming. In a twin with ``new_rule`` the
    same moves can end differently, so that bots, values and scores are its own.
    """

    title: str
    change: str
    new_rule: bool = False
    renames: tuple[Rename, ...] = ()
    texts: dict[str, str] = {}


class Lens:
    """Both directions between the words of the usual game and those that the players of a match read and write."""

    def __init__(self, twin: Twin | None = None, guide: str = "") -> None:
        self.opening = "\n\n".join(text for text in (guide, twin.change if twin else "") if text)
        self.texts = twin.texts if twin else {}
        self._pattern = re.compile("|".join(rename.pattern for rename in twin.renames)) if twin else None
        self._there = [rename.names for rename in twin.renames] if twin else []
        self._back = [{new: old for old, new in names.items()} for names in self._there]

    def show(self, text: str) -> str:
        """Return a text of the usual game as the players of the match read or write it."""
        renamed = self._renamed(text, self._there)
        for old, new in self.texts.items():
            renamed = renamed.replace(old, new)
        return renamed

    def read(self, text: str) -> str:
        """Return what a player of the match wrote in the words of the usual game."""
        return self._renamed(text, self._back)

    def prompt(self, prompt: Prompt) -> Prompt:
        """Return a prompt of the usual game as a player of the match reads it, with what precedes the rules."""
        system = "\n\n".join(text for text in (self.opening, self.show(prompt.system)) if text)
        return Prompt(system, self.show(prompt.observation), self.show(prompt.action), self.show(prompt.again))

    def _renamed(self, text: str, names: list[dict[str, str]]) -> str:
        if self._pattern is None or not names:
            return text

        def renamed(match: re.Match[str]) -> str:
            number = match.lastindex or 1
            old, (start, end) = match[number], match.span(number)
            new = _in_case(old, names[number - 1])
            return match[0][: start - match.start()] + new + match[0][end - match.start() :]

        return self._pattern.sub(renamed, text)


def _in_case(old: str, names: dict[str, str]) -> str:
    if old in names:
        return names[old]
    new = {name.lower(): new for name, new in names.items()}.get(old.lower(), old)
    return new.upper() if old.isupper() else new.capitalize() if old[:1].isupper() else new.lower()


@lru_cache(maxsize=64)
def twins_of(game: str) -> tuple[Twin, ...]:
    """Return the twins of *game* in order; none where it has no ``twins.toml``."""
    path = resources.files(PACKAGE).joinpath(game, "twins.toml")
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, tuple[Twin, ...]])["twin"] if path.is_file() else ()


def has_another_rule(setup: Setup) -> bool:
    """Return whether a match is one of a twin with a rule of its own."""
    twin = setup.option("twin")
    return twin > 0 and twins_of(setup.game)[twin - 1].new_rule


def guide_of(game: str, twin: int = 0) -> str:
    """Return the strategy guide of *game* or of one of its twins; empty where there is none.

    A renamed twin without a guide of its own has that of the game in its own names.
    """
    path = resources.files(PACKAGE).joinpath(game, f"guide_{twin}.md" if twin else "guide.md")
    if path.is_file():
        return path.read_text(encoding="utf-8").strip()
    renamed = (each for each in twins_of(game)[twin - 1 : twin] if not each.new_rule)
    return next((Lens(each).show(guide_of(game)) for each in renamed), "")


def highest(game: str, twin: int = 0) -> dict[str, int]:
    """Return the largest value of each of ``OPTIONS`` in matches of *game* or a twin; 0 where it has no such texts."""
    return {"guide": int(bool(guide_of(game, twin))), "twin": len(twins_of(game))}


def lens_of(setup: Setup) -> Lens:
    """Return how the players of a match read and write."""
    return _lens(setup.game, setup.option("twin"), setup.option("guide"))


@lru_cache(maxsize=64)
def _lens(game: str, twin: int, guide: int) -> Lens:
    return Lens(twins_of(game)[twin - 1] if twin else None, guide_of(game, twin) if guide else "")


def with_options(setup: Setup, options: dict[str, int]) -> Setup:
    """Return the setup with these values of ``OPTIONS``; raise ``ValueError`` for one out of range."""
    for name, value in options.items():
        if not 0 <= value <= (most := highest(setup.game, options.get("twin", setup.option("twin")))[name]):
            raise ValueError(f"option {name} is {value}, expected 0 to {most} in {setup.game}")
    values = {option.name: option.value for option in setup.options} | options
    kept = (Option(name=name, value=value) for name, value in values.items() if value or name not in OPTIONS)
    return replace(setup, options=tuple(kept))
