"""A person who plays by a rule: through the page, over HTTP, or through a pipe."""

import asyncio
import http.client
import io
import json
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from interplay.core.release import open_release
from interplay.core.text import noop
from interplay.running import run
from interplay.running.options import RunSpec
from interplay.tracks import catalogue
from interplay_lab.people.play import Desk, serving
from interplay_lab.systems.human import Human
from tests.fake_openai import DEADLINE

Json = dict[str, Any]
Choose = Callable[[int, str], str]


def choice(turn: int, screen: str) -> str:
    """Return the reply of a person who goes by the number of the turn alone."""
    if screen.endswith("Your words: "):
        return f"some words\nof turn {turn}"
    numbers = re.findall(r"^ {0,3}(\d+)  ", screen, re.MULTILINE)
    return str(1 + turn * 7 % int(numbers[-1])) if screen.endswith("stands): ") else f"ANSWER: {turn}"


class Client:
    """A page's requests to its server."""

    def __init__(self, address: str) -> None:
        self.parts = urlsplit(address)
        self.origin = f"http://{self.parts.netloc}"
        self.last = ""

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes, Json]:
        connection = http.client.HTTPConnection(self.parts.hostname or "", self.parts.port, timeout=DEADLINE)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content, dict(answer.getheaders())

    def get(self, place: str) -> Any:
        status, content, _ = self.request("GET", self.parts.path + place)
        assert status == 200, content
        return json.loads(content)

    def post(self, value: object, **headers: str) -> int:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        fields = {"Content_Type": "application/json", "Origin": self.origin, **headers}
        return self.request("POST", f"{self.parts.path}reply", body, **fields)[0]

    def play(self, choose: Choose = choice, most: int = 100_000) -> list[str]:
        """Reply until all is played, or *most* times; return the replies."""
        replies: list[str] = []
        turn = 0
        while len(replies) < most:
            shown = self.get(f"state/{turn}")
            turn += len(shown["screens"]) - 1
            self.last = shown["screens"][-1][0]
            if shown["state"]["ended"] and len(shown["screens"]) == 1:
                break
            if not shown["state"]["waits"]:
                time.sleep(0.002)
                continue
            replies.append(choose(turn, self.last))
            assert self.post([turn, replies[-1]]) == 200
        return replies


def through_page(output: Path, track: str, choose: Choose = choice, **spec: Any) -> list[str]:
    """Play *track* through the page; return the replies."""
    desk = Desk(output.with_suffix(".times.jsonl"))
    person = Human("human:anna", desk.line, desk)

    def work() -> None:
        try:
            _run(person, output, track, spec, desk.count)
        finally:
            desk.state |= {"ended": True}

    with serving("human:anna", desk) as address:
        thread = threading.Thread(target=work)
        thread.start()
        replies = Client(address).play(choose)
        thread.join(DEADLINE)
    return replies


def through_pipe(output: Path, track: str, replies: list[str], **spec: Any) -> str:
    """Play *track* with lines of *replies*; return what was shown."""
    shown = io.StringIO()
    given = "".join(f'"""\n{reply}\n"""\n' for reply in replies)
    _run(Human("human:anna", io.StringIO(given).readline, shown), output, track, spec, noop)
    return shown.getvalue()


def _run(person: Human, output: Path, track: str, spec: Json, count: Callable[[int, int], None]) -> None:
    asyncio.run(run.run(catalogue.load(track), open_release(), person, output, RunSpec(**spec), count))
