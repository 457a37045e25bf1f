"""The systems of an arena as a person names them: in a TOML file, or by what ``--model`` takes."""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from interplay.core.discovery import unknown
from interplay.core.errors import RecordError, UnknownName
from interplay.core.pricing import rates
from interplay.core.records import Name, Record
from interplay.core.text import nearest, quoted

_ADVICE = "name each system once, or give one of them another name in a file for --config"
Price = Annotated[float, Meta(ge=0, lt=1e6)]


class Configuration(Record, frozen=True, omit_defaults=True):
    """One system: a model with everything that makes it another system; what is not set is as for all others.

    ``model`` is what ``--model`` takes. ``temperature`` may be ``none``, which leaves it to the server. ``hints``:
    whether it is told the legal moves in games that list them. ``price``: US dollars for a million tokens of prompts,
    and of replies.
    """

    model: Name
    name: Annotated[str, Meta(max_length=200)] = ""
    base_url: str | None = None
    api_key_env: str | None = None
    scaffold: str = "direct"
    params: dict[Name, str | int | float] = {}
    temperature: Annotated[float, Meta(ge=0)] | Literal["none"] | None = None
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    seed: int | None = None
    hints: Literal["on", "off"] | None = None
    price: tuple[Price, Price] | None = None

    @property
    def called(self) -> str:
        """What a person calls it: its name, or its model where it has none."""
        return self.name or self.model


class File(Record, frozen=True, omit_defaults=True):
    """What ``arena.toml`` holds: systems, and options of the games' rules, which hold for both sides of every match."""

    system: tuple[Configuration, ...]
    options: dict[Name, Annotated[int, Meta(ge=0, le=1_000_000)]] = {}


def read(path: Path) -> File:
    """Return what the file at *path* holds; raise ``RecordError`` when it is none, naming the nearest keys."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{path} is not TOML: {error}") from None
    _refuse_keys(path, "", raw, File)
    systems = raw.get("system", [])
    for number, entry in enumerate(systems if isinstance(systems, list) else []):
        _refuse_keys(path, f" of system {number + 1}", entry, Configuration)
        if isinstance(entry.get("price"), str):
            try:
                entry["price"] = rates(entry["price"])
            except ValueError as error:
                raise RecordError(f"{path}: price of system {number + 1}: {error}") from None
    try:
        return msgspec.convert(raw, File)
    except msgspec.ValidationError as error:
        raise RecordError(f"{path} is not the configuration of an arena: {error}") from None


def _refuse_keys(path: Path, place: str, found: Any, type_: type[Record]) -> None:
    known = type_.__struct_fields__
    for key in found if isinstance(found, dict) else ():
        if key not in known:
            advice = f"expected some of {', '.join(known)}"
            raise RecordError(f"{path} has the unknown key {quoted(key)}{place}{nearest(key, known)}; {advice}")


def chosen(named: Sequence[str], held: Sequence[Configuration]) -> list[Configuration]:
    """Return the systems that *named* names: of those *held* by a file by name, others as models; all for no names.

    Raises ``UnknownName`` for what is neither, with the nearest name.
    """
    by_name = {one.called: one for one in held}
    found = []
    for name in named:
        if name in by_name:
            found.append(by_name[name])
        elif held and ":" not in name and name != "human":
            raise unknown("system", name, by_name, "KIND:NAME")
        else:
            found.append(Configuration(model=name))
    return found or list(held)


def refuse_lonely(systems: Sequence[object]) -> None:
    """Raise ``UnknownName`` where there are no two *systems* that could play each other."""
    if len(systems) < 2:
        found = f"found {len(systems)} system{'s' * (not systems)}"
        raise UnknownName(f"{found}, expected at least two that play each other")


def refuse_copies(systems: Sequence[Configuration]) -> None:
    """Raise ``UnknownName`` when one of *systems* is there twice, name and all."""
    for number, one in enumerate(systems):
        if one in systems[:number]:
            raise UnknownName(f"{quoted(one.called)} was given twice; {_ADVICE}")


def refuse_namesakes(names: Iterable[str]) -> None:
    """Raise ``UnknownName`` when two systems have one name: no table could tell them apart."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise UnknownName(f"{quoted(name)} is the name of two systems; {_ADVICE}")
        seen.add(name)
