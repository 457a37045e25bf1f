"""Servers, runners, clusters, queues, pages and settings against known results and independent methods."""

import json
import re
from collections import ChainMap
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Template

import msgspec
import pytest
import yaml

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import read
from interplay_builders.tracks.simulation.families.services.broker import Broker
from interplay_builders.tracks.simulation.families.services.browser import Browser, Site
from interplay_builders.tracks.simulation.families.services.ci import Job, Pipeline, Runner
from interplay_builders.tracks.simulation.families.services.cluster import Cluster, Limits
from interplay_builders.tracks.simulation.families.services.mcp import Server
from interplay_builders.tracks.simulation.families.services.settings import Settings
from interplay_builders.tracks.simulation.sessions import Session

SEEDS = range(40)


NAMES = ("broker", "browser", "ci", "cluster", "mcp", "settings")
"""The tasks tested here; others may join the family."""


@cache
def sessions() -> tuple[Session, ...]:
    return tuple(session for name in NAMES for session in enacting.enact(file(name)))


def file(name: str) -> Path:
    return enacting.FAMILIES / "services" / f"{name}.toml"


@cache
def scripts() -> tuple[Script, ...]:
    return tuple(script for n, s in enumerate(sessions()) for script in compose.scripts_of(s, n, "canary"))


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("```")]


