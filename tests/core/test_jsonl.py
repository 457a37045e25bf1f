"""Reading strictly, writing canonically: what is found is named by file, line and JSON path."""

import errno
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core import canonical, jsonl, strict
from interplay.core.errors import OutputError, RecordError
from interplay.core.records import Header, Scalar
from interplay.tracks.scorekeeping.records import Prediction

GOOD = b'{"item_id":"a","record":"prediction"}\n'
HEADER = (
    b'{"format":"interplay-predictions/1","manifest_sha256":"' + b"a" * 64 + b'","record":"header",'
    b'"release":"1.0.0","system":{"name":"m","params":{"seed":1}},"track":"scorekeeping"}\n'
)
TYPES = (Header, Prediction)


def reader(path: Path) -> jsonl.Reader[Header | Prediction]:
    return jsonl.Reader(path, *TYPES)


def read(path: Path, data: bytes) -> tuple[list[int], list[str]]:
    """Return the lines that hold records, and the findings without the path of the file."""
    path.write_bytes(data)
    source = reader(path)
    lines = [number for number, _ in source]
    texts = [str(finding) for finding in source.findings]
    assert all(text.startswith(f"{path}:") for text in texts)
    return lines, [text.removeprefix(f"{path}:") for text in texts]


def with_keys(keys: bytes) -> bytes:
    """Return a prediction with further *keys*, in canonical form when *keys* sort behind ``record``."""
    return GOOD[:-2] + b"," + keys + b"}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "predictions.jsonl"


def test_well_formed_lines_are_read_without_findings(file: Path) -> None:
    assert read(file, HEADER + GOOD + GOOD) == ([1, 2, 3], [])


def test_digest_is_that_of_the_bytes_on_disk(file: Path) -> None:
    for path, data in ((file, GOOD * 3), (file.with_suffix(".jsonl.gz"), gzip.compress(GOOD * 3))):
        path.write_bytes(data)
        source = reader(path)
        assert len(list(source)) == 3
        assert source.sha256 == canonical.sha256(data)


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        (with_keys(b'"x":{"a":{"b":1,"b":2}}'), "1: $.x.a: found the key 'b' twice, expected each key once"),
        (with_keys(b'"x": {"a": [{"b": 1, "b": 1}]}'), "1: $.x.a[0]: found the key 'b' twice, expected each key once"),
        (with_keys(b'"trial":0,"trial":1'), "1: found the key 'trial' twice, expected each key once"),
        (
            b'{"answers":[{"round":1,"round":2,"text":"a"}],"item_id":"a","record":"prediction"}\n',
            "1: $.answers[0]: found the key 'round' twice, expected each key once",
        ),
        (
            HEADER.replace(b'{"seed":1}', b'{"seed":1,"seed":1}'),
            "1: $.system.params: found the key 'seed' twice, expected each key once",
        ),
        (with_keys(b'"x":{"a b\\u001b":{"c":1,"c":1}}'), "1: $.x['a b\\x1b']: found the key 'c' twice"),
    ],
)
def test_duplicate_keys_are_found_where_they_stand(file: Path, line: bytes, finding: str) -> None:
    lines, (text,) = read(file, line)
    assert lines == []
    assert text.startswith(finding)


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        (with_keys(b'"x":{"a":123456789012345678901234567890}'), "$.x.a: found an integer outside 64 bits"),
        (with_keys(b'"x":{"a":[1,9223372036854775808]}'), "$.x.a[1]: found an integer outside 64 bits"),
        (with_keys(b'"trial":9223372036854775808'), "$.trial: found an integer outside 64 bits"),
        (HEADER.replace(b":1}", b":18446744073709551615}"), "$.system.params.seed: found an integer outside 64 bits"),
        (HEADER.replace(b":1}", b":-9223372036854775809}"), "$.system.params.seed: found an integer outside 64 bits"),
        (with_keys(b'"x":{"a":NaN}'), "$.x.a: found NaN, expected a finite number or null"),
        (with_keys(b'"x":{"a":[-Infinity]}'), "$.x.a[0]: found an infinite number, expected a finite number or null"),
        (with_keys(b'"x":{"a":1e400}'), "$.x.a: found an infinite number, expected a finite number or null"),
        (with_keys(b'"error":"\\ud800"'), "$.error: found half of a surrogate pair"),
        (with_keys(b'"x":{"a":"\\udc00\\ud800"}'), "$.x.a: found half of a surrogate pair"),
        (with_keys(b'"x":{"\\ud800":1}'), "$.x: found half of a surrogate pair"),
        (with_keys(b'"error":"\xed\xa0\x80"'), "found the byte 0xed at column 47, expected text in UTF-8"),
        (with_keys(b'"error":"caf\xe9"'), "found the byte 0xe9 at column 50, expected text in UTF-8"),
        ("\ufeff{}".encode("utf-16-le"), "found the byte 0xff at column 1, expected text in UTF-8"),
    ],
)
def test_values_that_a_record_cannot_hold_are_found_where_they_stand(file: Path, line: bytes, finding: str) -> None:
    lines, (text,) = read(file, line)
    assert lines == []
    assert text.startswith(f"1: {finding}")


