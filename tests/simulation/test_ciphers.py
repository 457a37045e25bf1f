"""The cipher engines against published examples, and against a second method for every frozen text."""

import codecs
import string

import pytest

from interplay_builders.tracks.simulation.families.cipher import caesar, columns, drums, playfair, rails, vigenere

LETTERS = string.ascii_uppercase
DISCOVERED = "WEAREDISCOVEREDFLEEATONCE"


def zigzag(text: str, height: int, first: int) -> str:
    """Walk up and down over rows of text."""
    rows = [""] * height
    rail, step = first - 1, 1
    for c in text:
        if not 0 <= rail + step < height:
            step = -step
        rows[rail] += c
        rail += step
    return "".join(rows)


def test_a_dial_at_13_is_rot13() -> None:
    text = "The Quick Brown Fox, 12 jumps over: the lazy dog!"
    assert caesar.shifted(text, 13) == codecs.encode(text, "rot13").upper()


def test_shifts_agree_with_a_translation_table() -> None:
    for by in range(26):
        table = str.maketrans(LETTERS, LETTERS[by:] + LETTERS[:by])
        assert caesar.shifted("Quartz is cheap, 9.", by) == "QUARTZ IS CHEAP, 9.".translate(table)


def test_the_dial_wraps_and_is_not_turned_by_reading_it() -> None:
    dial = caesar.Dial()
    dial.answer(["SET 24"])
    assert dial.answer(["ENC a", "DIAL", "DIAL", "DEC a", "DIAL"]).text == "Y\nDIAL 0\nDIAL 0\nA\nDIAL 2"


def test_vigenere_and_autokey_give_the_textbook_results() -> None:
    assert vigenere.keyed("ATTACKATDAWN", "LEMON", back=False, auto=False) == "LXFOPVEFRNHR"
    assert vigenere.keyed("ATTACKATDAWN", "QUEENLY", back=False, auto=True) == "QNXEPVYTWTWP"


@pytest.mark.parametrize("auto", [False, True])
def test_vigenere_takes_back_what_it_does(auto: bool) -> None:
    said = vigenere.keyed("Two ships, 14 guns!", "CEDAR", back=False, auto=auto)
    assert vigenere.keyed(said, "CEDAR", back=True, auto=auto) == "TWO SHIPS, 14 GUNS!"


def test_a_rail_fence_of_three_gives_the_textbook_result() -> None:
    assert rails.fenced(DISCOVERED, 3, 1) == "WECRLTEERDSOEEFEAOCAIVDEN"


@pytest.mark.parametrize("height", range(2, 8))
def test_rails_agree_with_a_walk_over_rows(height: int) -> None:
    for first in range(1, height + 1):
        for length in (1, 2, height, 23, 40):
            text = (LETTERS * 2)[:length]
            assert rails.fenced(text, height, first) == zigzag(text, height, first)
            assert rails.unfenced(zigzag(text, height, first), height, first) == text


def test_playfair_pairs_get_the_fillers_of_the_brief() -> None:
    assert playfair.paired("BALLOON") == ["BA", "LX", "LO", "ON"]
    assert playfair.paired("BOXXYLOX") == ["BO", "XQ", "XY", "LO", "XQ"]
    assert playfair.paired("EGGS") == ["EG", "GS"]
    assert playfair.paired("EGGG") == ["EG", "GX", "GX"]


def test_playfair_moves_every_pair_as_a_lookup_in_rows_and_columns_says() -> None:
    rows = [playfair.SQUARE[i : i + 5] for i in range(0, 25, 5)]
    columns_ = ["".join(column) for column in zip(*rows, strict=True)]
    for one in playfair.SQUARE:
        for other in playfair.SQUARE.replace(one, ""):
            lines = [line + line[0] for line in (*rows, *columns_) if one in line and other in line]
            if lines:
                (line,) = lines
                expected = line[line.index(one) + 1] + line[line.index(other) + 1]
            else:
                expected = "".join(_crossing(rows, columns_, a, b) for a, b in ((one, other), (other, one)))
            sealed = playfair.Square().answer([f"seal: {one}{other}"]).text
            assert sealed == expected
            assert playfair.Square().answer([f"open: {sealed}"]).text == one + other


def _crossing(rows: list[str], columns_: list[str], row_of: str, column_of: str) -> str:
    (row,) = (set(r) for r in rows if row_of in r)
    (column,) = (set(c) for c in columns_ if column_of in c)
    return (row & column).pop()


def test_columnar_transposition_gives_the_textbook_result() -> None:
    assert columns.sent(DISCOVERED, "ZEBRAS") == "EVLNACDTESEAROFODEECWIREE"
    assert columns.read("EVLNACDTESEAROFODEECWIREE", "ZEBRAS") == DISCOVERED


@pytest.mark.parametrize("key", ["BANANA", "HARBOUR", "SEXTANT"])
def test_equal_key_letters_are_read_left_to_right(key: str) -> None:
    grid = [DISCOVERED[i : i + len(key)].ljust(len(key)) for i in range(0, len(DISCOVERED), len(key))]
    by_letter = "".join(
        "".join(row[place] for row in grid) for letter in LETTERS for place, k in enumerate(key) if k == letter
    )
    assert columns.sent(DISCOVERED, key) == by_letter.replace(" ", "")
    assert columns.read(columns.sent(DISCOVERED, key), key) == DISCOVERED


def test_the_station_numbers_what_it_sends_and_not_what_it_reads() -> None:
    station = columns.Station()
    assert station.answer(["LOG"]).text == "LOG EMPTY"
    station.answer(["SEND abc", "READ ABC", "KEY OWL", "SEND defg"])
    assert station.answer(["LOG"]).text == "17 ZEBRA 3\n18 OWL 4"


def test_drums_agree_with_one_counter_for_both() -> None:
    machine, wires = drums.Drums(), "7390518264"
    typed = "31415926535897932384"
    said = machine.answer([f"TYPE {typed}", "WHERE"]).text.split("\n")
    place, expected = 24, ""  # the slow drum counts the tens of the fast one
    for digit in typed:
        place += 1
        expected += str((int(wires[(int(digit) + place) % 10]) + place // 10) % 10)
    assert said == [expected, f"F{place % 10} S{place // 10 % 10}"]
    back = drums.Drums()
    assert back.answer([f"BACK {expected}"]).text == typed


def test_the_slow_drum_wraps_too() -> None:
    assert drums.Drums().answer(["SET 9 9", "TYPE 0", "WHERE"]).text == "F9 S9\n7\nF0 S0"
