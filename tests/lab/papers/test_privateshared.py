"""Exhibits of privateshared: hand-made dialogues, players whose numbers theory gives, and recorded episodes."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

import msgspec
import pytest

from interplay.core.records import Header
from interplay.core.release import Release, open_release
from interplay.submissions.writing import write_submission
from interplay.tables.table import Cell, Table
from interplay.tracks.scorekeeping.records import Item, Prediction, ProbeReplies
from interplay.tracks.scorekeeping.rules import plan_of
from interplay_builders.importers import episodes
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_lab.papers.catalogue import analyse, make
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.privateshared.exhibits import EXHIBITS
from interplay_lab.papers.privateshared.shifts import PLACES, Course, courses
from interplay_lab.papers.records import Missing
from tests import upstream
from tests.lab.papers.tables import by_name, figure, reason, series, table
from tests.scorekeeping import examples, recorded

PAPER = "privateshared"
CLAIMS = {"color": {2, 3}, "shape": {1, 2}, "size": set[int]()}
"""Rounds in which the player says that a slot is shared; truly it is from round 1, 2 and 3 on."""


def says(number: int, slot: str) -> bool:
    return number in CLAIMS[slot]


def frozen(root: Path, items: Sequence[Item]) -> Release:
    data = DataFile("scorekeeping/base.jsonl.gz", "scorekeeping", Item, tuple(items))
    tracks = (TrackFiles("scorekeeping", ("base",), (data,), (Header, Prediction)),)
    freeze.freeze(root, sources.unversioned(tracks, "tiny", "two dialogues, for tests"))
    return open_release(root)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Two dialogues of three slots, of one experiment each."""
    first = examples.item()
    second = msgspec.structs.replace(first, item_id="base/second/0", domain="second")
    return frozen(tmp_path_factory.mktemp("tiny") / "dataset", [first, second])


@pytest.fixture
def shifty(tiny: Release, tmp_path: Path) -> Path:
    """A submission that played the first dialogue to its end, and whose first probe of the second failed."""
    first = examples.played(examples.item(), says=says)
    failed = ProbeReplies(round=0, slot="color", attempts=("well",) * 5)
    aborted = Prediction(item_id="base/second/0", probes=(failed,))
    path = tmp_path / "shifty.jsonl"
    write_submission(path, tiny, "scorekeeping", [first, aborted], name="shifty", splits=("base",))
    return path


def baseline(release: Release, name: str) -> Path:
    return release.root / f"baselines/bot-{name}/scorekeeping.jsonl.gz"


def test_main_score(tiny: Release, shifty: Path) -> None:
    """Of 12 labels 8 are right; chance explains 6 of them: kappa 1/3, and with all slots filled 50."""
    row = by_name(table(PAPER, "Main score", [shifty], tiny), "shifty", "base")
    assert (row["episodes"], row["played"]) == (2, 0.5)
    assert [row[name] for name in ("kappa", "truncated kappa")] == pytest.approx([1 / 3, 1 / 3])
    assert [row[name] for name in ("slot filling", "accuracy", "middle accuracy")] == pytest.approx([1, 8 / 12, 1 / 3])
    assert row["main score"] == pytest.approx(50)


def test_experiments(tiny: Release, shifty: Path) -> None:
    experiments = table(PAPER, "Experiments", [shifty], tiny)
    row = by_name(experiments, "shifty", "base", "example")
    assert (row["episodes"], row["played"], row["main score"]) == (1, 1, pytest.approx(50))
    assert [row["private right"], row["shared right"]] == pytest.approx([5 / 6, 3 / 6])
    row = by_name(experiments, "shifty", "base", "second")
    assert (row["episodes"], row["played"], row["kappa"], row["private right"]) == (1, 0, None, None)


def test_figures_by_experiment(tiny: Release, shifty: Path) -> None:
    kappa, filled = (figure(PAPER, name, [shifty], tiny) for name in ("Kappa", "Slot filling"))
    assert kappa.places == filled.places == ("example", "second")
    assert series(kappa) == {"shifty": (pytest.approx(1 / 3), None)}
    assert series(filled) == {"shifty": (1, None)}


def test_accuracy_by_round(tiny: Release, shifty: Path) -> None:
    rounds = table(PAPER, "Rounds of all lengths", [shifty], tiny)
    row = by_name(rounds, "shifty", "base")
    assert row["episodes"] == 1
    assert [row[f"round {number}"] for number in range(4)] == pytest.approx([1, 1 / 3, 1, 1 / 3])
    assert "6 probing rounds" in reason(PAPER, "Rounds", [shifty], tiny)


