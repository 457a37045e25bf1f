"""What a plain rating loads: importing a large library takes longer than the rating itself."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]
SLOW = {"choix", "jsonschema", "matplotlib", "pandas", "scipy", "sklearn", "trueskill"}
NETWORK = {"aiohttp", "datasets", "httpx", "huggingface_hub", "openai", "requests"}
RATE = "import sys; sys.argv = ['interplay', 'rate', *{arguments!r}]\nfrom interplay.cli.main import main\n"
RATE += "try:\n    main()\nexcept SystemExit as stopped:\n    assert not stopped.code, stopped.code\n"


def loaded_by(program: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has loaded after *program*."""
    tail = "\nimport json, sys\nprint(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", program + tail],
        check=True,
        stdout=subprocess.PIPE,
        env=environment,
        encoding="utf-8",
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def matches(write_matches: Write) -> str:
    duels = [("a", "b", 1), ("b", "c", 0.5), ("c", "a", 0), ("b", "a", 1)] * 12
    rows = [{"game": "hive", "seats": [first, second], "returns": [won, 1 - won]} for first, second, won in duels]
    return str(write_matches(*rows))


def test_importing_the_ratings_loads_no_numpy() -> None:
    loaded = loaded_by("from interplay import ratings")
    assert "interplay" in loaded
    assert not loaded & (SLOW | NETWORK | {"msgspec", "numpy"})


def test_help_loads_no_heavy_library() -> None:
    loaded = loaded_by(RATE.format(arguments=["--help"]))
    assert "click" in loaded
    assert not loaded & (SLOW | NETWORK | {"numpy", "rich"})


def test_a_plain_rating_loads_numpy_and_no_other_large_library(matches: str) -> None:
    loaded = loaded_by(RATE.format(arguments=[matches]))
    assert "numpy" in loaded
    assert not loaded & (SLOW | NETWORK)


@pytest.mark.slow
def test_a_factor_analysis_is_what_needs_scikit_learn(matches: str) -> None:
    assert "sklearn" not in loaded_by(RATE.format(arguments=[matches]))
    program = "import numpy as np\nfrom interplay_lab.statistics.factor import _analyse\n_analyse(np.eye(4))"
    assert "sklearn" in loaded_by(program)
