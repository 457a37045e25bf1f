"""Adapters cost nothing where their packages are not installed, and say how to install them."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from interplay.core import extras
from tests.support import Cli


def test_a_log_of_inspect_without_inspect_names_the_extra(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("interplay.adapters.inspect")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "inspect_ai" else find_spec(name))
    done = cli("import", "inspect", tmp_path / "x.eval", "-o", tmp_path / "o.jsonl")
    assert done.status == 1
    assert "needs the package inspect_ai: pip install 'interplay-bench[inspect]'" in done.err


def test_the_package_and_the_verb_import_load_no_harness() -> None:
    code = "import sys, interplay, interplay.adapters; interplay.load_items('company', sample=1)\n"
    code += "from interplay.cli.main import VERBS; VERBS.load('import')\n"
    code += "print([name for name in ('inspect_ai', 'lm_eval') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
