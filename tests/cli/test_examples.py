"""Help texts on a terminal of 80 columns: examples can be pasted, and no line is too long."""

import re
from collections.abc import Iterator

import click
import pytest

from interplay.cli.main import interplay
from interplay.cli.shared.examples import fitted
from interplay_builders.cli import build


def texts(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Yield the help texts of a command and of those below it, by what is typed."""
    context = click.Context(command, info_name=name, terminal_width=78)
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for verb in command.list_commands(context):
            inner = command.get_command(context, verb)
            assert inner is not None
            yield from texts(inner, f"{name} {verb}")


@pytest.mark.parametrize(("group", "name"), [(interplay, "interplay"), (build, "interplay-build")])
def test_no_line_of_a_help_text_is_longer_than_78_characters(group: click.Group, name: str) -> None:
    known = dict(texts(group, name))
    assert len(known) > 10
    assert [line for text in known.values() for line in text.splitlines() if len(line) > 78] == []


@pytest.mark.parametrize(("group", "name"), [(interplay, "interplay"), (build, "interplay-build")])
def test_examples_name_no_file_that_only_a_checkout_has(group: click.Group, name: str) -> None:
    known = {typed: text for typed, text in texts(group, name) if " page" not in typed}  # pages are of a checkout
    assert [typed for typed, text in known.items() if re.search(r"\b(?:dataset|cards|builders|scoring)/\w", text)] == []


@pytest.mark.parametrize(("group", "name"), [(interplay, "interplay"), (build, "interplay-build")])
def test_lists_of_commands_are_not_cut_off(group: click.Group, name: str) -> None:
    known = {typed: text for typed, text in texts(group, name) if "Commands:" in text and " page" not in typed}
    assert known
    assert [typed for typed, text in known.items() if "..." in text.partition("Commands:")[2]] == []


def test_a_long_example_goes_on_behind_a_backslash_and_is_the_same_command() -> None:
    example = 'interplay analyse mine/games.jsonl theirs/games.jsonl --paper gamebench --only "Table 2 or 3" -o figures'
    command = fitted(click.Command("analyse", help=f"Make tables.\n\n    \b\n    {example}\n    interplay analyse x"))
    lines = (command.help or "").split("\b\n")[1].splitlines()
    assert max(map(len, lines)) <= 76
    assert lines[-1] == "interplay analyse x"
    assert re.sub(r" \\\n\s+", " ", "\n".join(lines[:-1])) == example


def test_long_prose_is_left_to_click() -> None:
    prose = "word " * 30
    assert (
        fitted(click.Command("x", help=f"First.\n\n\b\n{prose.strip()}\nend")).help == f"First.\n\n{prose.strip()}\nend"
    )
