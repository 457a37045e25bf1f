"""From raw text to every published score of real recorded episodes, exactly."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from interplay.tracks.base import PredictionError
from interplay.tracks.scorekeeping.records import Rules
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import Episode, grade
from tests import upstream
from tests.scorekeeping import recorded

EXACT = 1e-9
FOLDER = "privateshared/episodes"


def folders() -> Iterator[Path]:
    root = upstream.ROOT / FOLDER
    found = sorted(path.parent for path in root.glob("*/*/*/*/episode.json"))
    yield from found or [root]


@pytest.fixture(params=folders(), ids=lambda path: "-".join(path.parts[-4:]))
def episode(request: pytest.FixtureRequest) -> recorded.Recorded:
    upstream.need(FOLDER)
    return recorded.load(request.param)


def published_names(scores: Episode) -> dict[str, float | None]:
    """Return our scores under the names that upstream published them by."""
    played = scores.status == "played"
    return {
        "Accuracy": scores.accuracy,
        "Kappa": scores.kappa,
        "Truncated Kappa": scores.truncated_kappa,
        "Middle-Accuracy": scores.middle_accuracy,
        "Slot-Filling-Accuracy": scores.slot_filling,
        "Main Score": scores.main_score,
        "Aborted": float(scores.status == "aborted"),
        "Success": float(scores.success),
        "Lose": float(played and not scores.success),
        "Played": float(played),
        "Request Count": float(scores.requests),
        "Parsed Request Count": float(scores.parsed),
        "Violated Request Count": float(scores.requests - scores.parsed),
        "Request Success Ratio": scores.parsed / scores.requests,
    }


def test_every_published_episode_score_is_reproduced(episode: recorded.Recorded) -> None:
    ours = published_names(grade(plan_of(episode.item), episode.prediction))
    assert episode.episode_scores
    for name, published in episode.episode_scores.items():
        assert ours[name] == pytest.approx(published, abs=EXACT), name


def test_what_was_not_published_is_undefined(episode: recorded.Recorded) -> None:
    """Published tables leave undefined scores out; ours are null there."""
    ours = published_names(grade(plan_of(episode.item), episode.prediction))
    left_out = ours.keys() - episode.episode_scores.keys() - {"Played"}
    assert {name for name in left_out if ours[name] is not None} == set()


def test_every_published_turn_score_is_reproduced(episode: recorded.Recorded) -> None:
    scores = grade(plan_of(episode.item), episode.prediction)
    rounds = [r for r in scores.rounds if r.complete]
    assert [str(n) for n in range(len(rounds))] == list(episode.turn_scores)
    for ours, published in zip(rounds, episode.turn_scores.values(), strict=True):
        named: dict[str, float | None] = {
            "Accuracy": ours.accuracy,
            "Request Count": ours.requests,
            "Parsed Request Count": ours.parsed,
            "Violated Request Count": ours.requests - ours.parsed,
            "Slot Filled?": None if ours.slot_filled is None else float(ours.slot_filled),
        }
        for name, value in published.items():
            assert named[name] == pytest.approx(value, abs=EXACT), name


def test_all_twelve_recorded_episodes_are_covered() -> None:
    upstream.need(FOLDER)
    assert len(list(folders())) == 12


def test_the_rules_of_an_episode_matter() -> None:
    """Under the later rules, the reply that went on after a line break would have been another failed attempt."""
    folder = upstream.need(FOLDER) / "v0.9/gpt-3.5-turbo-t0.0/1_job-interview/episode_0"
    episode = recorded.load(folder)
    later = msgspec.structs.replace(episode.item, rules=Rules())
    with pytest.raises(PredictionError, match="unparsable attempts"):
        grade(plan_of(later), episode.prediction)
