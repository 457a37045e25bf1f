"""Gold labels: the engine and a second account, read from the words alone, agree about everybody."""

from itertools import product

import pytest

from interplay.core.randomness import Stream
from interplay_builders.tracks.company import draw, wording
from interplay_builders.tracks.company.knowledge import ALL, LATEST, YOU, Company, Event, after
from interplay_builders.tracks.company.texts import settings, texts
from tests.company.retold import retold

ANA, BEN, CARLA = 0, 1, 2


def company(*events: Event) -> Company:
    """Ana and Ben are in the room, Carla is not; topic 0 is *old* at the start."""
    return after(Company(3, {ANA, BEN}, {0: "old", 1: "x"}), events)


CHANGE = Event("change", topic=0, value="new")
TO_ALL = Event("tell", YOU, ALL, 0)


def test_those_in_the_room_hear_and_notice_each_other() -> None:
    told = company(TO_ALL)
    assert [told.knows(p, 0) for p in (ANA, BEN, CARLA)] == [True, True, False]
    assert told.thinks_known(ANA, BEN, 0)
    assert told.thinks_known(BEN, ANA, 0)
    assert not told.thinks_known(ANA, CARLA, 0)
    assert not told.thinks_known(CARLA, ANA, 0)


def test_a_change_makes_beliefs_outdated_and_nobody_notices() -> None:
    changed = company(TO_ALL, CHANGE)
    assert changed.outdated(0) == (ANA, BEN)
    assert changed.belief(ANA, 0) == "old"
    assert changed.thinks_known(ANA, BEN, 0)


def test_who_was_told_in_private_thinks_that_the_others_are_outdated() -> None:
    told = company(TO_ALL, CHANGE, Event("tell", YOU, ANA, 0))
    assert told.knows(ANA, 0)
    assert not told.thinks_known(ANA, BEN, 0)
    assert told.thinks_known(BEN, ANA, 0), "Ben believes what he heard Ana be told"


def test_what_is_passed_on_is_the_belief_of_the_speaker() -> None:
    passed = company(TO_ALL, CHANGE, Event("tell", YOU, CARLA, 0), Event("pass", BEN, CARLA, 0))
    assert passed.belief(CARLA, 0) == "old"
    assert passed.thinks_known(CARLA, BEN, 0)
    assert passed.thinks_known(BEN, CARLA, 0)
    assert not passed.thinks_known(ANA, CARLA, 0)


def test_a_correction_reaches_those_who_are_wrong_one_by_one() -> None:
    put_right = company(TO_ALL, CHANGE, Event("tell", YOU, ANA, 0), Event("correct", topic=0))
    assert [put_right.belief(p, 0) for p in (ANA, BEN, CARLA)] == ["new", "new", None]
    assert not put_right.thinks_known(BEN, ANA, 0)
    assert put_right.latest == [0, 0, None]


def test_the_last_thing_is_what_was_heard_last() -> None:
    events = (Event("tell", YOU, BEN, 1), TO_ALL, Event("pass", BEN, CARLA, LATEST))
    assert company(*events).belief(CARLA, 0) == "old"
    assert company(*events).belief(CARLA, 1) is None


def test_people_outside_neither_hear_nor_speak_to_the_room() -> None:
    gone = (Event("leave", listener=BEN), TO_ALL)
    assert not company(*gone).knows(BEN, 0)
    silent = company(Event("tell", YOU, BEN, 0), Event("leave", listener=BEN), Event("pass", BEN, ALL, 0))
    assert not silent.knows(ANA, 0)
    back = company(*gone, Event("join", listener=BEN), Event("pass", ANA, ALL, 0))
    assert back.knows(BEN, 0)


@pytest.mark.parametrize("number", range(72))
def test_two_accounts_agree_about_random_dialogues(number: int) -> None:
    known, shared = settings(), texts()
    name, voice = sorted(known)[number % 6], sorted(shared.voices)[number // 6 % 3]
    stream = Stream("company/test", "two accounts", str(number))
    story = draw.story(known[name], voice, 3 + number % 4, 10 + number, stream)
    told, end = wording.narrative(story, shared, stream), story.beliefs_at_end()
    other = retold(told, story.people, story.setting, story.topics)
    assert len(other.lines) == len(story.events)
    for (p, person), (t, (label, _)) in product(enumerate(story.people), enumerate(story.topics)):
        assert other.belief(person, label) == end.belief(p, t)
        assert other.knows(person, label) is end.knows(p, t)
        for q, second in enumerate(story.people):
            if q != p:
                assert other.thinks_known(person, second, label) is end.thinks_known(p, q, t)
    heard = [other.last_heard(person, len(other.lines)) for person in story.people]
    labels = [None if t is None else story.topics[t][0] for t in end.latest]
    assert [None if one is None else one.topic for one in heard] == labels
