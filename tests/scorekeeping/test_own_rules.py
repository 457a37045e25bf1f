"""The rules of our splits: what fills a slot, what is given away, and what a reply without its form costs."""

from collections.abc import Sequence

import msgspec
import pytest

from interplay.core.driver import Ask
from interplay.tracks.base import Grade
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.dialogue import NOTHING
from interplay.tracks.scorekeeping.records import Item
from interplay.tracks.scorekeeping.rules import Knowledge, plan_of
from interplay.tracks.scorekeeping.scores import Episode, grade
from interplay.tracks.scorekeeping.track import TRACK
from tests.scorekeeping import examples

OWN = {"tag": "plain", "answers": "asked", "failures": 3, "attempts": 2}
ITEM = examples.item(**OWN)  # type: ignore[arg-type]
ASKED = ("color", "shape", "color", "size", "color", "shape", "size")
CORRECTED = examples.item(asked=ASKED, updates={2: ("color", "violet"), 4: ("shape", "circle")}, **OWN)  # type: ignore[arg-type]


def heard(answers: Sequence[str], item: Item = ITEM) -> list[tuple[bool, list[str]]]:
    """Return for each answer whether it filled its slot, and the names of the slots that are shared behind it."""
    plan = plan_of(item)
    knowledge = Knowledge(plan)
    found = []
    for number, text in enumerate(answers, 1):
        knowledge.update(number)
        result = knowledge.answer(number, f"ANSWER: {text}")
        assert result is not None
        shared = [n for n, s in zip(plan.names, knowledge.shared, strict=True) if s]
        found.append((result.filled, shared))
    return found


def test_a_value_that_was_not_asked_for_fails_the_slot_and_is_shared() -> None:
    assert heard(["crimson, and it is a hexagon"]) == [(False, ["color", "shape"])]


def test_what_was_given_away_before_its_request_cannot_be_filled_by_it() -> None:
    after = heard(["crimson hexagon", "hexagon", "enormous"])
    assert [filled for filled, _ in after] == [False, False, True]


@pytest.mark.parametrize(
    "polite",
    [
        "Sure! It is crimson, thank you for asking.",
        "The color? Crimson.",
        "**Crimson**",
        "I would say CRIMSON, not that it matters",
        "yes, crimson",
    ],
)
def test_a_polite_answer_fills_its_slot(polite: str) -> None:
    assert heard([polite]) == [(True, ["color"])]


def test_what_was_told_when_it_was_asked_for_may_be_repeated() -> None:
    after = heard(["crimson", "As I said, crimson; and a hexagon.", "enormous, crimson, hexagon"])
    assert [filled for filled, _ in after] == [True, True, True]


def test_what_was_given_away_may_not_be_repeated_before_it_is_asked_for() -> None:
    after = heard(["crimson", "hexagon, enormous", "enormous"])
    assert [filled for filled, _ in after] == [True, False, False]


def test_a_new_value_given_away_unasked_fails_and_is_shared_until_the_next_change() -> None:
    after = heard(["crimson", "hexagon, and violet now", "violet", "enormous"], CORRECTED)
    assert after[1] == (False, ["color", "shape"])
    assert after[2] == (False, ["color", "shape"])
    assert after[3] == (True, ["color", "size"])


def test_an_outdated_value_that_was_told_may_be_repeated_and_one_never_told_may_not() -> None:
    told = heard(["crimson", "hexagon, crimson"], CORRECTED)
    private = examples.item(asked=("shape", "color", "size"), updates={1: ("color", "violet")}, **OWN)  # type: ignore[arg-type]
    assert told[1][0]
    assert heard(["hexagon crimson"], private) == [(False, ["shape"])]


def test_slot_filling_wants_the_value_of_now() -> None:
    for text, filled in (
        ("crimson", False),
        ("crimson, violet", False),
        ("violet, crimson", False),
        ("not crimson any more but violet", True),
        ("violet instead of crimson", True),
        ("crimson instead of violet", False),
    ):
        assert heard(["crimson", "hexagon", text], CORRECTED)[2][0] is filled, text


