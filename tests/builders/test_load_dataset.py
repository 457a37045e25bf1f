"""The dataset under Hugging Face's loader, in fresh processes and offline, as a user meets it."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from interplay.core.release import Release, content
from interplay.tracks.horizon.records import TURNS
from interplay_builders.release import freeze, sources
from interplay_builders.release.card import INFERRED
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.horizon import build
from interplay_builders.tracks.horizon.sessions import FAMILIES

CONFIGS = {
    "company": 672,
    "scorekeeping": 50,
    "scorekeeping_corrections": 36,
    "scorekeeping_probes": 8180,
    "games": 6210,
    "horizon": len(FAMILIES.names()) * (len(build.LEVELS) * build.SESSIONS + len(build.TURNED) * (1 + TURNS)),
    "positions": 2233,
    "simulation": 1165,
    "simulation_hosts": 48,
    "simulation_tasks": 167,
}
SETUP = (
    "'setup': {'game': Value('string'), 'version': Value('int64'), 'seed': Value('string'), "
    "'profile': Value('string'), 'options': List({'name': Value('string'), 'value': Value('int64')}), "
    "'draws': List({'name': Value('string'), 'values': List(Value('int64'))}), "
    "'words': List({'name': Value('string'), 'values': List(Value('string'))})}"
)
FEATURES = {
    "company": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'kind': Value('string'), "
        "'setting': Value('string'), 'dialogue': Value('string'), 'events': Value('int64'), "
        "'people': List(Value('string')), 'messages': List({'role': Value('string'), 'content': Value('string')}), "
        "'gold': List(Value('string')), 'shortcuts': List({'bot': Value('string'), 'answer': List(Value('string'))})}"
    ),
    "scorekeeping": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'domain': Value('string'), "
        "'rules': {'continuation': Value('string'), 'after_failed_probe': Value('string'), "
        "'attempts': Value('int64'), 'failures': Value('int64'), 'tag': Value('string'), "
        "'answers': Value('string')}, "
        "'tags': {'questioner': Value('string'), 'moderator': Value('string'), "
        "'answer': Value('string'), 'aside': Value('string')}, 'slots': List({'name': Value('string'), "
        "'label': Value('string'), 'value': Value('string')}), 'initial_prompt': Value('string'), "
        "'suffixes': List(Value('string')), 'rounds': List({'updates': List({'slot': Value('string'), "
        "'value': Value('string'), 'text': Value('string')}), 'request': {'slot': Value('string'), "
        "'variant': Value('int64'), 'text': Value('string')}, 'probes': List({'slot': Value('string'), "
        "'variant': Value('int64'), 'text': Value('string')})})}"
    ),
    "scorekeeping_probes": (
        "{'canary': Value('string'), 'probe_id': Value('string'), 'item_id': Value('string'), "
        "'split': Value('string'), 'domain': Value('string'), 'round': Value('int64'), 'slot': Value('string'), "
        "'messages': List({'role': Value('string'), 'content': Value('string')}), 'gold': Value('string'), "
        "'shared': Value('bool'), 'stale': Value('bool'), 'informative': Value('bool')}"
    ),
    "games": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'game': Value('string'), "
        "'suite': Value('string'), 'categories': List(Value('string')), 'labels': List(Value('string')), "
        "'pair': Value('string'), 'side': Value('string'), "
        "'players': List(Value('string')), 'policy': {'attempts': Value('int64'), 'illegal': Value('string'), "
        "'exhausted': Value('string'), 'explanations': Value('int64')}, " + SETUP + ", "
        "'scale': {'unit': Value('string'), 'zero': Value('float64'), 'hundred': Value('float64')}, "
        "'edge': Value('float64')}"
    ),
    "horizon": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'family': Value('string'), "
        "'layout': Value('string'), 'level': Value('int64'), 'session': Value('string'), 'turn': Value('int64'), "
        "'messages': List({'role': Value('string'), 'content': Value('string')}), 'requests': List(Value('string')), "
        "'report': List({'label': Value('string'), 'kind': Value('string'), 'allowed': List(Value('string'))}), "
        "'expected': List(List(Value('string')))}"
    ),
    "simulation": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'task_id': Value('string'), "
        "'task': Value('string'), 'kind': Value('string'), 'family': Value('string'), 'script_type': Value('string'), "
        "'hard': Value('bool'), 'decided_by': Value('string'), 'turns': Value('int64'), "
        "'strategies': List(Value('string')), "
        "'messages': List({'role': Value('string'), 'content': Value('string')}), 'reference': Value('string'), "
        "'checks': List({'kind': Value('string'), 'role': Value('string'), 'params': Value('string')}), "
        "'planted': List(Value('string')), 'level': Value('int64'), 'complaint': {'is_true': Value('bool'), "
        "'checks': List({'kind': Value('string'), 'role': Value('string'), 'params': Value('string')})}}"
    ),
    "simulation_hosts": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'task_id': Value('string'), "
        "'task': Value('string'), 'family': Value('string'), 'level': Value('int64'), "
        "'messages': List({'role': Value('string'), 'content': Value('string')}), "
        "'probes': List({'key': Value('string'), 'text': Value('string'), 'cells': List(Value('string')), "
        "'near': List(Value('string'))}), 'asked': Value('int64'), 'demand': Value('string'), "
        "'reference': Value('string'), 'marked': Value('int64'), 'answers': List(Value('string')), "
        "'marked_answer': List(Value('string')), 'size': Value('int64'), 'groups': List(Value('int64'))}"
    ),
    "simulation_tasks": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'name': Value('string'), 'kind': Value('string'), "
        "'family': Value('string'), 'brief': Value('string'), 'request_type': Value('string'), "
        "'licence': Value('string'), 'provenance': Value('string')}"
    ),
    "positions": (
        "{'canary': Value('string'), 'item_id': Value('string'), 'split': Value('string'), 'game': Value('string'), "
        "'kind': Value('string'), 'tags': List(Value('string')), 'seat': Value('int64'), " + SETUP + ", "
        "'played': List(List(Value('string'))), 'messages': List({'role': Value('string'), "
        "'content': Value('string')}), 'values': List({'action': Value('string'), 'value': Value('float64')}), "
        "'penalty': Value('float64'), 'method': Value('string'), 'blind': Value('float64'), "
        "'cluster': Value('string')}"
    ),
}
PROGRAM = """
import json, sys
from datasets import load_dataset
rows = load_dataset(sys.argv[1], sys.argv[2], split="test")
print(json.dumps({"n": len(rows), "features": repr(dict(rows.features)), "first": rows[0], "last": rows[-1]}))
"""


def load(dataset: Path, config: str, cache: Path) -> dict:  # type: ignore[type-arg]
    environment = {
        **os.environ,
        "HF_HOME": str(cache),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        "PYTHONWARNINGS": "ignore",
    }
    command = [sys.executable, "-c", PROGRAM, str(dataset), config]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def types(shown: str) -> object:
    """Return features as plain values that compare whatever the order of their columns."""
    return ast.literal_eval(re.sub(r"Value\(('\w+')\)", r"\1", shown).replace("List(", "('List', "))


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.slow
def test_every_config_loads_offline_with_the_declared_rows(config: str, release: Release, tmp_path: Path) -> None:
    loaded = load(release.root, config, tmp_path)
    entries = release.files(config)
    lines = b"".join(content(release.root / entry.path) for entry in entries).splitlines()
    assert loaded["n"] == CONFIGS[config] == sum(entry.rows or 0 for entry in entries)
    for row, line in ((loaded["first"], lines[0]), (loaded["last"], lines[-1])):
        assert {key: value for key, value in row.items() if value is not None or key in json.loads(line)} == json.loads(
            line
        )
    assert types(loaded["features"]) == types(FEATURES[config.removesuffix("_corrections")])
    if config not in INFERRED:  # viewers show what comes first
        assert re.findall(r"'(\w+)': Value", loaded["features"])[-1] == "canary"


@pytest.mark.usefixtures("one_track")
@pytest.mark.slow
def test_the_stale_cache_trap_a_new_version_shows_the_new_row(tmp_path: Path) -> None:
    """A loader that keeps its cache must not show old rows after a row was edited and re-frozen as a new release."""
    dataset, cache = tmp_path / "dataset", tmp_path / "cache"
    before = sources.sources()
    freeze.freeze(dataset, before)
    old = load(dataset, "scorekeeping", cache)
    track = next(t for t in before.tracks if t.name == "scorekeeping")
    first = track.files[0]
    edited = msgspec.structs.replace(first.rows[0], initial_prompt="EDITED")
    files = (DataFile(first.path, first.config, first.type, (edited, *first.rows[1:])), *track.files[1:])
    tracks = (TrackFiles(track.name, track.splits, files, track.accepted),)
    after = sources.Sources(msgspec.structs.replace(before.identity, release="0.1.1"), tracks)
    freeze.freeze(dataset, after)
    new = load(dataset, "scorekeeping", cache)
    assert old["first"]["initial_prompt"] != "EDITED"
    assert new["first"]["initial_prompt"] == "EDITED"


def test_the_declared_version_is_the_release(release: Release) -> None:
    card = (release.root / "README.md").read_text(encoding="utf-8")
    assert card.count(f"version: {release.manifest.release}\n") == len(CONFIGS)


@pytest.mark.slow
def test_an_import_and_a_draw_load_too(tmp_path: Path, one_track: None) -> None:
    freeze.freeze(tmp_path / "draw", sources.sources("any"))
    assert load(tmp_path / "draw", "scorekeeping", tmp_path / "cache")["n"] == 50


@pytest.mark.slow
def test_rows_convert_back_to_records(release: Release, tmp_path: Path) -> None:
    from interplay.tracks.scorekeeping import Item

    loaded = load(release.root, "scorekeeping_corrections", tmp_path / "cache")
    assert msgspec.convert(loaded["first"], Item) == next(release.rows("scorekeeping_corrections", Item))


@pytest.fixture(autouse=True)
def _no_leftovers(tmp_path: Path) -> object:
    yield
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
