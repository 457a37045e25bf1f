"""Two SQL windows, a checker of types and a search server against other implementations; fairness of their checks."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.compilers.moth import Checker, errors
from interplay_builders.tracks.simulation.families.services.leaflets import Server, Shelf
from interplay_builders.tracks.simulation.families.transactions.locks import Sessions, Table

FILES = ("compilers/moth", "services/allotment", "transactions/two-windows")
KINDS = ("int", "text", "bool")
WORDS = ("bean", "beans", "straw", "slug", "compost", "pots")


@cache
def scripts() -> dict[str, Script]:
    found: dict[str, Script] = {}
    for name in FILES:
        for number, session in enumerate(enacting.enact(enacting.FAMILIES / f"{name}.toml"), 1):
            found |= {script.item_id: script for script in compose.scripts_of(session, number, "canary")}
    return found


def says(server: Sessions, *statements: str) -> list[str]:
    return server.answer(statements).text.split("\n")


class Clients:
    """Sessions A and B move money between rows, in steps that a stream chooses; a transaction never loses any."""

    def __init__(self, stream: Stream) -> None:
        self.stream, self.server = stream, Sessions(Table({str(row): 100 for row in range(1, 5)}))
        self.number, self.waiting = 0, dict[int, str]()
        self.steps: dict[str, list[str]] = {"A": [], "B": []}

    def send(self, session: str, statement: str) -> list[str]:
        self.number += 1
        lines = says(self.server, f"{self.number} {session} {statement}")
        for line in lines:
            number, _, result = line.partition(": ")
            if result == "waits":
                self.waiting[int(number)] = session
            elif int(number) in self.waiting:
                del self.waiting[int(number)]
            if result == "deadlock":
                self.steps[session] = []
        return lines

    def step(self) -> None:
        """Let one session that does not wait go on with its transaction, or begin one."""
        session = self.stream.choice([name for name in self.steps if name not in self.waiting.values()])
        if not self.steps[session]:
            one, other = self.stream.sample(range(1, 5), 2)
            amount, end = self.stream.below(50) + 1, self.stream.choice(["commit", "rollback"])
            update = "update acct set bal = bal {} {} where id = {}"
            moved = [update.format("-", amount, one), "savepoint s", update.format("+", amount, other)]
            undone = [update.format("*", 9, one), "rollback to s"] if self.stream.below(2) else []
            self.steps[session] = ["begin", *moved[:2], *undone, moved[2], end]
        self.send(session, self.steps[session].pop(0))


@pytest.mark.parametrize("seed", range(12))
def test_who_reads_from_outside_always_sees_all_money(seed: int) -> None:
    clients = Clients(Stream("simulation", seed, "locks"))
    for _ in range(50):
        clients.step()
        assert clients.send("C", "select sum(bal) from acct") == [f"{clients.number}: 400"]
        assert len(clients.waiting) < 2
    while any(clients.steps.values()):
        session = next(s for s, left in clients.steps.items() if left and s not in clients.waiting.values())
        clients.send(session, clients.steps[session].pop(0))
    assert clients.waiting == {}


def test_locks_known_results() -> None:
    server = Sessions(Table({"1": 5, "2": 7}))
    assert says(server, "1 A begin", "2 A delete from acct where id = 1", "3 A select bal from acct where id = 1") == [
        "1: ok",
        "2: 1 row",
        "3: none",
    ]
    assert says(server, "4 B update acct set bal = 9 where id = 1", "5 C delete from acct where id = 1") == [
        "4: waits",
        "5: waits",
    ]
    assert says(server, "6 A rollback") == ["6: ok", "4: 1 row", "5: 1 row"]
    assert says(server, "7 A select count(*) from acct") == ["7: 1"]
    for refused in ("8 A commit", "9 A select", "A begin", "10 A rollback to s"):
        with pytest.raises(ValueError, match="found"):
            server.answer([refused])


def test_circle_of_three_is_closed_by_the_last() -> None:
    server = Sessions(Table({"1": 1, "2": 2, "3": 3}))
    steps = [f"{n} {s} begin" for n, s in enumerate("ABC", 1)]
    steps += [f"{n} {s} update acct set bal = 0 where id = {n - 3}" for n, s in enumerate("ABC", 4)]
    steps += ["7 A delete from acct where id = 2", "8 B delete from acct where id = 3"]
    assert says(server, *steps)[-2:] == ["7: waits", "8: waits"]
    assert says(server, "9 C delete from acct where id = 1") == ["9: deadlock", "8: 1 row"]
    assert says(server, "10 B commit") == ["10: ok", "7: 1 row"]


class Reader:
    """A checker of Moth that has Python parse the expressions."""

    def __init__(self, names: dict[str, str], functions: dict[str, tuple[list[str], str]]) -> None:
        self.names, self.functions = names, functions
        self.found: list[tuple[int, str]] = []

    def expect(self, node: ast.expr, wanted: str) -> None:
        found = self.kind(node)
        if found != wanted and "any" not in (found, wanted):
            self.found.append((node.col_offset + 1, f"expected {wanted}, found {found}"))

    def kind(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return "int" if isinstance(node.value, int) else "text"
        if isinstance(node, ast.Name) and node.id in ("true", "false"):
            return "bool"
        if isinstance(node, ast.Name):
            if node.id not in self.names:
                self.found.append((node.col_offset + 1, f"unknown {node.id}"))
            return self.names.get(node.id, "any")
        return self._made(node)

    def _made(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp):
            return self._summed(node)
        if isinstance(node, ast.Compare):
            less = isinstance(node.ops[0], ast.Lt)
            wanted = "int" if less else self.kind(node.left)
            for side in (node.left, *node.comparators) if less else node.comparators:
                self.expect(side, wanted)
        elif isinstance(node, ast.Call):
            return self._called(node)
        else:
            assert isinstance(node, (ast.BoolOp, ast.UnaryOp))
            for side in node.values if isinstance(node, ast.BoolOp) else (node.operand,):
                self.expect(side, "bool")
        return "bool"

    def _summed(self, node: ast.BinOp) -> str:
        before = len(self.found)
        left = self.kind(node.left) if isinstance(node.op, ast.Add) else "int"
        if left not in {"text", "any"}:
            left = "int"
            del self.found[before:]
            self.expect(node.left, left)
        self.expect(node.right, left)
        return left

    def _called(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        arguments, result = self.functions.get(node.func.id, (None, "any"))
        if arguments is None:
            self.found.append((node.col_offset + 1, f"unknown {node.func.id}"))
        elif len(arguments) != len(node.args):
            said = f"{node.func.id} takes {len(arguments)}, found {len(node.args)}"
            self.found.append((node.col_offset + 1, said))
        else:
            for argument, wanted in zip(node.args, arguments, strict=True):
                self.expect(argument, wanted)
        return result


def reread(program: Sequence[str]) -> Iterator[str]:
    """Yield the errors of a program, line by line, those of a line sorted."""
    reader = Reader({}, {})
    for number, line in enumerate(program, 1):
        if line.startswith("fn "):
            name, arguments, result = re.findall(r"fn (\w+)\((.*)\): (\w+)", line)[0]
            reader.functions[name] = (arguments.split(", ") if arguments else [], result)
            continue
        place = line.index(" = ") + 3
        declared = line[4:place].partition(":")[0] if line.startswith("let ") else ""
        wanted = line[:place].split()[-2] if declared else reader.kind(ast.parse(line[: place - 3], mode="eval").body)
        tree = ast.parse(f"({' ' * (place - 1)}{line[place:]})", mode="eval").body
        reader.expect(tree, wanted)
        yield from (f"{number}:{column} {said}" for column, said in sorted(reader.found))
        reader.found.clear()
        if declared:
            reader.names[declared] = wanted


def expression(stream: Stream, depth: int) -> str:
    """Return a random expression."""
    if depth == 0 or not stream.below(4):
        return stream.choice(["7", '"a b"', "true", "n", "t", "b", "k"])
    one, other = (expression(stream, depth - 1) for _ in range(2))
    made = f"{stream.choice(['1', 'n', 't', 'b', 'k'])} + {stream.choice(['2', 't', 'b', 'k'])}"
    return stream.choice(
        [made, f"n * {stream.choice(['2', 't', 'k'])} - 1", f"f({one}, {other})", f"g({one})", f"not b and {made} < 3"]
    )


@pytest.mark.parametrize("seed", range(60))
def test_types_agree_with_a_checker_on_top_of_python(seed: int) -> None:
    stream = Stream("simulation", seed, "moth")
    program = [
        "fn f(int, text): bool",
        "fn g(int): text",
        "let n: int = 1",
        'let t: text = "x"',
        "let b: bool = n == 2",
    ]
    for number in range(5):
        head = stream.choice([f"let v{number}: {stream.choice(KINDS)}", stream.choice(["n", "t", "b", "k"])])
        program.append(f"{head} = {expression(stream, 2)}")
    found = list(errors(program))
    assert Counter(found) == Counter(reread(program)), program
    assert found == sorted(found, key=lambda error: tuple(map(int, error.split()[0].split(":"))))


def test_types_of_the_dialogues_agree_with_a_checker_on_top_of_python() -> None:
    program = [
        "let a: int = 3 + 4 * 2",
        'let b: text = "no" + a',
        "let c: bool = a < b and not a",
        "fn join(text, int): text",
        'let d: int = join("x", a - "1") + 5',
        "let e: bool = d == d - f",
    ]
    assert [*reread(program), "errors: 7"] == scripts()["moth-type-checker.3/1/1"].reference.split("\n")


@pytest.mark.parametrize("line", ["let a = 3", "let a: int = 3 $", "let a: int = (3", "let a: int = 3 3", "print a"])
def test_lines_outside_the_language_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match="found"):
        Checker().answer([f"add {line}"])


@pytest.mark.parametrize("seed", range(40))
def test_searches_agree_with_plain_expressions(seed: int) -> None:
    stream = Stream("simulation", seed, "search")
    texts = {n: (stream.sample(WORDS, 2), stream.sample(WORDS, 3), 2015 + stream.below(9)) for n in range(1, 10)}
    held = [f"g{n} t{n % 3} {y} | {' '.join(one)} | {' '.join(two)}" for n, (one, two, y) in texts.items()]
    must, either, never = stream.sample(WORDS, 3)
    text = f"{must}* {either} OR straw -{never} year:2016-2022 -topic:t1"
    wanted = [rf"\b{must}\w*", rf"\b{either}\b", r"\bstraw\b"]
    scores: dict[int, int] = {}
    for n, (one, two, year) in texts.items():
        title, body = " ".join(one), " ".join(two)
        hit = [bool(re.search(word, f"{title} {body}")) for word in wanted]
        if hit[0] and (hit[1] or hit[2]) and 2016 <= year <= 2022 and n % 3 != 1 and never not in (*one, *two):
            scores[n] = sum(3 * bool(re.search(w, title)) + bool(re.search(w, body)) for w in wanted)
    shown = Server(Shelf(leaflets=tuple(held), size=20)).answer([f"find {text}"]).text.split("\n")
    assert shown[0] == f"found: {len(scores)}"
    assert shown[1 : 1 + len(scores)] == [f"g{n}: {s}" for n, s in sorted(scores.items(), key=lambda i: (-i[1], i[0]))]


def test_pages_and_topics_cover_all_hits() -> None:
    leaflets = tuple(f"g{n} {'ab'[n % 2]} 2020 | pots | bean" for n in range(1, 8))
    server, seen = Server(Shelf(leaflets=leaflets)), list[str]()
    for page, command in enumerate(("find BEAN", "more", "more"), 1):
        lines = server.answer([command]).text.split("\n")
        assert (lines[0], lines[-2:]) == ("found: 7", ["topics: b 4, a 3", f"page: {page} of 3"])
        seen += lines[1:-2]
    assert seen == [f"g{n}: 1" for n in range(1, 8)]
    with pytest.raises(ValueError, match="page 4"):
        server.answer(["more"])
    assert server.answer(["find nothing"]).text == "found: 0"


@pytest.mark.parametrize("name", sorted(scripts()))
def test_fair_dress_passes(name: str) -> None:
    script = scripts()[name]
    reply = script.reference
    thoughts = "I go through it from top to bottom.\nWhat came before still holds, so `n` is known here.\n\n"
    bold = "\n".join(f"**{line}**  " for line in reply.split("\n"))
    for other in (thoughts + reply, bold, f"```\n{reply}\n```", f"{thoughts}```text\n{reply}\n```", f"{reply}\n"):
        graded = grade(script, other)
        assert graded.strict, [r.result.reason for r in graded.results]


@pytest.mark.parametrize("name", sorted(scripts()))
def test_doubled_cut_and_stale_replies_fail(name: str) -> None:
    script = scripts()[name]
    lines = script.reference.split("\n")
    others = [
        f"{script.reference}\n{script.reference}",
        *("\n".join((*lines[:n], *lines[n + 1 :])) for n in range(len(lines))),
    ]
    others += [message.content for message in script.messages[:-1]]
    for other in others:
        assert grade(script, other).strict is False, other


def test_reply_without_errors_or_hits_may_show_none() -> None:
    empty = scripts()["leaflet-search.3/1/1"]
    answer = Server(Shelf()).answer(["find x"])
    for script, checks, wrong in (
        (empty, answer.checks, "found: 0\ng1: 3"),
        (empty, Checker().answer(["add let a: int = 1"]).checks, "3:4 unknown a\nerrors: 0"),
    ):
        judged = type(script)(**{f: getattr(script, f) for f in script.__struct_fields__} | {"checks": checks})
        assert grade(judged, wrong).strict is False