def test_shifts(tiny: Release, shifty: Path) -> None:
    """Color is claimed a round late, shape a round early and then taken back, size never."""
    row = by_name(table(PAPER, "Shifts", [shifty], tiny), "shifty", "base")
    third = pytest.approx(1 / 3)
    assert [row[name] for name in ("early", "on time", "late", "never")] == [third, 0, third, third]
    assert [row[name] for name in ("slots", "seen", "taken back", "all right", "mean lag")] == [3, 0, third, 0, 0]
    lags = dict(zip(PLACES, series(figure(PAPER, "Lags", [shifty], tiny))["shifty"], strict=True))
    assert lags == {name: third if name in {"-1", "+1", "never"} else 0 for name in PLACES}


def test_a_value_given_too_early_shifts_then() -> None:
    item = examples.item()
    answers = ["ANSWER: crimson, hexagon", "ANSWER: hexagon", "ANSWER: enormous"]
    color, shape, size = courses(plan_of(item), examples.played(item, answers))
    assert (color.shift, shape.shift, size.shift) == (1, 1, 3)


def test_a_label_without_its_form_claims_nothing() -> None:
    course = Course((False, True, True), (False, None, True))
    assert (course.lag, course.is_seen, course.is_taken_back, course.is_right) == (1, False, False, False)
    assert Course((False, True), (False, True)).is_seen
    assert not Course((False, False), (False, True)).is_seen


