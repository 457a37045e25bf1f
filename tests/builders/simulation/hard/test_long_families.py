"""Families of long sessions, inboxes and queues: the same for a seed, and decided by their checks."""

from importlib import import_module

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.scores import passes
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.sessions import Session
from tests.support import slow

PACKAGE = "interplay_builders.tracks.simulation.hard.families"
LONG = ("card_deck", "line_editor", "props_store", "sheet_by_chat", "ticket_queue")
NAMES = (*LONG, "lab_inbox", "theatre_inbox")
SEEDS = range(3)
BOUNDS = (" characters", "1 to 4", f"at most {gates.MOST_DIALOGUE:,}", f"at most {gates.MOST_REPLY:,}")
"""How findings about sizes end: hard scripts may be longer than written ones."""


def family(name: str) -> Family:
    """Return a family."""
    loaded: Family = import_module(f"{PACKAGE}.{name}").FAMILY
    return loaded


def drawn(name: str, level: int, seed: int) -> Session:
    """Return a dialogue of a family."""
    return family(name).session(Stream("test", seed, name), level)


@pytest.mark.parametrize("level", [1, 2, *slow(3, 4)])
@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_one_dialogue_and_another_seed_another(name: str, level: int) -> None:
    assert family(name).levels == (1, 2, 3, 4)
    sessions = [drawn(name, level, seed) for seed in SEEDS]
    assert sessions == [drawn(name, level, seed) for seed in SEEDS]
    assert len({session.exchanges[-1].reply for session in sessions}) == len(sessions)
    assert len({session.task for session in sessions}) == 1


@pytest.mark.parametrize("level", [1, 2, *slow(3, 4)])
@pytest.mark.parametrize("name", NAMES)
def test_references_pass_and_near_misses_fail(name: str, level: int) -> None:
    for seed in SEEDS:
        session = drawn(name, level, seed)
        (script,) = compose.scripts([session], "canary")
        assert len(set(script.planted)) >= gates.LEAST_PLANTED
        wrong = [entry.name for entry in gates.must_fail(script) if passes(script, entry.reply)]
        assert not wrong
        assert passes(script, script.reference)
        assert passes(script, f"Here you are.\n\n{script.reference}\n\nAnything else?")
        problems = [text for text in gates.problems(script) if not text.endswith(BOUNDS)]
        assert not problems
        assert sum(len(message.content) for message in script.messages) <= 100_000
        earlier = [e.reply for e in session.exchanges[:-1]]
        assert not any(passes(script, reply) for reply in earlier)


@pytest.mark.parametrize("name", LONG)
def test_long_sessions_have_at_least_twelve_turns_and_replies_that_give_no_answer_away(name: str) -> None:
    for level in (1, 2, 3, 4):
        exchanges = drawn(name, level, 0).exchanges
        assert len(exchanges) >= 13
        assert max(len(e.reply) for e in exchanges[:-1]) < len(exchanges[-1].reply)
