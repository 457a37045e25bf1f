"""Scores of an episode: definitions, limits, and what cannot have happened."""

import math
import warnings

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, cohen_kappa_score

from interplay.tracks.base import PredictionError
from interplay.tracks.scorekeeping.records import Answer, Item, Prediction, ProbeReplies
from interplay.tracks.scorekeeping.rules import Knowledge, answer_body, plan_of
from interplay.tracks.scorekeeping.scores import Episode, grade, kappa_of
from tests.scorekeeping import examples

ITEM = examples.item()


def scored(prediction: Prediction, item: Item = ITEM) -> Episode:
    return grade(plan_of(item), prediction)


def replace_attempts(prediction: Prediction, index: int, attempts: tuple[str, ...]) -> Prediction:
    probes = list(prediction.probes)
    probes[index] = msgspec.structs.replace(probes[index], attempts=attempts)
    return msgspec.structs.replace(prediction, probes=tuple(probes))


def test_the_oracle_gets_everything_right() -> None:
    episode = scored(examples.play_bot(ITEM, "oracle"))
    assert (episode.accuracy, episode.kappa, episode.slot_filling, episode.main_score) == (1.0, 1.0, 1.0, 100.0)
    assert episode.success


@pytest.mark.parametrize("bot", ["always-private", "always-shared"])
def test_a_constant_reply_has_accuracy_one_half_and_kappa_zero(bot: str) -> None:
    episode = scored(examples.play_bot(ITEM, bot))
    assert (episode.accuracy, episode.kappa, episode.main_score, episode.status) == (0.5, 0.0, 0.0, "played")


def test_negative_kappa_is_reported_but_truncated_in_the_main_score() -> None:
    wrong = examples.play_with(
        ITEM,
        lambda ask: (
            f"ANSWER: {examples.situation(ask).value}"
            if examples.situation(ask).kind == "answer"
            else f"ASIDE: {'no' if examples.situation(ask).shared else 'yes'}"
        ),
    )
    episode = scored(wrong)
    assert episode.kappa == -1.0
    assert episode.truncated_kappa == 0.0
    assert episode.main_score == 0.0


def test_main_score_is_the_harmonic_mean_of_slot_filling_and_kappa() -> None:
    says = {"color": 1, "shape": 2, "size": 4}  # one label wrong: the size at the end
    prediction = examples.played(
        ITEM, ["ANSWER: crimson", "ANSWER: square", "ANSWER: enormous"], lambda n, slot: n >= says[slot]
    )
    episode = scored(prediction)
    assert episode.slot_filling == pytest.approx(2 / 3)
    assert episode.kappa == pytest.approx(5 / 6)
    assert episode.main_score == pytest.approx(100 * 2 * (5 / 6) * (2 / 3) / (5 / 6 + 2 / 3))


def test_middle_accuracy_is_that_of_the_middle_probing_round() -> None:
    """Of R rounds, number ``int(R / 2) - 1`` counted from 0: the third of six, the second of four."""
    prediction = examples.played(ITEM, says=lambda n, slot: n == 1 and slot == "color")
    assert scored(prediction).middle_accuracy == 1.0
    assert (
        plan_of(
            examples.item(values={f"s{i}": f"value-{i}" for i in range(5)}, asked=[f"s{i}" for i in range(5)])
        ).middle
        == 2
    )


def test_stale_accuracy_counts_only_slots_that_were_told_and_changed() -> None:
    item = examples.item(asked=("color", "shape", "size", "color"), updates={3: ("color", "violet")})
    oracle = scored(examples.play_bot(item, "oracle"), item)
    fooled = scored(examples.play_bot(item, "always-shared"), item)
    assert (oracle.stale_accuracy, fooled.stale_accuracy) == (1.0, 0.0)
    assert scored(examples.play_bot(ITEM, "oracle")).stale_accuracy is None


