"""Columns that name rows: ids are unique in their configuration, and every reference finds its row in the other one."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from interplay.core.records import FileEntry
from interplay.core.release import content, open_release
from interplay.tracks.company.records import Item
from interplay_builders.release import card, sources
from interplay_builders.tracks.base import DataFile, TrackFiles

Rows = tuple[Mapping[str, Any], ...]
IDS = {
    "company": "item_id",
    "games": "item_id",
    "horizon": "item_id",
    "positions": "item_id",
    "scorekeeping": "item_id",
    "scorekeeping_corrections": "item_id",
    "scorekeeping_probes": "probe_id",
    "simulation": "item_id",
    "simulation_hosts": "item_id",
    "simulation_tasks": "item_id",
}
JOINS = {
    ("simulation", "task_id"): ("simulation_tasks", "item_id"),
    ("simulation_hosts", "task_id"): ("simulation_tasks", "item_id"),
    ("simulation", "task"): ("simulation_tasks", "name"),
    ("scorekeeping", "item_id"): ("scorekeeping_probes", "item_id"),
    ("scorekeeping_corrections", "item_id"): ("scorekeeping_probes", "item_id"),
}

LAYOUTS = ("single", "turns", "turns_true")


@cache
def rows(config: str) -> Rows:
    """Return the rows of a configuration, as they are frozen."""
    release = open_release()
    texts = (content(release.root / entry.path) for entry in release.files(config))
    return tuple(json.loads(line) for text in texts for line in text.splitlines())


def values(config: str, column: str) -> set[str]:
    return {row[column] for row in rows(config)}


def test_every_configuration_has_a_key() -> None:
    assert set(IDS) == {entry.config for entry in open_release().manifest.files if entry.config}


@pytest.mark.parametrize("config", IDS)
def test_ids_are_unique(config: str) -> None:
    doubled = [name for name, count in Counter(row[IDS[config]] for row in rows(config)).items() if count > 1]
    assert (bool(rows(config)), doubled) == (True, [])


@pytest.mark.parametrize(("source", "target"), JOINS.items())
def test_every_reference_finds_its_row(source: tuple[str, str], target: tuple[str, str]) -> None:
    assert values(*source) - values(*target) == set()


def test_probes_belong_to_dialogues_of_either_configuration() -> None:
    dialogues = values("scorekeeping", "item_id") | values("scorekeeping_corrections", "item_id")
    assert values("scorekeeping_probes", "item_id") == dialogues


def test_every_task_has_scripts_or_games() -> None:
    tasks = values("simulation", "task_id") | values("simulation_hosts", "task_id")
    assert values("simulation_tasks", "item_id") == tasks


def test_scripts_say_of_their_task_what_the_task_says() -> None:
    tasks = {task["item_id"]: task for task in rows("simulation_tasks")}
    for script in (*rows("simulation"), *rows("simulation_hosts")):
        task = tasks[script["task_id"]]
        assert (script["family"], script["task"]) == (task["family"], task["name"])
        assert script.get("kind", "stateful") == task["kind"]
        prefix = task["item_id"] if script["split"] == "standard" else task["family"]
        assert script["item_id"].startswith(f"{prefix}/")
        assert script["messages"][0]["content"].startswith(task["brief"])


def test_both_sides_of_a_pair_share_their_setup() -> None:
    pairs: dict[tuple[str, str, str], list[object]] = {}
    for row in rows("games"):
        pairs.setdefault((row["split"], row["game"], row["pair"]), []).append(row["setup"])
    assert all(setups.count(setups[0]) == len(setups) for setups in pairs.values())


def test_layouts_of_a_session_share_it() -> None:
    levels: dict[str, set[tuple[str, int]]] = {}
    for row in rows("horizon"):
        levels.setdefault(row["session"], set()).add((row["family"], row["level"]))
    assert {len(kinds) for kinds in levels.values()} == {1}
    by_layout = {layout: {row["session"] for row in rows("horizon") if row["layout"] == layout} for layout in LAYOUTS}
    assert by_layout["turns"] == by_layout["turns_true"]
    assert by_layout["turns"] <= by_layout["single"]


def test_questions_of_a_dialogue_are_named_after_it() -> None:
    for row in rows("company"):
        assert row["item_id"].rpartition("/")[0] == row["dialogue"]


def test_without_a_name_simulation_is_loaded() -> None:
    parts = (DataFile(path, name, Item, ()) for path, name in (("a/b.gz", "company"), ("c/d.gz", "simulation")))
    tracks = tuple(TrackFiles(part.config, (part.config,), (part,), (Item,)) for part in parts)
    files = tuple(FileEntry(part.path, "0" * 64, 0) for track in tracks for part in track.files)
    manifest = msgspec.structs.replace(open_release().manifest, files=files, notes=("A test.",))
    readme = card.files(manifest, "0" * 64, sources.Sources(sources.identity(), tracks))["README.md"].decode()
    assert readme.count("default: true") == 1
    assert readme.index("- config_name: simulation") < readme.index("default: true")
    assert readme.index("default: true") < readme.index("- config_name: company")
