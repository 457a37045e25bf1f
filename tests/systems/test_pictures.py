"""Boards sent as pictures: what a server is sent and is not, what is recorded, and what is said without the extra."""

import base64
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import interplay
from interplay.core.driver import Ask, Board
from interplay.core.errors import MissingPackage
from interplay.core.records import Message
from interplay.submissions.reading import read_header
from interplay.systems import pictures
from interplay.systems.spec import Observation
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.running_help import Cli
from tests.support import Cli as Whole

ASKED = {"where": {"game": "connect_four"}, "splits": "hard", "limit": 1}
HEADER = "  | 1 | 2 | 3 | 4 | 5 | 6 | 7 |"
ROW = "1 | "
NOTE = "items whose text says more than a picture are sent as text (docs/evaluate.md)"
needs_extra = pytest.mark.skipif(find_spec("resvg_py") is None, reason="needs the extra images")


def sent(request: Request) -> tuple[str, list[bytes]]:
    """Return the text of the last message of a request, and its pictures."""
    content: Any = request.messages[-1]["content"]
    if isinstance(content, str):
        return content, []
    assert [part["type"] for part in content] == ["image_url", "text"]
    kind, _, data = content[0]["image_url"]["url"].partition(",")
    assert kind == "data:image/png;base64"
    return content[1]["text"], [base64.b64decode(data, validate=True)]


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@needs_extra
@pytest.mark.parametrize(
    ("observation", "has_text", "has_picture"),
    [
        ("text", True, False),
        ("image", False, True),
        ("both", True, True),
    ],
)
def test_a_server_is_sent_the_board_as_it_was_asked_for(
    tmp_path: Path, observation: Observation, has_text: bool, has_picture: bool
) -> None:
    out = tmp_path / "out.jsonl"
    with FakeOpenAI(lambda _request: Answer("Action: 4")) as server:
        interplay.run(
            "openai:m", "positions", out, base_url=server.base_url, observation=observation, **ASKED,  # type: ignore[arg-type]
        )  # fmt: skip
        text, images = sent(server.requests[0])
    assert (HEADER in text, bool(images)) == (has_text, has_picture)
    assert ("picture" in text) == has_picture
    for kept in ("You are playing Connect Four", "Your opponent's last move:", "End with a line of this form:"):
        assert kept in text
    for image in images:
        assert max(size(image)) == 1_024
        assert len(image) < 200_000
    system = read_header(out).system
    assert system.name == ("m" if observation == "text" else f"m (observation {observation})")
    assert system.params.get("observation") == (None if observation == "text" else observation)
    key = interplay.score(out).comparability_key
    assert key.endswith(f" observation:{observation}") == has_picture


@needs_extra
def test_games_without_such_a_picture_keep_their_text_and_one_note_says_so(interplay_cli: Cli, tmp_path: Path) -> None:
    command = ("--track", "positions", "--split", "hard", "--where", "game=holdem", "--limit", 4, "--model", "openai:m")
    with FakeOpenAI(lambda _request: Answer("fold")) as server:
        ran = interplay_cli(
            "run", *command, "--observation", "image", "--base-url", server.base_url, "-o", tmp_path / "out.jsonl"
        )
        assert ran == 0
        assert [sent(request)[1] for request in server.requests] == [[]] * 4
    assert interplay_cli.err.count(NOTE) == 1


@needs_extra
def test_each_move_of_a_match_is_asked_with_the_board_of_that_move(tmp_path: Path) -> None:
    def first_free(request: Request) -> Answer:
        return Answer(sent(request)[0].rpartition("Free cells: ")[2].split()[0])

    out, where = tmp_path / "out.jsonl", {"game": "tictactoe"}
    with FakeOpenAI(first_free) as server:
        interplay.run("openai:m", "games", out, where=where, limit=1, base_url=server.base_url, observation="image")
        asked = [sent(request) for request in server.requests]
    assert len(asked) > 1
    assert len({image for _, images in asked for image in images}) == len(asked)
    assert not any("|" in text.partition("The board now:")[2] for text, _ in asked)
    report = interplay.score(out)
    assert (report.metric("played").value, report.metric("illegal").value) == (1, 0)


