"""Families whose replies are words, expressions and drawings: their rules once more, in plain Python."""

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
import re2  # type: ignore[import-untyped]

from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.tracks.simulation.checks import params_of
from interplay.tracks.simulation.checks.regex_cases import RegexCasesParams
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation.families.markup import diagrams, pictures
from interplay_builders.tracks.simulation.families.naming import names as domain_names
from interplay_builders.tracks.simulation.families.password import passwords
from tests.simulation.computed_scripts import replies, scripts, sessions
from tests.simulation.whole import slug

Words = Callable[[str], bool]


# --- passwords and names: the rules once more, in plain Python


def test_passwords_obey_the_brief() -> None:
    groups = ("ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789", "!#%+:=?@")
    for request, reply in replies("password-mint"):
        if reply == "NONE":
            assert "nine of them digits, nothing twice" in request
            continue
        for word in reply.split("\n"):
            assert word[0].isalpha()
            assert all(any(c in group for c in word) for group in groups)
            assert all(c in "".join(groups) for c in word)
            assert not re.search(r"(.)\1", word)


def test_orders_that_no_password_fills_are_seen() -> None:
    assert passwords.is_impossible(passwords.Order(length=3))
    assert passwords.is_impossible(passwords.Order(length=20, once=True, least={"symbols": 9}))
    assert not passwords.is_impossible(passwords.Order(length=4))


def test_domain_names_obey_all_wishes() -> None:
    offered: set[str] = set(domain_names.SOLD)
    for session in (s for s in sessions() if s.task.task_id == "domain-scout"):
        seen = set(offered)
        for exchange in session.exchanges:
            names = exchange.reply.split("\n")
            assert len(names) == 5
            assert names == sorted(names)
            assert not seen & set(names)
            assert all(re.fullmatch(r"[a-z]{6,11}\.(nook|quay|fern)", name) for name in names)
            seen |= set(names) | set((exchange.wrong or "").split("\n"))
    last = [reply for _, reply in replies("domain-scout")][-1]
    for name in last.split("\n"):
        label, ending = name.split(".")
        assert ending != "quay"
        assert "fog" in label
        assert sum(c in "aeiou" for c in label) == 3


def test_a_name_of_the_wrong_list_is_no_fault_later() -> None:
    script = next(s for s in scripts() if slug(s) == "domain-scout" and s.script_type == "subsequent_challenging")
    names = "mossblade.nook\nmossbrook.fern\nmossdales.fern\nmossfield.fern\nmossgrove.fern"
    assert grade(script, names).strict


def test_a_name_of_the_true_list_that_nobody_was_shown_is_still_free() -> None:
    script = next(s for s in scripts() if slug(s) == "domain-scout" and s.script_type == "subsequent_challenging")
    assert "mosscabin.fern" not in str(script.messages)
    assert grade(script, "mosscabin.fern\nmosscabin.nook\nmossdales.fern\nmossfield.fern\nmossgrove.nook").strict


# --- expressions: the requests as predicates


