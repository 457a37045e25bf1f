"""What is said of notes and stages is computed, and agrees with the rows."""

import re
from collections.abc import Sequence
from importlib.resources import files

import msgspec
import pytest

from interplay.core.records import Message
from interplay.core.release import Release
from interplay.tracks import catalogue
from interplay.tracks.company.records import Item
from interplay.tracks.company.track import TRACK as COMPANY
from interplay.tracks.horizon.records import Item as Session
from interplay.tracks.horizon.track import TRACK as HORIZON
from interplay_builders.tracks.company import texts
from interplay_lab.site.presentation import pages_of
from interplay_lab.site.texts import pieces
from interplay_lab.site.tracks._company_notes import Why, why
from interplay_lab.site.tracks.horizon import Stage, lines_about, stages
from interplay_lab.site.views.replies import turns


@pytest.fixture(scope="module")
def questions(release: Release) -> dict[str, Item]:
    return {item.item_id: item for item in COMPANY.items(release) if item.split == "standard"}


@pytest.fixture(scope="module")
def sessions(release: Release) -> Sequence[Session]:
    return tuple(HORIZON.items(release))


def known(item: Item) -> Why:
    found = why(item)
    assert found is not None, item.item_id
    return found


@pytest.mark.slow
def test_notes_are_read_back_in_all_rows_and_lead_to_their_answers(questions: dict[str, Item]) -> None:
    assert len(questions) == 480
    assert [item_id for item_id, item in questions.items() if why(item) is None] == []


def test_answers_that_count_dozens_of_cases_are_not_explained(release: Release) -> None:
    hard = [item for item in COMPANY.items(release) if item.split == "hard"]
    assert hard and all(why(item) is None for item in hard)


@pytest.mark.parametrize("track", catalogue.names())
def test_a_key_whose_values_are_explained_has_words_for_all_of_the_release(release: Release, track: str) -> None:
    loaded = catalogue.load(track)
    wheres = [loaded.where(item) for item in loaded.items(release)]
    for key, (_, values) in pages_of(track).keys.items():
        assert not values or {where[key] for where in wheres} == {*values}, key


def test_words_of_things_are_those_of_the_settings() -> None:
    settings = texts.settings().values()
    topics = {topic.label: topic.clause for setting in settings for topic in setting.topics}
    table = files("interplay_lab.site.tracks").joinpath("_company_words.csv").read_text(encoding="utf-8")
    assert table.splitlines() == ["thing,clause", *(f"{label},{clause}" for label, clause in topics.items())]


def test_one_who_was_outside_was_never_told(questions: dict[str, Item]) -> None:
    found = known(questions["company/0/1"])
    assert found.sentence == (
        "Tara was never told, and was outside when everyone in the room was told in note 12; "
        "at the end it is “on the green”, as at the start."
    )
    assert [note.partition(".")[0] for note in found.notes] == ["3", "12", "13"]


def test_what_was_passed_on_is_followed_back(questions: dict[str, Item]) -> None:
    found = known(questions["company/0/4"])
    assert "last heard Felix say or be told “two euros” in note 35, the same" in found.sentence
    assert [note.partition(".")[0] for note in found.notes] == ["14", "15", "35"]


def test_notes_that_decide_are_marked_in_the_text(questions: dict[str, Item]) -> None:
    item = questions["company/0/4"]
    (turn,) = turns(item, known(item).notes)
    assert [piece.text for piece in turn.pieces if piece.mark] == list(known(item).notes)


@pytest.mark.parametrize("text", ["", "1. Nobody knows.\n\nWho?\n\nSay it.", "At the start, x\n1. Eva left.\n\na\n\nb"])
def test_words_that_are_not_known_explain_nothing(text: str, questions: dict[str, Item]) -> None:
    item = msgspec.structs.replace(questions["company/0/1"], messages=(Message(role="user", content=text),))
    assert why(item) is None


def test_an_answer_that_the_notes_do_not_lead_to_is_not_explained(questions: dict[str, Item]) -> None:
    assert why(msgspec.structs.replace(questions["company/0/1"], gold=("yes",))) is None


def test_stages_end_in_the_report_of_the_session(sessions: Sequence[Session]) -> None:
    by_id = {item.item_id: item for item in sessions}
    found = stages(sessions, by_id.keys())
    assert len(found) == 60
    for item_id, own in found.items():
        assert len(own) == 8
        assert own[-1].values == by_id[item_id].expected[-1]
        numbers = re.findall(r"^(\d+)\. ", by_id[item_id].messages[-1].content, re.MULTILINE)
        assert str(own[-1].operation) == numbers[-1]
    assert isinstance(found["single/cash_book/16/0"][0], Stage)


def test_lines_that_begin_with_a_number_are_found() -> None:
    text = "Start 17\n- after 8: A 1\n17. B 2\n117. B 3\n9.5 is no line\nline 30 C\n"
    marked = [piece.text for piece in pieces(text, lines_about(text, [8, 9, 17, 30, 99])) if piece.mark]
    assert marked == ["- after 8: A 1", "17. B 2", "line 30 C"]
