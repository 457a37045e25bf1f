"""What a program can tell of wordings: that they ask for what labels mean, and speak of now where things change."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest

from interplay.core.release import Release
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item, Rules
from interplay.tracks.scorekeeping.rules import plan_of, probe_label
from interplay_builders.tracks.scorekeeping import domains, draw
from interplay_builders.tracks.scorekeeping.domains import Domain, SlotTexts, leads_in, says_again, worded
from tests.scorekeeping import examples

DOMAINS = domains.domains()
NOW = re.compile(
    r"\b(?:now|current(?:ly)?|at present|still|latest|as things stand|at the moment|any ?more|no longer)\b"
)
RIGHT = re.compile(
    r"\b(?:correct(?:ly)?|right|true|real(?:ly)?|valid|accurate(?:ly)?|mistake|guess(?:ing)?|knows?|known|aware)\b"
)
BRITISH = re.compile(
    r"\b(?:shall|fancy|whilst|timetables?|means of transport|over new year\b(?!'s)|got|centre|colour|favour\w*"
    r"|travell\w+|labelled|programme|sums|beetroot|vine leaves)\b",
    re.IGNORECASE,
)


def probes(split: domains.Split) -> Iterator[tuple[str, str]]:
    """Yield each wording of a probe in *split*, with its place."""
    for domain in DOMAINS:
        if split == "base" or domain.corrects:
            for name, slot in domain.slots_of(split).items():
                said = (worded(text, has_changed=split == "corrections") for text in slot.probes)
                yield from ((f"{domain.name} {name}", text) for text in said)


def texts(domain: Domain, slot: SlotTexts) -> Iterator[str]:
    yield from (domain.opening, domain.unknown, *slot.requests, *slot.repeats, *slot.updates)
    yield from (worded(text, has_changed=changed) for text in slot.probes for changed in (False, True))


def test_probes_ask_what_was_told_and_never_whether_it_is_right() -> None:
    """A slot that was answered wrongly is shared, so that a probe for right knowledge would have the wrong label."""
    let_know = re.compile(r"\blet the (?:[a-z]+ )?[a-z]+ know\b")
    side = re.compile(r"\bthe right\b")
    found = [*probes("base"), *probes("corrections")]
    assert [probe for probe in found if RIGHT.search(side.sub("", let_know.sub("", probe[1])))] == []


def test_probes_of_base_where_nothing_changes_never_speak_of_now() -> None:
    assert [found for found in probes("base") if NOW.search(found[1])] == []


def test_probes_of_corrections_ask_for_the_value_of_now() -> None:
    """They have one right reply where the questioner has been told an outdated value."""
    assert [found for found in probes("corrections") if not NOW.search(found[1])] == []


def test_requests_of_base_never_speak_of_now() -> None:
    said = [text for domain in DOMAINS for slot in domain.slots_of("base").values() for text in slot.requests]
    assert [text for text in said if NOW.search(text.lower())] == []


def test_every_wording_is_a_clean_sentence_and_comes_once_in_its_slot() -> None:
    for domain in DOMAINS:
        for slot in domain.slots.values():
            for text in texts(domain, slot):
                assert re.fullmatch(r"[A-Z].*[.?:}]", text), text
                assert not re.search(r"  | [,.?]|[\[\]]|[^\x20-\x7e]", text), text
            for wordings in (slot.probes, (*slot.requests, *slot.repeats), slot.updates, slot.values):
                assert len({text.lower() for text in wordings}) == len(wordings)
            assert all(text.count("{value}") == 1 for text in slot.updates)
            assert all(value.isascii() for value in slot.values)  # nobody is to lose a point for an accent


@pytest.fixture(scope="module")
def corrections(release: Release) -> Sequence[Item]:
    return tuple(release.rows("scorekeeping_corrections", Item))


def requests(items: Sequence[Item]) -> tuple[list[str], list[str]]:
    """Return the first requests for each slot of each item, and the repeated ones."""
    first: list[str] = []
    again: list[str] = []
    for item in items:
        seen: set[str] = set()
        for request in (r.request for r in item.rounds if r.request):
            (again if request.slot in seen else first).append(request.text or "")
            seen.add(request.slot)
    return first, again


def share(words: Callable[[str], bool], said: Sequence[str]) -> float:
    return sum(words(text) for text in said) / len(said)


@pytest.mark.slow
def test_half_of_the_repeated_requests_say_that_they_are_repeated_and_no_first_one_does(
    corrections: Sequence[Item],
) -> None:
    first, again = requests(corrections)
    assert 0.4 < share(says_again, again) < 0.6
    assert share(says_again, first) == share(leads_in, again) == 0.0
    assert 0.1 < share(leads_in, first) < 0.3


def test_no_dialogue_begins_with_a_change_of_subject(corrections: Sequence[Item]) -> None:
    base = tuple(draw.draw_base(DOMAINS, domains.protocol(), "first", "canary"))
    first = [request.text or "" for item in (*base, *corrections) if (request := item.rounds[1].request)]
    assert len(first) == 86
    assert [text for text in first if leads_in(text)] == []


def test_a_slot_that_is_corrected_has_two_wordings_of_repeats_that_say_so_and_one_lead_in() -> None:
    for domain in DOMAINS:
        for slot in domain.slots_of("corrections").values() if domain.corrects else ():
            assert [sum(map(says_again, slot.repeats)), len(slot.repeats)] == [2, 4]
            assert [sum(map(leads_in, slot.requests)), len(slot.requests)] == [1, 5]


@pytest.mark.parametrize("words", [says_again, leads_in])
def test_how_a_slot_was_last_asked_for_says_next_to_nothing_of_the_label(
    words: Callable[[str], bool], corrections: Sequence[Item]
) -> None:
    """Neither a yes where the last request for the slot has such words gains much, nor a no."""
    right = []
    for item in corrections:
        plan = plan_of(item)
        for (number, slot), truth in informative(plan).items():
            asked = [r.request for r in item.rounds[: number + 1] if r.request]
            last = next((q.text or "" for q in reversed(asked) if q.slot == plan.names[slot]), "")
            right.append(words(last) is truth)
    assert abs(2 * sum(right) / len(right) - 1) < 0.15


def test_probes_speak_of_now_from_the_first_correction_of_their_slot_on(corrections: Sequence[Item]) -> None:
    for item in corrections:
        changed: set[str] = set()
        for round_ in item.rounds:
            changed |= {update.slot for update in round_.updates}
            assert {p.slot for p in round_.probes if NOW.search(p.text or "")} == changed


def test_the_track_is_spelled_in_american_english() -> None:
    protocol = domains.protocol()
    said = [text for d in DOMAINS for slot in d.slots.values() for text in (*texts(d, slot), slot.label, *slot.values)]
    assert [text for text in (*said, protocol.rules, protocol.corrections) if BRITISH.search(text)] == []


def test_no_update_puts_a_before_a_vowel() -> None:
    said = [(text, value) for d in DOMAINS for s in d.slots.values() for text in s.updates for value in s.values]
    assert [pair for pair in said if re.search(r"\ba (?!one)[aeio]", pair[0].replace("{value}", pair[1]))] == []


def test_words_after_yes_and_no_do_not_count_as_the_rules_say() -> None:
    assert "after the yes or no" in domains.protocol().rules
    for said, label in (("yes, a moment ago", True), ("No. Not yet", False), ("no, but yes soon", False)):
        assert probe_label(f"ASIDE: {said}", examples.TAGS, Rules(tag="plain")) is label


def test_corrected_domains_have_new_ids(corrections: Sequence[Item]) -> None:
    assert {domain.edition for domain in DOMAINS if not domain.corrects} == {2}
    assert {item.item_id.split("/")[1] for item in corrections} == {d.slug for d in DOMAINS if d.corrects}
    assert {d.slug for d in DOMAINS if d.corrects} == {"job-interview.3", "restaurant.3", "travel-booking.3"}


@pytest.mark.parametrize("words", ["yes and no", "Yes or no?", "no/yes", "yes, no"])
def test_both_words_are_no_answer(words: str) -> None:
    assert probe_label(f"ASIDE: {words}", examples.TAGS, Rules(tag="plain")) is None


@pytest.mark.parametrize("words", ["no, no", "No. No, it does not.", "No, no change so far."])
def test_a_word_that_is_repeated_is_an_answer(words: str) -> None:
    assert probe_label(f"ASIDE: {words}", examples.TAGS, Rules(tag="plain")) is False
    assert probe_label("ASIDE: Yes, no doubt about it.", examples.TAGS, Rules(tag="plain")) is True
