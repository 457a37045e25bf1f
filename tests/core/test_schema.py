"""The published JSON Schemas and the record types say the same."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest
from jsonschema import Draft202012Validator

from interplay.core import canonical, schema
from interplay.core.records import Header, Manifest
from interplay.core.release import Release, open_release
from interplay.core.reports import Report
from interplay.judging.records import JUDGMENT_TYPES
from interplay.ratings.matches import MATCH_TYPES
from interplay.scoring.score import score
from interplay.tracks import catalogue
from interplay.tracks.company.records import Item as Asked
from interplay.tracks.company.records import Prediction as Told
from interplay.tracks.games.records import Item as Match
from interplay.tracks.games.records import Prediction as Played
from interplay.tracks.horizon.records import Item as Session
from interplay.tracks.horizon.records import Prediction as Reported
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.records import Prediction as Chosen
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.simulation.records import Host, Script, Task
from interplay.tracks.simulation.records import Prediction as Answered
from interplay_builders.tracks.scorekeeping.draw import ProbeItem
from tests.support import Json

DATA_TYPES: dict[str, type] = {
    "horizon": Session,
    "scorekeeping": Item,
    "company": Asked,
    "scorekeeping_corrections": Item,
    "scorekeeping_probes": ProbeItem,
    "games": Match,
    "positions": Position,
    "simulation": Script,
    "simulation_tasks": Task,
    "simulation_hosts": Host,
}
PUBLISHED: dict[str, tuple[type, ...]] = {
    "manifest": (Manifest,),
    "matches": MATCH_TYPES,
    "report": (Report,),
    "scorekeeping-predictions": (Header, Prediction),
    "games-predictions": (Header, Played),
    "positions-predictions": (Header, Chosen),
    "simulation-predictions": (Header, Answered),
    "horizon-predictions": (Header, Reported),
    "company-predictions": (Header, Told),
    "judgments": JUDGMENT_TYPES,
    **{config: (type_,) for config, type_ in DATA_TYPES.items()},
}


@pytest.fixture(scope="module")
def shipped() -> Release:
    return open_release()


def published(release: Release, name: str) -> Any:
    return json.loads((release.root / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rb") as stream:
        yield from stream


def test_exactly_these_schemas_are_published(shipped: Release) -> None:
    found = {path.name for path in (shipped.root / "schemas").iterdir()}
    assert found == {f"{name}.schema.json" for name in PUBLISHED}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_schema_is_what_the_types_give(shipped: Release, name: str) -> None:
    document = published(shipped, name)
    Draft202012Validator.check_schema(document)
    made = schema.schema_of(PUBLISHED[name], f"Interplay {name}")
    assert document == json.loads(canonical.encode(made))


def test_each_track_publishes_a_schema_of_what_it_accepts() -> None:
    assert {
        f"{name}-predictions": catalogue.load(name).accepted() for name in catalogue.names()
    }.items() <= PUBLISHED.items()


@pytest.mark.parametrize("config", DATA_TYPES)
def test_every_shipped_row_fits_its_schema_and_its_type(shipped: Release, config: str) -> None:
    validator = Draft202012Validator(published(shipped, config))
    decoder: Any = msgspec.json.Decoder(DATA_TYPES[config])
    for entry in shipped.files(config):
        step = max(5, (entry.rows or 0) // 100)  # the validator takes milliseconds a line; a part is enough
        rows = 0
        for line in lines(shipped.root / entry.path):
            decoder.decode(line)
            if rows % step == 0:
                assert not list(validator.iter_errors(json.loads(line)))
            rows += 1
        assert rows == entry.rows


def test_manifest_and_every_baseline_line_fit_their_schemas(shipped: Release, small_dataset: Path) -> None:
    manifest = json.loads((shipped.root / "manifest.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(published(shipped, "manifest")).iter_errors(manifest))
    paths = [path for root in (shipped.root, small_dataset) for path in root.glob("baselines/*/*.jsonl.gz")]
    assert {path.name.removesuffix(".jsonl.gz") for path in paths} == set(catalogue.names())
    for path in paths:
        name = f"{path.name.removesuffix('.jsonl.gz')}-predictions"
        validator = Draft202012Validator(published(shipped, name))
        decoder: Any = msgspec.json.Decoder(Union[PUBLISHED[name]])  # noqa: UP007  built at run time
        for number, line in enumerate(lines(path)):
            decoder.decode(line)
            if number % 25 == 0:  # the validator takes milliseconds a line; a part is enough beside the decoder
                assert not list(validator.iter_errors(json.loads(line))), path


def test_report_of_a_baseline_fits_its_schema(small_dataset: Path) -> None:
    release = open_release(small_dataset)
    report = score(small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz", release)
    document = json.loads(msgspec.json.encode(report))
    assert not list(Draft202012Validator(published(release, "report")).iter_errors(document))


def test_schema_and_type_refuse_the_same_predictions(oracle: list[Json]) -> None:
    validator = Draft202012Validator(schema.schema_of((Header, Prediction), "both"))
    decoder: Any = msgspec.json.Decoder(Header | Prediction)
    good = oracle[1]
    edits: tuple[Json, ...] = (
        {"answers": [{"round": -1, "text": ""}]},
        {"answers": [{"round": 1_001, "text": ""}]},
        {"answers": [{"round": 1, "text": None}]},
        {"probes": [{"round": 0, "slot": "a", "attempts": []}]},
        {"probes": [{"round": 0, "slot": "a", "attempts": ["a"] * 21}]},
        {"probes": [{"round": 0, "slot": "", "attempts": ["a"]}]},
        {"item_id": "a" * 201},
        {"trial": 10_000},
        {"trial": True},
        {"error": ""},
        {"usage": {"calls": 2**53 + 1}},
        {"x": []},
        {"score": 100},
        {"record": "header"},
    )
    for edit in edits:
        bad = good | edit
        assert list(validator.iter_errors(bad)), edit
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(json.dumps(bad))
        assert list(schema.explain((Header, Prediction), bad)), edit


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"record": "header"}, "$"),
        ({"record": "prediction", "item_id": 1}, "$.item_id"),
        ({"record": "prediction", "item_id": "a", "answers": [{"round": 0, "text": "a"}, 7]}, "$.answers[1]"),
        ({"record": "prediction", "item_id": "a", "usage": {"calls": "many"}}, "$.usage.calls"),
        ({"record": "judgment"}, "$.record"),
        ("text", "$"),
    ],
)
def test_explanations_name_path_and_expectation(value: object, expected: str) -> None:
    (path, message), *_ = schema.explain((Header, Prediction), value)
    assert path == expected
    assert message.startswith("found ")
    assert ", expected " in message


def test_a_fitting_value_needs_no_explanation(oracle: list[Json]) -> None:
    assert [list(schema.explain((Header, Prediction), line)) for line in oracle] == [[]] * len(oracle)
