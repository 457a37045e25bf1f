"""What others wrote is named, cut and marked before it gets onto a page."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay_lab.site.texts import Lines, Span, alone_in, as_json, clean, cut, line_of, pieces, quoted, spans_of


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\u200f", "\u0000", "\u001b", "\u2028", "\ufeff", "\ud800"])
def test_what_nobody_sees_is_named(character: str) -> None:
    assert clean(f"a{character}b") == f"a[U+{ord(character):04X}]b"


@pytest.mark.parametrize("text", ["line\nline\tend", "שלום and العربية", "👩\u200d💻 ü é", "a\u00a0b", "−5"])
def test_what_people_write_stays(text: str) -> None:
    assert clean(text) == text


def test_marks_piled_on_a_letter_are_cut() -> None:
    assert len(clean("z" + "\u0351" * 500)) == 5


@given(st.text(max_size=300), st.integers(30, 200))
def test_a_cut_text_is_no_longer_than_asked_but_for_what_it_says(text: str, most: int) -> None:
    text_ = cut(text, most)
    assert text_ == text if len(text) <= most else len(text_) <= most + 40


def test_a_cut_text_says_how_much_is_missing() -> None:
    text_ = cut("a" * 1_000 + "b" * 1_000, 300)
    assert "[… 1,700 characters left out …]" in text_
    assert text_.startswith("aaa")
    assert text_.endswith("bbb")


@given(st.text(alphabet="<>&\u2028\u2029/script'\"\\x!-", max_size=60))
def test_json_in_a_page_ends_no_element_and_is_the_same_value(text: str) -> None:
    written = as_json({"text": text})
    assert not set("<>&\u2028\u2029") & set(written)
    assert json.loads(written) == {"text": text}


def test_pieces_are_the_whole_text_with_the_first_of_overlapping_marks() -> None:
    parts = pieces("one two three", [Span(4, 7, "bad"), Span(0, 5, "good"), Span(9, 9, "bad")])
    assert "".join(piece.text for piece in parts) == "one two three"
    assert [(piece.text, piece.mark) for piece in parts if piece.mark] == [("one t", "good")]


def test_what_a_reason_quotes_from_a_reply_is_marked_and_what_it_expected_is_not() -> None:
    reason = "row 2: found '7', expected '8'"
    assert list(quoted(reason)) == ["7"]
    assert spans_of("77 7 8", quoted(reason), "bad") == [Span(3, 4, "bad")]


def test_what_stands_in_a_text_more_than_once_is_not_marked() -> None:
    assert alone_in("ok\nok\nno: limit", ["ok", "no: limit"], "bad") == [Span(6, 15, "bad")]


def test_a_line_of_a_report_is_marked_by_its_label_and_not_by_a_value() -> None:
    text = "Dora: 1\nNext: Dora"
    assert line_of(text, "dora", "bad") == [Span(0, 7, "bad")]
    assert line_of("- **Dora**: 5", "Dora", "good")[0].end == 13


def test_what_a_reason_quotes_from_a_reply_is_marked_in_each_of_its_parts() -> None:
    assert list(quoted("found 8 rows, expected 9; row 3: found 'a | b', expected 'a | c'")) == ["a | b"]


def test_lines_that_texts_share_are_stored_once() -> None:
    lines = Lines()
    assert lines.add("a\nb") + lines.add("b\na\nc") == [0, 1, 1, 0, 2]
    assert lines.all == ["a", "b", "c"]
