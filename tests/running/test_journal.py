"""The journal of a run: what a kill, a full disk or a second process may do to it."""

import errno
import io
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.driver import Ask, Reply, request_sha256
from interplay.core.errors import BudgetError, OutputError
from interplay.core.records import Header, Message, Scalar, System
from interplay.core.release import open_release
from interplay.running import appending
from interplay.running.engine import Request
from interplay.running.journal import Journal, journal_path
from interplay.submissions import writing
from tests.running_help import FEW, TRACK, Player, reference, replies_kept, rows, run
from tests.support import Cli

ASK = Ask((Message(role="user", content="one"),), None)
OTHER = Ask((Message(role="user", content="two"),), None)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "player.jsonl"


@pytest.fixture
def interrupted(output: Path) -> Path:
    """Leave the journal of a run that got 60 replies."""
    with pytest.raises(BudgetError):
        run(Player(), output, max_calls=60)
    return journal_path(output)


def request(trial: int = 0, step: int = 0, ask: Ask = ASK) -> Request:
    return Request("item", trial, step, ask, request_sha256(ask))


def header(name: str = "player") -> Header:
    return writing.header_for(open_release(), TRACK.name, System(name=name))


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a"])
def test_journal_lies_beside_the_output(name: str) -> None:
    assert journal_path(Path("folder") / name) == Path("folder") / "a.partial.jsonl"


def test_reply_comes_back_once_and_only_for_the_very_request(tmp_path: Path) -> None:
    path, reply = tmp_path / "j", Reply("text", 7, 3, "stop")
    first = Journal(path, header())
    first.add(request(), reply)
    first.add(request(trial=1), reply)
    assert first.take(request()) is None
    first.close()
    second = Journal(path, header())
    assert second.take(request()) == reply
    assert second.take(request()) is None
    assert second.take(request(trial=1, ask=OTHER)) is None
    assert second.take(request(step=1)) is None
    second.close()


LINES = (
    b'{"completion_tokens":3,"finish_reason":"stop","item_id":"item","logprobs":[["A",-0.5]],"prompt_tokens":7,'
    b'"record":"call","request_sha256":"a05b8cd35785d95d2144e602cfb06d4458083ffcd3cd7bc27339d725930ca99c",'
    b'"step":3,"text":"a \xe2\x80\xa8 b","trial":2}\n'
    b'{"item_id":"item","record":"call",'
    b'"request_sha256":"a05b8cd35785d95d2144e602cfb06d4458083ffcd3cd7bc27339d725930ca99c",'
    b'"step":4,"text":"","trial":2}\n'
)


def test_the_format_of_journals_stays_so_that_old_ones_can_be_read(tmp_path: Path) -> None:
    replies = Reply("a \u2028 b", 7, 3, "stop", logprobs=(("A", -0.5),)), Reply("")
    path = tmp_path / "j"
    first = Journal(path, header())
    for step, reply in enumerate(replies, 3):
        first.add(request(2, step), reply)
    first.close()
    assert path.read_bytes() == canonical.encode(header()) + b"\n" + LINES
    second = Journal(path, header())
    assert second.kept == "2 replies are saved"
    assert tuple(second.take(request(2, step)) for step in (3, 4)) == replies
    second.close()


def test_journal_without_replies_leaves_nothing_behind(tmp_path: Path) -> None:
    Journal(tmp_path / "j", header()).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [1, 20, 400, 5_000, -1])
def test_a_line_cut_at_any_place_is_dropped_and_the_rest_used(interrupted: Path, output: Path, kept: int) -> None:
    data = interrupted.read_bytes()[:kept]
    interrupted.write_bytes(data)
    whole = max(0, data.count(b"\n") - 1)
    again = Player()
    result = run(again, output)
    assert result.resumed == whole
    assert output.read_bytes() == reference(output.parent)


def test_what_follows_a_cut_line_is_kept_through_the_next_interruption(interrupted: Path, output: Path) -> None:
    interrupted.write_bytes(interrupted.read_bytes()[:-9])
    with pytest.raises(BudgetError, match="63 replies are saved"):
        run(Player(), output, max_calls=4)
    assert replies_kept(output) == run(Player(), output).resumed == 63


