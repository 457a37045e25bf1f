"""Replies of a user's own: graded one by one, written from what holds them, and given with what a server reported."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import interplay
from interplay.core.release import Release

LABELS = {"yes": "ASIDE: yes", "no": "ASIDE: no"}


def items_of(track: str, release: Release, count: int = 3, split: str | None = None) -> list[Any]:
    return interplay.load_items(track, split, release)[:count]


@pytest.mark.parametrize("track", ["company", "horizon", "positions", "simulation"])
def test_a_reply_is_graded_as_in_a_submission(track: str, release: Release, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    item = items_of(track, release, 1)[0]
    text = item.reference if track == "simulation" else "yes"
    graded: list[Any] = []
    path = tmp_path / "one.jsonl"
    interplay.write_submission(path, {item.item_id: text}, name="x", release=release)
    interplay.score(path, release, allow_partial=True, on_grade=graded.append)
    made = interplay.grade(item, text)
    kept = {name: getattr(graded[0], name) for name in ("reason", "tokens", "limit")}  # what a file says beside it
    assert replace(made, **kept) == graded[0]
    row = datasets.load_dataset("json", data_files=str(_row(item, tmp_path)), split="train", cache_dir=tmp_path)[0]
    if track != "horizon":  # a column of nothing but empty lists has no type in JSON
        assert interplay.grade(row, text) == made
    assert interplay.grade(item, interplay.Reply("", finish_reason="length")).values["cut"] == 1


def _row(item: Any, folder: Path) -> Path:
    import msgspec

    path = folder / "row.jsonl"
    path.write_bytes(msgspec.json.encode(item) + b"\n")
    return path


def test_a_grade_says_why(release: Release) -> None:
    item = items_of("positions", release, 1, "hard")[0]
    assert str(interplay.grade(item, "move_s1_air")) == "air_land_sea/0000: score 100; move_s1_air is a best move"
    assert str(interplay.grade(item, "move_l6_sea")) == (
        "air_land_sea/0000: score -74.12; move_l6_sea loses 9 against move_s1_air"
    )
    assert interplay.grade(item, "banana").reason == (
        "unparsable reply: no move was recognised in it; the prompt asks for a last line such as "
        "'Action: move_l6_sea'; it loses 9"
    )
    item = items_of("company", release, 1, "standard")[0]
    assert str(interplay.grade(item, "no")) == "company/0/0: score -100; wrong: read as no; correct is yes"
    assert interplay.grade(item, "hm").reason == (
        "unparsable reply: the prompt asks for yes or no behind 'Answer:' in the last line; correct is yes"
    )
    item = items_of("horizon", release, 1)[0]
    right = [f"{line.label}: {value}" for line, value in zip(item.report, item.expected[-1], strict=True)]
    assert interplay.grade(item, "\n".join(right)).reason == "correct"
    wrong = interplay.grade(item, "\n".join([f"{item.report[0].label}: 99999", *right[1:]])).reason
    assert wrong == f"wrong values; correct are {right[0]}"
    assert str(interplay.grade(item, "x")).startswith(
        f"{item.item_id}: passed 0; no report; the prompt asks for a line for each of {item.report[0].label}, "
    )
    item = next(i for i in items_of("simulation", release, 99) if i.decided_by == "program")
    assert interplay.grade(item, item.reference).reason == f"all {len(item.checks)} checks passed"


def test_probes_are_graded_by_the_rules_of_their_dialogue(release: Release) -> None:
    from interplay_builders.tracks.scorekeeping.draw import ProbeItem

    for probe in list(release.rows("scorekeeping_probes", ProbeItem))[:40]:
        row = json.loads(
            json.dumps({name: getattr(probe, name) for name in probe.__struct_fields__ if name != "messages"})
        )
        row["messages"] = [{"role": m.role, "content": m.content} for m in probe.messages]
        other = "no" if probe.gold == "yes" else "yes"
        assert interplay.grade(row, LABELS[probe.gold], release=release).values == {"accuracy": 1, "unparsable": 0}
        assert interplay.grade(row, LABELS[other], release=release).values == {"accuracy": 0, "unparsable": 0}
    graded, form = interplay.grade(row, "Maybe.", release=release), "'ASIDE: yes' or 'ASIDE: no'"
    assert (graded.item_id, graded.values, graded.reason) == (
        probe.probe_id,
        {"accuracy": 0, "unparsable": 1},
        f"unparsable reply: the prompt asks for {form} in answer to a probe; correct is {probe.gold}",
    )
    with pytest.raises(interplay.UnknownName, match="a probe of 'nobody', which the release does not have"):
        interplay.grade({**row, "item_id": "nobody"}, "ASIDE: no", release=release)
    with pytest.raises(interplay.UnknownName, match="a row that is not a probe"):
        interplay.grade({"probe_id": "x"}, "ASIDE: no")


def test_items_that_are_played_in_turns_say_so(release: Release) -> None:
    item = interplay.load_items("games", "gamebench_quick", release)[0]
    with pytest.raises(
        interplay.InterplayError, match="games is played in turns: each prompt depends on the previous reply"
    ):
        interplay.grade(item, "x")
    turns = interplay.load_items("horizon", "turns", release)[0]
    with pytest.raises(interplay.InterplayError, match=f"'{turns.item_id}' of horizon is played in turns"):
        interplay.grade(turns, "x")


@pytest.mark.parametrize("track", ["company", "horizon", "positions", "simulation"])
def test_messages_are_what_chat_clients_take(track: str, release: Release) -> None:
    item = items_of(track, release, 1)[0]
    assert isinstance(item.messages, list)
    assert {*map(type, item.messages)} == {dict}
    assert json.loads(json.dumps(item.messages)) == item.messages
    asked: list[list[dict[str, str]]] = []
    interplay.play(item, lambda messages: asked.append(messages) or "x")  # type: ignore[func-returns-value]
    assert asked[0] == item.messages


class Polars:
    """What is used of a polars frame."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self._rows = rows

    def to_dicts(self) -> list[dict[str, object]]:
        return self._rows


