"""Submissions of games that are quickly scored."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from interplay.core.release import Release, content
from interplay.tracks.games.records import Item

Few = Callable[[str], Path]


@pytest.fixture(scope="session")
def few_matches(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Few:
    """Return a function that writes the matches of a shipped bot in the first setup of each game to a file."""
    first = {i.item_id for i in release.rows("games", Item) if (i.split, i.pair) == ("llmarena", "00")}

    def write(name: str) -> Path:
        path = tmp_path_factory.mktemp("few") / f"{name}.jsonl"
        header, *lines = content(release.root / "baselines" / name / "games.jsonl.gz").splitlines(keepends=True)
        kept = [line for line in lines if msgspec.json.decode(line)["item_id"] in first]
        path.write_bytes(b"".join([header, *kept]))
        return path

    return write
