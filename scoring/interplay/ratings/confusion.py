"""Submissions whose matches must not be put together: two systems of one name, or other rules of a game."""

from collections.abc import Iterable
from pathlib import Path

from interplay.core.errors import RecordError
from interplay.core.records import Header, System
from interplay.core.text import quoted
from interplay.submissions.reading import read_header
from interplay.submissions.selection import option_named

ADVICE = (
    "give one of them another name: run it with --name (in Python name=), "
    'or change "name" in the first line of its file'
)


def refuse(paths: Iterable[Path]) -> None:
    """Raise ``RecordError`` when the submissions at *paths* must not be put together."""
    refuse_headers((path, read_header(path)) for path in paths)


def refuse_headers(headers: Iterable[tuple[Path, Header]]) -> None:
    """Raise ``RecordError`` when systems of the same name differ, or when only some matches had changed options."""
    systems: dict[str, tuple[System, Path]] = {}
    played: tuple[str, Path] | None = None
    for path, header in headers:
        for system in (header.system, *([header.rival] if header.rival is not None else [])):
            other, place = systems.setdefault(system.name, (system, path))
            if other != system:
                found = f"both name a system {quoted(system.name)}, which differs in {_differences(system, other)}"
                raise RecordError(f"{path} cannot be rated together with {place}: {found}; {ADVICE}")
        played = played or (_options(header), path)
        if played[0] != _options(header):
            found = f"with {_options(header)}, the other with {played[0]}"
            raise RecordError(
                f"{path} cannot be rated together with {played[1]}: it was played {found}; rate them apart"
            )


def _options(header: Header) -> str:
    """Return the options of rules that a submission was played with, in words."""
    changed = {} if header.selection is None else header.selection.options
    return ", ".join(option_named(*option) for option in sorted(changed.items())) or "the dataset's own options"


def _differences(one: System, other: System) -> str:
    """Return the names of what two systems do not have in common."""
    fields = [name for name in ("version", "provider", "scaffold") if getattr(one, name) != getattr(other, name)]
    keys = sorted(one.params.keys() | other.params.keys())
    absent = object()
    fields += [key for key in keys if one.params.get(key, absent) != other.params.get(key, absent)]
    return ", ".join(fields)