@needs_extra
def test_a_scaffold_sees_the_picture_in_each_of_its_requests(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with FakeOpenAI(lambda _request: Answer("Action: 4")) as server:
        interplay.run(
            "openai:m", "positions", out, base_url=server.base_url, observation="image", scaffold="cot", **ASKED,  # type: ignore[arg-type]
        )  # fmt: skip
        contents = [[message["content"] for message in request.messages] for request in server.requests]
    assert [[type(content) for content in one] for one in contents] == [[list], [list, str, str]]
    assert HEADER not in json.dumps(contents)


@needs_extra
def test_saved_requests_have_the_picture_as_svg(interplay_cli: Cli, tmp_path: Path) -> None:
    command = ["run", "--track", "positions", "--split", "hard", "--where", "game=hive", "--limit", 1]
    command += ["--model", "openai:m,observation=image", "-o", tmp_path / "out.jsonl"]
    with FakeOpenAI(lambda _request: Answer("pass")) as server:
        assert interplay_cli(*command, "--base-url", server.base_url, "--save-requests", tmp_path / "sent.jsonl") == 0
        text, _ = sent(server.requests[0])
    (message,) = json.loads((tmp_path / "sent.jsonl").read_text(encoding="utf-8"))["messages"]
    assert message["content"] == text
    assert message["svg"].startswith("<svg ")


@needs_extra
def test_replies_to_text_are_not_taken_for_replies_to_pictures(interplay_cli: Cli, tmp_path: Path) -> None:
    command = ["run", "--track", "positions", "--split", "hard", "--where", "game=hive", "--limit", 2, "--name", "mine"]
    command += ["--model", "openai:m", "-o", tmp_path / "out.jsonl"]
    with FakeOpenAI(lambda _request: Answer("pass")) as server:
        assert interplay_cli(*command, "--base-url", server.base_url) == 0
        assert interplay_cli(*command, "--base-url", server.base_url, "--observation", "image") == 1
    assert "parameter observation is 'image', was None" in interplay_cli.err


@needs_extra
def test_functions_are_called_with_the_picture(tmp_path: Path) -> None:
    def chat(messages: list[dict[str, Any]]) -> str:
        seen.append(messages[-1]["content"])
        return "Action: 4"

    seen: list[Any] = []
    item = next(item for item in interplay.load_items("positions", "hard") if "connect_four" in item.item_id)
    interplay.play(item, chat)
    interplay.play(item, chat, observation="image")
    report = interplay.evaluate(chat, "positions", splits="hard", sample=1, observation="both")
    assert [type(content) for content in seen[:2]] == [str, list]
    assert [part["type"] for part in seen[1]] == ["image_url", "text"]
    assert report.system.params == {"observation": "both"}


def test_without_the_extra_one_line_says_what_to_install(
    cli: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_spec
    monkeypatch.setattr("interplay.core.extras.find_spec", lambda name: None if name == "resvg_py" else found(name))
    words = ("run", "--track", "positions", "--model", "openai:m", "--base-url", "http://localhost:1", "--limit", 1)
    ran = cli(*words, "--observation", "image", "-o", tmp_path / "out.jsonl")
    assert ran.status == 1
    assert "sending pictures needs the package resvg_py: pip install 'interplay-bench[images]'" in ran.err
    assert "Traceback" not in ran.err
    with pytest.raises(MissingPackage, match=r"interplay-bench\[images\]"):
        pictures.png("<svg/>")


def test_only_models_on_servers_are_sent_pictures(cli: Whole, tmp_path: Path) -> None:
    ran = cli("run", "--track", "positions", "--model", "local:smollm2,observation=image", "-o", tmp_path / "out.jsonl")
    assert ran.status != 0
    assert "observation is for models on a server" in ran.err
    ran = cli("run", "--track", "positions", "--model", "openai:m,observation=video", "-o", tmp_path / "out.jsonl")
    assert ran.status == 2
    assert "observation" in ran.err


def board(svg: str = "<svg/>", text: str = "X|O") -> Board:
    return Board(text, svg, "Rows are numbered.")


@pytest.mark.parametrize("drawn", [None, board(text="other"), board(svg="x" * 200_001)])
def test_messages_stay_as_they_are_where_no_picture_fits(drawn: Board | None) -> None:
    ask = Ask((Message(role="user", content="The board: X|O. Your move."),), None, board=lambda: drawn)
    for observation in ("text", "image", "both", None, 3):
        assert pictures.observed(ask, observation) is ask


def test_the_boards_text_gives_way_to_words_or_stands_before_them() -> None:
    ask = Ask((Message(role="user", content="The board: X|O. Your move."),), None, board=board)
    (only,) = pictures.observed(ask, "image").messages
    assert only.content == "The board: (The board is in the picture. Rows are numbered.). Your move."
    (both,) = pictures.observed(ask, "both").messages
    assert both.content.startswith("The board: X|O\n\n(The picture shows the same board. Rows are numbered.)")
    assert pictures.observed(ask, "text") is ask