def test_every_task_has_two_plain_sessions_and_a_challenged_one_of_four_turns() -> None:
    assert len(scripts()) == 5 * len(NAMES)
    for task in {session.task.task_id: session.task for session in sessions()}.values():
        found = [s for s in sessions() if s.task == task]
        assert sorted(s.challenging or 0 for s in found) == [0, 0, 1], task.task_id
        assert [len(s.exchanges) for s in found] == [1, 3, 4], task.task_id
        assert 40 <= len(task.brief.split()) <= 235, task.task_id


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_what_a_brief_leaves_open_passes(script: Script) -> None:
    reply = script.reference
    others = [f"{reply}\n", reply.replace("\n", "\r\n"), "\n".join(line + "  " for line in reply.splitlines())]
    if reply.startswith("```"):
        others += [reply.replace("```\n", "```text\n", 1), reply.replace("```", "~~~")]
        others += [f"Let me go through it step by step.\n\n{reply}", f"**Result:**\n{reply}\nThat's where we are now."]
    else:
        others += [f"```\n{reply}\n```"]
    for other in others:
        graded = grade(script, other)
        assert graded.strict, [r.result.reason for r in graded.results]


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_an_answer_given_twice_or_half_fails(script: Script) -> None:
    lines = script.reference.splitlines()
    for other in (f"{script.reference}\n{script.reference}", "\n".join(lines[: len(lines) // 2])):
        assert not grade(script, other).content


# --- The queue: what is visible is derived anew from the log of deliveries, without a state of messages.


class Log:
    """All that happened, as (second, verb, message, argument)."""

    def __init__(self) -> None:
        self.now = 0
        self.events: list[tuple[int, str, int, int]] = []

    def of(self, number: int, verb: str) -> list[tuple[int, int]]:
        return [(second, value) for second, what, n, value in self.events if (what, n) == (verb, number)]

    def phase(self, number: int) -> str:
        """Return where a message is; its last event decides but for the third delivery of each life."""
        if self.of(number, "ack"):
            return "gone"
        ends = [value for _, what, n, value in self.events if n == number and what in ("recv", "extend")]
        if ends and ends[-1] > self.now and not self.redriven_last(number):
            return "hidden"
        tries = len(self.of(number, "recv"))
        lives = len(self.of(number, "redrive"))
        return "dead" if tries >= 3 * (lives + 1) else "visible"

    def redriven_last(self, number: int) -> bool:
        mine = [what for _, what, n, _ in self.events if n == number]
        return mine[-1] == "redrive"


def test_queue_agrees_with_its_log() -> None:
    for seed in SEEDS:
        stream, broker, log, sent = Stream("simulation", seed, "broker"), Broker(), Log(), 0
        for _ in range(60):
            verb = stream.choice(("send", "recv", "recv", "recv", "ack", "extend", "wait", "wait", "redrive"))
            number, delivery = stream.below(4) + 1, stream.below(6) + 1
            if verb in ("ack", "extend") and number > sent:
                continue
            seconds = stream.below(40)
            rest = {"send": "x", "ack": f"m{number}#{delivery}", "extend": f"m{number}#{delivery} {seconds}"}
            command = f"{verb} {rest.get(verb, seconds if verb == 'wait' else '')}".strip()
            (found,) = lines_of(broker.answer([command]).text)
            sent += verb == "send"
            assert found == expected_of(log, verb, number, delivery, seconds, sent), (seed, command)
            phases = [log.phase(n) for n in range(1, sent + 1)]
            counts = [f"{phases.count(phase)} {phase}" for phase in ("visible", "hidden", "dead")]
            assert lines_of(broker.answer(["stats"]).text) == [", ".join(counts)]


def expected_of(log: Log, verb: str, number: int, delivery: int, seconds: int, sent: int) -> str:
    """Write an event into the log and return what the queue says to it."""
    if verb == "send":
        log.events.append((log.now, "send", sent, 0))
        return f"m{sent}"
    if verb == "wait":
        log.now += seconds
        return f"t={log.now}"
    if verb == "redrive":
        log.events += [(log.now, "redrive", n, 0) for n in range(1, sent + 1) if log.phase(n) == "dead"]
        return "ok"
    if verb == "recv":
        visible = [n for n in range(1, sent + 1) if log.phase(n) == "visible"]
        if not visible:
            return "empty"
        log.events.append((log.now, "recv", visible[0], log.now + 30))
        return f"m{visible[0]}#{len(log.of(visible[0], 'recv'))} x"
    if log.phase(number) != "hidden" or len(log.of(number, "recv")) != delivery:
        return "late"
    log.events.append((log.now, verb, number, log.now + seconds))
    return "ok"


# --- Settings: chain maps and string templates of the standard library.


def test_settings_agree_with_chain_maps() -> None:
    keys = ("alpha", "beta", "gamma")
    values = ("1", "x${gamma}", "~", "2${none}", "")
    for seed in SEEDS:
        stream = Stream("simulation", seed, "settings")
        layers: dict[str, dict[str, str]] = {name: {} for name in ("flag", "env", "profile", "file", "default")}
        commands = ["file profile=on"]
        for _ in range(6):
            layer, key = stream.choice(tuple(layers)), stream.choice(keys)
            value = stream.choice(values[:1] if key == "gamma" else values)
            layers[layer][key] = value
            written = {"profile": f"file on.{key}", "env": f"env KILN_{key.upper()}"}.get(layer, f"{layer} {key}")
            commands.append(f"{written}={value}")
        layers["env"] = {key: value for key, value in layers["env"].items() if value}
        chain = ChainMap(*layers.values())
        found = lines_of(Settings().answer([*commands, *(f"explain {key}" for key in keys)]).text)
        assert found == [explained(chain, layers, key) for key in keys], (seed, commands)


def explained(chain: ChainMap[str, str], layers: dict[str, dict[str, str]], key: str) -> str:
    shown = {"flag": "flags", "default": "defaults"}
    names = " > ".join(shown.get(name, name) for name, layer in layers.items() if key in layer) or "-"
    raw = chain.get(key, "~")
    value = "(none)" if raw == "~" else Template(raw).substitute(gamma=chain.get("gamma", ""), none="")
    return f"{key} = {value} | {names}"


def test_settings_follow_the_profile_that_wins() -> None:
    base = ["default profile=a", "file a.k=1", "file b.k=2", "file c.k=3", "env KILN_PROFILE=b"]
    assert lines_of(Settings().answer([*base, "explain k"]).text) == ["k = 2 | profile"]
    assert lines_of(Settings().answer([*base, "flag profile=c", "explain k"]).text) == ["k = 3 | profile"]
    assert lines_of(Settings().answer([*base, "flag profile=~", "explain k"]).text) == ["k = (none) | -"]


# --- The cluster: bounds that every rollout keeps, and where it ends.


def table(text: str) -> dict[str, tuple[int, int, int, int]]:
    """Return ready, replicas, up to date and pods of each deployment."""
    found = {}
    for line in lines_of(text)[1:]:
        if not line.startswith("refused"):
            name, ready, new, pods = line.split()
            one, other = ready.split("/")
            found[name] = (int(one), int(other), int(new), int(pods))
    return found


def test_rollouts_keep_their_bounds_and_end() -> None:
    for seed in SEEDS:
        stream, cluster = Stream("simulation", seed, "cluster"), Cluster(Limits(9))
        surge, unavailable = stream.choice(((1, 0), (0, 1), (2, 1), (1, 2), (0, 2)))
        cluster.answer([f"create web web:1 5 {surge} {unavailable}", "create api api:1 2 1 0", "tick 3"])
        for step in range(30):
            if step in (0, 1 + stream.below(4)):
                cluster.answer([f"image web web:{step + 2}"])
            rows = table(cluster.answer(["tick"]).text)
            ready, replicas, new, pods = rows["web"]
            assert 5 - unavailable <= ready <= pods <= 5 + surge
            assert new <= replicas == 5
            assert sum(row[3] for row in rows.values()) <= 9
        assert rows == {"web": (5, 5, 5, 5), "api": (2, 2, 2, 2)}


def test_rollout_known_by_hand() -> None:
    """One surge pod at a time for two replicas: each takes two ticks to be ready, then an old one goes."""
    cluster = Cluster(Limits(9))
    cluster.answer(["create web web:1 2 1 0", "tick 2"])
    seen = [table(cluster.answer(["tick"]).text)["web"]]
    cluster.answer(["image web web:2"])
    seen += [table(cluster.answer(["tick"]).text)["web"] for _ in range(6)]
    assert [(ready, new, pods) for ready, _, new, pods in seen] == [
        (2, 2, 2), (2, 1, 3), (2, 1, 3), (2, 2, 3), (2, 2, 3), (2, 2, 2), (2, 2, 2),
    ]  # fmt: skip


def test_quota_counts_replicas_that_are_wanted() -> None:
    cluster = Cluster(Limits(4))
    text = cluster.answer(["create a a:1 3 1 0", "create b b:1 2 1 0", "scale a 4", "scale a 5", "tick"]).text
    assert lines_of(text) == ["NAME READY UP-TO-DATE PODS", "a 0/4 4 4", "refused create b", "refused scale a"]


# --- The runner: what each line of the table must be, given the others.

JOBS = (
    Job("lint", paths=("src",)),
    Job("unit", needs=("lint",), matrix=("a", "b"), retries=1, paths=("src", "tests")),
    Job("docs", paths=("docs",)),
    Job("build", needs=("unit", "docs")),
    Job("deploy", needs=("build",), branch="main"),
    Job("report", needs=("build",), always=True),
)


def test_runs_agree_with_what_states_imply() -> None:
    for seed in SEEDS:
        stream, runner = Stream("simulation", seed, "ci"), Runner(Pipeline(JOBS))
        past: list[tuple[str, str]] = []
        states: dict[str, tuple[str, int]] = {}
        branch = "main"
        for _ in range(25):
            running = [name for name, (status, _) in states.items() if status == "running"]
            verb = stream.choice(("pass", "pass", "fail", "push", "cancel")) if running else "push"
            if verb == "push":
                branch = stream.choice(("main", "side"))
                touched = stream.sample(("src", "tests", "docs"), 1)
                past.append(("push", touched[0]))
                command = f"push {branch} {touched[0]}"
            elif verb == "cancel":
                command = f"cancel {stream.choice(running).partition('/')[0]}"
            else:
                name = stream.choice(running)
                past += [("pass", name)] if verb == "pass" else []
                command = f"{verb} {name}"
            rows = [line.split() for line in lines_of(runner.answer([command]).text)[1:]]
            states = {name: (status, int(tries)) for name, status, tries in rows}
            for job in JOBS:
                assert_job_follows(job, states, branch, past)


def assert_job_follows(job: Job, states: dict[str, tuple[str, int]], branch: str, past: list[tuple[str, str]]) -> None:
    needs = [status for name, (status, _) in states.items() if name.partition("/")[0] in job.needs]
    bad = bool({"failed", "skipped", "cancelled"} & set(needs))
    is_open = bool({"waiting", "running"} & set(needs))
    for cell in job.cells():
        status, tries = states[cell]
        assert tries <= job.retries + 1
        assert (tries == 0) == (status in ("waiting", "skipped", "cached") or (status == "cancelled" and tries == 0))
        if status == "waiting":
            assert is_open and (job.always or not bad)
        elif status == "skipped":
            assert (bad and not job.always) or job.branch not in ("", branch)
        elif status != "cancelled":
            assert not is_open and (job.always or not bad)
        if status == "failed":
            assert tries == job.retries + 1
            assert not {"waiting", "running"} & {states[other][0] for other in job.cells()}
        if status in ("cached", "running"):
            assert (status == "cached") == was_cached(job, cell, past)


def was_cached(job: Job, cell: str, past: list[tuple[str, str]]) -> bool:
    """Return whether the last pass of a line comes after the last push that touched one of its paths."""
    passes = [place for place, event in enumerate(past) if event == ("pass", cell)]
    touches = [place for place, (what, path) in enumerate(past) if what == "push" and path in job.paths]
    return bool(job.paths and passes) and passes[-1] > max(touches, default=-1)


def test_the_pipeline_of_the_brief_is_that_of_the_runner() -> None:
    text = read(file("ci"))
    written = yaml.safe_load(text.brief.strip().partition("\n\n")[0])
    assert text.setup is not None
    for job in text.setup["jobs"]:
        one = dict(written.pop(job["name"]))
        condition = one.pop("if", "")
        expected = {key: value for key, value in job.items() if key not in ("name", "branch", "always")}
        assert one == expected
        assert condition == ("always" if job.get("always") else "branch == main" if job.get("branch") else "")
    assert written == {}


# --- The MCP server: pages put together are the tools, and a notice comes exactly when they change.


def asked(server: Server, method: str, **params: object) -> list[dict[str, object]]:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    return [json.loads(sent) for sent in server.answer([line]).text.splitlines()]


def listed(server: Server) -> Iterator[str]:
    """Yield the names of all tools, page by page."""
    params: dict[str, object] = {}
    while True:
        (response,) = asked(server, "tools/list", **params)
        result = response["result"]
        assert isinstance(result, dict)
        yield from (tool["name"] for tool in result["tools"])
        if "nextCursor" not in result:
            return
        params = {"cursor": result["nextCursor"]}


def test_notices_come_exactly_when_tools_change() -> None:
    for seed in SEEDS:
        stream, server = Stream("simulation", seed, "mcp"), Server()
        for _ in range(20):
            before = list(listed(server))
            name = stream.choice(("add", "append", "drop", "drop", "get", "grep"))
            arguments = {"id": stream.choice((1, 2, 3, "1")), "text": stream.choice(("x", 5))}
            *notices, response = asked(server, "tools/call", name=name, arguments=arguments)
            after = list(listed(server))
            assert after == sorted(after)
            assert [notice["method"] for notice in notices] == ["notifications/tools/list_changed"] * (before != after)
            assert ("error" in response) == (name not in before or not fits(name, arguments))


def test_only_the_first_tool_of_a_page_is_a_cursor() -> None:
    server = Server()
    assert "result" in asked(server, "tools/list", cursor="get")[0]
    asked(server, "tools/call", name="add", arguments={"text": "x"})
    assert "error" in asked(server, "tools/list", cursor="get")[0]
    assert "result" in asked(server, "tools/list", cursor="drop")[0]


def fits(name: str, arguments: dict[str, object]) -> bool:
    """Return whether the arguments are of the types that the brief names."""
    number, text = isinstance(arguments["id"], int), isinstance(arguments["text"], str)
    return {"add": text, "append": number and text, "drop": number, "get": number}[name]


# --- The browser: the focus goes round, and what is marked is counted.


def page(commands: Sequence[str]) -> list[str]:
    setup = read(file("browser")).setup
    assert setup is not None
    return Browser(setup=msgspec.convert(setup, Site)).answer(commands).text.splitlines()


def focused(lines: Sequence[str]) -> list[str]:
    return [line.removesuffix(" [focused]") for line in lines if line.endswith(" [focused]")]


def test_tab_goes_round_both_ways() -> None:
    for steps in range(1, 14):
        forwards = focused(page(["press Tab"] * steps))
        backwards = focused(page(["press Shift+Tab"] * (6 - (steps - 1) % 6)))
        assert forwards == backwards
        assert focused(page(["press Tab"] * (steps + 1) + ["press Shift+Tab"])) == forwards


@pytest.mark.parametrize(
    ("name", "email", "beds", "has_dog", "dog", "errors"),
    [
        ("Ada", "a@b", "4", False, "", 0),
        ("Ada", "a@b@c", "4", False, "", 1),
        ("", "@b", "2", False, "", 2),
        ("Ada", "a@b", "3", True, "Rex", 1),
        ("", "", "4", True, "", 4),
        ("Ada", "a@b", "2", True, "Rex", 0),
    ],
)
def test_forms_count_what_is_wrong(name: str, email: str, beds: str, has_dog: bool, dog: str, errors: int) -> None:
    commands = ["click Name", f"type {name}", "click Email", f"type {email}", f"select Beds={beds}"]
    commands += ["click Dog", "click Dog name", f"type {dog}"] if has_dog else []
    lines = page([*commands, "click Book"])
    assert sum("[invalid]" in line for line in lines) == errors
    assert len(focused(lines)) == 1
    if errors:
        assert lines[1] == f"alert errors: {errors}"
        assert focused(lines) == [next(re.sub(" .focused.", "", line) for line in lines if "[invalid]" in line)]
    else:
        assert lines == [f"dialog Book {beds} for {name}?", "button Yes", "button No [focused]"]
