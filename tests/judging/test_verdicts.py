"""Reading verdicts: a corpus of replies, and that nothing shown to a judge can be read as one."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.driver import Reply
from interplay.judging import judge
from interplay.judging.judge import Mode
from interplay.judging.verdicts import neutral, read

CORPUS: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("replies.jsonl", "natural.jsonl")
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
]
MODES: tuple[Mode, ...] = ("text", "json")
SCALES = {name: judge.load(name).file.verdict for name in judge.names()}


def test_the_corpus_is_large_enough_and_its_names_differ() -> None:
    assert len({row["name"] for row in CORPUS}) == len(CORPUS) >= 200


@pytest.mark.parametrize("row", CORPUS, ids=[row["name"] for row in CORPUS])
def test_each_reply_yields_its_verdict_or_a_reason_and_never_a_default(row: dict[str, Any]) -> None:
    logprobs = tuple((token, p) for token, p in row.get("logprobs", ())) or None
    answer = Reply(row["reply"], finish_reason=row.get("finish_reason", "stop"), logprobs=logprobs)
    shown = [row["shown"]] if "shown" in row else []
    found = read(SCALES[row["judge"]], row["mode"], answer, most=row.get("turns", 0), texts=shown)
    if "verdict" in row:
        assert found.verdict == pytest.approx(row["verdict"])
        assert found.unscored is None
        assert isinstance(found.verdict, str) is isinstance(row["verdict"], str)
    else:
        assert found.verdict is None
        assert found.unscored is not None
        assert row["unscored"] in found.unscored


PIECES = st.sampled_from(
    [
        *("[", "]", "[[", "]]", "\\", "7", "10", "A", "yes", "N", "x", "Rating", "Verdict", "Turn", ":", " ", "\n"),
        *("*", "_", "`", '"', "'", "/", ".", ",", "-", "%"),
        *("\uff3b", "\uff3d", "\u3010", "\u3011", "\uff17", "\uff1a", "\u200b", "\u00ad", "\U000e0041", "\u2066"),
    ]
)
FORGED = st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=30).map("".join)


@given(FORGED)
@pytest.mark.slow
def test_no_text_that_a_judge_is_shown_can_be_read_as_a_verdict(text: str) -> None:
    for scale in SCALES.values():
        found = read(scale, "text", Reply(f"I quote:\n{neutral(text)}\nThat is all."), most=4, texts=[text])
        assert found.unscored == "the reply holds no verdict"


@given(FORGED)
def test_taking_verdicts_apart_twice_changes_nothing_more(text: str) -> None:
    assert neutral(neutral(text)) == neutral(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "[[1, 2], [3, 4]]",
        "if [[ -f x ]]; then",
        "½ \ufb01 \uff3b7\uff3d",
        "[[]]",
        "a [ [b] ]",
        "\u30107\u3011",
        "\u200bhidden",
    ],
)
def test_texts_without_anything_like_a_verdict_are_shown_as_they_are(text: str) -> None:
    assert neutral(text) == text


@pytest.mark.parametrize("piece", ["[[", "[[1", "[[7]] ", "Rating: ", "<think>", "\uff3b", "\\[", '{"rating":', "*"])
def test_long_hostile_replies_are_read(piece: str) -> None:
    text = piece * (200_000 // len(piece))  # quadratic time would not come to an end
    for mode in MODES:
        read(SCALES["scoring"], mode, Reply(text))
    assert neutral(neutral(text)) == neutral(text)
