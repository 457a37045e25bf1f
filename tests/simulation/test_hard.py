"""The split hard: rows that a seed draws from families, with gates of its own; draws and releases without a program."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from interplay.core.errors import DatasetError, RecordError
from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script, Task
from interplay.tracks.simulation.scores import passes
from interplay_builders.release import fresh, sources
from interplay_builders.tracks.simulation import build, renew
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard import compose
from interplay_builders.tracks.simulation.hard.base import Family, ProgramMissing
from interplay_builders.tracks.simulation.sessions import Session
from tests.simulation import made_up


def counting(chance: Stream, level: int) -> Session:
    """Return a dialogue of a made-up task that differs in the turns, as the level says, and in a random number."""
    session = made_up.session(3, level)
    first = session.exchanges[0]
    request = f"{first.request}, note {chance.below(10**6)}"
    return Session(session.task, (dataclasses.replace(first, request=request), *session.exchanges[1:]))


@pytest.fixture
def families(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Family]]:
    """Yield the families, which a test may change: a made-up one at first."""
    known = {"counting": Family(counting, (2, 3))}
    catalogue = SimpleNamespace(names=lambda: tuple(sorted(known)), load=known.__getitem__)
    monkeypatch.setattr(compose, "FAMILIES", catalogue)
    monkeypatch.setattr(compose, "HOST_FAMILIES", SimpleNamespace(names=tuple))
    build._hard.cache_clear()
    yield known
    build._hard.cache_clear()


@pytest.mark.usefixtures("families")
def test_rows_have_ids_by_level_and_join_their_task() -> None:
    drawn = list(compose.scripts_of("counting", "seed", "canary", each=5))
    scripts = [script for _, script in drawn]
    assert [s.item_id for s in scripts] == [f"counting/{n}" for n in ("1/0", "1/1", "1/2", "2/0", "2/1")]
    assert [s.level for s in scripts] == [1, 1, 1, 2, 2]
    assert [s.turns for s in scripts] == [2, 2, 2, 3, 3]
    assert {(s.split, s.family) for s in scripts} == {("hard", "counting")}
    assert {(t.item_id, t.family) for t, _ in drawn} == {("desk-3", "counting")}
    assert {s.task_id for s in scripts} == {"desk-3"}


@pytest.mark.usefixtures("families")
def test_a_seed_gives_the_same_rows_again_and_another_one_others() -> None:
    assert compose.rows("seed", "canary") == compose.rows("seed", "canary")
    first, other = ({s.messages for s in compose.rows(seed, "canary").scripts} for seed in ("seed", "other"))
    assert len(first) == compose.EACH
    assert not first & other


def test_messages_that_are_there_already_are_drawn_again(families: dict[str, Family]) -> None:
    families["counting"] = Family(lambda chance, _: counting(Stream("test", chance.below(30), "x"), 1), (1,))
    assert len({s.messages for s in compose.rows("seed", "canary").scripts}) == 26
    with pytest.raises(RecordError, match="all of 100 draws"):
        list(compose.scripts_of("counting", "seed", "canary", each=31))


def test_a_script_that_fails_a_gate_is_an_error(families: dict[str, Family]) -> None:
    def leaky(chance: Stream, level: int) -> Session:
        session = counting(chance, level)
        last = session.exchanges[-1]
        return Session(
            session.task, (*session.exchanges[:-1], dataclasses.replace(last, planted=(*last.planted, last.reply)))
        )

    families["counting"] = Family(leaky, (2,))
    with pytest.raises(RecordError, match="counting/1/0 of the seed 'seed': planted reply 5 passes"):
        compose.rows("seed", "canary")


def test_families_have_one_task_each_and_share_none(families: dict[str, Family]) -> None:
    families["other"] = families["counting"]
    with pytest.raises(RecordError, match="two families have the task desk-3"):
        compose.rows("seed", "canary")
    families.pop("other")
    families["counting"] = Family(
        lambda chance, level: dataclasses.replace(counting(chance, 2), task=made_up.task(level)), (2, 3)
    )
    with pytest.raises(RecordError, match="has several tasks"):
        compose.rows("seed", "canary")


@pytest.mark.usefixtures("families")
def test_a_reply_of_an_uninformed_bot_must_fail_in_a_hard_script_only() -> None:
    script = [script for _, script in compose.scripts_of("counting", "seed", "canary", each=2)][1]
    last = replace(script.messages[1], content=script.reference)
    repeated = replace(script, messages=(script.messages[0], last, *script.messages[2:]))
    assert "the reply of bot-longest passes all checks, expected it to fail one" in list(gates.problems(repeated))
    assert not [p for p in gates.problems(replace(repeated, level=None)) if "bot" in p]


def test_hard_scripts_may_be_long(families: dict[str, Family]) -> None:
    families["counting"] = Family(counting, (40,))
    script = next(script for _, script in compose.scripts_of("counting", "seed", "canary", each=1))
    assert script.turns == 40
    assert any("found 40 turns" in problem for problem in gates.problems(replace(script, level=None)))


@pytest.mark.usefixtures("families")
def test_the_track_holds_both_splits_and_every_task() -> None:
    drawn = build.build("seed", "canary")
    assert drawn.splits == ("hard", "standard")
    rows = [row for file in drawn.files for row in file.rows]
    tasks = {row.item_id for row in rows if isinstance(row, Task)}
    scripts = [row for row in rows if isinstance(row, Script)]
    assert {s.task_id for s in scripts} == tasks
    assert Counter(s.split for s in scripts) == {"standard": 645, "hard": compose.EACH}
    assert all((s.level is None) == (s.split == "standard") for s in scripts)
    assert len({s.item_id for s in scripts}) == len(scripts)


@pytest.mark.usefixtures("families")
def test_a_draw_renews_the_hard_scripts_and_names_the_others() -> None:
    before = build.build("seed", "canary")
    drawn = fresh.renewed(build.build, "new", "seed", "canary")
    old, new = (
        {s.item_id: s.messages for file in files for s in file.rows if isinstance(s, Script) and s.split == "hard"}
        for files in (before.files, drawn.files.files)
    )
    assert old.keys() == new.keys()
    assert not {*old.values()} & {*new.values()}
    assert drawn.files.splits == ("hard",)
    assert sum(entry.items for entry in drawn.left_out) == 645


def test_a_draw_never_repeats_a_released_script(families: dict[str, Family]) -> None:
    families["counting"] = Family(lambda chance, _: counting(Stream("test", chance.below(80), "x"), 1), (1,))
    released = build.build("seed", "canary")
    old = {row.messages for file in released.files for row in file.rows if isinstance(row, Script)}
    drawn = renew.renewed("new", "canary", released)
    assert not old & {row.messages for file in drawn.files.files for row in file.rows if isinstance(row, Script)}


def test_without_a_program_a_draw_lacks_the_family_and_a_release_is_refused(families: dict[str, Family]) -> None:
    def absent(chance: Stream, level: int) -> Session:
        raise ProgramMissing("figlet is not installed")

    families["banner"] = Family(absent, (1,))
    drawn = fresh.renewed(build.build, "new", "seed", "canary")
    (missing,) = (entry for entry in drawn.left_out if entry.name == "banner")
    assert (missing.track, missing.items, missing.reason) == ("simulation", compose.EACH, "figlet is not installed")
    assert len([row for file in drawn.files.files for row in file.rows if isinstance(row, Script)]) == compose.EACH
    with pytest.raises(DatasetError, match="here cannot be made simulation banner: figlet is not installed"):
        sources._whole((build.build("seed", "canary"),))


@pytest.mark.parametrize("name", compose.FAMILIES.names())
@pytest.mark.slow
def test_each_family_draws_scripts_that_lie_apart_from_the_standard_ones(name: str) -> None:
    known = {s.item_id.partition("/")[0] for s in build.standard("canary").files[0].rows if isinstance(s, Script)}
    levels = len(compose.FAMILIES.load(name).levels)
    try:
        drawn = list(compose.scripts_of(name, "test", "canary", each=2 * levels))
    except ProgramMissing as error:
        pytest.skip(str(error))
    assert name not in known
    assert not known & {task.item_id for task, _ in drawn}
    assert all(passes(script, script.reference) for _, script in drawn)
    assert {script.level for _, script in drawn} == {*range(1, levels + 1)}
