"""The folder of an arena: a submission for each ordered pair, and ``arena.json``."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import OutputError, UnknownName
from interplay.core.text import quoted
from interplay_lab.arena.records import Arena

STATE = "arena.json"
RATINGS = "ratings.json"
_LONGEST = 60
_HINTS = {None: "as usual", True: "on", False: "off"}


class Folder:
    """The folder of one arena; ``begin`` rejects a folder of another."""

    def __init__(self, path: Path, systems: Sequence[str]) -> None:
        self.path = path
        self._former: Arena | None = None
        self._files = {(a, b): f"{_slug(a)}_vs_{_slug(b)}.jsonl" for a in systems for b in systems if a != b}
        pairs: dict[str, tuple[str, str]] = {}
        for pair, name in self._files.items():
            if name.casefold() in pairs:
                raise UnknownName(f"{pair} and {pairs[name.casefold()]} would share one file; rename a system")
            pairs[name.casefold()] = pair

    def submission(self, seats: tuple[str, str]) -> Path:
        """Return the path of the submission of an ordered pair."""
        return self.path / self._files[seats]

    def submissions(self) -> tuple[Path, ...]:
        """Return the existing submissions, sorted."""
        return tuple(sorted(path for seats in self._files if (path := self.submission(seats)).exists()))

    def begin(self, arena: Arena) -> None:
        """Take the folder for *arena*; raise ``OutputError`` if it belongs to another one. Systems may be added."""
        if (self.path / STATE).exists():
            self._former = self.read()
            self._refuse_another(self._former, arena)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from None
        self.write(arena)

    def write(self, arena: Arena) -> None:
        """Write the state of *arena*; while it is open and has played fewer matches, with an earlier run's results."""
        former = self._former
        if former is not None and arena.open and arena.matches < former.matches:
            judged = former.judged or tuple(system.name for system in former.systems)
            added = [system.name for system in arena.systems if system.name not in judged]
            of = f"; matches, progress and ratings are of {', '.join(judged)}, without {', '.join(added)}"
            arena = msgspec.structs.replace(
                arena,
                matches=former.matches,
                more=former.more,
                judged=judged,
                progress=former.progress,
                open=arena.open + (of if added else ""),
            )
        self.write_json(STATE, arena)

    def read(self) -> Arena:
        """Return the state that was written last; raise ``OutputError`` if the file is not an arena's."""
        path = self.path / STATE
        try:
            return msgspec.json.decode(path.read_bytes(), type=Arena)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise OutputError(f"{path} is not the record of an arena ({error}); choose another -o") from None

    def write_json(self, name: str, value: object) -> None:
        """Write *value* as JSON under a *name* in the folder."""
        canonical.write_atomically(self.path / name, [canonical.encode(value) + b"\n"])

    def _refuse_another(self, former: Arena, arena: Arena) -> None:
        for name in ("manifest_sha256", "suite", "games", "options", "seed"):
            before, now = getattr(former, name), getattr(arena, name)
            if before != now:
                raise OutputError(f"{self.path} is an arena with {name} {before!r}, not {now!r}; choose another -o")
        names = [system.name for system in arena.systems]
        for name in (system.name for system in former.systems):
            if name not in names:
                raise OutputError(f"{self.path} has matches of {name!r}: include it, or choose another -o")
            then, now = _identity(former, name), _identity(arena, name)
            if differs := [
                f"{key} is {quoted(now.get(key))}, was {quoted(then.get(key))}"
                for key in {**then, **now}
                if then.get(key) != now.get(key)
            ]:
                raise OutputError(
                    f"{self.path} has matches of another {name!r} ({'; '.join(differs)}): give one of them "
                    "another name, or choose another -o"
                )


def _identity(arena: Arena, name: str) -> dict[str, object]:
    """Return the fields, parameters and hints that identify a system of *arena*; its server may change."""
    system = next(system for system in arena.systems if system.name == name)
    fields: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(system, params={}))
    params = {key: value for key, value in system.params.items() if key != "base_url"}
    return {**fields, **params, "hints": _HINTS[arena.hints.get(name)]}


def _slug(name: str) -> str:
    """Return a name as part of a file name: plain characters, and a digest if others were removed."""
    plain = re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip(".-")[:_LONGEST]
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