def test_a_submission_is_written_from_whatever_holds_replies(release: Release, tmp_path: Path) -> None:
    pandas, datasets = pytest.importorskip("pandas"), pytest.importorskip("datasets")
    ids = [item.item_id for item in items_of("company", release)]
    rows: list[dict[str, object]] = [{"item_id": i, "response": "yes", "finish_reason": None} for i in ids]
    rows[0]["finish_reason"] = "length"
    forms = [rows, iter(rows), pandas.DataFrame(rows), Polars(rows), datasets.Dataset.from_list(rows)]
    forms += [{i: interplay.Reply("yes", finish_reason="length" if i == ids[0] else None) for i in ids}]
    written = set()
    for form in forms:
        interplay.write_submission(tmp_path / "x.jsonl", form, name="x", release=release)
        written.add((tmp_path / "x.jsonl").read_bytes())
    assert len(written) == 1
    assert interplay.score(tmp_path / "x.jsonl", release, allow_partial=True).metric("cut").value == pytest.approx(
        1 / 3
    )
    for wrong, message in (
        ([{"item_id": "x", "response": ""}], "found the item 'x' in the first row, expected item_id to name one"),
        ([rows[0], 3], "found 3 among rows of replies, expected dictionaries alone"),
        ([*rows, rows[0]], "in lines 1 and 4"),
        ([{"item_id": ids[0]}], "found no column response"),
        ({}, "found no predictions"),
    ):
        with pytest.raises(interplay.RecordError, match=message):
            interplay.write_submission(tmp_path / "y.jsonl", wrong, name="x", release=release)  # type: ignore[arg-type]
    assert not (tmp_path / "y.jsonl").exists()


def test_a_sample_of_replies_is_scored_as_the_sample(release: Release, tmp_path: Path) -> None:
    items = interplay.load_items("positions", "hard", release, sample=4, seed=2)
    replies = {item.item_id: "x" for item in items}
    path = tmp_path / "s.jsonl"
    interplay.write_submission(
        path, replies, name="x", track="positions", splits="hard", release=release, sample=4, seed=2
    )
    assert interplay.score(path, release).selected == "sample of 4 of 1,753 items, seed 2"


class Repeating:
    """A chat function that always replies the same."""

    def __init__(self, reply: interplay.Reply) -> None:
        self._reply = reply

    def __call__(self, _: object) -> interplay.Reply:
        return self._reply


def test_a_chat_function_may_return_what_its_server_reported(release: Release) -> None:
    item = items_of("company", release, 1)[0]
    usages = (
        {"prompt_tokens": 7, "completion_tokens": 3},
        {"input_tokens": 7, "output_tokens": 3},
        SimpleNamespace(prompt_tokens=7, completion_tokens=3, total_tokens=10),
    )
    for usage in usages:
        reply = interplay.Reply("yes", finish_reason="length", usage=usage, reasoning="so")
        prediction: Any = interplay.play(item, Repeating(reply))
        assert (prediction.response, prediction.finish_reason, prediction.reasoning) == ("yes", "length", "so")
        assert (prediction.usage.calls, prediction.usage.prompt_tokens, prediction.usage.completion_tokens) == (1, 7, 3)
    for wrong in ({"prompt_tokens": -1}, {"prompt_tokens": "many"}, "x", None):
        prediction = interplay.play(item, Repeating(interplay.Reply("yes", usage=wrong)))
        assert prediction.usage.prompt_tokens == 0
    bad: Any = interplay.Reply(None)  # type: ignore[arg-type]
    with pytest.raises(interplay.ModelError, match="the reply's text is NoneType, expected text"):
        interplay.play(item, lambda _: bad)
    with pytest.raises(interplay.ModelError, match="expected the reply as str, or a Reply"):
        interplay.play(item, lambda _: 3)  # type: ignore[arg-type, return-value]


def test_an_evaluation_keeps_cuts_and_tokens(release: Release, tmp_path: Path) -> None:
    async def chat(messages: list[dict[str, str]]) -> interplay.Reply:
        return interplay.Reply("", finish_reason="length", usage={"completion_tokens": 5})

    path = tmp_path / "c.jsonl"
    report = interplay.evaluate(chat, "company", sample=4, release=release, output=path)
    assert report.metric("cut").value == 1
    assert [warning.message for warning in report.warnings][1:] == [
        "4 of 4 replies are empty",
        "100% of the replies were cut off at the token limit: the score says little about the model; raise it",
    ]
    predictions: list[Any] = interplay.read_submission(path).predictions
    assert {p.usage.completion_tokens for p in predictions} == {5}


def test_empty_replies_of_a_track_in_turns_are_counted_by_episode(release: Release) -> None:
    report = interplay.evaluate(lambda _: "", "games", sample=2, seed=1, release=release)
    messages = [warning.message for warning in report.warnings]
    empty = "2 of 2 episodes have only empty replies: the score says little about the model"
    assert f"{empty}; if the model reasons first, raise --max-tokens" in messages
