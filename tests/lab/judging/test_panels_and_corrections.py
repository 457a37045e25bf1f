"""Several judges as one, their agreement, and means corrected by a sample that people rated."""

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from interplay_lab.judging.agreement import alpha, kappa
from interplay_lab.judging.panels import prediction_powered
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.judging import small
from tests.lab.judging.examined import freeze_wide
from tests.running_help import Cli

Floats = np.ndarray[Any, np.dtype[np.float64]]


def test_alpha_and_kappa_are_those_of_their_definitions() -> None:
    # Krippendorff (2011), example C: four observers, twelve units, missing values
    said = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    ratings = np.array([[math.nan if x is None else x for x in row] for row in said], dtype=float).T
    assert alpha(ratings[:, :, None]) == pytest.approx(0.849, abs=5e-4)  # interval
    nominal = np.where(np.isnan(ratings)[:, :, None], np.nan, ratings[:, :, None] == np.arange(1, 6))
    assert alpha(nominal) == pytest.approx(0.743, abs=5e-4)
    assert math.isnan(alpha(np.full((5, 2, 1), 3.0)))
    assert math.isnan(alpha(np.full((5, 2, 1), math.nan)))
    assert math.isnan(kappa(np.full((5, 2, 1), math.nan)))

    rng = np.random.default_rng(3)
    first, second = rng.integers(1, 11, (2, 60))
    second = np.where(rng.random(60) < 0.5, first, second)
    both = np.stack([first, second], axis=1)[:, :, None].astype(float)
    assert kappa(both) == pytest.approx(cohen_kappa_score(first, second, weights="quadratic"))
    assert kappa((both == np.arange(1, 11)).astype(float)) == pytest.approx(cohen_kappa_score(first, second))


def drawn(rng: np.random.Generator, clusters: int, size: int, sample: int) -> tuple[Floats, Floats, Any, float]:
    """Return ratings of a judge that is too kind, people's of a random sample, clusters, and the true mean of all."""
    of = np.repeat(np.arange(clusters), size)
    truth = 5 + rng.normal(0, 1, clusters)[of] + rng.normal(0, 1.5, len(of))
    judge = truth + 2 + rng.normal(0, 0.5, clusters)[of] + rng.normal(0, 1, len(of))
    people = np.full(len(of), np.nan)
    chosen = rng.choice(len(of), sample, replace=False)
    people[chosen] = truth[chosen]
    return judge, people, of, 5.0


def test_without_clusters_the_corrected_mean_is_that_of_the_papers_formula() -> None:
    judge, people, _, _ = drawn(np.random.default_rng(1), 400, 1, 100)
    found, bounds, used = prediction_powered(judge, people, np.arange(400))
    rated = ~np.isnan(people)
    gold, known, rest = people[rated], judge[rated], judge[~rated]
    weight = np.cov(gold, known, ddof=0)[0, 1] / ((1 + 100 / 300) * judge.var(ddof=1))
    mean = weight * rest.mean() + (gold - weight * known).mean()
    error = math.sqrt((weight * rest).var() / 300 + (gold - weight * known).var() / 100)
    low, high = bounds.low, bounds.high
    assert low is not None
    assert high is not None
    assert found == pytest.approx(mean)
    assert used == pytest.approx(weight)
    assert (high - low) / 2 == pytest.approx(1.984 * error, rel=0.01)


def test_without_clusters_the_corrected_mean_is_that_of_the_papers_package() -> None:
    ppi = pytest.importorskip("ppi_py")
    judge, people, _, _ = drawn(np.random.default_rng(1), 400, 1, 100)
    rated = ~np.isnan(people)
    _, interval, _ = prediction_powered(judge, people, np.arange(400))
    theirs = [float(end[0]) for end in ppi.ppi_mean_ci(people[rated], judge[rated], judge[~rated], alpha=0.05)]
    assert interval.low is not None
    assert interval.high is not None
    assert [interval.low, interval.high] == pytest.approx(theirs, abs=0.03 * (theirs[1] - theirs[0]))


