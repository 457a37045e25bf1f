"""Completion in shells, as docs/howto.md says how to switch it on."""

import re
from pathlib import Path

import pytest

from tests.support import Cli

VARIABLE = "_INTERPLAY_COMPLETE"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_in_the_howto_prints_a_script_for_each_shell(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, root: Path, shell: str
) -> None:
    named = re.findall(rf"{VARIABLE}=(\w+) interplay\b", (root / "docs" / "howto.md").read_text(encoding="utf-8"))
    assert f"{shell}_source" in named
    monkeypatch.setenv(VARIABLE, f"{shell}_source")
    ran = cli()
    assert ran.status == 0
    assert "_interplay_completion" in ran.out
    assert f"{VARIABLE}={shell}_complete" in ran.out


@pytest.mark.parametrize(
    ("words", "completed"), [("interplay val", "validate"), ("interplay score --jud", "--judgments")]
)
def test_verbs_and_options_are_completed(cli: Cli, monkeypatch: pytest.MonkeyPatch, words: str, completed: str) -> None:
    monkeypatch.setenv(VARIABLE, "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert completed in cli().out.splitlines()