def test_garbage_between_lines_costs_no_other_reply(interrupted: Path, output: Path) -> None:
    lines = interrupted.read_bytes().splitlines(keepends=True)
    lines[10:10] = [b"\x00" * 30 + b"\n", b'{"record":"call"}\n', b"[" * 9_999 + b"\n", b"\n"]
    interrupted.write_bytes(b"".join(lines))
    assert run(Player(), output).resumed == 60
    assert output.read_bytes() == reference(output.parent)


@pytest.mark.parametrize(
    "content", [b"my only copy", b"my only copy\n", b'{"record":"call"}\n', b"\xff\x00\n\n", b"\n"]
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(output: Path, content: bytes) -> None:
    journal_path(output).write_bytes(content)
    player = Player()
    with pytest.raises(OutputError, match=r"is not the journal of a run; .*delete the file, or choose another output"):
        run(player, output)
    assert (player.asks, journal_path(output).read_bytes()) == ([], content)


def test_the_journal_of_another_model_is_refused_and_left_alone(interrupted: Path, output: Path) -> None:
    before = interrupted.read_bytes()
    with pytest.raises(OutputError, match=r"journal of another run .*; finish that run, delete the file"):
        run(Player("other"), output)
    assert interrupted.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value", "differs"),
    [
        ("system", {"name": "player", "params": {"temperature": 1}}, "parameter temperature is None, was 1"),
        ("system", {"name": "player", "version": "2"}, "version is '', was '2'"),
        ("system", {"name": "player", "scaffold": "cot"}, "scaffold is 'direct', was 'cot'"),
        ("track_sha256", "0" * 64, r"data is '[0-9a-f]{12}', was '000000000000'"),
        ("modified", True, "modified data is False, was True"),
        ("track", "games", "track is 'scorekeeping', was 'games'"),
        ("rival", {"name": "other"}, "opponent is None, was 'other'"),
    ],
)
def test_the_journal_of_other_parameters_or_data_is_refused(
    interrupted: Path, output: Path, field: str, value: object, differs: str
) -> None:
    first, *rest = interrupted.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = json.dumps({**json.loads(first), field: value}) + "\n" + "".join(rest)
    interrupted.write_text(changed, encoding="utf-8")
    with pytest.raises(OutputError, match=rf"is the journal of another run \({differs}\); finish that run"):
        run(Player(), output)
    assert interrupted.read_text(encoding="utf-8") == changed


def test_a_server_on_another_port_goes_on_with_the_journal(tmp_path: Path) -> None:
    def on(port: int, **params: Scalar) -> Header:
        place: dict[str, Scalar] = {"temperature": 0.0, "base_url": f"http://localhost:{port}/v1"}
        system = System(name="m", params={**place, **params})
        return writing.header_for(open_release(), TRACK.name, system, rival=system)

    first = Journal(tmp_path / "j", on(8000))
    first.add(request(), Reply("kept", reasoning="because"))
    first.close()
    second = Journal(tmp_path / "j", on(9000))
    assert second.take(request()) == Reply("kept", reasoning="because")
    second.close()
    differs = "parameter temperature is 1, was 0; opponent's parameter temperature is 1, was 0"
    with pytest.raises(OutputError, match=differs):
        Journal(tmp_path / "j", on(9000, temperature=1.0))


def test_an_unfinished_run_is_not_taken_for_a_submission(interrupted: Path, output: Path, cli: Cli) -> None:
    for verb in (("score",), ("validate",), ("judge", "--judge", "clue", "--model", "openai:m")):
        missing = cli(verb[0], output, *verb[1:])
        assert missing.status == 1
        assert f"{output} does not exist; {interrupted} is an unfinished run: run the same command" in missing.err
        taken = cli(verb[0], interrupted, *verb[1:])
        assert taken.status == 1
        assert (
            f"{interrupted} is an unfinished run; run the same command again to resume, then use {output}" in taken.err
        )


@pytest.mark.slow
def test_a_submission_called_partial_is_scored(output: Path, cli: Cli) -> None:
    run(Player(), output, limit=None)
    named = output.with_name("x.partial.jsonl")
    output.rename(named)
    assert cli("score", named).status == 0


