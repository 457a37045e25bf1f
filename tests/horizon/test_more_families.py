"""Families with rules of their own: what a calendar does on weekends, and sessions that are drawn as a whole."""

from collections import Counter
from datetime import date

import pytest

from interplay.core.randomness import Stream
from interplay_builders.tracks.horizon import compose
from interplay_builders.tracks.horizon.base import REFUSED, Command
from interplay_builders.tracks.horizon.dependence import is_fit, measured
from interplay_builders.tracks.horizon.families.calendar import DAY, FAMILY, Calendar
from interplay_builders.tracks.horizon.sessions import draw
from interplay_builders.tracks.horizon.texts import texts_of

THURSDAY = 3 * DAY


def calendar() -> Calendar:
    """Return two weeks with a haircut on the first Thursday at 9:00 and a dentist on the Friday at 16:00."""
    return Calendar(date(2030, 3, 4), {"haircut": (THURSDAY, 60), "dentist": (4 * DAY + 420, 60)})


@pytest.mark.parametrize(
    ("number", "way", "day"), [(3, "later", 5), (5, "later", 6), (4, "earlier", None), (2, "earlier", 1)]
)
def test_days_count_weekends_and_nothing_stays_on_one(number: int, way: str, day: int | None) -> None:
    kept = calendar()
    effect = kept.obey(Command("days", ("haircut", number, way)))
    assert effect == ((REFUSED,) if day is None else ("move", "haircut", day * DAY - THURSDAY))


def test_what_would_come_to_a_weekend_earlier_goes_to_the_friday_before() -> None:
    kept = calendar()
    kept.obey(Command("days", ("haircut", 5, "later")))
    kept.obey(Command("days", ("haircut", 2, "earlier")))
    assert kept.slots["haircut"] == (4 * DAY, 60)
    assert kept.moved == 3 * DAY + 2 * DAY


def test_only_working_time_counts_as_moved_and_the_first_free_time_may_be_on_monday() -> None:
    kept = calendar()
    kept.obey(Command("after", ("haircut", "dentist")))
    assert kept.slots["haircut"] == (5 * DAY, 60)
    assert kept.values() == ("dentist, haircut", "120", str(2 * DAY), "0")


def test_no_calendar_holds_the_feasts_of_winter() -> None:
    for number in range(300):
        dates = FAMILY.start(Stream("tests", "calendar", str(number))).dates
        assert dates[0].startswith("Monday ")
        assert not {day.split(maxsplit=1)[1] for day in dates} & {
            "24 December",
            "25 December",
            "26 December",
            "1 January",
        }


def test_sessions_that_are_drawn_as_a_whole_are_fit_with_short_chains() -> None:
    session = draw("knowledge_second", 64, "tests", 0)
    found = measured(session)
    assert found.counted >= 58
    assert found.chain < 32
    assert is_fit(session)


@pytest.mark.parametrize("name", ["calendar", "knowledge_first", "knowledge_second", "sql_table"])
@pytest.mark.slow
def test_who_always_gives_the_same_report_is_hardly_ever_right(name: str) -> None:
    found = Counter(compose.reports(one, (one.lines,))[0] for one in (draw(name, 8, "blind", n) for n in range(60)))
    assert found.most_common(1)[0][1] <= 6


def test_two_families_can_have_the_same_words() -> None:
    one, other = texts_of("knowledge_first"), texts_of("knowledge_second")
    assert (one.orders, one.questions) == (other.orders, other.questions)
    assert one.brief != other.brief