def test_integers_of_64_bits_are_read(file: Path) -> None:
    line = with_keys(b'"x":{"a":[9223372036854775807,-9223372036854775808]}')
    assert read(file, line) == ([1], [])


@pytest.mark.parametrize(
    ("line", "findings"),
    [
        (with_keys(b'"eror":"a"'), ["found the unknown key 'eror' (did you mean 'error'?), expected only record, "]),
        (with_keys(b'"\\u001b[31m":1'), ["found the unknown key '\\x1b[31m', expected only"]),
        (b'{"record":"prediction"}\n', ["found no key 'item_id', expected it"]),
        (with_keys(b'"answers":[{}]'), ["$.answers[0]: found no key 'round', 'text', expected it"]),
        (
            with_keys(b'"answers":[{"round":"1","text":5}]'),
            ["$.answers[0].round: found '1', expected integer", "$.answers[0].text: found 5, expected string"],
        ),
        (with_keys(b'"error":5'), ["$.error: found 5, expected string or null"]),
        (with_keys(b'"usage":[]'), ["$.usage: found a list of 0, expected object or null"]),
        (with_keys(b'"usage":{"calls":-1}'), ["$.usage.calls: found -1, expected a number of at least 0"]),
        (with_keys(b'"error":""'), ["$.error: found '', expected a length of at least 1"]),
        (with_keys(b'"trial":10000'), ["$.trial: found 10000, expected a number below 10000"]),
        (with_keys(b'"trial":1.0'), ["$.trial: Expected `int`, got `float`"]),
        (with_keys(b'"x":5'), ["$.x: found 5, expected object"]),
        (b"{}\n", ["$.record: found no such key, expected 'header' or 'prediction'"]),
        (b'{"record":"predicton"}\n', ["$.record: found 'predicton', expected 'header' or 'prediction' (did you mean"]),
        (b"[]\n", ["found a list of 0, expected object"]),
        (b"null\n", ["found null, expected object"]),
        (b"nonsense\n", ["found 'nonsense', expected one JSON object ("]),
        (HEADER.replace(b'"1.0.0"', b"1"), ["$.release: found 1, expected string"]),
        (
            HEADER.replace(b"ns/1", b"ns/2"),
            ["$.format: found 'interplay-predictions/2', expected 'interplay-predictions/1'"],
        ),
        (HEADER.replace(b'"seed":1', b'"seed":[]'), ["$.system.params.seed: found a list of 0, expected "]),
    ],
)
def test_records_that_do_not_fit_say_what_was_expected(file: Path, line: bytes, findings: list[str]) -> None:
    lines, texts = read(file, line)
    assert lines == []
    assert len(texts) == len(findings)
    for text, finding in zip(texts, findings, strict=True):
        assert text.startswith(f"1: {finding}")


def test_all_errors_of_a_file_are_reported_and_the_good_lines_are_read(file: Path) -> None:
    lines, texts = read(file, GOOD + b"nonsense\n" + GOOD + with_keys(b'"trial":-1') + GOOD)
    assert lines == [1, 3, 5]
    assert [text.split(":")[0] for text in texts] == ["2", "4"]


def test_messages_stay_short_whatever_a_line_holds(file: Path) -> None:
    long = b"k" * 100_000
    for keys in (b'"%b":1', b'"x":{"%b":1,"%b":1}', b'"x":{"%b":{"a":NaN}}', b'"trial":"%b"', b'"trial":%b'):
        _, texts = read(file, with_keys(keys.replace(b"%b", long)))
        assert len(texts) == 1
        assert len(texts[0]) < 400


def test_a_record_wrong_in_very_many_places_gets_a_few_findings(file: Path) -> None:
    _, texts = read(file, with_keys(b'"answers":[' + b"0," * 300_000 + b"0]"))
    assert len(texts) == 5
    assert texts[0] == "1: $.answers[0]: found 0, expected object"


def test_duplicate_key_among_very_many_is_found(file: Path) -> None:
    keys = b",".join(b'"%d":0' % number for number in range(100_000))
    _, texts = read(file, with_keys(b'"x":{' + keys + b',"99999":0}'))
    assert texts == ["1: $.x: found the key '99999' twice, expected each key once"]


