"""Replies of models are carried over to releases whose items have other prompts and the same answers."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.records import Header, Record, Rule, System
from interplay.core.release import Release, content, open_release
from interplay.scoring.score import score
from interplay.scoring.validation import validation_of
from interplay.submissions import reading, selection, writing
from interplay.tracks import catalogue
from interplay.tracks.base import PredictionError
from interplay.tracks.company.records import Item
from interplay.tracks.company.records import Prediction as Reply
from interplay.tracks.simulation.records import Check, Script
from interplay_builders.cli import build
from interplay_builders.pages import difficulty
from interplay_builders.release import carrying, checks, freeze, sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from tests.simulation import made_up

FILE = "baselines/a-model/{}.jsonl.gz"
SYSTEM = System(name="a-model")


def built(rows: Sequence[Record], version: str, superseded: dict[str, str] | None = None) -> sources.Sources:
    """Return the sources of a release with *rows*, which are all of one track."""
    track = "company" if isinstance(rows[0], Item) else "simulation"
    config, split = track, rows[0].split  # type: ignore[attr-defined]
    file = DataFile(f"{track}/{split}.jsonl.gz", config, type(rows[0]), tuple(rows), (split,))
    accepted = catalogue.load(track).accepted()
    identity = replace(sources.identity(), release=version, sealed=None)
    return sources.Sources(identity, (TrackFiles(track, (split,), (file,), accepted, superseded or {}),))


def opened(root: Path) -> Release:
    return open_release(root, allow_modified=True)


def submit(root: Path, rule: Rule | None = None, text: Callable[[Any], str] = lambda item: item.item_id) -> Path:
    """Write the replies of a model to the items that *rule* chooses, all without one, into the dataset in *root*."""
    release = opened(root)
    (entry,) = release.manifest.tracks
    track = catalogue.load(entry.name)
    items = [*track.items(release)]
    chosen = items if rule is None else selection.chosen(track, items, rule)
    pinned = None if rule is None else selection.pinned(track, chosen, rule)
    header = replace(writing.header_for(release, entry.name, SYSTEM, selection=pinned), modified=False)
    path = root / FILE.format(entry.name)
    replies = (track.prediction(item_id=item.item_id, response=text(item)) for item in chosen)
    canonical.write_atomically(path, writing.lines(header, replies))
    return path


def asked_otherwise(item: Item) -> Item:
    """Return an item whose prompt ends in other words."""
    return replace(item, messages=(*item.messages[:-1], replace(item.messages[-1], content=reworded(item))))


def reworded(item: Item) -> str:
    return item.messages[-1].content + "\nWrite the answer into the last line."


def frozen(root: Path, made_from: sources.Sources) -> list[str]:
    """Freeze into *root*; return the notes."""
    notes: list[str] = []
    freeze.freeze(root, made_from, notes.append)
    return notes


def sound(path: Path, root: Path) -> bool:
    """Return whether the submission is complete and valid for the dataset."""
    return validation_of(path, open_release(root)).ok


@pytest.fixture(scope="session")
def company(release: Release) -> tuple[Item, ...]:
    """Return twelve questions about two dialogues."""
    return tuple(item for item in release.rows("company", Item) if item.dialogue in {"company/0", "company/1"})[:12]


@pytest.fixture
def root(company: tuple[Item, ...], tmp_path: Path) -> Path:
    """Return a release of these questions."""
    frozen(tmp_path / "dataset", built(company, "0.1.0"))
    return tmp_path / "dataset"


def test_replies_to_a_reworded_prompt_are_kept_as_they_are(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root, Rule(sample=8, sample_seed=1))
    before, old = content(path).split(b"\n", 1), reading.read_header(path)
    notes = frozen(root, built([asked_otherwise(item) for item in company], "0.2.0"))
    after, new = content(path).split(b"\n", 1), reading.read_header(path)
    assert after[1] == before[1]
    assert sound(path, root)
    assert (new.release, new.selection) == ("0.2.0", old.selection)
    sentence = "Replies to the prompts of release 0.1.0, carried over: 8 of 8; the items' answers are the same."
    assert new.notes == sentence
    counts = "8 of 8 predictions have items with the same answers"
    assert notes == [f"baselines/a-model/company.jsonl.gz: carried over from release 0.1.0; {counts}"]
    changed = {"release", "manifest_sha256", "track_sha256", "notes"}
    assert {key for key in Header.__struct_fields__ if getattr(old, key) != getattr(new, key)} == changed


def test_replies_to_items_with_other_answers_are_left_out(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root, Rule(sample=8, sample_seed=1))
    first = reading.read(path)[1][0].item_id  # type: ignore[attr-defined]
    rows = [replace(i, gold=i.people[:1]) if i.item_id == first else asked_otherwise(i) for i in company]
    frozen(root, built(rows, "0.2.0"))
    header, predictions = reading.read(path)
    ids = [prediction.item_id for prediction in predictions]  # type: ignore[attr-defined]
    assert first not in ids
    assert header.selection is not None
    assert (header.selection.ids, header.selection.sample) == (tuple(sorted(ids)), None)
    assert "carried over: 7 of 8;" in header.notes
    assert list(difficulty.remarks(open_release(root))) == [f"- `a-model` on company: {header.notes}"]
    assert sound(path, root)
    report = score(path, open_release(root))
    assert report.selected.startswith("7 of 12 items")


def test_a_file_about_everything_names_what_is_left_of_it(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root)
    frozen(root, built([asked_otherwise(item) for item in company], "0.2.0"))
    assert reading.read_header(path).selection is None
    assert sound(path, root)
    frozen(root, built(company[1:], "0.3.0"))
    assert reading.read_header(path).selection is None
    assert len(reading.read(path)[1]) == 11
    frozen(root, built([replace(company[1], gold=company[1].people[:1]), *company[2:]], "0.4.0"))
    rule = reading.read_header(path).selection
    assert rule is not None
    assert len(rule.ids) == 10
    assert sound(path, root)


def test_notes_name_the_release_of_the_prompts_however_often_replies_are_carried(
    root: Path, company: tuple[Item, ...]
) -> None:
    path = submit(root)
    header, *lines = content(path).splitlines(keepends=True)
    noted = replace(msgspec.json.decode(header, type=Header), notes="On a train.")
    canonical.write_atomically(path, [canonical.encode(noted) + b"\n", *lines])
    frozen(root, built([asked_otherwise(item) for item in company], "0.2.0"))
    frozen(root, built(company[1:], "0.3.0"))
    notes = reading.read_header(path).notes
    sentence = "Replies to the prompts of release 0.1.0, carried over: 11 of 12; the items' answers are the same."
    assert notes == f"On a train. {sentence}"


def test_a_file_that_loses_more_than_half_is_removed(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root)
    half = built([*company[:6], *(replace(i, gold=i.people[:1], events=7) for i in company[6:])], "0.2.0")
    frozen(root, half)
    assert path.exists()
    path = submit(root)
    notes = frozen(root, built([*company[:5], *(replace(i, events=9) for i in company[5:])], "0.3.0"))
    assert not path.exists()
    counts = "5 of 12 predictions have items with the same answers"
    assert [n for n in notes if "a-model" in n] == [f"baselines/a-model/company.jsonl.gz: removed, since only {counts}"]
    assert "a-model" not in (root / "SHA256SUMS").read_text(encoding="utf-8")


def test_another_dialogue_under_the_same_id_is_another_question(root: Path, company: tuple[Item, ...]) -> None:
    other = {item.item_id.replace("company/1/", "company/0/"): item for item in company}
    rows = [replace(i, messages=other[i.item_id].messages) if i is company[0] else i for i in company]
    path = submit(root)
    assert rows[0].messages != company[0].messages
    frozen(root, built(rows, "0.2.0"))
    assert [p.item_id for p in reading.read(path)[1]] == [i.item_id for i in company[1:]]  # type: ignore[attr-defined]


def test_renamed_items_keep_their_replies_which_the_new_checks_grade(release: Release, tmp_path: Path) -> None:
    scripts = [s for s in release.rows("simulation", Script) if s.decided_by == "program" and len(s.checks) > 1][:4]
    root = tmp_path / "dataset"
    frozen(root, built(scripts, "0.1.0"))
    path = submit(root, text=lambda script: script.reference)
    assert (
        score(
            path,
            opened(root),
        ).headline.value
        == 100
    )
    harder = Check(kind="pattern", role="format", params='{"pattern": "x{40}", "means": "many letters x"}')
    checks_now = (harder, *scripts[1].checks)
    rows = [replace(s, item_id=f"new/{n}", checks=checks_now if n == 1 else s.checks) for n, s in enumerate(scripts)]
    rows[3] = replace(rows[3], reference="something else")
    frozen(root, built(rows, "0.2.0", {s.item_id: f"new/{n}" for n, s in enumerate(scripts)}))
    replies = {p.item_id: p.response for p in reading.read(path)[1]}  # type: ignore[attr-defined]
    assert replies == {f"new/{n}": scripts[n].reference for n in range(3)}
    assert sound(path, root)
    values = {entry.item_id: entry.values["score"] for entry in score(path, opened(root)).per_item}
    assert values["new/0"] == values["new/2"] == 100
    assert values["new/1"] != 100


def test_a_reply_that_the_new_rules_refuse_is_left_out(
    root: Path, company: tuple[Item, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = submit(root)
    track = type(catalogue.load("company"))
    grader = track.grader

    def strict(self: Any, item: Item) -> Callable[[Reply], object]:
        def refuse(reply: Reply) -> object:
            raise PredictionError("$.response", "refused")

        return refuse if item.item_id == company[0].item_id else grader(self, item)

    monkeypatch.setattr(track, "grader", strict)
    frozen(root, built([asked_otherwise(item) for item in company], "0.2.0"))
    assert len(reading.read(path)[1]) == 11
    assert sound(path, root)


def test_a_split_that_is_renamed_keeps_its_replies(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root)
    notes = frozen(root, built([replace(asked_otherwise(item), split="renamed") for item in company], "0.2.0"))
    assert reading.read_header(path).splits == ("renamed",)
    assert len(reading.read(path)[1]) == 12
    assert sound(path, root)
    assert notes[-1].endswith("12 of 12 predictions have items with the same answers")


def test_a_draw_never_touches_submissions(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root)
    before = content(path)
    drawn = built([replace(item, gold=item.people[:1]) for item in company], "0.0.5")
    frozen(root, sources.Sources(replace(drawn.identity, notes=("A fresh draw",)), drawn.tracks))
    assert content(path) == before


def test_without_the_items_of_a_submission_it_is_left_as_it_is(root: Path, company: tuple[Item, ...]) -> None:
    path = submit(root)
    before = content(path)
    canonical.write_atomically(root / "company/standard.jsonl.gz", [b"{}\n"])
    notes = frozen(root, built([asked_otherwise(item) for item in company], "0.2.0"))
    assert content(path) == before
    assert any("a-model" in note and "left as it is" in note for note in notes)


def test_check_accepts_what_freeze_carried_over_and_freeze_prints_it(
    root: Path, company: tuple[Item, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = submit(root, Rule(sample=8, sample_seed=1))
    (track,) = built([replace(company[0], gold=company[0].people[:1]), *map(asked_otherwise, company[1:])], "").tracks
    builder = SimpleNamespace(build=lambda _seed, _canary: track, check=lambda: ())
    for module in (sources, checks):
        monkeypatch.setattr(module, "builders", lambda: iter([builder]))
    result = CliRunner().invoke(build, ["freeze", str(root)])
    assert result.exit_code == 0, result.output
    assert f"{path.relative_to(root).as_posix()}: carried over from release 0.1.0; " in result.output
    assert checks.check(root) == ()
    frozen_once = content(path)
    CliRunner().invoke(build, ["freeze", str(root)])
    assert content(path) == frozen_once


@pytest.mark.parametrize(
    ("change", "is_same"),
    [
        ({"gold": ["no"]}, False),
        ({"setup": {"version": 2}}, False),
        ({"penalty": 2, "method": "new"}, True),
        ({"rounds": [{"probes": [{"slot": "a", "text": "new"}]}]}, True),
        ({"rounds": [{"probes": [{"slot": "b", "text": "old"}]}]}, False),
        ({"extra": 1}, True),
    ],
)
def test_what_counts_as_the_same_answer(change: dict[str, object], is_same: bool) -> None:
    row = {
        "item_id": "x",
        "gold": ["yes"],
        "setup": {"version": 1},
        "penalty": 1,
        "method": "old",
        "rounds": [{"probes": [{"slot": "a", "text": "old"}]}],
    }
    assert carrying.same({"x": row}, {"x": row | change}, {}) == ({"x": "x"} if is_same else {})


def test_an_id_is_given_once() -> None:
    rows = {name: {"gold": "yes"} for name in ("x", "x.1", "x.2")}
    assert carrying.same(rows, {"x.2": {"gold": "yes"}}, {"x": "x.2", "x.1": "x.2"}) == {"x.2": "x.2"}


def test_replies_to_a_split_that_got_another_name_are_carried(tmp_path: Path) -> None:
    root = tmp_path / "dataset"
    scripts = [replace(script, split="scripts") for script in made_up.scripts(6)]
    frozen(root, built(scripts, "0.1.0"))
    path = submit(root)
    notes = frozen(root, built([replace(script, split="standard") for script in scripts], "0.2.0"))
    header = reading.read_header(path)
    assert header.splits == ("standard",)
    assert len(notes) == 1
    assert f"carried over: {len(scripts)} of {len(scripts)};" in header.notes
    assert sound(path, root)
