"""What ``import interplay`` offers, where it comes from, and whether its examples are true."""

import ast
import doctest
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import interplay
from interplay_lab import api as lab

FUNCTIONS = [name for name in dir(interplay) if inspect.isfunction(getattr(interplay, name))]


def test_public_names_are_exactly_these() -> None:
    functions = "aplay evaluate evaluate_all grade load_game load_items load_track open_release play rate"
    functions += " read_submission replay run score validate write_submission"
    errors = "BudgetError DatasetError InterplayError MissingPackage ModelError MoveError OutputError RecordError"
    others = "UnknownName Item Prediction Reply Report __version__ ratings"
    assert interplay.__all__ == sorted(f"{functions} {errors} {others}".split())
    assert dir(interplay) == sorted([*interplay.__all__, *lab.__all__])
    for name in interplay.__all__:
        assert getattr(interplay, name) is not None
    for name in lab.__all__:
        assert getattr(interplay, name) is getattr(lab, name)
    with pytest.raises(AttributeError, match="has no attribute 'scor'"):
        interplay.scor  # type: ignore[attr-defined]  # noqa: B018  the access is what is tested


def test_type_checkers_see_every_name_where_it_comes_from() -> None:
    tree = ast.parse(Path(interplay.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    seen: dict[str, str] = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        seen |= {str(alias.asname): f"{node.module}.{alias.name}" for alias in node.names}
    assert seen.keys() == set(interplay.__all__) - {"__version__"}
    modules = {f"interplay.{module}.{name}" for module, names in interplay._PUBLIC.items() for name in names}
    assert modules | {"interplay.ratings"} == set(seen.values())
    for name, place in seen.items():
        module, _, inner = place.rpartition(".")
        assert getattr(importlib.import_module(module), inner) is getattr(interplay, name), name


def test_importing_the_package_loads_next_to_nothing() -> None:
    program = "import interplay, json, sys; print(json.dumps(sorted({n.split('.')[0] for n in sys.modules})))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment)
    assert not {"numpy", "msgspec", "click", "openai", "rich", "asyncio", "ssl"} & set(json.loads(done.stdout))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_say_what_they_take_give_and_raise_with_an_example(name: str) -> None:
    function = getattr(interplay, name)
    sections = re.findall(r"^(Args|Returns|Raises|Example):$", inspect.getdoc(function) or "", re.MULTILINE)
    returns = [] if inspect.signature(function).return_annotation in {None, "None"} else ["Returns"]
    assert sections == ["Args", *returns, "Raises", "Example"]
    told = re.findall(r"^ {4}\**(\w+):", (inspect.getdoc(function) or "").split("Returns:")[0], re.MULTILINE)
    assert [p for p in told if p in inspect.signature(function).parameters] == [*inspect.signature(function).parameters]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_public_signature_says_any(name: str) -> None:
    function = getattr(interplay, name)
    assert "Any" not in str(inspect.signature(function))


MODULES = ["interplay", *sorted({getattr(interplay, name).__module__ for name in FUNCTIONS}), "interplay.core.reports"]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.slow
def test_examples_come_out_as_printed(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.slow
def test_the_page_about_the_library_is_true_and_names_everything(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (root / "docs" / "library.md").read_text(encoding="utf-8")
    shown = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    example = doctest.DocTestParser().get_doctest(shown, {}, "library.md", "docs/library.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
    assert result.attempted > 20
    table = re.findall(r"^\| `(\w+)", text, re.MULTILINE)
    assert sorted(table) == dir(interplay)
