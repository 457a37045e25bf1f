"""Submissions whose matches must not be put together: two systems of one name, or other rules of a game."""

from collections.abc import Iterable
from pathlib import Path

from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.errors import RecordError
from interplay.core.records import Header, System
from interplay.core.text import quoted
from interplay.submissions.reading import read_header
from interplay.submissions.selection import option_named
from interplay.tracks.games.shared import hints

ADVICE = (
    "give one of them another name: run it with --name (in Python name=), "
    'or change "name" in the first line of its file'
)


def refuse(paths: Iterable[Path]) -> None:
    """Raise ``RecordError`` when the submissions at *paths* must not be put together."""
    refuse_headers((path, read_header(path)) for path in paths)


def refuse_headers(headers: Iterable[tuple[Path, Header]]) -> None:
    """Raise ``RecordError`` when systems of the same name differ, or when only some matches had changed options.

    Who sees hints belongs to the player where a selection says it by player: one name is one setting.
    """
    systems: dict[str, tuple[System, Path]] = {}
    shown: dict[str, tuple[str, Path]] = {}
    played: tuple[str, Path] | None = None
    for path, header in headers:
        for system in (header.system, *([header.rival] if header.rival is not None else [])):
            other, place = systems.setdefault(system.name, (system, path))
            if other != system:
                found = f"both name a system {quoted(system.name)}, which differs in {_differences(system, other)}"
                raise RecordError(f"{path} cannot be rated together with {place}: {found}; {ADVICE}")
        for name, setting in _shown(header):
            former, place = shown.setdefault(name, (setting, path))
            if former != setting:
                found = f"{quoted(name)} played {setting}, in the other {former}"
                raise RecordError(f"{path} cannot be rated together with {place}: {found}; {ADVICE}")
        played = played or (_options(header), path)
        if played[0] != _options(header):
            found = f"with {_options(header)}, the other with {played[0]}"
            raise RecordError(
                f"{path} cannot be rated together with {played[1]}: it was played {found}; rate them apart"
            )


def _options(header: Header) -> str:
    """Return the options of rules that a submission was played with, in words; those of one player are left out."""
    changed, _ = changed_options(header)
    return ", ".join(option_named(*option) for option in sorted(changed.items())) or "the dataset's own options"


def _shown(header: Header) -> list[tuple[str, str]]:
    """Return each system's name and, in words, whether it saw hints."""
    _, seen = changed_options(header)
    words = {None: "with the hints of the match", True: "with hints", False: "without hints"}
    systems = ((SYSTEM, header.system), (RIVAL, header.rival))
    return [(system.name, words[seen.get(player)]) for player, system in systems if system is not None]


def changed_options(header: Header) -> tuple[dict[str, int], dict[str, bool]]:
    """Return the options of rules that a submission changed, and by player whether it sees hints, where it says so.

    Raises ``RecordError`` for an option that there is not.
    """
    try:
        return hints.split_options({} if header.selection is None else header.selection.options)
    except ValueError as error:
        raise RecordError(f"found a selection that does not fit: {error}") from None


def _differences(one: System, other: System) -> str:
    """Return the names of what two systems do not have in common."""
    fields = [name for name in ("version", "provider", "scaffold") if getattr(one, name) != getattr(other, name)]
    keys = sorted(one.params.keys() | other.params.keys())
    absent = object()
    fields += [key for key in keys if one.params.get(key, absent) != other.params.get(key, absent)]
    return ", ".join(fields)
