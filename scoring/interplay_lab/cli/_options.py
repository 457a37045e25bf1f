"""Options of the laboratory's verbs, whose help is in a file of texts beside this one."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from interplay.cli.shared.options import GroupedOption, Option

TEXTS = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))
"""The help of options by verb, and other texts of verbs."""


def grouped(group: str, verb: str) -> Callable[..., Option]:
    """Return ``click.option`` for the options of *group*, with the help that those of *verb* have in ``TEXTS``."""

    def option(*names: str, **settings: Any) -> Option:
        return click.option(*names, cls=GroupedOption, group=group, help=TEXTS[verb][names[0]], **settings)

    return option
