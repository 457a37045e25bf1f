"""Optional dependencies: which extra of this package installs which library, and the error where one is missing."""

import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from interplay.core.errors import MissingPackage

_MODULES: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
EXTRAS: Final = {module: extra for extra, modules in _MODULES.items() for module in modules}
"""The extra of each optional module, by the name that is imported."""


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra of this package, from the index and in a checkout."""
    return f"pip install 'interplay-bench[{extra}]' (in a checkout: pip install '.[{extra}]')"


def require(module: str, purpose: str) -> None:
    """Raise ``MissingPackage`` unless *module* of ``EXTRAS`` is installed.

    Args:
        module: The name that is imported, such as ``openai``.
        purpose: What needs it, such as ``asking a model``.
    """
    if find_spec(module) is None:
        raise missing(module, purpose)


def missing(module: str, purpose: str) -> MissingPackage:
    """Return the error that says what *purpose* needs and how to install it."""
    return MissingPackage(f"{purpose} needs the package {module}: {how_to_install(EXTRAS[module])}")
