"""What a reply says, and what the questioner knows after it."""

import msgspec
import pytest

from interplay.core.errors import DatasetError
from interplay.tracks.scorekeeping.records import Rules
from interplay.tracks.scorekeeping.rules import Knowledge, answer_body, plan_of, probe_label
from tests.scorekeeping import examples

STRICT, LAX = Rules(), Rules(continuation="accepted")


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("ANSWER: crimson", "crimson"),
        ("  ANSWER:crimson.\n", "crimson."),
        ("ANSWER: it is ANSWER: crimson", "it is  crimson"),
        ("ANSWER:", ""),
        ("answer: crimson", None),
        ("crimson", None),
        ("", None),
        ("I say ANSWER: crimson", None),
        ("ASIDE: yes", None),
        ("ANSWER: crimson\nASIDE: yes", None),
        ("ANSWER: crimson\rand so on", None),
        ("**ANSWER:** crimson", None),
        ("\u200bANSWER: crimson", None),
    ],
)
def test_an_answer_needs_its_tag_and_one_line(text: str, body: str | None) -> None:
    assert answer_body(text, examples.TAGS, STRICT) == body


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("ASIDE: yes", True),
        ("ASIDE: No.", False),
        ("ASIDE:YES!", True),
        ("ASIDE: no, not yet", False),
        ("  ASIDE:   yes  ", True),
        ("ASIDE: not yet", None),
        ("ASIDE: yesterday", None),
        ("ASIDE: nope", None),
        ("ASIDE: I think yes", None),
        ("ASIDE:", None),
        ("ASIDE: yes1", None),
        ("yes", None),
        ("aside: yes", None),
        ("ANSWER: yes", None),
        ("ASIDE: no\n\nANSWER: no", None),
        ("ASIDE: yes" + " indeed" * 50, True),
        ("", None),
    ],
)
def test_a_probe_reply_needs_its_tag_and_yes_or_no_as_the_first_word(text: str, label: bool | None) -> None:
    assert probe_label(text, examples.TAGS, STRICT) is label


def test_continuations_are_accepted_where_the_rules_say_so() -> None:
    assert answer_body("ANSWER: crimson\nand more", examples.TAGS, LAX) == "crimson\nand more"
    assert probe_label("ASIDE: no\n\nANSWER: no", examples.TAGS, LAX) is False


def shared_after(answers: list[str], **item: object) -> list[list[str]]:
    """Return the names of the shared slots after each answer."""
    plan = plan_of(examples.item(**item))  # type: ignore[arg-type]
    knowledge = Knowledge(plan)
    found = []
    for number, said in enumerate(answers, 1):
        knowledge.update(number)
        knowledge.hear(number, said)
        found.append([name for name, shared in zip(plan.names, knowledge.shared, strict=True) if shared])
    return found


def test_a_slot_turns_shared_when_its_request_is_answered() -> None:
    assert shared_after(["crimson", "hexagon"]) == [["color"], ["color", "shape"]]


def test_a_wrong_value_is_shared_too() -> None:
    assert shared_after(["green"]) == [["color"]]


def test_a_value_said_early_is_shared_early() -> None:
    assert shared_after(["a Crimson HEXAGON"]) == [["color", "shape"]]


def test_an_update_makes_a_shared_slot_private() -> None:
    after = shared_after(["crimson", "hexagon"], updates={2: ("color", "violet")})
    assert after == [["color"], ["shape"]]


def test_repeating_the_old_value_does_not_share_an_updated_slot() -> None:
    asked = ("color", "shape", "color")
    said = ["crimson", "hexagon", "crimson"]
    assert shared_after(said, asked=asked, updates={2: ("color", "violet")})[2] == ["shape"]


def test_a_third_value_does_not_share_an_updated_slot() -> None:
    said = ["crimson", "hexagon", "green"]
    after = shared_after(said, asked=("color", "shape", "color"), updates={2: ("color", "violet")})
    assert after[2] == ["shape"]


def test_the_new_value_shares_an_updated_slot_even_unasked() -> None:
    after = shared_after(["crimson", "hexagon, and now violet"], updates={2: ("color", "violet")})
    assert after[1] == ["color", "shape"]


def test_a_new_value_said_before_its_update_does_not_count() -> None:
    after = shared_after(["crimson or violet", "hexagon"], updates={2: ("color", "violet")})
    assert after[1] == ["shape"]


def test_an_update_of_a_private_slot_only_changes_its_value() -> None:
    after = shared_after(["crimson", "wrong"], updates={1: ("shape", "circle")})
    assert after == [["color"], ["color", "shape"]]
    assert shared_after(["crimson circle"], updates={1: ("shape", "circle")}) == [["color", "shape"]]


def test_a_slot_can_be_updated_twice() -> None:
    asked = ("color", "shape", "color", "size", "color")
    updates = {2: ("color", "violet"), 4: ("color", "amber")}
    after = shared_after(["crimson", "hexagon", "violet", "enormous", "amber"], asked=asked, updates=updates)
    assert ["color" in names for names in after] == [True, False, True, False, True]


def test_an_item_that_asks_for_a_slot_it_lacks_is_refused() -> None:
    with pytest.raises(DatasetError, match="'weight', which it does not have"):
        plan_of(examples.item(asked=("weight",)))


def test_an_item_without_rounds_or_with_a_silent_round_is_refused() -> None:
    item = examples.item()
    for rounds in ((), item.rounds[1:], (item.rounds[0], item.rounds[0])):
        with pytest.raises(DatasetError, match="every round but the first must have a request"):
            plan_of(msgspec.structs.replace(item, rounds=rounds))
