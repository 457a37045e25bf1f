"""Data in TOML files beside the modules that use them: tables, and lists of phrases by which replies are read."""

import re
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")
_NAME = re.compile(r"\{\{(\w+)\}\}")


def table(package: str, name: str, kind: type[T]) -> T:
    """Return what the TOML file *name* beside the modules of *package* holds, as a value of this *kind*."""
    return msgspec.toml.decode(files(package).joinpath(name).read_bytes(), type=kind)


def patterns(package: str, name: str) -> dict[str, re.Pattern[str]]:
    """Return the regular expressions that a TOML file beside the modules of *package* lists, by their names.

    Each is a list of alternatives; ``{{NAME}}`` in them stands for any alternative of that list, an earlier one.
    """
    texts = dict[str, str]()
    for key, alternatives in table(package, name, dict[str, list[str]]).items():
        texts[key] = _NAME.sub(lambda match: f"(?:{texts[match[1]]})", "|".join(alternatives))
    return {key: re.compile(text) for key, text in texts.items()}
