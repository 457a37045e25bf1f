"""Sites that several tests look at: one of shipped submissions, and one of a submission that means harm."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from interplay.core.release import Release, content
from interplay.scoring.score import Options
from interplay_lab.site import build, items, live
from interplay_lab.site.scored import Entry, entries, score_all
from tests.support import Json

MODEL = "smollm2-135m"
EVIL = [
    '</script><script>window.harmed = 1</script><img src=x onerror="window.harmed = 2">',
    "\u202e\u2066\u200fevil\u0000\u0007\u001b[31m \u2028 \u2029 \ufeff",
    "{{ 7 * 7 }} {% for x in y %} ${7*7} <!-- --> ]]> &lt;b&gt;",
    "</style><style>body { display: none } </style> style='x' javascript:alert(1)",
    "z\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358" * 400,
    "</pre></details></main>" * 4_000,
]


def baseline(release: Release, name: str) -> Path:
    (path,) = (release.root / "baselines").glob(f"{name}.jsonl*")
    return path


@pytest.fixture(scope="session")
def shipped(release: Release) -> list[Entry]:
    """Return entries of the model on all tracks, of bots beside it, and of a bot in one match of each game.

    The bots' ones in simulation and company are about the splits ``hard``, the model's about ``standard``.
    """
    names = [f"{MODEL}/{track}" for track in ("company", "horizon", "positions", "simulation")]
    names += [
        "bot-echo/scorekeeping",
        "bot-oracle/company",
        "bot-exact/horizon",
        "bot-echo/company",
        "bot-template/simulation",
        "bot-random/scorekeeping",
    ]
    paths = [baseline(release, name) for name in names]
    scored = score_all(paths, release)
    played: dict[str, str] = {}
    games = baseline(release, "bot-first/games")
    for line in content(games).splitlines()[1:]:
        item_id = json.loads(line)["item_id"]
        played.setdefault(item_id.split("/")[1], item_id)
    scored += score_all([games], release, Options(items=frozenset(played.values())))
    return entries([*paths, games], scored)


@pytest.fixture(scope="session")
def site(shipped: list[Entry], release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site of shipped submissions, with a match of each game."""
    folder = tmp_path_factory.mktemp("shipped") / "site"
    games = [entry for entry in shipped if entry.report.track == "games"]
    planned = build.planned(folder, shipped, release, most=5)
    parts = {**planned.parts, "games": build.planned(folder, games, release, most=16).parts["games"]}
    items.write(replace(planned, parts=parts))
    return folder


def text(folder: Path, name: str) -> str:
    return next(folder.glob(name)).read_text(encoding="utf-8")


def lines_of(path: Path) -> list[Json]:
    return [json.loads(line) for line in content(path).splitlines()]


def turned(lines: Sequence[Json]) -> list[Json]:
    """Return the lines of a submission with everything that is the submitter's to say turned into harm."""
    header, *predictions = lines
    system = {**header["system"], "name": EVIL[0] + "\u202e", "version": "<b>" * 350_000, "provider": EVIL[3]}
    header = {**header, "system": system, "notes": EVIL[0], "x": {"</script>": EVIL[0]}}
    for number, prediction in enumerate(predictions):
        if "response" in prediction:
            prediction["response"] = EVIL[number % len(EVIL)]
        for moves in prediction.get("rounds", ()):
            for move in moves:
                if "tictactoe" in prediction["item_id"] and "attempts" in move:
                    move["attempts"] = [EVIL[number % 4]] * len(move["attempts"])
                    move["text"] = EVIL[5][:20_000]
    return [header, *predictions]


@pytest.fixture(scope="session")
def hostile_files(release: Release, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return submissions of one system that means harm."""
    folder = tmp_path_factory.mktemp("hostile")
    files = []
    for track in ("company", "games", "horizon", "positions", "simulation"):
        text = "\n".join(map(json.dumps, turned(lines_of(baseline(release, f"{MODEL}/{track}"))))) + "\n"
        path = folder / f"<img src=x> {track}.jsonl.gz"
        path.write_bytes(gzip.compress(text.encode()))
        files.append(path)
    return files


@pytest.fixture(scope="session")
def hostile_site(hostile_files: list[Path], release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site of a system that means harm."""
    folder = tmp_path_factory.mktemp("harm") / "site"
    listed = entries(hostile_files, score_all(hostile_files, release))
    items.write(build.planned(folder, listed, release, most=3, title="</title><script>window.harmed = 3</script>"))
    return folder


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write pages in this process, which is faster."""

    class Here:
        def __init__(self, count: int) -> None:
            assert count == 1

        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def __call__(self, function, *arguments):  # type: ignore[no-untyped-def]
            function(*arguments)
            return self

        def result(self) -> None:
            pass

    monkeypatch.setattr(live, "workers", Here)
