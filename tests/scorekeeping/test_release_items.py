"""What the shipped items promise."""

from collections import Counter

import pytest

from interplay.core.driver import Ask
from interplay.core.release import Release
from interplay.tracks.scorekeeping.bots import BOTS
from interplay.tracks.scorekeeping.records import Item, Prediction
from interplay.tracks.scorekeeping.rules import Knowledge, plan_of
from interplay.tracks.scorekeeping.scores import grade
from interplay_builders.tracks.scorekeeping.draw import ProbeItem
from tests.scorekeeping import examples


@pytest.fixture(scope="module")
def base(release: Release) -> list[Item]:
    return list(release.rows("scorekeeping", Item))


@pytest.fixture(scope="module")
def corrections(release: Release) -> list[Item]:
    return list(release.rows("scorekeeping_corrections", Item))


@pytest.fixture(scope="module")
def probes(release: Release) -> list[ProbeItem]:
    return list(release.rows("scorekeeping_probes", ProbeItem))


def test_base_has_ten_items_a_domain_with_five_ten_and_fifteen_slots(base: list[Item]) -> None:
    assert Counter((item.domain, len(item.slots)) for item in base) == {
        ("job-interview", 5): 10,
        ("letter-number", 10): 10,
        ("restaurant", 5): 10,
        ("things-places", 15): 10,
        ("travel-booking", 5): 10,
    }


def test_base_asks_for_each_slot_once_and_probes_each_slot_in_each_round(base: list[Item]) -> None:
    for item in base:
        names = sorted(slot.name for slot in item.slots)
        assert sorted(r.request.slot for r in item.rounds if r.request) == names
        assert len(item.rounds) == len(names) + 1
        assert all(sorted(p.slot for p in r.probes) == names for r in item.rounds)


def test_corrections_change_values_that_were_given_and_ask_again_later(corrections: list[Item]) -> None:
    assert Counter(item.domain for item in corrections) == {"job-interview": 12, "restaurant": 12, "travel-booking": 12}
    for item in corrections:
        updates = [(n, u) for n, r in enumerate(item.rounds) for u in r.updates]
        assert (len(item.rounds), len(updates)) == (21, 8)
        for number, update in updates:
            asked = [n for n, r in enumerate(item.rounds) if r.request and r.request.slot == update.slot]
            assert min(asked) < number <= max(asked)
            assert len(asked) <= 5
            assert update.value in (update.text or "")
            assert update.value not in {s.value for s in item.slots}


def test_every_shared_slot_is_told_again_by_the_end(corrections: list[Item]) -> None:
    for item in corrections:
        plan = plan_of(item)
        knowledge = Knowledge(plan)
        for number in range(1, len(item.rounds)):
            knowledge.update(number)
            knowledge.hear(number, examples.value_at(item, number).lower())
        assert all(knowledge.shared)
        assert not any(knowledge.stale)


def test_a_model_that_repeats_old_values_is_wrong_about_them_if_it_says_yes(corrections: list[Item]) -> None:
    """It answers every repeated request with the first value and always claims *shared*: stale slots catch it."""
    item = corrections[0]
    first = {slot.name: slot.value for slot in item.slots}
    says = [f"ANSWER: {first[r.request.slot]}" for r in item.rounds if r.request]
    episode = grade(plan_of(item), examples.played(item, says, lambda _n, _slot: True))
    assert episode.stale_accuracy == 0.0
    assert episode.slot_filling is not None
    assert episode.slot_filling < 1.0


def test_no_wording_of_a_repeated_request_or_update_comes_twice_in_an_item(corrections: list[Item]) -> None:
    for item in corrections:
        asked = [r.request.slot for r in item.rounds if r.request]
        again = [r.request.text for n, r in enumerate(item.rounds) if r.request and r.request.slot in asked[: n - 1]]
        updates = [(u.slot, u.text) for r in item.rounds for u in r.updates]
        assert len(set(again)) == len(again)
        assert len(set(updates)) == len(updates)


