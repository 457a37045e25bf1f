"""What a program can tell of wordings: that they ask for what labels mean, and speak of now where things change."""

import re
from collections.abc import Iterator, Sequence

import pytest

from interplay.tracks.scorekeeping.records import Item, Rules
from interplay.tracks.scorekeeping.rules import probe_label
from interplay_builders.release import sources
from interplay_builders.tracks.scorekeeping import domains
from interplay_builders.tracks.scorekeeping.build import build
from interplay_builders.tracks.scorekeeping.domains import Domain, SlotTexts, worded
from tests.scorekeeping import examples

DOMAINS = domains.domains()
NOW = re.compile(
    r"\b(?:now|current(?:ly)?|at present|still|latest|as things stand|at the moment|any ?more|no longer)\b"
)
RIGHT = re.compile(
    r"\b(?:correct(?:ly)?|right|true|real(?:ly)?|valid|accurate(?:ly)?|mistake|guess(?:ing)?|knows?|known|aware)\b"
)
LED_IN = re.compile(
    r"\b(?:let's|let me|turn(?:ing)? to|on to|as for|next,|back to|(?:come|go) (?:back|over)|once more|again"
    r"|one more time|check|run through|before i go)\b",
    re.IGNORECASE,
)
"""Words with which a questioner changes the subject or comes back to it."""


def probes(split: domains.Split) -> Iterator[tuple[str, str]]:
    """Yield each wording of a probe in *split*, with its place."""
    for domain in DOMAINS:
        if split == "base" or domain.corrects:
            for name, slot in domain.slots_of(split).items():
                yield from ((f"{domain.name} {name}", worded(text, split)) for text in slot.probes)


def texts(domain: Domain, slot: SlotTexts) -> Iterator[str]:
    yield from (domain.opening, domain.unknown, *slot.requests, *slot.repeats, *slot.updates)
    yield from (worded(text, split) for text in slot.probes for split in slot.splits)


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
def corrections() -> Sequence[Item]:
    identity = sources.identity()
    return build(identity.seed, identity.canary).files[1].rows  # type: ignore[return-value]


def test_first_requests_are_led_in_about_as_often_as_repeated_ones(corrections: Sequence[Item]) -> None:
    first: list[bool] = []
    again: list[bool] = []
    for item in corrections:
        seen: set[str] = set()
        for request in (r.request for r in item.rounds if r.request):
            (again if request.slot in seen else first).append(LED_IN.search(request.text or "") is not None)
            seen.add(request.slot)
    assert abs(sum(first) / len(first) - sum(again) / len(again)) < 0.15
    assert min(sum(first) / len(first), 1 - sum(again) / len(again)) > 0.25


def test_words_after_yes_and_no_do_not_count_as_the_rules_say() -> None:
    assert "after the yes or no" in domains.protocol().rules
    for said, label in (("yes, a moment ago", True), ("No. Not yet", False), ("no, but yes soon", False)):
        assert probe_label(f"ASIDE: {said}", examples.TAGS, Rules(tag="plain")) is label


def test_corrected_domains_have_new_ids(corrections: Sequence[Item]) -> None:
    assert {domain.edition for domain in DOMAINS} == {2}
    assert {item.item_id.split("/")[1] for item in corrections} == {d.slug for d in DOMAINS if d.corrects}
    assert {d.slug for d in DOMAINS if d.corrects} == {"job-interview.2", "restaurant.2", "travel-booking.2"}
