"""Which messages a system sees, and when."""

import msgspec
import pytest

from interplay import play
from interplay.core.driver import Ask
from interplay.core.errors import DatasetError
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import MAX_REPLY, probe_text
from interplay.tracks.scorekeeping.records import Item, Prediction, Probe, Request, Round
from tests.scorekeeping import examples

ITEM = examples.item(asked=("color", "shape", "size", "color"), updates={3: ("color", "violet")})


def transcript(item: Item, bot: str = "oracle") -> list[Ask]:
    asks: list[Ask] = []

    def reply(ask: Ask) -> str:
        asks.append(ask)
        return BOTS[bot](ask)

    examples.play_with(item, reply)
    return asks


def test_the_first_message_opens_with_the_initial_prompt() -> None:
    asks = transcript(ITEM)
    assert [m.role for m in asks[0].messages] == ["user"]
    assert asks[0].messages[0].content == (
        "You know these things.\n\nMODERATOR: Does the clerk know the color? Yes or no?"
    )


def test_roles_alternate_and_end_with_the_user() -> None:
    for ask in transcript(ITEM):
        assert [m.role for m in ask.messages] == ["user", "assistant"] * (len(ask.messages) // 2) + ["user"]


def test_probes_never_enter_the_later_context() -> None:
    for ask in transcript(ITEM):
        kept = [m.content for m in ask.messages[:-1]]
        assert not any("Does the clerk know" in text or "ASIDE" in text for text in kept)


def test_requests_and_answers_do_enter_the_later_context() -> None:
    last = transcript(ITEM)[-1]
    said = [m.content for m in last.messages if m.role == "assistant"]
    assert said == ["ANSWER: crimson", "ANSWER: hexagon", "ANSWER: enormous", "ANSWER: violet"]


def test_an_update_comes_privately_before_the_next_request() -> None:
    texts = [m.content for m in transcript(ITEM)[-1].messages if m.role == "user"]
    assert texts[2] == "MODERATOR: color is now violet.\n\nCLERK: What size?"


def test_a_failed_probe_is_put_again_without_its_failed_attempts() -> None:
    asks: list[Ask] = []

    def stubborn(ask: Ask) -> str:
        asks.append(ask)
        return "hm" if len(asks) < 3 else BOTS["oracle"](ask)

    prediction = examples.play_with(ITEM, stubborn)
    assert prediction.probes[0].attempts == ("hm", "hm", "ASIDE: no")
    assert [ask.messages[-1].content[-19:] for ask in asks[:2]] == ["e color? Yes or no?", " Please, yes or no?"]
    assert all(len(ask.messages) == 1 and "hm" not in ask.messages[0].content for ask in asks[:3])


def test_after_the_last_suffix_it_is_used_again() -> None:
    probe = Probe(slot="color", variant=0, text="Known?")
    assert probe_text(ITEM, probe, 4) == "MODERATOR: Known? Please, yes or no?"


def test_five_failures_end_the_episode() -> None:
    prediction = examples.play_with(ITEM, lambda _: "hm")
    assert (prediction.answers, len(prediction.probes), prediction.probes[0].attempts) == ((), 1, ("hm",) * 5)


def test_an_invalid_answer_ends_the_episode() -> None:
    prediction = examples.play_with(
        ITEM, lambda ask: "crimson" if examples.situation(ask).kind == "answer" else "ASIDE: no"
    )
    assert [a.text for a in prediction.answers] == ["crimson"]
    assert {p.round for p in prediction.probes} == {0}


def test_usage_counts_every_reply() -> None:
    prediction = examples.play_bot(ITEM, "oracle")
    assert prediction.usage is not None
    assert prediction.usage.calls == len(transcript(ITEM)) == 4 + 5 * 3


def test_a_runaway_reply_is_cut() -> None:
    prediction = examples.play_with(ITEM, lambda _: "x" * (MAX_REPLY + 5))
    assert len(prediction.probes[0].attempts[0]) == MAX_REPLY


def test_play_takes_a_plain_function_and_a_plain_row() -> None:
    row = msgspec.to_builtins(ITEM)
    seen: list[list[dict[str, str]]] = []

    def chat(messages: list[dict[str, str]]) -> str:
        seen.append(messages)
        return "ASIDE: no" if "Does the clerk" in messages[-1]["content"] else "ANSWER: crimson"

    prediction = play(row, chat)
    assert isinstance(prediction, Prediction)
    assert prediction.item_id == ITEM.item_id
    assert len(prediction.answers) == 4
    assert set(seen[0][0]) == {"role", "content"}


def test_an_import_without_wordings_is_scored_but_not_run() -> None:
    silent = Round(updates=(), request=Request(slot="color", variant=3, text=None), probes=ITEM.rounds[0].probes)
    item = msgspec.structs.replace(ITEM, rounds=(ITEM.rounds[0], silent))
    with pytest.raises(DatasetError, match="can be scored but not run"):
        examples.play_bot(item, "oracle")