@pytest.mark.parametrize("depth", [100_000, 1_000_000])
@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
@pytest.mark.parametrize("place", [b'"x":{"a":%b}', b'"answers":%b', b""])
def test_nesting_bombs_are_refused(file: Path, place: bytes, opening: bytes, depth: int) -> None:
    bomb = opening * depth + b"1" + (b"]" if opening == b"[" else b"}") * depth
    lines, texts = read(file, GOOD + (with_keys(place.replace(b"%b", bomb)) if place else bomb + b"\n") + GOOD)
    assert lines == [1, 3]
    assert texts == ["2: found arrays or objects nested too deep to read, expected flat records"]


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_extension_may_nest_to_a_depth_that_no_interpreter_decides(file: Path, opening: bytes) -> None:
    def nested(depth: int) -> bytes:
        closing = b"]" if opening == b"[" else b"}"
        return with_keys(b'"x":{"a":' + opening * depth + b"1" + closing * depth + b"}")

    assert read(file, nested(63)) == ([1], [])
    assert read(file, nested(64)) == ([], ["1: found arrays or objects nested too deep to read, expected flat records"])


def test_truncated_last_line_is_said_to_be_cut(file: Path) -> None:
    lines, (text,) = read(file, GOOD + GOOD[:19])
    assert lines == [1]
    assert text.startswith('2: found \'{"item_id":"a","rec\', expected one JSON object (')
    assert "writing may have been interrupted" in text


def test_last_line_without_line_end_is_read(file: Path) -> None:
    assert read(file, GOOD + GOOD[:-1]) == ([1, 2], [])


def test_byte_order_mark_crlf_and_empty_lines_are_accepted_with_one_warning_each(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n") * 2 + b"\r\n \n" + GOOD)
    source = reader(file)
    assert [number for number, _ in source] == [1, 2, 5]
    assert {finding.severity for finding in source.findings} == {"warning"}
    assert [str(finding).removeprefix(f"{file}:") for finding in source.findings] == [
        "1: starts with a byte-order mark, which was ignored; save as UTF-8 without it",
        "1: has Windows line ends (CRLF), which were accepted; the format uses LF",
        "3: is an empty line, which was skipped",
    ]


def test_byte_order_mark_inside_a_file_is_an_error(file: Path) -> None:
    lines, (text,) = read(file, GOOD + b"\xef\xbb\xbf" + GOOD)
    assert lines == [1]
    assert text.startswith("2: found ")


def test_reading_stops_at_the_limit_of_findings(file: Path) -> None:
    file.write_bytes(b"nonsense\n" * 1_000)
    source = reader(file)
    with pytest.raises(RecordError, match="at least 100 problems; reading stopped") as caught:
        list(source)
    assert [finding.line for finding in caught.value.findings] == list(range(1, jsonl.MAX_FINDINGS + 1))


def test_gzip_is_read_as_if_it_were_plain(tmp_path: Path) -> None:
    assert read(tmp_path / "a.jsonl.gz", gzip.compress(GOOD + b"nonsense\n" + GOOD))[0] == [1, 3]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-4],
        lambda data: data[:20] + bytes([data[20] ^ 0xFF]) + data[21:],
        lambda data: data[:-5] + bytes([data[-5] ^ 1]) + data[-4:],
        lambda data: data + b"rubbish",
        lambda data: GOOD,
    ],
    ids=["half", "no length", "flipped in the middle", "flipped checksum", "rubbish behind", "no gzip at all"],
)
def test_damaged_gzip_is_a_finding(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    data = gzip.compress(b"".join(with_keys(b'"error":"%d"' % number) for number in range(200)), mtime=0)
    _, texts = read(tmp_path / "a.jsonl.gz", damage(data))
    assert "found damaged gzip data (" in texts[-1]
    assert "expected a whole .gz file" in texts[-1]


def test_directory_instead_of_a_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"is a directory, expected a \.jsonl or \.jsonl\.gz file"):
        list(reader(tmp_path))


def test_missing_file_names_the_nearest_one(file: Path) -> None:
    file.write_bytes(GOOD)
    with pytest.raises(RecordError, match=r"does not exist \(did you mean 'predictions\.jsonl'\?\)"):
        list(reader(file.with_name("prediction.jsonl")))
    with pytest.raises(RecordError, match=r"does not exist$"):
        list(reader(file.parent / "nowhere" / "a.jsonl"))


