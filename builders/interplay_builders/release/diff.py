"""What changed between two dataset directories, row by row."""

from pathlib import Path

import msgspec

from interplay.core.records import Record
from interplay.core.release import content, open_release

IDS = ("probe_id", "item_id")
"""Columns that identify a row; the first one that a row has counts."""


class ConfigDiff(Record, frozen=True):
    """Ids of the rows of one configuration that were added, removed or changed, sorted."""

    config: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether no row differs."""
        return not (self.added or self.removed or self.changed)


def diff(old: Path, new: Path) -> tuple[ConfigDiff, ...]:
    """Return how the rows of *new* differ from those of *old*, for each configuration of either."""
    before, after = _rows(old), _rows(new)
    parts = []
    for config in sorted(before.keys() | after.keys()):
        first, two = before.get(config, {}), after.get(config, {})
        parts.append(
            ConfigDiff(
                config=config,
                added=tuple(sorted(two.keys() - first.keys())),
                removed=tuple(sorted(first.keys() - two.keys())),
                changed=tuple(sorted(row for row in first.keys() & two.keys() if first[row] != two[row])),
            )
        )
    return tuple(parts)


def _rows(root: Path) -> dict[str, dict[str, bytes]]:
    """Return config -> id -> line."""
    release = open_release(root, allow_modified=True)
    rows: dict[str, dict[str, bytes]] = {}
    for entry in release.manifest.files:
        if entry.config is not None:
            lines = content(release.root / entry.path).splitlines()
            rows.setdefault(entry.config, {}).update({_id(line): line for line in lines})
    return rows


def _id(line: bytes) -> str:
    row = msgspec.json.decode(line, type=dict[str, object])
    return str(next(row[key] for key in IDS if key in row))
