"""What gets loaded when, what is public, how long things are; ``lint-imports`` checks what may import what."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import interplay
import interplay_builders
import interplay_lab
from interplay.tracks.games import catalogue

PACKAGES = {
    "interplay": Path(interplay.__file__).parent,
    "interplay_lab": Path(interplay_lab.__file__).parent,
    "interplay_builders": Path(interplay_builders.__file__).parent,
}
NETWORK = {"aiohttp", "datasets", "http", "httpcore2", "httpx", "httpx2", "huggingface_hub", "openai", "requests"}
NETWORK |= {"anyio", "socket", "ssl", "urllib3"}
GAMES = "interplay.tracks.games."
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
"""Lines."""
HEAVY = {"choix", "jsonschema", "llama_cpp", "numpy", "pandas", "pyarrow", "scipy", "sklearn", "trueskill"}


@cache
def modules(package: str) -> dict[str, Path]:
    """Return module name (within its package, "" for the package itself) -> file."""
    root = PACKAGES[package]
    names = {path: ".".join(path.relative_to(root).with_suffix("").parts) for path in root.rglob("*.py")}
    return {name.removesuffix("__init__").removesuffix("."): path for path, name in names.items()}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def imported_by(path: Path) -> frozenset[str]:
    """Return the full name of everything that the file at *path* imports, but for type checkers only."""
    return frozenset(imported(parsed(path)))


def imported(node: ast.AST, *, late: bool = True) -> Iterator[str]:
    """Yield the full name of everything imported, but for type checkers only; with *late* inside functions, too."""
    open_nodes = [node]
    while open_nodes:
        child = open_nodes.pop()
        if isinstance(child, ast.If) and any(
            isinstance(part, ast.Name) and part.id == "TYPE_CHECKING" for part in ast.walk(child.test)
        ):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not late:
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "relative import"
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif not isinstance(child, ast.expr):  # no expression holds an import
            open_nodes += ast.iter_child_nodes(child)


@cache
def own(package: str, path: Path, *, late: bool = True) -> frozenset[str]:
    """Return the modules of *package* that the file at *path* imports."""
    known = modules(package)
    found = set()
    for name in imported_by(path) if late else imported(parsed(path), late=False):
        if name.split(".")[0] == package:
            parts = name.split(".")[1:]
            while parts and ".".join(parts) not in known:
                parts = parts[:-1]
            found.add(".".join(parts))
    return frozenset(found - {""})


def loaded_by(program: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has loaded after *program*."""
    return {name.split(".")[0] for name in modules_loaded_by(program)}


def modules_loaded_by(program: str) -> set[str]:
    """Return the full names of all modules that a fresh interpreter has loaded after *program*."""
    tail = "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", program + tail], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_next_to_nothing() -> None:
    loaded = loaded_by("import interplay")
    assert "interplay" in loaded
    assert not loaded & (NETWORK | HEAVY | {"click", "msgspec", "rich"})


def test_help_loads_no_heavy_library() -> None:
    loaded = loaded_by(
        "import sys; sys.argv = ['interplay', '--help']\nfrom interplay.cli.main import run, interplay\nrun(interplay)"
    )
    assert "click" in loaded
    assert not loaded & ((NETWORK | HEAVY | {"rich", "msgspec"}) - {"socket"})  # which reading entry points needs


def test_reading_and_checking_submissions_loads_neither_numpy_nor_a_network_library() -> None:
    program = (
        "import interplay.submissions.reading, interplay.submissions.writing, interplay.scoring.score, "
        "interplay.tracks.scorekeeping.track"
    )
    loaded = loaded_by(program)
    assert "msgspec" in loaded
    assert not loaded & (NETWORK | HEAVY)


def test_loading_a_game_loads_nothing_of_the_others() -> None:
    for game in ("tictactoe", "hive"):
        calls = f"c.load({game!r}), c.bots_of({game!r}), c.analysis_of({game!r})"
        loaded = modules_loaded_by(f"from interplay.tracks.games import catalogue as c; {calls}")
        folders = {name.removeprefix("interplay.tracks.games.").split(".")[0] for name in loaded if GAMES in name}
        assert folders & set(catalogue.names()) == {game}
        assert sum(name.startswith(f"{GAMES}{game}.") for name in loaded) >= 3


@pytest.mark.slow
def test_no_game_imports_another_and_nothing_else_imports_a_game() -> None:
    for package in PACKAGES:
        for name, path in modules(package).items():
            used = {found.split(".")[2] for found in own("interplay", path) if found.startswith("tracks.games.")}
            home = name.split(".")[2] if package == "interplay" and name.startswith("tracks.games.") else ""
            if package == "interplay_builders" and name.startswith("tracks.positions."):
                continue  # positions are solved with the rules of their game, and made beside the data
            if package == "interplay_lab" and name.startswith("ladder.games."):
                home = name.split(".")[2]  # the ladder of one game
            assert not (used & set(catalogue.names())) - {home}, name


@pytest.mark.slow
def test_no_folder_uses_the_underscore_modules_of_another() -> None:
    for package in PACKAGES:
        for name, path in modules(package).items():
            folder = name if path.name == "__init__.py" else name.rpartition(".")[0]
            for found in own(package, path):
                home, _, leaf = found.rpartition(".")
                assert not leaf.startswith("_") or home == folder, f"{name} imports {found}"


def test_modules_and_functions_are_short() -> None:
    for package in PACKAGES:
        for path in modules(package).values():
            assert path.read_text(encoding="utf-8").count("\n") <= LONGEST_MODULE, path
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_command(node):
                    body = node.body[ast.get_docstring(node) is not None :] or node.body
                    first, last = body[0].lineno, body[-1].end_lineno or 0  # parameters and docstrings may be long
                    assert last - first < LONGEST_FUNCTION, f"{path}: {node.name}"


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("command(" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_scoring_package_never_imports_the_builders_and_nothing_imports_banned_libraries() -> None:
    for package in PACKAGES:
        for path in modules(package).values():
            roots = {name.split(".")[0] for name in imported_by(path)}
            assert not roots & {"httpx", "scoring", "builders", "pickle", "tests"}, path
            assert package != "interplay" or "interplay_builders" not in roots, path


def test_global_randomness_is_used_nowhere() -> None:
    for package in PACKAGES:
        for path in modules(package).values():
            found = {name for name in imported_by(path) if name.split(".")[0] == "random"}
            assert found <= ALLOWED_RANDOM.get(path.name, set()), path


ALLOWED_RANDOM: dict[str, set[str]] = {"endpoint.py": {"random"}, "connection.py": {"random"}}
"""Jitter of retries, which no result depends on."""
