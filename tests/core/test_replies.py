"""What of a raw reply is the answer."""

import time

import pytest

from interplay.core import replies
from interplay.core.release import Release
from interplay.tracks import catalogue

ANSWERED = [
    "<think>It could be 3.\nNo: 4.</think>\n\n4",
    "<THINK>hm</Think>4",
    '<thinking budget="high">hm</thinking>\n4\n',
    "<reasoning>a</reasoning><reflection>b</reflection>4",
    "It could be 3. No.\n</think>\n\n4",
    "\ufeff  <think>\n</think>4",
    "[THINK]hm[/THINK]4",
    "◁think▷hm◁/think▷4",
    "<|begin_of_thought|>hm<|end_of_thought|>\n<|begin_of_solution|>4<|end_of_solution|>",
    "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>4<|END_RESPONSE|>",
    "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>",
    "analysisWe need a number.assistantfinal4",
    "<seed:think>hm</seed:think>4",
    "<think>hm</think><answer>4</answer>",
    "<think>one</think>\n<think>two</think>\n4",
]


@pytest.mark.parametrize("raw", ANSWERED)
def test_reasoning_in_front_is_taken_away(raw: str) -> None:
    said = replies.read(raw)
    assert said.text == "4"
    assert said.blocks >= 1
    assert replies.read(said.text) == replies.VisibleReply("4")


@pytest.mark.parametrize("raw", ["<think>It could be 3", "<think>", "[THINK]3", "<|channel|>analysis<|message|>3"])
def test_reasoning_that_was_cut_off_leaves_no_answer(raw: str) -> None:
    assert replies.read(raw) == replies.VisibleReply("", 1)


@pytest.mark.parametrize("raw", ["4", " 4\n", "\ufeff4", "\u200b4\u2003", "\r\n4"])
def test_blanks_and_byte_order_marks_around_a_reply_do_not_count(raw: str) -> None:
    assert replies.read(raw) == replies.VisibleReply("4")


@pytest.mark.parametrize("raw", ["I think 4", "analysis: 4", "<thinker>4</thinker>", "4 <think>", "[think] 4"])
def test_words_about_thinking_are_the_answer(raw: str) -> None:
    assert replies.read(raw) == replies.VisibleReply(raw)


def test_no_message_of_the_release_loses_anything(release: Release) -> None:
    scripts = list(catalogue.load("simulation").items(release))
    assert scripts
    for script in scripts:
        for text in (script.reference, *script.planted, *(message.content for message in script.messages)):
            assert replies.read(text) == replies.VisibleReply(replies.bare(text))


@pytest.mark.parametrize("raw", ["<think>" * 20_000, " " * 100_000 + "4" + " " * 100_000, "<think></think>" * 10_000])
def test_hostile_replies_are_read_in_linear_time(raw: str) -> None:
    started = time.perf_counter()
    replies.read(raw)
    assert time.perf_counter() - started < 0.5
