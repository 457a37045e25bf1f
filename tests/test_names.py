"""Names say what a value is: participles and pronouns that stand for anything are not names.

docs/decisions/0071-names.md lists what is written instead.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TOKENS = {"found", "held", "own", "told", "said", "shown", "saying", "sayings", "unsaid", "unheard"}
"""Not in any part of a name."""
WHOLE = {"one", "place", "made", "seen", "rung", "rungs", "climb", "climbs", "climbing", "tell", "say"}
"""Not a name by themselves."""
NO_OPERATION = {"_silent", "_nothing", "_unsaid", "_unheard"}
"""There is one function that does nothing: ``noop``."""


def is_vague(name: str) -> bool:
    """Return whether *name* is one of the words, or has one of the tokens."""
    bare = name.strip("_")
    words = re.findall(r"[A-Z]?[a-z]+", bare) if bare[:1].isupper() and not bare.isupper() else bare.split("_")
    return bare.lower() in WHOLE or name in NO_OPERATION or any(word.lower() in TOKENS for word in words)


def names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of everything that a module binds."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str() as name):
                yield node.lineno, name
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str() as name):
                yield node.lineno, name


def test_vague_names_are_recognised() -> None:
    tree = ast.parse("for found in rows:\n    shown_by, total = place\nclass Told: ...\ndef _silent(one): ...")
    vague = {name for _, name in names(tree) if is_vague(name)}
    assert vague == {"found", "shown_by", "Told", "_silent", "one"}
    assert not any(map(is_vague, ("total", "placement", "owner", "founder", "one_sided", "SHADOWN", "lemon")))


@pytest.mark.slow
def test_no_name_is_vague(root: Path) -> None:
    modules = sorted([*(root / "scoring").rglob("*.py"), *(root / "builders").rglob("*.py")])
    assert len(modules) > 500
    vague = [f"{path.relative_to(root)}: the module" for path in modules if is_vague(path.stem)]
    for path in modules:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        vague += [f"{path.relative_to(root)}:{line}: {name}" for line, name in names(tree) if is_vague(name)]
    assert not vague, "\n".join(vague)