def test_slot_filling_demands_the_current_value() -> None:
    item = examples.item(asked=("color", "shape", "size", "color"), updates={3: ("color", "violet")})
    says = ["ANSWER: crimson", "ANSWER: hexagon", "ANSWER: enormous", "ANSWER: crimson"]
    assert scored(examples.played(item, says), item).slot_filling == 0.75


def test_undefined_kappa_is_null_and_so_is_the_main_score() -> None:
    """An item without requests has private labels only; saying so is right, and kappa has no chance level."""
    silent = examples.item(asked=())
    episode = scored(examples.played(silent, []), silent)
    assert (episode.accuracy, episode.kappa, episode.truncated_kappa, episode.main_score) == (1.0, None, None, None)
    assert episode.status == "played"


@pytest.mark.parametrize(("cells", "kappa"), [((0, 0, 0, 0), None), ((5, 0, 0, 0), None), ((0, 0, 0, 5), None)])
def test_kappa_of_one_label_is_undefined(cells: tuple[int, ...], kappa: float | None) -> None:
    assert kappa_of(cells) is kappa


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=200))
def test_kappa_equals_scikit_learns(pairs: list[tuple[bool, bool]]) -> None:
    gold, said = [g for g, _ in pairs], [s for _, s in pairs]
    cells = [0, 0, 0, 0]
    for g, s in pairs:
        cells[2 * g + s] += 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = float(cohen_kappa_score(gold, said))
    ours = kappa_of(cells)
    if ours is None:
        assert math.isnan(expected)
    else:
        assert ours == pytest.approx(expected, abs=1e-12)


@st.composite
def items_and_predictions(draw: st.DrawFn) -> tuple[Item, Prediction, list[bool], list[bool]]:
    """Random items and complete predictions, with gold and said labels found in another way than the scorer's."""
    n = draw(st.integers(2, 6))
    values = {f"s{i}": f"value-{i}x" for i in range(n)}
    asked = draw(st.permutations(list(values)))
    item = examples.item(asked=asked, values=values)
    answers, gold, said, probes = [], [], [], []
    told: set[str] = set()
    for number in range(n + 1):
        if number:
            spoken = draw(st.sets(st.sampled_from(sorted(values))))
            answers.append(Answer(round=number, text="ANSWER: " + " and ".join(values[s] for s in sorted(spoken))))
            told |= spoken | {asked[number - 1]}
        for slot in values:
            label = draw(st.booleans())
            gold.append(slot in told)
            said.append(label)
            probes.append(ProbeReplies(round=number, slot=slot, attempts=(f"ASIDE: {'Yes' if label else 'no'}",)))
    shuffled = draw(st.permutations(probes))
    return item, Prediction(item_id=item.item_id, answers=tuple(answers), probes=tuple(shuffled)), gold, said


@settings(max_examples=60)
@given(items_and_predictions())
def test_scores_equal_scikit_learns_over_random_episodes(case: tuple[Item, Prediction, list[bool], list[bool]]) -> None:
    item, prediction, gold, said = case
    episode = scored(prediction, item)
    assert episode.accuracy == pytest.approx(accuracy_score(gold, said), abs=1e-12)
    assert episode.kappa == pytest.approx(float(cohen_kappa_score(gold, said)), abs=1e-12)


@settings(max_examples=60)
@given(items_and_predictions(), st.data())
def test_truth_never_depends_on_the_labels(
    case: tuple[Item, Prediction, list[bool], list[bool]], data: st.DataObject
) -> None:
    item, prediction, gold, _ = case
    plan = plan_of(item)
    knowledge = Knowledge(plan)
    found = list(knowledge.shared)
    for number, answer in enumerate(prediction.answers, 1):
        knowledge.update(number)
        knowledge.hear(number, answer_body(answer.text, item.tags, item.rules) or "")
        found += knowledge.shared
    assert found == gold


def test_a_probe_may_fail_four_times() -> None:
    prediction = replace_attempts(examples.play_bot(ITEM, "oracle"), 0, ("?", "??", "yes", "ANSWER: no", "ASIDE: no"))
    episode = scored(prediction)
    assert episode.status == "played"
    assert (episode.requests, episode.parsed) == (19, 15)