def test_half_of_all_labels_are_shared_in_every_item_of_base(probes: list[ProbeItem]) -> None:
    shared = Counter(p.item_id for p in probes if p.shared and p.split == "base")
    everything = Counter(p.item_id for p in probes if p.split == "base")
    assert len(everything) == 50
    assert all(shared[item_id] * 2 == count for item_id, count in everything.items())


def test_the_headline_rests_on_eighteen_probes_an_item_half_of_them_true(probes: list[ProbeItem]) -> None:
    marked = [p for p in probes if p.informative]
    assert len(marked) == 18 * 36
    assert set(Counter((p.item_id, p.gold) for p in marked).values()) == {9}
    assert {p.split for p in marked} == {"corrections"}


@pytest.mark.parametrize("bot", ["always-private", "always-shared"])
def test_constant_bots_have_kappa_zero(bot: str, base: list[Item], corrections: list[Item]) -> None:
    for item in (*base, *corrections):
        episode = grade(plan_of(item), examples.play_bot(item, bot))
        assert (episode.kappa, episode.main_score, episode.slot_filling) == (0.0, 0.0, 1.0)
        assert episode.accuracy == 0.5 or item.split == "corrections"


def test_the_oracle_scores_100_and_echo_is_aborted(base: list[Item], corrections: list[Item]) -> None:
    for item in (*base, *corrections):
        right = grade(plan_of(item), examples.play_bot(item, "oracle"))
        assert (right.main_score, right.score) == (100.0, None if item.split == "base" else 100.0)
        assert grade(plan_of(item), examples.play_bot(item, "echo")).status == "aborted"


def test_gold_labels_of_single_probes_equal_what_the_scorer_derives(
    probes: list[ProbeItem], base: list[Item], corrections: list[Item]
) -> None:
    """Submit the gold labels with the teacher-forced answers of the rows: every episode must be perfect."""
    by_item: dict[str, list[ProbeItem]] = {}
    for probe in probes:
        by_item.setdefault(probe.item_id, []).append(probe)
    for item in (*base, *corrections):
        rows = by_item[item.item_id]
        gold = {(row.round, row.slot): row.gold == "yes" for row in rows}
        forced = [m.content for m in rows[-1].messages if m.role == "assistant"]
        prediction: Prediction = examples.played(item, forced, lambda n, slot, gold=gold: gold[n, slot])  # type: ignore[misc]
        episode = grade(plan_of(item), prediction)
        assert (episode.accuracy, episode.kappa, episode.slot_filling) == (1.0, 1.0, 1.0)
        assert all((row.gold == "yes") is row.shared for row in rows)


def test_a_probe_row_is_what_a_model_would_be_sent(probes: list[ProbeItem], base: list[Item]) -> None:
    asks: list[tuple[tuple[str, str], ...]] = []

    def reply(ask: Ask) -> str:
        if examples.situation(ask).kind == "probe":
            asks.append(tuple((m.role, m.content) for m in ask.messages))
        return BOTS["oracle"](ask)

    examples.play_with(base[0], reply)
    rows = [p for p in probes if p.item_id == base[0].item_id]
    assert [tuple((m.role, m.content) for m in row.messages) for row in rows] == asks


def test_stale_rows_exist_in_corrections_only_and_are_private(probes: list[ProbeItem]) -> None:
    stale = [p for p in probes if p.stale]
    assert len(stale) > 100
    assert {(p.split, p.shared) for p in stale} == {("corrections", False)}


def test_the_last_attempt_at_a_probe_is_announced_and_only_the_last(base: list[Item], corrections: list[Item]) -> None:
    for item in (*base, *corrections):
        assert len(item.suffixes) == item.rules.attempts
        assert ["last attempt" in suffix for suffix in item.suffixes] == [False] * (item.rules.attempts - 1) + [True]