def test_a_judge_that_says_nothing_of_the_truth_does_not_move_the_mean() -> None:
    rng = np.random.default_rng(2)
    people = np.where(np.arange(200) < 80, rng.normal(5, 1, 200), np.nan)
    mean, _, weight = prediction_powered(np.full(200, 9.0), people, np.arange(200))
    assert weight == 0
    assert mean == pytest.approx(np.nanmean(people))
    _, _, whole = prediction_powered(rng.normal(5, 1, 200), rng.normal(5, 1, 200), np.arange(200))
    assert whole == 0
    _, few, _ = prediction_powered(rng.normal(5, 1, 200), people, np.arange(200) // 50)
    assert few.low is None


def coverage(repeats: int) -> tuple[float, float]:
    """Return how often the corrected interval holds the true mean, and how often that of the raw mean does."""
    rng = np.random.default_rng(7)
    held = raw = 0
    for _ in range(repeats):
        judge, people, of, truth = drawn(rng, 60, 6, 120)
        _, interval, _ = prediction_powered(judge, people, of)
        held += interval.low is not None and interval.high is not None and interval.low <= truth <= interval.high
        means = np.array([judge[of == cluster].mean() for cluster in range(60)])
        raw += abs(means.mean() - truth) <= 2 * means.std(ddof=1) / math.sqrt(60)
    return held / repeats, raw / repeats


def test_the_corrected_interval_holds_the_truth_where_the_judge_is_too_kind() -> None:
    held, raw = coverage(200)
    assert held > 0.9
    assert raw == 0


@pytest.mark.slow
def test_coverage_is_95_percent() -> None:
    held, _ = coverage(10_000)
    assert 0.935 <= held <= 0.965


# Files of judgments


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(small.strict) as running_server:
        yield running_server


Judge = Callable[..., Path]


@pytest.fixture
def judged(interplay_cli: Cli, server: FakeOpenAI, tmp_path: Path) -> Judge:
    """Return a function that has a file judged by a script under a name."""

    def judge(root: Path, name: str, script: Callable[[Request], Answer], *files: Path, by: str = "scoring") -> Path:
        server.script = script
        out = tmp_path / f"{name.replace(':', '-')}.jsonl"
        where = ("--model", "openai:m", "--base-url", server.base_url, "--dataset", root)
        assert interplay_cli("judge", *files, "--judge", by, *where, "-o", out) == 0, interplay_cli.err
        header, *rest = small.rows(out)
        small.write_rows(out, [{**header, "model": {**header["model"], "name": name}}, *rest])
        return out

    return judge


def by_hash(salt: str, lost: int = 0) -> Callable[[Request], Answer]:
    """Return a judge whose ratings follow from the whole prompt; of *lost* in ten it says nothing."""

    def rate(request: Request) -> Answer:
        digest = hashlib.sha256((salt + request.messages[-1]["content"]).encode()).digest()
        return Answer("Well." if digest[1] % 10 < lost else f"Rating: [[{1 + digest[0] % 10}]]")

    return rate


def scored(interplay_cli: Cli, root: Path, *words: object) -> list[dict[str, Any]]:
    assert interplay_cli("score", *words, "--dataset", root, "--json") == 0, interplay_cli.err
    statistics: list[dict[str, Any]] = json.loads(interplay_cli.out)["statistics"]
    return statistics


def value(statistics: list[dict[str, Any]], name: str, **where: str) -> dict[str, Any]:
    [found] = [s for s in statistics if s["name"] == name and where.items() <= s["where"].items()]
    return found


def verdicts(path: Path) -> list[float]:
    return [row["verdict"] for row in small.rows(path)[1:]]


def test_several_judges_are_one_and_their_agreement_is_measured(
    judged: Judge, bad: Path, tiny_root: Path, interplay_cli: Cli
) -> None:
    files = [judged(tiny_root, f"m{n}", by_hash(str(n)), bad) for n in range(3)]
    given = [word for path in files for word in ("--judgments", path)]
    statistics = scored(interplay_cli, tiny_root, bad, *given)
    ratings = np.array([verdicts(path) for path in files], dtype=float)
    for name, combine in (("mean", np.mean), ("median", np.median)):
        found = value(statistics, "rating", part="all", judge_model=f"{name} of 3 judges")
        assert found["value"] == pytest.approx(combine(ratings, axis=0).mean())
        assert found["where"]["judge_status"] == "uncertified judge"
    assert value(statistics, "judge_tokens", judge_model="mean of 3 judges")["value"] == 30
    assert value(statistics, "judges_alpha", raters="m0 and m1 and m2")["value"] == pytest.approx(
        alpha(ratings.T[:, :, None])
    )
    found = value(statistics, "judges_kappa", raters="m0 and m2")
    assert found["value"] == pytest.approx(cohen_kappa_score(ratings[0], ratings[2], weights="quadratic"))
    assert interplay_cli("score", bad, *given, "--dataset", tiny_root) == 0
    assert "Several judges" in interplay_cli.out


def test_most_judges_decide_a_pair(judged: Judge, good: Path, bad: Path, tiny_root: Path, interplay_cli: Cli) -> None:
    scripts = (small.prefer, small.prefer, small.always_first)
    files = [judged(tiny_root, f"p{n}", script, good, bad, by="pairwise") for n, script in enumerate(scripts)]
    given = [word for path in files for word in ("--judgments", path)]
    assert interplay_cli("score", good, bad, *given, "--dataset", tiny_root, "--json") == 0
    statistics = json.loads(interplay_cli.out)[0]["statistics"]
    alone, panel = (
        value(statistics, "pair_win", part="all", judge_model=model) for model in ("p0", "majority of 3 judges")
    )
    assert panel["value"] == alone["value"] > 0
    assert value(statistics, "pair_win", part="all", judge_model="p2")["value"] == 0


def test_a_sample_rated_by_people_corrects_the_mean(judged: Judge, tmp_path: Path, interplay_cli: Cli) -> None:
    release = freeze_wide(tmp_path / "wide", "judge")
    path = tmp_path / "mine.jsonl"
    replies = {i.item_id: i.reference for i in release_items(release)}
    import interplay

    interplay.write_submission(path, replies, name="mine", release=release)

    def kind(request: Request) -> Answer:
        digest = hashlib.sha256(request.messages[-1]["content"].encode()).digest()
        return Answer(f"Rating: [[{6 + digest[0] % 4}]]")

    def person(request: Request) -> Answer:
        digest = hashlib.sha256(request.messages[-1]["content"].encode()).digest()
        return Answer("Well." if digest[1] % 10 < 4 else f"Rating: [[{3 + digest[0] % 4}]]")

    files = [judged(release.root, name, say, path) for name, say in (("m", kind), ("human:ann", person))]
    given = [word for file in files for word in ("--judgments", file)]
    statistics = scored(interplay_cli, release.root, path, *given)
    raw, people, corrected = (value(statistics, f"rating_{name}") for name in ("raw", "people", "corrected"))
    assert raw["where"]["people"] == "human:ann"
    assert people["n"] < raw["n"] == corrected["n"] == 30
    assert corrected["value"] == pytest.approx(raw["value"] - 3, abs=0.1)  # people always say three points less
    assert not any("judge_status" in s["where"] for s in statistics if s["where"].get("judge_model") == "human:ann")
    assert not any(s["where"].get("judge_model", "").endswith("judges") for s in statistics)
    assert interplay_cli("score", path, *given, "--dataset", release.root) == 0
    assert "corrected by people" in interplay_cli.out


def release_items(release: Any) -> Any:
    import interplay

    return interplay.load_items("simulation", release=release)


def test_where_a_program_decides_everything_nothing_is_corrected(
    judged: Judge, bad: Path, tiny_root: Path, interplay_cli: Cli
) -> None:
    files = [judged(tiny_root, name, by_hash(name), bad) for name in ("m", "human:ann")]
    given = [word for path in files for word in ("--judgments", path)]
    statistics = scored(interplay_cli, tiny_root, bad, *given)
    assert not any(s["name"] == "rating_corrected" for s in statistics)
