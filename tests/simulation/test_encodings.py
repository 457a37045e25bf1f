"""The encoding engines against published examples and second methods."""

import itertools

import pytest

from interplay_builders.tracks.simulation.families.encoding import bench, checkdigits, escapes, packer, telegraph

RFC_4648 = ((b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (b"foob", "Zm9vYg=="), (b"fooba", "Zm9vYmE="))
TREE = " ETIANMSURWDKGOHVF?L?PJBXCYZQ??"
NUMBERS = "9012 3456 78?", "0806 1750 4432 9?", "55 0192 8376 4?", "7992739871?"


@pytest.mark.parametrize(("data", "text"), RFC_4648)
def test_base64_is_that_of_the_standard(data: bytes, text: str) -> None:
    assert bench.written(data, "b64") == text
    assert bench.Bench().answer([f"b64 {text}", "show text"]).reply == f"```\n{data.decode()}\n```"


def test_base64_agrees_with_six_bit_groups() -> None:
    data = bytes([126, 1, 102, 111, 104, 255, 239])
    bits = "".join(f"{b:08b}" for b in data)
    groups = [bits[i : i + 6].ljust(6, "0") for i in range(0, len(bits), 6)]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    expected = "".join(alphabet[int(group, 2)] for group in groups)
    assert bench.written(data, "b64") == expected + "=" * (-len(expected) % 4)


def test_the_bench_changes_its_bytes_in_order() -> None:
    machine = bench.Bench()
    assert machine.answer(["text abc", "hex 00ff"]).reply == "ok"
    said = machine.answer(["flip", "drop 1", "chop 1", "xor 20", "show hex", "show text", "show dec", "len"]).reply
    assert said == "```\n20 43 42\n CB\n32 67 66\n3\n```"
    assert machine.answer(["clear", "show b64", "len"]).reply == "```\n(empty)\n0\n```"


def test_morse_is_that_of_the_binary_tree() -> None:
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        place = 0
        for sign in telegraph.morse([letter]):
            place = 2 * place + (1 if sign == "." else 2)
        assert TREE[place] == letter
    for digit in range(10):
        dots = ["." if 0 < (digit - place) <= 5 or digit - place < -4 else "-" for place in range(5)]
        assert telegraph.morse([str(digit)]) == "".join(dots)


def test_telegrams_are_counted_charged_and_paid_back() -> None:
    desk = telegraph.Desk()
    assert desk.answer(["SEND Yes."]).text == "NUMBER 41\nWORDS 2 CHARGE 15 TILL 115\n-.-- . ... / ... - --- .--."
    long, just = "A" * 10, "A" * 9
    assert "WORDS 3 CHARGE 15 TILL 130" in desk.answer([f"SEND {long} {just}"]).text
    assert desk.answer(["CANCEL 42", "TILL"]).text == "CANCELLED 42 TILL 115\nTILL 115"
    assert desk.answer(["SEND A"]).text.startswith("NUMBER 43")
    assert telegraph.received(telegraph.morse(["CREW", "7"])) == "CREW 7"


def test_percent_escapes_agree_with_a_loop_over_bytes() -> None:
    text = "q=café/ü ~a-b_c.d & 50%+€"
    kept = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    expected = "".join(chr(b) if b in kept else f"%{b:02X}" for b in text.encode())
    assert escapes.escaped("url", text) == expected
    assert escapes.escaped("path", text) == expected.replace("%2F", "/")
    assert escapes.escaped("form", text) == expected.replace("%20", "+")
    assert escapes.escaped("unurl", expected) == text
    assert escapes.escaped("unurl", "a+%2541") == "a+%41"


def test_html_escapes_agree_with_a_loop_over_characters() -> None:
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    text = 'L\'été & <b>"9 €"</b>'
    assert escapes.escaped("html", text) == "".join(named.get(c, c) for c in text)
    both = "".join(named.get(c, c if ord(c) < 128 else f"&#{ord(c)};") for c in text)
    assert escapes.escaped("html-ascii", text) == both
    assert escapes.escaped("unhtml", both) == text


def test_html_is_unescaped_in_one_pass_and_only_what_the_brief_names() -> None:
    assert (
        escapes.escaped("unhtml", "&amp;lt; &copy; &apos; &nbsp; &#x20ac; &#38;gt;")
        == "&lt; &copy; &apos; &nbsp; € &gt;"
    )


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        ("luhn", "7992 7398 713"),
        ("isbn10", "0-306-40615-2"),
        ("isbn10", "0-8044-2957-X"),
        ("ean13", "4006381333931"),
        ("iban", "GB82 WEST 1234 5698 7654 32"),
    ],
)
def test_published_numbers_are_valid_and_their_neighbours_are_not(scheme: str, number: str) -> None:
    assert checkdigits.verdict(scheme, number) == "valid"
    last = number[-1]
    wrong = [c for c in "0123456789" if c != last]
    assert {checkdigits.verdict(scheme, number[:-1] + c) for c in wrong} == {"invalid"}


@pytest.mark.parametrize("number", NUMBERS)
def test_luhn_digits_agree_with_a_table_from_the_left(number: str) -> None:
    digits = [int(c) for c in number if c.isdigit()]
    doubled = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
    total = sum(doubled[d] if (len(digits) - i) % 2 else d for i, d in enumerate(digits))
    assert checkdigits.verdict("luhn", number) == str(-total % 10)


@pytest.mark.parametrize("number", ["NO?? 4410 2098 763", "NL?? QUAY 0417 1643 09", "BE?? 7310 0455 2218"])
def test_iban_digits_agree_with_98_minus_the_remainder(number: str) -> None:
    plain = number.replace(" ", "")
    remainder = 0
    for c in plain[4:] + plain[:2] + "00":
        for digit in str(int(c, 36)):
            remainder = (remainder * 10 + int(digit)) % 97
    assert checkdigits.verdict("iban", number) == f"{98 - remainder:02d}"


def test_the_prefix_code_is_complete_and_without_prefixes() -> None:
    codes = [code for _, code in packer.CODE]
    assert sum(2.0 ** -len(code) for code in codes) == 1.0
    assert not [pair for pair in itertools.permutations(codes, 2) if pair[1].startswith(pair[0])]


@pytest.mark.parametrize("text", ["LAST TRAIN", "SILENT IDOL", "OLD STATION", "STONE ISLAND"])
def test_packing_is_undone_by_unpacking(text: str) -> None:
    groups, count = packer.packed(text)
    assert all(len(group) == 8 for group in groups.split())
    bits = groups.replace(" ", "")
    used = int(count.split()[0])
    assert set(bits[used:]) <= {"0"}
    assert packer.unpacked(bits[:used]) == text.replace(" ", "_")


def test_sizes_and_runs_are_those_of_the_brief() -> None:
    machine = packer.Packer()
    assert machine.answer(["size SEASONS TEA"]).text == "88 -> 37 bits, 58% saved"
    assert packer.run_lengths("aaab") == "3ab"
    assert machine.answer(["unrle 12-3x2yz2-"]).text == "-" * 12 + "xxxyyz--"