def test_a_file_as_a_folder_and_an_overlong_name_are_said(file: Path) -> None:
    file.write_bytes(GOOD)
    with pytest.raises(RecordError, match="cannot be read: Not a directory"):
        list(reader(file / "a.jsonl"))
    with pytest.raises(RecordError, match="cannot be read: File name too long"):
        list(reader(file.with_name("a" * 5_000)))


def test_unreadable_file_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(GOOD)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RecordError, match="cannot be read: Permission denied"):
        list(reader(file))


def test_read_error_in_the_middle_is_a_finding(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(GOOD)

    def fail(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(jsonl.Source, "readinto", fail)
    source = reader(file)
    assert list(source) == []
    assert str(source.findings[0]) == f"{file}:1: cannot be read from here on: Input/output error"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
def test_pipe_is_refused_without_waiting_for_it(file: Path) -> None:
    os.mkfifo(file)
    with pytest.raises(RecordError, match="is a pipe or a device, expected a file"):
        list(reader(file))


@pytest.mark.slow
def test_line_of_200_megabytes_is_refused_in_bounded_memory(file: Path) -> None:
    with file.open("wb") as stream:
        stream.write(GOOD)
        stream.seek(200 * 2**20, os.SEEK_CUR)  # a hole: nothing is written
        stream.write(b"\n" + GOOD)
    program = """
import sys, resource
from pathlib import Path
from interplay.core import jsonl
from interplay.tracks.scorekeeping.records import Prediction
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
reader = jsonl.Reader(Path(sys.argv[1]), Prediction)
lines = [number for number, _ in reader]
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(lines, [str(f).split(":", 1)[1] for f in reader.findings], grown < 100)
"""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", program, file], check=True, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    assert done.stdout == "[1, 3] ['2: found a line longer than 16,777,216 bytes, expected at most that'] True\n"


def test_long_line_that_begins_with_white_space_is_no_empty_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE", 1_000)
    lines, texts = read(file, GOOD + b" " * 2_000 + GOOD + GOOD)
    assert lines == [1, 3]
    assert texts == ["2: found a line longer than 1,000 bytes, expected at most that"]


def test_long_last_line_without_line_end_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE", 1_000)
    for length in (1_001, 2_000, 2_001, 5_000):
        lines, texts = read(file, GOOD + b"a" * length)
        assert (lines, len(texts)) == ([1], 1)
        assert texts[0].startswith("2: found a line longer than 1,000 bytes")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


# Writing


def test_canonical_sorts_keys_and_writes_whole_floats_as_integers() -> None:
    assert canonical.encode({"b": [1.0, 0.1, -0.0], "a": {"ü": None, "d": True}}) == (
        '{"a":{"d":true,"ü":null},"b":[1,0.1,0]}'.encode()
    )


def test_canonical_of_a_record_is_that_of_its_values() -> None:
    header = msgspec.json.decode(HEADER, type=Header)
    assert canonical.encode(header) + b"\n" == HEADER


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 2**63, -(2**63) - 1, 10**30, "\ud800"])
def test_canonical_refuses_what_a_reader_would_refuse(value: object) -> None:
    for nested in (value, [value], {"a": {"b": value}}):
        with pytest.raises(ValueError):
            canonical.encode(nested)


def test_written_file_holds_the_chunks_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.jsonl"
    canonical.write_atomically(path, [b"a\n", b"b\n"])
    assert path.read_bytes() == b"a\nb\n"
    assert list(path.parent.iterdir()) == [path]


def test_gzip_output_is_the_same_each_time_and_names_no_file(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    for path in (first, second):
        canonical.write_atomically(path, [GOOD] * 100)
    assert first.read_bytes() == second.read_bytes()
    assert gzip.decompress(first.read_bytes()) == GOOD * 100


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
@pytest.mark.parametrize("failing", ["fsync", "replace", "chunk"])
def test_full_disk_leaves_the_former_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, suffix: str
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"former")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def chunks() -> Iterator[bytes]:
        yield b"a" * 100_000
        if failing == "chunk":
            full()

    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    elif failing == "replace":
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match=r"cannot write .*a\.jsonl.*: No space left on device"):
        canonical.write_atomically(path, chunks())
    assert path.read_bytes() == b"former"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux")
def test_write_to_a_really_full_device_is_an_output_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    monkeypatch.setattr("tempfile.mkstemp", lambda **_: (os.open("/dev/full", os.O_WRONLY), str(tmp_path / "gone")))
    with pytest.raises(OutputError, match="No space left on device"):
        canonical.write_atomically(path, [b"a" * 10_000_000])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_error_or_interrupt_while_records_are_made_leaves_the_former_file(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"former")

    def chunks() -> Iterator[bytes]:
        yield b"a"
        raise error

    with pytest.raises(error):
        canonical.write_atomically(path, chunks())
    assert path.read_bytes() == b"former"
    assert list(tmp_path.iterdir()) == [path]


