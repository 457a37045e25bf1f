"""An arena as a person describes it: its systems, by name or in a TOML file, its matches and its limits."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from interplay.core.discovery import unknown
from interplay.core.errors import RecordError, UnknownName
from interplay.core.records import Name, Record
from interplay.core.text import counted, quoted
from interplay.running.options import Limits
from interplay.systems import catalogue
from interplay.systems.base import HUMAN
from interplay.systems.catalogue import BOT
from interplay.systems.spec import Rates, SystemSpec, merge, parse, refuse_unknown
from interplay.tracks.games.track import TRACK
from interplay_lab.arena.stopping import TOLERANCE, StopRule, Until

ADVICE = "name each system once, or give one of them another name in a file for --config"
FREE = (BOT, HUMAN, "local")
"""Kinds of systems whose tokens cost nothing."""
_SUFFIXES = {None: "", "on": "-hints", "off": "-no-hints"}
Price = Annotated[float, Meta(ge=0, lt=1e6)]


class Competitor(SystemSpec, frozen=True, omit_defaults=True):
    """A system of an arena. ``hints``: whether it sees the legal moves in games that list them, ``None`` for as usual.

    ``price``: US dollars for a million tokens of prompts, and of replies.
    """

    hints: Literal["on", "off"] | None = None
    price: tuple[Price, Price] | None = None

    @property
    def label(self) -> str:
        """What a person calls it: its name, or its model where it has none."""
        return self.name or self.model

    @property
    def sees_hints(self) -> bool | None:
        """Whether it sees hints; ``None`` for as usual."""
        return None if self.hints is None else self.hints == "on"

    @property
    def rates(self) -> Rates | None:
        """What its tokens cost; ``None`` where they cost nothing, or no price is known."""
        return None if self.kind in FREE else self.price

    def named(self, default: str) -> str:
        """Return its name in files and tables; hints are part of the *default* name, as its scaffold is."""
        return self.name or default + _SUFFIXES[self.hints]


class ArenaSpec(Limits, frozen=True):
    """What an arena plays, when it ends, and its limits. ``options`` are those of the games' rules, for both sides.

    ``tolerance`` and ``sweeps`` are ``None`` for those of the rule.
    """

    suite: str | None = None
    games: tuple[str, ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    seed: int = 0
    until: Until = "trueskill"
    min_matches: int = 51
    tolerance: float | None = None
    quiet_sweeps: int = 2
    sweeps: int | None = None

    def __post_init__(self) -> None:
        """Refuse numbers with which nothing would be played, or no rule would end it."""
        for name in ("min_matches", "tolerance", "quiet_sweeps", "sweeps", "concurrency"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} is {value}, expected more than 0")

    def rule(self, most: int) -> StopRule:
        """Return the rule, where there are matches for *most* sweeps."""
        return StopRule(
            min_matches=self.min_matches,
            tolerance=self.tolerance or TOLERANCE[self.until],
            quiet_sweeps=self.quiet_sweeps,
            max_sweeps=min(self.sweeps or most, most),
        )


class File(Record, frozen=True):
    """What ``arena.toml`` holds: systems, and options of the games' rules."""

    system: tuple[dict[str, object], ...]
    options: dict[Name, Annotated[int, Meta(ge=0, le=1_000_000)]] = {}


def read(path: Path, defaults: Competitor) -> tuple[tuple[Competitor, ...], dict[str, int]]:
    """Return the systems and the options in a file; raise ``RecordError`` when it is wrong, naming the nearest keys."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        refuse_unknown(raw, File, str(path))
        file = msgspec.convert(raw, File)
        return tuple(_system(path, *entry, defaults) for entry in enumerate(file.system, 1)), file.options
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{path} is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise RecordError(f"{path} is not the configuration of an arena: {error}") from None


def _system(path: Path, number: int, entry: dict[str, object], defaults: Competitor) -> Competitor:
    refuse_unknown(entry, Competitor, str(path), f" of system {number}")
    try:
        return merge(entry, defaults)
    except msgspec.ValidationError as error:
        raise RecordError(f"{path} is not the configuration of an arena: system {number}: {error}") from None
    except ValueError as error:
        raise RecordError(f"{path}: price of system {number}: {error}") from None


def choose(names: Sequence[str], systems: Sequence[Competitor], defaults: Competitor) -> list[Competitor]:
    """Return the systems that *names* say: of the *systems* of a file by name, others as models; all for no names.

    Raises ``UnknownName`` for what is neither, with the nearest name.
    """
    by_name = {system.label: system for system in systems}
    chosen = []
    for name in names:
        if name in by_name:
            chosen.append(by_name[name])
        elif systems and ":" not in name and name != HUMAN:
            raise unknown("system", name, by_name, "KIND:NAME")
        else:
            chosen.append(parse(name, defaults))
    return chosen or list(systems)


def check(system: Competitor) -> None:
    """Raise ``UnknownName`` for a model or bot that does not exist, and for hints of a bot or a person."""
    kind = catalogue.parsed(system, TRACK.bots)
    if kind in {BOT, HUMAN} and system.hints is not None:
        raise UnknownName(
            f"hints = {system.hints!r} is for models; {system.model} is given the legal moves in any case"
        )


def refuse_too_few(systems: Sequence[object]) -> None:
    """Raise ``UnknownName`` where no two *systems* could play each other, or one is there twice, name and all."""
    if len(systems) < 2:
        raise UnknownName(f"found {counted(len(systems), 'systems')}, expected at least two that play each other")
    for number, system in enumerate(systems):
        if isinstance(system, Competitor) and system in systems[:number]:
            raise UnknownName(f"{quoted(system.label)} was given twice; {ADVICE}")
