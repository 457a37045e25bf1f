"""The scripts of all written tasks as the builders make them, and what is done to their references."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from interplay.tracks.simulation.records import Script
from interplay_builders.tracks.simulation.build import standard


@cache
def scripts() -> Mapping[str, Script]:
    """Return all written scripts by their ids."""
    rows = (row for file in standard("canary").files for row in file.rows)
    return MappingProxyType({row.item_id: row for row in rows if isinstance(row, Script)})


def slug(script: Script) -> str:
    """Return the name of the script's task without its edition."""
    return script.task_id.partition(".")[0]
