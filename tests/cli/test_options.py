"""Options: declared once, few enough to read, and a word about those that were renamed."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from interplay.cli.main import interplay
from interplay.cli.shared.options import TEXTS
from tests.support import Cli

MOST_DECLARED = 120
OF_OPTIONS = {"callback", "help", "is_flag", "metavar", "multiple", "type"}
"""Arguments by which a call is known to declare an option; one that is shown as it is has none."""
FOLDERS = ("scoring/interplay/cli", "scoring/interplay_lab/cli")


def declared(root: Path) -> Iterator[str]:
    """Yield the first name of every option in the order in which the verbs' files declare them."""
    for path in (path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name, keywords = node.args[0].value, {keyword.arg for keyword in node.keywords}
                is_bare = len(node.args) + len(node.keywords) == 1
                if isinstance(name, str) and name[:1] == "-" and name[1:] and (is_bare or keywords & OF_OPTIONS):
                    yield name


def commands(group: click.Group, *names: str) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        else:
            yield " ".join((*names, name)), command


def test_options_are_declared_once_and_are_not_too_many(root: Path) -> None:
    counts = Counter(declared(root))
    assert 60 < sum(counts.values()) <= MOST_DECLARED
    shared = ("--dataset", "--allow-modified", "--json", "-o", "--model", "--base-url", "--temperature", "--max-calls")
    assert {name: counts[name] for name in shared} == dict.fromkeys(shared, 1)


def test_every_option_that_a_verb_has_is_explained() -> None:
    lacking = [
        f"{verb} {option.opts[0]}"
        for verb, command in commands(interplay)
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert lacking == []


def test_no_verb_has_an_option_under_the_spelling_of_before() -> None:
    names = {name for _, command in commands(interplay) for option in command.params for name in option.opts}
    assert names & TEXTS["renamed"].keys() == set()


@pytest.mark.parametrize(
    ("words", "spelling"),
    [
        (("run", "--timeout", "5"), "--model KIND:NAME,timeout=..."),
        (("run", "--hints", "off"), "--option hints=1 or --option hints=0"),
        (("run", "--opponent-base-url", "x"), "--opponent KIND:NAME,base_url=..."),
        (("evaluate", "--scaffold-param", "x"), "--scaffold NAME,KEY=VALUE"),
        (("ladder", "run", "--max-retries", "5"), "--model KIND:NAME,max_retries=..."),
        (("rate", "a", "--permutations", "5"), "interplay.rate(..., permutations=...)"),
        (("compare", "a", "b", "--latex"), "--format latex"),
        (("items", "a", "--csv"), "--format csv"),
    ],
)
def test_an_old_spelling_is_refused_with_the_new_one(cli: Cli, words: tuple[str, ...], spelling: str) -> None:
    ran = cli(*words)
    assert (ran.status, ran.out) == (2, "")
    assert f"No such option '{words[-2] if words[-1] in '5offx' else words[-1]}' any more: write " in ran.err
    assert spelling in " ".join(ran.err.split())


def test_another_verbs_new_spelling_is_not_offered(cli: Cli) -> None:
    assert "any more" not in cli("score", "a", "--csv").err
