"""Files are opened as UTF-8 or as bytes: ruff's rule for it does not see every way in which a file can be opened."""

import ast
from pathlib import Path

import pytest

import interplay
import interplay_builders

ROOTS = {
    "interplay": Path(interplay.__file__).parent,
    "interplay_builders": Path(interplay_builders.__file__).parent,
    "tests": Path(__file__).parent,
}


def unsafe_opens(tree: ast.AST) -> list[int]:
    """Return the lines of calls that open text in whatever encoding the machine has."""
    lines = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) == "os.open":
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        encodings = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "encoding"]
        if name in {"read_text", "write_text", "open", "fdopen"} and not _is_safe(node, name, encodings):
            lines.append(node.lineno)
    return lines


def _is_safe(node: ast.Call, name: str, encodings: list[str]) -> bool:
    if encodings:
        return encodings in (["'utf-8'"], ["'utf-8-sig'"])
    constants = [a.value for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Constant)]
    return name in {"open", "fdopen"} and any(isinstance(value, str) and "b" in value for value in constants)


@pytest.mark.parametrize(
    ("source", "unsafe"),
    [
        ("open(p)", True),
        ("p.open('w')", True),
        ("p.read_text()", True),
        ("p.write_text(t)", True),
        ("p.read_text(encoding='latin-1')", True),
        ("os.fdopen(d, 'w')", True),
        ("p.read_text(encoding='utf-8')", False),
        ("p.open('rb')", False),
        ("os.open(p, os.O_RDONLY)", False),
        ("open(p, mode='wb')", False),
        ("gzip.open(p, 'rt', encoding='utf-8')", False),
    ],
)
def test_unsafe_opens_are_recognised(source: str, unsafe: bool) -> None:
    assert bool(unsafe_opens(ast.parse(source))) is unsafe


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.slow
def test_every_file_is_opened_as_utf_8_or_as_bytes(root: str) -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in ROOTS[root].rglob("*.py")}
    assert {str(path): lines for path, tree in trees.items() if (lines := unsafe_opens(tree))} == {}
