"""The conversion and calendar engines against second methods and known dates."""

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest

from interplay_builders.tracks.simulation.families.calendar import clerk, zones
from interplay_builders.tracks.simulation.families.conversion import panel, roman, units

PLACES = (
    ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"),
    ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"),
    ("", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"),
    ("", "M", "MM", "MMM"),
)
CONVERSIONS = (
    ("26.2 mi -> km, 4 digits", "42.16 km"),
    ("98.6 F -> C, 3 digits", "37.0 C"),
    ("-40.5 C -> F, 4 digits", "-40.90 F"),
    ("5 ft 11 in -> cm, 3 digits", "180 cm"),
    ("1 gal -> cup, 3 digits", "16.0 cup"),
    ("1 st -> oz, 3 digits", "224 oz"),
    ("1 mi -> yd, 4 digits", "1760 yd"),
    ("1 nmi -> m, 2 digits", "1900 m"),
    ("100 mi/gal -> L/100km, 5 digits", "2.3521 L/100 km"),
    ("36 km/h -> m/s, 2 digits", "10 m/s"),
)


def bits(value: int) -> list[int]:
    """Return the bits of a byte, the lowest first."""
    return [value >> place & 1 for place in range(8)]


def added(one: int, other: int, carry: int) -> tuple[int, int, int]:
    """Add bit by bit; return the sum, the carry out and whether the two highest carries differ."""
    total = before = 0
    for place, (a, b) in enumerate(zip(bits(one), bits(other), strict=True)):
        before = carry
        total |= (a ^ b ^ carry) << place
        carry = int(a + b + carry > 1)
    return total, carry, before ^ carry


@pytest.mark.parametrize("verb", ["add", "sub"])
def test_sums_and_flags_agree_with_an_adder_of_bits(verb: str) -> None:
    for one in range(0, 256, 5):
        for other in range(0, 256, 3):
            said = panel.Panel().answer([f"load A {one}", f"load B {other}", f"{verb} A B", "show A", "flags"]).reply
            total, carry, overflow = added(one, other, 0) if verb == "add" else added(one, other ^ 255, 1)
            borrow = carry if verb == "add" else 1 - carry
            assert f"A {total:08b} {total:02X} {total} " in said
            assert f"CY={borrow} OV={overflow}" in said


def test_shifts_and_negation_agree_with_arithmetic() -> None:
    for value in range(-128, 128):
        said = (
            panel.Panel().answer([f"load A {value}", "asr A 2", "show A", f"load B {value}", "neg B", "show B"]).reply
        )
        first, second = said.split("\n")[1:3]
        assert first.endswith(f" {value // 4}")
        assert second.endswith(f" {-value if value > -128 else -128}")


def test_loads_out_of_range_change_nothing_and_flags_stay() -> None:
    machine = panel.Panel()
    machine.answer(["load A 127", "load B 1", "add A B"])
    said = machine.answer(["load A 256", "load A -129", "xor B B", "show A", "flags"]).reply
    assert said == "```\nrefused: 256\nrefused: -129\nA 10000000 80 128 -128\nCY=0 OV=1\n```"
    assert machine.answer(["not A"]).reply == "```\nready\n```"


def test_numerals_agree_with_a_table_of_places() -> None:
    for number in range(1, 4000):
        expected = "".join(PLACES[place][number // 10**place % 10] for place in (3, 2, 1, 0))
        assert roman.numeral(number) == expected
        assert roman.value(expected) == number


@pytest.mark.parametrize("text", ["IIII", "IID", "VX", "XXXX", "IM", "", "abc", "MMMM"])
def test_numerals_that_are_not_standard_are_told_apart(text: str) -> None:
    assert not roman.is_numeral(text)


def test_the_registrar_never_gives_a_number_twice() -> None:
    desk = roman.Registrar()
    said = desk.answer(["list", "sum", "enrol Ada", "strike XXXVIII", "strike XXXVIII", "enrol Bo", "jump V", "next"])
    lines = ["NEMO", "NULLA", "XXXVIII Ada", "XXXVIII Ada struck", "ERRATUM", "XXXIX Bo", "ERRATUM", "XL"]
    assert said.text.split("\n") == lines
    assert desk.answer(["jump MMMCMXCIX", "enrol Cy", "sum", "gap X X"]).text.endswith("NIMIS\nNULLA")


@pytest.mark.parametrize(("command", "said"), CONVERSIONS)
def test_conversions_with_known_results(command: str, said: str) -> None:
    assert units.Converter().answer([command]).text == said


@pytest.mark.parametrize("text", ["42.1648128", "3.00504945", "1999.6", "0.0099951", "99.95", "65.036", "-40.9", "0.5"])
@pytest.mark.parametrize("digits", [2, 3, 4, 5])
def test_significant_digits_agree_with_decimal_rounding(text: str, digits: int) -> None:
    number = Decimal(text)
    step = Decimal(1).scaleb(number.adjusted() - digits + 1)
    rounded = number.quantize(step, rounding=ROUND_HALF_UP)
    if rounded.adjusted() > number.adjusted():
        rounded = number.quantize(step.scaleb(1), rounding=ROUND_HALF_UP)
    assert units.significant(Fraction(text), digits) == f"{rounded:f}"


def test_weekdays_agree_with_the_congruence_of_zeller() -> None:
    for step in range(0, 1100, 3):
        day = date(2030, 6, 1) + timedelta(days=step)
        month, year = (day.month + 12, day.year - 1) if day.month < 3 else (day.month, day.year)
        h = (day.day + 13 * (month + 1) // 5 + year % 100 + year % 100 // 4 + 20 // 4 - 2 * 20) % 7
        expected = f"{('Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri')[h]} {day.isoformat()}"
        assert clerk.Clerk().answer([f"day {day.isoformat()}"]).text == expected


def test_working_days_agree_with_the_business_days_of_numpy() -> None:
    free = sorted(day.isoformat() for day in clerk.HOLIDAYS)
    for step in range(0, 330, 4):
        start = date(2031, 1, 1) + timedelta(days=step)
        end = start + timedelta(days=30)
        after = np.datetime64(end.isoformat()) + 1
        assert len(clerk.working_days(start, end)) == np.busday_count(start.isoformat(), after, holidays=free)
        for count in (1, 7, 10):
            ahead = np.busday_offset(start.isoformat(), count, roll="backward", holidays=free)
            behind = np.busday_offset(end.isoformat(), -count, roll="forward", holidays=free)
            assert clerk.working_day(start, count).isoformat() == str(ahead)
            assert clerk.working_day(end, -count).isoformat() == str(behind)


def test_every_holiday_falls_on_a_weekday() -> None:
    assert all(day.weekday() < 5 for day in clerk.HOLIDAYS)


def test_questions_with_known_answers() -> None:
    questions = ["leap 2000", "leap 2100", "leap 2032", "week 2031-12-29", "week 2027-01-01", "nth 2031-05 Fri -1"]
    said = clerk.Clerk().answer(questions).text.split("\n")
    assert said == ["leap", "common", "leap", "week 1", "week 53", "Fri 2031-05-30"]
    assert clerk.Clerk().answer(["apart 2031-08-22 2032-03-01"]).text == "192"


def test_the_desk_shows_calls_in_the_order_of_their_start_and_in_local_time() -> None:
    desk = zones.Desk()
    desk.answer(["book one 2031-02-28 19:15 Lima 60", "book two 2031-02-28 23:50 Kathmandu 30"])
    said = desk.answer(["length one 90", "in Tokyo"]).text.split("\n")
    assert said[2] == "| two | Sat 01 Mar 03:05 | Sat 01 Mar 03:35 |"
    assert said[3] == "| one | Sat 01 Mar 09:15 | Sat 01 Mar 10:45 |"
    assert "| two | Fri 28 Feb 20:05 |" in desk.answer(["shift one 1440"]).text
    assert desk.answer(["cancel one", "city Adelaide"]).text.endswith("| two | Sat 01 Mar 03:35 | Sat 01 Mar 04:05 |")