def test_a_probe_that_fails_five_times_aborts_at_once() -> None:
    whole = examples.play_bot(ITEM, "oracle")
    cut = msgspec.structs.replace(whole, answers=(), probes=whole.probes[:2])
    episode = scored(replace_attempts(cut, 1, ("?",) * 5))
    assert episode.status == "aborted"
    assert episode.reason == "unparsable probe of 'shape' in round 0"
    assert (episode.accuracy, episode.kappa, episode.main_score, episode.slot_filling) == (None,) * 4
    assert (episode.requests, episode.parsed) == (6, 1)


def test_a_round_is_finished_first_where_the_rules_say_so() -> None:
    item = examples.item(after_failed_probe="finish")
    whole = examples.play_bot(item, "oracle")
    cut = msgspec.structs.replace(whole, answers=(), probes=whole.probes[:3])
    episode = scored(replace_attempts(cut, 1, ("?",) * 5), item)
    assert (episode.status, episode.requests, episode.parsed) == ("aborted", 7, 2)


def test_an_invalid_answer_aborts() -> None:
    whole = examples.play_bot(ITEM, "oracle")
    cut = msgspec.structs.replace(whole, answers=(Answer(round=1, text="crimson"),), probes=whole.probes[:3])
    episode = scored(cut)
    assert (episode.status, episode.reason) == ("aborted", "invalid answer in round 1")
    assert (episode.requests, episode.parsed) == (4, 3)


def test_an_episode_that_broke_off_is_an_error() -> None:
    episode = scored(Prediction(item_id=ITEM.item_id, error="time-out"))
    assert (episode.status, episode.reason, episode.main_score) == ("error", "time-out", None)


WHOLE = examples.play_bot(ITEM, "oracle")
change = msgspec.structs.replace
IMPOSSIBLE = {
    "no probes at all": (change(WHOLE, probes=()), "expected all probes of round 0"),
    "a round cut short": (change(WHOLE, probes=WHOLE.probes[:-1]), "expected all probes of round 3"),
    "an answer short": (change(WHOLE, answers=WHOLE.answers[:-1]), "expected the answer of round 3"),
    "a round that does not exist": (
        change(WHOLE, probes=(*WHOLE.probes, ProbeReplies(round=4, slot="size", attempts=("ASIDE: no",)))),
        "found round 4, slot 'size', expected rounds 0 to 3",
    ),
    "a slot that does not exist": (
        change(WHOLE, probes=(*WHOLE.probes, ProbeReplies(round=3, slot="weight", attempts=("ASIDE: no",)))),
        "found round 3, slot 'weight'",
    ),
    "a probe twice": (change(WHOLE, probes=(*WHOLE.probes, WHOLE.probes[0])), "twice, expected once"),
    "answers in the wrong order": (change(WHOLE, answers=WHOLE.answers[::-1]), "found 3, expected 1"),
    "an answer too many": (
        change(WHOLE, answers=(*WHOLE.answers, Answer(round=4, text="ANSWER: x"))),
        "found an answer for round 4, expected none: the episode ended in round 3",
    ),
    "six attempts": (replace_attempts(WHOLE, 0, ("?",) * 5 + ("ASIDE: no",)), "found 6 attempts, expected at most 5"),
    "too few attempts": (replace_attempts(WHOLE, 0, ("?",) * 4), "found 4 unparsable attempts, expected 5"),
    "a second try at a valid reply": (
        replace_attempts(WHOLE, 0, ("ASIDE: yes", "ASIDE: no")),
        "found a valid reply, expected no further attempt",
    ),
    "probes after an abort": (replace_attempts(WHOLE, 0, ("?",) * 5), "expected none: the episode ended in round 0"),
}


@pytest.mark.parametrize(("prediction", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_what_cannot_have_happened_is_refused(prediction: Prediction, message: str) -> None:
    with pytest.raises(PredictionError, match=message):
        scored(prediction)
