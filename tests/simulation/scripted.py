"""Models of a collection, played by a loopback server: what they reply follows from what they are asked."""

import hashlib
import json
from pathlib import Path

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Kind
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.simulation import build, compose
from tests.fake_openai import Answer, Request
from tests.simulation import made_up

MODELS = ("maker", "user", "sim", "judge")
TURNS = 4


def digest(request: Request) -> str:
    return hashlib.sha256(json.dumps(request.messages).encode()).hexdigest()


def model(request: Request) -> str:
    name: str = request.body["model"]
    return name


def play(request: Request) -> Answer:
    """Reply as the model that is asked should, validly."""
    return Answer({"maker": task, "user": wish, "sim": simulated, "judge": verdict}[model(request)](request))


def task(request: Request) -> str:
    stream = Stream("test", digest(request), "task")
    words = " ".join(stream.choice(made_up.PLACES) + str(stream.below(90)) for _ in range(50))
    made = {"name": f"Tool {digest(request)[:6]}", "brief": f"Be a tool. {words}.", "first_request": "Begin {now}."}
    return f"```json\n{json.dumps({**made, 'request_type': 'a wish'})}\n```"


def wish(request: Request) -> str:
    found = digest(request)
    made = {"strategy": int(found[0], 16) % 4 + 1, "how": "", "request": f"wish {found[:8]}"}
    return f"```\n{json.dumps(made)}\n```"


def simulated(request: Request) -> str:
    return f"result {digest(request)[:8]}"


def verdict(request: Request) -> str:
    return f"Turn: [[9]] would be too much.\nTurn: [[{int(digest(request)[:4], 16) % (TURNS + 1)}]]"


def exemplars(root: Path) -> Path:
    """Write a dataset of six stateless and six stateful made-up tasks with a script each; return its directory."""
    scripts, tasks = [], []
    kinds: tuple[Kind, ...] = ("stateless", "stateful")
    for number in range(12):
        session = made_up.session(number, 1)
        kind = kinds[number % 2]
        tasks.append(replace(compose.task_of(session.task, "canary"), kind=kind))
        scripts += [replace(script, kind=kind) for script in compose.scripts_of(session, 1, "canary")]
    files = build.files(tuple(scripts), tuple(tasks))
    freeze.freeze(root, sources.unversioned((files,), "made-up", "made-up tasks, for tests"))
    return root


def draw_arguments(base_url: str, tasks_from: Path, out: Path, *more: str) -> list[str]:
    """Return what collects two dialogues on each of two new tasks."""
    who = ["--user-agent", "openai:user", "--simulator", "openai:sim", "--task-maker", "openai:maker"]
    size = ["--new-tasks", "2", "--sessions", "2", "--turns", str(TURNS), "--base-url", base_url]
    return ["draw", "simulation", *who, *size, "--tasks-from", str(tasks_from), "-o", str(out), *more]


def extract_arguments(base_url: str, folder: Path, *more: str) -> list[str]:
    return ["extract", str(folder), "--judge", "openai:judge", "--base-url", base_url, *more]
