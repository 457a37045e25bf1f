"""How wide a table would like to be."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_ENDLESS = 1_000_000
"""Characters of a line that nothing is too long for."""


def natural_width(table: "Table", console: "Console") -> int:
    """Return the characters of a line at which nothing in *table* is folded or cut."""
    from rich.measure import Measurement  # noqa: PLC0415  loaded when shown

    return Measurement.get(console, console.options.update_width(_ENDLESS), table).maximum
