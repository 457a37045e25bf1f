"""The split ``hard``: the engine and a second account agree, no rule of thumb gains, and the words are complete."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from statistics import mean

import pytest

from interplay.core.driver import Ask
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.company import Item, Prediction
from interplay.tracks.company.bots import BLIND, BOTS, SHORTCUTS
from interplay.tracks.company.track import TRACK
from interplay_builders.tracks.company import build as company
from interplay_builders.tracks.company.hard import build, wording
from interplay_builders.tracks.company.hard.build import dialogues
from interplay_builders.tracks.company.hard.draw import Level, script
from interplay_builders.tracks.company.hard.minds import NOBODY, Act, Hearing, Minds, chains
from interplay_builders.tracks.company.hard.probes import Candidate
from interplay_builders.tracks.company.hard.shortcuts import BOTS as RULES_OF_BOTS
from interplay_builders.tracks.company.hard.shortcuts import RULES, View, answers
from interplay_builders.tracks.company.knowledge import ALL, YOU
from interplay_builders.tracks.company.texts import HARD, hard_texts, settings, texts
from interplay_builders.tracks.company.wording import joined
from tests.company.noticed import noticed

ADA, BEN, CARLA, DAN = range(4)
SEEDS = ("release", "another", "third")


def minds(*acts: Act) -> Minds:
    """Ada, Ben and Carla are in the room, Dan is not; topic 0 is *old* at the start, and topic 1 is *x*."""
    result = Minds(4, {ADA, BEN, CARLA}, {0: "old", 1: "x"})
    for act in acts:
        result.apply(act)
    return result


TO_ALL = Act("tell", YOU, ALL, 0)
TO_ADA = Act("tell", YOU, ADA, 0)
CHANGE = Act("change", topic=0, value="new")


def test_what_everyone_in_the_room_hears_is_common_knowledge() -> None:
    after = minds(TO_ALL)
    assert all(after.thinks_known(0, *pair) for pair in permutations((ADA, BEN, CARLA), 2))
    assert after.thinks_known(0, ADA, BEN, ADA)
    assert not after.thinks_known(0, ADA, BEN, DAN)
    assert not minds(TO_ADA, Act("tell", YOU, BEN, 0), Act("tell", YOU, CARLA, 0)).thinks_known(0, ADA, BEN)


def test_who_missed_an_announcement_is_thought_to_believe_what_was_so_before() -> None:
    after = minds(TO_ALL, CHANGE, Act("leave", listener=CARLA), TO_ALL, Act("join", listener=CARLA))
    assert after.belief(0, ADA, BEN, CARLA) == "old"
    assert after.belief(0, CARLA, ADA, BEN) == "old"
    assert not after.thinks_known(0, ADA, BEN, CARLA)
    assert after.thinks_known(0, CARLA, ADA, BEN)


def test_a_listener_knows_of_the_others_and_they_do_not() -> None:
    after = minds(TO_ADA, Act("pass", ADA, BEN, 0, eavesdropper=CARLA))
    assert after.belief(0, CARLA) == after.belief(0, CARLA, ADA) == after.belief(0, CARLA, ADA, BEN) == "old"
    assert after.belief(0, ADA, CARLA) == after.belief(0, BEN, CARLA) == after.belief(0, CARLA, ADA, CARLA) == ""
    assert after.latest[CARLA] == 0


def test_a_speaker_who_notices_the_listener_keeps_it_secret() -> None:
    after = minds(TO_ADA, Act("pass", ADA, BEN, 0, eavesdropper=CARLA, spotted=True))
    assert after.thinks_known(0, ADA, CARLA)
    assert after.thinks_known(0, ADA, CARLA, BEN)
    assert after.belief(0, ADA, BEN, CARLA) == after.belief(0, BEN, CARLA) == after.belief(0, CARLA, ADA, CARLA) == ""


def test_a_retraction_leaves_no_belief_to_those_who_hear_it() -> None:
    after = minds(TO_ALL, Act("leave", listener=CARLA), Act("retract", ADA, ALL, 0, eavesdropper=DAN))
    assert [after.belief(0, p) for p in after.people] == ["", "", "old", ""]
    assert not after.thinks_known(0, ADA, BEN)
    assert after.thinks_known(0, CARLA, BEN, ADA)
    assert after.current[0] == "old"
    assert after.outdated(0) == ()
    assert after.latest[BEN] is None


def test_going_through_everything_passes_on_each_belief_and_no_single_last_thing() -> None:
    after = minds(TO_ADA, CHANGE, Act("tell", YOU, ADA, 1), Act("update", ADA, DAN))
    assert [after.belief(topic, DAN) for topic in (0, 1)] == ["old", "x"]
    assert after.latest == [1, None, None, None]
    assert after.outdated(0) == (ADA, DAN)
    corrected = minds(TO_ADA, CHANGE, Act("correct", topic=0))
    assert corrected.knows(0, ADA)
    assert not corrected.knows(0, BEN)


def test_the_last_thing_is_what_was_heard_last_even_if_overheard() -> None:
    acts = (TO_ADA, Act("tell", YOU, BEN, 1), Act("pass", ADA, CARLA, 0, eavesdropper=BEN), Act("news", BEN, DAN))
    assert [minds(*acts).belief(topic, DAN) for topic in (0, 1)] == ["old", ""]
    assert minds(Act("gather")).present == {ADA, BEN, CARLA, DAN}


def test_chains_are_those_along_which_people_notice_each_other() -> None:
    assert len(chains(Hearing(frozenset({ADA})))) == 1
    assert len(chains(Hearing(frozenset({ADA, BEN})))) == 6
    overheard = {*chains(Hearing(frozenset({ADA, BEN}), CARLA))} - {*chains(Hearing(frozenset({ADA, BEN})))}
    assert all(chain[0] == CARLA for chain in overheard)
    assert len(overheard) == 5


@pytest.mark.parametrize("number", range(18))
def test_two_accounts_agree_about_random_dialogues(number: int) -> None:
    known, shared = settings(HARD), texts()
    setting, voice = known[sorted(known)[number % 6]], sorted(hard_texts().voices)[number % 4]
    stream = Stream("company/test", "noticed", str(number))
    level = Level(60 + 10 * number, 4 + number % 3, 4 + number % 3, number % 6, 3, (voice,))
    drawn = script(setting, voice, level, stream)
    other = noticed(wording.narrative(drawn, shared, hard_texts(), stream), drawn.people, setting, drawn.topics)
    view = View(drawn)
    end = view.end
    assert [other.outdated[name] for name in drawn.people] == [view.outdated(p) for p in end.people]
    assert len(other.lines) == len(drawn.acts)
    assert [other.now[label] for label, _ in drawn.topics] == [*end.current.values()]
    for topic, (label, _) in enumerate(drawn.topics):
        for order in (1, 2, 3):
            for chain in permutations(end.people, order):
                names = [drawn.people[p] for p in chain]
                assert other.belief(label, *names) == end.belief(topic, *chain)
        for a, b in permutations(end.people, 2):
            assert other.belief(label, *(drawn.people[p] for p in (a, b, a))) == end.belief(topic, a, b, a)


@cache
def dialogues_of(seed: str) -> tuple[tuple[str, View, list[Candidate]], ...]:
    return tuple(dialogues(seed))


@pytest.fixture(scope="module")
def items() -> Iterator[tuple[Item, ...]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "dialogues", dialogues_of)
        yield tuple(build.items("release", "canary"))


@pytest.mark.slow
def test_every_dialogue_has_questions_of_each_kind_with_at_least_three_different_numbers(
    items: tuple[Item, ...],
) -> None:
    by_dialogue: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        by_dialogue[item.dialogue].append(item)
    assert len(items) == 192
    assert Counter(item.events for item in items) == dict.fromkeys((40, 240, 800, 1600), 48)
    for group in by_dialogue.values():
        assert Counter(i.kind for i in group) == {"third": 1, "outdated": 1}
        assert all(len({entry.split()[1] for entry in i.gold}) >= max(3, len(i.people) - 1) for i in group)
        assert all(tuple(entry.split()[0] for entry in i.gold) == i.people for i in group)
        assert len({i.messages for i in group}) == 2
    sizes = {(i.events, i.kind): len(i.people) for i in items}
    assert [sizes[events, "third"] for events in (40, 240, 800, 1600)] == [3, 4, 6, 12]
    assert [sizes[events, "outdated"] for events in (40, 240, 800, 1600)] == [4, 6, 8, 12]
    assert max(len(i.messages[0].content) for i in items) < 80_000


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_no_rule_of_thumb_has_a_whole_answer_right(seed: str) -> None:
    assert sum(map(len, RULES.values())) > 20
    for _, view, chosen in dialogues_of(seed):
        for candidate in chosen:
            rules = RULES[candidate.subject.kind].items()
            assert not [name for name, rule in rules if answers(view, candidate.subject, rule) == candidate.gold]


@pytest.mark.slow
def test_the_key_is_what_the_words_of_each_message_say(items: tuple[Item, ...]) -> None:
    all_settings, chosen = settings(HARD), dialogues_of("release")
    for start in range(0, len(items), 2):
        _, view, candidates = chosen[start // 2]
        drawn = view.script
        other = noticed(
            items[start].messages[0].content, drawn.people, all_settings[items[start].setting], drawn.topics
        )
        for item, candidate in zip(items[start : start + 2], candidates, strict=True):
            counts = {
                name: other.outdated[name] if item.kind == "outdated" else other.third(name) for name in item.people
            }
            assert item.kind == candidate.subject.kind
            assert tuple(f"{name} {number}" for name, number in counts.items()) == item.gold
            assert joined(item.people) in item.messages[0].content.split("\n\n")[-2]
            assert score(item, f"Answer: {', '.join(f'{name}: {number}' for name, number in counts.items())}") == 100


@pytest.mark.slow
def test_messages_are_complete_and_the_bots_of_the_track_score_nothing(items: tuple[Item, ...]) -> None:
    for item in items:
        [message] = item.messages
        assert not any(mark in message.content for mark in ("{", "}", "  ", " ,", ".."))
        question, closing = message.content.split("\n\n")[-2:]
        assert question[-1] in "?."
        assert "Answer: " in closing
        assert {s.bot for s in item.shortcuts} == {*RULES_OF_BOTS} == {*SHORTCUTS}
    for bot in BLIND:
        scores = [score(item, BOTS[bot](Ask(item.messages, item))) for item in items]
        assert abs(mean(scores)) <= (15 if bot == "random" else 5), bot
    assert {score(item, BOTS["oracle"](Ask(item.messages, item))) for item in items} == {100}


def score(item: Item, reply: str) -> float:
    return TRACK.grader(item)(Prediction(item_id=item.item_id, response=reply)).values["score"] or 0.0


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "DIALOGUES", 1)


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_the_same_seed_makes_the_same_rows_and_another_makes_others() -> None:
    first, second, other = (tuple(build.items(seed, "canary")) for seed in ("same", "same", "other"))
    assert first == second
    assert len(first) == 8
    assert not {item.messages for item in first} & {item.messages for item in other}
    listed = next(item for item in first if item.kind == "third")
    assert score(listed, f"Answer: {', '.join(listed.gold)}") == 100
    assert score(listed, f"Answer: {', '.join(listed.gold[:-1])}") == 0
    assert score(listed, f"Answer: {', '.join(listed.people)}") == 0
    *others, last = listed.gold
    name, number = last.split()
    near = TRACK.grader(listed)(
        Prediction(item_id=listed.item_id, response=f"Answer: {', '.join(others)}, {name} {int(number) + 1}")
    )
    assert (near.values["score"], near.values["exact"]) == (0, 0)
    assert near.values["recall_f1"] == pytest.approx(2 / 3)
    assert TRACK.undefined(listed) == ("accuracy",)


@pytest.mark.usefixtures("small")
def test_a_draw_that_yields_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "LEVELS", (Level(1, 5, 4, 8, 3, ("told",)),))
    with pytest.raises(RecordError, match="none of 100 dialogues of company's hard split has questions of every kind"):
        tuple(build.items("short", "canary"))


def test_the_headline_is_about_the_hard_split_where_there_is_one() -> None:
    assert TRACK.main_splits((build.SPLIT, company.SPLIT)) == ("hard",)
    assert TRACK.main_splits(("company",)) == ("company",)
    assert company.SPLIT == "standard"


def test_the_texts_of_the_split_are_complete_and_leave_no_doubt() -> None:
    known, further = settings(HARD), hard_texts()
    assert len(known) == 6
    assert not {*known} & {*settings()}
    for setting in known.values():
        values = [value.lower() for topic in setting.topics for value in topic.values]
        assert len(setting.topics) == 8
        assert len(values) == len({*values}) == 96
        assert all(topic.clause.count("{value}") == 1 for topic in setting.topics)
    assert {*further.voices} == {*texts().voices, "log"}
    assert len({frozenset(voice) for name, voice in further.voices.items() if name != "log"}) == 1
    usual = {"change", "tell_one", "tell_all", "correct", "pass_one", "pass_all", "leave", "join"}
    assert {*further.voices["log"]} == {*further.voices["told"]} | usual
    assert {*further.questions} == {"third", "outdated"}
    for kinds in (further.questions, *further.voices.values()):
        assert all(len({*wordings}) == len(wordings) >= 3 for wordings in kinds.values())
    words = (HARD.parent / "hard.toml").read_text(encoding="utf-8")
    assert not re.search(r"\b(?:colour|grey|organis\w+|theatre|he|she|his|her)\b", words)
    assert NOBODY not in {YOU, ALL}