def _date(text: str) -> bool:
    match = re.fullmatch(r"([1-9]\d?)\.([1-9]\d?)\.(\d{4})", text, re.ASCII)
    if not match or int(match[2]) > 12 or not 1900 <= int(match[3]) <= 2099:
        return False
    return int(match[1]) <= (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[int(match[2]) - 1]


def _money(text: str) -> bool:
    whole, comma, cents = text.removeprefix("-").partition(",")
    if comma and not re.fullmatch(r"[0-9]{2}", cents):
        return False
    plain = whole.replace(".", "")
    if not re.fullmatch(r"[0-9]+", plain) or (plain != "0" and plain.startswith("0")):
        return False
    return whole in (plain, f"{int(plain):,}".replace(",", "."))


def _user(text: str) -> bool:
    known = all(c in "abcdefghijklmnopqrstuvwxyz0123456789" for c in text)
    return known and 4 <= len(text) <= 6 and text[0].isalpha() and any(c.isdigit() for c in text)


def _user_one(text: str) -> bool:
    return _user(text) and sum(c.isdigit() for c in text) == 1


def _even(text: str) -> bool:
    return text != "" and set(text) <= {"a", "b"} and text.count("a") % 2 == 0


PREDICATES: tuple[tuple[str, str, Words], ...] = (
    ("A date as", ".0123459", _date),
    ("An amount", "-,.0127", _money),
    ("A user name", "ab1Z-", _user),
    ("Lookahead is", "ab1Z-", _user_one),
    ("A prize code", "abc", _even),
)


def _mutants(texts: tuple[str, ...], letters: str) -> Iterator[str]:
    """Yield the texts with one character left out, doubled, exchanged or put in."""
    for text in texts:
        yield text
        for place in range(len(text) + 1):
            yield text[:place] + text[place + 1 :]
            for letter in letters:
                yield text[:place] + letter + text[place:]
                yield text[:place] + letter + text[place + 1 :]


@pytest.mark.parametrize(("start", "letters", "holds"), PREDICATES)
def test_expression_agrees_with_the_request(start: str, letters: str, holds: Words) -> None:
    script = next(s for s in scripts() if s.messages[-1].content.split("\n\n")[-1].startswith(start))
    params = next(p for c in script.checks if isinstance(p := params_of(c), RegexCasesParams))
    assert all(map(holds, params.accepts))
    assert not any(map(holds, params.rejects))
    expression = re2.compile(script.reference)
    for text in {*_mutants((*params.accepts, *params.rejects), letters), *map("".join, product(letters[:4], repeat=5))}:
        assert (expression.fullmatch(text) is not None) == holds(text), text


def _field(line: str, key: str) -> list[str]:
    return [part.removeprefix(f"{key}=") for part in line.split(" ") if part.startswith(f"{key}=")]


def _used(line: str) -> str | None:
    values = [value[:-1] for value in _field(line, "used") if value.endswith("%") and value[:-1].isdigit()]
    return values[0] if line.split(" ")[1] in ("WARN", "ERROR") and values else None


def _peer(line: str) -> str | None:
    for value in _field(line, "peer"):
        parts = value.split(".")
        if len(parts) == 4 and all(p.isdigit() and str(int(p)) == p and int(p) < 256 for p in parts):
            return value
    return None


def _via(line: str) -> str | None:
    for value in _field(line, "via"):
        if all(re.fullmatch("[A-Z]+", name) for name in value.split(",")):
            return value.split(",")[-1]
    return None


def _id(line: str) -> str | None:
    return next((v for v in reversed(_field(line, "id")) if re.fullmatch("[0-9a-f]{8}", v)), None)


def _msg(line: str) -> str | None:
    """Walk through the line, quoted values in one piece."""
    for match in re.finditer(r'(\S+?)=("(?:[^"\\]|\\.)*"|\S*)(?: |$)', line):
        if match[1] == "msg" and match[2].startswith('"'):
            return match[2][1:-1]
    return None


@pytest.mark.parametrize(
    ("part", "finds"),
    [("field called used", _used), ("peer=ADDRESS", _peer), ("via=A,B,C", _via), ("id=...", _id), ("errmsg", _msg)],
)
def test_extraction_agrees_with_the_request(part: str, finds: Callable[[str], str | None]) -> None:
    script = next(s for s in scripts() if slug(s) == "log-extraction-rules" and part in s.messages[-1].content)
    params = next(p for c in script.checks if isinstance(p := params_of(c), RegexCasesParams))
    assert [(line, finds(line)) for line, _ in params.captures] == list(params.captures)
    assert [finds(line) for line in params.rejects] == [None] * len(params.rejects)
    if part == "errmsg":
        return
    expression = re2.compile(script.reference.removeprefix("```\n").removesuffix("\n```"))
    stream = Stream("simulation", part, "lines")
    fields = sorted({f for line, _ in params.captures for f in line.split(" ")[2 * (part[0] == "f") :]})
    fields += [field for line in params.rejects for field in line.split(" ")[2 * (part[0] == "f") :]]
    for _ in range(300):
        drawn = [stream.choice(fields) for _ in range(1 + stream.below(4))]
        if part != "id=..." and sum(f.startswith((part[:3], "used=")) for f in drawn) > 1:
            continue
        head = [f"2031-04-05T06:07:08Z {stream.choice(('INFO', 'WARN', 'ERROR'))}"] if part[0] == "f" else []
        line = " ".join([*head, *drawn])
        match = expression.search(line)
        assert (match and match[1]) == finds(line), line


# --- pictures and diagrams


def _edges(reply: str) -> set[tuple[str, ...]]:
    return {tuple(m) for m in re.findall(r"(\w+) -[->] (\w+)(?: \[(?:label|style)=(\w+)\])?", reply)}


def test_graphs_by_their_definitions() -> None:
    found = [reply for _, reply in replies("graph-sketcher")]
    pairs = {(str(a), str(b), "") for a in range(2, 13) for b in range(a + 1, 13) if b % a == 0}
    remainders = {(f"q{r}", f"q{(2 * r + d) % 5}", str(d)) for r in range(5) for d in (0, 1)}
    assert _edges(found[0]) == pairs
    assert _edges(found[2]) == remainders
    for number, reply in ((12, found[4]), (30, found[5])):
        divisors = [d for d in range(1, number + 1) if number % d == 0]
        below = {(a, b) for a in divisors for b in divisors if a != b and b % a == 0}
        cover = {(a, b) for a, b in below if not any((a, c) in below and (c, b) in below for c in divisors)}
        assert _edges(reply) == {(str(a), str(b), "") for a, b in cover}
    strings = ["".join(bits) for bits in product("01", repeat=3)]
    cube = {
        (a, b, "dashed" if a[0] != b[0] else "")
        for a in strings
        for b in strings
        if a < b and sum(x != y for x, y in zip(a, b, strict=True)) == 1
    }
    assert _edges(found[6]) == cube


def test_diagram_refuses_what_is_not_there() -> None:
    diagram = diagrams.Diagram(directed=True, name="g")
    diagram.apply(diagrams.Step(edge="a -> b -> c"))
    for step in (
        diagrams.Step(drop_nodes=("z",)),
        diagrams.Step(drop_edge="a -> c"),
        diagrams.Step(rename=("a", "b")),
        diagrams.Step(rename=("z", "y")),
    ):
        with pytest.raises(RecordError, match="expected"):
            diagram.apply(step)
    diagram.apply(diagrams.Step(rename=("b", "node")))
    assert diagrams.written(diagram).split("\n")[-3:] == ['  a -> "node";', '  "node" -> c;', "}"]


def test_board_keeps_the_order_of_painting() -> None:
    def step(do: str, name: str, **at: str) -> pictures.Step:
        return pictures.Step(do=do, name=name, tag="rect", at=at)  # type: ignore[arg-type]

    asked = pictures.Steps(
        steps=(
            step("draw", "a", x="1"),
            step("draw", "b", x="2"),
            step("draw", "c", x="3"),
            step("change", "a", y="9"),
            step("top", "a"),
            step("bottom", "c"),
            step("remove", "b"),
        )
    )
    assert pictures.Board().answer(asked).text.split("\n")[2:-2] == ['  <rect x="3"/>', '  <rect x="1" y="9"/>']
    with pytest.raises(RecordError, match="found no shape 'z'"):
        pictures.Board().answer(pictures.Steps(steps=(step("remove", "z"),)))