def test_no_permission_to_write_is_an_output_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(OutputError, match=r"cannot write .*a\.jsonl: Permission denied"):
        canonical.write_atomically(tmp_path / "a.jsonl", [b"a"])


def test_directory_or_a_file_as_a_folder_is_an_output_error(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"former")
    with pytest.raises(OutputError, match="is a directory, expected a file name"):
        canonical.write_atomically(tmp_path / "folder", [b"a"])
    with pytest.raises(OutputError, match="cannot write"):
        canonical.write_atomically(tmp_path / "file" / "a.jsonl", [b"a"])
    assert (tmp_path / "file").read_bytes() == b"former"


# Whatever comes in

text = st.text(st.characters(codec="utf-8"))
scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | text
finite = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    scalars | finite,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_canonical_form_is_a_fixed_point(value: object) -> None:
    once = canonical.encode(value)
    assert canonical.encode(msgspec.json.decode(once)) == once
    assert canonical.encode(json.loads(once)) == once
    assert strict.scan(once) == msgspec.json.decode(once)


@given(st.dictionaries(text, values, max_size=5))
def test_any_canonical_extension_is_read(tmp_path_factory: pytest.TempPathFactory, extension: object) -> None:
    line = canonical.encode({"item_id": "a", "record": "prediction", "x": extension}) + b"\n"
    path = tmp_path_factory.getbasetemp() / "extension.jsonl"
    assert read(path, line) == ([1], [])


wild_numbers = st.integers() | st.floats()
wild = st.recursive(
    st.none() | st.booleans() | wild_numbers | st.text(st.characters(codec=None)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["record", "item_id", "answers", "probes", "x", "text", "round"]), inner)
    ),
    max_leaves=10,
)
lines = st.binary(max_size=60) | wild.map(lambda value: json.dumps(value).encode())


@given(st.lists(lines, max_size=5), st.booleans())
def test_reader_raises_nothing_but_its_own_error(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], compressed: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / f"wild.jsonl{'.gz' * compressed}"
    path.write_bytes(b"\n".join(parts))
    source = reader(path)
    try:
        found = list(source)
    except RecordError as error:
        assert error.findings
    else:
        assert len(found) + len(source.findings) > 0 or not b"".join(parts).strip()
    for finding in source.findings:
        canonical.encode(finding)


@given(st.dictionaries(st.text(), st.none() | st.booleans() | wild_numbers | st.text(), max_size=3))
def test_parameters_are_read_exactly_if_canonical_can_write_them(
    tmp_path_factory: pytest.TempPathFactory, params: dict[str, Scalar]
) -> None:
    header = json.loads(HEADER) | {"system": {"name": "m", "params": params}}
    path = tmp_path_factory.getbasetemp() / "params.jsonl"
    path.write_text(json.dumps(header), encoding="utf-8")
    source = reader(path)
    try:
        canonical.encode(header)
    except ValueError:
        assert list(source) == []
        assert source.errors
    else:
        assert len(list(source)) == 1


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" \t\n"])
def test_files_of_empty_lines_are_not_read_to_their_end(file: Path, blank: bytes) -> None:
    path = file.with_suffix(".jsonl.gz")
    path.write_bytes(gzip.compress(GOOD + blank * 2_000_000))
    source = reader(path)
    with pytest.raises(RecordError, match=r"found more than 1,000 empty lines, expected one record a line"):
        list(source)
    assert source.findings[-1].line == 1 + jsonl.MAX_EMPTY + 1


def test_some_empty_lines_are_a_warning_as_before(file: Path) -> None:
    lines, texts = read(file, GOOD + b"\n" * jsonl.MAX_EMPTY + GOOD)
    assert (len(lines), len(texts)) == (2, 1)


def test_a_line_without_end_is_not_read_to_its_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MAX_LINE", 1_000)
    monkeypatch.setattr(jsonl, "MAX_SKIPPED", 10_000)
    path = file.with_suffix(".jsonl.gz")
    path.write_bytes(gzip.compress(b"x" * 9_000 + b"\n" + GOOD))
    source = reader(path)
    assert [number for number, _ in source] == [2]
    path.write_bytes(gzip.compress(b"x" * 20_000 + b"\n" + GOOD))
    source = reader(path)
    with pytest.raises(RecordError, match=r"longer than 10,000 bytes, expected at most 1,000; reading stopped"):
        list(source)