def test_the_journal_of_another_package_version_is_used(interrupted: Path, output: Path) -> None:
    data = interrupted.read_bytes()
    interrupted.write_bytes(data.replace(b'"generated_by":"interplay ', b'"generated_by":"interplay 9.', 1))
    assert run(Player(), output).resumed == 60


def test_replies_with_any_text_come_back_as_they_were(tmp_path: Path) -> None:
    texts = ["", "\n", '"\\', "\u2028\u0085\x00", "😀" * 10, "x" * 3_000_000]
    first = Journal(tmp_path / "j", header())
    for step, text in enumerate(texts):
        first.add(request(step=step), Reply(text))
    first.close()
    second = Journal(tmp_path / "j", header())
    assert [second.take(request(step=step)) for step in range(len(texts))] == [Reply(text) for text in texts]
    second.close()


class FullDisk(io.FileIO):
    """A file on a disk that fills up: what no longer fits is written in part, then refused."""

    room = 20_000

    def write(self, data: memoryview) -> int:  # type: ignore[override]
        left = self.room - self.tell()
        if left <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data[:left])


def test_a_disk_that_fills_ends_the_run_and_leaves_whole_lines(
    output: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_full(path: Path) -> io.FileIO:
        return FullDisk(path, "a+b")

    with monkeypatch.context() as patch:
        patch.setattr(appending, "open_locked", open_full)
        with pytest.raises(OutputError, match=rf"cannot write .*partial.jsonl: {os.strerror(errno.ENOSPC)}"):
            run(Player(), output)
    assert journal_path(output).read_bytes().endswith(b"\n")
    kept = replies_kept(output)
    assert 10 < kept < FEW * 35
    result = run(Player(), output)
    assert result.resumed == kept
    assert output.read_bytes() == reference(tmp_path)


def test_a_disk_that_is_full_from_the_start_is_found_before_anything_is_asked(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_full(path: Path) -> io.FileIO:
        stream = FullDisk(path, "a+b")
        stream.room = 100
        return stream

    monkeypatch.setattr(appending, "open_locked", open_full)
    player = Player()
    with pytest.raises(OutputError, match="cannot write"):
        run(player, output)
    assert player.asks == []


def test_a_second_run_on_the_same_output_is_refused_while_the_first_one_lasts(output: Path) -> None:
    first = Journal(journal_path(output), header())
    first.add(request(), Reply("text"))
    before = journal_path(output).read_bytes()
    player = Player()
    with pytest.raises(OutputError, match=r"another run is writing .*; wait until it has ended, or choose another"):
        run(player, output)
    assert (player.asks, journal_path(output).read_bytes()) == ([], before)
    first.close()
    assert run(player, output).written


def test_a_run_that_waited_for_another_one_sees_what_it_wrote(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The output is read only once the journal is locked: one that appears just before is not done over again."""
    original = appending.open_locked
    second = Player()

    def first_run_ends_now(path: Path) -> io.FileIO:
        monkeypatch.setattr(appending, "open_locked", original)
        with ThreadPoolExecutor() as elsewhere:  # an event loop is running here
            assert elsewhere.submit(run, Player(), output).result().written
        return original(path)

    monkeypatch.setattr(appending, "open_locked", first_run_ends_now)
    assert run(second, output).written
    assert second.asks == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
def test_a_journal_removed_between_opening_and_locking_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, original = tmp_path / "j", appending.try_lock

    def first_run_ends_now(descriptor: int) -> bool:
        monkeypatch.setattr(appending, "try_lock", original)
        path.unlink()
        return original(descriptor)

    monkeypatch.setattr(appending, "try_lock", first_run_ends_now)
    opened = Journal(path, header())
    opened.add(request(), Reply("text"))
    opened.close()
    assert [row["record"] for row in rows(path)] == ["header", "call"]


@pytest.mark.skipif(sys.platform == "win32", reason="flock is POSIX")
def test_a_file_system_without_locks_does_not_forbid_running(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(fcntl, "flock", unknown)
    assert run(Player(), output).written