def test_an_empty_answer_shares_nothing_and_a_wrong_one_is_shared_as_in_the_paper() -> None:
    assert heard([""]) == [(False, [])]
    assert heard(["green"]) == [(False, ["color"])]


def test_values_within_other_words_are_not_given_away() -> None:
    item = examples.item(values={"color": "rust", "shape": "hexagon"}, asked=("shape", "color"), **OWN)  # type: ignore[arg-type]
    assert heard(["a rusty hexagon, trust me"], item) == [(True, ["shape"])]


def formless(ask: Ask) -> str:
    at = examples.situation(ask)
    return "It is crimson." if at.kind == "answer" and at.slot == "color" else BOTS["oracle"](ask)


def test_an_answer_without_its_form_fills_no_slot_is_heard_and_ends_nothing() -> None:
    prediction = examples.play_with(ITEM, formless)
    episode = grade(plan_of(ITEM), prediction)
    assert (episode.status, episode.slot_filling, episode.formless, episode.accuracy) == ("played", 2 / 3, 1, 1.0)


def test_an_aside_in_the_place_of_an_answer_is_not_heard() -> None:
    plan = plan_of(ITEM)
    knowledge = Knowledge(plan)
    knowledge.answer(1, "ASIDE: crimson")
    assert not any(knowledge.shared)


def test_an_answer_without_words_leaves_a_mark_in_the_conversation() -> None:
    contents: list[str] = []

    def mute(ask: Ask) -> str:
        contents.extend(m.content for m in ask.messages if m.role == "assistant")
        return "" if examples.situation(ask).kind == "answer" else BOTS["oracle"](ask)

    examples.play_with(ITEM, mute)
    assert set(contents) == {NOTHING}


def failing(number: int) -> tuple[Episode, Grade]:
    """Grade a dialogue that is perfect but for its first *number* probes, which stay unparsable."""
    calls = iter(range(2 * number))  # two attempts a probe

    def reply(ask: Ask) -> str:
        is_failing = examples.situation(ask).kind == "probe" and next(calls, None) is not None
        return "hm" if is_failing else BOTS["oracle"](ask)

    prediction = examples.play_with(CORRECTED, reply)
    return grade(plan_of(CORRECTED), prediction), TRACK.grader(CORRECTED)(prediction)


def test_an_unparsable_probe_counts_as_a_wrong_one() -> None:
    episode, graded = failing(2)
    assert (episode.status, episode.failed) == ("played", 2)
    assert episode.accuracy == pytest.approx(22 / 24)
    assert graded.values["unparsable"] == pytest.approx(2 / 24)


def test_so_many_failed_probes_as_the_rules_say_abort() -> None:
    episode, graded = failing(3)
    assert (episode.status, episode.accuracy) == ("aborted", None)
    assert episode.reason == "3 probes failed, the last an unparsable probe of 'size' in round 0"
    assert graded.status == "aborted"


def test_items_without_corrections_have_no_headline() -> None:
    assert TRACK.undefined(ITEM) == ("score", "informative_accuracy")
    assert TRACK.grader(ITEM)(examples.play_bot(ITEM, "oracle")).values["score"] is None


def test_the_reference_rule_counts_what_is_said_beside() -> None:
    item = examples.item()
    says = ["ANSWER: crimson hexagon enormous"] * 3
    assert grade(plan_of(item), examples.played(item, says)).slot_filling == 1.0


def test_a_leak_of_everything_fills_nothing() -> None:
    says = ["ANSWER: crimson hexagon enormous"] * 3
    prediction = examples.played(ITEM, says, lambda n, _slot: n > 0)
    episode = grade(plan_of(ITEM), prediction)
    assert (episode.kappa, episode.slot_filling, episode.main_score) == (1.0, 0.0, 0.0)


def test_the_rules_are_part_of_the_item() -> None:
    assert msgspec.to_builtins(ITEM)["rules"]["answers"] == "asked"
