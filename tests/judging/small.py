"""Hand-made scripts, submissions to them, and judges that a program plays."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from interplay.core.driver import SYSTEM, Ask
from interplay.core.records import Header, Message
from interplay.core.release import Release
from interplay.submissions.writing import write_submission
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item
from interplay.tracks.games.records import Prediction as Match
from interplay.tracks.simulation.records import Check, Prediction, Script, ScriptType, Strategy
from interplay.tracks.simulation.records import Kind as TaskKind
from interplay_builders.release import freeze as freezing
from interplay_builders.release import sources
from interplay_builders.tracks.base import DataFile, TrackFiles
from tests.fake_openai import Answer, Request
from tests.games import matches

TASKS: tuple[tuple[str, TaskKind], ...] = (
    ("Rot13 encoder", "stateless"),
    ("Unit converter", "stateless"),
    ("Linux terminal", "stateful"),
    ("To-do list", "stateful"),
)
TYPES: tuple[ScriptType, ...] = ("last_only", "first_challenging", "subsequent_challenging")
STRATEGIES: tuple[Strategy, ...] = ("first", "next", "next", "next")
BRIEF = "Answer as this system would, with the bare output and nothing else. "


def script(task: str, kind: TaskKind, script_type: ScriptType, number: int) -> Script:
    """Return a script of two turns whose right answer is ``out N``."""
    task_id = task.lower().replace(" ", "-")
    place = TYPES.index(script_type)
    messages = [Message(role="user", content=f"{BRIEF}You are: {task}. do 0")]
    for turn in range(1, place + 2):
        messages += [
            Message(role="assistant", content=f"out {turn - 1} of {task}"),
            Message(role="user", content=f"do {turn}"),
        ]
    wanted = f"out {number}"
    return Script(
        canary="canary",
        item_id=f"{task_id}/{number}/{place + 2}",
        split="standard",
        task_id=task_id,
        task=task,
        kind=kind,
        family="tests",
        script_type=script_type,
        hard=script_type != "last_only",
        decided_by="program",
        turns=place + 2,
        strategies=STRATEGIES[: place + 2],
        messages=tuple(messages),
        reference=wanted,
        checks=(
            Check(
                kind="pattern",
                role="content",
                params=json.dumps({"pattern": rf"\b{wanted}\b", "means": wanted, "whole": False}),
            ),
            Check(kind="bare", role="format", params=json.dumps({"most_lines": 1})),
        ),
        planted=(f"out {number + 1}0",),
    )


SCRIPTS = tuple(
    script(task, kind, script_type, 10 * place + number)
    for place, (task, kind) in enumerate(TASKS)
    for number, script_type in enumerate(TYPES)
)


def undercover(number: int, seat: int) -> Item:
    """Return a match in which the system sits at one seat, among random bots."""
    players = tuple(SYSTEM if at == seat else "bot:random@1" for at in range(5))
    return matches.item("undercover", players, seed=str(number))


MATCHES = tuple(undercover(number, number % 5) for number in range(4))


def freeze(root: Path) -> None:
    scripts = DataFile("simulation/scripts.jsonl.gz", "simulation", Script, SCRIPTS)
    played = DataFile("games/test.jsonl.gz", "games", Item, MATCHES)
    tracks = (
        TrackFiles("simulation", ("standard",), (scripts,), (Header, Prediction)),
        TrackFiles("games", ("test",), (played,), (Header, Match)),
    )
    freezing.freeze(root, sources.unversioned(tracks, "tiny", "a few items, for tests"))


def spoiled(of: Script) -> str:
    """Return wrong content for scripts with an even number, and prose around the right answer for the others."""
    number = int(of.reference.split()[1])
    return "I think it is 7" if number % 2 == 0 else f"Here you are:\n{of.reference}\nAnything else?"


def submit(
    path: Path, release: Release, name: str, reply: Callable[[Script], str | None], trials: int = 1, leave: int = 0
) -> Path:
    """Write a submission of *reply*; without a reply it is an error. The last *leave* scripts are left out."""
    predictions = [
        Prediction(item_id=s.item_id, trial=trial, response=text, error=None if text is not None else "broke off")
        for s in SCRIPTS[: len(SCRIPTS) - leave]
        for trial in range(trials)
        for text in [reply(s)]
    ]
    write_submission(path, release, "simulation", predictions, name=name, splits=("standard",), trials=trials)
    return path


def play(path: Path, release: Release, clue: Callable[[int], str]) -> Path:
    """Write a submission of matches in which the n-th clue that the system gives in a match is *clue* of n."""

    def reply(given: list[int]) -> Callable[[Ask], str]:
        def say(ask: Ask) -> str:
            at = ask.situation
            assert isinstance(at, Situation)
            if at.state.voting:
                return f"vote: player_{next(s for s in at.state.seats if s != at.seat)}"
            given.append(1)
            return f"player_{at.seat}: {clue(len(given))}"

        return say

    predictions = [matches.play(item, reply([])) for item in MATCHES]
    write_submission(path, release, "games", predictions, name="talker", splits=("test",))
    return path


# Judges that a program plays


def shown(messages: list[dict[str, str]], label: str) -> str:
    """Return the text between the two lines of *label* in a prompt."""
    found = re.search(rf"<<BEGIN {label} (\w+)>>\n(.*?)\n<<END {label} \1>>", messages[-1]["content"], re.DOTALL)
    assert found is not None, label
    return found[2]


def rating_of(messages: list[dict[str, str]]) -> int:
    """Return a rating that follows from the reply alone."""
    return 1 + hashlib.sha256(shown(messages, "response").encode()).digest()[0] % 10


def rate(request: Request) -> Answer:
    return Answer(f"It is what it is.\nRating: [[{rating_of(request.messages)}]]")


def strict(request: Request) -> Answer:
    """Rate wrong content 8, a wrong form 5 and everything else 9: kind to wrong content."""
    text = shown(request.messages, "response")
    return Answer(f"Rating: [[{8 if 'think' in text else 5 if 'Here' in text else 9}]]")


def prefer(request: Request) -> Answer:
    """Prefer the shorter candidate; where they are as long, say that neither is better."""
    a, b = (len(shown(request.messages, f"response {name}")) for name in "ab")
    return Answer(f"So be it. [[{'A' if a < b else 'B' if b < a else 'C'}]]")


def cut(text: str) -> Answer:
    """Answer with *text* as far as the limit of tokens let it come."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "length"}
    return Answer(raw=json.dumps({"choices": [choice]}).encode())


def always_first(request: Request) -> Answer:
    return Answer("[[A]]")


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, lines: Iterable[object]) -> Path:
    path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    return path
