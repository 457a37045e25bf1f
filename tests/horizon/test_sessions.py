"""Drawn sessions: nearly every operation counts, chains are long, words say it all, and nothing is drawn twice."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest

from interplay.core.errors import RecordError, UnknownName
from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Item
from interplay_builders.tracks.horizon import build, compose
from interplay_builders.tracks.horizon import sessions as drawing
from interplay_builders.tracks.horizon.base import Scripted
from interplay_builders.tracks.horizon.dependence import COUNTED, Measured, counted, fitting, is_fit, measured
from interplay_builders.tracks.horizon.sessions import FAMILIES, Session
from interplay_builders.tracks.horizon.texts import texts_of

HERE = Path(__file__).parent
ORACLES: dict[str, Callable[[str, tuple[str, ...]], list[str]]] = {}
for path in HERE.glob("oracles*.py"):
    ORACLES |= import_module(f"tests.horizon.{path.stem}").ORACLES
NAMES = FAMILIES.names()
SCRIPTED = {name for name in NAMES if isinstance(FAMILIES.load(name), Scripted)}
draw = lru_cache(maxsize=None)(drawing.draw)
SHORT = (8, 16, 32, 64, 128)
SEED = "tests"


@pytest.fixture(scope="module", params=NAMES)
def family(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sessions(family: str) -> Iterator[Session]:
    for level in SHORT:
        for number in range(2):
            yield fitting(family, level, SEED, number)


def test_every_family_has_a_second_implementation() -> None:
    assert set(NAMES) == set(ORACLES)


@pytest.mark.slow
def test_nearly_every_operation_changes_the_report_and_chains_are_long(family: str) -> None:
    for session in sessions(family):
        assert is_fit(session), session.name


@pytest.mark.slow
def test_long_sessions_depend_on_their_first_operations_as_much_as_on_their_last(family: str) -> None:
    session = draw(family, 1_024, SEED, 0)
    places = [*range(0, 1_024, 64), *range(1_000, 1_024, 3)]
    assert 100 * sum(counted(session, places)) >= COUNTED * len(places)


@pytest.mark.parametrize("level", [128, 512, 1_024])
@pytest.mark.slow
def test_whoever_knows_the_last_operations_alone_has_the_wrong_report(family: str, level: int) -> None:
    for number in range(1 if family in SCRIPTED else 4):
        session = draw(family, level, SEED, number)
        engine = session.start.copy()
        for command in session.operations[-64:]:
            engine.obey(command)
        assert engine.values() != compose.reports(session, (session.lines,))[0]


def test_a_sum_of_fixed_amounts_has_no_chain() -> None:
    kind = FAMILIES.load("cash_book")
    session = draw("cash_book", 8, SEED, 0)
    name = next(iter(kind.report(session.start))).label
    put = session.lines[0].__class__
    command = type(session.operations[0])("put", (name, 100))
    lines = tuple(put(command, "", question=False) for _ in range(5))
    added = Session("cash_book", "made", session.start, lines)
    assert measured(added) == Measured(counted=5, chain=1)
    assert not is_fit(added)


def test_levels_are_numbers_of_operations_and_questions_come_on_top(family: str) -> None:
    session = draw(family, 256, SEED, 0)
    assert len(session.operations) == 256
    asked = [line for line in session.lines if line.question]
    assert 4 <= len(asked) <= 40


def test_some_operations_are_refused_and_most_are_not_where_there_are_orders(family: str) -> None:
    session = draw(family, 512, SEED, 0)
    engine = session.start.copy()
    refused = sum(engine.obey(command)[:1] == ("refused",) for command in session.operations)
    assert refused == 0 if family in SCRIPTED else 10 <= refused <= 60


@pytest.mark.parametrize("level", [8, 64, 512])
@pytest.mark.slow
def test_the_words_alone_lead_to_the_report(family: str, level: int) -> None:
    for number in range(3):
        item = compose.single(draw(family, level, SEED, number), "canary")
        labels = tuple(line.label for line in item.report)
        assert tuple(ORACLES[family](item.messages[0].content, labels)) == item.expected[0], item.item_id


@pytest.mark.slow
def test_every_wording_of_every_command_is_used(family: str) -> None:
    texts, kind, seen = texts_of(family), FAMILIES.load(family), set()
    if isinstance(kind, Scripted):
        seen = {line.command.verb for level in (256, 512, 1_024) for line in draw(family, level, SEED, 0).lines}
    else:
        stream = Stream("tests", "horizon", family)
        engine = kind.start(stream)
        for _ in range(3_000):
            command = kind.order(engine, stream)
            seen.add(command.verb)
            engine.obey(command)
            seen.add(kind.question(engine, stream).verb)
    assert seen == {*texts.orders, *texts.questions}


def test_sessions_are_the_same_for_the_same_seed_and_differ_for_another(family: str) -> None:
    one, same, other = (draw(family, 32, seed, 0) for seed in ("a", "a", "b"))
    assert [line.text for line in one.lines] == [line.text for line in same.lines]
    assert [line.text for line in one.lines] != [line.text for line in other.lines]


def items() -> list[Item]:
    [file] = build.files(SEED, "canary", levels=(8, 16, 32), sessions=4, turned=()).files
    return [row for row in file.rows if isinstance(row, Item)]


@pytest.mark.slow
def test_no_two_items_are_alike() -> None:
    made = items()
    assert len(made) == len(NAMES) * 12
    assert len({item.messages for item in made}) == len({item.item_id for item in made}) == len(made)


def test_layouts_hold_the_same_session() -> None:
    session = fitting("chores", 64, SEED, 0)
    single, turns = compose.single(session, "c"), compose.in_turns(session, "c")
    true = list(compose.in_true_turns(session, "c"))
    assert turns.expected[-1] == single.expected[0] == true[-1].expected[0]
    assert tuple(item.expected[0] for item in true) == turns.expected
    spoken = "\n".join(line.text for line in session.lines)
    for text in (single.messages[0].content, "\n".join((turns.messages[0].content, *turns.requests))):
        assert [line.split(". ", 1)[1] for line in text.split("\n") if line.split(". ")[0].isdigit()] == spoken.split(
            "\n"
        )
    assert [message.content for message in true[-1].messages if message.role == "user"] == [
        turns.messages[0].content,
        *turns.requests,
    ]
    assert len({item.item_id for item in (single, turns, *true)}) == 10


def test_the_engine_that_a_session_holds_is_never_changed() -> None:
    session = draw("warehouse", 64, SEED, 0)
    before = session.start.values()
    compose.single(session, "c")
    measured(session)
    assert session.start.values() == before


def test_misspelt_family_is_told_the_nearest_and_missing_texts_are_an_error() -> None:
    with pytest.raises(UnknownName, match="did you mean 'chores'"):
        draw("chore", 8, SEED, 0)
    with pytest.raises(RecordError, match="does not contain the texts"):
        texts_of("nothing")
