"""The folder of an arena: a submission for each ordered pair, and ``arena.json``."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from interplay.analysis.arena.records import Arena
from interplay.core import canonical
from interplay.core.errors import OutputError, UnknownName
from interplay.core.records import System

STATE = "arena.json"
RATINGS = "ratings.json"
_LONGEST = 60


class Folder:
    """A folder that belongs to one arena; ``begin`` refuses another's."""

    def __init__(self, path: Path, systems: Sequence[str]) -> None:
        self.path = path
        self._files = {(a, b): f"{_slug(a)}_vs_{_slug(b)}.jsonl" for a in systems for b in systems if a != b}
        seen: dict[str, tuple[str, str]] = {}
        for pair, name in self._files.items():
            if name.casefold() in seen:
                raise UnknownName(f"{pair} and {seen[name.casefold()]} would be one file; give a system another name")
            seen[name.casefold()] = pair

    def submission(self, seats: tuple[str, str]) -> Path:
        """Return where the matches of an ordered pair lie."""
        return self.path / self._files[seats]

    def submissions(self) -> tuple[Path, ...]:
        """Return the submissions that there are, sorted."""
        return tuple(sorted(found for seats in self._files if (found := self.submission(seats)).exists()))

    def begin(self, arena: Arena) -> None:
        """Take the folder for *arena*; raise ``OutputError`` when it holds another one. Systems may be added."""
        path = self.path / STATE
        if path.exists():
            self._refuse_another(path, arena)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from None
        self.write(arena)

    def write(self, arena: Arena) -> None:
        """Write how far *arena* is."""
        self.write_json(STATE, arena)

    def write_json(self, name: str, value: object) -> None:
        """Write *value* as JSON under a *name* in the folder."""
        canonical.write_atomically(self.path / name, [canonical.encode(value) + b"\n"])

    def _refuse_another(self, path: Path, arena: Arena) -> None:
        try:
            former = msgspec.json.decode(path.read_bytes(), type=Arena)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise OutputError(f"{path} is not the record of an arena ({error}); choose another -o") from None
        for name in ("manifest_sha256", "suite", "games", "options", "seed"):
            one, other = getattr(former, name), getattr(arena, name)
            if one != other:
                raise OutputError(f"{self.path} is an arena with {name} {one!r}, not {other!r}; choose another -o")
        own = {system.name: _configured(system) for system in arena.systems}
        for system in former.systems:
            if system.name not in own:
                raise OutputError(f"{self.path} holds matches of {system.name!r}: name it, too, or choose another -o")
            hints = [one.hints.get(system.name) for one in (former, arena)]
            if _configured(system) != own[system.name] or hints[0] != hints[1]:
                raise OutputError(
                    f"{self.path} holds matches of another {system.name!r}: give one of them another name, or choose "
                    "another -o"
                )


def _configured(system: System) -> System:
    """Return a system without the address of its server, which may change."""
    params = {key: value for key, value in system.params.items() if key != "base_url"}
    return msgspec.structs.replace(system, params=params)


def _slug(name: str) -> str:
    """Return a name as part of a file's name: plain characters, and a digest where others were taken away."""
    plain = re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip(".-")[:_LONGEST]
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
