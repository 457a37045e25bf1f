"""Dialogues written by hand: what a file must hold, and that no two texts are nearly alike."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args

import pytest

from interplay.tracks.simulation import checks
from interplay.tracks.simulation.records import Strategy
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import Text, read
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.sessions import Session

PATHS = [path for family in ("desks", "worlds") for path in enacting.files(family) if read(path).engine is None]
SHORTEST, LONGEST = 20, 180
MOST_ALIKE = 0.1


@cache
def text(path: Path) -> Text:
    """Return the task in a file."""
    return read(path)


WORLDS = [path for path in PATHS if text(path).family == "worlds"]
"""Tasks whose replies tell of a world that every request changes; desks may repeat a short form."""


@cache
def sessions(path: Path) -> tuple[Session, ...]:
    """Return the sessions of the task in a file."""
    return tuple(enacting.enact(path))


def grams(words: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of five words, in lower case."""
    kept = words.casefold().split()
    return frozenset(tuple(kept[n : n + 5]) for n in range(len(kept) - 4))


def alike(texts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that share more than a tenth of their runs of five words, or are equal."""
    for (one, first), (other, second) in combinations([(t, grams(t)) for t in texts], 2):
        shared, union = len(first & second), len(first | second)
        if one.casefold() == other.casefold() or (union and shared / union > MOST_ALIKE):
            yield one, other


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_brief_and_replies_keep_their_lengths(path: Path) -> None:
    assert 60 <= len(text(path).brief.split()) <= 230
    for session in sessions(path):
        assert 1 <= len(session.exchanges) <= 4
        for exchange in session.exchanges:
            assert SHORTEST <= len(exchange.reply.split()) <= LONGEST, exchange.reply


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_reply_passes_its_checks_even_where_no_script_ends(path: Path) -> None:
    for session in sessions(path):
        for exchange in session.exchanges:
            results = [checks.run(check, exchange.reply) for check in exchange.checks]
            assert [r.reason for r in results if r.verdict != "pass"] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_wrong_reply_of_a_challenged_session_fails_a_check(path: Path) -> None:
    for session in sessions(path):
        if session.challenging is not None:
            exchange = session.exchanges[session.challenging]
            assert session.challenging == 1
            assert len(session.exchanges) in {3, 4}
            assert exchange.wrong is not None
            verdicts = {checks.run(check, exchange.wrong).verdict for check in exchange.checks}
            assert not exchange.checks or "fail" in verdicts


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_strategies_are_those_of_later_turns(path: Path) -> None:
    allowed = set(get_args(Strategy)) - {"first"}
    assert {e.strategy for session in sessions(path) for e in session.exchanges[1:]} <= allowed


@pytest.mark.parametrize("path", WORLDS, ids=lambda path: path.stem)
def test_a_request_changes_the_reply(path: Path) -> None:
    for session in sessions(path):
        assert all(one.reply != other.reply for one, other in pairwise(session.exchanges))


def test_no_two_briefs_are_alike() -> None:
    assert list(alike([text(path).brief for path in PATHS])) == []


def test_no_two_requests_are_alike() -> None:
    assert list(alike([e.request for path in PATHS for s in sessions(path) for e in s.exchanges])) == []


def test_task_ids_and_names_are_unique() -> None:
    assert len({text(path).task_id for path in PATHS}) == len(PATHS)
    assert len({text(path).name for path in PATHS}) == len(PATHS)


def test_planted_replies_are_at_least_three_where_there_are_checks() -> None:
    for path in PATHS:
        for session in sessions(path):
            start = len(session.exchanges) - 1 if session.challenging is None else session.challenging
            for exchange in session.exchanges[start:]:
                assert not exchange.checks or len(set(exchange.planted)) >= gates.LEAST_PLANTED
