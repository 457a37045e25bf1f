"""What an answer in words of its own says."""

import pytest

from interplay.tracks.scorekeeping.answers import gives, holds, plain
from interplay.tracks.scorekeeping.records import Rules
from interplay.tracks.scorekeeping.rules import answer_body, probe_label
from tests.scorekeeping import examples

NOW = (
    "violet",
    "Violet, please!",
    "It's **violet**.",
    "not crimson any more but violet",
    "Not crimson, violet.",
    "It is no longer crimson; it is violet now.",
    "It's violet now, no longer crimson.",
    "violet instead of crimson",
    "Instead of crimson I would like violet.",
    "I've changed my mind about the crimson \u2013 violet instead, please.",
    "Violet rather than crimson, please.",
    "I'd now prefer violet; I no longer want the crimson.",
    "I said crimson earlier, but it is violet now.",
    "I said crimson, now it is violet",
    "I told you crimson, but I can now offer violet.",
    "It was crimson, but it's violet now.",
    "violet (previously crimson)",
    "violet (it was crimson before)",
    "Violet. Crimson no longer applies.",
    "Crimson is no longer right, it's violet.",
    "My color has changed from crimson to violet.",
    "Please change crimson to violet.",
    "I've switched from crimson to violet.",
    "crimson -> violet",
    "Crimson has been replaced by violet.",
    "Violet has replaced crimson.",
    "Crimson is now violet.",
    "Sorry, I should correct myself: not crimson but violet.",
    "Crimson... sorry, violet.",
    "Crimson, I mean violet",
    "~~crimson~~ violet",
    "Violet, not crimson.",
    "Scratch the crimson, make it violet.",
    "I used to like crimson. Violet.",
    "Violet, as I said a moment ago \u2013 not the crimson any more.",
    "I don't want crimson anymore, so violet",
    "Violet, since crimson didn't work out.",
    "It should say violet, not crimson.",
    "Not crimson; I've changed to violet.",
    "Previously crimson, and I have chosen violet since.",
    "My earlier answer was crimson. I had to correct that: violet.",
)
NOT_NOW = (
    "crimson",
    "",
    "green",
    "crimson, violet",
    "violet, crimson",
    "crimson and violet",
    "violet and crimson",
    "crimson or violet",
    "violet / crimson",
    "both crimson and violet",
    "It is crimson. It is violet.",
    "crimson; violet",
    "I chose crimson and violet.",
    "I had crimson, violet",
    "not violet any more but crimson",
    "crimson instead of violet",
    "It was violet, but it's crimson now.",
    "changed from violet to crimson",
    "crimson (previously violet)",
    "No longer violet; crimson.",
    "crimson, not violet",
    "violet is now crimson",
    "neither crimson nor violet",
    "I want crimson now. I also want violet now.",
)


@pytest.mark.parametrize("said", NOW)
def test_a_correction_in_natural_words_gives_the_new_value(said: str) -> None:
    assert gives(plain(said), "violet", ["crimson"])


@pytest.mark.parametrize("said", NOT_NOW)
def test_the_old_value_alone_or_a_list_of_both_does_not(said: str) -> None:
    assert not gives(plain(said), "violet", ["crimson"])


@pytest.mark.parametrize(
    "said",
    [
        "I don't want violet",
        "anything but violet",
        "Is it violet? I forgot.",
        "violet?",
        "violet, or green, or blue",
        "either green or violet",
        "green / violet / blue",
        "It might be violet.",
        "green, blue, red, violet, white",
        "ultravioletish",
        "violet is wrong",
        "My sister likes violet, but I want something else.",
    ],
)
def test_refusals_questions_and_alternatives_give_no_value(said: str) -> None:
    assert not gives(plain(said), "violet", ["crimson"])


@pytest.mark.parametrize(
    "said",
    [
        "Could I have violet?",
        "violet, please",
        "violet, but nothing else has changed",
        "As I said before: violet.",
        "I told you earlier it is violet",
        "VIOLET!",
    ],
)
def test_a_polite_question_or_a_repetition_gives_the_value(said: str) -> None:
    assert gives(plain(said), "violet", ["crimson"])


@pytest.mark.parametrize("quotes", ["\u201c{}\u201d", "\u2018{}\u2019", '"{}"', "`{}`"])
def test_a_label_is_read_in_any_quotation_marks(quotes: str) -> None:
    rules = Rules(tag="plain", answers="asked")
    assert probe_label("ASIDE: " + quotes.format("No"), examples.TAGS, rules) is False


def test_a_value_corrected_twice_is_told_apart_from_both_others() -> None:
    olds = ["crimson", "violet"]
    assert gives("amber, not violet or crimson", "amber", olds)
    assert gives("first i said crimson, then violet, but it is amber now", "amber", olds)
    assert gives("it was crimson, later it was violet, but it is amber now", "amber", olds)
    assert not gives("crimson, violet, amber", "amber", olds)


def test_words_are_not_found_within_other_words() -> None:
    assert holds("with mint sauce", "mint")
    assert not holds("in two minutes", "mint")
    assert holds("(4273)", "4273")
    assert not holds("14273", "4273")


def test_typography_and_markdown_are_made_plain() -> None:
    assert plain("**After\u00a0a month\u2019s** `notice`") == "after a month's notice"
    assert plain("so\u2013so") == "so-so"


@pytest.mark.parametrize("filler", ["*", "/", " ", "not ", "crimson ", "violet ", "crimson/", "~~", "? ", "- "])
def test_long_hostile_answers_are_read_in_no_time(filler: str) -> None:
    said = "ANSWER: crimson" + filler * (20_000 // len(filler)) + "violet"
    assert answer_body(said, examples.TAGS, Rules(tag="plain", answers="asked")) is not None
    assert gives(plain(said), "violet", ["crimson"]) in {True, False}
