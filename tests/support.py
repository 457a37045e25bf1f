"""What several test modules share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Json = dict[str, Any]


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left: its exit status and what it printed."""

    status: int
    out: str
    err: str


Cli = Callable[..., Ran]
FewMatches = Callable[..., Path]
Submitted = Callable[[Sequence[object]], Path]
Standard = Callable[[str, str], Path]


def slow(*values: object) -> list[ParameterSet]:
    """Return *values* as parameters whose tests are slow."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
