"""A model that was sent boards as text, and again as pictures: the same items, paired."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.submissions.reading import read_header
from interplay.systems.spec import Observation
from interplay.tables.notes import notes
from interplay_lab import api as lab
from interplay_lab.compare.wording import sentences
from tests.fake_openai import Answer, FakeOpenAI, Request

pytestmark = pytest.mark.skipif(find_spec("resvg_py") is None, reason="needs the extra images")
SAMPLE = 40


def best_moves() -> dict[str, str]:
    """Return the best move by prompt."""
    moves = {}
    for item in interplay.load_items("positions", "easy"):
        row: Any = item
        moves[row.messages[-1]["content"]] = max(row.values, key=lambda entry: entry.value).action
    return moves


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return what a model sent that plays perfectly by text, and guesses where there is a picture."""
    best, folder = best_moves(), tmp_path_factory.mktemp("modalities")

    def blind(request: Request) -> Answer:
        content: Any = request.messages[-1]["content"]
        return Answer(best[content] if isinstance(content, str) else "Action: 1")

    ways: tuple[Observation, ...] = ("text", "image")
    paths = folder / "text.jsonl", folder / "image.jsonl"
    with FakeOpenAI(blind) as server:
        for path, observation in zip(paths, ways, strict=True):
            interplay.run(
                "openai:m", "positions", path, splits="easy", where={"game": "connect_four"}, limit=SAMPLE,
                base_url=server.base_url, observation=observation,
            )  # fmt: skip
    return paths


@pytest.mark.slow
def test_the_gap_between_text_and_pictures_is_paired_by_items(submissions: tuple[Path, Path]) -> None:
    found = lab.compare(*submissions)
    assert [one.name for one in found.systems] == ["m", "m (observation image)"]
    assert found.in_common == SAMPLE
    (gap,) = found.differences
    scores = [one.value for one in found.systems]
    assert scores[0] == 100
    assert gap.value == pytest.approx(scores[0] - (scores[1] or 0))
    assert (gap.intervals[-1].low or 0) > 0
    assert any("m (observation image)" in line for line in sentences(found))


@pytest.mark.slow
def test_keys_differ_and_tables_still_say_that_the_items_are_the_same(submissions: tuple[Path, Path]) -> None:
    reports = [interplay.score(path) for path in submissions]
    assert reports[1].comparability_key == f"{reports[0].comparability_key} observation:image"
    assert not any("different items" in line for line in notes(reports))
    assert [read_header(path).system.params.get("observation") for path in submissions] == [None, "image"]
