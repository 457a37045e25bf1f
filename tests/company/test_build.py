"""The questions of a draw: balanced, worthless to rules of thumb, and answered by the second account as by the key."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import pytest

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.release import open_release
from interplay.tracks.company.records import Item
from interplay.tracks.company.scores import informed
from interplay_builders.tracks.company import build as build_module
from interplay_builders.tracks.company import long, wording
from interplay_builders.tracks.company.build import DIALOGUES, dialogues
from interplay_builders.tracks.company.draw import story
from interplay_builders.tracks.company.hard import build as hard
from interplay_builders.tracks.company.probes import Choice
from interplay_builders.tracks.company.shortcuts import RULES, Subject, View
from interplay_builders.tracks.company.story import Story
from interplay_builders.tracks.company.texts import HERE, LONG, NAMES, settings, texts
from tests.company.retold import retold

SEEDS = ("release", "another")


@cache
def drawn_from(seed: str) -> tuple[tuple[str, Story, Choice], ...]:
    return tuple(dialogues(seed))


@cache
def items() -> tuple[Item, ...]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build_module, "dialogues", drawn_from)  # drawing them once is enough
        patched.setattr(hard, "DIALOGUES", 0)
        rows = build_module.build("release", "canary").files[0].rows
    return tuple(row for row in rows if isinstance(row, Item))


@pytest.mark.slow
def test_either_answer_is_right_equally_often_in_every_dialogue() -> None:
    by_dialogue: dict[str, list[Item]] = defaultdict(list)
    for item in items():
        by_dialogue[item.dialogue].append(item)
    assert len(by_dialogue) == DIALOGUES == 60
    for own in by_dialogue.values():
        assert Counter(i.kind for i in own) == {"first": 2, "stale": 2, "second": 2, "recall": 2}
        for kind in ("first", "stale", "second"):
            assert sorted(i.gold for i in own if i.kind == kind) == [("no",), ("yes",)]
        assert all(0 < len(i.gold) < len(i.people) for i in own if i.kind == "recall")


@pytest.mark.slow
def test_the_same_seed_makes_the_same_rows_and_another_makes_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "DIALOGUES", 3)
    monkeypatch.setattr(hard, "DIALOGUES", 0)
    one, two, other = (build_module.build(seed, "canary").files[0].rows for seed in ("same", "same", "other"))
    assert one == two
    assert len(one) == 24
    assert not set(one) & set(other)
    assert build_module.check() == ()


def test_a_draw_that_yields_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "EVENTS", (1, 1, 1))
    with pytest.raises(RecordError, match="none of 80 dialogues of the company track has probes of every kind"):
        build_module.build("short", "canary")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_no_rule_of_thumb_gets_sixty_percent_of_any_kind(seed: str) -> None:
    gains: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _, drawn, choice in drawn_from(seed):
        view = View(drawn)
        for probe in choice.probes:
            for name, rule in RULES[probe.kind].items():
                gains[probe.kind, name].append(_gain(view, drawn.people, probe.subject, probe.gold, rule))
    assert all(len(rules) >= 8 for rules in RULES.values())
    assert len(gains) == sum(map(len, RULES.values()))
    accuracy = {key: (1 + sum(own) / len(own)) / 2 for key, own in gains.items()}
    assert {key: share for key, share in accuracy.items() if not 0.4 < share < 0.6} == {}


def _gain(view: View, people: Sequence[str], subject: Subject, gold: tuple[str, ...], rule: object) -> float:
    assert callable(rule)
    if gold in {("yes",), ("no",)}:
        return 1.0 if rule(view, subject) is (gold == ("yes",)) else -1.0
    named = [name for p, name in enumerate(people) if rule(view, Subject(p, subject.topic))]
    return informed(named, gold, people)


@pytest.mark.slow
def test_the_key_is_what_the_words_of_each_message_say() -> None:
    known = settings()
    chosen = {(f"company/{n}"): (drawn, choice) for n, (_, drawn, choice) in enumerate(drawn_from("release"))}
    for number, item in enumerate(items()):
        if number % 8 not in {0, 3, 5, 6}:
            continue
        drawn, choice = chosen[item.dialogue]
        subject = choice.probes[int(item.item_id.rsplit("/", 1)[1])].subject
        told = retold(item.messages[0].content, item.people, known[item.setting], drawn.topics)
        label = drawn.topics[subject.topic][0]
        if item.kind == "recall":
            assert tuple(p for p in item.people if told.knows(p, label)) == item.gold
            continue
        person, other = item.people[subject.person], item.people[subject.other]
        answers = {
            "first": told.knows(person, label),
            "stale": told.belief(person, label) == subject.value,
            "second": told.thinks_known(person, other, label),
        }
        assert ("yes" if answers[item.kind] else "no",) == item.gold


def test_messages_say_all_that_is_needed_in_plain_sentences() -> None:
    for item in (row for row in open_release().rows("company", Item) if row.split != hard.SPLIT):
        [message] = item.messages
        assert message.role == "user"
        assert not any(mark in message.content for mark in ("{", "}", "  ", " ,", ".."))
        assert len(message.content) < 10_000
        question = message.content.split("\n\n")[-2]
        assert question[-1] in "?."
        if item.kind == "recall":
            assert all(name in question for name in item.people)


def test_texts_leave_no_doubt_who_or_what_is_meant() -> None:
    assert len({name[0] for name in NAMES}) == len(NAMES)
    for setting in settings().values():
        assert len(setting.topics) == 4
        values = [value.lower() for topic in setting.topics for value in topic.values]
        assert len(set(values)) == len(values)
        assert all(len(topic.values) >= 12 and topic.clause.count("{value}") == 1 for topic in setting.topics)
    for voice in texts().voices.values():
        for name in voice.__struct_fields__:
            assert len(set(getattr(voice, name))) == len(getattr(voice, name)) >= 3


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("events", [8, 16, 32, 64, 128])
def test_nearly_every_event_of_a_long_dialogue_counts(events: int, order: int) -> None:
    for seed in range(3 if events < 64 else 1):
        drawn = long.dialogue(Stream("company/test", str(seed), f"{events}/{order}"), events, order)
        assert len(drawn.story.events) == events
        assert len(long.idle(drawn.story, order)) <= 0.1 * events
        assert len(drawn.gold) == len(drawn.probes) == len(set(drawn.probes))
        assert drawn.messages[0].content.endswith("\n".join(f"{probe}: ?" for probe in drawn.probes))


def test_long_dialogues_are_the_same_for_the_same_stream() -> None:
    one, two = (long.dialogue(Stream("company/test", "same", "x"), 64, 2) for _ in range(2))
    assert (one.messages, one.gold) == (two.messages, two.gold)


@pytest.mark.parametrize(("events", "order"), [(7, 1), (8, 3), (16_385, 2)])
def test_a_length_or_order_that_cannot_be_is_refused(events: int, order: int) -> None:
    with pytest.raises(
        ValueError, match=rf"found {events} events of order {order}, expected 8 to 16384 of order 1 or 2"
    ):
        long.dialogue(Stream("company/test", "x", "x"), events, order)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.slow
def test_two_accounts_agree_about_the_report_of_a_long_dialogue(order: int) -> None:
    for seed in range(6):
        drawn = long.dialogue(Stream("company/test", str(seed), f"two/{order}"), 96, order)
        own = drawn.story
        told = retold(drawn.messages[0].content, own.people, own.setting, own.topics)
        labels = [label for label, _ in own.topics]
        if order == 2:
            pairs = [(p, q) for p in own.people for q in own.people if p != q]
            assert drawn.gold == tuple(sum(told.thinks_known(p, q, t) for t in labels) for p, q in pairs)
            continue
        wrong = [sum(told.belief(p, t) is not None and not told.knows(p, t) for t in labels) for p in own.people]
        known = [sum(told.knows(p, t) for t in labels) for p in own.people]
        assert drawn.gold == tuple(n for both in zip(known, wrong, strict=True) for n in both)


def test_one_person_alone_is_spoken_of_in_the_singular() -> None:
    drawn = story(settings()["fair"], "told", 3, 5, Stream("company/test", "x", "singular"))
    told = wording.narrative(drawn, texts(), Stream("company/test", "x", "words"))
    [inside] = [name for p, name in enumerate(drawn.people) if p in drawn.present_at_start]
    assert f"At the start, {inside} is in the tent, and " in told
    assert set(settings(LONG)) == {"congress", "parcels", "seeds"}


BRITISH = re.compile(
    r"\b(?:put(?:ting)? \w* ?right|colour|grey|organis\w+|football|lime tree|goal of|firm|\d+ (?:May|June))\b",
    re.IGNORECASE,
)


def test_the_track_is_written_in_american_english() -> None:
    said = [path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.toml"))]
    assert len(said) == 17
    assert [match[0] for text in said for match in BRITISH.finditer(text)] == []


def test_things_are_news_and_a_change_is_told_as_one() -> None:
    """Nobody is to read that a prize or a weapon is handed over, nor a change as what was so before."""
    for voice in texts().voices.values():
        assert [w for w in voice.change if not re.search("chang", w, re.IGNORECASE)] == []
        said = (w for kind in voice.__struct_fields__ for w in getattr(voice, kind))
        assert [w for w in said if re.search(r"\b(?:gives?|give you|gave|want(?:s|ed)?) \{label\}", w)] == []