def test_two_runs_of_one_system_are_two_rows(tiny: Release, shifty: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.jsonl"
    items = [examples.item(), msgspec.structs.replace(examples.item(), item_id="base/second/0", domain="second")]
    write_submission(path, tiny, "scorekeeping", [examples.played(i) for i in items], name="shifty", splits=("base",))
    for number in ("Shifts", "Rounds of all lengths", "Main score"):
        assert len(table(PAPER, number, [shifty, path], tiny).rows) == 2, number


PRIVATE = [1 - number / 5 for number in range(6)]
"""Share of private slots after each round of a game of five slots."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oracle", [1] * 6),
        ("always-private", PRIVATE),
        ("always-shared", [1 - share for share in PRIVATE]),
        ("asked", [1] * 6),
        ("last-asked", [1, *PRIVATE[:5]]),
    ],
)
def test_rounds_of_players_with_a_rule(release: Release, name: str, expected: list[float]) -> None:
    rounds = series(figure(PAPER, "Rounds", [baseline(release, name)], release))
    assert rounds == {f"bot-{name}": tuple(pytest.approx(value) for value in expected)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oracle", {"on time": 1, "seen": 1, "all right": 1, "taken back": 0, "mean lag": 0}),
        ("always-private", {"never": 1, "seen": 0, "all right": 0, "taken back": 0, "mean lag": None}),
        ("always-shared", {"early": 1, "seen": 0, "all right": 0, "taken back": 0}),
        ("last-asked", {"on time": 1, "seen": 1}),
    ],
)
def test_shifts_of_players_with_a_rule(release: Release, name: str, expected: dict[str, Cell]) -> None:
    row = by_name(table(PAPER, "Shifts", [baseline(release, name)], release), f"bot-{name}", "base")
    assert {heading: row[heading] for heading in expected} == expected


@pytest.mark.slow
def test_a_system_without_a_completed_episode_gets_a_note(release: Release) -> None:
    exhibits = analyse(PAPER, [release.root / "baselines/bot-echo/scorekeeping.jsonl.gz"], release).exhibits
    contents = {exhibit.number: exhibit.content for exhibit in exhibits}
    main = contents["Main score"]
    assert isinstance(main, Table)
    assert any("completed no episode" in note for note in main.notes)
    for number in ("Rounds", "Rounds of all lengths", "Shifts", "Lags"):
        assert isinstance(contents[number], Missing), number


def test_without_scorekeeping_everything_is_missing(release: Release) -> None:
    exhibits = make(EXHIBITS, Given(release, ()))
    assert [exhibit.number for exhibit in exhibits] == [exhibit.number for exhibit in EXHIBITS]
    assert all(isinstance(e.content, Missing) and "interplay run" in e.content.reason for e in exhibits)


# Recorded episodes. Printed means are those of what was published. One thing differs: instances that a model's records
# lack, of those that another model's hold, count as episodes that were not played.


class Published:
    """The recorded episodes of one version of clembench, as they were published and as they are imported here."""

    def __init__(self, version: str, tmp_path: Path) -> None:
        root = upstream.need(f"privateshared/episodes/{version}")
        self.folders = sorted(path.parent for path in root.glob("*/*/*/episode.json"))
        self.episodes = [recorded.load(folder) for folder in self.folders]
        for folder in self.folders:
            recorded.lay_out(folder, tmp_path / "runs")
        runs = episodes.read(tmp_path / "runs", self.episodes[0].item.rules)
        self.files = episodes.write(runs, tmp_path / "out")
        self.release = open_release(tmp_path / "out/dataset")

    def models(self) -> list[str]:
        return sorted({folder.parts[-3] for folder in self.folders})

    def of(self, model: str, experiment: str | None = None) -> list[recorded.Recorded]:
        """Return the episodes of *model* that were played to their end, of one *experiment* or all."""
        pairs = zip(self.folders, self.episodes, strict=True)
        known = [e for folder, e in pairs if folder.parts[-3] == model and experiment in {None, folder.parts[-2]}]
        return [episode for episode in known if not episode.episode_scores["Aborted"]]


NAMES = {
    "main score": "Main Score",
    "kappa": "Kappa",
    "truncated kappa": "Truncated Kappa",
    "slot filling": "Slot-Filling-Accuracy",
    "accuracy": "Accuracy",
    "middle accuracy": "Middle-Accuracy",
}
"""Heading -> the name that the score was published by."""
VERSIONS = ("v0.9", "v1.0", "v1.6", "v2.0")


def mean(values: Sequence[float]) -> object:
    return pytest.approx(fmean(values), abs=1e-9) if values else None


@pytest.fixture
def published(tmp_path: Path) -> Callable[[str], Published]:
    return lambda version: Published(version, tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
def test_published_scores_are_reproduced(published: Callable[[str], Published], version: str) -> None:
    known = published(version)
    scores = table(PAPER, "Main score", known.files, known.release)
    assert [row[0] for row in scores.rows] == known.models()
    for model in known.models():
        row, episodes_ = by_name(scores, model, "base"), known.of(model)
        for heading, name in NAMES.items():
            assert row[heading] == mean([episode.episode_scores[name] for episode in episodes_]), (model, heading)


@pytest.mark.parametrize("version", VERSIONS)
def test_published_scores_by_experiment_are_reproduced(published: Callable[[str], Published], version: str) -> None:
    known = published(version)
    scores = table(PAPER, "Experiments", known.files, known.release)
    assert len(scores.rows) == len(known.models()) * len({row[2] for row in scores.rows})
    for row in scores.rows:
        cells = dict(zip((column.heading for column in scores.columns), row, strict=True))
        for heading, name in NAMES.items():
            values = [episode.episode_scores[name] for episode in known.of(str(row[0]), str(row[2]))]
            assert cells[heading] == mean(values), (row[:3], heading)


@pytest.mark.parametrize("version", VERSIONS)
def test_published_accuracies_by_round_are_reproduced(published: Callable[[str], Published], version: str) -> None:
    known = published(version)
    lines = series(figure(PAPER, "Rounds", known.files, known.release))
    assert set(lines) == {model for model in known.models() if known.of(model)}
    for model, line in lines.items():
        for number, value in enumerate(line):
            assert value == mean([e.turn_scores[str(number)]["Accuracy"] for e in known.of(model)]), (model, number)


@pytest.mark.parametrize("version", VERSIONS)
def test_recorded_truths_and_labels_are_those_of_the_courses(
    published: Callable[[str], Published], version: str
) -> None:
    """What was true of a slot, and what was said of it, as it was recorded when the game was played."""
    known = published(version)
    for folder, episode in zip(known.folders, known.episodes, strict=True):
        if episode.episode_scores["Aborted"]:
            continue
        rounds = json.loads((folder / "episode.json").read_text(encoding="utf-8"))["probes"]
        slots = courses(plan_of(episode.item), episode.prediction)
        for slot, course in zip(episode.item.slots, slots, strict=True):
            noted = [next(probe for probe in probes if probe["slot"] == slot.name) for probes in rounds]
            assert course.truth == tuple(bool(probe["gt"]) for probe in noted)
            assert course.claims == tuple({0: False, 1: True}.get(probe["value"]) for probe in noted)
